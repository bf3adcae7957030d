//! Every search option compared with the twin over random levels with blocks: each heuristic, each weight, anytime
//! search, and the collection of all things.
//!
//! Invariant: each option keeps its promise on the cost, and the verdict is always the same.

use crate::tile_twin::compare::{Disagreements, MOST_STATES, judged, value, walked};
use crate::tile_twin::levels::{Case, Family, random};
use crate::tile_twin::twin::{Cost, Game, Outcome, explore_from};
use crate::tile_twin::walks;
use quandary_level::limits::Limits;
use quandary_level::rules::{PushOnto, StairEdges};
use quandary_level::solve::{Collect, Heuristic, Options, Solution, Verdict, solve};
use testing::times;

/// Number of levels, times `QUANDARY_TIMES`.
const LEVELS: u64 = 400;
/// Number of threads that share them.
const PARTS: u64 = 4;
const HEURISTICS: [Heuristic; 5] = [
    Heuristic::Optimal,
    Heuristic::Balanced,
    Heuristic::Speedrunner,
    Heuristic::Completionist,
    Heuristic::None,
];
const WEIGHTS: [f64; 4] = [1.0, 1.5, 2.0, 3.0];

/// Every search option.
fn searches() -> Vec<Options> {
    let mut searches = Vec::new();
    for heuristic in HEURISTICS {
        for weight in WEIGHTS {
            for anytime in [false, true] {
                for collect in [Collect::Nothing, Collect::Everything] {
                    let options = Options::default();
                    searches.push(Options { heuristic, weight, anytime, collect, ..options });
                }
            }
        }
    }
    searches
}

/// The upper bound on the cost of a plan, if the options promise one.
fn most(options: &Options, least: Cost) -> f64 {
    match options.heuristic {
        _ if options.anytime => value(least),
        Heuristic::Optimal | Heuristic::None => options.weight * value(least),
        _ => f64::INFINITY,
    }
}

/// The error in a solution, given the least cost.
fn wrong(
    game: &Game<'_>,
    options: &Options,
    solution: &Solution,
    least: Option<Cost>,
) -> Option<String> {
    let said = &solution.improvements;
    match (&solution.verdict, least) {
        (Verdict::Unsolvable, None) => (!said.is_empty()).then(|| "plans on the way".to_owned()),
        (Verdict::Solvable { walk, optimal, .. }, Some(least)) => {
            let found = walked(walk);
            let exact = most(options, least) < value(least) + 1e-6;
            if found < least {
                return Some(format!("cheaper than the least: {found:?}"));
            }
            if value(found) > most(options, least) + 1e-6 || exact && found != least {
                return Some(format!("dearer than promised: {found:?}"));
            }
            if *optimal && found != least || exact && !optimal {
                return Some(format!("proved: {optimal}, at {found:?}"));
            }
            if options.anytime && said.last().is_none_or(|last| last.cost != walk.cost) {
                return Some(format!("the last plan on the way is another: {said:?}"));
            }
            let bounds = said.iter().map(|one| one.bound);
            if let Some(bound) = bounds.into_iter().find(|bound| *bound > value(least) + 1e-6) {
                return Some(format!("the bound {bound} is too high"));
            }
            walks::wins(game, walk).err().map(|error| format!("{error}, the plan {walk:?}"))
        }
        (other, _) => Some(format!("the verdict is {other:?}")),
    }
}

/// The verifier's errors about a level.
pub(crate) fn errors(
    case: &Case,
    game: &Game<'_>,
    gathering: &Game<'_>,
    known: [&Outcome; 2],
) -> Vec<String> {
    let mut errors = Vec::new();
    let found = judged(&case.level, &case.rules);
    if found.as_ref() != Ok(known[0]) {
        errors.push(format!("the twin: {:?}\nthe judge: {found:?}", known[0]));
    }
    for options in searches() {
        let (game, known) = match options.collect {
            Collect::Nothing => (game, known[0]),
            Collect::Everything => (gathering, known[1]),
        };
        let error = match solve(&case.level, &case.rules, &options, &Limits::default()) {
            Ok(solution) => wrong(game, &options, &solution, known.cost),
            Err(error) => Some(error.to_string()),
        };
        if let Some(error) = error {
            errors.push(format!("the twin: {known:?}\n{options:?}\n{error}"));
        }
    }
    errors
}

/// Kinds of results that occurred.
#[derive(Default)]
struct Seen {
    disagreements: Disagreements,
    compared: u64,
    won: u64,
    gathered: u64,
    dearer: u64,
    /// Number of levels by rule: onto walkable cells, onto floor, all edges, stairs, diagonals.
    rules: [u64; 5],
}

impl Seen {
    fn look_at(&mut self, seed: u64) {
        let case = random(Family::BlocksAndStairs, 1 << 32 | seed);
        let (game, gathering) =
            (Game::new(&case.level, &case.rules), Game::gathering(&case.level, &case.rules));
        let explored =
            [&game, &gathering].map(|game| explore_from(game, game.first(), MOST_STATES));
        let [Some(plain), Some(all)] = &explored else { return };
        let errors = errors(&case, &game, &gathering, [plain, all]);
        if let Some(first) = errors.first() {
            self.disagreements.add(&format!("{} errors, first:\n{first}\n{case}", errors.len()));
        }
        self.compared += 1;
        self.won += u64::from(plain.cost.is_some());
        self.gathered += u64::from(all.cost.is_some());
        self.dearer += u64::from(all.cost.is_some() && all.cost != plain.cost);
        let (walkable, all) = (PushOnto::Walkable, StairEdges::All);
        let drawn = [
            case.rules.push_onto == walkable,
            case.rules.push_onto != walkable,
            case.rules.stair_edges == all,
            case.rules.stair_edges != all,
            case.rules.diagonals,
        ];
        self.rules.iter_mut().zip(drawn).for_each(|(many, is)| *many += u64::from(is));
    }

    fn and(mut self, other: &Self) -> Self {
        self.disagreements.extend(&other.disagreements);
        self.compared += other.compared;
        self.won += other.won;
        self.gathered += other.gathered;
        self.dearer += other.dearer;
        self.rules.iter_mut().zip(other.rules).for_each(|(many, more)| *many += more);
        self
    }
}

#[test]
fn every_search_in_levels_with_blocks() {
    let all = LEVELS * times();
    let part = |first: u64| {
        let mut seen = Seen::default();
        (first..all).step_by(PARTS as usize).for_each(|seed| seen.look_at(seed));
        seen
    };
    let seen = std::thread::scope(|scope| {
        let parts: Vec<_> = (0..PARTS).map(|first| scope.spawn(move || part(first))).collect();
        let parts = parts.into_iter().map(|part| part.join().expect("a part that ends"));
        parts.fold(Seen::default(), |all, seen| all.and(&seen))
    });
    let Seen { disagreements, compared, won, gathered, dearer, rules } = seen;
    disagreements.are_none(compared);
    let seen = [compared, won, gathered, dearer].map(|many| many * 100 / all);
    let enough = seen.iter().zip([85, 35, 25, 8]).all(|(seen, least)| *seen >= least);
    assert!(enough, "compared, won, won with everything, dearer with it: {seen:?} of a hundred");
    assert!(rules.iter().all(|many| *many > all / 8), "{rules:?} of {all}");
}

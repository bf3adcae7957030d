//! The verifier compared with the twin over hand-drawn and random levels: verdict, cost, states, dead states and cost
//! of the shortest witness, by `check` and by `solve`, and every move of their plans.

use crate::tile_twin::cases;
use crate::tile_twin::levels::{Case, FAMILIES, Family, random};
use crate::tile_twin::twin::{Cost, Game, Outcome, explore};
use crate::tile_twin::walks;
use quandary_level::Level;
use quandary_level::check::{Safety, check, least};
use quandary_level::limits::Limits;
use quandary_level::plan::Walk;
use quandary_level::rules::Rules;
use quandary_level::solve::{Heuristic, Options, Verdict, solve};
use testing::times;

/// Levels with more states are skipped, because the twin is slow.
pub(crate) const MOST_STATES: usize = 1_000;

/// The verifier's outcome; an error if it is undecided or inconsistent.
pub(crate) fn judged(level: &Level, rules: &Rules) -> Result<Outcome, String> {
    let limits = Limits::default();
    let check = check(level, rules, &limits).map_err(|error| format!("check: {error}"))?;
    let cost = cost(&check.verdict)?;
    let dead_states = check.dead_states.ok_or("the dead states were not counted")?;
    let witness = match &check.safety {
        Safety::SoftlockFree | Safety::Softlock(None) => None,
        Safety::Softlock(Some((_, walk))) => Some(walked(walk)),
        Safety::Unknown(limit) => return Err(format!("check: {limit:?} came first")),
    };
    if matches!(check.safety, Safety::SoftlockFree) != (dead_states == 0) {
        return Err(format!("{dead_states} dead states, but {:?}", check.safety));
    }
    let proof = least::prove(level, rules, &limits).map_err(|error| format!("least: {error}"))?;
    if matches!(proof, least::Proof::SoftlockFree { .. }) && dead_states > 0 {
        return Err(format!("{dead_states} dead states, but {proof:?}"));
    }
    let game = Game::new(level, rules);
    if let Verdict::Solvable { walk, .. } = &check.verdict {
        walks::wins(&game, walk).map_err(|error| format!("{error}, the plan {walk:?}"))?;
    }
    if let Safety::Softlock(Some((_, walk))) = &check.safety {
        walks::loses(&game, walk).map_err(|error| format!("{error}, the witness {walk:?}"))?;
    }
    let options = Options::default();
    let solution =
        solve(level, rules, &options, &limits).map_err(|error| format!("solve: {error}"))?;
    let solved = self::cost(&solution.verdict)?;
    if let Verdict::Solvable { walk, .. } = &solution.verdict {
        walks::wins(&game, walk).map_err(|error| format!("{error}, the plan {walk:?}"))?;
    }
    if solved != cost {
        return Err(format!("check says {cost:?}, solve says {solved:?}"));
    }
    Ok(Outcome { cost, states: check.states, dead_states, witness })
}

fn cost(verdict: &Verdict) -> Result<Option<Cost>, String> {
    match verdict {
        Verdict::Solvable { walk, .. } => Ok(Some(walked(walk))),
        Verdict::Unsolvable => Ok(None),
        Verdict::Unknown(limit) => Err(format!("there was no limit, but {limit:?} came first")),
    }
}

pub(crate) fn walked(walk: &Walk) -> Cost {
    Cost { straight: walk.cost.straight, diagonal: walk.cost.diagonal }
}

#[test]
fn the_judge_says_what_was_counted_by_hand() {
    let mut wrong = String::new();
    for drawn in cases::all() {
        let (found, expected) = (judged(&drawn.level(), &drawn.rules()), drawn.outcome());
        if found.as_ref() != Ok(&expected) {
            let cases::DrawnCase { what, rules, level, result } = drawn;
            wrong += &format!("{what} ({rules})\n{level}\nexpected {result}, found {found:?}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A corridor of pick-ups. The number of reachable cells is the number of those taken, plus one.
#[test]
fn many_things_to_keep_track_of() {
    for things in [30, 63, 64, 65, 66, 256, 257] {
        let items: String = "kiKI".chars().cycle().take(things).collect();
        let level = quandary_level::formats::text::read(&format!("@{items}*")).expect(&items);
        let things = things as u64;
        let expected = Outcome {
            cost: Some(Cost { straight: things + 1, diagonal: 0 }),
            states: (things + 1) * (things + 2) / 2 + 1,
            dead_states: 0,
            witness: None,
        };
        let (rules, options, limits) = (Rules::default(), Options::default(), Limits::default());
        if things < 100 {
            assert_eq!(judged(&level, &rules), Ok(expected), "{things}");
            continue;
        }
        // Deciding which of these are needed is slow, so only the solver runs.
        let solution = solve(&level, &rules, &options, &limits).expect(&items);
        assert_eq!(cost(&solution.verdict), Ok(expected.cost), "{things}");
    }
}

/// The differences between verifier and twin. A failure prints their number and the first of them.
#[derive(Default)]
pub(crate) struct Disagreements {
    many: u64,
    first: String,
}

impl Disagreements {
    pub(crate) fn add(&mut self, one: &str) {
        self.many += 1;
        if self.many <= 3 {
            self.first += &format!("{one}\n");
        }
    }

    pub(crate) fn extend(&mut self, other: &Self) {
        self.many += other.many;
        self.first += &other.first;
    }

    pub(crate) fn are_none(&self, compared: u64) {
        let Self { many, first } = self;
        assert!(
            *many == 0,
            "{many} of {compared} levels are judged otherwise; the first:\n{first}"
        );
    }
}

/// Compares over a thousand levels of a family. The given percentages must be explored by the twin, winnable, and
/// winnable with a softlock.
fn compare(family: Family, [ended, can_be_won, can_be_lost]: [u64; 3]) {
    let [mut compared, mut won, mut softlocked] = [0; 3];
    let mut disagreements = Disagreements::default();
    let levels = 1_100 * times();
    for seed in 0..levels {
        let case = random(family, seed);
        let Some(expected) = explore(&case.level, &case.rules, MOST_STATES) else { continue };
        let found = judged(&case.level, &case.rules);
        if found.as_ref() != Ok(&expected) {
            disagreements.add(&format!("the twin: {expected:?}\nthe judge: {found:?}\n{case}"));
        }
        compared += 1;
        won += u64::from(expected.cost.is_some());
        softlocked += u64::from(expected.witness.is_some());
    }
    disagreements.are_none(compared);
    let least = [ended, can_be_won, can_be_lost].map(|percent| levels * percent / 100);
    let seen = [compared, won, softlocked];
    assert!(least.iter().zip(seen).all(|(least, seen)| seen > *least), "{seen:?} of {levels}");
}

#[test]
fn presets_as_they_are() {
    compare(Family::Preset, [92, 41, 2]);
}

#[test]
fn presets_without_pushing() {
    compare(Family::NoPush, [92, 41, 2]);
}

#[test]
fn presets_with_other_doors() {
    compare(Family::Doors, [92, 41, 2]);
}

#[test]
fn presets_with_diagonal_steps() {
    compare(Family::Diagonals, [92, 41, 2]);
}

#[test]
fn mixtures_of_all_rules() {
    compare(Family::Mixed, [92, 41, 2]);
}

#[test]
fn blocks_among_things() {
    compare(Family::Blocks, [90, 35, 2]);
}

#[test]
fn stairs_along_edges_of_every_type() {
    compare(Family::Stairs, [85, 41, 3]);
}

#[test]
fn blocks_and_stairs() {
    compare(Family::BlocksAndStairs, [85, 35, 3]);
}

/// Every search option, with the factor by which its plans may exceed the least cost.
fn searches() -> Vec<(Options, Option<f64>)> {
    let optimal = Options::default();
    let of = |heuristic| Options { heuristic, ..optimal.clone() };
    vec![
        (Options { weight: 1.5, ..optimal.clone() }, Some(1.5)),
        (Options { anytime: true, ..optimal.clone() }, Some(1.0)),
        (Options { anytime: true, ..of(Heuristic::Balanced) }, Some(1.0)),
        (Options { tie_break: true, ..optimal.clone() }, Some(1.0)),
        (Options { key_boost: true, ..optimal.clone() }, None),
        (of(Heuristic::Balanced), None),
        (of(Heuristic::Speedrunner), None),
        (of(Heuristic::Completionist), None),
    ]
}

#[test]
fn no_search_says_what_is_not_so() {
    for (seed, family) in (2_000..2_040).flat_map(|seed| FAMILIES.map(|family| (seed, family))) {
        let case = random(family, seed);
        let Some(expected) = explore(&case.level, &case.rules, MOST_STATES) else { continue };
        searches_say_what_is_so(&case, &expected);
    }
}

/// Compares a few searches with the twin's outcome.
pub(crate) fn searches_say_what_is_so(case: &Case, expected: &Outcome) {
    for (options, factor) in searches() {
        let solution = solve(&case.level, &case.rules, &options, &Limits::default());
        let verdict = solution.map(|solution| solution.verdict);
        let is_so = match (&verdict, expected.cost) {
            (Ok(Verdict::Unsolvable), None) => true,
            (Ok(Verdict::Solvable { walk, optimal, .. }), Some(least)) => {
                let found = walked(walk);
                let most = factor.map_or(f64::INFINITY, |factor| factor * value(least));
                found == least || !optimal && found > least && value(found) <= most
            }
            _ => false,
        };
        assert!(is_so, "the twin: {expected:?}\n{options:?}: {verdict:?}\n{case}");
    }
}

pub(crate) fn value(cost: Cost) -> f64 {
    cost.straight as f64 + cost.diagonal as f64 * std::f64::consts::SQRT_2 + 1e-9
}

#[test]
fn a_limit_never_changes_a_verdict() {
    for (seed, family) in (3_000..3_040).flat_map(|seed| FAMILIES.map(|family| (seed, family))) {
        let case = random(family, seed);
        let Some(expected) = explore(&case.level, &case.rules, MOST_STATES) else { continue };
        limits_change_no_verdict(&case, &expected);
    }
}

/// Compares results within limits with the twin's outcome.
pub(crate) fn limits_change_no_verdict(case: &Case, expected: &Outcome) {
    for states in [1, 3, 10, 30, 100] {
        let limits = Limits { states: Some(states), ..Limits::default() };
        let solution = solve(&case.level, &case.rules, &Options::default(), &limits);
        let check = check(&case.level, &case.rules, &limits);
        let (Ok(solution), Ok(check)) = (solution, check) else { unreachable!("an error\n{case}") };
        for verdict in [&solution.verdict, &check.verdict] {
            let is_so = match verdict {
                Verdict::Unsolvable => expected.cost.is_none(),
                Verdict::Solvable { walk, optimal, .. } => {
                    let least = expected.cost;
                    if *optimal { Some(walked(walk)) == least } else { least.is_some() }
                }
                Verdict::Unknown(_) => true,
            };
            assert!(is_so, "the twin: {expected:?}\n{states}: {verdict:?}\n{case}");
        }
        let is_so = match &check.safety {
            Safety::SoftlockFree => expected.dead_states == 0,
            Safety::Softlock(None) => expected.cost.is_none(),
            // If a limit came first, the path into a dead state may not be cheapest. If unwinnability is unknown, the
            // path may even start in a dead state.
            Safety::Softlock(Some((_, walk))) => match (check.limit, expected.witness) {
                (None, least) => least == Some(walked(walk)),
                (Some(_), Some(least)) => value(walked(walk)) + 1e-6 >= value(least),
                (Some(_), None) => expected.cost.is_none(),
            },
            Safety::Unknown(_) => true,
        };
        let dead = check.dead_states.is_none_or(|dead| dead == expected.dead_states);
        assert!(is_so && dead, "the twin: {expected:?}\n{states}: {check:?}\n{case}");
    }
}

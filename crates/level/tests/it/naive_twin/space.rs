//! Verdict, cost, number of states and of dead states, witness, and the replay of every plan.

use super::{MOST_STATES, cost, judged, level, small_levels};
use crate::naive_twin::levels::{Case, Kind, ladder, long, row};
use crate::naive_twin::replay;
use crate::naive_twin::twin::{Game, Reach};
use quandary_level::Level;
use quandary_level::check::certify::{Scratch, certify};
use quandary_level::check::{Check, Safety};
use quandary_level::limits::Limits;
use quandary_level::plan::{Plan, Walk};
use quandary_level::rules::Rules;
use quandary_level::rules::TooManyBits;
use quandary_level::solve::{Options, Verdict, solve, solve_graph};
use std::fmt::Display;

#[test]
fn verdict_cost_states_and_witness_agree() {
    let mut seen = Seen::default();
    for (case, reach) in small_levels(0..6_500, Kind::Any) {
        agree_on(&case, &reach, &judged(&case));
        seen.count(&reach);
    }
    assert!(seen.levels >= 6_000, "{seen:?}");
    assert!(seen.won_by_moves > 1000 && seen.lost > 1000, "{seen:?}");
    assert!(seen.softlocked > 200 && seen.softlock_free > 1000, "{seen:?}");
}

#[test]
fn long_levels_agree() {
    let mut seen = Seen::default();
    for seed in 0..16 {
        let case = long(seed, 60 + 12 * seed as u32);
        let reach = Reach::of(&Game::new(&case.graph, &case.rules), 4000).expect("few states");
        seen.count(&reach);
        if reach.cost().is_some() {
            agree_on(&case, &reach, &judged(&case));
        } else {
            let solution =
                solve_graph(&case.graph, &case.rules, &Limits::default()).expect("not so many");
            assert_eq!(solution.verdict, Verdict::Unsolvable, "{case}");
        }
        let certificate =
            certify(&case.graph, &case.rules, &Limits::default(), &mut Scratch::default());
        let certificate = certificate.expect("no limit");
        assert_eq!(certificate.states, reach.states.len() as u64, "{case}");
        assert_eq!(certificate.dead_states, reach.dead_states(), "{case}");
    }
    assert!(seen.won_by_moves > 3 && seen.lost > 3, "{seen:?}");
}

#[test]
fn nothing_is_forgotten_where_words_end() {
    let limits = Limits::default();
    for things in [1, 63, 64, 65, 66, 255, 256, 257] {
        let case = row(things);
        let certificate = certify(&case.graph, &case.rules, &limits, &mut Scratch::default());
        let certificate = certificate.expect("not too many");
        assert_eq!(certificate.states, u64::from(things) + 1);
        assert_eq!(certificate.needed.len(), things as usize);
    }
    let solution = |things| solve_graph(&row(things).graph, &Rules::default(), &limits);
    assert_eq!(solution(2048).map(|solution| cost(&solution.verdict)), Ok(Some(2048)));
    assert_eq!(solution(2049).map(|_| ()), Err(TooManyBits(2049)));
}

#[test]
fn ladders_agree() {
    let mut seen = Seen::default();
    for seed in 0..300 {
        let case = ladder(seed, 10 + seed as u32 % 40);
        let reach = Reach::of(&Game::new(&case.graph, &case.rules), MOST_STATES);
        let reach = reach.expect("as many states as rooms");
        agree_on(&case, &reach, &judged(&case));
        seen.count(&reach);
    }
    assert!(seen.softlocked > 30 && seen.softlock_free > 30, "{seen:?}");
}

/// Number of levels of each kind.
#[derive(Debug, Default)]
struct Seen {
    levels: u32,
    won_by_moves: u32,
    lost: u32,
    softlocked: u32,
    softlock_free: u32,
}

impl Seen {
    fn count(&mut self, reach: &Reach) {
        self.levels += 1;
        self.won_by_moves += u32::from(reach.cost().is_some_and(|cost| cost > 0));
        self.lost += u32::from(reach.cost().is_none());
        self.softlocked += u32::from(reach.witness().is_some());
        self.softlock_free += u32::from(reach.dead_states() == 0);
    }
}

/// Compares the results of the verifier with those of the twin, and replays its plans.
pub(super) fn agree_on(case: &Case, reach: &Reach, check: &Check) {
    let game = Game::new(&case.graph, &case.rules);
    agree(case, &level(case), &game, reach, check);
    let solution = solve_graph(&case.graph, &case.rules, &Limits::default()).expect("few things");
    assert_eq!(cost(&solution.verdict), reach.cost(), "{case}");
}

/// The same for any level, and the corresponding game of the twin.
pub(crate) fn agree(case: &dyn Display, level: &Level, game: &Game, reach: &Reach, check: &Check) {
    let options = Options::default();
    let solution = solve(level, &game.rules, &options, &Limits::default()).expect("few things");
    for verdict in [&check.verdict, &solution.verdict] {
        let cost = cost(verdict);
        assert_eq!(cost, reach.cost(), "{case}");
        if let Verdict::Solvable { plan, walk, .. } = verdict {
            let ends = replay::replay(game, plan, walk);
            assert!(walk.wins && ends.iter().any(|state| game.is_goal(state)), "{case}");
        }
    }
    assert!(solution.explored <= check.states, "{case}");
    assert_eq!(check.states, reach.states.len() as u64, "{case}");
    assert_eq!(check.dead_states, Some(reach.dead_states()), "{case}");
    let witness = witness(&check.safety);
    assert_eq!(witness.map(|(_, walk)| walk.cost.straight), reach.witness(), "{case}");
    assert_eq!(check.safety == Safety::SoftlockFree, reach.dead_states() == 0, "{case}");
    if let Some((plan, walk)) = witness {
        let ends = replay::replay(game, plan, walk);
        assert!(ends.iter().any(|state| reach.is_dead(state)), "{case}");
    }
}

fn witness(safety: &Safety) -> Option<&(Plan, Walk)> {
    match safety {
        Safety::Softlock(witness) => witness.as_ref(),
        _ => None,
    }
}

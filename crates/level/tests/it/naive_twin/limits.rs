//! Limits: a search that reaches a limit answers unknown, never unsolvable.

use super::{cost, small_levels};
use crate::naive_twin::levels::{Case, Kind, ladder};
use crate::naive_twin::twin::Reach;
use quandary_level::check::certify::{Scratch, certify};
use quandary_level::check::{Safety, check};
use quandary_level::limits::{Limit, Limits};
use quandary_level::solve::{Verdict, solve_graph};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[test]
fn a_limit_is_unknown_and_never_unsolvable() {
    for (case, reach) in small_levels(140_000..140_300, Kind::Any) {
        let states = reach.states.len() as u64;
        for most in [0, 1, 2, 3, states / 2, states.saturating_sub(1), states] {
            let limits = Limits { states: Some(most), ..Limits::default() };
            a_limited_judge_is_honest(&case, &reach, &limits, most >= states);
        }
        let cancel = AtomicBool::new(true);
        for limits in [
            Limits { time: Some(Duration::ZERO), ..Limits::default() },
            Limits { memory: Some(0), ..Limits::default() },
            Limits { cancel: Some(&cancel), ..Limits::default() },
        ] {
            a_limited_judge_is_honest(&case, &reach, &limits, false);
        }
    }
}

/// Statements made within a limit are true. If the limit is `enough`, all statements are made.
fn a_limited_judge_is_honest(case: &Case, reach: &Reach, limits: &Limits<'_>, enough: bool) {
    let solution = solve_graph(&case.graph, &case.rules, limits).expect("few things");
    let check = check(&super::level(case), &case.rules, limits).expect("few things");
    for verdict in [&solution.verdict, &check.verdict] {
        match verdict {
            Verdict::Unknown(_) => assert!(!enough, "{case}\n{limits:?}"),
            // If nothing can be lost, winnability is known before the least cost.
            Verdict::Solvable { walk, optimal: false, .. } => {
                let least = reach.cost().expect("a plan was replayed");
                assert!(!enough && walk.cost.straight >= least, "{case}\n{limits:?}");
            }
            verdict => assert_eq!(cost(verdict), reach.cost(), "{case}\n{limits:?}"),
        }
    }
    match &check.safety {
        Safety::Unknown(_) => assert!(!enough && check.dead_states.is_none(), "{case}\n{limits:?}"),
        Safety::SoftlockFree if check.limit.is_some() => {
            assert!(!enough && check.dead_states.is_none(), "{case}\n{limits:?}");
            assert_eq!(reach.dead_states(), 0, "{case}\n{limits:?}");
        }
        // Unwinnability was proved at once: then all states are dead, however many there are.
        Safety::Softlock(None) if check.limit.is_some() => {
            assert!(!enough && check.dead_states.is_none(), "{case}\n{limits:?}");
            assert_eq!(reach.cost(), None, "{case}\n{limits:?}");
        }
        _ => assert_eq!(check.dead_states, Some(reach.dead_states()), "{case}\n{limits:?}"),
    }
    let certificate = certify(&case.graph, &case.rules, limits, &mut Scratch::default());
    if let Ok(certificate) = certificate {
        assert_eq!(certificate.dead_states, reach.dead_states(), "{case}\n{limits:?}");
    }
}

#[test]
fn the_limit_that_came_first_is_named() {
    let case = ladder(1, 40);
    let cancel = AtomicBool::new(true);
    let verdict = |limits: Limits<'_>| {
        let solution = solve_graph(&case.graph, &case.rules, &limits).expect("few things");
        solution.verdict
    };
    let none = Limits::default();
    for (limits, expect) in [
        (Limits { states: Some(1), ..none }, Limit::States),
        (Limits { time: Some(Duration::ZERO), ..none }, Limit::Time),
        (Limits { memory: Some(0), ..none }, Limit::Memory),
        (Limits { cancel: Some(&cancel), ..none }, Limit::Cancelled),
    ] {
        assert_eq!(verdict(limits), Verdict::Unknown(expect));
    }
}

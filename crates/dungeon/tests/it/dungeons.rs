//! Dungeons against the verifier: their claims are checked again.

use level::check::what_if::WhatIf;
use level::check::{Safety, check};
use level::formats::json;
use level::solve::{self, Verdict};
use level::{Level, Limits};
use quandary_dungeon::dungeon::claims::{Change, Claim};
use quandary_dungeon::dungeon::{ProvedDungeon, Request, RequestError, generate};
use quandary_dungeon::layout::categories;
use quandary_dungeon::options::{Attempts, Options};
use search::{Budget, Control, Goal, NoResult, Seed};
use std::sync::atomic::{AtomicBool, Ordering};

fn best_of(attempts: u64) -> Attempts {
    Attempts::Within(Budget { goal: Goal::Best(1), attempts: Some(attempts), time: None })
}

fn made(
    category: &str,
    rooms: usize,
    seed: u64,
    (attempts, threads): (u64, usize),
) -> Option<ProvedDungeon> {
    let mut request = Request::of(category).expect("a known category");
    request.rooms = rooms;
    let control = Control { threads, ..Control::default() };
    let options = Options { attempts: best_of(attempts), control, scratch: None };
    generate(&request, Seed::new(seed).expect("a small seed"), options).ok()
}

#[test]
fn every_category_has_designed_dungeons_that_the_judge_finds_sound() {
    let mut missing = Vec::new();
    for (number, category) in (1..).zip(categories()) {
        // The best of a few attempts: the test is about proofs, not about quality.
        let Some(made) = made(&category.name, 12, number, (4, 1)) else {
            missing.push(&category.name);
            continue;
        };
        let level = &made.candidate.tiled.level;
        let found = check(level, &level.rules_under(None), &Limits::default()).expect("few things");
        let name = &category.name;
        assert!(matches!(found.verdict, Verdict::Solvable { .. }), "{name}");
        assert_eq!(found.safety, Safety::SoftlockFree, "{name}");
        assert!(found.lint.is_empty(), "{name}: {:?}", found.lint);
        assert!(found.levels.is_none_or(|levels| levels.agree == Some(true)), "{name}");
        assert_eq!(level.graph.nodes.len(), 12, "{name}");
        // The level numbers its symbols in the order of creation, a file in the order of occurrence.
        let again = json::read(&json::print(level)).expect("what is printed can be read");
        assert_eq!(again, *level, "{name}");
        let mut other = again;
        other.graph.symbols.iter_mut().for_each(|symbol| symbol.push('?'));
        assert!(other == *level || !level.graph.symbols.is_empty(), "{name}");
        assert!(other != *level || level.graph.symbols.is_empty(), "{name}");
    }
    assert!(missing.len() <= 2, "{missing:?}");
}

#[test]
fn threads_change_nothing_of_a_design() {
    assert_eq!(made("temple", 16, 5, (16, 1)), made("temple", 16, 5, (16, 2)));
}

/// A search that was cancelled returns nothing, and neither does one whose proofs were cancelled.
#[test]
fn a_cancelled_search_returns_nothing() {
    let request = Request::of("temple").expect("a known category");
    for last in [1, 3, 4] {
        let cancel = AtomicBool::new(false);
        let progress = |done, _| cancel.store(done >= last, Ordering::Relaxed);
        let control = Control { threads: 1, cancel: &cancel, progress: &progress };
        let options = Options { attempts: best_of(4), control, scratch: None };
        let made = generate(&request, Seed::new(7).expect("a small seed"), options);
        assert_eq!(made.err(), Some(NoResult::Interrupted.into()), "{last}");
    }
}

/// The number of moves of a cheapest plan of the changed level; `None` without a plan.
pub(crate) fn moves(level: &Level, changes: &[&Change]) -> Option<u64> {
    let mut asked = WhatIf::default();
    let mut rules = level.rules_under(None);
    for change in changes {
        match change {
            Change::Without(thing) => asked.without.push(thing.clone()),
            Change::Goal(thing) => asked.goal = Some(thing.clone()),
            Change::Wall(block) => asked.wall.push(block.clone()),
            Change::PushOff => rules.set("push=off").expect("a rule"),
        }
    }
    let level = asked.of(level, &rules).expect("things of the level");
    let solution = solve::solve(&level, &rules, &solve::Options::default(), &Limits::default());
    match solution.expect("few things").verdict {
        Verdict::Solvable { walk, .. } => Some(walk.cost.straight),
        Verdict::Unsolvable => None,
        Verdict::Unknown(limit) => panic!("{limit} without any"),
    }
}

#[test]
fn claims_hold_when_checked_again() {
    let made = made("crypt", 16, 3, (16, 1)).expect("a dungeon");
    let level = &made.candidate.tiled.level;
    assert!(made.claims.all.len() > 5);
    for claim in &made.claims.all {
        let Claim { kind, about, given, change, before, after } = claim;
        let given: Vec<&Change> = given.iter().collect();
        assert_eq!(moves(level, &given), before.moves(), "{} {about:?}", kind.name());
        let both: Vec<&Change> = given.into_iter().chain(change).collect();
        assert_eq!(moves(level, &both), after.moves(), "{} {about:?}", kind.name());
    }
}

#[test]
fn a_design_of_few_rooms_is_made_or_refused_in_words() {
    let mut request = Request::of("dungeon").expect("a known category");
    request.rooms = 4;
    let refused = generate(&request, Seed::new(1).expect("small"), Options::default());
    assert_eq!(
        refused.map(|_| ()).map_err(|error| error.to_string()),
        Err(RequestError::Rooms(4).to_string())
    );
    let small: Vec<bool> =
        (5..9).map(|rooms| made("dungeon", rooms, 2, (16, 1)).is_some()).collect();
    assert_eq!(small, [true; 4]);
}

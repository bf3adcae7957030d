//! Limits are checked after a fixed amount of work, and a cancelled search stops at once.

use quandary_level::check::why_not::{Tried, why_not};
use quandary_level::formats::{json, text};
use quandary_level::rules::{Collect, Rules};
use quandary_level::{Level, Limits, Watch, check};
use serde_json::json;
use std::sync::atomic::{AtomicU64, Ordering};

/// A square hall full of isolated blocks, with the goal in the far corner.
fn hall_of_blocks(side: usize) -> Level {
    let row = |r: usize| -> String {
        let tile = |c: usize| match (r, c) {
            _ if r == 0 || c == 0 || r == side + 1 || c == side + 1 => '#',
            (1, 1) => '@',
            _ if (r, c) == (side, side) => '*',
            _ if r.max(c) < side - 1 && [r, c].iter().all(|at| at.is_multiple_of(3)) => 'o',
            _ => '.',
        };
        (0..side + 2).map(tile).collect()
    };
    let drawing: Vec<_> = (0..side + 2).map(row).collect();
    text::read(&drawing.join("\n")).unwrap()
}

/// A square hall divided by a wall of locks, with the symbol behind it.
fn wall_of_locks(side: u32) -> Level {
    let locks: Vec<_> = (0..2 * side)
        .map(|i| json!({"cells": [[0, 3 + i / side, i % side]], "needs": ["symbol:a"]}))
        .collect();
    let grid = vec![vec![1; side as usize]; side as usize];
    let level = json!({
        "format": "quandary/level/1",
        "floors": [{"grid": grid}],
        "start": {"floor": 0, "row": 0, "col": 0},
        "goals": [{"floor": 0, "row": side - 1, "col": side - 1}],
        "marks": [{"floor": 0, "row": side - 1, "col": 0, "gives": "symbol:a"}],
        "locks": locks,
    });
    json::read(&level.to_string()).unwrap()
}

#[test]
fn limits_are_looked_at_by_the_work_that_is_done() {
    let looks = AtomicU64::new(0);
    let asks = |_| {
        looks.fetch_add(1, Ordering::Relaxed);
        false
    };
    let limits = Limits { states: Some(3_000), watch: Some(Watch(&asks)), ..Limits::default() };
    let mut rules = Rules::default();
    rules.set("push=free").unwrap();
    let found = check(&hall_of_blocks(60), &rules, &limits).unwrap();
    assert!(found.limit.is_some(), "{found:?}");
    // Each of these states touches thousands of cells, so few of them are much work.
    let looks = looks.into_inner();
    assert!(looks > 50, "{looks} looks at the limits");
}

#[test]
fn whoever_cancels_is_asked_no_more() {
    let rules = Rules::default();
    for (name, level) in [("blocks", hall_of_blocks(30)), ("locks", wall_of_locks(30))] {
        for allowed in [0, 1, 3, 10, 30, 100] {
            let asked = AtomicU64::new(0);
            let asks = |_| asked.fetch_add(1, Ordering::Relaxed) >= allowed;
            let limits =
                Limits { states: Some(5_000), watch: Some(Watch(&asks)), ..Limits::default() };
            check(&level, &rules, &limits).unwrap();
            let reason = why_not(&level, &rules, Collect::Nothing, &limits);
            let asked = asked.into_inner();
            assert!(asked <= allowed + 12, "{name}: asked {asked} times, {allowed} allowed");
            // The partial result is returned, with the note that not everything was tried.
            let is_part = reason.as_ref().is_some_and(|reason| reason.tried == Tried::Some);
            assert!(
                reason.is_none() || is_part || asked <= allowed,
                "{name}: {asked} of {allowed}: {reason:?}"
            );
        }
    }
}

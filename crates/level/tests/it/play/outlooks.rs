//! Outlooks compared with the full state space: winnability and least cost.

use crate::play::cases;
use crate::play::space::{Space, space};
use crate::tile_twin::levels::Case;
use quandary_level::limits::Limits;
use quandary_level::plan::Cost;
use quandary_level::play::{Back, Game, Outlook};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Limit on states of a tested level, and on tested states.
const MOST: usize = 700;
const ASKED: usize = 40;

/// By state: the least cost of winning, by a backward search (Dijkstra, 1959).
fn least(space: &Space) -> Vec<Option<Cost>> {
    let mut before = vec![Vec::new(); space.ways.len()];
    for (from, next) in space.next.iter().enumerate() {
        next.iter().for_each(|(step, to)| before[*to].push((from, step.cost())));
    }
    let mut least = vec![None; space.ways.len()];
    let won = (0..space.ways.len()).filter(|state| space.won[*state]);
    let mut waiting: BinaryHeap<Reverse<(Cost, usize)>> =
        won.map(|state| Reverse((Cost::default(), state))).collect();
    while let Some(Reverse((cost, state))) = waiting.pop() {
        if least[state].is_none() {
            least[state] = Some(cost);
            waiting.extend(
                before[state].iter().map(|(from, step)| Reverse((cost.plus(*step), *from))),
            );
        }
    }
    least
}

/// Tests the outlook of some states of a level. Returns true for each winnable one.
fn ask(case: &Case, space: &Space) -> Vec<bool> {
    let (winnable, least) = (space.winnable(), least(space));
    let mut game = Game::of(&case.level, &case.rules).expect("a level that can be played");
    let step = space.ways.len().div_ceil(ASKED);
    let mut found = Vec::new();
    for state in (case.seed as usize % step..space.ways.len()).step_by(step) {
        game.restart();
        for &step in &space.ways[state] {
            game.step(step).expect("a way that was played");
        }
        let told = format!("{case}\n{:?}", space.ways[state]);
        match game.outlook(&Limits::default()) {
            Outlook::Winnable { steps, cost, optimal, .. } => {
                assert!(winnable[state] && optimal && Some(cost) == least[state], "{cost} {told}");
                let before = game.cost();
                for &step in &steps {
                    assert!(!game.is_won(), "{told}");
                    game.step(step).expect("a step of the plan");
                }
                assert!(game.is_won() && game.cost() == before.plus(cost), "{told}");
            }
            Outlook::Lost => {
                assert!(!winnable[state], "{told}");
                came_from(&game, space, &winnable, state, &told);
            }
            Outlook::Unknown(limit) => panic!("{limit}: {told}"),
        }
        found.push(winnable[state]);
    }
    found
}

/// Checks the reported number of steps back from a dead state.
fn came_from(game: &Game<'_>, space: &Space, winnable: &[bool], state: usize, told: &str) {
    let mut states = vec![0];
    for step in &space.ways[state] {
        let from = states.last().copied().unwrap_or_default();
        states.extend(space.next[from].iter().find(|(known, _)| known == step).map(|(_, to)| *to));
    }
    let expected = match states.iter().rposition(|state| winnable[*state]) {
        Some(last) => Back::Steps { steps: states.len() - 1 - last, is_least: true },
        None => Back::Never,
    };
    assert_eq!(game.last_winnable(&Limits::default()), expected, "{told}");
}

#[test]
fn the_outlook_is_what_playing_everything_out_says() {
    let (mut won, mut lost, mut levels) = (0, 0, 0);
    for case in cases(40) {
        let Some(space) = space(&case.level, &case.rules, MOST) else { continue };
        for wins in ask(&case, &space) {
            if wins { won += 1 } else { lost += 1 }
        }
        levels += 1;
    }
    assert!(levels > 400 && won > 4_000 && lost > 2_000, "{levels} levels, {won} won, {lost} lost");
}

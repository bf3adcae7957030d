//! The complete state space.

use super::{Cost, Game, Move, Outcome, State};
use quandary_level::rules::Rules;
use quandary_level::{Cell, Level};
use std::collections::{BTreeMap, BTreeSet};

/// Explores a level completely; `None` if there are more than `cap` states.
pub(crate) fn explore(level: &Level, rules: &Rules, cap: usize) -> Option<Outcome> {
    let game = Game::new(level, rules);
    explore_from(&game, game.first(), cap)
}

/// The pits that are filled in some reachable state; `None` if there are more than `cap` states.
pub(crate) fn all_filled(game: &Game<'_>, cap: usize) -> Option<BTreeSet<Cell>> {
    let mut states = BTreeSet::from([game.first()]);
    let mut open = vec![game.first()];
    while let Some(state) = open.pop() {
        for Move { after, .. } in game.moves(&state) {
            if states.insert(after.clone()) {
                open.push(after);
            }
        }
        if states.len() > cap {
            return None;
        }
    }
    Some(states.into_iter().flat_map(|state| state.filled).collect())
}

/// Explores a game completely from a state; `None` if there are more than `cap` states.
pub(crate) fn explore_from(game: &Game<'_>, first: State, cap: usize) -> Option<Outcome> {
    let mut places = BTreeMap::from([(first.clone(), 0)]);
    let mut states = vec![first];
    let mut costs = vec![Cost::default()];
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut queue = BTreeSet::from([(Cost::default(), 0)]);
    while let Some((cost, at)) = queue.pop_first() {
        for Move { cost: price, after, .. } in game.moves(&states[at]) {
            let cost = cost.plus(price);
            let place = *places.entry(after.clone()).or_insert(states.len());
            if place == states.len() {
                states.push(after);
                costs.push(cost);
                before.push(Vec::new());
                queue.insert((cost, place));
            } else if cost < costs[place] {
                queue.remove(&(costs[place], place));
                queue.insert((cost, place));
                costs[place] = cost;
            }
            before[place].push(at);
        }
        if states.len() > cap {
            return None;
        }
    }
    let is_goal: Vec<bool> = states.iter().map(|state| game.is_goal(state)).collect();
    let alive = alive(&is_goal, &before);
    let least = |wanted: &[bool], what: bool| {
        let found = wanted.iter().zip(&costs).filter(|(is, _)| **is == what);
        found.map(|(_, cost)| *cost).min()
    };
    let cost = least(&is_goal, true);
    Some(Outcome {
        cost,
        states: states.len() as u64,
        dead_states: alive.iter().filter(|alive| !**alive).count() as u64,
        witness: cost.and_then(|_| least(&alive, false)),
    })
}

/// The states from which a goal can be reached.
fn alive(is_goal: &[bool], before: &[Vec<usize>]) -> Vec<bool> {
    let mut alive = is_goal.to_vec();
    let mut waiting: Vec<usize> = (0..alive.len()).filter(|&at| alive[at]).collect();
    while let Some(at) = waiting.pop() {
        for &from in &before[at] {
            if !alive[from] {
                alive[from] = true;
                waiting.push(from);
            }
        }
    }
    alive
}

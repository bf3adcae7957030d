//! The walkthrough, walked on the tiles by the search's own rules.

use super::board::{Board, NONE};
use super::game::Game;
use super::hall::Known;
use super::print::Printed;
use super::search::State;
use super::search::{Play, Until, from};
use super::spots::Spots;
use std::collections::BTreeMap;

/// A line of a walkthrough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Start(u32),
    Go(u32),
    Take(String),
    /// Anything else that is said.
    Other,
}

/// Reads a line.
pub(super) fn line(text: &str) -> Line {
    let room = |text: &str| text.parse().unwrap_or(NONE);
    if let Some(start) = text.strip_prefix("start in room ") {
        Line::Start(room(start))
    } else if let Some(go) = text.strip_prefix("go to room ") {
        Line::Go(room(go))
    } else if let Some(take) = text.strip_prefix("take ") {
        Line::Take(take.to_owned())
    } else {
        Line::Other
    }
}

/// The rooms of a walkthrough in order, the start's included.
pub(super) fn rooms(printed: &Printed) -> Vec<usize> {
    let lines = printed.route.iter().map(|text| line(text));
    let rooms = lines.filter_map(|line| match line {
        Line::Start(room) | Line::Go(room) => Some(room as usize),
        _ => None,
    });
    rooms.collect()
}

/// Walks from room to room; the least number of moves of a walk that passes just these rooms. `None` where a room has
/// more states than may be looked at.
///
/// # Errors
/// A line that cannot be followed, or an end that is no goal.
pub(super) fn replay(
    printed: &Printed,
    board: &Board,
    known: &Known,
    most: usize,
) -> Result<Option<u32>, String> {
    let spots = Spots::every(board);
    let mut game = Game::contracted(board, &spots, known);
    // What is to be had before a room is left that is walked through as one.
    let mut wanted = 0;
    let start = game.start();
    let room_of = |state: &State| board.room[spots.cells[state.0 as usize] as usize];
    let mut here: BTreeMap<State, u32> = BTreeMap::from([(start, 0)]);
    for (number, text) in printed.route.iter().enumerate() {
        let fail = || format!("line {number}, {text:?}, cannot be followed");
        match line(text) {
            Line::Start(room) => {
                if number != 0 || room_of(&start) != room {
                    return Err(fail());
                }
            }
            Line::Go(room) => {
                let last = here.keys().next().map(room_of).ok_or_else(fail)?;
                let Some(within) = inside(&mut game, &here, last, most) else { return Ok(None) };
                let there = |state: &State| room_of(state) == room && state.2 & wanted == wanted;
                here = within.into_iter().filter(|(state, _)| there(state)).collect();
                wanted = 0;
            }
            Line::Take(name) => {
                let last = here.keys().next().map(room_of).ok_or_else(fail)?;
                if !held(printed, last, &name) {
                    return Err(format!("line {number}: {name} does not lie in room {last}"));
                }
                let bit = board.facts.bit(&name);
                if here.keys().all(|state| game.is_one(*state)) {
                    wanted |= bit;
                    continue;
                }
                let Some(within) = inside(&mut game, &here, last, most) else { return Ok(None) };
                let taken = |state: &State| room_of(state) == last && state.2 & bit == bit;
                here = within.into_iter().filter(|(state, _)| taken(state)).collect();
            }
            Line::Other => {}
        }
        if here.is_empty() {
            return Err(fail());
        }
    }
    if wanted != 0 {
        return Err("it ends before something is taken".to_owned());
    }
    let last = here.keys().next().map_or(NONE, room_of);
    let mut goal = None;
    let Some(within) = inside(&mut game, &here, last, most) else { return Ok(None) };
    for (state, cost) in within {
        if game.is_goal(state) {
            goal = Some(goal.map_or(cost, |goal: u32| goal.min(cost)));
        }
    }
    goal.map(Some).ok_or_else(|| "it ends without a goal".to_owned())
}

fn held(printed: &Printed, room: u32, name: &str) -> bool {
    printed.rooms.get(room as usize).is_some_and(|room| room.holds.iter().any(|held| held == name))
}

/// The states that are reached without leaving a room, and those one step outside of it; `None` if there are too many.
fn inside(
    game: &mut Game<'_>,
    here: &BTreeMap<State, u32>,
    room: u32,
    most: usize,
) -> Option<BTreeMap<State, u32>> {
    game.only = Some(room);
    let starts: Vec<(State, u32)> = here.iter().map(|(state, cost)| (*state, *cost)).collect();
    let found = from(game, &starts, Until::Costs, most);
    game.only = None;
    (!found.large).then(|| found.states().collect())
}

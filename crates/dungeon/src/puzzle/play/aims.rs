//! The aims of a game: what is left to be entered before it is won, in words, and the way there.
//!
//! Invariant: a game is won if nothing is left.

use super::here::Here;
use super::reply::{list, sentence};
use crate::layout::{Direction, Kind};
use crate::puzzle::RoomIndex;
use std::collections::{BTreeSet, VecDeque};

impl Here<'_> {
    /// The rooms that have yet to be entered to win.
    fn left(self) -> BTreeSet<RoomIndex> {
        self.scenario.aims().difference(&self.state.entered).copied().collect()
    }

    /// The room that an area is won by, besides those behind its puzzles.
    fn last(self) -> &'static str {
        let boss = self.scenario.area().layout.rooms.iter().any(|room| room.kind == Kind::Boss);
        if boss { "the boss" } else { "the farthest room" }
    }

    /// A room that has yet to be entered, in words.
    fn aim(self, at: RoomIndex) -> String {
        let area = self.scenario.area();
        let boss = self.scenario.room(at).is_some_and(|room| room.kind == Kind::Boss);
        let behind = area.puzzles.iter().find(|puzzle| area.beyond(puzzle) == Some(at));
        match behind.filter(|_| !boss) {
            Some(puzzle) => format!("what lies behind {}", puzzle.name),
            None => self.last().to_owned(),
        }
    }

    /// First step of a shortest way, through open passages, to the nearest of some rooms.
    fn towards(self, rooms: &BTreeSet<RoomIndex>) -> Option<(Direction, RoomIndex)> {
        let Self { scenario, state } = self;
        let mut seen = BTreeSet::from([state.room]);
        let mut queue = VecDeque::from([(state.room, None)]);
        while let Some((here, first)) = queue.pop_front() {
            if let Some(first) = first.filter(|_| rooms.contains(&here)) {
                return Some((first, here));
            }
            for way in Direction::ALL {
                let next = scenario.beside(here, way);
                let next = next.filter(|_| state.blocking(scenario, here, way).is_empty());
                if let Some(next) = next.filter(|&next| seen.insert(next)) {
                    queue.push_back((next, first.or(Some(way))));
                }
            }
        }
        None
    }
}

/// The aim of the game.
pub(super) fn aim(here: Here<'_>) -> String {
    match here.scenario.area().puzzles.len() {
        0 => format!("Find {}.", here.last()),
        1 => format!("Solve the puzzle, see what lies behind, and find {}.", here.last()),
        _ => format!("Solve every puzzle, see what lies behind, and find {}.", here.last()),
    }
}

/// What is left after a room was entered that had to be.
pub(super) fn left(here: Here<'_>) -> String {
    let all: BTreeSet<String> = here.left().into_iter().map(|at| here.aim(at)).collect();
    format!("Left to be seen: {}.", list(&all.into_iter().collect::<Vec<_>>(), "and"))
}

/// Number of rooms that have yet to be entered.
pub(super) fn number_left(here: Here<'_>) -> usize {
    here.left().len()
}

/// What was done by whoever has won.
pub(super) fn won(here: Here<'_>) -> String {
    let last = match here.last() {
        "the boss" => "You have met the boss".to_owned(),
        last => format!("You have come to {last}"),
    };
    let puzzles = match here.scenario.area().puzzles.len() {
        0 => "",
        1 => ", and you have been behind the puzzle",
        _ => ", and you have been behind every puzzle",
    };
    format!("You have won. {last}{puzzles}. You may go on looking around, or `quit`.")
}

/// The hint where no puzzle stands that asks to be solved.
pub(super) fn way(here: Here<'_>) -> String {
    let left = here.left();
    let unsolved = (0..here.scenario.area().puzzles.len())
        .filter(|&puzzle| !here.state.is_solved(puzzle))
        .count();
    let here_is_none = "There is no puzzle here that asks to be solved.";
    match (unsolved, here.towards(&left)) {
        _ if left.is_empty() => "You have won: nothing is left to be found.".to_owned(),
        (0, Some((way, at))) => {
            format!("{} can be reached. From here, go {}.", sentence(&here.aim(at)), way.name())
        }
        (0, None) => here_is_none.to_owned(),
        (1, _) => format!("{here_is_none} One puzzle is left elsewhere."),
        (many, _) => format!("{here_is_none} {many} puzzles are left elsewhere."),
    }
}

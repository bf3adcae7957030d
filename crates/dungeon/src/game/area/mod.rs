//! The text game of an area: its scenario, and the reasons why an area cannot be played.
//!
//! Invariant: every room, puzzle, chest and item that a scenario refers to exists.

mod state;
mod describe;
mod understand;
mod game;

pub use game::USUAL_INT;
pub use game::{explore, walkthrough};
pub use state::Clues;

use super::normalise;
use crate::layout::{Direction, Room};
use crate::puzzle::{Area, Chest, Holder, Kind, Puzzle, RoomIndex};
use diagnostics::counted;
use std::collections::{BTreeMap, BTreeSet};

/// A game of an area.
pub type Game<'a> = super::Game<'a, Scenario>;

/// An area for the text game. It does not change.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    area: Area,
    /// The rooms that must be entered to win.
    aims: BTreeSet<RoomIndex>,
    /// The puzzles of each passage, solved or not.
    barriers: BTreeMap<(RoomIndex, Direction), Vec<usize>>,
}

/// Reason why an area cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScenarioError {
    /// No room, or too many rooms.
    #[error("the area has {}; from 1 to {} are possible", counted(*.0 as u64, "room", "rooms"), diagnostics::grouped(u32::MAX.into()))]
    Rooms(usize),
    /// A puzzle that cannot be played.
    #[error("the puzzle {name:?} {why}")]
    Puzzle {
        /// Its name.
        name: String,
        /// Its fault.
        why: &'static str,
    },
    /// A key that lies outside the area.
    #[error("the item {0:?} lies in no room of the area")]
    Item(String),
    /// A key in a chest that stands in another room than the key.
    #[error("the item {0:?} lies in a chest that is not in its room")]
    Holder(String),
    /// A chest that cannot be played.
    #[error("the chest {name:?} {why}")]
    Chest {
        /// Its name.
        name: String,
        /// Its fault.
        why: &'static str,
    },
}

impl Scenario {
    /// The scenario of an area.
    ///
    /// # Errors
    /// Fails if something refers to a missing room, or two puzzles share a name.
    pub fn new(area: Area) -> Result<Self, ScenarioError> {
        let rooms = area.layout.rooms.len();
        if rooms == 0 || u32::try_from(rooms).is_err() {
            return Err(ScenarioError::Rooms(rooms));
        }
        let mut scenario = Self { aims: BTreeSet::new(), barriers: BTreeMap::new(), area };
        let mut names = BTreeSet::new();
        scenario.place_puzzles(&mut names)?;
        scenario.place_chests(&mut names)?;
        for item in &scenario.area.items {
            if scenario.room(item.room).is_none() {
                return Err(ScenarioError::Item(item.name.clone()));
            }
            if let Holder::Chest(chest) = item.holder
                && scenario.chest(chest).is_none_or(|chest| chest.room != item.room)
            {
                return Err(ScenarioError::Holder(item.name.clone()));
            }
        }
        scenario.aims.extend(scenario.area.last_room());
        Ok(scenario)
    }

    fn place_puzzles(&mut self, names: &mut BTreeSet<String>) -> Result<(), ScenarioError> {
        for (i, puzzle) in self.area.puzzles.iter().enumerate() {
            let wrong = |why| ScenarioError::Puzzle { name: puzzle.name.clone(), why };
            if !sound(&puzzle.kind) {
                return Err(wrong("cannot be solved: it lacks an answer, or its order is none"));
            }
            if !takes(names, [&puzzle.name, &puzzle.id]) {
                return Err(wrong("has no name of its own, or no id of its own"));
            }
            let far =
                self.beside(puzzle.room, puzzle.direction).ok_or(wrong("blocks no passage"))?;
            self.aims.insert(far);
            let sides = [(puzzle.room, puzzle.direction), (far, puzzle.direction.opposite())];
            for side in sides {
                self.barriers.entry(side).or_default().push(i);
            }
        }
        Ok(())
    }

    fn place_chests(&self, names: &mut BTreeSet<String>) -> Result<(), ScenarioError> {
        for chest in &self.area.chests {
            let wrong = |why| ScenarioError::Chest { name: chest.name.clone(), why };
            if self.room(chest.room).is_none() {
                return Err(wrong("stands in no room of the area"));
            }
            if normalise::name(&chest.key).is_empty() {
                return Err(wrong("cannot be opened: its key has no name"));
            }
            if !takes(names, [&chest.name, &chest.id]) {
                return Err(wrong("has no name of its own, or no id of its own"));
            }
        }
        Ok(())
    }

    /// The area.
    #[must_use]
    pub fn area(&self) -> &Area {
        &self.area
    }

    /// The rooms that must be entered to win.
    pub(super) fn aims(&self) -> &BTreeSet<RoomIndex> {
        &self.aims
    }

    pub(super) fn room(&self, at: RoomIndex) -> Option<&Room> {
        self.area.layout.rooms.get(at as usize)
    }

    pub(super) fn puzzle(&self, at: usize) -> Option<&Puzzle> {
        self.area.puzzles.get(at)
    }

    pub(super) fn chest(&self, at: usize) -> Option<&Chest> {
        self.area.chests.get(at)
    }

    /// The chests that stand in a room.
    pub(super) fn chests_in(&self, at: RoomIndex) -> impl Iterator<Item = (usize, &Chest)> {
        self.area.chests.iter().enumerate().filter(move |(_, chest)| chest.room == at)
    }

    /// The room behind a passage.
    pub(super) fn beside(&self, at: RoomIndex, direction: Direction) -> Option<RoomIndex> {
        let room = self.room(at)?;
        let place = step(direction, room.coords)?;
        room.connections.has(direction).then(|| self.area.layout.index(place))?
    }

    /// The puzzles of a passage, solved or not.
    pub(super) fn barriers(&self, at: RoomIndex, direction: Direction) -> &[usize] {
        self.barriers.get(&(at, direction)).map_or(&[], Vec::as_slice)
    }

    /// The puzzles that stand in a room, in the order of the directions they block.
    pub(super) fn puzzles_in(&self, at: RoomIndex) -> impl Iterator<Item = (usize, &Puzzle)> {
        let puzzles = Direction::ALL.into_iter().flat_map(move |way| self.barriers(at, way));
        puzzles.filter_map(move |&i| self.puzzle(i).filter(|p| p.room == at).map(|p| (i, p)))
    }
}

/// Adds names to the names in use; false if one is empty or in use already.
fn takes(names: &mut BTreeSet<String>, own: [&String; 2]) -> bool {
    let own: BTreeSet<String> = own.map(|text| normalise::name(text)).into();
    own.into_iter().all(|name| !name.is_empty() && names.insert(name))
}

/// The coordinates of the next place, unless they overflow.
fn step(direction: Direction, place: [i32; 3]) -> Option<[i32; 3]> {
    // At the limit of the numbers there is no next place.
    let inside = place.into_iter().all(|number| number.unsigned_abs() < i32::MAX.unsigned_abs());
    inside.then(|| direction.step(place))
}

/// True if a puzzle of this kind can be solved.
fn sound(kind: &Kind) -> bool {
    match kind {
        Kind::LockedDoor { key } => !normalise::name(key).is_empty(),
        Kind::Lever | Kind::PressurePlate => true,
        Kind::Riddle { answers, .. } => {
            answers.iter().any(|text| !normalise::answer(text).is_empty())
        }
        Kind::Sequence { objects, order, .. } => {
            let names: BTreeSet<String> =
                objects.iter().map(|name| normalise::name(name)).collect();
            let places: BTreeSet<usize> = order.iter().map(|&place| place.into()).collect();
            !objects.is_empty()
                && names.len() == objects.len()
                && order.len() == objects.len()
                && places.into_iter().eq(0..objects.len())
        }
    }
}

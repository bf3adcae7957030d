//! The actions of a player in a game, and their effects.

use super::fold;
use super::scenario::Scenario;
use crate::layout::Direction;

/// The whereabouts of something that can be carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whereabouts {
    /// In the room where it was put.
    Lying,
    /// With the player.
    Held,
    /// Used up.
    Spent,
}

/// Something that can be carried, by its place in the area's items or in the quest's things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Portable {
    /// A key of a locked door or of a chest.
    Item(usize),
    /// A key of the mission.
    Thing(usize),
}

/// A door or a chest that can be unlocked, or at least be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Door {
    Puzzle(usize),
    Chest(usize),
    Lock(usize),
}

impl Door {
    /// The name of the key that a locked door or a chest asks for.
    pub(super) fn key(self, scenario: &Scenario) -> Option<&str> {
        match self {
            Self::Puzzle(i) => scenario.puzzle(i)?.kind.key(),
            Self::Chest(i) => Some(&scenario.chest(i)?.key),
            Self::Lock(_) => None,
        }
    }
}

impl Portable {
    /// True if it is a key that opens a door.
    pub(super) fn fits(self, door: Door, scenario: &Scenario) -> bool {
        let fits = || match (self, door) {
            (Self::Item(item), door) => {
                let name = &scenario.area().items.get(item)?.name;
                Some(fold::name(name) == fold::name(door.key(scenario)?))
            }
            (Self::Thing(thing), Door::Lock(lock)) => {
                Some(scenario.quest().things.get(thing)?.symbol == scenario.lock(lock)?.symbol)
            }
            _ => None,
        };
        fits().unwrap_or(false)
    }
}

/// An action of a player upon the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Walk.
    Go(Direction),
    /// Pick something up.
    Take(Portable),
    /// Open a door or a chest with a key.
    Open {
        /// The door that is opened.
        door: Door,
        /// The key.
        key: Portable,
    },
    /// Solve a lever, a plate or a riddle.
    Solve(usize),
    /// Touch an object of a sequence.
    Touch {
        /// The puzzle.
        puzzle: usize,
        /// The object.
        object: usize,
    },
    /// Flip a switch.
    Flip(u8),
}

/// The effect of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It could not be done.
    Refused,
    /// Done.
    Done,
    /// A right step of a sequence: so many are done.
    Step(usize),
    /// A wrong step of a sequence. It is as at the beginning; whether it was before is told.
    Reset {
        /// True if steps were lost.
        lost: bool,
    },
}

impl Effect {
    /// True if the state is another one now.
    pub(super) fn changed(self) -> bool {
        !matches!(self, Self::Refused | Self::Reset { lost: false })
    }
}

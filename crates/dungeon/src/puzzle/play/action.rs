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

/// A door or a chest that can be unlocked, or at least be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Door {
    Puzzle(usize),
    Chest(usize),
}

impl Door {
    /// True if an item, by its place in the area, is a key that opens it.
    pub(super) fn takes(self, item: usize, scenario: &Scenario) -> bool {
        let item = scenario.area().items.get(item).map(|item| fold::name(&item.name));
        item.is_some() && item == self.key(scenario).map(fold::name)
    }

    /// The name of the key that a locked door or a chest asks for.
    pub(super) fn key(self, scenario: &Scenario) -> Option<&str> {
        match self {
            Self::Puzzle(i) => scenario.puzzle(i)?.kind.key(),
            Self::Chest(i) => Some(&scenario.chest(i)?.key),
        }
    }
}

/// An action of a player upon the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Walk.
    Go(Direction),
    /// Pick an item up.
    Take(usize),
    /// Open a door or a chest with a key.
    Open {
        /// The door that is opened.
        door: Door,
        /// The key, an item.
        key: usize,
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

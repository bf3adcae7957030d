//! The locks and things that a mission puts into an area that is played, and the faults that keep it from being played.

use crate::mission::Symbol;
use voice::counted;

/// A passage that asks for a symbol, from both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lock {
    /// One room.
    pub from: [i32; 3],
    /// The room next to it.
    pub to: [i32; 3],
    /// The symbol it asks for: a named key (kept), a small key (used up), or a position of a switch.
    pub symbol: Symbol,
}

/// A thing that a mission has put in a room: a key, a small key, or the object of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thing {
    /// The place of its room.
    pub place: [i32; 3],
    /// Its symbol.
    pub symbol: Symbol,
}

/// The mission's part of a dungeon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quest {
    /// The locks.
    pub locks: Vec<Lock>,
    /// The keys and switches.
    pub things: Vec<Thing>,
    /// The room that is to be entered; without it the game is won as an area is.
    pub goal: Option<[i32; 3]>,
}

/// Reason for which an area cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScenarioError {
    /// No room, or too many.
    #[error("the area has {}; from 1 to {} are possible", counted(*.0 as u64, "room", "rooms"), voice::grouped(u32::MAX.into()))]
    Rooms(usize),
    /// A puzzle that cannot be played.
    #[error("the puzzle {name:?} {why}")]
    Puzzle {
        /// Its name.
        name: String,
        /// Its fault.
        why: &'static str,
    },
    /// A key outside the area.
    #[error("the item {0:?} lies in no room of the area")]
    Item(String),
    /// A key in a chest that does not stand where the key is.
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
    /// A lock that is on no passage, or asks for what cannot be had.
    #[error("the lock {symbol} from {from:?} to {to:?} {why}")]
    Lock {
        /// The symbol it asks for.
        symbol: Symbol,
        /// One side.
        from: [i32; 3],
        /// The other side.
        to: [i32; 3],
        /// Its fault.
        why: &'static str,
    },
    /// A thing outside the area, or that is no thing.
    #[error("{symbol} at {place:?} {why}")]
    Thing {
        /// Its symbol.
        symbol: Symbol,
        /// The place where it is said to be.
        place: [i32; 3],
        /// Its fault.
        why: &'static str,
    },
    /// A goal outside the area.
    #[error("the goal {0:?} is no room of the area")]
    Goal([i32; 3]),
}

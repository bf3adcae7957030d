//! What a mission puts into an area that is played, and what cannot be played at all.

use crate::mission::Symbol;
use voice::counted;

/// A passage that asks for a symbol, from both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lock {
    /// One room.
    pub from: [i32; 3],
    /// The room next to it.
    pub to: [i32; 3],
    /// What it asks for: a named key (kept), a small key (used up), or a position of a switch.
    pub symbol: Symbol,
}

/// What a mission has put in a room: a key, a small key, or the object of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thing {
    /// Where it lies.
    pub place: [i32; 3],
    /// What it is.
    pub symbol: Symbol,
}

/// The mission's part of a dungeon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quest {
    /// The locks.
    pub locks: Vec<Lock>,
    /// The keys and switches.
    pub things: Vec<Thing>,
    /// What is to be entered; without it the game is won as an area is.
    pub goal: Option<[i32; 3]>,
}

/// What cannot be played, and why.
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
        /// What is wrong with it.
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
        /// What is wrong with it.
        why: &'static str,
    },
    /// A lock that is on no passage, or asks for what cannot be had.
    #[error("the lock {symbol} from {from:?} to {to:?} {why}")]
    Lock {
        /// What it asks for.
        symbol: Symbol,
        /// One side.
        from: [i32; 3],
        /// The other side.
        to: [i32; 3],
        /// What is wrong with it.
        why: &'static str,
    },
    /// A thing outside the area, or that is no thing.
    #[error("{symbol} at {place:?} {why}")]
    Thing {
        /// What it is.
        symbol: Symbol,
        /// Where it is said to be.
        place: [i32; 3],
        /// What is wrong with it.
        why: &'static str,
    },
    /// A goal outside the area.
    #[error("the goal {0:?} is no room of the area")]
    Goal([i32; 3]),
}

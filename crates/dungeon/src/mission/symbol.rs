//! What lies in a room and what locks an edge.
//!
//! The words are Metazelda's: a *symbol* is a truth that a player can gain (a key, a switch position)
//! or a mark of a room's role. Names are those of `quandary/mission/1`: `A`, `key`, `switch:0=on`.

use std::fmt::{self, Display};

/// The most named keys a mission can have: one for each letter.
pub const MOST_KEYS: usize = 26;
/// The most switches a mission can have.
pub const MOST_SWITCHES: usize = 4;

/// One of the two positions of a switch. Every switch starts off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Position {
    /// How every switch starts.
    Off,
    /// After an odd number of flips.
    On,
}

impl Position {
    /// The other position.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Position::Off => Position::On,
            Position::On => Position::Off,
        }
    }
}

/// A symbol: an item of a room, or the lock of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// Where the player starts.
    Start,
    /// What is to be reached.
    Goal,
    /// The last fight before the goal.
    Boss,
    /// The named key of a level, from 1: kept for good. As a lock: asks for it.
    Key(u8),
    /// A small key, like every other. As a lock: uses one up.
    SmallKey,
    /// The object that flips a switch.
    SwitchObject(u8),
    /// A lock that asks for a position of a switch.
    Switch(u8, Position),
}

impl Display for Symbol {
    /// The name in `quandary/mission/1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Start => f.write_str("start"),
            Symbol::Goal => f.write_str("goal"),
            Symbol::Boss => f.write_str("boss"),
            Symbol::Key(n) => f.write_str(key_name(*n)),
            Symbol::SmallKey => f.write_str("key"),
            Symbol::SwitchObject(s) => write!(f, "switch:{s}"),
            Symbol::Switch(s, Position::On) => write!(f, "switch:{s}=on"),
            Symbol::Switch(s, Position::Off) => write!(f, "switch:{s}=off"),
        }
    }
}

/// The letter of key `n`, from 1: `A` to `Z`; `?` for a number that no key has.
#[must_use]
pub fn key_name(n: u8) -> &'static str {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let at = usize::from(n).wrapping_sub(1);
    LETTERS.get(at..at.wrapping_add(1)).unwrap_or("?")
}

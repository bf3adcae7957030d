//! Sentences about a room that are true for a time.

use std::fmt::{self, Display};
use std::str::FromStr;

/// The time for which a note is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum While {
    /// The way to a room is barred.
    Barred(usize),
    /// Something lies in the room, or is still to be worked there, by its name in the level.
    Holds(String),
    /// There are enemies in the room.
    Foes,
}

/// A sentence about a room that is true for a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The time.
    pub during: While,
    /// The sentence.
    pub text: String,
}

/// The words of the file format.
const BARRED: &str = "barred:";
const HOLDS: &str = "holds:";
const FOES: &str = "enemies";

impl Display for While {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Barred(room) => write!(f, "{BARRED}{room}"),
            Self::Holds(thing) => write!(f, "{HOLDS}{thing}"),
            Self::Foes => f.write_str(FOES),
        }
    }
}

/// A time that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is {0:?}; barred:ROOM, holds:THING and enemies are known")]
pub struct WhileError(String);

impl FromStr for While {
    type Err = WhileError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = || WhileError(text.to_owned());
        if let Some(room) = text.strip_prefix(BARRED) {
            return room.parse().map(Self::Barred).map_err(|_| unknown());
        }
        match text.strip_prefix(HOLDS) {
            Some(thing) => Ok(Self::Holds(thing.to_owned())),
            None if text == FOES => Ok(Self::Foes),
            None => Err(unknown()),
        }
    }
}

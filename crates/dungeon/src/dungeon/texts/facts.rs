//! The facts that are told of a room, and sentences about it that are true for a time.

use crate::layout::Direction;
use crate::named::named;
use crate::purpose::Holder;
use crate::purpose::Purpose;
use std::fmt::{self, Display};
use std::str::FromStr;

named! {
    /// A gate that is seen.
    pub enum Gate {
        /// It takes a small key.
        SmallLock = "small_lock",
        /// It takes the boss's key.
        BossLock = "boss_lock",
        /// It takes one certain key.
        Lock = "lock",
        /// A switch works it.
        Switch = "switch",
        /// A puzzle opens it.
        Puzzle = "puzzle",
        /// A portcullis, which a plate raises.
        Plate = "plate",
        /// Water.
        Water = "water",
        /// A wall that a bomb opens.
        Bombable = "bombable",
        /// Bars that never open.
        Bars = "bars",
    }
}

/// Something that is seen in a room. What bars a way names the room behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen<'a> {
    /// A cracked wall.
    Crack(Direction, usize),
    /// A gate that cannot be passed yet.
    Gate(Gate, Direction, usize),
    /// A plate, with the room that it opens.
    Plate(usize),
    /// A drop from which nobody climbs back.
    Drop(Direction),
    /// Blocks that can be pushed.
    Blocks,
    /// Water.
    Water,
    /// A pit.
    Void,
    /// Something to be seen to, in a peaceful place.
    Errand(&'a str),
}

/// Something that lies in a room, or can be worked there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lying<'a> {
    /// Its name in the level, such as `symbol:A`.
    pub thing: &'a str,
    /// Its name with an article, such as `the cook's key`.
    pub name: &'a str,
}

/// A lever that a room has.
#[derive(Clone, Copy, Debug)]
pub struct Pulled<'a> {
    /// Its name in the level.
    pub thing: &'a str,
    /// A sentence about the room that has it.
    pub line: &'a str,
}

/// The facts that are told of a room.
#[derive(Clone, Copy, Debug)]
pub struct RoomFacts<'a> {
    /// Its purpose.
    pub purpose: Purpose,
    /// The holder of its key.
    pub holder: Option<Holder>,
    /// True if there are enemies in it.
    pub guarded: bool,
    /// Name of its boss, or of its lesser boss.
    pub boss: Option<&'a str>,
    /// Its key, or its item.
    pub key: Option<Lying<'a>>,
    /// Its treasure.
    pub treasure: Option<Lying<'a>>,
    /// Its lever.
    pub lever: Option<Pulled<'a>>,
    /// Whatever else is seen.
    pub seen: &'a [Seen<'a>],
}

impl RoomFacts<'_> {
    /// A room of a purpose in which nothing is seen.
    #[must_use]
    pub fn of(purpose: Purpose) -> Self {
        Self {
            purpose,
            holder: None,
            guarded: false,
            boss: None,
            key: None,
            treasure: None,
            lever: None,
            seen: &[],
        }
    }
}

/// A side in words, in front of a wall: `north`, `upper`.
pub(super) fn side(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "upper",
        Direction::Down => "lower",
        side => side.name(),
    }
}

/// A way in words: `to the north`, `below`.
pub(super) fn towards(direction: Direction) -> String {
    match direction {
        Direction::Up => "above".to_owned(),
        Direction::Down => "below".to_owned(),
        side => format!("to the {}", side.name()),
    }
}

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

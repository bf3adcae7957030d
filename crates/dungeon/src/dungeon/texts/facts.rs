//! The facts about a room for its texts, and sentences that are true for some time.

use crate::layout::Direction;
use crate::named::named;
use crate::purpose::Holder;
use crate::purpose::Purpose;
use std::fmt::{self, Display};
use std::str::FromStr;

named! {
    /// A visible gate.
    pub enum VisibleGate {
        /// Requires a small key.
        SmallLock = "small_lock",
        /// Requires the boss key.
        BossLock = "boss_lock",
        /// Requires a particular key.
        Lock = "lock",
        /// Operated by a switch.
        Switch = "switch",
        /// Opened by a puzzle.
        Puzzle = "puzzle",
        /// A portcullis opened by plates.
        Plate = "plate",
        /// Water.
        Water = "water",
        /// A wall that a bomb opens.
        Bombable = "bombable",
        /// Bars that never open.
        Bars = "bars",
    }
}

/// Something visible in a room. A gate names the room behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature<'a> {
    /// A cracked wall.
    Crack(Direction, usize),
    /// A gate that is closed.
    Gate(VisibleGate, Direction, usize),
    /// A plate, with the room whose portcullis it opens.
    Plate(usize),
    /// Pits before the lever of the room, and blocks that fill them.
    Bridge,
    /// A drop without a way back.
    Drop(Direction),
    /// Blocks that can be pushed.
    Blocks,
    /// Water.
    Water,
    /// A pit.
    Void,
    /// An errand, in a peaceful dungeon.
    Errand(&'a str),
}

/// A thing in a room that can be taken or operated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThingFact<'a> {
    /// Its name in the level, such as `symbol:A`.
    pub thing: &'a str,
    /// Its name with an article, such as `the cook's key`.
    pub name: &'a str,
}

/// The lever of a room.
#[derive(Clone, Copy, Debug)]
pub struct LeverFact<'a> {
    /// Its name in the level.
    pub thing: &'a str,
    /// A sentence for the description of its room.
    pub line: &'a str,
}

/// The facts about a room for its texts.
#[derive(Clone, Copy, Debug)]
pub struct RoomFacts<'a> {
    /// Its purpose.
    pub purpose: Purpose,
    /// The holder of its key.
    pub holder: Option<Holder>,
    /// True if there are enemies in it.
    pub guarded: bool,
    /// Name of its boss or lesser boss.
    pub boss: Option<&'a str>,
    /// Its key or its item.
    pub key: Option<ThingFact<'a>>,
    /// Its treasure.
    pub treasure: Option<ThingFact<'a>>,
    /// Its lever.
    pub lever: Option<LeverFact<'a>>,
    /// Other visible features.
    pub features: &'a [Feature<'a>],
}

impl RoomFacts<'_> {
    /// A room with a purpose and nothing visible.
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
            features: &[],
        }
    }
}

/// A side as an adjective: `north`, `upper`.
pub(super) fn side(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "upper",
        Direction::Down => "lower",
        side => side.name(),
    }
}

/// A direction as an adverbial: `to the north`, `below`.
pub(super) fn towards(direction: Direction) -> String {
    match direction {
        Direction::Up => "above".to_owned(),
        Direction::Down => "below".to_owned(),
        side => format!("to the {}", side.name()),
    }
}

/// The time for which a note is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoteTime {
    /// The passage to a room is closed.
    Barred(usize),
    /// The thing lies in the room or was not operated yet; by its name in the level.
    Holds(String),
    /// There are enemies in the room.
    Foes,
}

/// A sentence about a room with the time for which it is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The time.
    pub during: NoteTime,
    /// The sentence.
    pub text: String,
}

/// The prefix in the file format.
const BARRED: &str = "barred:";
const HOLDS: &str = "holds:";
const FOES: &str = "enemies";

impl Display for NoteTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Barred(room) => write!(f, "{BARRED}{room}"),
            Self::Holds(thing) => write!(f, "{HOLDS}{thing}"),
            Self::Foes => f.write_str(FOES),
        }
    }
}

/// A text that is not a time of a note.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is {0:?}; barred:ROOM, holds:THING and enemies are known")]
pub struct NoteTimeError(String);

impl FromStr for NoteTime {
    type Err = NoteTimeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = || NoteTimeError(text.to_owned());
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

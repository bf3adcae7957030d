//! An area as the program prints it (`quandary/area/1`), and what can be wrong with one.
//!
//! Written from the description of the format and of the laws of puzzles; nothing of the author's
//! code was looked at.

mod map;
mod play;
mod laws;
mod chests;
mod fields;
mod judge;
#[cfg(test)]
pub(super) mod sketch;

pub(super) use fields::fields;
pub(super) use judge::{Asked, judge};
pub(super) use laws::{Reach, depths, laws};
pub(super) use map::Map;

use super::ledger::Column;
use serde::de::IgnoredAny;

/// What is read of `quandary/area/1`.
#[derive(serde::Deserialize)]
pub(super) struct Area {
    pub(super) format: String,
    pub(super) category: String,
    pub(super) generator: String,
    pub(super) bounds: [i64; 6],
    pub(super) seed: u64,
    pub(super) rooms: Vec<Room>,
    pub(super) puzzles: Vec<Puzzle>,
    pub(super) items: Vec<Item>,
    #[serde(default)]
    pub(super) chests: Vec<Chest>,
    pub(super) report: Report,
    /// An area that is part of a dungeon has none of its own.
    #[serde(default)]
    pub(super) proof: Option<Proof>,
    #[serde(default, rename = "provenance")]
    _provenance: Option<IgnoredAny>,
}

/// A room.
#[derive(serde::Deserialize)]
pub(super) struct Room {
    pub(super) coords: [i64; 3],
    pub(super) kind: String,
    pub(super) connections: Vec<String>,
    pub(super) entry: bool,
    pub(super) distance: u64,
    pub(super) blocked_directions: Vec<String>,
}

/// A puzzle, and the passage that it blocks.
#[derive(serde::Deserialize)]
pub(super) struct Puzzle {
    pub(super) id: String,
    pub(super) kind: String,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) room: [i64; 3],
    pub(super) direction: String,
    pub(super) required_key: Option<String>,
    pub(super) riddle_text: Option<String>,
    pub(super) riddle_answers: Option<Vec<String>>,
    pub(super) objects: Option<Vec<Object>>,
    pub(super) sequence_ids: Option<Vec<String>>,
    pub(super) clue: Option<String>,
    pub(super) hint_threshold: u64,
    pub(super) hint_text: String,
}

/// A part of a sequence.
#[derive(serde::Deserialize)]
pub(super) struct Object {
    pub(super) id: String,
    pub(super) name: String,
}

/// A key: it lies in the open where nothing holds it.
#[derive(serde::Deserialize)]
pub(super) struct Item {
    pub(super) name: String,
    pub(super) description: Option<String>,
    pub(super) room: [i64; 3],
    #[serde(default)]
    pub(super) holder: Option<String>,
}

/// A locked chest.
#[derive(serde::Deserialize)]
pub(super) struct Chest {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) room: [i64; 3],
    pub(super) required_key: String,
    pub(super) hint_threshold: u64,
    pub(super) hint_text: String,
}

/// How many puzzles were asked for, and how many there are.
#[derive(serde::Deserialize)]
pub(super) struct Report {
    pub(super) asked: usize,
    pub(super) placed: usize,
    pub(super) reason: Option<String>,
    pub(super) closed: Option<usize>,
    pub(super) reasons: Option<Vec<Lack>>,
}

/// Why puzzles are missing, and how many.
#[derive(serde::Deserialize)]
pub(super) struct Lack {
    pub(super) reason: String,
    pub(super) puzzles: usize,
}

/// What the program says of it.
#[derive(serde::Deserialize)]
pub(super) struct Proof {
    pub(super) winnable: bool,
    pub(super) unlosable: bool,
}

/// How keys work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Named,
    Small,
}

impl Style {
    /// Its word on the command line.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Named => "named",
            Self::Small => "small",
        }
    }
}

/// What can be wrong, in the order of the columns: the peers' defects first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Defect {
    NoExit,
    Gates,
    KeyNames,
    NoPickUp,
    Boss,
    NeverOpen,
    Apart,
    Stuck,
    NoPuzzle,
    Differs,
    Threshold,
    Blocked,
    Short,
    EntryRoom,
    Crowd,
    FarSide,
    KeyBefore,
    KeyFar,
    Names,
    Riddle,
    Sequence,
    Told,
    Chest,
    Placement,
    OneWay,
    Outside,
    Entry,
    Distance,
    Proof,
    Large,
    Form,
}

impl Column for Defect {
    const FORM: Self = Self::Form;
    const DIFFERS: Self = Self::Differs;

    fn all() -> Vec<Self> {
        [&Self::PEERS[..], &Self::LAWS].concat()
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::NoExit => ("no-exit", "a puzzle blocks a direction in which there is no exit"),
            Self::Gates => ("gates", "a puzzle gates nothing: without it all rooms are reached"),
            Self::KeyNames => {
                ("key-names", "doors whose keys share a name, or do not though small")
            }
            Self::NoPickUp => ("no-pickup", "a key that is not there or can never be picked up"),
            Self::Boss => ("boss", "the boss is missing or out of reach"),
            Self::NeverOpen => ("never", "a puzzle that can never be solved"),
            Self::Apart => ("apart", "a room that can never be reached"),
            Self::Stuck => ("stuck", "a player can get stuck"),
            Self::NoPuzzle => ("none", "no puzzle although one was asked for and fits"),
            Self::Differs => ("differs", "the same seed gives other bytes"),
            Self::Threshold => ("hint", "a hint's threshold above 20, or not of the rule"),
            Self::Blocked => ("blocked", "blocked directions that are not those of the puzzles"),
            Self::Short => ("short", "not so many puzzles as were asked for, without a reason"),
            Self::EntryRoom => ("in-entry", "a puzzle in the entry room"),
            Self::Crowd => ("crowd", "more than two puzzles in a room"),
            Self::FarSide => {
                ("far-side", "a puzzle whose room is not reached while it is unsolved")
            }
            Self::KeyBefore => ("key-near", "a key not before its door, or not nearer the entry"),
            Self::KeyFar => ("key-far", "a key though a room farther from the entry would do"),
            Self::Names => ("names", "ids or names that are not unique, whatever their case"),
            Self::Riddle => ("riddle", "a riddle without a text or an answer"),
            Self::Sequence => ("sequence", "an order that is not one of the objects, or no clue"),
            Self::Told => ("told", "a key or a chest that is not described"),
            Self::Chest => ("chest", "a chest that breaks one of its laws"),
            Self::Placement => ("placing", "what is missing, or closed, is not all told"),
            Self::OneWay => ("one-way", "a connection that does not lead back"),
            Self::Outside => ("outside", "a room out of bounds, or two in one place"),
            Self::Entry => ("entry", "not one entry"),
            Self::Distance => ("distance", "a distance that is not the least number of steps"),
            Self::Proof => ("proof", "not claimed to be winnable and unlosable"),
            Self::Large => ("large", "too many states to be counted out"),
            Self::Form => ("form", "a line that is not what was asked for"),
        }
    }
}

impl Defect {
    /// What the peers get wrong.
    const PEERS: [Self; 11] = [
        Self::NoExit,
        Self::Gates,
        Self::KeyNames,
        Self::NoPickUp,
        Self::Boss,
        Self::NeverOpen,
        Self::Apart,
        Self::Stuck,
        Self::NoPuzzle,
        Self::Differs,
        Self::Threshold,
    ];
    /// What the description asks for besides.
    const LAWS: [Self; 20] = [
        Self::Blocked,
        Self::Short,
        Self::EntryRoom,
        Self::Crowd,
        Self::FarSide,
        Self::KeyBefore,
        Self::KeyFar,
        Self::Names,
        Self::Riddle,
        Self::Sequence,
        Self::Told,
        Self::Chest,
        Self::Placement,
        Self::OneWay,
        Self::Outside,
        Self::Entry,
        Self::Distance,
        Self::Proof,
        Self::Large,
        Self::Form,
    ];
}

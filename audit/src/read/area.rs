//! Layouts and areas: `quandary/layout/1` and `quandary/area/1`.

use serde::de::IgnoredAny;

/// The fields of `quandary/layout/1` that are read.
#[derive(serde::Deserialize)]
pub(crate) struct Layout {
    pub(crate) format: String,
    pub(crate) category: String,
    pub(crate) generator: String,
    pub(crate) bounds: [i64; 6],
    pub(crate) seed: u64,
    pub(crate) rooms: Vec<Room>,
}

/// The fields of `quandary/area/1` that are read.
#[derive(serde::Deserialize)]
pub(crate) struct Area {
    pub(crate) format: String,
    pub(crate) category: String,
    pub(crate) generator: String,
    pub(crate) bounds: [i64; 6],
    pub(crate) seed: u64,
    pub(crate) rooms: Vec<Room>,
    pub(crate) puzzles: Vec<Puzzle>,
    pub(crate) items: Vec<Item>,
    #[serde(default)]
    pub(crate) chests: Vec<Chest>,
    pub(crate) report: Report,
    /// An area that is part of a dungeon has none of its own.
    #[serde(default)]
    pub(crate) proof: Option<Proof>,
    #[serde(default, rename = "provenance")]
    _provenance: Option<IgnoredAny>,
}

/// A room.
#[derive(serde::Deserialize)]
pub(crate) struct Room {
    pub(crate) coords: [i64; 3],
    pub(crate) kind: String,
    pub(crate) connections: Vec<String>,
    pub(crate) entry: bool,
    pub(crate) distance: u64,
    /// An area tells them of every room, a layout of none.
    pub(crate) blocked_directions: Option<Vec<String>>,
}

/// A puzzle, and the passage that it blocks.
#[derive(serde::Deserialize)]
pub(crate) struct Puzzle {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) room: [i64; 3],
    pub(crate) direction: String,
    pub(crate) required_key: Option<String>,
    pub(crate) riddle_text: Option<String>,
    pub(crate) riddle_answers: Option<Vec<String>>,
    pub(crate) objects: Option<Vec<Object>>,
    pub(crate) sequence_ids: Option<Vec<String>>,
    pub(crate) clue: Option<String>,
    pub(crate) hint_threshold: u64,
    pub(crate) hint_text: String,
}

/// A part of a sequence.
#[derive(serde::Deserialize)]
pub(crate) struct Object {
    pub(crate) id: String,
    pub(crate) name: String,
}

/// A key: it lies in the open where nothing holds it.
#[derive(serde::Deserialize)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) room: [i64; 3],
    #[serde(default)]
    pub(crate) holder: Option<String>,
}

/// A locked chest.
#[derive(serde::Deserialize)]
pub(crate) struct Chest {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) room: [i64; 3],
    pub(crate) required_key: String,
    pub(crate) hint_threshold: u64,
    pub(crate) hint_text: String,
}

/// Number of puzzles that were asked for, and that there are.
#[derive(serde::Deserialize)]
pub(crate) struct Report {
    pub(crate) asked: usize,
    pub(crate) placed: usize,
    pub(crate) reason: Option<String>,
    pub(crate) closed: Option<usize>,
    pub(crate) reasons: Option<Vec<Lack>>,
}

/// A reason for which puzzles are missing, and how many.
#[derive(serde::Deserialize)]
pub(crate) struct Lack {
    pub(crate) reason: String,
    pub(crate) puzzles: usize,
}

/// The program's own word on it.
#[derive(serde::Deserialize)]
pub(crate) struct Proof {
    pub(crate) winnable: bool,
    pub(crate) unlosable: bool,
}

//! A printed dungeon: `quandary/dungeon/2`, as far as it is judged.

use crate::measures::read::Level;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The whole object.
#[derive(Deserialize)]
pub(crate) struct Printed {
    pub(crate) format: String,
    pub(crate) seed: u64,
    pub(crate) rooms: Vec<Room>,
    pub(crate) passages: Vec<Passage>,
    pub(crate) cycles: Vec<Cycle>,
    #[serde(default)]
    pub(crate) puzzles: Vec<Puzzle>,
    pub(crate) claims: Vec<Claim>,
    pub(crate) metrics: BTreeMap<String, Option<f64>>,
    pub(crate) level: Level,
    pub(crate) proof: Value,
    pub(crate) route: Vec<String>,
}

/// A room.
#[derive(Deserialize)]
pub(crate) struct Room {
    pub(crate) id: usize,
    pub(crate) cells: Vec<[i64; 3]>,
    pub(crate) purpose: String,
    pub(crate) holder: Option<String>,
    pub(crate) load: u64,
    pub(crate) enemies: Vec<Value>,
    pub(crate) holds: Vec<String>,
    /// All other fields.
    #[serde(flatten)]
    pub(crate) more: BTreeMap<String, Value>,
}

/// A passage.
#[derive(Deserialize)]
pub(crate) struct Passage {
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) kind: String,
    pub(crate) needs: Needs,
}

/// The requirements of a passage in each direction; none where there is no way.
#[derive(Deserialize)]
pub(crate) struct Needs {
    pub(crate) a_to_b: Option<Vec<String>>,
    pub(crate) b_to_a: Option<Vec<String>>,
}

/// Two arcs between two rooms.
#[derive(Clone, Deserialize)]
pub(crate) struct Cycle {
    pub(crate) pattern: String,
    pub(crate) entry: usize,
    pub(crate) goal: usize,
    pub(crate) arc_a: Vec<usize>,
    pub(crate) arc_b: Vec<usize>,
    pub(crate) claims: Vec<usize>,
}

/// A puzzle.
#[derive(Deserialize)]
pub(crate) struct Puzzle {
    pub(crate) room: usize,
    pub(crate) passage: [usize; 2],
}

/// A claim: a question asked twice, and the answers.
#[derive(Clone, Deserialize)]
pub(crate) struct Claim {
    pub(crate) claim: String,
    pub(crate) about: Vec<String>,
    pub(crate) given: Vec<String>,
    pub(crate) change: Vec<String>,
    pub(crate) before: Told,
    pub(crate) after: Told,
    pub(crate) holds: bool,
}

/// An answer as it is told.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Told {
    pub(crate) verdict: String,
    pub(crate) moves: Option<u32>,
    pub(crate) unlosable: Option<bool>,
}

//! A printed dungeon: `quandary/dungeon/2`, as far as it is judged.

use crate::measures::read::Level;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The whole object.
#[derive(Deserialize)]
pub(super) struct Printed {
    pub(super) format: String,
    pub(super) seed: u64,
    pub(super) rooms: Vec<Room>,
    pub(super) passages: Vec<Passage>,
    pub(super) cycles: Vec<Cycle>,
    #[serde(default)]
    pub(super) puzzles: Vec<Puzzle>,
    pub(super) claims: Vec<Claim>,
    pub(super) metrics: BTreeMap<String, Option<f64>>,
    pub(super) level: Level,
    pub(super) proof: Value,
    pub(super) walkthrough: Vec<String>,
}

/// A room.
#[derive(Deserialize)]
pub(super) struct Room {
    pub(super) id: usize,
    pub(super) cells: Vec<[i64; 3]>,
    pub(super) purpose: String,
    pub(super) holder: Option<String>,
    pub(super) load: u64,
    pub(super) enemies: Vec<Value>,
    pub(super) holds: Vec<String>,
    /// All other fields.
    #[serde(flatten)]
    pub(super) more: BTreeMap<String, Value>,
}

/// A passage.
#[derive(Deserialize)]
pub(super) struct Passage {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) kind: String,
    pub(super) needs: Needs,
}

/// What each way asks for; none where there is no way.
#[derive(Deserialize)]
pub(super) struct Needs {
    pub(super) a_to_b: Option<Vec<String>>,
    pub(super) b_to_a: Option<Vec<String>>,
}

/// Two arcs between two rooms.
#[derive(Clone, Deserialize)]
pub(super) struct Cycle {
    pub(super) pattern: String,
    pub(super) entry: usize,
    pub(super) goal: usize,
    pub(super) arc_a: Vec<usize>,
    pub(super) arc_b: Vec<usize>,
    pub(super) claims: Vec<usize>,
}

/// A puzzle.
#[derive(Deserialize)]
pub(super) struct Puzzle {
    pub(super) room: usize,
    pub(super) passage: [usize; 2],
}

/// A claim: a question asked twice, and the answers.
#[derive(Clone, Deserialize)]
pub(super) struct Claim {
    pub(super) claim: String,
    pub(super) about: Vec<String>,
    pub(super) given: Vec<String>,
    pub(super) change: Vec<String>,
    pub(super) before: Told,
    pub(super) after: Told,
    pub(super) holds: bool,
}

/// An answer as it is told.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Told {
    pub(super) verdict: String,
    pub(super) moves: Option<u32>,
    pub(super) unlosable: Option<bool>,
}

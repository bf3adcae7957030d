//! Designed dungeons as the program prints them, as far as the page needs them.

use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Dungeon {
    pub(super) seed: u64,
    pub(super) rooms: Vec<Room>,
    pub(super) passages: Vec<Passage>,
    pub(super) cycles: Vec<Cycle>,
    pub(super) claims: Vec<Claim>,
}

#[derive(Deserialize)]
pub(super) struct Room {
    pub(super) id: usize,
    pub(super) cells: Vec<[i64; 3]>,
    pub(super) holds: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Passage {
    pub(super) a: usize,
    pub(super) b: usize,
    pub(super) needs: Needs,
}

#[derive(Deserialize)]
pub(super) struct Needs {
    pub(super) a_to_b: Option<Vec<String>>,
    pub(super) b_to_a: Option<Vec<String>>,
}

#[derive(Deserialize)]
pub(super) struct Cycle {
    pub(super) pattern: String,
    pub(super) entry: usize,
    pub(super) goal: usize,
    pub(super) arc_a: Vec<usize>,
    pub(super) arc_b: Vec<usize>,
    pub(super) claims: Vec<usize>,
}

#[derive(Deserialize)]
pub(super) struct Claim {
    pub(super) claim: String,
    pub(super) about: Vec<String>,
    pub(super) given: Vec<String>,
    pub(super) change: Vec<String>,
    pub(super) before: Answer,
    pub(super) after: Answer,
}

#[derive(Deserialize)]
pub(super) struct Answer {
    pub(super) verdict: String,
    pub(super) moves: Option<u64>,
}

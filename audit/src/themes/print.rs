//! A printed dungeon: `quandary/dungeon/2`, as far as its look goes.

use crate::measures::read::Level;
use serde::Deserialize;

/// The fields that are read.
#[derive(Deserialize)]
pub(super) struct Printed {
    pub(super) seed: u64,
    pub(super) rooms: Vec<Room>,
    pub(super) level: Level,
}

/// A room, and the cells of the plan that it covers.
#[derive(Deserialize)]
pub(super) struct Room {
    pub(super) cells: Vec<[i64; 3]>,
}

//! The fields of `quandary/dungeon/1` that are read: the mission, the area, the level, and what is said of them.

use super::area::Area;
use super::level::Level;
use super::mission::{Edge, Item};
use serde::de::IgnoredAny;

/// The whole object.
#[derive(serde::Deserialize)]
pub(crate) struct Dungeon {
    pub(crate) format: String,
    pub(crate) seed: u64,
    #[serde(rename = "attempt")]
    _attempt: u64,
    pub(crate) mission: Mission,
    pub(crate) area: Area,
    pub(crate) level: Level,
    pub(crate) blocks: Blocks,
    pub(crate) proof: Proof,
    pub(crate) walkthrough: Vec<String>,
    #[serde(rename = "rank")]
    _rank: IgnoredAny,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
}

/// The mission, one room a room of the area.
#[derive(serde::Deserialize)]
pub(crate) struct Mission {
    pub(crate) rooms: Vec<Room>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) start: u64,
    pub(crate) boss: u64,
    pub(crate) goal: u64,
}

impl Mission {
    /// The place of a room.
    pub(crate) fn place(&self, id: u64) -> Option<[i64; 3]> {
        self.rooms.iter().find(|room| room.id == id).map(|room| room.coords)
    }

    /// The places of the rooms at the ends of a passage.
    pub(crate) fn ends(&self, edge: &Edge) -> Option<([i64; 3], [i64; 3])> {
        self.place(edge.a).zip(self.place(edge.b))
    }
}

/// A room of the mission.
#[derive(serde::Deserialize)]
pub(crate) struct Room {
    pub(crate) id: u64,
    pub(crate) coords: [i64; 3],
    pub(crate) item: Option<Item>,
}

/// The proof that the program claims to have.
#[derive(serde::Deserialize)]
pub(crate) struct Proof {
    pub(crate) winnable: bool,
    pub(crate) unlosable: bool,
    pub(crate) rooms: ByRooms,
    pub(crate) tiles: ByTiles,
    pub(crate) plan: Vec<Record>,
    /// The things that the goal is out of reach without, and the others.
    pub(crate) needed: Vec<Claim>,
    pub(crate) optional: Vec<Claim>,
    /// True if it can be reached without all of the latter at once.
    pub(crate) optional_together: Option<bool>,
}

/// A thing that lies on a cell, named as by `check`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
pub(crate) struct Claim {
    /// Floor, row and column, or row and column where there is one floor.
    pub(crate) cell: Vec<usize>,
    pub(crate) content: String,
    /// Number of rooms behind the passages that ask for it.
    pub(crate) behind: Option<usize>,
}

/// Number of blocks that were asked for and placed, and the reason for which not all were.
#[derive(serde::Deserialize)]
pub(crate) struct Blocks {
    pub(crate) asked: usize,
    pub(crate) drawn: usize,
    pub(crate) placed: usize,
    pub(crate) reason: Option<String>,
}

/// The proof by rooms.
#[derive(serde::Deserialize)]
pub(crate) struct ByRooms {
    pub(crate) states: u64,
    pub(crate) solution: u64,
}

/// The proof by tiles.
#[derive(serde::Deserialize)]
pub(crate) struct ByTiles {
    pub(crate) states: u64,
    pub(crate) cost: u64,
}

/// A move of the plan, and where it ends.
#[derive(serde::Deserialize)]
pub(crate) struct Record {
    pub(crate) action: String,
    pub(crate) cell: [usize; 3],
}

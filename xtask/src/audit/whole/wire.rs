//! What is read of `quandary/dungeon/1`: the mission, the area, the level, and what is said of them.

use crate::audit::area::Area;
use serde::de::IgnoredAny;

/// The whole object.
#[derive(serde::Deserialize)]
pub(super) struct Dungeon {
    pub(super) format: String,
    pub(super) seed: u64,
    #[serde(rename = "attempt")]
    _attempt: u64,
    pub(super) mission: Mission,
    pub(super) area: Area,
    pub(super) level: Level,
    pub(super) blocks: Blocks,
    pub(super) proof: Proof,
    pub(super) walkthrough: Vec<String>,
    #[serde(rename = "rank")]
    _rank: IgnoredAny,
    #[serde(rename = "provenance")]
    _provenance: IgnoredAny,
}

/// The mission, one room a room of the area.
#[derive(serde::Deserialize)]
pub(super) struct Mission {
    pub(super) rooms: Vec<Room>,
    pub(super) edges: Vec<Edge>,
    pub(super) start: u64,
    pub(super) boss: u64,
    pub(super) goal: u64,
}

/// A room of the mission.
#[derive(serde::Deserialize)]
pub(super) struct Room {
    pub(super) id: u64,
    pub(super) coords: [i64; 3],
    pub(super) item: Option<String>,
}

/// A passage, listed once and open both ways.
#[derive(serde::Deserialize)]
pub(super) struct Edge {
    pub(super) a: u64,
    pub(super) b: u64,
    pub(super) symbol: Option<String>,
}

/// What the program says it has proved.
#[derive(serde::Deserialize)]
pub(super) struct Proof {
    pub(super) winnable: bool,
    pub(super) unlosable: bool,
    pub(super) rooms: ByRooms,
    pub(super) tiles: ByTiles,
    pub(super) plan: Vec<Record>,
    /// What the goal is out of reach without, and what it is not.
    pub(super) needed: Vec<Claim>,
    pub(super) optional: Vec<Claim>,
    /// Whether it can be reached without all of the latter at once.
    pub(super) optional_together: Option<bool>,
}

/// A thing that lies on a cell, named as by `check`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
pub(super) struct Claim {
    /// Floor, row and column, or row and column where there is one floor.
    pub(super) cell: Vec<usize>,
    pub(super) content: String,
    /// How many rooms lie behind the passages that ask for it.
    pub(super) behind: Option<usize>,
}

/// What came of the blocks that were asked for.
#[derive(serde::Deserialize)]
pub(super) struct Blocks {
    pub(super) asked: usize,
    pub(super) drawn: usize,
    pub(super) placed: usize,
    pub(super) reason: Option<String>,
}

/// The proof by rooms.
#[derive(serde::Deserialize)]
pub(super) struct ByRooms {
    pub(super) states: u64,
    pub(super) solution: u64,
}

/// The proof by tiles.
#[derive(serde::Deserialize)]
pub(super) struct ByTiles {
    pub(super) states: u64,
    pub(super) cost: u64,
}

/// A move of the plan, and where it ends.
#[derive(serde::Deserialize)]
pub(super) struct Record {
    pub(super) action: String,
    pub(super) cell: [usize; 3],
}

/// A level: `quandary/level/1`, which allows no other fields.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Level {
    pub(super) format: String,
    #[serde(rename = "name")]
    _name: Option<IgnoredAny>,
    pub(super) floors: Vec<Floor>,
    pub(super) start: Option<Cell>,
    pub(super) goals: Option<Vec<Cell>>,
    pub(super) rooms: Vec<Rectangle>,
    pub(super) graph: Graph,
    #[serde(default)]
    pub(super) marks: Vec<Mark>,
    #[serde(default)]
    pub(super) locks: Vec<DoorLock>,
    #[serde(rename = "provenance")]
    _provenance: Option<IgnoredAny>,
}

/// The tiles of a floor.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Floor {
    pub(super) grid: Vec<Vec<u8>>,
}

/// A cell by its numbers.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cell {
    pub(super) floor: usize,
    pub(super) row: usize,
    pub(super) col: usize,
}

/// The rectangle of a room.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rectangle {
    pub(super) node: String,
    pub(super) floor: usize,
    pub(super) row: usize,
    pub(super) col: usize,
    pub(super) rows: usize,
    pub(super) cols: usize,
}

/// The graph of the rooms.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Arrow>,
    pub(super) start: Option<String>,
    pub(super) goals: Option<Vec<String>>,
}

/// A node.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Node {
    pub(super) id: String,
    #[serde(default)]
    pub(super) contents: Vec<String>,
}

/// A directed edge.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Arrow {
    pub(super) from: String,
    pub(super) to: String,
    #[serde(default)]
    pub(super) requires: Requires,
}

/// One name or several.
#[derive(Clone, serde::Deserialize)]
#[serde(untagged)]
pub(super) enum Requires {
    One(String),
    Many(Vec<String>),
}

/// A symbol or a toggle on a tile.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mark {
    pub(super) floor: usize,
    pub(super) row: usize,
    pub(super) col: usize,
    pub(super) gives: String,
}

/// Cells that ask for something.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DoorLock {
    pub(super) cells: Vec<[usize; 3]>,
    pub(super) needs: Vec<String>,
}

impl Default for Requires {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl Requires {
    /// The names, `open` left out.
    pub(super) fn names(&self) -> Vec<&str> {
        let names = match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Many(names) => names,
        };
        names.iter().map(String::as_str).filter(|name| *name != "open").collect()
    }
}

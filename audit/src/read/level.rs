//! A level: `quandary/level/1`, which allows no other fields than these.

use serde::de::IgnoredAny;

/// The whole object.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Level {
    pub(crate) format: String,
    #[serde(rename = "name")]
    _name: Option<IgnoredAny>,
    pub(crate) floors: Vec<Floor>,
    pub(crate) start: Option<Cell>,
    pub(crate) goals: Option<Vec<Cell>>,
    pub(crate) rooms: Vec<Rectangle>,
    pub(crate) graph: Graph,
    #[serde(default)]
    pub(crate) marks: Vec<Mark>,
    #[serde(default)]
    pub(crate) locks: Vec<DoorLock>,
    #[serde(rename = "provenance")]
    _provenance: Option<IgnoredAny>,
}

impl Level {
    /// The tiles of all floors.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = u8> + '_ {
        self.floors.iter().flat_map(|floor| &floor.grid).flatten().copied()
    }

    /// How many tiles have a number.
    pub(crate) fn count(&self, tile: u8) -> usize {
        self.tiles().filter(|other| *other == tile).count()
    }

    /// The tile of a cell.
    pub(crate) fn tile(&mut self, [floor, row, col]: [usize; 3]) -> Option<&mut u8> {
        self.floors.get_mut(floor)?.grid.get_mut(row)?.get_mut(col)
    }
}

/// The tiles of a floor.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Floor {
    pub(crate) grid: Vec<Vec<u8>>,
}

/// A cell by its numbers.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cell {
    pub(crate) floor: usize,
    pub(crate) row: usize,
    pub(crate) col: usize,
}

/// The rectangle of a room.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rectangle {
    pub(crate) node: String,
    pub(crate) floor: usize,
    pub(crate) row: usize,
    pub(crate) col: usize,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
}

/// The graph of the rooms.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Arrow>,
    pub(crate) start: Option<String>,
    pub(crate) goals: Option<Vec<String>>,
}

/// A node.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Node {
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) contents: Vec<String>,
}

/// A directed edge.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arrow {
    pub(crate) from: String,
    pub(crate) to: String,
    #[serde(default)]
    pub(crate) requires: Requires,
}

/// One name or several.
#[derive(Clone, serde::Deserialize)]
#[serde(untagged)]
pub(crate) enum Requires {
    One(String),
    Many(Vec<String>),
}

/// A symbol or a toggle on a tile.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mark {
    pub(crate) floor: usize,
    pub(crate) row: usize,
    pub(crate) col: usize,
    pub(crate) gives: String,
}

/// Cells that ask for something.
#[derive(Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DoorLock {
    pub(crate) cells: Vec<[usize; 3]>,
    pub(crate) needs: Vec<String>,
}

impl Default for Requires {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl Requires {
    /// The names, `open` left out.
    pub(crate) fn names(&self) -> Vec<&str> {
        let names = match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Many(names) => names,
        };
        names.iter().map(String::as_str).filter(|name| *name != "open").collect()
    }
}

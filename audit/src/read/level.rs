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
    /// All cells by floor, row and column, with their tiles.
    pub(crate) fn cells(&self) -> impl Iterator<Item = ([usize; 3], u8)> + '_ {
        self.floors.iter().enumerate().flat_map(|(floor, here)| {
            here.grid.iter().enumerate().flat_map(move |(row, line)| {
                line.iter().enumerate().map(move |(col, tile)| ([floor, row, col], *tile))
            })
        })
    }

    /// Number of tiles that have a number.
    pub(crate) fn count(&self, tile: u8) -> usize {
        self.cells().filter(|(_, other)| *other == tile).count()
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

impl Cell {
    /// The same as an array.
    pub(crate) fn at(&self) -> [usize; 3] {
        [self.floor, self.row, self.col]
    }
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

impl Graph {
    /// The nodes of the start and of the goals.
    pub(crate) fn ends(&self) -> [Vec<&str>; 2] {
        let marked = |content: &str| {
            let has = |node: &&Node| node.contents.iter().any(|name| name == content);
            self.nodes.iter().filter(has).map(|node| node.id.as_str()).collect::<Vec<_>>()
        };
        let start = self.start.as_deref().map(|start| vec![start]);
        let goals = self.goals.as_ref().map(|goals| goals.iter().map(String::as_str).collect());
        [start.unwrap_or_else(|| marked("start")), goals.unwrap_or_else(|| marked("goal"))]
    }
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

impl Mark {
    /// Its cell.
    pub(crate) fn at(&self) -> [usize; 3] {
        [self.floor, self.row, self.col]
    }
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

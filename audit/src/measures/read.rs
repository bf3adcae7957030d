//! A level as the measures read it: any that the program prints, whoever made it.

use crate::read::level::{Cell, DoorLock, Floor, Mark, Requires};
use serde::Deserialize;

/// The fields of `quandary/level/1` that are read.
#[derive(Deserialize)]
pub(super) struct Level {
    #[serde(default)]
    pub(super) floors: Vec<Floor>,
    pub(super) start: Option<Cell>,
    pub(super) goals: Option<Vec<Cell>>,
    #[serde(default)]
    pub(super) rooms: Vec<Rectangle>,
    pub(super) graph: Graph,
    #[serde(default)]
    pub(super) marks: Vec<Mark>,
    #[serde(default)]
    pub(super) locks: Vec<DoorLock>,
    #[serde(default)]
    pub(super) plates: Vec<Plate>,
}

/// The id of a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(untagged)]
pub(super) enum Id {
    Number(i64),
    Name(String),
}

/// The rectangle of a room.
#[derive(Deserialize)]
pub(super) struct Rectangle {
    pub(super) node: Id,
    pub(super) floor: usize,
    pub(super) row: usize,
    pub(super) col: usize,
    pub(super) rows: usize,
    pub(super) cols: usize,
}

/// The graph.
#[derive(Deserialize)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    #[serde(default)]
    pub(super) edges: Vec<Arrow>,
}

/// A node.
#[derive(Deserialize)]
pub(super) struct Node {
    pub(super) id: Id,
    #[serde(default)]
    pub(super) contents: Vec<String>,
}

/// A directed edge.
#[derive(Deserialize)]
pub(super) struct Arrow {
    pub(super) from: Id,
    pub(super) to: Id,
    #[serde(default)]
    pub(super) requires: Requires,
}

/// A pressure plate.
#[derive(Deserialize)]
pub(super) struct Plate {
    pub(super) name: String,
    pub(super) cells: Vec<[usize; 3]>,
}

/// A place of a plan: a node, a row and a column, or a floor besides.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Place {
    Flat([usize; 2]),
    Floored([usize; 3]),
    Node(Id),
}

//! A level as the measures read it: any that the program prints, whoever made it.

use crate::read::level::{Cell, DoorLock, Floor, Mark, Requires};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The fields of `quandary/level/1` that are read.
#[derive(Deserialize)]
pub(crate) struct Level {
    #[serde(default)]
    pub(crate) floors: Vec<Floor>,
    pub(crate) start: Option<Cell>,
    pub(crate) goals: Option<Vec<Cell>>,
    #[serde(default)]
    pub(crate) rooms: Vec<Rectangle>,
    pub(crate) graph: Graph,
    #[serde(default)]
    pub(crate) marks: Vec<Mark>,
    #[serde(default)]
    pub(crate) locks: Vec<DoorLock>,
    #[serde(default)]
    pub(crate) plates: Vec<Plate>,
    /// The rules under which it was made, by name.
    #[serde(default)]
    pub(crate) rules: BTreeMap<String, Value>,
}

/// The id of a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(untagged)]
pub(crate) enum Id {
    Number(i64),
    Name(String),
}

/// The rectangle of a room.
#[derive(Deserialize)]
pub(crate) struct Rectangle {
    pub(crate) node: Id,
    pub(crate) floor: usize,
    pub(crate) row: usize,
    pub(crate) col: usize,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
}

/// The graph.
#[derive(Deserialize)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    #[serde(default)]
    pub(crate) edges: Vec<Arrow>,
}

/// A node.
#[derive(Deserialize)]
pub(crate) struct Node {
    pub(crate) id: Id,
    #[serde(default)]
    pub(crate) contents: Vec<String>,
}

/// A directed edge.
#[derive(Deserialize)]
pub(crate) struct Arrow {
    pub(crate) from: Id,
    pub(crate) to: Id,
    #[serde(default)]
    pub(crate) requires: Requires,
}

/// A pressure plate.
#[derive(Deserialize)]
pub(crate) struct Plate {
    pub(crate) name: String,
    pub(crate) cells: Vec<[usize; 3]>,
}

/// A place of a plan: a node, a row and a column, or a floor besides.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Place {
    Flat([usize; 2]),
    Floored([usize; 3]),
    Node(Id),
}

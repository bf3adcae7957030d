//! Places as the JSON of judgements writes them: a node id, `[row, col]`, or `[floor, row, col]` in a level
//! with more than one floor.

use crate::model::graph::{NodeId, NodeIndex};
use crate::model::grid::Cell;
use crate::model::level::Level;
use crate::rules::Position;
use serde::Serialize;
use std::fmt::{self, Display};

/// A place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Place<'a> {
    /// A node.
    Node(Option<&'a NodeId>),
    /// A row and a column.
    Cell([u32; 2]),
    /// A floor, a row and a column.
    Floored([u32; 3]),
}

impl<'a> Place<'a> {
    /// The place of a position in a level.
    pub fn of(level: &'a Level, position: Position) -> Self {
        match position {
            Position::Node(node) => Self::node(level, node),
            Position::Cell(cell) => Self::cell(level, cell),
        }
    }

    /// The place of a node.
    pub fn node(level: &'a Level, node: NodeIndex) -> Self {
        Self::Node(level.graph.id(node))
    }

    /// The place of a cell.
    pub fn cell(level: &Level, cell: Cell) -> Self {
        match level.tiles.as_ref().map_or(1, |tiles| tiles.floors.len()) {
            0 | 1 => Self::Cell([cell.row, cell.col]),
            _ => Self::Floored([cell.floor, cell.row, cell.col]),
        }
    }
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Node(id) => id.map_or(Ok(()), |id| write!(f, "{id}")),
            Self::Cell([row, col]) => write!(f, "[{row},{col}]"),
            Self::Floored([floor, row, col]) => write!(f, "[{floor},{row},{col}]"),
        }
    }
}

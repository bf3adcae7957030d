//! Findings, and how nodes and cells are called in them.

use crate::model::graph::{Graph, NodeIndex};
use crate::model::grid::Cell;

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The kind of finding: a fixed name.
    pub code: &'static str,
    /// The finding, in words.
    pub message: String,
}

/// Takes down a finding: its code and its message.
pub(super) type Say<'a> = &'a mut dyn FnMut(&'static str, String);

/// A node in a message.
pub(super) fn name(graph: &Graph, node: NodeIndex) -> String {
    graph.id(node).map(ToString::to_string).unwrap_or_default()
}

/// A cell in a message.
pub(super) fn place(cell: Option<&Cell>) -> String {
    cell.map_or_else(String::new, |cell| {
        format!("floor {}, row {}, column {}", cell.floor, cell.row, cell.col)
    })
}

//! The report of an import, as JSON and in words.

use level::vglc::graph::Import;
use serde::Serialize;
use std::fmt::Write as _;

/// What an import found.
#[derive(Serialize)]
pub(crate) struct Report<'a> {
    nodes: usize,
    edges: usize,
    notes: &'a [String],
}

impl<'a> Report<'a> {
    /// The report of an import of a graph.
    pub(crate) fn new(import: &'a Import) -> Self {
        let graph = &import.level.graph;
        Self { nodes: graph.nodes.len(), edges: graph.edges.len(), notes: &import.notes }
    }

    /// In words, a line each.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{} nodes, {} edges\n", self.nodes, self.edges);
        for note in self.notes {
            let _ = writeln!(text, "note: {note}");
        }
        text
    }
}

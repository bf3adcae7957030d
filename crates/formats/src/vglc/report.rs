//! The report of an import, as JSON and in words.

use super::Import;
use diagnostics::counted;
use serde::Serialize;
use std::fmt::Write as _;

/// The JSON Schema of the report: its name, what it describes, and its text.
pub const SCHEMA: (&str, &str, &str) = (
    "import-report",
    "what import --report writes",
    include_str!("../../schemas/import-report.json"),
);

/// Results of an import, in JSON.
#[derive(Serialize)]
pub struct ReportView<'a> {
    door_pairs: usize,
    explained: usize,
    rooms: usize,
    nodes: usize,
    edges: usize,
    unplaced_nodes: usize,
    notes: &'a [String],
}

impl<'a> ReportView<'a> {
    /// The report of an import. Nodes are counted in the file, edges in the level.
    pub fn new(import: &'a Import) -> Self {
        let report = &import.report;
        Self {
            door_pairs: report.door_pairs,
            explained: report.explained,
            rooms: report.rooms,
            nodes: report.nodes,
            edges: import.level.graph.edges.len(),
            unplaced_nodes: report.unplaced_nodes,
            notes: &report.notes,
        }
    }

    /// The report in words, several lines.
    pub fn text(&self) -> String {
        let rooms = |n: usize| counted(n as u64, "room", "rooms");
        let pairs = |n: usize| counted(n as u64, "door pair", "door pairs");
        let nodes = |n: usize| counted(n as u64, "node", "nodes");
        let edges = |n: usize| counted(n as u64, "edge", "edges");
        let mut text = String::new();
        if self.rooms > 0 {
            let _ = writeln!(text, "{}, {}", rooms(self.rooms), pairs(self.door_pairs));
        }
        if self.nodes > 0 || self.rooms == 0 {
            let _ = writeln!(text, "{}, {}", nodes(self.nodes), edges(self.edges));
        }
        if self.nodes > 0 && self.rooms > 0 {
            let _ = writeln!(text, "{} explained by an edge", pairs(self.explained));
            let _ = writeln!(text, "{} without a room", nodes(self.unplaced_nodes));
        }
        for note in self.notes {
            let _ = writeln!(text, "note: {note}");
        }
        text
    }
}

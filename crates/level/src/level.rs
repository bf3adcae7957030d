//! A level: a pure value, what a file of the format `quandary/level/1` says.
//!
//! This version knows levels at room level: a graph. A level reads and prints as JSON ([`crate::json`])
//! and comes back equal.

use crate::graph::Graph;

/// A level.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// What it is called.
    pub name: Option<String>,
    /// The room graph.
    pub graph: Graph,
    /// How it was made; the rules ignore it.
    pub provenance: Option<serde_json::Map<String, serde_json::Value>>,
}

impl Level {
    /// A level without a name or a history.
    #[must_use]
    pub fn of_graph(graph: Graph) -> Self {
        Self { name: None, graph, provenance: None }
    }
}

//! Requirements of the edges between two rooms for a step from the one into the other.
//!
//! With `locks=doorway` the edges guard every such step; under both values a one-way door that is
//! enforced is one way. Invariant: stairs guard nothing.

use crate::model::graph::{Edge, Graph, NodeIndex, Requirement};
use crate::model::ruleset::{Locks, OneWay, Rules};
use crate::rules::facts::pair;
use crate::rules::lock::{Asks, asks};
use rustc_hash::FxHashMap;

/// The edges of a graph by the two nodes they join, stairs and edges from a node to itself aside.
pub(super) struct Guards<'a> {
    graph: &'a Graph,
    rules: &'a Rules,
    edges: FxHashMap<(NodeIndex, NodeIndex), Vec<u32>>,
}

impl<'a> Guards<'a> {
    /// The guards that a graph sets.
    pub(super) fn of(graph: &'a Graph, rules: &'a Rules) -> Self {
        let mut edges: FxHashMap<_, Vec<u32>> = FxHashMap::default();
        for (i, edge) in (0..).zip(&graph.edges) {
            if edge.from != edge.to && !edge.asks(Requirement::Stair) {
                edges.entry((edge.from, edge.to)).or_default().push(i);
            }
        }
        Self { graph, rules, edges }
    }

    fn between(&self, from: NodeIndex, to: NodeIndex) -> impl Iterator<Item = &'a Edge> + '_ {
        let edges = self.edges.get(&(from, to)).into_iter().flatten();
        edges.filter_map(|&i| self.graph.edges.get(i as usize))
    }

    /// True if the graph joins two nodes, in either direction.
    pub(super) fn joins(&self, a: NodeIndex, b: NodeIndex) -> bool {
        self.edges.contains_key(&(a, b)) || self.edges.contains_key(&(b, a))
    }

    /// True if a one-way edge may be crossed back.
    pub(super) fn opens_back(&self, edge: &Edge) -> bool {
        edge.asks(Requirement::SoftLocked)
            && self.rules.one_way == OneWay::Ignored
            && !self.edges.contains_key(&(edge.to, edge.from))
    }

    /// Requirements of a step between the rooms of two nodes: alternatives, any one of which is enough. An
    /// empty list means that the step is refused.
    pub(super) fn step(&self, from: NodeIndex, to: NodeIndex) -> Vec<Asks> {
        if !self.graph.cut.is_empty() && self.graph.cut.contains(&pair(from, to)) {
            return Vec::new();
        }
        let mut onward = self.between(from, to).peekable();
        let mut back = self.between(to, from).peekable();
        let free = vec![Asks::new()];
        if onward.peek().is_none() && back.peek().is_none() {
            return free;
        }
        let onward_is_there = onward.peek().is_some();
        match self.rules.locks {
            Locks::Doorway if onward_is_there => onward.map(asks).collect(),
            Locks::Doorway => back
                .filter(|edge| !edge.asks(Requirement::SoftLocked) || self.opens_back(edge))
                .map(asks)
                .collect(),
            Locks::Tile => {
                let one_way = self.rules.one_way == OneWay::Enforced
                    && !onward_is_there
                    && back.all(|edge| edge.asks(Requirement::SoftLocked));
                if one_way { Vec::new() } else { free }
            }
        }
    }
}

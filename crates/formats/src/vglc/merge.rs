//! Makes the graph of a stitched level: one node a room, edges between rooms.
//!
//! Nodes that are parts of one room become one node, its contents theirs together: the tiles of the room
//! say what lies between its parts. What a node without a room holds, a cellar above all, lies in the
//! room it hangs on, so that nothing can be taken twice; the start pointer gives its place to the
//! entrance. An edge between rooms that do not touch becomes a stair and keeps what else it asks for.
//! Invariant: no edge of the new graph joins rooms in a way that its tiles cannot show.

use super::embed::Embedding;
use super::graph::EdgeS;
use super::tiles::Map;
use level::{Content, Edge, Graph, Node, NodeIndex, Requirement};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// A graph whose nodes are rooms.
#[derive(Debug, Default)]
pub(crate) struct Merged {
    /// The graph.
    pub(crate) graph: Graph,
    /// The node of each room of the map.
    pub(crate) node: Vec<Option<NodeIndex>>,
    /// The contents of each room, once for every node that brings them.
    pub(crate) items: Vec<Vec<Content>>,
    /// Pairs of rooms, the lower first, that only edges marked `s` join.
    pub(crate) seen_only: FxHashSet<(usize, usize)>,
    /// The number of nodes that have no room, the pointer aside.
    pub(crate) unplaced: usize,
    /// Notes on the data.
    pub(crate) notes: Vec<String>,
}

/// Merges a graph as it is embedded in a map; the map's entrance lies in the room `entrance`.
pub(crate) fn merge(
    map: &Map,
    graph: &Graph,
    embedding: &Embedding,
    entrance: usize,
    edge_s: EdgeS,
) -> Merged {
    let mut merged = Merged {
        node: vec![None; map.rooms.len()],
        items: vec![Vec::new(); map.rooms.len()],
        ..Merged::default()
    };
    let hosts = hosts(graph, embedding, entrance);
    let heirs = merged.nodes(graph, embedding, &hosts);
    merged.start(entrance);
    merged.edges(map, graph, &hosts, &heirs, edge_s);
    merged.graph.goals = merged.graph.holding(Content::Goal).collect();
    merged
}

/// By node, the room that gets its contents: its own, or the nearest along the edges; `None` where no edges
/// lead to a room.
fn hosts(graph: &Graph, embedding: &Embedding, entrance: usize) -> Vec<Option<usize>> {
    let mut hosts = embedding.room.clone();
    if let Some(host) = graph.start.and_then(|start| hosts.get_mut(start as usize)) {
        *host = Some(entrance);
    }
    let mut around: Vec<Vec<NodeIndex>> = vec![Vec::new(); graph.nodes.len()];
    for edge in &graph.edges {
        around[edge.from as usize].push(edge.to);
        around[edge.to as usize].push(edge.from);
    }
    // From all rooms outwards, the pointer's aside: nothing hangs on it but the entrance.
    let placed = (0u32..).zip(&embedding.room).filter(|(_, room)| room.is_some());
    let mut queue: VecDeque<NodeIndex> = placed.map(|(node, _)| node).collect();
    while let Some(node) = queue.pop_front() {
        for &next in &around[node as usize] {
            if hosts[next as usize].is_none() {
                hosts[next as usize] = hosts[node as usize];
                queue.push_back(next);
            }
        }
    }
    hosts
}

impl Merged {
    /// Makes the nodes: those that stand first in a room, and those that no edges lead to. Returns the
    /// new node of each old one.
    fn nodes(
        &mut self,
        graph: &Graph,
        embedding: &Embedding,
        hosts: &[Option<usize>],
    ) -> Vec<NodeIndex> {
        let first = |room: usize| embedding.inside[room].first().copied();
        let mut heirs = vec![NodeIndex::MAX; graph.nodes.len()];
        for (old, node) in (0u32..).zip(&graph.nodes) {
            let host = hosts[old as usize];
            if host.is_none() || host.and_then(first) == Some(old) {
                let new = self.graph.nodes.len() as NodeIndex;
                heirs[old as usize] = new;
                self.graph.nodes.push(Node { id: node.id.clone(), contents: Default::default() });
                if let Some(room) = host {
                    self.node[room] = Some(new);
                }
            }
        }
        for (old, node) in (0u32..).zip(&graph.nodes) {
            let pointer = graph.start == Some(old);
            let own = embedding.room[old as usize];
            self.unplaced += usize::from(own.is_none() && !pointer);
            let Some(room) = hosts[old as usize] else {
                self.notes.push(format!("node {} has no room, and no edge leads to one", node.id));
                self.graph.nodes[heirs[old as usize] as usize].contents.clone_from(&node.contents);
                continue;
            };
            let Some(heir) = self.node[room] else { continue };
            heirs[old as usize] = heir;
            let heir = &mut self.graph.nodes[heir as usize];
            if own.is_none() && !pointer {
                let message = "has no room; what it holds lies in the room of node";
                self.notes.push(format!("node {} {message} {}", node.id, heir.id));
            } else if own.is_some() && heir.id != node.id {
                self.notes.push(format!("nodes {} and {} are parts of one room", heir.id, node.id));
            }
            for &content in node.contents.iter().filter(|content| **content != Content::Start) {
                self.items[room].push(content);
                if !heir.contents.contains(&content) {
                    heir.contents.push(content);
                }
            }
        }
        heirs
    }

    /// The node of the entrance is the start.
    fn start(&mut self, entrance: usize) {
        self.graph.start = self.node[entrance];
        let lonely = !self.graph.nodes.is_empty();
        let start = self.graph.start.and_then(|start| self.graph.nodes.get_mut(start as usize));
        match start {
            Some(node) => node.contents.insert(0, Content::Start),
            None if !lonely => {}
            None => self.notes.push("the room of the entrance has no node".to_owned()),
        }
    }

    /// Makes the edges.
    fn edges(
        &mut self,
        map: &Map,
        graph: &Graph,
        hosts: &[Option<usize>],
        heirs: &[NodeIndex],
        edge_s: EdgeS,
    ) {
        let mut seen = FxHashSet::default();
        let mut walked = FxHashSet::default();
        let mut stretched = FxHashSet::default();
        for edge in &graph.edges {
            let ends = [edge.from, edge.to].map(|end| hosts[end as usize]);
            let [from, to] = [edge.from, edge.to].map(|end| heirs[end as usize]);
            if from == to || from == NodeIndex::MAX || to == NodeIndex::MAX {
                continue;
            }
            let mut requires = edge.requires.clone();
            let stair = edge.asks(Requirement::Stair);
            if let [Some(a), Some(b)] = ends {
                let pair = (a.min(b), a.max(b));
                if stair {
                    self.seen_only.insert(pair);
                } else if map.touch(a, b) {
                    walked.insert(pair);
                } else {
                    requires.push(Requirement::Stair);
                    if stretched.insert(pair) {
                        let [a, b] = [from, to].map(|node| &self.graph.nodes[node as usize].id);
                        let message = "join rooms that do not touch; they are stairs";
                        self.notes.push(format!("the edges between nodes {a} and {b} {message}"));
                    }
                }
            }
            if stair && edge_s == EdgeS::Impassable {
                continue;
            }
            if seen.insert((from, to, requires.clone())) {
                self.graph.edges.push(Edge { from, to, requires });
            }
        }
        self.seen_only.retain(|pair| !walked.contains(pair));
    }
}

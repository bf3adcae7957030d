//! Changes to a level that a designer could make, and that a proof can ask about.

use super::locks::Lock;
use crate::graph::{Content, Edge, Graph, NodeIndex, Requirement};
use crate::rules::{Rules, Switches};

/// One change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Take a lock away: its edges ask for nothing, and a one-way door opens both ways.
    Open(Lock),
    /// Weld a lock shut: its edges ask for what nobody can have.
    Seal(Lock),
    /// Give the player something from the start; a key or a bomb gives one more.
    Grant(Content),
    /// Take something out of a node.
    Remove(NodeIndex, Content),
}

/// A graph and rules with changes made.
pub(crate) fn changed(graph: &Graph, rules: &Rules, changes: &[&Change]) -> (Graph, Rules) {
    let (mut graph, mut rules) = (graph.clone(), rules.clone());
    for change in changes {
        match change {
            Change::Open(lock) => open(&mut graph, lock),
            Change::Seal(lock) => seal(&mut graph, lock),
            Change::Grant(content) => grant(&mut graph, &mut rules, *content),
            Change::Remove(node, content) => {
                graph.nodes[*node as usize].contents.retain(|held| held != content);
            }
        }
    }
    (graph, rules)
}

/// The edges stay, so that one-way doors beside them are what they were.
fn seal(graph: &mut Graph, lock: &Lock) {
    let nowhere = graph.symbols.len() as u32;
    graph.symbols.push("sealed".to_owned());
    for &i in &lock.edges {
        graph.edges[i as usize].requires.push(Requirement::Symbol(nowhere));
    }
}

fn open(graph: &mut Graph, lock: &Lock) {
    for &i in &lock.edges {
        let edge = &mut graph.edges[i as usize];
        let one_way = edge.asks(Requirement::SoftLocked);
        edge.requires.retain(|r| *r == Requirement::Stair);
        let (from, to) = (edge.from, edge.to);
        if one_way {
            graph.edges.push(Edge { from: to, to: from, requires: Default::default() });
        }
    }
}

fn grant(graph: &mut Graph, rules: &mut Rules, content: Content) {
    match content {
        Content::Key => rules.start.keys += 1,
        Content::ItemMinor => rules.start.bombs += 1,
        Content::BossKey => rules.start.boss_key = true,
        Content::KeyItem => {
            rules.start.key_item = true;
        }
        Content::Switch => rules.switches = Switches::Free,
        Content::Symbol(id) => {
            for edge in &mut graph.edges {
                edge.requires.retain(|r| *r != Requirement::Symbol(id));
            }
        }
        _ => {}
    }
}

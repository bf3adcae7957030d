//! The world of a graph: gifts of nodes, doors in the order of the edges, locks by number.
//!
//! Edges that ask for the same share a lock. Invariant: a world is a function of the graph and the rules.

use super::door::Way;
use super::facts::{Fact, Facts};
use super::lock::{Ask, asks};
use super::world::builder::WorldBuilder;
use crate::model::graph::{Content, Edge, Graph, NodeIndex, Requirement};
use crate::model::ruleset::{OneWay, Rules};
use rustc_hash::FxHashMap;

/// Describes the world of `graph` under `rules` to a builder, which then finishes it; `facts` is [`Facts::of`] the
/// same two, perhaps with more, and its bits fit into `W` words.
pub(crate) fn describe<const W: usize>(
    builder: &mut WorldBuilder<W>,
    graph: &Graph,
    rules: &Rules,
    facts: &Facts,
) {
    builder.begin(graph.nodes.len(), facts, rules);
    builder.start(graph.start);
    graph.goals.iter().for_each(|&goal| builder.goal(goal));
    contents(builder, graph, facts);
    doors(builder, graph, rules, facts);
}

/// Adds the contents of each node, and its toggles.
fn contents<const W: usize>(builder: &mut WorldBuilder<W>, graph: &Graph, facts: &Facts) {
    for (n, node) in (0..).zip(&graph.nodes) {
        for &content in &node.contents {
            match content {
                Content::Key | Content::BossKey | Content::KeyItem => {
                    builder.give(n, &facts.one(Fact::Taken(n)), content);
                }
                Content::ItemMinor | Content::Switch => {
                    builder.give(n, &facts.one(Fact::Taken(n)), content);
                }
                Content::Symbol(id) => builder.give(n, &facts.one(Fact::Symbol(id)), content),
                Content::Toggle(id) => builder.flip(n, facts.one(Fact::Toggle(id))),
                Content::Start | Content::Goal | Content::Enemy => {}
                Content::Boss | Content::Puzzle => {}
            }
        }
    }
}

/// The doors, in the order of the edges.
fn doors<const W: usize>(
    builder: &mut WorldBuilder<W>,
    graph: &Graph,
    rules: &Rules,
    facts: &Facts,
) {
    // One-way edges may be crossed back where the graph has no way back.
    let ways = (rules.one_way == OneWay::Ignored).then(|| ways(graph));
    for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
        let lock = lock(builder, edge, facts);
        builder.door(edge.from, edge.to, lock, Way::Goto);
        if ways.as_ref().is_some_and(|ways| !leads_back(ways, edge)) {
            builder.door(edge.to, edge.from, lock, Way::Goto);
        }
    }
    builder.pair_doors();
}

/// The number of the lock on an edge. A one-way door never shares the lock of a door that leads both ways, so that
/// the two are no pair.
fn lock<const W: usize>(builder: &mut WorldBuilder<W>, edge: &Edge, facts: &Facts) -> u32 {
    let mut asks = asks(edge);
    if asks.is_empty() {
        return 0;
    }
    if edge.asks(Requirement::SoftLocked) {
        asks.push(Ask::For(Requirement::SoftLocked));
    }
    asks.sort_unstable();
    builder.lock(asks, facts)
}

/// The ordered pairs of nodes that edges lead between, each with whether some of them is no stair.
type Ways = FxHashMap<(NodeIndex, NodeIndex), bool>;

fn ways(graph: &Graph) -> Ways {
    let mut ways = Ways::default();
    for edge in &graph.edges {
        *ways.entry((edge.from, edge.to)).or_default() |= !edge.asks(Requirement::Stair);
    }
    ways
}

/// True if some edge leads back; for an edge that says that it leads one way, stairs do not count.
fn leads_back(ways: &Ways, edge: &Edge) -> bool {
    let back = ways.get(&(edge.to, edge.from));
    back.is_some_and(|&walked| walked || !edge.asks(Requirement::SoftLocked))
}

//! A replayed plan: the path and the record of each move.

use super::names::{Changed, changed};
use level::graph::{Graph, NodeId, NodeIndex};
use level::plan::{Move, Record, Walk};
use level::rules::room::Holdings;
use serde::Serialize;

/// What a player holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Held {
    /// Small keys.
    pub(crate) keys: u32,
    /// Bombs.
    pub(crate) bombs: u32,
    /// The boss key.
    pub(crate) boss_key: bool,
    /// The key item.
    pub(crate) key_item: bool,
    /// Symbols, sorted by name.
    pub(crate) symbols: Vec<String>,
    /// Toggles that are on.
    pub(crate) toggles: Vec<u32>,
}

/// One move and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Step<'a> {
    /// `goto` or `flip`.
    pub(crate) action: &'static str,
    /// Where the player is now.
    pub(crate) position: Option<&'a NodeId>,
    /// What the player holds now.
    #[serde(flatten)]
    pub(crate) held: Held,
    /// Locks opened by the move.
    pub(crate) opened: Vec<String>,
    /// Things taken by the move.
    pub(crate) collected: Vec<String>,
}

impl Held {
    /// The holdings of a player in a graph.
    pub(crate) fn new(graph: &Graph, holdings: &Holdings) -> Self {
        let name = |&id: &u32| graph.symbol_name(id).to_owned();
        let mut symbols: Vec<String> = holdings.symbols.iter().map(name).collect();
        symbols.sort_unstable();
        Self {
            keys: holdings.keys,
            bombs: holdings.bombs,
            boss_key: holdings.boss_key,
            key_item: holdings.key_item,
            symbols,
            toggles: holdings.toggles.clone(),
        }
    }
}

/// The nodes passed, the start included: one more than moves.
pub(crate) fn path<'a>(graph: &'a Graph, walk: &Walk) -> Vec<Option<&'a NodeId>> {
    let nodes = std::iter::once(walk.start).chain(walk.records.iter().map(|record| record.node));
    nodes.map(|node: NodeIndex| graph.id(node)).collect()
}

/// The moves, one by one.
pub(crate) fn steps<'a>(graph: &'a Graph, walk: &Walk) -> Vec<Step<'a>> {
    walk.records.iter().map(|record| step(graph, record)).collect()
}

fn step<'a>(graph: &'a Graph, record: &Record) -> Step<'a> {
    let mut step = Step {
        action: match record.action {
            Move::Goto { .. } => "goto",
            Move::Flip { .. } => "flip",
        },
        position: graph.id(record.node),
        held: Held::new(graph, &record.holdings),
        opened: Vec::new(),
        collected: Vec::new(),
    };
    for &meaning in &record.changed {
        match changed(graph, meaning) {
            Some(Changed::Opened(name)) => step.opened.push(name),
            Some(Changed::Collected(name)) => step.collected.push(name),
            None => {}
        }
    }
    step
}

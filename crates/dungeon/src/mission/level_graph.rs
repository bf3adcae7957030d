//! A mission as the judge sees it: a room graph, with nothing left of how it was made.
//!
//! Key A is `symbol:A`, a small key is a small key, switch 0 is `toggle:0`; an edge becomes two, one each
//! way, with the same requirement.

use super::graph::{KeyStyle, Mission, RoomId};
use super::symbol::{Position, Symbol, key_name};
use level::{Content, Edge, Graph, Node, NodeId, Requirement};
use smallvec::SmallVec;

/// The room graph of a mission.
#[must_use]
pub fn level_graph(mission: &Mission) -> Graph {
    let mut graph = Graph::default();
    set_level_graph(mission, &mut graph);
    graph
}

/// Makes `graph` the room graph of a mission; its memory is kept.
pub(crate) fn set_level_graph(mission: &Mission, graph: &mut Graph) {
    let Graph { nodes, edges, symbols, start, goals } = graph;
    nodes.clear();
    nodes.extend((0..).zip(&mission.rooms).map(|(id, room): (RoomId, _)| Node {
        id: NodeId::Number(id.into()),
        contents: contents(mission, id, room.item),
    }));
    edges.clear();
    for edge in &mission.edges {
        let requires: SmallVec<[Requirement; 1]> =
            edge.symbol.and_then(requirement).into_iter().collect();
        edges.push(Edge { from: edge.a, to: edge.b, requires: requires.clone() });
        edges.push(Edge { from: edge.b, to: edge.a, requires });
    }
    let named = match mission.key_style {
        KeyStyle::Named => mission.keys,
        KeyStyle::Small => 0,
    };
    symbols.clear();
    symbols.extend((1..=named).map(|n| key_name(n).to_owned()));
    *start = Some(mission.start);
    goals.clear();
    goals.push(mission.goal);
}

fn contents(mission: &Mission, id: RoomId, item: Option<Symbol>) -> SmallVec<[Content; 2]> {
    let mut contents: SmallVec<[Content; 2]> = item.and_then(content).into_iter().collect();
    if id == mission.goal && item != Some(Symbol::Goal) {
        contents.push(Content::Goal);
    }
    contents
}

fn content(item: Symbol) -> Option<Content> {
    match item {
        Symbol::Start => Some(Content::Start),
        Symbol::Goal => Some(Content::Goal),
        Symbol::Boss => Some(Content::Boss),
        Symbol::Key(n) => Some(Content::Symbol(u32::from(n) - 1)),
        Symbol::SmallKey => Some(Content::Key),
        Symbol::SwitchObject(s) => Some(Content::Toggle(s.into())),
        Symbol::Switch(..) => None,
    }
}

fn requirement(lock: Symbol) -> Option<Requirement> {
    match lock {
        Symbol::Key(n) => Some(Requirement::Symbol(u32::from(n) - 1)),
        Symbol::SmallKey => Some(Requirement::KeyLocked),
        Symbol::Switch(s, position) => {
            Some(Requirement::Toggle(s.into(), position == Position::On))
        }
        Symbol::Start | Symbol::Goal | Symbol::Boss | Symbol::SwitchObject(_) => None,
    }
}

//! A mission: the lock-and-key graph of a dungeon, as a plain value, and its room graph for the verifier.
//!
//! Invariants of a finished mission: the rooms are connected; every lock is on an edge between rooms whose conditions
//! differ by it; the key for level n lies below level n; the start, the boss and the goal hold nothing but their own
//! mark.
//!
//! In the room graph, key A is `symbol:A`, a small key a small key, and switch 0 `toggle:0`. An edge becomes two, one
//! in each direction, with the same requirement.

use super::symbol::{Condition, Position, Symbol, key_name};
use level::{Content, Graph, Node, NodeId, Requirement};
use serde::{Deserialize, Serialize, Serializer};
use smallvec::SmallVec;
use std::sync::Arc;

/// An index into [`Mission::rooms`].
pub type RoomId = u32;

/// The kind of keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum KeyStyle {
    /// Every key has a name, and a lock of its own
    #[default]
    Named,
    /// Keys are all alike, and a lock uses one up
    Small,
}

impl KeyStyle {
    /// The key of a number from 1 on, which is also its lock.
    #[must_use]
    pub const fn key(self, number: u8) -> Symbol {
        match self {
            Self::Named => Symbol::Key(number),
            Self::Small => Symbol::SmallKey,
        }
    }
}

/// Coordinates of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coords {
    /// One cell of a grid, x to the east, y to the north.
    Cell(i32, i32),
    /// Several cells, in reading order from the north: a region of any shape.
    Cells(Arc<[(i32, i32)]>),
    /// A room of a layout: x to the east, y to the north, z upwards.
    Place([i32; 3]),
}

impl Coords {
    /// The cells, at least one; for a room of a layout, its cell on its level.
    pub fn cells(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        let (one, many) = match self {
            Coords::Cell(x, y) => (Some((*x, *y)), &[][..]),
            Coords::Cells(cells) => (None, &cells[..]),
            Coords::Place([x, y, _]) => (Some((*x, *y)), &[][..]),
        };
        one.into_iter().chain(many.iter().copied())
    }
}

impl Serialize for Coords {
    /// A list of numbers, or of cells.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Coords::Cell(x, y) => (x, y).serialize(serializer),
            Coords::Cells(cells) => cells[..].serialize(serializer),
            Coords::Place(place) => place.serialize(serializer),
        }
    }
}

/// One room.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    /// Its coordinates.
    pub coords: Coords,
    /// The symbol in it: a key, a switch's object, or its role.
    pub item: Option<Symbol>,
    /// The condition that holds in it.
    pub precondition: Condition,
    /// Relative difficulty, 0 to 1.
    pub intensity: f64,
    /// The room it was grown from; the entrance has none.
    pub parent: Option<RoomId>,
}

/// A passage between two rooms, open in both directions to a player who satisfies its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// One room.
    pub a: RoomId,
    /// The other.
    pub b: RoomId,
    /// Its lock; `None` for an open passage.
    pub symbol: Option<Symbol>,
}

/// A mission. Room ids are indices into `rooms`.
#[derive(Clone, Debug, PartialEq)]
pub struct Mission {
    /// The rooms, the entrance first.
    pub rooms: Vec<Room>,
    /// The passages: the tree of parents and children first, then the links.
    pub edges: Vec<Edge>,
    /// The entrance.
    pub start: RoomId,
    /// The boss's room.
    pub boss: RoomId,
    /// The goal; without a goal room, the boss's room.
    pub goal: RoomId,
    /// Number of keys.
    pub keys: u8,
    /// Number of switches.
    pub switches: u8,
    /// The kind of keys.
    pub key_style: KeyStyle,
}

impl Mission {
    /// Number of independent cycles of the graph: edges − rooms + 1.
    #[must_use]
    pub fn cycles(&self) -> usize {
        (self.edges.len() + 1).saturating_sub(self.rooms.len())
    }

    /// The rooms that were grown from `room`.
    pub fn children(&self, room: RoomId) -> impl Iterator<Item = RoomId> + '_ {
        (0..).zip(&self.rooms).filter(move |(_, r)| r.parent == Some(room)).map(|(id, _)| id)
    }
}

/// The room graph of a mission.
#[must_use]
pub fn level_graph(mission: &Mission) -> Graph {
    let mut graph = Graph::default();
    set_level_graph(mission, &mut graph);
    graph
}

/// Writes the room graph of a mission into `graph`, and reuses its memory.
pub(crate) fn set_level_graph(mission: &Mission, graph: &mut Graph) {
    let Graph { nodes, edges, symbols, start, goals, .. } = graph;
    nodes.clear();
    nodes.extend((0..).zip(&mission.rooms).map(|(id, room): (RoomId, _)| Node {
        id: NodeId::Number(id.into()),
        contents: contents(room.item, id == mission.goal),
    }));
    edges.clear();
    for edge in &mission.edges {
        let requires: SmallVec<[Requirement; 1]> =
            edge.symbol.and_then(requirement).into_iter().collect();
        edges.push(level::Edge { from: edge.a, to: edge.b, requires: requires.clone() });
        edges.push(level::Edge { from: edge.b, to: edge.a, requires });
    }
    symbols.clear();
    symbols.extend(named_keys(mission));
    *start = Some(mission.start);
    goals.clear();
    goals.push(mission.goal);
}

/// The symbols of the room graph: the named keys, in order.
pub(crate) fn named_keys(mission: &Mission) -> Vec<String> {
    let named = match mission.key_style {
        KeyStyle::Named => mission.keys,
        KeyStyle::Small => 0,
    };
    (1..=named).map(|n| key_name(n).to_owned()).collect()
}

/// The contents of a room in the room graph.
pub(crate) fn contents(item: Option<Symbol>, is_goal: bool) -> SmallVec<[Content; 2]> {
    let mut contents: SmallVec<[Content; 2]> = item.and_then(content).into_iter().collect();
    if is_goal && item != Some(Symbol::Goal) {
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

/// The requirement of a lock in the room graph.
pub(crate) fn requirement(lock: Symbol) -> Option<Requirement> {
    match lock {
        Symbol::Key(n) => Some(Requirement::Symbol(u32::from(n) - 1)),
        Symbol::SmallKey => Some(Requirement::KeyLocked),
        Symbol::Switch(s, position) => {
            Some(Requirement::Toggle(s.into(), position == Position::On))
        }
        Symbol::Start | Symbol::Goal | Symbol::Boss | Symbol::SwitchObject(_) => None,
    }
}

//! An area as the judge sees it: a room graph, with nothing left of how it was made.
//!
//! A named key is `symbol:NAME`, a small key a small key. Whoever enters the room of any other puzzle can solve
//! it, so the room holds `symbol:solved NAME`, and the passage asks for it both ways.
//!
//! A level of an area alone is won by whoever has met the boss *and* has been behind every passage that a
//! puzzle blocks, which is to say in every part of the area: behind the boss's room there is a node `done`, whose edge asks
//! for a `symbol:behind NAME` from each far side. So a level that can be won is one with every room in
//! reach. Where there is no boss, the room farthest from the entry takes its place.

use super::{Area, Kind, Puzzle, RoomIndex};
use crate::layout::{self, Direction};
use crate::mission::KeyStyle;
use level::graph::{Content, Edge, Graph, Node, NodeId, Requirement, SymbolId};
use smallvec::SmallVec;

/// The id of the node behind the boss's room.
pub const DONE: &str = "done";

/// The name that a small key and the doors it opens have in common.
pub(crate) const SMALL_KEY: &str = "small key";

/// The room graph of an area.
#[must_use]
pub fn level_graph(area: &Area) -> Graph {
    let mut graph = Graph { start: Some(area.layout.entry()), ..Graph::default() };
    graph.nodes.extend(area.layout.rooms.iter().map(|room| {
        let mark = match room.kind {
            layout::Kind::Entry => Some(Content::Start),
            layout::Kind::Boss => Some(Content::Boss),
            _ => None,
        };
        Node { id: place_id(room.coords), contents: mark.into_iter().collect() }
    }));
    let style = key_style(area);
    let asked = ask(area, style, &mut graph);
    for (id, room) in (0..).zip(&area.layout.rooms) {
        for direction in room.connections.iter() {
            let to = area.layout.index(direction.step(room.coords));
            if let Some(to) = to.filter(|&to| to > id) {
                both_ways(&mut graph, id, to, asked.of(id, direction).into_iter().collect());
            }
        }
    }
    finish(area, &mut graph);
    graph
}

/// A passage: two edges, one after the other, with the same requirements.
fn both_ways(graph: &mut Graph, a: RoomIndex, b: RoomIndex, requires: SmallVec<[Requirement; 1]>) {
    graph.edges.push(Edge { from: a, to: b, requires: requires.clone() });
    graph.edges.push(Edge { from: b, to: a, requires });
}

/// Whether doors share one key name, of which each uses up a key.
#[must_use]
pub fn key_style(area: &Area) -> KeyStyle {
    let small = area.puzzles.iter().any(|puzzle| is_small(&puzzle.kind));
    if small { KeyStyle::Small } else { KeyStyle::Named }
}

fn is_small(kind: &Kind) -> bool {
    matches!(kind, Kind::LockedDoor { key } if key == SMALL_KEY)
}

/// The id of a room's node: its coordinates.
pub(crate) fn place_id([x, y, z]: [i32; 3]) -> NodeId {
    NodeId::Name(format!("{x},{y},{z}"))
}

/// What passages ask for.
pub(crate) struct Asked {
    of: Vec<(RoomIndex, Direction, Requirement)>,
}

impl Asked {
    /// What the puzzle of a passage asks for.
    pub(crate) fn of(&self, room: RoomIndex, direction: Direction) -> Option<Requirement> {
        let found = self.of.iter().find(|(r, d, _)| (*r, *d) == (room, direction));
        found.map(|&(_, _, requirement)| requirement)
    }
}

/// Lays keys and what is solved into the nodes, and answers with what the passages ask for.
pub(crate) fn ask(area: &Area, style: KeyStyle, graph: &mut Graph) -> Asked {
    let mut asked = Asked { of: Vec::with_capacity(2 * area.puzzles.len()) };
    for item in &area.items {
        let content = if style == KeyStyle::Small && item.name == SMALL_KEY {
            Content::Key
        } else {
            Content::Symbol(symbol(graph, item.name.clone()))
        };
        hold(graph, item.room, content);
    }
    for puzzle in &area.puzzles {
        let requirement = match &puzzle.kind {
            kind if style == KeyStyle::Small && is_small(kind) => Requirement::KeyLocked,
            Kind::LockedDoor { key } => Requirement::Symbol(symbol(graph, key.clone())),
            _ => {
                let solved = symbol(graph, format!("solved {}", puzzle.name));
                hold(graph, puzzle.room, Content::Symbol(solved));
                Requirement::Symbol(solved)
            }
        };
        asked.of.push((puzzle.room, puzzle.direction, requirement));
        if let Some(far) = area.beyond(puzzle) {
            asked.of.push((far, puzzle.direction.opposite(), requirement));
        }
    }
    asked
}

/// The node behind the boss's room, and what its edge asks for.
fn finish(area: &Area, graph: &mut Graph) {
    let is_boss = |room: &layout::Room| room.kind == layout::Kind::Boss;
    let boss = area.layout.rooms.iter().position(is_boss).map(|id| id as RoomIndex);
    let Some(last) = boss.or_else(|| farthest(area)) else { return };
    let mut requires = SmallVec::new();
    for puzzle in &area.puzzles {
        if let Some(far) = area.beyond(puzzle) {
            let behind = behind(graph, puzzle);
            hold(graph, far, Content::Symbol(behind));
            requires.push(Requirement::Symbol(behind));
        }
    }
    let done = graph.nodes.len() as u32;
    let contents = SmallVec::from_iter([Content::Goal]);
    graph.nodes.push(Node { id: NodeId::Name(DONE.to_owned()), contents });
    both_ways(graph, last, done, requires);
    graph.goals.push(done);
}

fn behind(graph: &mut Graph, puzzle: &Puzzle) -> SymbolId {
    symbol(graph, format!("behind {}", puzzle.name))
}

/// The id of a symbol; a new one gets the next.
fn symbol(graph: &mut Graph, name: String) -> SymbolId {
    let known = graph.symbols.iter().position(|known| *known == name);
    let id = known.unwrap_or_else(|| {
        graph.symbols.push(name);
        graph.symbols.len() - 1
    });
    id as SymbolId
}

fn hold(graph: &mut Graph, room: RoomIndex, content: Content) {
    if let Some(node) = graph.nodes.get_mut(room as usize)
        && !node.contents.contains(&content)
    {
        node.contents.push(content);
    }
}

/// The room farthest from the entry, the first of several.
pub(crate) fn farthest(area: &Area) -> Option<RoomIndex> {
    let most = area.layout.rooms.iter().map(|room| room.distance).max()?;
    let is_farthest = |room: &layout::Room| room.distance == most;
    area.layout.rooms.iter().position(is_farthest).map(|id| id as RoomIndex)
}

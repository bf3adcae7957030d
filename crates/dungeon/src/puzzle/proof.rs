//! The room graph of an area for the verifier, and the proof.
//!
//! A named key is `symbol:NAME`, a small key a small key. A player in the room of any other puzzle can solve it, so
//! the room holds `symbol:solved NAME`, and the passage requires it both ways. A chest is a node of its own, `chest
//! ID`, beside its room; it holds what lies in the chest, and the edges to it require its key.
//!
//! The level of an area is won after meeting the boss *and* passing every passage that a puzzle blocks: behind the
//! boss's room lies a node `everything solved`, whose edge requires a `symbol:behind NAME` from the far side of each
//! puzzle. A winnable level therefore has every room in reach. Without a boss, the room farthest from the entry takes
//! its place.
//!
//! The proof uses nothing that placement computed.

use super::area::{Area, Holder, Kind, Puzzle};
use crate::layout::{self, Direction, RoomIndex};
use crate::mission::KeyStyle;
use crate::options::Scratch;
use crate::reject::RejectReason;
use level::Limits;
use level::check::{certify, reversible};
use level::plan::Plan;
use level::rules::Rules;
use level::{Content, Edge, Graph, Node, NodeId, Requirement, SymbolId};
use smallvec::SmallVec;

/// The largest number of states to explore. Larger areas are proved without counting states, if they are reversible.
const MOST_STATES: u64 = 200_000;

/// The proof of an area: winnable and softlock-free, every room in reach, every puzzle needed.
#[derive(Clone, Debug, PartialEq)]
pub struct Certificate {
    /// A replayed plan to the boss and behind every puzzle; a shortest one if states were counted.
    pub plan: Plan,
    /// Number of reachable states; `None` if there were too many to count.
    pub states: Option<u64>,
}

/// Proves an area.
///
/// # Errors
/// The claim that does not hold.
pub fn prove(area: &Area, scratch: &mut Scratch) -> Result<Certificate, RejectReason> {
    let graph = level_graph(area);
    let limits = Limits { states: Some(MOST_STATES), ..Limits::default() };
    let Ok(proof) = certify::certify(&graph, &Rules::default(), &limits, &mut scratch.judge) else {
        return prove_uncounted(&graph);
    };
    let wrong = [
        (proof.unreachable > 0, RejectReason::UnreachableRoom),
        (proof.plan.is_none(), RejectReason::Unwinnable),
        (proof.dead_states > 0, RejectReason::Losable),
        (!proof.needless.is_empty(), RejectReason::NeedlessPuzzle),
    ];
    RejectReason::first(&wrong)?;
    let plan = proof.plan.ok_or(RejectReason::Unwinnable)?;
    Ok(Certificate { plan, states: Some(proof.states) })
}

fn prove_uncounted(graph: &Graph) -> Result<Certificate, RejectReason> {
    let proof = reversible::certify(graph, &Rules::default()).ok().flatten();
    let proof = proof.ok_or(RejectReason::TooLargeToProve)?;
    let wrong = [
        (proof.unreachable > 0, RejectReason::UnreachableRoom),
        (proof.plan.is_none(), RejectReason::Unwinnable),
        (!proof.needless.is_empty(), RejectReason::NeedlessPuzzle),
    ];
    RejectReason::first(&wrong)?;
    Ok(Certificate { plan: proof.plan.ok_or(RejectReason::Unwinnable)?, states: None })
}

/// The id of the node behind the boss's room.
pub const DONE: &str = "everything solved";

/// The name of a small key, which every small-key door needs.
pub(crate) const SMALL_KEY: &str = "small key";
/// The description of a small key.
pub(crate) const SMALL_KEY_DESCRIPTION: &str = "A small plain key without a mark on it. Any plain lock here would take it, and none would give it back.";

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
    let requirements = add_contents(area, style, &mut graph);
    for (id, room) in (0..).zip(&area.layout.rooms) {
        for direction in room.connections.iter() {
            let to = area.layout.index(direction.step(room.coords));
            if let Some(to) = to.filter(|&to| to > id) {
                both_ways(&mut graph, id, to, requirements.of(id, direction).into_iter().collect());
            }
        }
    }
    finish(area, &mut graph);
    graph
}

/// A passage: two edges with the same requirements.
fn both_ways(graph: &mut Graph, a: RoomIndex, b: RoomIndex, requires: SmallVec<[Requirement; 1]>) {
    graph.edges.push(Edge { from: a, to: b, requires: requires.clone() });
    graph.edges.push(Edge { from: b, to: a, requires });
}

/// The key style of an area: small if a door takes the small key.
#[must_use]
pub fn key_style(area: &Area) -> KeyStyle {
    let small = area.puzzles.iter().any(|puzzle| is_small(&puzzle.kind));
    if small { KeyStyle::Small } else { KeyStyle::Named }
}

/// True for a door that any small key opens.
pub(crate) fn is_small(kind: &Kind) -> bool {
    kind.key() == Some(SMALL_KEY)
}

/// The id of a room's node: its coordinates.
pub(crate) fn place_id([x, y, z]: [i32; 3]) -> NodeId {
    NodeId::Name(format!("{x},{y},{z}"))
}

/// The requirements of passages.
pub(crate) struct PassageRequirements {
    of: Vec<(RoomIndex, Direction, Requirement)>,
}

impl PassageRequirements {
    /// The requirement of the puzzle of a passage.
    pub(crate) fn of(&self, room: RoomIndex, direction: Direction) -> Option<Requirement> {
        let found = self.of.iter().find(|(r, d, _)| (*r, *d) == (room, direction));
        found.map(|&(_, _, requirement)| requirement)
    }
}

/// Adds keys and solutions to the nodes, and returns the requirements of the passages.
pub(crate) fn add_contents(area: &Area, style: KeyStyle, graph: &mut Graph) -> PassageRequirements {
    let mut requirements = PassageRequirements { of: Vec::with_capacity(2 * area.puzzles.len()) };
    let chests = chests(area, graph);
    for item in &area.items {
        let content = if style == KeyStyle::Small && item.name == SMALL_KEY {
            Content::Key
        } else {
            Content::Symbol(symbol(graph, item.name.clone()))
        };
        let node = match item.holder {
            Holder::Open => Some(item.room),
            Holder::Chest(number) => chests.get(number).copied(),
        };
        hold(graph, node.unwrap_or(item.room), content);
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
        requirements.of.push((puzzle.room, puzzle.direction, requirement));
        if let Some(far) = area.beyond(puzzle) {
            requirements.of.push((far, puzzle.direction.opposite(), requirement));
        }
    }
    requirements
}

/// Adds a node for each chest, and returns their ids.
fn chests(area: &Area, graph: &mut Graph) -> Vec<RoomIndex> {
    let mut ids = Vec::with_capacity(area.chests.len());
    for chest in &area.chests {
        let key = symbol(graph, chest.key.clone());
        let node = graph.nodes.len() as RoomIndex;
        let id = NodeId::Name(format!("chest {}", chest.id));
        graph.nodes.push(Node { id, contents: SmallVec::new() });
        both_ways(graph, chest.room, node, SmallVec::from_iter([Requirement::Symbol(key)]));
        ids.push(node);
    }
    ids
}

/// Adds the node behind the boss's room, with the requirements of its edge.
fn finish(area: &Area, graph: &mut Graph) {
    let Some(last) = area.last_room() else { return };
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

/// The id of a symbol; a new symbol gets the next id.
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

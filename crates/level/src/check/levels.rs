//! Comparison of a level's tiles with its room graph.
//!
//! Both are judged by the same rules. Where the one can be won and the other cannot, somebody drew what the
//! other did not mean; the reasons name the edges whose ends come apart.

use super::winnable::winnable;
use crate::limits::Limits;
use crate::model::graph::{Edge, Graph, Requirement};
use crate::model::level::{Level, Tiles};
use crate::rules::Collect;
use crate::rules::Position;
use crate::rules::Rules;
use crate::rules::facts::with_width;
use crate::rules::prepared::Prepared;
use crate::solve::{Verdict, best};

/// The room graph and the tiles of a level, compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels {
    /// True if the graph alone can be won; `None` when a limit came first.
    pub room_winnable: Option<bool>,
    /// True if both say the same; `None` where one of them is unknown.
    pub agree: Option<bool>,
    /// The reasons, if they differ.
    pub reasons: Vec<String>,
}

/// Compares the two; `None` for a level that does not have both, or whose graph has no start or no goal.
pub(crate) fn compare(
    level: &Level,
    rules: &Rules,
    verdict: &Verdict,
    limits: &Limits<'_>,
) -> Option<Levels> {
    let tiles = level.tiles.as_ref()?;
    level.graph.start?;
    // The graph alone knows no plates, and what wins anywhere may be one.
    let asks_plates =
        |edge: &Edge| edge.requires.iter().any(|r| matches!(r, Requirement::Plate(_)));
    let cannot = !level.win.is_empty() || level.graph.edges.iter().any(asks_plates);
    if level.graph.goals.is_empty() || cannot {
        return None;
    }
    let rooms = Level::of_graph(level.graph.clone());
    let room_winnable = winnable(&rooms, rules, Collect::Nothing, limits);
    let tile_winnable = match verdict {
        Verdict::Solvable { .. } => Some(true),
        Verdict::Unsolvable => Some(false),
        Verdict::Unknown(_) => None,
    };
    let agree = room_winnable.zip(tile_winnable).map(|(a, b)| a == b);
    let mut reasons = Vec::new();
    if agree == Some(false) {
        let [by_rooms, by_tiles] = [reached(&rooms, rules), reached(level, rules)];
        reasons = differences(&level.graph, tiles, &by_rooms, &by_tiles);
        if reasons.is_empty() {
            reasons.push(
                "at best both reach the same rooms: it is keys, bombs or one-way steps, counted \
                 one by one, that part them"
                    .to_owned(),
            );
        }
    }
    Some(Levels { room_winnable, agree, reasons })
}

/// By node, true if it could be reached at best.
fn reached(level: &Level, rules: &Rules) -> Vec<bool> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    with_width!(prepared.facts().len(), reached_in::<W>(level, &prepared)).unwrap_or_default()
}

fn reached_in<const W: usize>(level: &Level, prepared: &Prepared<'_>) -> Vec<bool> {
    let world = prepared.world::<W>();
    let reached = best(&world).reached;
    let nodes = 0..level.graph.nodes.len() as u32;
    let in_reach = |node| {
        let locations = world.locations_of(Position::Node(node), level);
        locations.into_iter().any(|location| reached[location as usize])
    };
    nodes.map(in_reach).collect()
}

/// The edges over which one of the two comes further than the other.
fn differences(graph: &Graph, tiles: &Tiles, by_rooms: &[bool], by_tiles: &[bool]) -> Vec<String> {
    let at = |reached: &[bool], node: u32| reached.get(node as usize).copied().unwrap_or(false);
    let name = |node| graph.id(node).map(ToString::to_string).unwrap_or_default();
    let has_room = |node| tiles.rooms.iter().any(|room| room.node == node);
    let mut reasons = Vec::new();
    for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
        let (from, to) = (edge.from, edge.to);
        let beyond = at(by_rooms, to) && !at(by_tiles, to) && at(by_tiles, from);
        if !beyond {
            continue;
        }
        let way = if edge.asks(Requirement::Stair) { "stair" } else { "doorway" };
        let why = if has_room(to) {
            format!("the cells in reach of node {} lead to no {way} into it", name(from))
        } else {
            "it has no rectangle, and no warp passes it".to_owned()
        };
        reasons.push(format!(
            "the edge from {} leads to node {}, but on tiles it is out of reach: {why}",
            name(from),
            name(to)
        ));
    }
    for node in (0..graph.nodes.len() as u32).filter(|&n| at(by_tiles, n) && !at(by_rooms, n)) {
        reasons.push(format!(
            "node {} can be walked to on tiles, but no edges lead there",
            name(node)
        ));
    }
    reasons.dedup();
    reasons
}

//! Embeds the nodes of a room graph in the rooms of a map.
//!
//! Nodes carry no position, so rooms are matched by how they touch: a door pair asks for an edge, and an
//! edge that is no stair asks for rooms that touch. Nodes joined by water or by edges marked `s` may be
//! parts of one room; a leaf that holds an item and nothing else may be a cellar without a room. The
//! search is [`grow`]. Invariant: the same map and graph give the same embedding, in counted work that
//! is bounded whatever their size.

mod problem;
mod grow;

use super::tiles::Map;
use grow::Grower;
use level::{Graph, NodeIndex};
use problem::{NONE, Problem, Rooms, Ways, inside};

/// An assignment of the nodes of a graph to the rooms of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Embedding {
    /// The room of each node, as a place in [`Map::rooms`].
    pub(crate) room: Vec<Option<usize>>,
    /// The nodes of each room, in order.
    pub(crate) inside: Vec<Vec<NodeIndex>>,
    /// The number of door pairs the map has.
    pub(crate) door_pairs: usize,
    /// The number of them that an edge explains.
    pub(crate) explained: usize,
}

/// The number of beginnings the search keeps.
const WIDTH: usize = 120;
/// The orders of rooms that are tried, as long as something is left to explain.
const WAYS: [Ways; 3] =
    [Ways { pair: 2, wall: 1 }, Ways { pair: 4, wall: 1 }, Ways { pair: 1, wall: 0 }];
/// Limit on the work of the search, in visits of links.
const WORK: u64 = 40_000_000;

/// Embeds a graph in a map; `entrance` is the room where the player comes in, and the node that is it.
pub(crate) fn embed(map: &Map, graph: &Graph, entrance: Option<(usize, NodeIndex)>) -> Embedding {
    let problem = Problem::new(map, graph, entrance);
    let mut best: (i64, Rooms) = (i64::MAX, vec![NONE; graph.nodes.len()]);
    for ways in WAYS {
        for rooms in Grower::new(&problem, ways, WORK / WAYS.len() as u64).grow(WIDTH) {
            let cost = problem.cost(&rooms);
            if cost < best.0 {
                best = (cost, rooms);
            }
        }
        if best.0 == 0 {
            break;
        }
    }
    let rooms = best.1;
    finish(map, &problem, &rooms)
}

fn finish(map: &Map, problem: &Problem, rooms: &Rooms) -> Embedding {
    Embedding {
        room: rooms.iter().map(|&room| (room != NONE).then_some(room as usize)).collect(),
        inside: inside(rooms, map.rooms.len()),
        door_pairs: map.borders().filter(|&(room, side, _)| map.is_pair(room, side)).count(),
        explained: problem.explained(rooms),
    }
}

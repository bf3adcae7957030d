//! A dungeon as the judge sees it at room level: the mission's graph with the puzzles on it.
//!
//! Nodes are the rooms, in their order, called by their coordinates. What the mission locks asks for what the mission
//! says, what a puzzle blocks for what [`mod@crate::puzzle::proof`] says. Passages up and down are stairs.

use super::dungeon::Dungeon;
use crate::layout::Direction;
use crate::mission::{KeyStyle, Mission, graph};
use crate::puzzle::proof::{ask, place_id};
use level::{Content, Edge, Graph, Node, Requirement};
use smallvec::SmallVec;

/// The room graph of a dungeon.
#[must_use]
pub fn level_graph(dungeon: &Dungeon) -> Graph {
    let mission = &dungeon.mission;
    let mut graph = Graph { symbols: graph::named_keys(mission), ..Graph::default() };
    graph.nodes.extend(dungeon.rooms().map(|room| Node {
        id: place_id(room.coords()),
        contents: graph::contents(room.item(), room.id == dungeon.goal().id),
    }));
    let asked = ask(&dungeon.area, mission.key_style, &mut graph);
    for passage in dungeon.passages() {
        for way in [passage, passage.back()] {
            let (from, to, direction) = (way.from().id, way.to().id, way.direction());
            let mut requires: SmallVec<[Requirement; 1]> =
                way.symbol().and_then(graph::requirement).into_iter().collect();
            requires.extend(asked.of(from, direction));
            if matches!(direction, Direction::Up | Direction::Down) {
                requires.push(Requirement::Stair);
            }
            graph.edges.push(Edge { from, to, requires });
        }
    }
    graph.start = Some(dungeon.start().id);
    graph.goals.push(dungeon.goal().id);
    graph
}

/// True if something that lies in a room is a key or a switch of the mission.
#[must_use]
pub(crate) fn is_of_mission(content: Content, mission: &Mission) -> bool {
    match content {
        Content::Symbol(id) => mission.key_style == KeyStyle::Named && id < u32::from(mission.keys),
        Content::Key => mission.key_style == KeyStyle::Small,
        Content::Toggle(_) => true,
        _ => false,
    }
}

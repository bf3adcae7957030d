//! A dungeon as the judge sees it at room level: the mission's graph with the puzzles on it.
//!
//! Nodes are the rooms of the layout, in its order, called by their coordinates. What the mission locks asks
//! for what the mission says, what a puzzle blocks for what [`mod@crate::puzzle::level_graph`] says. Passages up
//! and down are stairs.

use super::Dungeon;
use crate::layout;
use crate::mission::{self, KeyStyle};
use crate::puzzle::level_graph::{ask, place_id};
use level::{Content, Edge, Graph, Node, Requirement};
use smallvec::SmallVec;

/// The room graph of a dungeon.
#[must_use]
pub fn level_graph(dungeon: &Dungeon) -> Graph {
    let Dungeon { mission, area, .. } = dungeon;
    let plain = mission::level_graph(mission);
    let rooms = dungeon.layout_rooms();
    let number = |id: u32| rooms.get(id as usize).copied().unwrap_or(0);
    let mut graph = Graph { symbols: plain.symbols, ..Graph::default() };
    let nodes = area
        .layout
        .rooms
        .iter()
        .map(|room| Node { id: place_id(room.coords), contents: SmallVec::new() });
    graph.nodes = nodes.collect();
    for (id, node) in (0..).zip(plain.nodes) {
        graph.nodes[number(id) as usize].contents = node.contents;
    }
    let asked = ask(area, mission.key_style, &mut graph);
    for edge in &plain.edges {
        let (from, to) = (number(edge.from), number(edge.to));
        let direction = direction(&area.layout, from, to);
        let mut requires: SmallVec<[Requirement; 1]> = edge.requires.clone();
        requires.extend(direction.and_then(|direction| asked.of(from, direction)));
        if matches!(direction, Some(layout::Direction::Up | layout::Direction::Down)) {
            requires.push(Requirement::Stair);
        }
        graph.edges.push(Edge { from, to, requires });
    }
    graph.start = plain.start.map(number);
    graph.goals = plain.goals.iter().map(|&goal| number(goal)).collect();
    graph
}

/// In which direction one room lies from another beside it.
pub(crate) fn direction(layout: &layout::Layout, from: u32, to: u32) -> Option<layout::Direction> {
    let place = |id: u32| layout.rooms.get(id as usize).map(|room| room.coords);
    let (from, to) = (place(from)?, place(to)?);
    layout::Direction::ALL.into_iter().find(|direction| direction.step(from) == to)
}

/// How many keys and switches of the mission a level must need.
#[must_use]
pub(super) fn is_of_mission(content: Content, mission: &mission::Mission) -> bool {
    match content {
        Content::Symbol(id) => mission.key_style == KeyStyle::Named && id < u32::from(mission.keys),
        Content::Key => mission.key_style == KeyStyle::Small,
        Content::Toggle(_) => true,
        _ => false,
    }
}

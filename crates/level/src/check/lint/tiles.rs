//! Findings about tiles: goals, doors that lead nowhere, and where doorways and edges do not match.

use super::finding::{Say, name, place};
use crate::model::graph::{Graph, NodeIndex, Requirement};
use crate::model::grid::Cell;
use crate::model::level::{Level, Room, Tiles};
use crate::model::tile::Tile;
use crate::rules::facts::pair;
use crate::rules::{Rules, StairEdges};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn goals(tiles: &Tiles, say: Say<'_>) {
    let goals = tiles.goal_cells();
    match &*goals {
        [] | [_] => {}
        several => {
            let places: Vec<_> = several.iter().map(|goal| place(Some(goal))).collect();
            say("several_goals", format!("{} are all goals; any one wins", places.join("; ")));
        }
    }
    if let Some(start) = tiles.start_cell().filter(|start| goals.contains(start)) {
        say("start_is_goal", format!("the level begins on a goal, {}", place(Some(&start))));
    }
}

/// Reports marks, goals and locks on cells that hold a block, where nobody sees them.
pub(super) fn under_blocks(graph: &Graph, tiles: &Tiles, say: Say<'_>) {
    let marks = tiles.marks.iter().map(|mark| (mark.cell, graph.content_name(mark.gives)));
    let goals = tiles.goals.iter().flatten().map(|&cell| (cell, "goal".to_owned()));
    let locks = tiles.locks.iter().flat_map(|lock| &lock.cells);
    let locks = locks.map(|&cell| (cell, "lock".to_owned()));
    for (cell, what) in marks.chain(goals).chain(locks) {
        if tiles.tile(cell) == Some(Tile::Block) {
            say("under_block", format!("the {what} at {} lies under a block", place(Some(&cell))));
        }
    }
}

/// True if a player can ever stand on a tile.
fn can_be_entered(tile: Option<Tile>) -> bool {
    !matches!(tile, None | Some(Tile::Void | Tile::Wall))
}

pub(super) fn doorways(level: &Level, tiles: &Tiles, rules: &Rules, say: Say<'_>) {
    partners(tiles, say);
    let passages = passages(tiles);
    let graph = &level.graph;
    let mut joined = FxHashSet::default();
    let rectangle: FxHashMap<NodeIndex, &Room> = tiles.rooms.iter().map(|r| (r.node, r)).collect();
    for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
        let (Some(a), Some(b)) = (rectangle.get(&edge.from), rectangle.get(&edge.to)) else {
            continue;
        };
        let way =
            || format!("the edge from {} to {}", name(graph, edge.from), name(graph, edge.to));
        if edge.asks(Requirement::Stair) {
            stair(tiles, a, &way(), say);
            continue;
        }
        joined.insert(pair(edge.from, edge.to));
        let by_stairs = rules.warps.stairs
            && rules.stair_edges == StairEdges::All
            && holds_a_stair(tiles, a).is_some();
        let warps = (rules.warps.doors || by_stairs) && !a.is_adjacent(b);
        if !passages.contains_key(&pair(edge.from, edge.to)) && !warps {
            say("edge_without_doorway", format!("{} is explained by no doorway", way()));
        }
    }
    stairs_to_nowhere(level, tiles, rules, say);
    if graph.edges.is_empty() {
        return;
    }
    let mut unexplained: Vec<_> =
        passages.into_iter().filter(|(nodes, _)| !joined.contains(nodes)).collect();
    unexplained.sort_unstable();
    for ((a, b), cell) in unexplained {
        let (a, b, at) = (name(graph, a), name(graph, b), place(Some(&cell)));
        let message = format!("the doorway between nodes {a} and {b} at {at} is no edge");
        say("doorway_without_edge", message);
    }
}

fn stair(tiles: &Tiles, room: &Room, way: &str, say: Say<'_>) {
    if holds_a_stair(tiles, room).is_none() {
        say("stair_without_tile", format!("{way} is a stair, but its room has no STAIR tile"));
    }
}

/// The first stair of a room.
fn holds_a_stair(tiles: &Tiles, room: &Room) -> Option<Cell> {
    room.cells().find(|&cell| tiles.tile(cell) == Some(Tile::Stair))
}

/// Stairs in rooms out of which edges lead away, though none that the rules let a stair lead along.
fn stairs_to_nowhere(level: &Level, tiles: &Tiles, rules: &Rules, say: Say<'_>) {
    if !rules.warps.stairs || rules.stair_edges == StairEdges::All {
        return;
    }
    let graph = &level.graph;
    for room in &tiles.rooms {
        let Some(stair) = holds_a_stair(tiles, room) else { continue };
        let out = || graph.edges.iter().filter(|e| e.from == room.node && e.to != room.node);
        if out().any(|edge| edge.asks(Requirement::Stair)) {
            continue;
        }
        let far = |node: NodeIndex| {
            let other = tiles.rooms.iter().find(|room| room.node == node);
            other.is_none_or(|other| !room.is_adjacent(other))
        };
        let elsewhere: Vec<_> = out().filter(|edge| far(edge.to)).collect();
        if let Some(edge) = elsewhere.first() {
            let (from, to) = (name(graph, edge.from), name(graph, edge.to));
            let message = format!(
                "the stair at {} leads nowhere: no edge out of node {from} is a stair; under the rule \
                 stair_edges=all it leads along the edge to {to}",
                place(Some(&stair))
            );
            say("stair_to_nowhere", message);
        }
    }
}

/// The pairs of rooms between which a step could lead, each with the first such cell.
fn passages(tiles: &Tiles) -> FxHashMap<(NodeIndex, NodeIndex), Cell> {
    let mut room_of: FxHashMap<Cell, NodeIndex> = FxHashMap::default();
    for room in &tiles.rooms {
        let cells = room.cells().filter(|&cell| can_be_entered(tiles.tile(cell)));
        room_of.extend(cells.map(|cell| (cell, room.node)));
    }
    let mut passages = FxHashMap::default();
    for room in &tiles.rooms {
        for cell in room.cells().filter(|cell| room_of.contains_key(cell)) {
            for there in cell.neighbours().filter_map(|beside| room_of.get(&beside)) {
                if *there != room.node {
                    passages.entry(pair(room.node, *there)).or_insert(cell);
                }
            }
        }
    }
    passages
}

/// Reports doors that a player can stand before on one side only.
fn partners(tiles: &Tiles, say: Say<'_>) {
    let is_door = |cell: Cell| tiles.tile(cell).is_some_and(Tile::is_door);
    let mut seen = FxHashSet::default();
    for (cell, _) in tiles.cells().filter(|(_, tile)| tile.is_door()) {
        if !seen.insert(cell) {
            continue;
        }
        let mut door = vec![cell];
        let mut beside = FxHashSet::default();
        let mut next = 0;
        while let Some(&at) = door.get(next) {
            next += 1;
            for cell in at.neighbours() {
                if is_door(cell) {
                    if seen.insert(cell) {
                        door.push(cell);
                    }
                } else if can_be_entered(tiles.tile(cell)) {
                    beside.insert(cell);
                }
            }
        }
        let holds_start = tiles.start_cell().is_some_and(|start| door.contains(&start));
        if !holds_start && sides(&beside) < 2 {
            let message = format!("the door at {} has cells on one side only", place(Some(&cell)));
            say("door_without_partner", message);
        }
    }
}

/// The number of groups of touching cells there are.
fn sides(cells: &FxHashSet<Cell>) -> usize {
    let mut sorted: Vec<Cell> = cells.iter().copied().collect();
    sorted.sort_unstable();
    let mut seen = FxHashSet::default();
    let mut sides = 0;
    for cell in sorted {
        if !seen.insert(cell) {
            continue;
        }
        sides += 1;
        let mut waiting = vec![cell];
        while let Some(at) = waiting.pop() {
            let beside = at.neighbours().filter(|cell| cells.contains(cell));
            waiting.extend(beside.filter(|&cell| seen.insert(cell)));
        }
    }
    sides
}

//! Tests of imported levels: drawings, graphs, and both together.

use super::drawn::drawn;
use level::{Cell, Level, Requirement, Tile};
use quandary_formats::vglc::graph::EdgeS;
use quandary_formats::vglc::{Import, import};

/// A graph of nodes and edges as `"1 e,k"` and `"1 2 k"`; edges go both ways.
fn dot(nodes: &[&str], edges: &[&str]) -> String {
    let mut text = "digraph {\n".to_owned();
    for node in nodes {
        let (id, label) = node.split_once(' ').unwrap_or((node, ""));
        text += &format!("{id} [label=\"{label}\"]\n");
    }
    for edge in edges {
        let parts: Vec<&str> = edge.split(' ').collect();
        let label = parts.get(2).unwrap_or(&"");
        text += &format!("{} -> {} [label=\"{label}\"]\n", parts[0], parts[1]);
        text += &format!("{} -> {} [label=\"{label}\"]\n", parts[1], parts[0]);
    }
    text + "}\n"
}

fn both(plan: &[&str], nodes: &[&str], edges: &[&str]) -> Import {
    import(Some(&drawn(plan)), Some(&dot(nodes, edges)), EdgeS::Stair).unwrap()
}

/// The slots of the rooms of nodes 1, 2, and so on.
fn slots(level: &Level) -> Vec<(u32, u32)> {
    let mut rooms: Vec<_> = level.tiles.iter().flat_map(|tiles| &tiles.rooms).collect();
    rooms.sort_by_key(|room| level.graph.id(room.node).cloned());
    rooms.iter().map(|room| (room.corner.row / 16, room.corner.col / 11)).collect()
}

fn holding(level: &Level, tile: Tile) -> Vec<Cell> {
    level.tiles.iter().flat_map(|tiles| tiles.holding(tile)).collect()
}

fn many(level: &Level, tile: Tile) -> usize {
    holding(level, tile).len()
}

#[test]
fn nodes_find_their_rooms() {
    let import = both(
        &["o-o-", "|   ", "o o "],
        &["0 s", "1", "2 k", "3 e,i", "4 t"],
        &["0 1", "1 2", "2 3 k", "3 4 b"],
    );
    let level = &import.level;
    assert_eq!(slots(level), [(0, 1), (0, 0), (1, 0), (1, 1)]);
    let found = &import.report;
    assert_eq!([found.door_pairs, found.explained, found.rooms, found.nodes], [2, 2, 4, 5]);
    assert_eq!((found.unplaced_nodes, found.notes.as_slice()), (0, &[][..]));
    // All doorways are complete, one of them through a wall without a door; the start is in its own doorway.
    let doors = [Tile::DoorOpen, Tile::DoorLocked, Tile::DoorBomb].map(|t| many(level, t));
    assert_eq!(doors, [8 + 1, 12, 8]);
    assert_eq!(holding(level, Tile::Start), [Cell::new(0, 7, 20)]);
    assert_eq!([Tile::KeySmall, Tile::ItemMinor].map(|t| many(level, t)), [1, 1]);
    assert_eq!(holding(level, Tile::Goal), [Cell::new(0, 24, 16)]);
    // The pointer is merged into the entrance.
    assert_eq!((level.graph.nodes.len(), level.graph.edges.len()), (4, 6));
    assert_eq!(level.graph.start.and_then(|s| level.graph.id(s)).unwrap().to_string(), "1");
}

#[test]
fn a_cellar_lies_in_the_room_it_hangs_on() {
    let import = both(&["s-o-"], &["0 s", "1", "2 t", "3 I"], &["0 1", "1 2", "2 3 l"]);
    let level = &import.level;
    assert_eq!(slots(level), [(0, 1), (0, 0)]);
    assert_eq!(import.report.unplaced_nodes, 1);
    assert_eq!(
        import.report.notes,
        ["node 3 has no room; what it holds lies in the room of node 2"]
    );
    let item = holding(level, Tile::KeyItem);
    assert_eq!(item.len(), 1);
    assert!(item[0].col < 11, "{item:?}");
    assert_eq!(level.graph.edges.len(), 2);
}

#[test]
fn parts_of_a_room_become_one_node() {
    let import =
        both(&["o-o-o-"], &["0 s", "1", "2 e", "3 k", "4 t"], &["0 1", "1 2", "2 3 I", "3 4 k"]);
    assert_eq!(import.report.explained, 2);
    assert_eq!(import.report.notes, ["nodes 2 and 3 are parts of one room"]);
    let graph = &import.level.graph;
    assert_eq!(graph.nodes.len(), 3);
    assert!(!graph.edges.iter().any(|edge| edge.requires(Requirement::ItemLocked)));
}

#[test]
fn rooms_that_do_not_touch_are_joined_by_stairs() {
    let line = both(&["o o-o-"], &["0 s", "1", "2", "3 t"], &["0 1", "1 2", "1 3 k"]);
    let graph = &line.level.graph;
    let locked = graph.edges.iter().filter(|edge| edge.requires(Requirement::KeyLocked));
    assert!(locked.clone().all(|edge| edge.requires(Requirement::Stair)));
    assert_eq!((locked.count(), many(&line.level, Tile::Stair)), (2, 2));
    assert_eq!(many(&line.level, Tile::DoorOpen), 8 + 1);
}

#[test]
fn what_is_seen_only_is_shut_if_it_is_impassable() {
    let plan = drawn(&["o-o-"]);
    let graph = dot(&["0 s", "1", "2 t"], &["0 1", "1 2 s"]);
    let check = |edge_s, doors, stairs, edges| {
        let level = import(Some(&plan), Some(&graph), edge_s).unwrap().level;
        let found = [Tile::DoorOpen, Tile::Stair].map(|tile| many(&level, tile));
        assert_eq!((found, level.graph.edges.len()), ([doors, stairs], edges));
    };
    check(EdgeS::Stair, 8 + 1, 2, 2);
    check(EdgeS::Impassable, 1, 0, 0);
}

#[test]
fn odd_rooms_and_doors_are_noted() {
    let import = both(&["v<~-o-", "    | "], &["0 s", "1", "2 k", "3", "4"], &["0 1", "1 2"]);
    let notes = import.report.notes.join("\n");
    for part in [
        "node 4 has no room, and no edge leads to one",
        "no free floor for KEY_SMALL",
        "shut, a door on one side only",
        "south: shut, the door leads nowhere",
    ] {
        assert!(notes.contains(part), "{part:?} is not in {notes}");
    }
    // Void inside a room becomes floor; the item of a room under water is on the doorstep.
    let level = &import.level;
    assert_eq!(level.tiles.as_ref().unwrap().floors[0].get(5, 5), Some(Tile::Floor));
    assert_eq!(holding(level, Tile::KeySmall), [Cell::new(0, 7, 19)]);
    assert_eq!(many(level, Tile::Goal), 0);
}

#[test]
fn tiles_alone_are_open() {
    let import = import(Some(&drawn(&["o-s-"])), None, EdgeS::Stair).unwrap();
    assert_eq!(import.report.notes, ["without a graph there is no goal"]);
    assert_eq!((import.report.door_pairs, import.report.explained), (1, 0));
    assert_eq!(many(&import.level, Tile::DoorOpen), 8 + 1);
    assert!(import.level.graph.nodes.is_empty());
}

#[test]
fn what_is_missing_is_said() {
    let check = |tiles: Option<&str>, graph: Option<&str>, expect: &str| {
        let said = import(tiles, graph, EdgeS::Stair).expect_err(expect).to_string();
        assert!(said.contains(expect), "{expect:?} is not in {said:?}");
    };
    check(None, None, "neither tiles nor a graph");
    check(Some(&drawn(&["o-o"])), None, "the entrance is missing");
    check(Some("WW\n"), None, "line 1, column 1: 1 row is not made of rooms of 16 rows");
    check(Some(&drawn(&["o-"])), Some("digraph"), "line 1, column 8");
}

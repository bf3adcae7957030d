//! Small levels drawn by hand, with every measure counted by hand.

use Measure::{
    Bombable, Cycles, DeadEnds, Distance, Eccentric, Empty, Enemies, Features, Gated, Keys, Locks,
    OffPlan, OnCycle, OneSided, Plain, Puzzles, Reentry, Split, Symmetric,
};
use quandary_level::formats::json;
use quandary_level::measure::{Contents, Measure, Metrics, measure};
use quandary_level::model::graph::NodeIndex;
use quandary_level::model::grid::Cell;
use quandary_level::model::level::Level;
use quandary_level::model::tile::Tile;
use quandary_level::rules::Position;
use serde_json::{Value, json};

/// Reads a level from drawings of its floors and its other fields.
fn level(floors: &[&[&str]], mut fields: Value) -> Level {
    let id = |letter| Tile::from_letter(letter).unwrap().id();
    let row = |row: &&str| row.chars().map(id).collect::<Vec<u8>>();
    let grid = |rows: &&[&str]| json!({ "grid": rows.iter().map(row).collect::<Vec<_>>() });
    fields["format"] = "quandary/level/1".into();
    if !floors.is_empty() {
        fields["floors"] = floors.iter().map(grid).collect::<Vec<_>>().into();
    }
    json::read(&fields.to_string()).unwrap()
}

/// A square room of five rows, from its node and its corner.
fn room(node: &str, [floor, row, col]: [u32; 3]) -> Value {
    json!({ "node": node, "floor": floor, "row": row, "col": col, "rows": 5, "cols": 5 })
}

/// The graph field: nodes with their contents, and edges.
fn graph(nodes: &[(&str, Value)], edges: &[(&str, &str, Value)]) -> Value {
    let nodes = nodes.iter().map(|(id, contents)| json!({ "id": id, "contents": contents }));
    let edges = edges
        .iter()
        .map(|(from, to, requires)| json!({ "from": from, "to": to, "requires": requires }));
    json!({ "nodes": nodes.collect::<Vec<_>>(), "edges": edges.collect::<Vec<_>>() })
}

/// The two edges between two nodes, with the same requirement.
fn both<'a>(a: &'a str, b: &'a str, requires: &str) -> [(&'a str, &'a str, Value); 2] {
    [(a, b, requires.into()), (b, a, requires.into())]
}

fn nodes<const N: usize>(path: [NodeIndex; N]) -> [Position; N] {
    path.map(Position::Node)
}

fn cells<const N: usize>(path: [[u32; 3]; N]) -> [Position; N] {
    path.map(|[floor, row, col]| Position::Cell(Cell { floor, row, col }))
}

/// Compares part and whole of every measure with the counted values; both are 0 if not given.
fn check(metrics: &Metrics, counted: &[(Measure, f64, f64)]) {
    for of in Measure::ALL {
        let counted = counted.iter().find(|(other, ..)| *other == of);
        let (part, whole) = counted.map_or((0.0, 0.0), |&(_, part, whole)| (part, whole));
        let share = metrics.share(of);
        let right = (share.part - part).abs() < 1e-12 && share.whole == whole;
        assert!(right, "{}: {share:?} in place of {part} of {whole}", of.name());
    }
}

/// A graph without tiles: 0 start, 1 empty, 2 key, 3 enemy, 4 goal. 0-1, 1-2 and 0-2 are open, 1-3 requires a key, and
/// 3-4 is one-way.
#[test]
fn a_graph_of_five_rooms_is_counted() {
    let contents = [json!(["start"]), json!([]), json!(["key"]), json!(["enemy"]), json!(["goal"])];
    let ids = ["0", "1", "2", "3", "4"];
    let open = [both("0", "1", "open"), both("1", "2", "open"), both("0", "2", "open")];
    let mut edges = [open.concat(), both("1", "3", "key_locked").to_vec()].concat();
    edges.push(("3", "4", "open".into()));
    let rooms: Vec<_> = ids.into_iter().zip(contents).collect();
    let level = level(&[], json!({ "graph": graph(&rooms, &edges) }));
    let metrics = measure(&level, &nodes([0, 2, 0, 1, 3, 4]), Contents::OnTiles);
    let counted = [
        (Empty, 1.0, 5.0),     // room 1
        (DeadEnds, 1.0, 1.0),  // room 4 alone has one neighbour, and the goal is there
        (Distance, 3.0, 5.0),  // 0, 1, 3, 4
        (Eccentric, 3.0, 3.0), // nothing is farther
        (Reentry, 1.0, 5.0),   // back to 0, in five steps
        (Cycles, 1.0, 5.0),    // 5 passages - 5 rooms + 1
        (OnCycle, 3.0, 5.0),   // 0, 1, 2
        (Gated, 2.0, 5.0),     // 1-3 asks, 3-4 has no way back
        (Locks, 1.0, 5.0),     // 1-3
        (Keys, 1.0, 5.0),      // in 2
        (Bombable, 0.0, 5.0),
        (OneSided, 1.0, 5.0), // 3-4
        (Puzzles, 0.0, 5.0),
        (Enemies, 1.0, 5.0), // in 3
        (OffPlan, 0.0, 5.0),
    ];
    check(&metrics, &counted);
    assert_eq!(metrics.value(Locks), Some(20.0), "a hundred rooms would have twenty");
    assert_eq!(metrics.value(Plain), None);
    let printed = serde_json::to_value(&metrics).unwrap();
    assert_eq!((&printed["empty"], &printed["plain"]), (&json!(0.2), &Value::Null));
}

/// Three rooms in a row: an empty one, one divided by blocks, and one with water and a puzzle.
#[test]
fn three_rooms_in_a_row_are_counted() {
    let drawing = [
        "###############", //
        "#@..##.o.##..*#",
        "#..k//.o.++..?#",
        "#...##.o.##~..#",
        "###############",
    ];
    let edges = [both("a", "b", "open"), both("b", "c", "key_locked")].concat();
    let nothing = json!([]);
    let names = [("a", nothing.clone()), ("b", nothing.clone()), ("c", nothing)];
    let rooms = [room("a", [0, 0, 0]), room("b", [0, 0, 5]), room("c", [0, 0, 10])];
    let level = level(&[&drawing], json!({ "rooms": rooms, "graph": graph(&names, &edges) }));
    // From a to c, back to b, and to c again.
    let path = cells([[0, 1, 1], [0, 2, 3], [0, 2, 5], [0, 2, 10], [0, 2, 9], [0, 2, 10]]);
    let metrics = measure(&level, &path, Contents::OnTiles);
    let counted = [
        (Empty, 1.0, 3.0),     // b
        (DeadEnds, 1.0, 1.0),  // c with the goal; a is the start
        (Distance, 2.0, 3.0),  // a, b, c
        (Eccentric, 2.0, 2.0), // nothing is farther
        (Reentry, 2.0, 4.0),   // a, b, c, b, c
        (Cycles, 0.0, 3.0),    // 2 passages - 3 rooms + 1
        (OnCycle, 0.0, 3.0),
        (Gated, 1.0, 2.0), // b-c takes a key
        (Locks, 1.0, 3.0),
        (Keys, 1.0, 3.0), // in a
        (Bombable, 0.0, 3.0),
        (OneSided, 0.0, 3.0),
        (Puzzles, 0.0, 3.0), // a PUZZLE tile is none
        (Enemies, 0.0, 3.0),
        (Plain, 1.0, 3.0),                      // a: a full square of nine cells
        (Symmetric, 1.0, 2.0), // b does, c has its puzzle on the right and its water below
        (Features, 3.0 / 9.0 + 2.0 / 9.0, 3.0), // none in a, three blocks in b, two features in c
        (Split, 1.0, 3.0),     // b; in c one walks around the water
        (OffPlan, 0.0, 3.0),
    ];
    check(&metrics, &counted);
}

/// Four rooms in a square. The doorway between b and d has no edge, so it is no passage. Water divides c and separates
/// its doorway to d from the floor next to a.
#[test]
fn a_square_of_four_rooms_is_counted() {
    let drawing = [
        "##########", //
        "#@..###..#",
        "#.#.//..e#",
        "#...##...#",
        "##/####/##",
        "##/####/##",
        "#..e##...#",
        "#~~~//.o.#",
        "#...##..*#",
        "##########",
    ];
    let edges = [
        ("a", "b", json!("key_locked")), // of several edges the least counts: the next
        ("a", "b", json!([])),
        ("b", "a", json!([])),
        ("a", "c", json!("bombable")),
        ("c", "a", json!([])),
        ("c", "d", json!([])),
        ("d", "c", json!([])),
    ];
    let names = ["a", "b", "c", "d"].map(|name| (name, json!(["boss_key"]))); // on no tile, so it does not count
    let corners = [("a", [0, 0, 0]), ("b", [0, 0, 5]), ("c", [0, 5, 0]), ("d", [0, 5, 5])];
    let fields = json!({
        "rooms": corners.map(|(name, corner)| room(name, corner)),
        "graph": graph(&names, &edges),
        "marks": [
            { "floor": 0, "row": 3, "col": 1, "gives": "symbol:puzzle:lever" },
            { "floor": 0, "row": 8, "col": 1, "gives": "toggle:0" },
        ],
        "locks": [{ "cells": [[0, 2, 5]], "needs": ["symbol:puzzle:lever"] }],
        "plates": [{ "name": "p", "cells": [[0, 8, 6]] }],
    });
    let level = level(&[&drawing], fields);
    let path = cells([[0, 1, 1], [0, 5, 2], [0, 7, 4], [0, 7, 5], [0, 8, 8]]);
    let metrics = measure(&level, &path, Contents::OnTiles);
    let counted = [
        (Empty, 0.0, 4.0),     // start and lever, enemy, enemy and toggle, goal and plate
        (DeadEnds, 1.0, 2.0),  // b holds but an enemy, d the goal
        (Distance, 2.0, 4.0),  // a, c, d
        (Eccentric, 2.0, 2.0), // b is nearer
        (Reentry, 0.0, 2.0),   // a, c, d
        (Cycles, 0.0, 4.0),    // 3 passages - 4 rooms + 1
        (OnCycle, 0.0, 4.0),
        (Gated, 3.0, 3.0), // a-b by its lock, a-c by a bomb, c-d by its doorway alone
        (Locks, 0.0, 4.0),
        (Keys, 0.0, 4.0),
        (Bombable, 1.0, 4.0), // a-c
        (OneSided, 1.0, 4.0), // a-c asks one way only
        (Puzzles, 3.0, 4.0),  // lever, toggle, plate
        (Enemies, 2.0, 4.0),
        (Plain, 0.0, 4.0),     // b has no features, but its corner is gone
        (Symmetric, 3.0, 4.0), // all but b
        (Features, 1.0 / 9.0 + 3.0 / 9.0 + 1.0 / 9.0, 4.0), // a pillar, three of water, a block
        (Split, 1.0, 4.0),     // c
        (OffPlan, 1.0, 4.0),   // b
    ];
    check(&metrics, &counted);
}

/// Three rooms in a row, none of them plain: one with water in two corners, one with an aisle behind blocks and water,
/// one with a walled corner.
#[test]
fn three_furnished_rooms_are_counted() {
    let drawing = [
        "###############", //
        "#~@~##...###.*#",
        "#...##o~o##...#",
        "#k..//...++...#",
        "###############",
    ];
    let edges = [both("a", "b", "open"), both("b", "c", "key_locked")].concat();
    let names = ["a", "b", "c"].map(|name| (name, json!([])));
    let rooms = [room("a", [0, 0, 0]), room("b", [0, 0, 5]), room("c", [0, 0, 10])];
    let level = level(&[&drawing], json!({ "rooms": rooms, "graph": graph(&names, &edges) }));
    let path = cells([[0, 1, 2], [0, 3, 5], [0, 3, 10], [0, 1, 13]]);
    let counted = [
        (Empty, 1.0, 3.0),    // b
        (DeadEnds, 1.0, 1.0), // c with the goal
        (Distance, 2.0, 3.0),
        (Eccentric, 2.0, 2.0),
        (Reentry, 0.0, 2.0),
        (Cycles, 0.0, 3.0),
        (OnCycle, 0.0, 3.0),
        (Gated, 1.0, 2.0), // b-c takes a key
        (Locks, 1.0, 3.0),
        (Keys, 1.0, 3.0), // in a
        (Bombable, 0.0, 3.0),
        (OneSided, 0.0, 3.0),
        (Puzzles, 0.0, 3.0),
        (Enemies, 0.0, 3.0),
        (Plain, 0.0, 3.0),     // c has no features, but its corner is gone
        (Symmetric, 2.0, 3.0), // a and b, left to right; what is held is floor
        (Features, 2.0 / 9.0 + 3.0 / 9.0, 3.0), // two of water in a; two blocks and one of water in b
        (Split, 1.0, 3.0),                      // the aisle of b
        (OffPlan, 0.0, 3.0),
    ];
    check(&measure(&level, &path, Contents::OnTiles), &counted);
}

/// Two rooms of seven columns, one above the other: a plain one, and one with stairs, wet floor and a pillar.
#[test]
fn two_wide_rooms_are_counted() {
    let drawing = [
        "#######", //
        "#@....#", "#.....#", "#.....#", "###/###", "###/###", "#>...>#", "#,.#.,#", "#..*.e#",
        "#######",
    ];
    let wide = |node: &str, row: u32| json!({ "node": node, "floor": 0, "row": row, "col": 0, "rows": 5, "cols": 7 });
    let names = ["a", "b"].map(|name| (name, json!([])));
    let fields = json!({
        "rooms": [wide("a", 0), wide("b", 5)],
        "graph": graph(&names, &both("a", "b", "open")),
    });
    let level = level(&[&drawing], fields);
    let path = cells([[0, 1, 1], [0, 5, 3], [0, 8, 3]]);
    let counted = [
        (Empty, 0.0, 2.0),
        (DeadEnds, 1.0, 1.0), // b with the goal
        (Distance, 1.0, 2.0),
        (Eccentric, 1.0, 1.0),
        (Reentry, 0.0, 1.0),
        (Cycles, 0.0, 2.0),
        (OnCycle, 0.0, 2.0),
        (Gated, 0.0, 1.0),
        (Locks, 0.0, 2.0),
        (Keys, 0.0, 2.0),
        (Bombable, 0.0, 2.0),
        (OneSided, 0.0, 2.0),
        (Puzzles, 0.0, 2.0),
        (Enemies, 1.0, 2.0),         // in b
        (Plain, 1.0, 2.0),           // a: a full rectangle of fifteen cells
        (Symmetric, 1.0, 1.0),       // b, left to right
        (Features, 5.0 / 15.0, 2.0), // two stairs, two of wet floor, a pillar
        (Split, 0.0, 2.0),           // one walks on stairs and on wet floor
        (OffPlan, 0.0, 2.0),
    ];
    check(&measure(&level, &path, Contents::OnTiles), &counted);
}

/// A room on each of two floors, a node without a rectangle, and an unreachable room. Some contents are in nodes only.
#[test]
fn stairs_and_rooms_without_rectangles_are_counted() {
    let floors: [&[&str]; 2] = [
        &["#####", "#@.>#", "#...#", "#...#", "#####"],
        &["#####", "#>..#", "#.*.#", "#..>#", "#####"],
    ];
    let names = [
        ("low", json!([])),
        ("high", json!([])),
        ("cellar", json!(["key", "puzzle"])),
        ("lost", json!([])),
    ];
    let edges = [both("low", "high", "stair"), both("high", "cellar", "soft_locked")].concat();
    let rooms = [room("low", [0, 0, 0]), room("high", [1, 0, 0])];
    let level = level(&floors, json!({ "rooms": rooms, "graph": graph(&names, &edges) }));
    let path = cells([[0, 1, 1], [0, 1, 3], [1, 1, 1], [1, 2, 2]]);
    let rest = [
        (Distance, 1.0, 4.0),  // low, high
        (Eccentric, 1.0, 2.0), // the cellar is farther, and the lost room is nowhere
        (Reentry, 0.0, 1.0),
        (Cycles, 0.0, 4.0), // 2 passages - 4 rooms + 2 components
        (OnCycle, 0.0, 4.0),
        (Gated, 1.0, 2.0), // high-cellar; a stair asks for nothing
        (Locks, 0.0, 4.0),
        (Bombable, 0.0, 4.0),
        (OneSided, 1.0, 4.0), // high-cellar
        (Enemies, 0.0, 4.0),
        (Plain, 0.0, 2.0), // of two rooms with tiles
        (Symmetric, 0.0, 2.0),
        (Features, 1.0 / 9.0 + 2.0 / 9.0, 2.0), // one stair, two stairs
        (Split, 0.0, 2.0),
        (OffPlan, 2.0, 4.0), // cellar and lost
    ];
    // On tiles two rooms are empty, among them the only dead end.
    let bare = [(Empty, 2.0, 4.0), (DeadEnds, 0.0, 1.0), (Keys, 0.0, 4.0), (Puzzles, 0.0, 4.0)];
    check(&measure(&level, &path, Contents::OnTiles), &[&rest[..], &bare].concat());
    // With its contents the node without a rectangle has a key and a puzzle.
    let full = [(Empty, 1.0, 4.0), (DeadEnds, 1.0, 1.0), (Keys, 1.0, 4.0), (Puzzles, 1.0, 4.0)];
    check(&measure(&level, &path, Contents::OfNodesToo), &[&rest[..], &full].concat());
}

/// Two triangles, 0-1-2 and 3-4-5, with a bridge 2-3 and a leaf 6 at 5.
fn triangles() -> Level {
    let contents = [
        ("0", json!(["start"])),
        ("1", json!(["symbol:plate:bell"])),
        ("2", json!(["switch"])),
        ("3", json!(["symbol:A"])),
        ("4", json!(["goal"])),
        ("5", json!(["boss"])),
        ("6", json!(["enemy"])),
    ];
    let open = [("0", "2"), ("1", "2"), ("3", "4"), ("4", "5"), ("3", "5")];
    let mut edges: Vec<_> = open.iter().flat_map(|(a, b)| both(a, b, "open")).collect();
    edges.extend(both("2", "3", "symbol:A"));
    edges.extend(both("5", "6", "symbol:item:hook"));
    edges.extend([("0", "1", json!("lacks:symbol:flood")), ("1", "0", json!([]))]);
    level(&[], json!({ "graph": graph(&contents, &edges) }))
}

#[test]
fn two_cycles_with_a_bridge_are_counted() {
    let metrics = measure(&triangles(), &[], Contents::OnTiles);
    let counted = [
        (Empty, 0.0, 7.0),
        (DeadEnds, 0.0, 1.0),  // 6, with an enemy and no more
        (Distance, 3.0, 7.0),  // 0, 2, 3, 4
        (Eccentric, 3.0, 4.0), // 0, 2, 3, 5, 6
        (Cycles, 2.0, 7.0),    // 8 passages - 7 rooms + 1
        (OnCycle, 6.0, 7.0),   // all but 6
        (Gated, 3.0, 8.0),     // 2-3, 5-6, 0-1
        (Locks, 1.0, 7.0),     // 2-3: a hook is no key
        (Keys, 1.0, 7.0),      // in 3
        (Bombable, 0.0, 7.0),
        (OneSided, 1.0, 7.0), // 0-1
        (Puzzles, 1.0, 7.0),  // the plate's symbol in 1
        (Enemies, 2.0, 7.0),  // 5, 6
    ];
    check(&metrics, &counted);
}

#[test]
fn many_levels_are_pooled() {
    let one = measure(&triangles(), &[], Contents::OnTiles);
    let pooled = Metrics::pooled([&one, &one, &Metrics::default()]);
    assert_eq!(pooled.value(OnCycle), one.value(OnCycle));
    assert_eq!((pooled.share(Cycles).part, pooled.share(Cycles).whole), (4.0, 14.0));
}

#[test]
fn a_map_without_rooms_counts_nothing() {
    let level = quandary_level::formats::text::read("####\n#@*#\n####\n").unwrap();
    let path = cells([[0, 1, 1], [0, 1, 2]]);
    check(&measure(&level, &path, Contents::OfNodesToo), &[]);
}

#[test]
fn measures_stand_in_the_table_where_they_are_numbered() {
    let all: Vec<usize> = Measure::ALL.iter().map(|of| *of as usize).collect();
    assert_eq!(all, (0..all.len()).collect::<Vec<_>>());
}

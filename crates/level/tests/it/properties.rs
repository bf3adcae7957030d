//! Properties of the readers. A level that is read, printed and read again is equal. No text causes a panic, and every
//! error names its line or field.

use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use quandary_level::formats::json::{ReadError, print, read};
use quandary_level::formats::text;
use quandary_level::rules::{KNOWN, Preset};
use quandary_level::{
    Cell, Content, Edge, Graph, Grid, Level, Node, NodeId, Plate, Requirement, Rules, Tile,
    TileLock, Tiles,
};
use std::collections::BTreeSet;

/// The same cases in every run. The fuzz targets search further.
fn config(cases: u32) -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(u64::from(cases));
    ProptestConfig { rng_seed, failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

// -------------------------------------------------------------------------------------- levels

fn any_id() -> impl Strategy<Value = NodeId> {
    prop_oneof![
        any::<i64>().prop_map(NodeId::Number),
        (0..30i64).prop_map(NodeId::Number),
        ".{0,5}".prop_map(NodeId::Name),
        (0..30i64).prop_map(|n| NodeId::Name(n.to_string())),
    ]
}

fn any_content(symbols: u32) -> impl Strategy<Value = Content> {
    use Content::*;
    prop_oneof![
        select(vec![Start, Goal, Enemy, Boss, Puzzle, Switch, Key, BossKey, KeyItem, ItemMinor]),
        any::<u32>().prop_map(Toggle),
        (0..symbols).prop_map(Symbol),
    ]
}

fn any_requirement(symbols: u32) -> impl Strategy<Value = Requirement> {
    use Requirement::*;
    prop_oneof![
        select(vec![KeyLocked, BossLocked, Bombable, SoftLocked, Stair, ItemLocked, Switch]),
        (any::<u32>(), any::<bool>()).prop_map(|(id, on)| Toggle(id, on)),
        (0..symbols).prop_map(Symbol),
    ]
}

/// An edge as indices of nodes, and its requirements.
type RawEdge = (Index, Index, BTreeSet<Requirement>);

fn any_edge(symbols: u32) -> impl Strategy<Value = RawEdge> {
    (any::<Index>(), any::<Index>(), btree_set(any_requirement(symbols), 0..4))
}

fn any_graph() -> impl Strategy<Value = Graph> {
    let symbols = btree_set(".{1,6}", 1..5).prop_map(|names| names.into_iter().collect::<Vec<_>>());
    symbols.prop_flat_map(|symbols| {
        let known = symbols.len() as u32;
        let nodes = btree_map(any_id(), btree_set(any_content(known), 0..4), 1..12);
        let edges = vec(any_edge(known), 0..20);
        let goals = vec(any::<Index>(), 0..3);
        (Just(symbols), nodes, edges, any::<Index>(), goals).prop_map(
            |(symbols, nodes, edges, start, goals)| {
                let place = |index: &Index| index.index(nodes.len()) as u32;
                let goals: BTreeSet<u32> = goals.iter().map(place).collect();
                let edge = |(from, to, requires): &RawEdge| Edge {
                    from: place(from),
                    to: place(to),
                    requires: requires.iter().copied().collect(),
                };
                let edges = edges.iter().map(edge).collect();
                let (start, goals) = (place(&start), goals.into_iter().collect());
                let node = |(id, contents): (_, BTreeSet<_>)| Node {
                    id,
                    contents: contents.into_iter().collect(),
                };
                Graph {
                    nodes: nodes.into_iter().map(node).collect(),
                    edges,
                    symbols,
                    start: Some(start),
                    goals,
                    ..Graph::default()
                }
            },
        )
    })
}

fn any_json() -> impl Strategy<Value = serde_json::Value> {
    use serde_json::Value;
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 30, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            btree_map(".{0,6}", inner, 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn any_level() -> impl Strategy<Value = Level> {
    let provenance =
        btree_map(".{0,6}", any_json(), 0..4).prop_map(|fields| fields.into_iter().collect());
    (proptest::option::of(".{0,12}"), any_graph(), proptest::option::of(provenance))
        .prop_map(|(name, graph, provenance)| Level { name, provenance, ..Level::of_graph(graph) })
}

/// A graph with names for symbols, since a reader numbers them in the order of the file.
fn by_name(graph: &Graph) -> impl PartialEq + std::fmt::Debug + use<> {
    let contents = |node: &Node| {
        let names = node.contents.iter().map(|content| graph.content_name(*content));
        (node.id.clone(), names.collect::<Vec<_>>())
    };
    let requires = |edge: &Edge| {
        let names = edge.requires.iter().map(|asked| graph.requirement_name(*asked));
        (edge.from, edge.to, names.collect::<Vec<_>>())
    };
    let nodes: Vec<_> = graph.nodes.iter().map(contents).collect();
    let edges: Vec<_> = graph.edges.iter().map(requires).collect();
    (nodes, edges, graph.start, graph.goals.clone())
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn a_graph_comes_back_as_it_was_printed(level in any_level()) {
        let level = Level { graph: level.graph.checked().expect("a sound graph"), ..level };
        let back = read(&print(&level)).expect("what was printed can be read");
        prop_assert_eq!(by_name(&back.graph), by_name(&level.graph));
        prop_assert_eq!(&back.name, &level.name);
        prop_assert_eq!(&back.provenance, &level.provenance);
        prop_assert_eq!(read(&print(&back)).expect("again"), back);
    }
}

// -------------------------------------------------------------------- plates, conditions and rules

/// Rows and columns of a floor with plates: a start, and other cells that all accept blocks.
const SIZE: (u32, u32) = (4, 5);

fn any_condition(symbols: u32, plates: u32) -> impl Strategy<Value = Requirement> {
    use Requirement::*;
    prop_oneof![
        (0..symbols).prop_map(Symbol),
        (0..symbols).prop_map(Lacks),
        (0..plates).prop_map(Plate),
        (any::<u32>(), any::<bool>()).prop_map(|(id, on)| Toggle(id, on)),
    ]
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let sets = vec((select(&KNOWN[..]), any::<Index>(), 0..1_000_000u32), 0..6);
    (select(&Preset::ALL[..]), sets).prop_map(|(preset, sets)| {
        let mut rules = Rules::preset(preset);
        for ((name, values), value, number) in sets {
            let value = match name {
                "bomb_pickup" => number.to_string(),
                _ => (*value.get(values)).to_owned(),
            };
            assert!(rules.set(&format!("{name}={value}")).is_ok(), "{name}={value}");
        }
        rules
    })
}

/// A cell of the floor that accepts blocks.
fn any_cell() -> impl Strategy<Value = Cell> {
    (1..SIZE.0 * SIZE.1).prop_map(|at| Cell::new(0, at / SIZE.1, at % SIZE.1))
}

/// A floor with plates, locks and conditions that require them, and rules.
fn any_plated() -> impl Strategy<Value = Level> {
    let names = || btree_set(".{1,6}", 1..4).prop_map(|set| set.into_iter().collect::<Vec<_>>());
    (names(), names()).prop_flat_map(|(symbols, plates)| {
        let (known, many) = (symbols.len() as u32, plates.len() as u32);
        let conditions = move |most| btree_set(any_condition(known, many), 0..most);
        let plate = (btree_set(any_cell(), 1..4), proptest::option::of(0..known));
        let lock = (vec(any_cell(), 0..3), conditions(3));
        let blocks = btree_set(any_cell(), 0..6);
        let over = (vec(plate, plates.len()), vec(lock, 0..3), conditions(4), blocks);
        (Just((symbols, plates)), over, proptest::option::of(any_rules())).prop_map(
            |((symbols, plates), (laid, locks, win, blocks), rules)| {
                let mut grid = Grid::filled(SIZE.0, SIZE.1, Tile::Floor);
                grid.set(0, 0, Tile::Start);
                blocks.iter().for_each(|cell| grid.set(cell.row, cell.col, Tile::Block));
                let plate = |(cells, gives): (BTreeSet<Cell>, _)| Plate {
                    cells: cells.into_iter().collect(),
                    gives,
                };
                let lock = |(cells, needs): (_, BTreeSet<_>)| TileLock {
                    cells,
                    needs: needs.into_iter().collect(),
                };
                let tiles = Tiles {
                    floors: vec![grid],
                    plates: laid.into_iter().map(plate).collect(),
                    locks: locks.into_iter().map(lock).collect(),
                    ..Tiles::default()
                };
                let graph = Graph { symbols, plates, ..Graph::default() };
                Level { graph, win: win.into_iter().collect(), rules, ..Level::of_tiles(tiles) }
            },
        )
    })
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn plates_conditions_and_rules_come_back_as_they_were_printed(level in any_plated()) {
        let level = level.checked().expect("a sound level");
        let printed = print(&level);
        let back = read(&printed).expect("what was printed can be read");
        prop_assert_eq!(&print(&back), &printed, "whatever the numbers of its symbols");
        prop_assert_eq!(&back.graph.plates, &level.graph.plates);
        prop_assert_eq!(&back.rules, &level.rules);
        prop_assert_eq!(&text::read(&text::print(&back)).expect("a drawing"), &back);
        prop_assert_eq!(text::print(&back), text::print(&level));
    }
}

// --------------------------------------------------------------------------------- any text at all

/// Checks that an error names a line of its text, or a field.
fn json_error_is_placed(text: &str, error: &ReadError) {
    let lines = text.matches('\n').count() + 1;
    match error {
        ReadError::Json { line, message, .. } => {
            assert!((1..=lines).contains(line) && !message.is_empty(), "{error} in {text:?}");
        }
        ReadError::Field { field, message } => {
            assert!(!field.is_empty() && !message.is_empty(), "{error} in {text:?}");
        }
    }
}

/// Reads a text as a level. A level that is read can be printed and read again.
fn json_is_read_or_refused(text: &str) {
    match read(text) {
        Ok(level) => assert_eq!(read(&print(&level)).as_ref(), Ok(&level), "{text:?}"),
        Err(error) => json_error_is_placed(text, &error),
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        json_is_read_or_refused(&text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,100}") {
        json_is_read_or_refused(&text);
    }
}

// -------------------------------------------------------------------------------- a spoiled good text

const LEVEL: &str = r#"{
  "format": "quandary/level/1",
  "name": "a keep",
  "graph": {
    "nodes": [
      { "id": 0, "contents": ["start", "key", "toggle:07"] },
      { "id": "hall", "contents": ["symbol:lamp", "item_minor", "switch"] },
      { "id": -2, "contents": ["goal"] }
    ],
    "edges": [
      { "from": 0, "to": "hall", "requires": "key_locked" },
      { "from": "hall", "to": 0 },
      { "from": "hall", "to": -2, "requires": ["symbol:lamp", "toggle:7=off", "open"] }
    ],
    "start": 0,
    "goals": [-2]
  },
  "provenance": { "seed": 18446744073709551615, "weight": 0.1, "deep": [[{}]] }
}"#;

/// Fragments inserted into a text to damage it, some of them valid in the format.
const SPLINTERS: [&str; 29] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ",",
    ":",
    "\n",
    " ",
    "0",
    "-1",
    "1e999",
    "9223372036854775808",
    "null",
    "true",
    "\"start\"",
    "\"goal\"",
    "\"symbol:\"",
    "\"toggle:99999999999\"",
    "\"id\"",
    "\\",
    "\\ud800",
    "é",
    "\u{1F5DD}",
    "\u{0}",
    "\"floors\": []",
    "\"plate:hatch\"",
    "\"lacks:symbol:lamp\"",
    "\"rules\": {}",
];

/// A way to damage a text: replaces a range by a fragment.
type Spoil = (Index, usize, &'static str);

fn spoils() -> impl Strategy<Value = Vec<Spoil>> {
    vec((any::<Index>(), 0..12usize, select(&SPLINTERS[..])), 1..4)
}

fn spoilt(text: &str, spoils: &[Spoil]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (place, length, splinter) in spoils {
        let from = place.index(text.len() + 1);
        let to = (from + length).min(text.len());
        text.splice(from..to, splinter.chars());
    }
    text.into_iter().collect()
}

/// The same for levels of tiles.
const PLATED: &str = r#"{
  "format": "quandary/level/1",
  "floors": [{ "grid": [[21, 3, 1, 1, 41], [2, 1, 3, 1, 2]] }],
  "plates": [{ "name": "hatch", "cells": [[0, 0, 3], [0, 1, 1]], "gives": "symbol:lamp" }],
  "locks": [{ "cells": [[0, 0, 4]], "needs": ["plate:hatch", "lacks:symbol:lamp"] }],
  "win": ["symbol:lamp", "plate:hatch"],
  "rules": { "preset": "classic", "push": "once", "bomb_pickup": 3, "diagonals": true }
}"#;

#[test]
fn the_good_texts_are_good() {
    for text in [LEVEL, PLATED] {
        assert!(read(text).is_ok());
        json_is_read_or_refused(text);
    }
}

#[test]
fn a_text_cut_short_is_refused() {
    for end in (0..LEVEL.len()).filter(|end| LEVEL.is_char_boundary(*end)) {
        let cut = &LEVEL[..end];
        json_error_is_placed(cut, &read(cut).expect_err("cut short"));
    }
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn a_spoilt_level_is_read_or_refused(spoils in spoils()) {
        json_is_read_or_refused(&spoilt(LEVEL, &spoils));
        json_is_read_or_refused(&spoilt(PLATED, &spoils));
    }
}

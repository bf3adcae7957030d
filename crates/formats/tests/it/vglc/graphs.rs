//! Properties of the reader of room graphs: no text causes a panic, an error has its line and column, and a graph that
//! was read can be printed and read back.

use level::formats::json::{print, read};
use level::{Content, Requirement};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use quandary_formats::vglc::graph::{DotError, EdgeS, import};

/// Fixed cases; the fuzz targets explore further.
fn config(cases: u32) -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(u64::from(cases));
    ProptestConfig { rng_seed, failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

fn error_is_placed(text: &str, error: &DotError) {
    let columns = text.split('\n').nth(error.line - 1).map(|line| line.chars().count() + 1);
    let placed = columns.is_some_and(|columns| (1..=columns).contains(&error.column));
    assert!(placed && !error.message.is_empty(), "{error} in {text:?}");
}

fn is_read_or_refused(text: &str) {
    for edge_s in [EdgeS::Stair, EdgeS::Impassable] {
        match import(text, edge_s) {
            Ok(import) => assert_eq!(read(&print(&import.level)), Ok(import.level), "{text:?}"),
            Err(error) => error_is_placed(text, &error),
        }
    }
}

const DOT: &str = "\u{feff}digraph Keep_1 {\n0 [label=\"s\"];\n1 [label=\"e,,k\n\"]\n2 [label=\"S1,I\"]\n\
    7 [label=\"t,b,m\"]\n0 -> 1 [label=\"\"]\n1 -> 2 [label=\"k,I\"]\n2 -> 1 [label=\"s\"]\n\
    2 -> 7 [label=\"K,S1\"]\n7 -> 7 [label=\"l\"]\n}\n";

/// The pieces that are inserted to damage a text, in the dialect and outside it.
const SPLINTERS: [&str; 26] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ",",
    ":",
    "->",
    "=",
    "\n",
    " ",
    "0",
    "-1",
    "1e999",
    "9223372036854775808",
    "null",
    "\"start\"",
    "label",
    "digraph",
    "S1",
    "k",
    "\\",
    "\\ud800",
    "é",
    "\u{1F5DD}",
    "\u{0}",
];

/// A change that damages a text: the position, the length to replace, and the replacement.
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

#[test]
fn the_good_text_is_good() {
    assert!(import(DOT, EdgeS::Stair).is_ok());
    is_read_or_refused(DOT);
}

#[test]
fn a_text_cut_short_is_refused() {
    let text = DOT.trim_end();
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        let cut = &text[..end];
        error_is_placed(cut, &import(cut, EdgeS::Stair).expect_err("cut short"));
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        is_read_or_refused(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,100}") {
        is_read_or_refused(&text);
    }
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn a_spoilt_graph_is_read_or_refused(spoils in spoils()) {
        is_read_or_refused(&spoilt(DOT, &spoils));
    }
}

const SLIPS: &str = "digraph {\n0 [label=\"s\"]\n1 [label=\"ei\"]\n2 [label=\"e,,p\n\"]\n\
    3 [label=\"t,m,\"]\n0 -> 1 [label=\"\"]\n1 -> 2 [label=\"I,S1\"]\n2 -> 3 [label=\"s\"]\n}\n";

#[test]
fn slips_of_the_pen_are_read_for_what_they_say() {
    let import = import(SLIPS, EdgeS::Stair).unwrap();
    let graph = &import.level.graph;
    let held = |n: usize| graph.nodes[n].contents.to_vec();
    assert_eq!(held(1), [Content::Enemy, Content::ItemMinor]);
    assert_eq!(held(2), [Content::Enemy, Content::Puzzle]);
    assert_eq!(held(3), [Content::Goal]);
    assert_eq!(graph.edges[1].requires.to_vec(), [Requirement::ItemLocked, Requirement::Switch]);
    assert_eq!((graph.start, graph.goals.as_slice()), (Some(0), &[3][..]));
    assert_eq!(import.notes, ["\"ei\" is read as e,i"]);
    let level = read(&print(&import.level)).unwrap();
    assert_eq!(level, import.level);
}

#[test]
fn impassable_edges_are_left_out() {
    let import = import(SLIPS, EdgeS::Impassable).unwrap();
    assert_eq!(import.level.graph.edges.len(), 2);
}

#[test]
fn what_is_wrong_is_placed() {
    let check = |from: &str, to: &str, expect: &str| {
        let text = SLIPS.replacen(from, to, 1);
        assert_ne!(text, SLIPS, "{from}");
        let said = import(&text, EdgeS::Stair).expect_err(expect).to_string();
        assert!(said.contains(expect), "{expect:?} is not in {said:?}");
    };
    check("digraph", "graph", "line 1, column 1: expected \"digraph\"");
    check("2 -> 3", "2 -> 7", "line 9, column 6: the edge names node 7, which is not there");
    check("1 [", "0 [", "line 3, column 1: node 0 stands twice");
    check("\"s\"]\n1", "\"e\"]\n1", "no node is the start pointer");
    check("\"t,m,\"", "\"t,s\"", "node 3 is a second start pointer");
    check("}\n", "}\nx", "nothing may follow the last brace");
    check("}\n", "", "expected a node number or a closing brace, found the end of the file");
    check("[label=\"s\"]\n}", "[label=\"s", "has no closing quote");
    check("0 [", "99999999999999999999 [", "a node number");
}

#[test]
fn switches_have_numbers_and_odd_tokens_are_notes() {
    let text = "digraph {\n0 [label=\"s,S2\"]\n1 [label=\"e,S12,27\"]\n2 [label=\"t,28\"]\n\
        0 -> 1 [label=\"O,S2\"]\n1 -> 0 [label=\"S2\"]\n1 -> 2 [label=\"S2,S12\"]\n}\n";
    let found = import(text, EdgeS::Stair).unwrap();
    let graph = &found.level.graph;
    assert_eq!(graph.symbols, ["switch 2", "switch 12"]);
    assert_eq!(graph.nodes[1].contents.to_vec(), [Content::Enemy, Content::Symbol(1)]);
    let both = [Requirement::Symbol(0), Requirement::Symbol(1)];
    assert_eq!(graph.edges[2].requires.to_vec(), both);
    assert_eq!(
        found.notes,
        [
            "2 node tokens without a meaning are left out: \"27\", \"28\"",
            "1 edge token without a meaning is left out: \"O\""
        ]
    );
    // The only number is the plain switch.
    let text = text.replace("S12", "S").replace("S2", "S1");
    let found = import(&text, EdgeS::Stair).unwrap();
    assert_eq!(found.level.graph.edges[2].requires.to_vec(), [Requirement::Switch]);
}

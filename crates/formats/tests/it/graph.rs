//! Missions drawn as graphs: Graphviz, GraphML and Mermaid.

use level::formats::json::{print, read as read_level};
use level::{Content, Graph, Level, Options, Requirement, Rules, Verdict, solve};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use quandary_formats::aliases::Aliases;
use quandary_formats::graph::{Ends, is_dot, is_graphml, is_mermaid, read, read_with};
use testing::skipped;

/// The only level of a text, and its notes and guesses.
fn one(text: &str) -> (Level, Vec<String>) {
    let mut import = read(text, &Aliases::default()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(import.levels.len(), 1);
    import.notes.append(&mut import.guessed);
    (import.levels.remove(0).unwrap_or_else(|error| panic!("{error}")), import.notes)
}

fn error(text: &str) -> String {
    match read(text, &Aliases::default()) {
        Err(error) => error.to_string(),
        Ok(mut import) => import.levels.remove(0).unwrap_err().to_string(),
    }
}

fn cost(level: &Level) -> Option<u64> {
    let solution = solve(level, &Rules::default(), &Options::default(), &Default::default());
    match solution.unwrap().verdict {
        Verdict::Solvable { walk, .. } => Some(walk.cost.straight),
        _ => None,
    }
}

/// The edges as `from to requirements`.
fn edges(graph: &Graph) -> Vec<String> {
    let id = |node| graph.id(node).unwrap().bare();
    let edge = |edge: &level::Edge| {
        let asked = edge.requires.iter().map(|r| format!(" {}", graph.requirement_name(*r)));
        format!("{} {}{}", id(edge.from), id(edge.to), asked.collect::<String>())
    };
    graph.edges.iter().map(edge).collect()
}

#[test]
fn graphviz_in_all_its_forms() {
    let text = "// a mission\nstrict digraph \"The keep\" {\n  graph [label=\"Keep\"]; rankdir=LR\n\
        # a comment\n  node [shape=box, color=red]; edge [style=bold label=locked]\n\
        start [label=<<b>Start</b><br/>small key>]\n  hall:n -> \"the \" + \"end\" [label=\"\"] /* open */\n\
        start -> hall\n  subgraph cluster_a { a; b [label=\"key:Red\"] } -> hall [label=\"\", dir=back]\n\
        \"the end\" [label=\"Goal\\nthrone\"]\n}\n";
    assert!(is_dot(text) && !is_graphml(text) && !is_mermaid(text));
    let (level, notes) = one(text);
    assert_eq!(level.name.as_deref(), Some("Keep"));
    assert_eq!(
        edges(&level.graph),
        [
            "hall the end",
            "the end hall",
            "start hall key_locked",
            "hall start key_locked",
            "hall a",
            "a hall",
            "hall b",
            "b hall"
        ]
    );
    assert_eq!(level.graph.nodes[0].contents.to_vec(), [Content::Start, Content::Key]);
    assert_eq!(cost(&level), Some(2));
    assert_eq!(
        notes,
        [
            "4 arrows are taken as two-way: no arrow of the graph has an arrow back; the label one-way keeps one",
            "label \"Start\": start",
            "label \"small key\": key",
            "label \"Goal\": goal",
            "label \"key:Red\": symbol:Red",
            "label \"locked\": key_locked",
        ]
    );
}

#[test]
fn arrows_with_arrows_back_are_meant_as_drawn() {
    let (level, notes) = one(
        "digraph { s [label=start]; g [label=goal]; s -> a; a -> s; a -> g [label=\"one-way\"]; s -> b }",
    );
    assert_eq!(edges(&level.graph), ["s a", "a s", "a g soft_locked", "s b"]);
    assert_eq!(
        notes[0],
        "1 arrow without an arrow back leads one way only: other arrows of the graph have one"
    );
    let (level, _) = one("digraph { s [label=start]; g [label=goal]; s -> g [label=\"one way\"] }");
    assert_eq!(edges(&level.graph), ["s g soft_locked"]);
    let (level, _) = one("graph { s [label=start]; g [label=goal]; s -- g [dir=forward] }");
    assert_eq!(edges(&level.graph), ["s g", "g s"]);
}

#[test]
fn flowcharts_of_mermaid() {
    let text = "---\ntitle: The keep\n---\n%% a comment\nflowchart LR\n  A[Start] --> B{\"Hall (key)\"} & C([Small key])\n\
        B -->|locked| D((Boss)); C -- needs crest --> E[[crest]]\n  subgraph one\n  B --- E\n  end\n\
        D ==> F>Goal]\n  classDef red fill:#f00\n  A ~~~ F\n  x1@{ shape: rect, label: \"Bomb\" } <--> A\n";
    assert!(is_mermaid(text) && !is_dot(text));
    let (level, _) = one(text);
    assert_eq!(level.name.as_deref(), Some("The keep"));
    let found = edges(&level.graph);
    let ways: Vec<&str> = found.iter().step_by(2).map(String::as_str).collect();
    assert_eq!(ways, ["A B", "A C", "B D key_locked", "C E symbol:crest", "B E", "D F", "x1 A"]);
    assert_eq!(cost(&level), Some(5));
    assert!(is_mermaid("graph TD;\nA-->B") && !is_dot("graph TD;\nA-->B"));
    assert!(!is_mermaid("graph {\na -- b\n}") && is_dot("graph {\na -- b\n}"));
}

#[test]
fn graphml_and_the_labels_of_yed() {
    let text = r#"<?xml version="1.0"?><!-- a mission -->
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
<key id="d0" for="node" attr.name="label"/><key id="d1" for="edge" yfiles.type="edgegraphics"/>
<graph id="keep" edgedefault="directed">
<node id="n0"><data key="d0">Entrance</data></node>
<node id="n1"><data key="d2"><y:ShapeNode><y:NodeLabel>Small &amp; key</y:NodeLabel></y:ShapeNode></data>
  <graph edgedefault="undirected"><node id="n1::n0"><data key="d0">goal</data></node></graph></node>
<edge source="n0" target="n1"><data key="d1"><y:PolyLineEdge><y:Arrows source="none" target="none"/></y:PolyLineEdge></data></edge>
<edge source="n1" target="n1::n0"><data key="d1"><y:PolyLineEdge><y:EdgeLabel>one-way</y:EdgeLabel></y:PolyLineEdge></data></edge>
</graph></graphml>"#;
    assert!(is_graphml(text) && !is_dot(text) && !is_mermaid(text));
    let (level, _) = one(text);
    assert_eq!(edges(&level.graph), ["n0 n1", "n1 n0", "n1 n1::n0 soft_locked"]);
    assert_eq!(cost(&level), Some(2));
    let wrong = text.replace("source=\"n0\"", "source=\"n7\"");
    assert_eq!(error(&wrong), "line 8, column 1: names node \"n7\", which is not there");
}

#[test]
fn the_table_gives_other_labels_a_meaning() {
    let text = "graph { a [label=Lobby]; b [label=\"Hookshot\", color=red]; c [label=Throne]\n\
        a -- b; b -- c [label=Gap]; a -- c [style=dashed, label=Secret] }";
    let table = [
        ("Lobby", "START"),
        ("Throne", "TRIFORCE"),
        ("Gap", "ELEMENT"),
        ("color=red", "KEY_ITEM"),
        ("style=dashed", "DOOR_BOSS"),
    ];
    let import = read(text, &Aliases::of(table).unwrap()).unwrap();
    let level = import.levels.into_iter().next().unwrap().unwrap();
    assert_eq!(
        edges(&level.graph)[2..],
        ["b c item_locked", "c b item_locked", "a c boss_locked", "c a boss_locked"]
    );
    assert_eq!(cost(&level), Some(2));
    // A label that stands on a node and on an edge is a thing and its lock.
    let (level, notes) = one(
        "graph { a [label=start]; b [label=Crest]; c [label=goal]; a -- b; a -- c [label=crest]; a -- d [label=fog] }",
    );
    assert_eq!(edges(&level.graph)[2], "a c symbol:Crest");
    assert_eq!(notes[0], "1 label of an edge has no meaning and asks for nothing: \"fog\"");
}

#[test]
fn a_mission_without_a_start_or_a_goal_is_told() {
    let text = "digraph dungeon {\n  start [label=\"Start\"];\n  hall [label=\"Hall\"];\n  start -> hall [label=\"key\"];\n}";
    assert!(!read(text, &Aliases::default()).unwrap().levels[0].as_ref().unwrap().has_goal());
    assert_eq!(error("graph { a -- b }"), "graph: has no start; --start NODE names one");
    assert_eq!(
        error("graph { a [label=start]; b [label=start]; a -- b }"),
        "graph: several nodes are its start: \"a\", \"b\"; --start NODE names one"
    );
    let named = |goal| {
        let ends = Ends { goal: Some(goal), ..Ends::default() };
        read_with(text, &Aliases::default(), ends).unwrap().levels.remove(0)
    };
    let level = named("Hall").unwrap();
    assert_eq!(level.graph.goals, [1]);
    assert_eq!(level.graph.edges[0].requires.to_vec(), [Requirement::KeyLocked]);
    assert!(named("hal").unwrap_err().to_string().contains("did you mean hall?"));
    let two =
        read("graph { a }\ngraph { a [label=start]; b [label=boss]; a -- b }", &Aliases::default());
    let two = two.unwrap();
    assert!(two.levels[0].is_err() && two.levels[1].is_ok());
    assert!(two.guessed.contains(&"label \"boss\": goal, because there is no other".to_owned()));
}

#[test]
fn what_is_wrong_is_placed() {
    assert_eq!(error("graph {\n a -> \n}"), "line 3, column 1: expected a node, found \"}\"");
    assert_eq!(
        error("graph {\n a [label=\"x\n}"),
        "line 2, column 11: the text has no closing quote"
    );
    assert_eq!(
        error("graph LR\nA --> "),
        "line 2, column 7: expected a node, found the end of the file"
    );
    assert_eq!(error("graph LR\nA[x --> B"), "line 2, column 2: the shape has no closing \"]\"");
    assert_eq!(
        error("graph LR\nA - B"),
        "line 2, column 3: expected a link, such as -->, or the end of the line, found \"-\""
    );
    let deep = format!("graph {}", "{ ".repeat(100_000));
    assert!(error(&deep).contains("lies in 64 subgraphs"));
    let names = |side: &str| (0..400).map(|n| format!("{side}{n} ")).collect::<String>();
    let wide = format!("graph {{ {{ {} }} -- {{ {} }} }}", names("a"), names("b"));
    assert!(error(&wide).contains("makes more than 131072 edges"), "{}", error(&wide));
}

#[test]
fn the_sample_is_refused_for_its_goal_alone() {
    let Some(data) = std::env::var_os("QUANDARY_DATA").map(std::path::PathBuf::from) else {
        return skipped("QUANDARY_DATA does not name the folder of reference data");
    };
    let Ok(text) = std::fs::read_to_string(data.join("files/mission.dot")) else {
        return skipped("the folder of reference data has no files/mission.dot");
    };
    assert!(read(&text, &Aliases::default()).unwrap().levels[0].is_ok());
}

const TEXTS: [&str; 3] = [
    "digraph \"a\" {\n node [shape=box]; s [label=<<b>start</b>>]\n s -> {a b} -> t [label=\"key\\n\"+\"x\", dir=both]\n\
     subgraph c { t:n [label=\"goal, 2 keys\"] } # x\n}\n",
    "flowchart LR\n A[Start] -->|key| B{\"x\"} & C([y])\n C -- needs z --> D((goal)):::red; B -.- D\n subgraph q\n end\n",
    "<graphml><graph edgedefault=\"directed\"><node id=\"a\"><data key=\"label\">start</data></node><node id=\"b\">\
     <data key=\"label\">goal</data></node><edge source=\"a\" target=\"b\"/></graph></graphml>",
];

const SPLINTERS: [&str; 30] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    "->",
    "--",
    "-->",
    "---",
    "|",
    "&",
    "<",
    ">",
    "</",
    "=",
    ";",
    "\n",
    ":",
    "#",
    "//",
    "/*",
    "\\",
    "subgraph",
    "node",
    "99 keys",
    "switch:4294967296",
    "é",
    "\u{1F5DD}",
    "\u{0}",
    "&lt;",
];

/// Fixed cases; the fuzz targets explore further.
fn config(cases: u32) -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(u64::from(cases));
    ProptestConfig { rng_seed, failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn a_spoilt_text_is_read_or_refused(
        text in select(&TEXTS[..]),
        spoils in vec((any::<Index>(), 0..12usize, select(&SPLINTERS[..])), 1..4),
    ) {
        let mut letters: Vec<char> = text.chars().collect();
        for (place, length, splinter) in spoils {
            let from = place.index(letters.len() + 1);
            let to = (from + length).min(letters.len());
            letters.splice(from..to, splinter.chars());
        }
        let text: String = letters.into_iter().collect();
        if let Ok(import) = read(&text, &Aliases::default()) {
            for level in import.levels.into_iter().flatten() {
                prop_assert_eq!(read_level(&print(&level)), Ok(level));
            }
        }
    }
}

//! The messages of imports from the corpus, for the list of all messages: every error, and some for malformed texts.

use level::LevelError;
use quandary_formats::vglc::graph::{DotError, EdgeS};
use quandary_formats::vglc::tiles::MapError;
use quandary_formats::vglc::{ImportError, graph, tiles};
use testing::messages::{Messages, every, hold, say};

#[test]
fn the_messages_of_imports_are_listed() {
    let mut all = Messages::new();
    errors(&mut all);
    texts(&mut all);
    hold("vglc", "Levels of the Video Game Level Corpus.", &all);
}

fn errors(all: &mut Messages) {
    let message = || "unknown letter 'x'; known are F B".to_owned();
    let map = || MapError { line: 2, column: 3, message: message() };
    let dot = || DotError { line: 2, column: 3, message: "node 3 stands twice".to_owned() };
    let level = || LevelError { field: "start".to_owned(), message: "is missing".to_owned() };
    every!(all, "vglc", ImportError {
        ImportError::Nothing => ImportError::Nothing,
        ImportError::Tiles(_) => ImportError::Tiles(map()),
        ImportError::Graph(_) => ImportError::Graph(dot()),
        ImportError::NoEntrance => ImportError::NoEntrance,
        ImportError::Level(_) => ImportError::Level(level()),
    });
}

/// Texts of the corpus.
fn texts(all: &mut Messages) {
    for text in ["", "WWX", "WW\n", "WWWWWWWWWWW\nWW"] {
        say(all, format!("tiles {text:?}"), tiles::read(text).unwrap_err());
    }
    for dot in [
        "",
        "graph {",
        "digraph {\n0 [label=\"s\"]",
        "digraph {\n0 [label=\"e\"]\n}",
        "digraph {\n0 [label=\"s\"]\n0 -> 9 [label=\"\"]\n}",
        "digraph {\n0 [label=\"s\"]\n0 [label=\"t\"]\n}",
    ] {
        say(all, format!("graph {dot:?}"), graph::import(dot, EdgeS::Stair).unwrap_err());
    }
}

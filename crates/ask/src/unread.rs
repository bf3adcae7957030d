//! Known kinds of files from which no level is read, each with the nearest way to a level.

/// A kind: texts that its files contain, and a sentence about it.
type Kind = (&'static [&'static str], &'static str);

/// Kinds of JSON values.
const OBJECTS: [Kind; 8] = [
    (
        &["\"rack\":", "\"solution\":"],
        "is a riddle; `quandary riddle --play FILE` plays it, `quandary rate FILE` says how hard it is",
    ),
    (
        &["\"autoplayBgm\"", "\"tilesetId\""],
        "is a map of RPG Maker, which is not read; draw it as a map of Tiled",
    ),
    (
        &["\"ogmoVersion\""],
        "is a level of the Ogmo editor, which is not read; draw it as a map of Tiled",
    ),
    (
        &["\"creation_build\"", "\"world\""],
        "is a map of Dungeondraft, which is not read; export it as Universal VTT (.dd2vtt)",
    ),
    (
        &["\"FeatureCollection\""],
        "is GeoJSON, which is not read; a One Page Dungeon of Watabou exports JSON of its own",
    ),
    (
        &["\"nodes\":", "\"links\":"],
        "is a graph of nodes and links in JSON, which is not read; save it as GraphML (networkx: write_graphml)",
    ),
    (
        &["\"tilewidth\":", "\"tilecount\":", "\"columns\":"],
        "is a tile set of Tiled in JSON (.tsj), and no map; give it the map",
    ),
    (
        &["\"spoiler\":", "\"playthrough\":"],
        "is a spoiler log of a randomizer, and no level; give it the rooms and locks as a graph (Graphviz or JSON)",
    ),
];

/// Kinds of other texts. All words of a row are in the text, the first of them at the beginning of a line.
const TEXTS: [Kind; 12] = [
    (
        &["OBJECTS", "LEGEND", "COLLISIONLAYERS"],
        "is a game of PuzzleScript, which is not read; draw one of its levels, and --map FILE says what its letters mean",
    ),
    (
        &["BasicGame", "SpriteSet"],
        "is the description of a game of GVGAI, and no level; --game FILE gives it with a level",
    ),
    (
        &["SpriteSet", "InteractionSet"],
        "is the description of a game of GVGAI, and no level; --game FILE gives it with a level",
    ),
    (
        &["graph", "node", "id ", "["],
        "is a graph in GML, which is not read; save it as GraphML (networkx: write_graphml) or Graphviz",
    ),
    (
        &["@startuml"],
        "is a diagram of PlantUML, which is not read; Graphviz, GraphML and Mermaid are",
    ),
    (
        &["%YAML", "!u!"],
        "is a file of Unity, which is not read; draw its tile map as a map of Tiled",
    ),
    (&["%PDF-"], "is a PDF, from which no level can be read"),
    (&["<tileset"], "is a tile set of Tiled in XML (.tsx), and no map; give it the map"),
    (&["<template"], "is a template of Tiled in XML (.tx), and no map; give it the map"),
    (
        &["<svg"],
        "is a picture (SVG), from which no level can be read; give it the level that was drawn",
    ),
    (
        &["<?xml", "<svg"],
        "is a picture (SVG), from which no level can be read; give it the level that was drawn",
    ),
    (&["<mxfile"], "is a diagram of draw.io, which is not read; Graphviz, GraphML and Mermaid are"),
];

/// The kind of a JSON value that is no level, if it is a known one.
pub(crate) fn object(text: &str) -> Option<&'static str> {
    let is_of = |(words, _): &&Kind| words.iter().all(|word| text.contains(word));
    OBJECTS.iter().find(is_of).map(|(_, said)| *said)
}

/// The kind of a text that is neither JSON nor a drawing, if it is a known one.
pub(crate) fn text(text: &str) -> Option<&'static str> {
    let text = text.trim_start();
    if text.starts_with('[') {
        return Some("is a JSON array, and no level");
    }
    let begins = |word: &str| {
        text.match_indices(word)
            .any(|(at, _)| at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n'))
    };
    let is_of = |(words, _): &&Kind| match words {
        [first, others @ ..] => begins(first) && others.iter().all(|word| text.contains(word)),
        [] => false,
    };
    let found = TEXTS.iter().find(is_of).map(|(_, said)| *said);
    found.or_else(|| text.starts_with('<').then_some("is XML, and no level"))
}

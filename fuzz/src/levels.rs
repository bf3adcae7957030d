//! Targets for levels in every format, and for room graphs.

use super::held;
use formats::aliases::Aliases;
use formats::tiled::Read;
use formats::vglc::graph::EdgeS;
use formats::{ldtk as project, tiled, xsb as sokoban};
use level::Level;
use level::formats::{json, text as drawn};
use level::play::{lurd, step};
use std::collections::BTreeMap;

/// Parses any text as a level file, or gets an error. A valid level prints, reads back equal, and is verified.
pub fn level_json(text: &str) {
    if let Ok(level) = json::read(text) {
        held::prints_and_reads_back(&level);
        held::is_judged(&level, text);
    }
}

/// Parses any text as a drawing, or gets an error. A valid level prints, reads back equal, and is verified.
pub fn level_text(text: &str) {
    if let Ok(level) = drawn::read(text) {
        held::prints_and_reads_back(&level);
        held::is_judged(&level, text);
    }
}

/// Parses any text as Sokoban levels, in rows or in XML, or gets an error. A valid level prints in every format, reads
/// back equal, and is verified. Solutions in the text are replayed, and the text is parsed as moves.
pub fn xsb(text: &str) {
    moves(text);
    let read = sokoban::boards(text, &Aliases::default());
    assert_eq!(read.levels.iter().all(Result::is_ok), sokoban::read(text).is_ok());
    let levels: Vec<Level> = read.levels.into_iter().flatten().filter(held::is_small).collect();
    let printed = sokoban::print_all(&levels).expect("what was read are levels of Sokoban");
    if !levels.is_empty() {
        let again = sokoban::read(&printed).expect("what was printed can be read");
        assert_eq!(sokoban::print_all(&again).as_ref(), Ok(&printed));
    }
    for level in &levels {
        held::prints_and_reads_back(level);
        let printed = sokoban::print(level).expect("what was read is a level of Sokoban");
        let again = sokoban::read(&printed).expect("what was printed can be read");
        assert_eq!(again.len(), 1);
        assert_eq!(sokoban::print(&again[0]).as_ref(), Ok(&printed));
        held::is_judged(level, text);
    }
}

/// Parses any text as moves, or gets an error. Moves that are written out are the same.
fn moves(text: &str) {
    let level = sokoban::read("#####\n#@$.#\n#####\n").expect("a level").remove(0);
    assert!(lurd::solves(&level, text).is_err() || lurd::is_moves(text));
    let Ok(steps) = lurd::read(text) else { return };
    assert!(steps.len() <= step::MOST_STEPS);
    assert_eq!(step::read(&level, &step::write(&level, &steps)), Ok(steps));
}

/// Parses any text as an LDtk project, or gets an error. A valid level prints, reads back equal, and is verified.
pub fn ldtk(text: &str) {
    let aliases = Aliases::of([
        ("bricks", "WALL"),
        ("Ground.3", "TRIFORCE"),
        ("Key", "KEY_SMALL"),
        ("Gate", "DOOR_LOCKED"),
        ("Hero", "START"),
        ("Torch", "nothing"),
    ]);
    let read = project::read(text, &aliases.expect("tiles"), &Read::no_files);
    let levels = read.iter().flat_map(|read| read.levels.iter().flatten());
    for level in levels.filter(|level| held::is_small(level)) {
        held::prints_and_reads_back(level);
        held::is_judged(level, text);
    }
}

/// Checks that a level of a map prints, also as a map, reads back equal, and is verified.
fn is_mapped_and_judged(level: &Level, text: &str) {
    held::prints_and_reads_back(level);
    if let Ok(map) = tiled::print(level, None) {
        let again = tiled::read(&map, &Read::no_files).map(|read| read.level);
        assert_eq!(again.as_ref(), Ok(level));
    }
    held::is_judged(level, text);
}

/// Parses any text as a Tiled map, or gets an error. A valid level prints, also as a map, reads back equal, and is
/// verified.
pub fn tiled_map(text: &str) {
    let _ = tiled::is_map(text);
    if let Ok(Read { level, .. }) = tiled::read(text, &Read::no_files) {
        is_mapped_and_judged(&level, text);
    }
}

/// Parses any text as a Tiled map in XML, or gets an error; the text after the first NUL is every file beside it. A
/// valid level prints, reads back equal, and is verified.
pub fn tmx(text: &str) {
    let (map, set) = text.split_once('\0').unwrap_or((text, "<tileset/>"));
    let aliases = Aliases::of([("bricks", "WALL"), ("moss", "nothing")]).expect("tiles");
    let fetch = |_: &str| Ok(set.to_owned());
    if let Ok(Read { level, .. }) = tiled::read_with(map, &fetch, &aliases)
        && held::is_small(&level)
    {
        is_mapped_and_judged(&level, text);
    }
}

/// Parses any text as a table of names of other editors, and after the first NUL as a drawing with its letters, or gets
/// an error.
pub fn aliases(text: &str) {
    let (table, drawing) = text.split_once('\0').unwrap_or((text, "####\nw@$.\n####\n"));
    let Ok(table) = toml::from_str::<BTreeMap<String, String>>(table) else { return };
    let Ok(aliases) = Aliases::of(&table) else { return };
    for (name, meaning) in &table {
        let tile = aliases.tile(name).expect("a name of the table");
        assert_eq!(tile.map_or("NOTHING", level::Tile::name), meaning.to_ascii_uppercase());
    }
    let _ = formats::vglc::tiles::read_with(drawing, &aliases);
    for level in
        sokoban::read_with(drawing, &aliases).iter().flatten().filter(|level| held::is_small(level))
    {
        held::prints_and_reads_back(level);
        assert!(sokoban::print(level).is_ok());
    }
}

/// Reads any text by every reader of drawings, arrays, tables and graphs of other programs, or gets errors; the text
/// after the first NUL describes a game. A valid level prints, reads back equal, and is verified.
pub fn imports(text: &str) {
    use formats::watabou;
    use formats::{arrays, donjon, foundry, graph, gvgai, nethack, roguelike, tscn, uvtt};
    let (map, game) = text.split_once('\0').map_or((text, None), |(map, game)| (map, Some(game)));
    let aliases = Aliases::of([("Z", "BLOCK"), ("9", "TRIFORCE"), ("door", "START")]);
    let aliases = aliases.expect("tiles");
    let told =
        [roguelike::is, nethack::is, gvgai::is, arrays::is, watabou::is, donjon::is, uvtt::is];
    let told = told.into_iter().chain([graph::is_dot, graph::is_graphml, graph::is_mermaid]);
    let _ = told.filter(|is| is(map)).count() + usize::from(foundry::is(map));
    let read = [
        roguelike::read(map, &aliases),
        nethack::read(map, &aliases),
        gvgai::read(map, game, &aliases),
        arrays::read(map, Some("zelda"), &aliases),
        arrays::read(map, Some("sokoban"), &aliases),
        watabou::read(map, &aliases),
        donjon::read(map, &aliases),
        uvtt::read(map, &aliases),
        foundry::read(map, &aliases),
        graph::read(map, &aliases),
        tscn::read(map, &aliases),
    ];
    let levels = read.iter().flatten().flat_map(|import| &import.levels).flatten();
    for level in levels.filter(|level| held::is_small(level)).take(4) {
        held::prints_and_reads_back(level);
        held::is_judged(level, text);
    }
}

/// Imports any text as a room graph of the corpus, with and without stairs, or gets an error. A valid level prints,
/// reads back equal, and is verified.
pub fn vglc_graph(text: &str) {
    for edge_s in [EdgeS::Stair, EdgeS::Impassable] {
        if let Ok(found) = formats::vglc::graph::import(text, edge_s) {
            held::prints_and_reads_back(&found.level);
            held::is_judged(&found.level, text);
        }
    }
}

/// Imports any text as the tiles of a dungeon of the corpus, and after the first `|` as its room graph, with and
/// without stairs, or gets an error. A valid level prints, reads back equal, and a second import gives the same.
pub fn vglc_tiles(text: &str) {
    let (tiles, graph) = match text.split_once('|') {
        Some((tiles, graph)) => (tiles, Some(graph)),
        None => (text, None),
    };
    for edge_s in [EdgeS::Stair, EdgeS::Impassable] {
        let found = formats::vglc::import(Some(tiles), graph, edge_s);
        assert_eq!(found, formats::vglc::import(Some(tiles), graph, edge_s));
        if let Ok(found) = found {
            assert!(found.report.explained <= found.report.door_pairs);
            held::prints_and_reads_back(&found.level);
        }
    }
}

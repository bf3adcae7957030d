//! Tests of projects of LDtk.

use level::Level;
use level::formats::json::ReadError;
use level::formats::text;
use quandary_formats::Import;
use quandary_formats::aliases::Aliases;
use quandary_formats::ldtk;
use quandary_formats::tiled::Read;
use serde_json::{Value, json};

fn read(text: &str, aliases: &Aliases) -> Result<Vec<Level>, ReadError> {
    ldtk::read(text, aliases, &Read::no_files).and_then(Import::whole)
}

const PROJECT: &str = r#"{"jsonVersion": "1.5.3", "defs": {
 "layers": [{"uid": 1, "identifier": "Ground", "intGridValues": [
    {"value": 1, "identifier": "bricks", "color": "0"}, {"value": 2, "identifier": "floor"}, {"value": 3, "identifier": null}]},
   {"uid": 2, "identifier": "Things", "intGridValues": []}],
 "tilesets": [{"uid": 9, "enumTags": [{"enumValueId": "Key", "tileIds": [5, 6]}]}]},
 "levels": [{"identifier": "Cellar", "layerInstances": [
   {"__identifier": "Who", "__type": "Entities", "__cWid": 4, "__cHei": 2, "__gridSize": 16, "layerDefUid": 3,
    "__tilesetDefUid": null, "intGridCsv": [], "gridTiles": [],
    "entityInstances": [{"__identifier": "Hero", "__grid": [1, 0]}, {"__identifier": "Moss", "__grid": [0, 0]}]},
   {"__identifier": "Things", "__type": "Tiles", "__cWid": 4, "__cHei": 2, "__gridSize": 16, "layerDefUid": 2,
    "__tilesetDefUid": 9, "intGridCsv": [], "gridTiles": [{"px": [32, 0], "src": [0, 0], "f": 0, "t": 6},
    {"px": [0, 0], "src": [0, 0], "f": 0, "t": 1}], "entityInstances": []},
   {"__identifier": "Ground", "__type": "IntGrid", "__cWid": 4, "__cHei": 2, "__gridSize": 16, "layerDefUid": 1,
    "__tilesetDefUid": null, "intGridCsv": [1, 2, 2, 3, 1, 1, 0, 1], "gridTiles": [], "entityInstances": []}]}]}"#;

const TABLE: [(&str, &str); 5] = [
    ("bricks", "WALL"),
    ("Ground.3", "TRIFORCE"),
    ("Key", "KEY_SMALL"),
    ("Hero", "start"),
    ("Moss", "nothing"),
];

#[test]
fn layers_are_laid_over_each_other() {
    let levels = read(PROJECT, &Aliases::of(TABLE).unwrap()).unwrap();
    assert_eq!(levels.len(), 1);
    assert_eq!(levels[0].name.as_deref(), Some("Cellar"));
    assert!(text::print(&levels[0]).ends_with("\n\n#@k*\n##-#\n"));
}

#[test]
fn levels_may_stand_in_worlds_and_layers_have_tile_sets_of_their_own() {
    let aliases = Aliases::of(TABLE).unwrap();
    let levels = read(PROJECT, &aliases).unwrap();
    let begin = PROJECT.find("\"levels\"").unwrap();
    let (defs, there) = PROJECT.split_at(begin);
    let worlds = format!("{defs}\"levels\": [], \"worlds\": [{{{there}]}}");
    assert_eq!(read(&worlds, &aliases).unwrap(), levels);
    let other = "\"__tilesetDefUid\": 8, \"overrideTilesetUid\": 9";
    assert_eq!(read(&PROJECT.replace("\"__tilesetDefUid\": 9", other), &aliases).unwrap(), levels);
}

#[test]
fn what_is_wrong_is_placed() {
    let check = |from: &str, to: &str, part: &str| {
        let project = PROJECT.replacen(from, to, 1);
        assert_ne!(project, PROJECT, "{from}");
        let said = read(&project, &Aliases::of(TABLE).unwrap()).unwrap_err().to_string();
        assert!(said.starts_with(part), "{said}");
    };
    check(
        "\"bricks\"",
        "\"brick\"",
        "level \"Cellar\", layer \"Ground\": unknown name of a tile \"brick\" (did you mean bricks?); known are Ground.3, Hero, Key, Moss, bricks, VOID",
    );
    check("\"Hero\"", "\"Moss\"", "level \"Cellar\", start: is missing");
    check(
        "\"__cWid\": 4",
        "\"__cWid\": 5",
        "level \"Cellar\", layer \"Who\": has 5x2 cells, and the layers below it have 4x2",
    );
    check(
        "\"__grid\": [1, 0]",
        "\"__grid\": [4, 0]",
        "level \"Cellar\", layer \"Who\": entity \"Hero\" stands in cell (4, 0), and there are 4x2",
    );
    check(
        "[32, 0]",
        "[-1, 0]",
        "level \"Cellar\", layer \"Things\": tile 6 stands in cell (-1, 0)",
    );
    check(
        "[1, 2, 2, 3,",
        "[1, 2, 2,",
        "level \"Cellar\", layer \"Ground\": has 7 values, but 4x2 cells",
    );
    check(
        "{\"enumValueId\": \"Key\"",
        "{\"enumValueId\": \"bricks\", \"tileIds\": [6]}, {\"enumValueId\": \"Key\"",
        "level \"Cellar\", layer \"Things\": tile 6 of its tile set is both WALL (bricks) and KEY_SMALL (Key); make",
    );
    check("[]}]}]}", "[]}]}]} x", "line 14, column");
    check("\"uid\": 9", "\"uid\": \"9\"", "line 5, column");
    let cut = PROJECT.find("\"levels\"").unwrap();
    let none = format!("{}\"levels\": []}}", &PROJECT[..cut]);
    assert_eq!(read(&none, &Aliases::default()).unwrap_err().to_string(), "levels: there is none");
    let apart = format!(
        "{}\"levels\": [{{\"identifier\": \"a\", \"layerInstances\": null}}]}}",
        &PROJECT[..cut]
    );
    let said = read(&apart, &Aliases::default()).unwrap_err().to_string();
    assert!(said.contains("has no layers, and names no file with them"), "{said}");
}

#[test]
fn a_table_has_tiles_of_ours() {
    let said = Aliases::of([("bricks", "WAL")]).unwrap_err();
    assert!(
        said.starts_with("bricks: unknown tile \"WAL\" (did you mean WALL?); known are VOID"),
        "{said}"
    );
}

/// An entity: its name, pixels, pivot, width and height.
type Thing = (&'static str, [i64; 2], [f64; 2], i64, i64);

/// Two identical levels of some columns and rows, with values and entities.
fn project(cols: usize, values: &[i64], entities: &[Thing]) -> String {
    let entity = |(name, px, pivot, wide, high): &Thing| {
        let cell = [0, 1].map(|axis| (px[axis] - i64::from(pivot[axis] == 1.0)).div_euclid(16));
        json!({"__identifier": name, "__grid": cell, "px": px, "__pivot": pivot, "width": wide, "height": high})
    };
    let rows = values.len() / cols;
    let layer = |name: &str, def: i64| json!({"__identifier": name, "__cWid": cols, "__cHei": rows, "__gridSize": 16, "layerDefUid": def});
    let (mut things, mut cells) = (layer("Things", 2), layer("Cells", 1));
    things["entityInstances"] = entities.iter().map(entity).collect();
    cells["intGridCsv"] = json!(values);
    let defs = json!({
        "layers": [{"uid": 1, "intGridValues": [{"value": 1, "identifier": "wall"}, {"value": 2, "identifier": "floor"}]}],
        "tilesets": [], "entities": [{"identifier": "Never"}],
    });
    let level = |name: &str| json!({"identifier": name, "layerInstances": [things, cells]});
    json!({"defs": defs, "levels": [level("A"), level("B")]}).to_string()
}

fn found(project: &str, aliases: &[(&str, &str)]) -> (String, Vec<String>) {
    let aliases = Aliases::of(aliases.iter().copied()).unwrap();
    let read =
        ldtk::read(project, &aliases, &Read::no_files).unwrap_or_else(|error| panic!("{error}"));
    let drawn = text::print(read.levels[0].as_ref().unwrap());
    (drawn.split_once("\n\n").unwrap().1.to_owned(), read.notes)
}

#[test]
fn empty_cells_are_told_and_have_a_name() {
    let entities =
        [("START", [0, 0], [0.0, 0.0], 16, 16), ("TRIFORCE", [48, 0], [0.0, 0.0], 16, 16)];
    let empty = project(4, &[0, 0, 2, 0, 1, 1, 1, 0], &entities);
    let note = "2 levels, the first level \"A\": 4 of 16 cells are empty and are taken as VOID; empty = \"FLOOR\" in the file \
                of --map names another tile";
    assert_eq!(found(&empty, &[]), ("@-.*\n###-\n".to_owned(), vec![note.to_owned()]));
    assert_eq!(found(&empty, &[("empty", "FLOOR")]), ("@..*\n###.\n".to_owned(), vec![]));
    assert_eq!(found(&empty, &[("empty", "nothing")]), ("@-.*\n###-\n".to_owned(), vec![]));
    let full = project(4, &[2, 2, 2, 2, 1, 1, 1, 1], &entities);
    assert_eq!(found(&full, &[]), ("@..*\n####\n".to_owned(), vec![]));
    let one = full.replacen("2,2,2,2", "2,0,2,2", 1);
    let note = "level \"A\": 1 of 8 cells is empty and is taken as VOID; empty = \"FLOOR\" in the file of --map names \
                another tile";
    assert_eq!(found(&one, &[]).1, [note]);
}

#[test]
fn names_that_a_project_does_not_have_are_told() {
    let entities = [("START", [0, 0], [0.0, 0.0], 16, 16), ("Moss", [48, 0], [0.0, 0.0], 16, 16)];
    let project = project(4, &[2, 2, 7, 2], &entities);
    let there = [
        ("Moss", "nothing"),
        ("Never", "WALL"),
        ("floor", "FLOOR"),
        ("Cells.7", "TRIFORCE"),
        ("empty", "WALL"),
    ];
    assert_eq!(found(&project, &there), ("@.*.\n".to_owned(), vec![]));
    let more = [&there[..], &[("Cells.3", "WALL"), ("Item", "KEY_SMALL")]].concat();
    assert_eq!(
        found(&project, &more).1,
        ["--map: \"Cells.3\", \"Item\" name nothing of the project"]
    );
    let more = [&there[..], &[("", "WALL")]].concat();
    assert_eq!(found(&project, &more).1, ["--map: \"\" names nothing of the project"]);
}

#[test]
fn what_was_moved_without_the_editor_lies_where_its_pixels_are() {
    let start = ("START", [0, 0], [0.0, 0.0], 16, 16);
    let goal = ("TRIFORCE", [48, 16], [0.0, 1.0], 16, 16);
    let project = project(4, &[2; 8], &[start, goal]);
    assert_eq!(found(&project, &[]), ("@..*\n....\n".to_owned(), vec![]));
    let moved = project.replace("\"px\":[48,16]", "\"px\":[32,32]");
    let note = "level \"A\", entity \"TRIFORCE\" lies in cell (2, 1) by its pixels and in (3, 0) by its \"__grid\"; the \
                pixels were taken; so for 1 entity more";
    assert_eq!(found(&moved, &[]), ("@...\n..*.\n".to_owned(), vec![note.to_owned()]));
    let whole = project.replace("\"px\":[48,16],", "");
    assert_eq!(found(&whole, &[]), ("@..*\n....\n".to_owned(), vec![]));
}

#[test]
fn entities_cover_their_cells_and_things_are_one() {
    let start = ("START", [0, 0], [0.0, 0.0], 16, 16);
    let with = |entity| found(&project(4, &[2; 12], &[start, entity]), &[]).0;
    assert_eq!(with(("Wall", [16, 16], [0.0, 0.0], 32, 32)), "@...\n.##.\n.##.\n");
    assert_eq!(with(("Triforce", [48, 48], [0.5, 1.0], 32, 48)), "@.**\n..**\n..**\n");
    assert_eq!(with(("Element", [16, 20], [0.0, 0.0], 20, 25)), "@...\n.~..\n.~..\n");
    // The part beyond the level is cut off.
    assert_eq!(with(("Wall", [48, 16], [0.0, 0.0], 1 << 40, 1 << 62)), "@...\n...#\n...#\n");
    // A single-cell tile is in the cell of its pivot, and so is an entity no larger than a cell.
    assert_eq!(with(("Key_small", [16, 16], [0.0, 0.0], 32, 32)), "@...\n.k..\n....\n");
    assert_eq!(with(("Boss", [24, 24], [0.5, 0.5], 48, 48)), "@...\n.b..\n....\n");
    assert_eq!(with(("Wall", [31, 16], [0.0, 0.0], 16, 16)), "@...\n.#..\n....\n");
    let far = project(4, &[2; 12], &[start, ("Wall", [160, 0], [0.0, 0.0], 32, 32)]);
    let said = read(&far, &Aliases::default()).unwrap_err().to_string();
    assert_eq!(
        said,
        "level \"A\", layer \"Things\": entity \"Wall\" stands in cell (10, 0), and there are 4x3"
    );
    // The cells of large entities are counted, which bounds the time.
    let wall = ("Wall", [0, 16], [0.0, 0.0], 1 << 20, 1 << 20);
    let many = project(500, &vec![2; 500 * 500], &[&[start][..], &[wall; 70]].concat());
    let said = read(&many, &Aliases::default()).unwrap_err().to_string();
    assert!(said.contains("makes more than 16,777,216 cells"), "{said}");
}

/// A world of levels of 4x3 cells with a corridor, by their names and places: one with a start, one with entities, and
/// one with a pit before the goal.
fn world(levels: &[(&str, i64, i64)], blocks: &[Thing]) -> String {
    let mut made: Value =
        serde_json::from_str(&project(4, &[1, 1, 1, 1, 2, 2, 2, 2, 1, 1, 1, 1], &[])).unwrap();
    let start = project(4, &[2; 12], &[("START", [0, 16], [0.0, 0.0], 16, 16)]);
    let goal = ("TRIFORCE", [48, 16], [0.0, 0.0], 16, 16);
    let goal = project(4, &[2; 12], &[("PIT", [0, 16], [0.0, 0.0], 16, 16), goal]);
    let block = project(4, &[2; 12], blocks);
    let things = [start, block, goal].map(|text| {
        let value: Value = serde_json::from_str(&text).unwrap();
        let layers = value["levels"][0]["layerInstances"].as_array().unwrap().clone();
        layers.into_iter().find(|layer| layer["__identifier"] == "Things").unwrap()
    });
    let level = made["levels"][0].clone();
    let level = |(at, (name, x, y)): (usize, &(&str, i64, i64))| {
        let mut level = level.clone();
        level["identifier"] = json!(name);
        (level["worldX"], level["worldY"]) = (json!(x), json!(y));
        let layers = level["layerInstances"].as_array_mut().unwrap();
        let place = layers.iter().position(|layer| layer["__identifier"] == "Things").unwrap();
        layers[place] = things[at].clone();
        level
    };
    made["levels"] = levels.iter().enumerate().map(level).collect();
    made["worldLayout"] = json!("GridVania");
    made.to_string()
}

#[test]
fn the_levels_of_a_world_are_rooms() {
    let block = ("BLOCK", [16, 16], [0.0, 0.0], 16, 16);
    let text = world(&[("West", -64, 0), ("Middle", 0, 0), ("East", 64, 0)], &[block]);
    let mut import = ldtk::read(&text, &Aliases::default(), &Read::no_files).unwrap();
    let mut level = import.levels.remove(0).unwrap();
    let tiles = level.tiles.as_ref().unwrap();
    let rooms: Vec<_> =
        tiles.rooms.iter().map(|room| (room.corner.col, room.rows, room.cols)).collect();
    assert_eq!(rooms, [(0, 3, 4), (4, 3, 4), (8, 3, 4)]);
    let names: Vec<String> =
        tiles.rooms.iter().map(|room| level.graph.id(room.node).unwrap().bare()).collect();
    assert_eq!(names, ["West", "Middle", "East"]);
    // Only a block fills the pit of the next room, and it cannot leave its room where blocks return.
    let solvable = |level: &level::Level| {
        let check =
            level::check(level, &level.rules_under(None), &level::Limits::default()).unwrap();
        matches!(check.verdict, level::Verdict::Solvable { .. })
    };
    let mut rules = level.rules_under(None);
    for (set, right) in [("blocks=keep", true), ("blocks=reset", false)] {
        rules.set("push=free").unwrap();
        rules.set(set).unwrap();
        level.rules = Some(rules.clone());
        assert_eq!(solvable(&level), right, "{set}");
    }
}

#[test]
fn levels_of_a_world_that_overlap_are_no_rooms() {
    let text = world(&[("West", -64, 0), ("Middle", -16, 0)], &[]);
    let mut import = ldtk::read(&text, &Aliases::default(), &Read::no_files).unwrap();
    let level = import.levels.remove(0).unwrap();
    assert!(level.tiles.unwrap().rooms.is_empty());
    let note = "levels \"West\" and \"Middle\" overlap in the world, which therefore has no rooms; the later one was taken where \
                they overlap";
    assert!(import.notes.iter().any(|known| known == note), "{:?}", import.notes);
}

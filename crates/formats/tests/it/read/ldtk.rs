//! Tests of projects of LDtk.

use level::formats::text;
use quandary_formats::aliases::Aliases;
use quandary_formats::ldtk::read;

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
    assert!(said.contains("turn off \"save levels to separate files\""), "{said}");
}

#[test]
fn a_table_has_tiles_of_ours() {
    let said = Aliases::of([("bricks", "WAL")]).unwrap_err();
    assert!(
        said.starts_with("bricks: unknown tile \"WAL\" (did you mean WALL?); known are VOID"),
        "{said}"
    );
}

//! Worlds: maps beside each other, as rooms of one level.

use level::Cell;
use quandary_formats::aliases::Aliases;
use quandary_formats::tiled::{Read, TiledError, is_map, read_with};

/// A map of 4 columns and 3 rows, of the tiles 1 FLOOR, 2 WALL, 3 START, 4 TRIFORCE, 5 BLOCK.
fn map(cells: &str, things: &str) -> String {
    let names = ["FLOOR", "WALL", "START", "TRIFORCE", "BLOCK"];
    let tile = |(id, name)| format!("<tile id=\"{id}\" type=\"{name}\"/>");
    let tiles: String = names.iter().enumerate().map(tile).collect();
    let cells: Vec<String> = cells.chars().filter(|c| *c != ' ').map(String::from).collect();
    format!(
        "<map orientation=\"orthogonal\" width=\"4\" height=\"3\" tilewidth=\"8\" tileheight=\"8\">\
         <tileset firstgid=\"1\" name=\"mine\">{tiles}</tileset>\
         <layer name=\"All\" width=\"4\" height=\"3\"><data encoding=\"csv\">{}</data></layer>\
         <objectgroup name=\"Things\">{things}</objectgroup></map>",
        cells.join(",")
    )
}

const WEST: &str = "2222 2311 2222";
const EAST: &str = "2222 1142 2222";

fn world(maps: &[(&str, i64, i64)]) -> String {
    let maps: Vec<String> = maps
        .iter()
        .map(|(file, x, y)| format!("{{\"fileName\": \"{file}\", \"height\": 24, \"width\": 32, \"x\": {x}, \"y\": {y}}}"))
        .collect();
    let maps = maps.join(",\n");
    format!("{{\n\"maps\": [{maps}],\n\"onlyShowAdjacentMaps\": false,\n\"type\": \"world\"\n}}\n")
}

/// Reads a world whose maps are `files`.
fn found(world: &str, files: &[(&str, String)]) -> Result<Read, TiledError> {
    let fetch = |name: &str| {
        let file = files.iter().find(|(file, _)| *file == name);
        file.map(|(_, text)| text.clone()).ok_or_else(|| "there is none".to_owned())
    };
    read_with(world, &fetch, &Aliases::default())
}

fn said(world: &str, files: &[(&str, String)]) -> String {
    found(world, files).unwrap_err().to_string()
}

#[test]
fn maps_beside_each_other_are_rooms_of_one_level() {
    let files = [("west.tmx", map(WEST, "")), ("sub/east.tmx", map(EAST, ""))];
    let text = world(&[("west.tmx", -32, 8), ("sub/east.tmx", 0, 8)]);
    assert!(is_map(&text));
    let read = found(&text, &files).unwrap();
    let level = &read.level;
    assert_eq!(
        level::formats::text::print(level).split_once("\n\n").unwrap().1,
        "########\n#@....*#\n########\n"
    );
    let tiles = level.tiles.as_ref().unwrap();
    let rooms: Vec<_> =
        tiles.rooms.iter().map(|room| (room.corner, room.rows, room.cols)).collect();
    assert_eq!(rooms, [(Cell::new(0, 0, 0), 3, 4), (Cell::new(0, 0, 4), 3, 4)]);
    let names: Vec<String> =
        tiles.rooms.iter().filter_map(|room| Some(level.graph.id(room.node)?.bare())).collect();
    assert_eq!(names, ["west", "east"]);
    assert!(
        read.notes[0].ends_with("row 0, column 0 is the world's cell (-4, 1)"),
        "{:?}",
        read.notes
    );
}

#[test]
fn objects_lie_on_their_own_map_and_share_names() {
    let key =
        "<object id=\"1\" type=\"symbol\" name=\"symbol:iron\" x=\"20\" y=\"12\"><point/></object>";
    let lock = "<object id=\"1\" type=\"lock\" x=\"8\" y=\"8\" width=\"8\" height=\"8\"><properties>\
                <property name=\"needs\" value=\"symbol:iron\"/><property name=\"lock\" type=\"int\" value=\"1\"/></properties></object>";
    let files = [("west.tmx", map(WEST, key)), ("east.tmx", map(EAST, lock))];
    let tiles = found(&world(&[("east.tmx", 32, 0), ("west.tmx", 0, 0)]), &files)
        .unwrap()
        .level
        .tiles
        .unwrap();
    assert_eq!(tiles.marks[0].cell, Cell::new(0, 1, 2));
    assert_eq!(tiles.locks[0].cells, [Cell::new(0, 1, 5)]);
}

#[test]
fn a_world_that_cannot_be_one_level_is_refused() {
    let files = [
        ("west.tmx", map(WEST, "")),
        ("east.tmx", map(EAST, "")),
        ("small.tmx", map(EAST, "").replace("tilewidth=\"8\"", "tilewidth=\"4\"")),
        ("odd.tmx", map(EAST, "").replace("orthogonal", "isometric")),
    ];
    let two = |other: &str, x: i64| said(&world(&[("west.tmx", 0, 0), (other, x, 0)]), &files);
    assert_eq!(
        two("east.tmx", 24).lines().next().unwrap(),
        "map \"east\": overlaps map \"west\"; the maps of a world lie beside each other"
    );
    assert!(
        two("small.tmx", 32)
            .contains("has cells of 4 by 8 pixels, and \"west.tmx\" has cells of 8 by 8")
    );
    assert!(two("odd.tmx", 32).contains("is isometric; only orthogonal maps are joined"));
    assert!(two("east.tmx", 33).contains("lies at 33, 0, which is no whole number of cells"));
    assert!(
        two("none.tmx", 32).contains(
            "maps[1], \"none.tmx\": there is none; the maps of a world are files beside it"
        )
    );
    assert!(two("east.png", 32).contains("only maps in .tmj and .tmx are read"));
    let patterns = "{\"patterns\": [{\"regexp\": \"a(\\\\d+).tmx\"}], \"type\": \"world\"}";
    assert!(said(patterns, &files).contains("patterns: names maps by a regular expression"));
    assert!(said("{\"maps\": [{\"fileName\": 5}]}", &files).contains("maps[0].fileName"));
}

#[test]
fn a_fault_names_its_map() {
    let wrong = map(
        EAST,
        "<object id=\"9\" type=\"item\" name=\"KEY_SMALL\" x=\"4\" y=\"4\"><point/></object>",
    );
    let files = [("west.tmx", map(WEST, "")), ("east.tmx", wrong)];
    let said = said(&world(&[("west.tmx", 0, 0), ("east.tmx", 32, 0)]), &files);
    let right = "map \"east.tmx\", layer \"Things\", object 9 \"KEY_SMALL\": is KEY_SMALL on a cell that is WALL (row 0, column 4 of the world)";
    assert!(said.starts_with(right), "{said}");
}

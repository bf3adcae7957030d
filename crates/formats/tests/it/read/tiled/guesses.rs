//! Tests of guesses about maps whose tiles and objects have no classes of this project.

use super::back;
use super::layers::drawing;
use quandary_formats::aliases::Aliases;
use quandary_formats::tiled::{Read, read_with};

/// A map of 5 columns and 5 rows with a tile set, one layer and objects.
fn map(set: &str, name: &str, cells: &str, objects: &str) -> String {
    let cells: Vec<String> =
        cells.split_whitespace().flat_map(str::chars).map(String::from).collect();
    format!(
        "<map orientation=\"orthogonal\" width=\"5\" height=\"5\" tilewidth=\"16\" tileheight=\"16\">\
         <tileset firstgid=\"1\" name=\"outside\">{set}</tileset>\
         <layer name=\"{name}\" width=\"5\" height=\"5\"><data encoding=\"csv\">{}</data></layer>\
         <objectgroup name=\"Things\">{objects}</objectgroup></map>",
        cells.join(",")
    )
}

/// Terrains: tile 0 shows the first of a set, tile 1 the second.
fn terrains(set: &str, names: [&str; 2]) -> String {
    let [first, second] = names;
    format!(
        "<wangsets><wangset name=\"{set}\"><wangcolor name=\"{first}\"/><wangcolor name=\"{second}\"/>\
         <wangtile tileid=\"0\" wangid=\"0,1,0,1,0,1,0,1\"/><wangtile tileid=\"1\" wangid=\"0,2,0,2,0,2,0,2\"/>\
         </wangset></wangsets>"
    )
}

const LAKE: &str = "11111 12221 12221 12221 11111";

#[test]
fn a_terrain_comes_before_a_layer_of_floor_and_after_a_layer_of_walls() {
    let set = terrains("Terrains", ["Grass", "Water"]);
    let drawn = |layer: &str| drawing(&back(&map(&set, layer, LAKE, "")).unwrap());
    assert_eq!(drawn("Ground").matches('~').count(), 9, "{}", drawn("Ground"));
    assert_eq!(drawn("Tile Layer 1"), drawn("Ground"));
    assert!(back(&map(&set, "Walls", LAKE, "")).is_err(), "no cell is floor");
}

#[test]
fn a_terrain_is_one_name_and_the_table_may_name_it() {
    let set = terrains("Terrains", ["Moss", "Brick"]);
    let text = map(
        &set,
        "Ground",
        LAKE,
        "<object id=\"1\" name=\"start\" x=\"4\" y=\"4\"><point/></object>",
    );
    let aliases = Aliases::of([("Brick", "WALL"), ("Ground", "FLOOR")]).unwrap();
    let found = read_with(&text, &Read::no_files, &aliases).unwrap();
    assert_eq!(drawing(&found).matches('#').count(), 9, "{}", drawing(&found));
    let names: Vec<&str> = found.names.iter().map(|name| name.name.as_str()).collect();
    assert_eq!(names, ["Ground", "Brick", "start"]);
    let found = back(&text.replace("Ground", "Layer 1")).unwrap();
    let names: Vec<&str> = found.names.iter().map(|name| name.name.as_str()).collect();
    assert_eq!(names, ["Moss", "Brick", "start"]);
}

#[test]
fn the_set_of_a_terrain_says_what_its_colours_do_not() {
    let set = terrains("Wall", ["Light", "Dark"]);
    let objects = "<object id=\"1\" name=\"player\" x=\"20\" y=\"20\"><point/></object>";
    let found = back(&map(&set, "Tile Layer 1", "11111 10001 10001 10001 11111", objects)).unwrap();
    assert_eq!(drawing(&found), "#####\n#@..#\n#...#\n#...#\n#####\n");
}

#[test]
fn the_start_is_within_walls_where_all_around_is_empty() {
    let found = back(&map("", "Walls", "00000 00111 00101 00111 00000", "")).unwrap();
    assert!(found.names.iter().any(|name| name.name == "start"), "{found:?}");
    let start = found.level.tiles.as_ref().unwrap().start.unwrap();
    assert_eq!((start.row, start.col), (2, 3));
}

#[test]
fn objects_that_are_skipped_for_one_reason_are_counted() {
    let object = |id: u32, class: &str| {
        format!("<object id=\"{id}\" type=\"{class}\" x=\"20\" y=\"20\"><point/></object>")
    };
    let objects: String =
        (1..=40).map(|id| object(id, if id % 2 == 0 { "lamp" } else { "" })).collect();
    let set = terrains("Terrains", ["Grass", "Water"]);
    let notes = back(&map(&set, "Ground", LAKE, &objects)).unwrap().notes;
    assert_eq!(notes.len(), 3, "{notes:?}");
    assert!(
        notes[0].contains("object 1 \"\" and 19 more like it: are passed over: it has no class"),
        "{notes:?}"
    );
    assert!(
        notes[1].contains(
            "object 2 \"lamp\" and 19 more like it: are passed over: unknown class \"lamp\""
        ),
        "{notes:?}"
    );
    assert!(notes[2].starts_with("known classes are start, goal"), "{notes:?}");
}

#[test]
fn cells_that_hold_only_decoration_are_not_called_empty() {
    let set = "<tile id=\"0\" type=\"Roof\"/><tile id=\"1\" type=\"FLOOR\"/>";
    let notes = back(&map(set, "Tile Layer 1", "22222 22222 22222 22222 11111", "")).unwrap().notes;
    assert!(
        notes[0].contains("5 of 25 cells are empty or hold decoration, and are taken as VOID"),
        "{notes:?}"
    );
}

#[test]
fn what_a_table_says_of_a_line_is_told_and_left_out_as_a_guess_is() {
    let line = "<object id=\"1\" name=\"Wall\" x=\"4\" y=\"4\"><polyline points=\"0,0 9,9\"/></object>\
                <object id=\"2\" x=\"4\" y=\"4\"><point/></object>";
    let text = map("", "Ground", LAKE, line);
    let aliases = Aliases::of([("Wall", "WALL"), ("Ground", "FLOOR")]).unwrap();
    let [guessed, given] = [Aliases::default(), aliases]
        .map(|aliases| read_with(&text, &Read::no_files, &aliases).unwrap());
    assert_eq!(drawing(&guessed), drawing(&given));
    assert!(given.notes[0].contains("object 1 \"Wall\": is passed over: is a line"), "{given:?}");
    assert!(guessed.names.iter().all(|name| !name.name.is_empty()), "{guessed:?}");
}

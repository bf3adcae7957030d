//! Tests of layers that cover each other.

use super::{back, print};
use level::Level;
use level::formats::text;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use quandary_formats::aliases::Aliases;
use quandary_formats::tiled::{Read, read_with};
use serde_json::{Value, json};
use testing::dice::Random;

/// A map of 5 columns and 3 rows, of the tiles 1 FLOOR, 2 WALL, 3 START, 4 TRIFORCE, 5 KEY_SMALL, 6 DOOR_LOCKED.
pub(super) fn map(rest: &str) -> String {
    let names = ["FLOOR", "WALL", "START", "TRIFORCE", "KEY_SMALL", "DOOR_LOCKED"];
    let tile = |(id, name)| format!("<tile id=\"{id}\" type=\"{name}\"/>");
    let tiles: String = names.iter().enumerate().map(tile).collect();
    format!(
        "<map orientation=\"orthogonal\" width=\"5\" height=\"3\" tilewidth=\"16\" tileheight=\"16\">\
         <tileset firstgid=\"1\" name=\"mine\">{tiles}</tileset>{rest}</map>"
    )
}

/// A layer of such a map.
pub(super) fn layer(attributes: &str, cells: &str) -> String {
    let cells: Vec<String> =
        cells.chars().filter(|cell| !cell.is_whitespace()).map(String::from).collect();
    format!(
        "<layer width=\"5\" height=\"3\" {attributes}><data encoding=\"csv\">{}</data></layer>",
        cells.join(",")
    )
}

pub(super) const ROOM: &str = "22222 21112 22222";

pub(super) fn drawing(read: &Read) -> String {
    let drawn = text::print(&read.level);
    drawn.split_once("\n\n").map(|(_, floors)| floors.to_owned()).unwrap_or(drawn)
}

fn of(layers: &[String]) -> Read {
    back(&map(&layers.concat())).unwrap_or_else(|error| panic!("{error}"))
}

fn ground(name: &str) -> String {
    layer(&format!("name=\"{name}\""), "11111 11111 11111")
}

fn walls(name: &str) -> String {
    layer(&format!("name=\"{name}\""), "22222 20002 22222")
}

fn things(name: &str) -> String {
    layer(&format!("name=\"{name}\""), "00000 03540 00000")
}

#[test]
fn layers_lie_over_each_other_as_if_they_were_one() {
    let merged = of(&[layer("name=\"all\"", "22222 23542 22222")]);
    let several = of(&[ground("Ground"), walls("Walls"), things("Things")]);
    assert_eq!(drawing(&several), "#####\n#@k*#\n#####\n");
    assert_eq!(several, merged);
    let in_groups = format!("<group name=\"all\">{}</group>{}", walls("a"), things("b"));
    assert_eq!(of(&[ground("Ground"), in_groups]), merged);
    // Objects are on the only floor, wherever their layer is.
    let start = "<objectgroup name=\"o\"><object id=\"1\" type=\"start\" x=\"48\" y=\"16\" width=\"16\" height=\"16\"/></objectgroup>";
    let read = of(&[start.to_owned(), ground("Ground"), walls("Walls"), things("Things")]);
    assert_eq!(read.level.tiles.unwrap().start.map(|cell| (cell.row, cell.col)), Some((1, 3)));
}

#[test]
fn what_is_covered_is_told() {
    let read = of(&[things("Things"), ground("Roof"), things("More")]);
    assert_eq!(
        read.notes,
        [
            "layer \"Roof\", row 1, column 1: FLOOR covers START; 2 more things are covered by later layers"
        ]
    );
    let key = layer("name=\"Keys\"", "00000 00000 55000");
    let hole = layer("name=\"Hole\"", "00000 00000 01000");
    let read = of(&[ground("Ground"), things("Things"), key, hole]);
    assert_eq!(read.notes, ["layer \"Hole\", row 2, column 1: FLOOR covers KEY_SMALL"]);
    assert_eq!(drawing(&read), ".....\n.@k*.\nk....\n");
}

#[test]
fn names_say_floors_too() {
    for (first, second) in
        [("floor 0", "floor 1"), ("Level 1", "LEVEL 2"), ("z -1", "z 0"), ("Floor_1", " floor  2 ")]
    {
        let read = of(&[ground(second), ground(first), walls(first), things(first)]);
        let right = "#####\n#@k*#\n#####\n\n.....\n.....\n.....\n";
        assert_eq!(drawing(&read), right, "{first}, {second}");
    }
    for name in ["floor", "floors 1", "floor 1b", "level one", "z0", "a floor 1"] {
        let read = of(&[ground("Ground"), walls(name), things("Things")]);
        assert_eq!(drawing(&read), "#####\n#@k*#\n#####\n", "{name}");
    }
    // A property takes precedence over a name; the name of a group applies to its layers.
    let all = [ground("z 0"), walls("z 1"), things("z 2")].concat();
    let zero = "<properties><property name=\"floor\" type=\"int\" value=\"0\"/></properties>";
    for around in [format!("<group name=\"a\">{zero}"), format!("<group name=\"z 5\">{zero}")] {
        let read = of(&[format!("{around}{all}</group>")]);
        assert_eq!(drawing(&read), "#####\n#@k*#\n#####\n");
    }
    let parts = [walls("Walls"), things("Things")].concat();
    let read = of(&[
        format!("<group name=\"Floor 2\">{}</group>", ground("Ground")),
        format!("<group name=\"Floor 1\">{}{parts}</group>", ground("Ground")),
    ]);
    assert_eq!(drawing(&read), "#####\n#@k*#\n#####\n\n.....\n.....\n.....\n");
    let said = back(&map(&[ground("floor 1"), walls("Walls")].concat())).unwrap_err().to_string();
    assert!(
        said.starts_with(
            "layer \"Walls\": has no property \"floor\", but layer \"floor 1\" is a floor by its name; give"
        ),
        "{said}"
    );
}

#[test]
fn the_name_of_a_layer_of_objects_says_a_floor_where_there_are_several() {
    let start = |name: &str| {
        format!(
            "<objectgroup name=\"{name}\"><object id=\"1\" type=\"start\" x=\"24\" y=\"24\"/></objectgroup>"
        )
    };
    let on = |layers: &[String]| of(layers).level.tiles.unwrap().start.map(|cell| cell.floor);
    assert_eq!(on(&[ground("floor 1"), ground("floor 2"), start("Floor 2")]), Some(1));
    assert_eq!(on(&[ground("Ground"), start("Floor 2")]), Some(0));
}

#[test]
fn hidden_layers_are_left_out_with_a_note() {
    let hidden = |name: &str| layer(&format!("name=\"{name}\" visible=\"0\""), ROOM);
    let all = [ground("Ground"), walls("Walls"), things("Things")].concat();
    let plain = of(std::slice::from_ref(&all));
    let read = of(&[all.clone(), hidden("Old")]);
    assert_eq!(read.level, plain.level);
    assert_eq!(read.notes, ["layer \"Old\" is hidden and left out"]);
    let group = format!("<group name=\"more\" visible=\"0\">{}</group>", ground("x"));
    let objects = "<objectgroup name=\"no\" visible=\"0\"><object id=\"1\" type=\"goal\" x=\"24\" y=\"24\"/></objectgroup>";
    let picture = "<imagelayer name=\"sky\" visible=\"0\"/>";
    let read = of(&[hidden("Old"), all, group, objects.to_owned(), picture.to_owned()]);
    assert_eq!(read.level, plain.level);
    assert_eq!(read.notes, ["layers \"Old\", \"more\", \"no\" are hidden and left out"]);
    // The same in JSON. The printed map states that its layers are visible.
    let level = text::read("@*\n").unwrap();
    let mut value: Value = serde_json::from_str(&print(&level, None).unwrap()).unwrap();
    value["layers"][0]["visible"] = json!(false);
    let said = back(&value.to_string()).unwrap_err();
    assert_eq!((said.place.as_str(), said.notes.len()), ("layers", 1));
}

#[test]
fn a_layer_may_be_moved_by_whole_cells() {
    let moved =
        |x: &str| layer(&format!("name=\"m\" offsetx=\"{x}\" offsety=\"16\""), "30004 00000 00000");
    let read = of(&[ground("Ground"), moved("16")]);
    assert_eq!(drawing(&read), ".....-\n.@...*\n.....-\n------\n");
    for x in ["8", "1e300"] {
        let said = back(&map(&[ground("Ground"), moved(x)].concat())).unwrap_err().to_string();
        assert_eq!(
            said,
            "layer \"m\": lies on the floor of layer \"Ground\", and is moved against it by no whole number of \
             cells, which have 16 by 16 pixels"
        );
    }
}

#[test]
fn an_empty_cell_has_a_name() {
    let walls = layer("name=\"Walls\"", "22222 20002 22222");
    let with = |name: &str, tile: &str| {
        let map = map(&[walls.clone(), things("Things")].concat());
        let aliases = Aliases::of([(name, tile)]).unwrap();
        read_with(&map, &Read::no_files, &aliases).unwrap()
    };
    let hall = map(&[layer("name=\"W\"", "22222 23042 20222")].concat());
    let aliases = Aliases::of([("empty", "floor")]).unwrap();
    let read = read_with(&hall, &Read::no_files, &aliases).unwrap();
    assert_eq!((drawing(&read), read.notes), ("#####\n#@.*#\n#.###\n".to_owned(), vec![]));
    let read = read_with(&hall, &Read::no_files, &Aliases::default()).unwrap();
    let note = "layer \"W\": 2 of 15 cells are empty and are taken as VOID; empty = \"FLOOR\" in the file of --map names \
                another tile";
    assert_eq!(
        (drawing(&read), read.notes),
        ("#####\n#@-*#\n#-###\n".to_owned(), vec![note.to_owned()])
    );
    assert_eq!(drawing(&with("empty", "nothing")), "#####\n#@k*#\n#####\n");
    assert_eq!(with("grass", "FLOOR").notes, ["--map: \"grass\" names nothing of the map"]);
    assert_eq!(with("WALL", "WALL").notes, [""; 0]);
}

/// Splits each tile layer of a map into several. A cell is in the last of those that have it, over some ground.
fn split(map: &mut Value, random: &mut Random) {
    let layers = map["layers"].as_array_mut().unwrap();
    for layer in std::mem::take(layers) {
        let parts = 1 + random.below(4) as usize;
        let Some(cells) = layer["data"].as_array() else {
            layers.push(layer);
            continue;
        };
        let mut data = vec![vec![json!(0); cells.len()]; parts];
        for (at, cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != json!(0)) {
            let top = random.below(parts as u32) as usize;
            for (part, data) in data.iter_mut().enumerate().take(top + 1) {
                // Below are FLOOR, WALL, DOOR_OPEN, ELEMENT or nothing.
                let below = [2, 3, 11, 41, 0][random.below(5) as usize];
                data[at] = if part == top { cell.clone() } else { json!(below) };
            }
        }
        for data in data {
            let mut part = layer.clone();
            part["data"] = json!(data);
            layers.push(part);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: RngSeed::Fixed(4), failure_persistence: None, ..ProptestConfig::with_cases(300)
    })]

    #[test]
    fn a_level_on_several_layers_is_that_level(seed in any::<u32>()) {
        let mut random = Random(seed.into());
        let level: Level = super::foreign::any_level(&mut random);
        let mut map: Value = serde_json::from_str(&print(&level, None).unwrap()).unwrap();
        let whole = back(&map.to_string()).unwrap();
        split(&mut map, &mut random);
        let read = back(&map.to_string()).unwrap_or_else(|error| panic!("{error}\n{map}"));
        prop_assert_eq!(&read, &whole);
        prop_assert_eq!(&read.level, &level);
        // If there is only one floor, layers need no number.
        if level.tiles.as_ref().is_some_and(|tiles| tiles.floors.len() == 1) {
            for layer in map["layers"].as_array_mut().unwrap() {
                layer["name"] = json!("x");
                let said = layer["properties"].as_array_mut().unwrap();
                said.retain(|property| property["name"] != "floor");
            }
            prop_assert_eq!(&back(&map.to_string()).unwrap().level, &level);
        }
    }
}

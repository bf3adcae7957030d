//! Tests of Tiled maps against an independent reader and the documented fields of the format. Random levels and the
//! corpus are read back; damaged texts are read back or rejected.

use level::formats::{json, text};
use level::rules::KNOWN;
use level::{Cell, Level, TILES, Tile};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use quandary_formats::tiled::{IMAGE, Read, Way, is_map, print, read};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::PathBuf;
use testing::dice::Random;
use testing::skipped;
use testing::times;
use tiled_json_rs::{LayerType, Map, ObjectType, TiledValue};

const SYMBOLS: [&str; 5] = ["A", "iron key", "a, b", "[x]", " edge "];

/// Floors of several sizes; the first cell is START or FLOOR.
fn any_floors(random: &mut Random) -> Vec<Vec<Vec<u8>>> {
    let mut floors = Vec::new();
    for _ in 0..=random.below(3) {
        let (rows, cols) = (1 + random.below(6), 1 + random.below(7));
        let tile = |random: &mut Random| loop {
            let tile = TILES[random.below(TILES.len() as u32) as usize].0;
            if tile != Tile::Start {
                break tile.id();
            }
        };
        let row = |random: &mut Random| (0..cols).map(|_| tile(random)).collect::<Vec<_>>();
        let mut grid: Vec<Vec<u8>> = (0..rows).map(|_| row(random)).collect();
        if floors.is_empty() {
            grid[0][0] = if random.below(2) == 0 { Tile::Start } else { Tile::Floor }.id();
        }
        floors.push(grid);
    }
    floors
}

/// Plates on cells with blocks, each with a different name.
fn any_plates(random: &mut Random, floors: &[Vec<Vec<u8>>], level: &Value) -> Vec<Value> {
    let bears = |tile: u8| match Tile::from_id(tile.into()) {
        Some(Tile::Floor | Tile::ElementFloor | Tile::Block) => true,
        Some(Tile::Start) => level.get("start").is_some(),
        Some(Tile::Goal) => level.get("goals").is_some(),
        _ => false,
    };
    let rows = (0u32..)
        .zip(floors)
        .flat_map(|(floor, grid)| (0u32..).zip(grid).map(move |(row, tiles)| (floor, row, tiles)));
    let cells = rows.flat_map(|(floor, row, tiles)| {
        (0u32..).zip(tiles).map(move |(col, &tile)| ([floor, row, col], tile))
    });
    let cells: Vec<[u32; 3]> =
        cells.filter(|(_, tile)| bears(*tile)).map(|(cell, _)| cell).collect();
    let mut plates = Vec::new();
    for name in ["p", "by, the well", "[gate]", " edge "] {
        let there: Vec<&[u32; 3]> = cells.iter().filter(|_| random.below(4) == 0).collect();
        let mut plate = json!({"name": name, "cells": there});
        if random.below(2) == 0 {
            plate["gives"] = json!(format!("symbol:{}", SYMBOLS[random.below(5) as usize]));
        }
        if !there.is_empty() {
            plates.push(plate);
        }
    }
    plates
}

/// Some rules, over some preset.
fn any_rules(random: &mut Random) -> Value {
    let mut rules = json!({});
    if random.below(2) == 0 {
        rules["preset"] = json!("classic");
    }
    for (name, values) in KNOWN {
        if random.below(3) == 0 {
            rules[name] = json!(values[random.below(values.len() as u32) as usize]);
        }
    }
    rules
}

/// A random level with floors of several sizes and all kinds of parts.
pub(super) fn any_level(random: &mut Random) -> Level {
    let floors = any_floors(random);
    let size = |floor: usize| (floors[floor].len() as u32, floors[floor][0].len() as u32);
    let cell = |random: &mut Random| {
        let floor = random.below(floors.len() as u32);
        let (rows, cols) = size(floor as usize);
        [floor, random.below(rows), random.below(cols)]
    };
    let place = |[floor, row, col]: [u32; 3]| json!({"floor": floor, "row": row, "col": col});
    let mut value = json!({"format": "quandary/level/1"});
    if random.below(2) == 0 {
        value["name"] = json!("a \"name\"\n");
    }
    if floors[0][0][0] == Tile::Floor.id() {
        value["start"] = place([0, 0, 0]);
    }
    if random.below(2) == 0 {
        value["goals"] = (0..random.below(4)).map(|_| place(cell(random))).collect();
    }
    let symbol = |random: &mut Random| format!("symbol:{}", SYMBOLS[random.below(5) as usize]);
    let gives = |random: &mut Random| {
        if random.below(2) == 0 { symbol(random) } else { format!("toggle:{}", random.below(9)) }
    };
    let plates = any_plates(random, &floors, &value);
    let need = |random: &mut Random| match random.below(4) {
        0 => symbol(random),
        1 => format!("lacks:{}", symbol(random)),
        2 if !plates.is_empty() => {
            let at = random.below(plates.len() as u32) as usize;
            format!("plate:{}", plates[at]["name"].as_str().unwrap())
        }
        _ => format!("toggle:{}=on", random.below(9)),
    };
    let mark = |random: &mut Random| {
        let mut mark = place(cell(random));
        mark["gives"] = json!(gives(random));
        mark
    };
    value["marks"] = (0..random.below(5)).map(|_| mark(random)).collect();
    let lock = |random: &mut Random| {
        let mut cells: Vec<[u32; 3]> = (0..random.below(4)).map(|_| cell(random)).collect();
        for _ in 0..random.below(5) {
            let Some(&[floor, row, col]) = cells.last() else { break };
            let next = [floor, row + random.below(2), col + random.below(2)];
            if next[1] < size(floor as usize).0 && next[2] < size(floor as usize).1 {
                cells.push(next);
            }
        }
        let needs: Vec<String> = (0..random.below(3)).map(|_| need(random)).collect();
        json!({"cells": cells, "needs": needs})
    };
    value["locks"] = (0..random.below(4)).map(|_| lock(random)).collect();
    if random.below(3) == 0 {
        value["win"] = (0..=random.below(3)).map(|_| need(random)).collect();
    }
    if random.below(3) == 0 {
        value["rules"] = any_rules(random);
    }
    value["plates"] = json!(plates);
    if random.below(3) > 0 {
        let nodes = json!([{"id": 1}, {"id": "1", "contents": ["symbol:z"]}, {"id": 5_000_000_000_i64}, {"id": -4}]);
        let edges = json!([{"from": 1, "to": "1", "requires": ["key_locked", "symbol:A"]}, {"from": -4, "to": 1}]);
        value["graph"] = json!({"nodes": nodes, "edges": edges});
        let rooms = (0..floors.len()).filter(|_| random.below(3) > 0).collect::<Vec<_>>();
        let room = |floor: usize| {
            let (rows, cols) = size(floor);
            let node = [json!(1), json!("1"), json!(5_000_000_000_i64)][floor].clone();
            json!({"node": node, "floor": floor, "row": 0, "col": 0, "rows": rows, "cols": cols})
        };
        value["rooms"] = rooms.into_iter().rev().map(room).collect();
    }
    value["floors"] = floors.iter().map(|grid| json!({"grid": grid})).collect();
    json::read(&value.to_string()).unwrap_or_else(|error| panic!("{error}\n{value}"))
}

fn back(map: &str) -> Read {
    read(map, &Read::no_files).unwrap_or_else(|error| panic!("{error}\n{map}"))
}

/// Checks that a map reads back as its level and has all documented fields.
fn comes_back(level: &Level, way: Option<&Way>) {
    let map = print(level, way).unwrap_or_else(|error| panic!("{error}"));
    assert!(is_map(&map) && !is_map(&json::print(level)));
    assert_eq!(back(&map).level, *level, "{map}");
    let value: Value = serde_json::from_str(&map).unwrap();
    is_documented(&value);
    let read: Map = serde_json::from_str(&map).unwrap_or_else(|error| panic!("{error}\n{map}"));
    is_told(level, &read);
}

#[test]
fn random_levels_come_back() {
    for seed in 0..600 * times() {
        let mut random = Random(seed);
        let level = any_level(&mut random);
        let cells: Vec<Cell> =
            level.tiles.iter().flat_map(level::Tiles::cells).map(|(cell, _)| cell).collect();
        let way = Way { title: "way".into(), cells, words: "w".into(), dead_state: seed % 2 == 0 };
        comes_back(&level, (seed % 3 == 0).then_some(&way));
    }
}

#[test]
fn the_corpus_comes_back() {
    let Some(data) = std::env::var_os("QUANDARY_DATA").map(PathBuf::from) else {
        skipped("QUANDARY_DATA does not name the folder of reference data");
        return;
    };
    for dungeon in 1..=9 {
        let path = data.join(format!("zelda/tile/LoZ_{dungeon}.json"));
        if let Ok(text) = std::fs::read_to_string(path) {
            comes_back(&json::read(&text).unwrap(), None);
        }
    }
}

/// Checks that an independent reader finds the tiles and objects of a level.
fn is_told(level: &Level, map: &Map) {
    let tiles = level.tiles.as_ref().unwrap();
    let set = &map.tile_sets[0];
    assert_eq!((set.first_gid, set.image.to_str(), map.tile_sets.len()), (1, Some(IMAGE), 1));
    assert_eq!((set.columns * set.tile_width, set.tile_count), (set.image_width, 50));
    let (mut floors, mut classes) = (0, Vec::new());
    for layer in &map.layers {
        match &layer.layer_type {
            LayerType::TileLayer(drawn) => {
                assert_eq!(layer.name, format!("floor {floors}"));
                assert_eq!(layer.offset_x as usize, floors * (map.width as usize + 2) * 32);
                assert_eq!(drawn.data.len() as u32, map.width * map.height);
                for (i, &gid) in (0u32..).zip(&drawn.data) {
                    let cell = Cell::new(floors as u32, i / map.width, i % map.width);
                    let id = u64::from(tiles.tile(cell).unwrap_or_default().id());
                    assert_eq!(u64::from(gid.saturating_sub(1)), id, "{cell:?}");
                }
                floors += 1;
            }
            LayerType::ObjectGroup(group) => {
                for object in &group.objects {
                    let is_line = matches!(object.object_type, ObjectType::PolyLine(_));
                    let way = ["solution", "witness"].contains(&object.custom_type.as_str());
                    assert!(!is_line || way);
                    assert!(
                        (object.x as u32) < map.width * 32 && (object.y as u32) < map.height * 32
                    );
                    classes.push((object.id.unwrap(), object.custom_type.clone()));
                    if object.custom_type == "key" {
                        let Some(TiledValue::String(gives)) = object.properties.get("gives") else {
                            panic!()
                        };
                        let at = |pixel: f32| pixel as u32 / 32;
                        let cell = Cell::new(floors as u32 - 1, at(object.y), at(object.x));
                        assert_eq!(tiles.tile(cell).map(Tile::name), Some(gives.as_str()));
                    }
                }
            }
            other => panic!("{other:?}"),
        }
    }
    let count = |class: &str| classes.iter().filter(|(_, known)| known == class).count();
    assert_eq!(floors, tiles.floors.len());
    assert_eq!(count("start"), 1);
    assert_eq!(count("goal"), tiles.goal_cells().len());
    assert_eq!(count("room"), tiles.rooms.len());
    assert_eq!(count("symbol") + count("toggle"), tiles.marks.len());
    let items = tiles.cells().filter(|(_, tile)| tile.is_item()).count();
    assert_eq!(count("key") + count("item"), items);
    let ids: BTreeSet<u32> = classes.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids.len(), classes.len());
}

/// Checks that all fields that the documentation does not call optional are present, with the right type.
fn is_documented(map: &Value) {
    let has = |value: &Value, fields: &[(&str, &str)]| {
        for (field, kind) in fields {
            let fits = match (*kind, value.get(*field)) {
                ("int", Some(found)) => found.is_i64(),
                ("number", Some(found)) => found.is_number(),
                ("bool", Some(found)) => found.is_boolean(),
                ("string", Some(found)) => found.is_string(),
                ("array", Some(found)) => found.is_array(),
                _ => false,
            };
            assert!(fits, "{field} is no {kind}: {value}");
        }
    };
    let parts = |value: &Value, field: &str| value[field].as_array().cloned().unwrap_or_default();
    has(map, &[("height", "int"), ("width", "int"), ("infinite", "bool"), ("layers", "array")]);
    has(map, &[("nextlayerid", "int"), ("nextobjectid", "int"), ("compressionlevel", "int")]);
    has(map, &[("tilewidth", "int"), ("tileheight", "int"), ("tilesets", "array")]);
    has(map, &[("version", "string"), ("tiledversion", "string")]);
    assert_eq!(
        (&map["orientation"], &map["renderorder"]),
        (&json!("orthogonal"), &json!("right-down"))
    );
    assert_eq!((&map["type"], &map["infinite"]), (&json!("map"), &json!(false)));
    let properties = |value: &Value| {
        let found = parts(value, "properties");
        found.iter().for_each(|p| has(p, &[("name", "string"), ("type", "string")]));
        let names: Vec<_> = found.iter().filter_map(|p| p["name"].as_str()).collect();
        assert!(names.is_sorted(), "Tiled sorts them: {names:?}");
    };
    properties(map);
    let (mut layer_ids, mut object_ids) = (BTreeSet::new(), BTreeSet::new());
    for layer in parts(map, "layers") {
        has(
            &layer,
            &[("id", "int"), ("name", "string"), ("opacity", "number"), ("type", "string")],
        );
        has(&layer, &[("visible", "bool"), ("x", "int"), ("y", "int")]);
        assert!(layer_ids.insert(layer["id"].as_i64()));
        properties(&layer);
        if layer["type"] == "tilelayer" {
            has(&layer, &[("width", "int"), ("height", "int"), ("data", "array")]);
            assert_eq!((&layer["width"], &layer["height"]), (&map["width"], &map["height"]));
            continue;
        }
        assert_eq!(
            (&layer["type"], &layer["draworder"]),
            (&json!("objectgroup"), &json!("topdown"))
        );
        for object in parts(&layer, "objects") {
            has(
                &object,
                &[("id", "int"), ("name", "string"), ("type", "string"), ("visible", "bool")],
            );
            for field in ["x", "y", "width", "height", "rotation"] {
                has(&object, &[(field, "number")]);
            }
            assert!(object_ids.insert(object["id"].as_i64()));
            properties(&object);
        }
    }
    assert!(layer_ids.last().unwrap() < &map["nextlayerid"].as_i64());
    assert!(object_ids.last().unwrap() < &map["nextobjectid"].as_i64());
    for set in parts(map, "tilesets") {
        let ints =
            ["columns", "firstgid", "imageheight", "imagewidth", "margin", "spacing", "tilecount"];
        ints.iter()
            .chain(&["tileheight", "tilewidth"])
            .for_each(|field| has(&set, &[(field, "int")]));
        has(&set, &[("name", "string"), ("image", "string"), ("tiles", "array")]);
        parts(&set, "tiles").iter().for_each(properties);
    }
}

/// A map of two floors, changed.
fn changed(change: impl FnOnce(&mut Value)) -> Result<Level, String> {
    let level = text::read("@.*\n\n...\n").unwrap();
    let mut map: Value = serde_json::from_str(&print(&level, None).unwrap()).unwrap();
    change(&mut map);
    read(&map.to_string(), &Read::no_files)
        .map(|found| found.level)
        .map_err(|error| format!("{}: {}", error.place, error.message))
}

/// A tile set is recognised by its name or the file name of its picture, in any folder.
#[test]
fn a_tile_set_is_known_by_its_name_or_its_picture() {
    let level = changed(|_| {}).unwrap();
    for (name, image, is_ours) in [
        ("quandary-tiles", "other.png", true),
        ("other", "art/quandary-tiles.png", true),
        ("other", "art\\quandary-tiles.png", true),
        ("other", "other.png", false),
    ] {
        let found = changed(|map| {
            let set = &mut map["tilesets"][0];
            set.as_object_mut().unwrap().remove("tiles");
            (set["name"], set["image"]) = (json!(name), json!(image));
        });
        match found {
            Ok(found) => assert!(is_ours && found == level, "{name}, {image}"),
            Err(said) => assert!(!is_ours, "{said}"),
        }
    }
}

/// Layers without floor numbers are counted; an object states which of them is its floor.
#[test]
fn a_floor_is_one_of_those_that_are_there() {
    let on = |floor: Value| {
        changed(|map| {
            for layer in map["layers"].as_array_mut().unwrap() {
                layer.as_object_mut().unwrap().remove("properties");
                let objects = layer.get_mut("objects").and_then(Value::as_array_mut);
                for object in objects.into_iter().flatten() {
                    let said = json!({"name": "floor", "type": "int", "value": floor});
                    object["properties"].as_array_mut().unwrap().push(said);
                }
            }
        })
    };
    assert_eq!(on(json!(0)), changed(|_| {}));
    for (floor, words) in [
        (json!(1), "does not lie on floor 1, which has 1 row and 3 columns".to_owned()),
        (json!(2), "there is no floor 2".to_owned()),
        (json!(-1), "there is no floor -1".to_owned()),
        // A long value is printed only in part.
        (json!("x".repeat(58)), format!("is \"{}\"; an int is asked for", "x".repeat(58))),
        (json!("x".repeat(59)), format!("is \"{}…; an int is asked for", "x".repeat(49))),
    ] {
        let said = on(floor).unwrap_err();
        assert!(said.ends_with(&words), "{said}");
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let wide = format!("@{}*\n", ".".repeat(3000));
    let high = "#\n".repeat(3000);
    let level = text::read(&format!("{wide}\n{high}")).unwrap();
    let said = print(&level, None).unwrap_err().to_string();
    assert_eq!(said, "floors: makes 18012000 cells in all layers; 4194304 are the most of a map");
    let level = text::read("@*\n").unwrap();
    let graph = Level { tiles: None, ..level };
    assert!(print(&graph, None).unwrap_err().to_string().contains("only levels with tiles"));
    let row = format!("@{}*\n", "k+".repeat(1000));
    let many = row.clone() + &row.replace('@', ".").repeat(99);
    let level = text::read(&many).unwrap();
    let map = print(&level, None).unwrap();
    assert_eq!(back(&map).level, level);
    assert_eq!(map.matches("\"type\":\"key\"").count(), 20_000, "of keys no more than can be seen");
}

// ------------------------------------------------------------------------------------- damaged maps

/// Fixed cases; the fuzz target explores further.
fn config(cases: u32) -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(u64::from(cases));
    ProptestConfig { rng_seed, failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

const SPLINTERS: [&str; 25] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ",",
    ":",
    "0",
    "-1",
    "1e308",
    "4294967295",
    "9223372036854775807",
    "null",
    "true",
    "\\",
    "\"start\"",
    "\"lock\"",
    "\"plate\"",
    "\"group\"",
    "\"chunks\":[],",
    "\"gid\":3,",
    "\"x\"",
    "\"data\"",
    "KEY",
    "é",
];

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn a_spoilt_map_is_read_or_refused(
        seed in 0..40u64,
        spoils in vec((any::<Index>(), 0..12usize, select(&SPLINTERS[..])), 1..4),
    ) {
        let mut map: Vec<char> = print(&any_level(&mut Random(seed)), None).unwrap().chars().collect();
        for (place, length, splinter) in spoils {
            let from = place.index(map.len() + 1);
            let to = (from + length).min(map.len());
            map.splice(from..to, splinter.chars());
        }
        let map: String = map.into_iter().collect();
        let _ = is_map(&map);
        match read(&map, &Read::no_files) {
            Ok(found) => {
                let level = found.level;
                prop_assert_eq!(&json::read(&json::print(&level)).unwrap(), &level);
                if let Ok(map) = print(&level, None) {
                    prop_assert_eq!(&back(&map).level, &level);
                }
            }
            Err(error) => prop_assert!(!error.place.is_empty() && !error.message.is_empty()),
        }
    }
}

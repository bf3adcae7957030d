//! Pits in every pair of a writer and a reader, and in the files that are not read back.

use crate::common::{in_order, judged};
use level::{Cell, Level, Tile};
use quandary_formats::aliases::Aliases;
use quandary_formats::ldtk::{self, Worlds};
use quandary_formats::tiled::{self, Read};
use quandary_formats::{Place, Sheet, annotations, tmj, tscn};

/// The cave of the samples, with a pit in each of its rooms.
fn pitted() -> (Level, Place) {
    let text = include_str!("../samples/cave.json");
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    let mut level = level::formats::json::read(&value["level"].to_string()).unwrap();
    let tiles = level.tiles.as_mut().unwrap();
    let rooms = tiles.rooms.clone();
    let lies = |cell: &Cell| tiles.tile(*cell) == Some(Tile::Floor);
    let pits: Vec<Cell> =
        rooms.iter().filter_map(|room| room.cells().filter(lies).nth(3)).collect();
    assert!(pits.len() > 3);
    pits.iter().for_each(|pit| tiles.floors[pit.floor as usize].set(pit.row, pit.col, Tile::Pit));
    let place = Place::of(&level, &annotations::read(text).unwrap()).unwrap();
    (level, place)
}

#[test]
fn a_pit_comes_back_from_every_file() {
    let (level, place) = pitted();
    let tiles = |read: &Level| read.tiles.as_ref().map(|tiles| tiles.floors.clone());
    let comes_back = |read: &Level, what: &str| {
        assert!(tiles(read) == tiles(&level), "{what}: other tiles");
        let expected = in_order(if what.starts_with("a place") { &place.level } else { &level });
        let found = in_order(read);
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(found.get(field), Some(value), "{what}: {field}");
        }
    };
    let text = level::formats::text::print(&level);
    comes_back(&level::formats::text::read(&text).unwrap(), "a drawing");
    let json = level::formats::json::print(&level);
    comes_back(&level::formats::json::read(&json).unwrap(), "JSON");
    let plain = tiled::print(&level, None).unwrap();
    comes_back(&tiled::read(&plain, &Read::no_files).unwrap().level, "a plain map");
    let map = tmj::print(&place, "tiles.png", None).unwrap();
    comes_back(&tiled::read(&map, &Read::no_files).unwrap().level, "a place as a map");
    let sheet = Sheet { file: "tiles.png", side: 32 };
    for worlds in [Worlds::Floors, Worlds::Rooms] {
        let project = ldtk::print(&place, sheet, worlds).unwrap();
        let read = ldtk::read(&project, &Aliases::default(), &tiled::Read::no_files).unwrap();
        comes_back(read.levels[0].as_ref().unwrap(), "a place as a project");
    }
}

#[test]
fn a_pit_is_solid_ground_in_a_scene() {
    let (_, place) = pitted();
    let scene = tscn::print(&place, Sheet { file: "tiles.png", side: 32 }).unwrap();
    let [col, row] = Sheet::place(Tile::Pit);
    assert!(scene.contains(&format!("{col}:{row}/0/custom_data_0 = \"PIT\"")));
    assert!(scene.contains(&format!("{col}:{row}/0/physics_layer_0/polygon_0/points")));
}

#[test]
fn a_level_with_a_pit_is_no_level_of_sokoban() {
    let drawing = "quandary/level/1\nrules: {\"push\":\"free\"}\n\
        plates: [{\"name\":\"targets\",\"cells\":[[0,0,3]]}]\nwin: [\"plate:targets\"]\n\
        start: {\"floor\":0,\"row\":0,\"col\":0}\n\n.o..x\n";
    let level = level::formats::text::read(drawing).unwrap();
    let said = quandary_formats::xsb::print(&level).unwrap_err().to_string();
    assert!(said.contains("PIT"), "{said}");
}

/// A generated dungeon with a bridge of blocks over pits, asked for by `--bridges 1`.
#[test]
fn a_dungeon_with_a_bridge_has_the_same_verdict_from_every_file() {
    let text = include_str!("../samples/bridge.json");
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    let level = level::formats::json::read(&value["level"].to_string()).unwrap();
    let place = Place::of(&level, &annotations::read(text).unwrap()).unwrap();
    let tiles = level.tiles.as_ref().unwrap();
    let [pits, blocks] = [Tile::Pit, Tile::Block].map(|tile| tiles.holding(tile).count());
    assert!(blocks >= 2 && pits >= blocks, "{blocks} blocks, {pits} pits");
    let usual = judged(&level);
    let (is_won, cost, _, is_softlock_free) = usual;
    assert!(is_won && is_softlock_free && cost.is_some());
    let agrees = |read: &Level, what: &str| assert_eq!(judged(read), usual, "{what}");
    let json = level::formats::json::print(&level);
    agrees(&level::formats::json::read(&json).unwrap(), "JSON");
    let map = tmj::print(&place, "tiles.png", None).unwrap();
    agrees(&tiled::read(&map, &Read::no_files).unwrap().level, "a place as a map");
    let plain = tiled::print(&level, None).unwrap();
    agrees(&tiled::read(&plain, &Read::no_files).unwrap().level, "a plain map");
    let sheet = Sheet { file: "tiles.png", side: 32 };
    let project = ldtk::print(&place, sheet, Worlds::Floors).unwrap();
    let read = ldtk::read(&project, &Aliases::default(), &tiled::Read::no_files).unwrap();
    agrees(read.levels[0].as_ref().unwrap(), "a place as a project");
    let scene = tscn::print(&place, sheet).unwrap();
    let [col, row] = Sheet::place(Tile::Pit);
    assert!(scene.contains(&format!("{col}:{row}/0/custom_data_0 = \"PIT\"")));
}

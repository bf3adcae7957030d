//! Tests of maps of virtual tables: our own come back as their level, those of others by their walls.

use crate::common::places;
use quandary_formats::aliases::Aliases;
use quandary_formats::{Import, Place, annotations::Annotations, foundry, uvtt};
use serde_json::{Value, json};

type Print = fn(&Place, u32) -> String;
type Is = fn(&str) -> bool;
type Read = fn(&str, &Aliases) -> Result<Import, level::formats::json::ReadError>;

/// Both kinds of maps: how they are printed and read, and told from others.
const KINDS: [(Print, Read, Is); 2] = [
    (|place, floor| uvtt::print(place, floor, None), uvtt::read, uvtt::is),
    (|place, floor| foundry::print(place, floor, None), foundry::read, foundry::is),
];

/// Drawings with doors, locks, blocks, pits and water.
const DRAWN: [&str; 6] = [
    "#####\n#@.*#\n#####\n",
    "#######\n#@k#.*#\n#..+..#\n#######\n",
    "########\n#@.o..,#\n#.##=#~#\n#i%..#*#\n########\n",
    "-@..*\n-.-..\n-....\n",
    "#####\n#@/.#\n##X##\n#K|e#\n#*?.#\n#####\n\n#####\n#>.b#\n#####\n",
    "quandary/level/1\nname: \"Locks\"\nmarks: [{\"floor\":0,\"row\":0,\"col\":1,\"gives\":\"symbol:a\"}]\n\
        locks: [{\"cells\":[[0,0,2]],\"needs\":[\"symbol:a\"]}]\n\n@...*\n",
];

/// The places of the samples and of the drawings.
fn all() -> Vec<(String, Place)> {
    let drawn = |drawing: &&str| {
        let level = level::formats::text::read(drawing).unwrap();
        ((*drawing).to_owned(), Place::of(&level, &Annotations::default()).unwrap())
    };
    places().into_iter().chain(DRAWN.iter().map(drawn)).collect()
}

#[test]
fn our_own_maps_come_back_as_their_level() {
    for (name, place) in all() {
        for floor in 0..place.floors.len() as u32 {
            for (print, read, is) in KINDS {
                let text = print(&place, floor);
                assert!(is(&text), "{name}");
                let read = read(&text, &Aliases::default()).unwrap();
                assert_eq!(read.levels.len(), 1);
                assert_eq!(read.levels[0].as_ref(), Ok(&place.level), "{name}, floor {floor}");
                assert!(read.notes.is_empty(), "{name}: {:?}", read.notes);
            }
        }
    }
}

#[test]
fn a_map_whose_walls_have_changed_is_read_by_them() {
    let (_, place) = places().remove(0);
    let places = [("/portals/0/bounds/0/x", "/quandary"), ("/walls/0/c/0", "/flags/quandary")];
    for ((print, read, _), (wall, ours)) in KINDS.into_iter().zip(places) {
        let mut value: Value = serde_json::from_str(&print(&place, 0)).unwrap();
        *value.pointer_mut(wall).unwrap() = json!(99.5);
        let changed = read(&value.to_string(), &Aliases::default()).unwrap();
        assert!(changed.notes[0].contains("have changed since"), "{:?}", changed.notes);
        assert!(changed.levels[0].as_ref().unwrap_err().to_string().contains("has no start"));
        value.pointer_mut(ours).unwrap()["level"] = json!({"format": "quandary/level/1"});
        let faulty = read(&value.to_string(), &Aliases::default()).unwrap();
        assert!(faulty.notes[0].contains("the level in it has a fault"), "{:?}", faulty.notes);
    }
}

#[test]
fn maps_of_others_have_walls_and_no_start() {
    let vtt = json!({
        "format": 0.3, "resolution": {"map_origin": {"x": 1, "y": 0}, "map_size": {"x": 4, "y": 3}},
        "line_of_sight": [[{"x": 3, "y": 0}, {"x": 3, "y": 3}]], "objects_line_of_sight": [[], []],
        "portals": [{"position": {"x": 3, "y": 1.5}, "bounds": [{"x": 3, "y": 1}, {"x": 3, "y": 2}], "closed": true}],
    });
    let wall = |c: [i32; 4], door: u32, ds: u32| json!({"c": c, "door": door, "ds": ds, "move": 20, "dir": 0});
    let mut scene = json!({
        "name": "Crypt", "width": 400, "height": 300, "padding": 0.25, "grid": {"type": 1, "size": 100},
        "walls": [wall([200, 0, 200, 400], 0, 0), wall([200, 100, 200, 200], 1, 2), wall([0, 0, 9, 400], 2, 0)],
    });
    scene["walls"][2]["dir"] = json!(1);
    for (text, read, many) in [(vtt.to_string(), KINDS[0].1, 3), (scene.to_string(), KINDS[1].1, 4)]
    {
        let read = read(&text, &Aliases::default()).unwrap();
        let said = read.levels[0].as_ref().unwrap_err().to_string();
        assert_eq!(said, "level: has no start; --start X,Y gives one");
        assert_eq!(read.notes.len(), many, "{:?}", read.notes);
    }
    scene["grid"]["type"] = json!(2);
    let said = foundry::read(&scene.to_string(), &Aliases::default()).unwrap_err().to_string();
    assert_eq!(said, "grid.type: is a grid of hexagons; squares are read");
    for other in ["", "{}", "[[1]]", "{\"walls\":[],\"grid\":1}", "{\"line_of_sight\":[]}"] {
        assert!(KINDS.iter().all(|(_, _, is)| !is(other)), "{other}");
    }
}

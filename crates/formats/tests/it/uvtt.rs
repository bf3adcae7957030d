//! Tests of Universal VTT files by a flood fill that uses only walls and doors.

use crate::common::flood::{self, Lines};
use crate::common::{place, places};
use level::Cell;
use quandary_formats::format::FloorPicture;
use quandary_formats::{Kind, Place, uvtt};
use serde_json::{Value, json};

fn points(value: &Value) -> Vec<[f64; 2]> {
    let points = value.as_array().unwrap().iter();
    points.map(|at| [at["x"].as_f64().unwrap(), at["y"].as_f64().unwrap()]).collect()
}

/// The lines of a file.
fn lines(file: &Value) -> Lines {
    let size = &file["resolution"]["map_size"];
    Lines {
        walls: file["line_of_sight"].as_array().unwrap().iter().map(points).collect(),
        doors: file["portals"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| points(&one["bounds"]))
            .collect(),
        size: ["x", "y"].map(|axis| size[axis].as_i64().unwrap()),
    }
}

/// The faults in the file of a floor.
fn faults(place: &Place, floor: u32, file: &Value) -> Vec<String> {
    let mut faults = flood::faults(place, floor, &lines(file));
    if file["format"] != 0.3 {
        faults.push(format!("is of the version {}", file["format"]));
    }
    let open = file["portals"].as_array().unwrap().iter().filter(|one| one["closed"] != true);
    faults.extend(open.map(|portal| format!("an open door: {portal}")));
    // Each passage of the floor is a portal with its requirements.
    for way in place.ways.iter().filter(|way| way.floor == floor) {
        let id = &place.things[way.thing].id;
        if !file["portals"].as_array().unwrap().iter().any(|one| one["quandary"]["id"] == *id) {
            faults.push(format!("no portal is {id}"));
        }
    }
    faults
}

fn file(place: &Place, floor: u32) -> Value {
    serde_json::from_str(&uvtt::print(place, floor, None)).unwrap()
}

#[test]
fn closed_doors_leave_our_rooms_and_open_ones_what_lies_beside_each_other() {
    for (name, place) in places() {
        for floor in 0..place.floors.len() as u32 {
            let found = faults(&place, floor, &file(&place, floor));
            assert!(found.is_empty(), "{name}, floor {floor}: {found:#?}");
        }
    }
}

#[test]
fn a_missing_wall_and_a_missing_door_are_found() {
    let place = place("temple");
    let good = file(&place, 0);
    let many = good["line_of_sight"].as_array().unwrap().len();
    assert!(many > 20);
    for wall in 0..many {
        let mut broken = good.clone();
        broken["line_of_sight"].as_array_mut().unwrap().remove(wall);
        assert!(!faults(&place, 0, &broken).is_empty(), "wall {wall}");
    }
    let doors = good["portals"].as_array().unwrap().len();
    assert!(doors > 4);
    for door in 0..doors {
        let mut broken = good.clone();
        broken["portals"].as_array_mut().unwrap().remove(door);
        assert!(!faults(&place, 0, &broken).is_empty(), "door {door}");
    }
}

#[test]
fn another_version_and_an_open_door_are_found() {
    let place = place("temple");
    for (at, with) in [
        ("/format", json!(0.2)),
        ("/portals/0/closed", json!(false)),
        ("/portals/0/quandary", json!({})),
    ] {
        let mut broken = file(&place, 0);
        *broken.pointer_mut(at).unwrap() = with;
        assert!(!faults(&place, 0, &broken).is_empty(), "{at}");
    }
}

#[test]
fn the_picture_is_in_the_file_and_lights_are_in_rooms() {
    let place = place("cave");
    let picture = FloorPicture { file: "", png: b"\x89PNG", side: 32 };
    let value: Value = serde_json::from_str(&uvtt::print(&place, 1, Some(picture))).unwrap();
    assert_eq!((&value["image"], &value["format"]), (&Value::from("iVBORw=="), &Value::from(0.3)));
    assert_eq!(value["resolution"]["pixels_per_grid"], 32);
    for light in value["lights"].as_array().unwrap() {
        let at = ["y", "x"].map(|axis| light["position"][axis].as_f64().unwrap());
        assert_eq!(at.map(f64::fract), [0.5; 2], "it hangs over the middle of a cell");
        let at = at.map(|along| along.floor() as u32);
        assert!(!place.tile(Cell::new(1, at[0], at[1])).is_solid());
    }
    let rooms = place.things.iter().filter(|thing| thing.kind == Kind::Room && thing.floor() == 1);
    assert_eq!(value["lights"].as_array().unwrap().len(), rooms.count());
}

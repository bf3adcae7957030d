//! Levels, neighbours and references of projects.

use super::*;
use crate::annotations::Annotations;
use std::collections::BTreeSet;

const SHEET: Sheet<'_> = Sheet { file: "quandary-tiles.png", side: 32 };

fn place() -> Place {
    let level = level::formats::json::read(crate::TWO).unwrap();
    Place::of(&level, &Annotations::default()).unwrap()
}

fn project(worlds: Worlds) -> Value {
    serde_json::from_str(&print(&place(), SHEET, worlds).unwrap()).unwrap()
}

#[test]
fn a_floor_is_a_level_and_a_room_is_one() {
    let floors = project(Worlds::Floors);
    let depths: Vec<_> =
        floors["levels"].as_array().unwrap().iter().map(|l| l["worldDepth"].as_i64()).collect();
    assert_eq!(depths, [Some(0), Some(-1)]);
    assert_eq!(floors["levels"][0]["__neighbours"][0]["dir"], "<");
    let rooms = project(Worlds::Rooms);
    assert_eq!(rooms["levels"].as_array().unwrap().len(), 3);
    let near = &rooms["levels"][0]["__neighbours"];
    assert_eq!((&near[0]["dir"], &near[0]["levelIid"]), (&json!("e"), &rooms["levels"][1]["iid"]));
    assert_eq!(rooms["levels"][1]["worldX"], 4 * 32);
}

#[test]
fn every_iid_is_there_once_and_references_lead_to_entities() {
    for worlds in [Worlds::Floors, Worlds::Rooms] {
        let project = project(worlds);
        let (mut iids, mut asked) = (BTreeSet::new(), BTreeSet::new());
        walk(&project, &mut |name, value| match (name, value) {
            ("iid", Value::String(iid)) => assert!(iids.insert(iid.clone()), "{iid}"),
            ("entityIid" | "layerIid" | "levelIid", Value::String(iid)) => {
                asked.insert(iid.clone());
            }
            _ => {}
        });
        assert!(!asked.is_empty() && asked.is_subset(&iids));
    }
}

fn walk(value: &Value, see: &mut dyn FnMut(&str, &Value)) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                see(name, value);
                walk(value, see);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| walk(value, see)),
        _ => {}
    }
}

#[test]
fn a_level_with_tiles_outside_of_rooms_has_no_rooms_as_levels() {
    let level = level::formats::text::read("####\n#@*#\n####\n").unwrap();
    let place = Place::of(&level, &Annotations::default()).unwrap();
    let said = print(&place, SHEET, Worlds::Rooms).unwrap_err().to_string();
    assert!(said.starts_with("rooms: WALL on floor 0, row 0, column 0 lies in no room"), "{said}");
    assert!(print(&place, SHEET, Worlds::Floors).is_ok());
}

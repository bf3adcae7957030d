//! Tests of Foundry scenes by their own content: their walls and doors pass the flood of Universal VTT, ids are unique,
//! and the requirements of each door are given by notes of the scenes.

use crate::common::flood::{self, Lines};
use crate::common::{place, places};
use quandary_formats::format::FloorPicture;
use quandary_formats::{Place, foundry};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const SIDE: u32 = 64;

fn scenes(place: &Place) -> Vec<Value> {
    let picture = FloorPicture { file: "floor.png", png: &[], side: SIDE };
    let floors = 0..place.floors.len() as u32;
    floors
        .map(|floor| serde_json::from_str(&foundry::print(place, floor, Some(picture))).unwrap())
        .collect()
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

fn texts<'a>(value: &'a Value, field: &str) -> Vec<&'a str> {
    list(value, field).iter().filter_map(Value::as_str).collect()
}

/// True if a wall can be passed: a door, or a wall that blocks from one side.
fn is_passage(wall: &Value) -> bool {
    wall["door"] != 0 || wall["dir"] != 0
}

/// The lines of a scene. Walls that block movement but not sight surround pits, which are part of their room.
fn lines(scene: &Value) -> Lines {
    let side = scene["grid"]["size"].as_f64().unwrap();
    let line = |wall: &Value| {
        let c: Vec<f64> = list(wall, "c").iter().map(|at| at.as_f64().unwrap() / side).collect();
        vec![[c[0], c[1]], [c[2], c[3]]]
    };
    let walls = list(scene, "walls").iter();
    let (doors, walls): (Vec<&Value>, Vec<&Value>) = walls.partition(|wall| is_passage(wall));
    Lines {
        walls: walls.into_iter().filter(|wall| wall["sight"] != 0).map(line).collect(),
        doors: doors.into_iter().map(line).collect(),
        size: ["width", "height"].map(|name| (scene[name].as_f64().unwrap() / side) as i64),
    }
}

/// The contents that meet a requirement.
fn givers(need: &str) -> Vec<String> {
    let plain = need.trim_start_matches("lacks:");
    let names: &[&str] = match plain {
        "key_locked" => &["key"],
        "boss_locked" => &["boss_key"],
        "bombable" => &["item_minor", "key_item"],
        "item_locked" => &["key_item"],
        _ => &[],
    };
    match plain.split_once('=') {
        Some((toggle, _)) => vec![toggle.to_owned()],
        None if names.is_empty() => vec![plain.to_owned()],
        None => names.iter().map(|name| (*name).to_owned()).collect(),
    }
}

/// The contents that a note gives.
fn gives(note: &Value) -> Vec<String> {
    let (gives, plate) = (note["gives"].as_str(), note["plate"].as_str());
    gives.map(str::to_owned).into_iter().chain(plate.map(|name| format!("plate:{name}"))).collect()
}

/// The faults of a place's scenes.
fn faults(place: &Place, scenes: &[Value]) -> Vec<String> {
    let mut faults = Vec::new();
    let notes = scenes.iter().flat_map(|scene| list(scene, "notes"));
    let notes = notes.map(|note| &note["flags"]["quandary"]);
    let notes: BTreeMap<&str, &Value> =
        notes.map(|note| (note["id"].as_str().unwrap_or_default(), note)).collect();
    for (floor, scene) in (0..).zip(scenes) {
        faults.extend(flood::faults(place, floor, &lines(scene)));
        if !scene["_stats"]["coreVersion"].as_str().unwrap_or_default().starts_with("13.") {
            faults.push(format!("is of the version {}", scene["_stats"]["coreVersion"]));
        }
        let mut ids = BTreeSet::from([&scene["_id"]].map(Value::to_string));
        for one in ["walls", "notes", "tokens", "lights"].iter().flat_map(|name| list(scene, name))
        {
            if !ids.insert(one["_id"].to_string()) {
                faults.push(format!("the id {} is there twice", one["_id"]));
            }
        }
        for wall in list(scene, "walls").iter().filter(|wall| is_passage(wall)) {
            faults.extend(door(wall));
            faults.extend(keys(&wall["flags"]["quandary"], &notes));
        }
    }
    faults
}

/// The fault of a door, by its kind.
fn door(wall: &Value) -> Option<String> {
    let flags = &wall["flags"]["quandary"];
    let asks = !texts(flags, "needs").is_empty() || !texts(flags, "needs_back").is_empty();
    let kind = flags["kind"].as_str().unwrap_or_default();
    let is = ["door", "ds", "dir"].map(|name| wall[name].as_u64().unwrap_or(9));
    let right = match (kind, is) {
        ("door", [1, 0, 0]) => !asks,
        ("lock", [1, 2, 0]) | ("secret", [2, 2, 0]) | ("one_way", [1, 2, 1 | 2]) => asks,
        ("one_way", [0, 0, 1 | 2]) => !asks,
        _ => false,
    };
    (!right).then(|| format!("{kind} is {is:?}"))
}

/// The fault in the keys of a door.
fn keys(door: &Value, notes: &BTreeMap<&str, &Value>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut given = BTreeSet::new();
    for key in texts(door, "keys") {
        match notes.get(key) {
            None => faults.push(format!("{} has the key {key}, which is not there", door["id"])),
            Some(note) => {
                given.extend(gives(note));
                if !texts(note, "opens").contains(&door["id"].as_str().unwrap_or_default()) {
                    faults.push(format!("{key} does not say that it opens {}", door["id"]));
                }
            }
        }
    }
    let asked = ["needs", "needs_back"].into_iter().flat_map(|name| texts(door, name));
    for need in asked {
        if !givers(need).iter().any(|one| given.contains(one)) {
            faults.push(format!("{} asks for {need}, which no key of it gives", door["id"]));
        }
    }
    faults
}

#[test]
fn closed_doors_leave_our_rooms_and_every_door_has_its_keys() {
    for (name, place) in places() {
        let found = faults(&place, &scenes(&place));
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}

#[test]
fn a_missing_wall_and_a_missing_door_are_found() {
    let place = place("temple");
    let good = scenes(&place);
    let walls = list(&good[0], "walls");
    let (doors, stretches): (Vec<usize>, Vec<usize>) = (0..walls.len())
        .filter(|&at| walls[at]["sight"] != 0)
        .partition(|&at| is_passage(&walls[at]));
    assert!(doors.len() > 4 && stretches.len() > 40);
    for at in doors.into_iter().chain(stretches.into_iter().step_by(9)) {
        let mut broken = good.clone();
        broken[0]["walls"].as_array_mut().unwrap().remove(at);
        assert!(!faults(&place, &broken).is_empty(), "wall {at}: {}", walls[at]);
    }
}

#[test]
fn what_else_is_broken_on_purpose_is_found() {
    let place = place("temple");
    let good = scenes(&place);
    let found = |change: &dyn Fn(&mut Value), part: &str| {
        let mut broken = good.clone();
        change(&mut broken[0]);
        let found = faults(&place, &broken);
        assert!(found.iter().any(|fault| fault.contains(part)), "{part}: {found:#?}");
    };
    found(&|scene| scene["_stats"]["coreVersion"] = json!("9.1"), "is of the version");
    found(&|scene| scene["walls"][1]["_id"] = scene["walls"][0]["_id"].clone(), "is there twice");
    found(&|scene| scene["notes"][0]["_id"] = scene["_id"].clone(), "is there twice");
    let lock = |scene: &mut Value, change: &dyn Fn(&mut Value)| {
        let walls = scene["walls"].as_array_mut().unwrap();
        change(walls.iter_mut().find(|wall| wall["flags"]["quandary"]["kind"] == "lock").unwrap());
    };
    found(&|scene| lock(scene, &|wall| wall["ds"] = json!(0)), "lock is [1, 0, 0]");
    found(
        &|scene| lock(scene, &|wall| wall["flags"]["quandary"]["keys"] = json!([])),
        "which no key of it gives",
    );
    // A lock without its key.
    let without_keys = |scene: &mut Value| {
        let notes = scene["notes"].as_array_mut().unwrap();
        notes.retain(|note| note["flags"]["quandary"]["kind"] != "key");
    };
    found(&without_keys, "which is not there");
}

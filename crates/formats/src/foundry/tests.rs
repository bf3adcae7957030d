//! Tests of doors, and of the objects beside them.

use super::*;
use crate::annotations::Annotations;
use std::collections::BTreeSet;

const PICTURE: FloorPicture<'_> = FloorPicture { file: "floor-0.png", png: &[], side: 64 };

fn scene(text: &str) -> Value {
    let level = level::formats::json::read(text).unwrap();
    let place = Place::of(&level, &Annotations::default()).unwrap();
    serde_json::from_str(&print(&place, 0, Some(PICTURE))).unwrap()
}

fn doors(scene: &Value) -> Vec<[u64; 3]> {
    let walls = scene["walls"].as_array().unwrap().iter();
    let ours = walls.filter(|wall| wall["flags"]["quandary"]["kind"].is_string());
    ours.map(|wall| ["door", "ds", "dir"].map(|name| wall[name].as_u64().unwrap())).collect()
}

#[test]
fn locks_secrets_and_one_way_passages_are_doors_of_their_kind() {
    assert_eq!(doors(&scene(crate::TWO)), [[1, 2, 0]; 2]);
    let free = crate::TWO.replace(r#"["symbol:A"]"#, "[]");
    assert_eq!(doors(&scene(&free)), [[1, 0, 0]; 2]);
    let secret = crate::TWO.replace(r#"["symbol:A"]"#, r#"["bombable"]"#);
    assert_eq!(doors(&scene(&secret)), [[2, 2, 0]; 2]);
    let one = crate::TWO
        .replace(r#"["symbol:A"]"#, r#"["soft_locked"]"#)
        .replace(r#"{"from":1,"to":0,"requires":[]},"#, "");
    // The passage leads from left to right. It blocks from the right, which is the left-hand side of a line that runs
    // down.
    assert_eq!(doors(&scene(&one)), [[0, 0, 1]; 2]);
    let back = one.replace(r#"{"from":0,"to":1,"#, r#"{"from":1,"to":0,"#);
    assert_eq!(doors(&scene(&back)), [[0, 0, 2]; 2]);
}

#[test]
fn notes_tokens_and_ids_are_there() {
    let scene = scene(crate::TWO);
    let mut ids = BTreeSet::new();
    for list in ["walls", "notes", "tokens", "lights"] {
        for one in scene[list].as_array().unwrap() {
            let id = one["_id"].as_str().unwrap();
            assert_eq!(id.len(), 16);
            assert!(ids.insert(id.to_owned()), "{id}");
        }
    }
    let kinds: Vec<&str> = scene["notes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|note| note["flags"]["quandary"]["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["room", "room", "start", "key", "switch", "stair"]);
    let enemy = &scene["tokens"][0];
    assert_eq!([&enemy["x"], &enemy["y"]], [&json!(128), &json!(128)]);
    let key = &scene["notes"][3];
    assert_eq!([&key["x"], &key["y"]], [&json!(96), &json!(160)]);
    assert_eq!(key["flags"]["quandary"]["opens"], json!(["lock_2", "lock_3"]));
    assert_eq!((&scene["width"], &scene["height"]), (&json!(512), &json!(320)));
}

//! Tests of layouts as levels.

use crate::common::TWO;
use quandary_formats::annotations::Annotations;
use quandary_formats::layout::read;
use quandary_formats::{Kind, Place};

const TOWER: &str = r#"{"format": "quandary/layout/1", "category": "tower", "seed": 3, "rooms": [
    {"coords": [-1, 0, 0], "kind": "entry", "connections": ["east", "up"], "entry": true, "distance": 0},
    {"coords": [0, 0, 0], "kind": "chamber", "connections": ["west"], "entry": false, "distance": 1},
    {"coords": [-1, 0, 1], "kind": "boss_room", "connections": ["down"], "entry": false, "distance": 1}]}"#;

#[test]
fn rooms_are_joined_as_the_layout_says() {
    let level = read(TOWER).unwrap().unwrap();
    let place = Place::of(&level, &Annotations::default()).unwrap();
    assert_eq!((place.title.as_str(), place.floors.len()), ("tower 3", 2));
    assert_eq!((place.floors[0].rows, place.floors[0].cols), (11, 32));
    let many = |kind| place.things.iter().filter(|thing| thing.kind == kind).count();
    let kinds = [Kind::Room, Kind::Start, Kind::Goal, Kind::Stair, Kind::Door, Kind::Lock];
    assert_eq!(kinds.map(many), [3, 1, 1, 2, 1, 0]);
    let goal = place.things.iter().find(|thing| thing.kind == Kind::Goal).unwrap();
    assert_eq!(goal.floor(), 0, "the boss waits on the upper floor");
    let rules = level.rules_under(None);
    let check = level::check(&level, &rules, &level::Limits::default()).unwrap();
    assert!(check.is_softlock_free());
}

#[test]
fn what_is_no_layout_is_told_apart_and_what_cannot_be_is_named() {
    assert!(read("#@*#").is_none() && read(TWO).is_none());
    let said = |text: &str| read(text).unwrap().unwrap_err().to_string();
    let far = said(&TOWER.replace("[0, 0, 0]", "[2000000000, 0, 0]"));
    let large = "rooms: lie too far apart; floors may have 4096 places for rooms in all";
    assert_eq!(far, large);
    assert_eq!(said(&TOWER.replace("[-1, 0, 1]", "[400, 400, 1]")), large);
    let none = r#"{"format": "quandary/layout/1", "rooms": []}"#;
    assert_eq!(said(none), "rooms: is empty; expected one room at least");
    let strange = said(&TOWER.replace("\"up\"", "\"inwards\""));
    assert!(strange.contains("inwards"), "{strange}");
}

//! Areas as JSON: the round trip, and the errors about areas that break a rule.

use super::fields;
use diagnostics::json;
use quandary_dungeon::game::area::Scenario;
use quandary_dungeon::json::area::{Artefact, Extras, FORMAT, read};
use quandary_dungeon::layout::Direction;
use quandary_dungeon::puzzle::{Area, Holder, Kind};
use serde_json::{Value, json};
use testing::faults::{refused, said};

const AREA: &str = include_str!("../../../../../tests/samples/area.json");

fn value(area: &Area, seed: Option<u64>, extras: Extras) -> Value {
    serde_json::to_value(Artefact::new(area, seed, extras)).unwrap()
}

#[test]
fn an_area_is_read_as_it_is_written() {
    let area = read(AREA).unwrap();
    assert_eq!((area.layout.rooms.len(), area.puzzles.len(), area.items.len()), (8, 6, 1));
    assert_eq!(area.layout.entry(), area.layout.index([0, 0, 0]).unwrap());
    let last = area.layout.index([3, 0, -1]).unwrap();
    assert_eq!((last, area.layout.rooms[last as usize].distance), (0, 4));
    assert_eq!(area.puzzles[3].direction, Direction::North);
    let Kind::Sequence { objects, order, .. } = &area.puzzles[5].kind else { panic!() };
    assert_eq!((objects[1].as_str(), &order[..]), ("Great Bell", &[1, 2, 0][..]));
}

#[test]
fn printed_json_is_read_back() {
    let area = read(AREA).unwrap();
    let extras = Extras {
        report: Some(json!({"placed": 6})),
        proof: Some(json!({"winnable": true})),
        provenance: Some(json!([1, {"any": null}])),
    };
    let value = value(&area, Some(7), extras);
    let expect =
        "format category generator bounds seed rooms puzzles items report proof provenance";
    assert_eq!((&*fields(&value, "area"), &value["format"]), (expect, &json!(FORMAT)));
    let room = &value["rooms"][area.layout.index([2, 0, 0]).unwrap() as usize];
    assert_eq!(
        *room,
        json!({
            "coords": [2, 0, 0], "kind": "corridor", "connections": ["north", "east", "west"],
            "entry": false, "distance": 2, "blocked_directions": ["north", "east", "west"]
        })
    );
    assert_eq!(
        value["puzzles"][5],
        json!({
            "id": "p6", "kind": "sequence", "name": "Choir of Bells",
            "description": "Three bells hang from a beam.", "room": [3, 0, 0], "direction": "down",
            "objects": [
                {"id": "o1", "name": "Small Bell"}, {"id": "o2", "name": "Great Bell"},
                {"id": "o3", "name": "Cracked Bell"}
            ],
            "sequence_ids": ["o2", "o3", "o1"],
            "clue": "The great one leads, and the small one has the last word.",
            "hint_threshold": 20, "hint_text": "Great, cracked, small."
        })
    );
    assert_eq!(value["items"], json!([{"name": "Clé dorée", "room": [1, 1, 0]}]));
    let mut out = Vec::new();
    json::lines(&mut out, &value).unwrap();
    assert_eq!(read(&String::from_utf8(out).unwrap()).unwrap(), area);
    let bare = self::value(&area, None, Extras::default());
    assert_eq!(fields(&bare, "area"), "format category generator bounds rooms puzzles items");
}

#[test]
fn faults_of_rooms_are_named() {
    let changes = r#"
        area/1 → area/2 ⇒ format: is "quandary/area/2"
        "bounds": [ → "bounds": [[ ⇒ line 4, column
        "category": "crypt" → "category": 3 ⇒ category: expected a string, found the integer 3
        "crypt" → "castle" ⇒ category: unknown category "castle"
        "bounds" → "generator": "tower", "bounds" ⇒ generator: is "tower", but a crypt
        "bounds" → "extra": 1, "bounds" ⇒ unknown field `extra`
        [-1, 3, → [4, 3, ⇒ bounds: the bounds are inverted
        [-1, 3, → [-1, 2, ⇒ rooms[6].coords: [3, 0, 0] lies outside
        {"coords": [0, 0, 0] → {"coords": [1, 0, 0] ⇒ rooms[1].coords: [1, 0, 0] is there twice
        "boss_room" → "boss" ⇒ rooms[7].kind: unknown kind "boss" (did you mean boss_room?); known are entry, corridor
        ["east"] → ["east", "east"] ⇒ rooms[0].connections: east is there twice
        ["east"] → ["east", "north"] ⇒ north leads to [0, 1, 0], where there is no room
        ["east"] → [] ⇒ rooms[1].connections: west leads to [0, 0, 0], which does not lead back east
        ["east"] → ["eats"] ⇒ unknown direction "eats" (did you mean east?); known are north, south
        "entry": true → "entry": false ⇒ rooms: none has "entry": true
        "entry": false → "entry": true ⇒ rooms: [0, 0, 0] and [1, 0, 0] have
        "entry": true → "entry": true, "blocked_directions": ["eats"] ⇒ rooms[0].blocked_directions
        "entry": true → "entry": true, "purpose": "hub" ⇒ rooms[0].name: is missing; purpose, name and text are told together
        "entry": true → "entry": true, "purpose": "hop", "name": "A", "text": "B" ⇒ rooms[0].purpose: unknown purpose "hop"
    "#;
    said(refused(AREA, read, changes));
}

#[test]
fn faults_of_passages_and_names_are_named() {
    let changes = r#"
        "room": [2, 0, 0] → "room": [9, 0, 0] ⇒ puzzles[3].room: there is no room [9, 0, 0]
        "direction": "north" → "direction": "up" ⇒ puzzles[0].direction: the room [1, 0, 0] has no way up to block; it has north, south, east, west
        "direction": "south" → "direction": "north" ⇒ puzzles[1].direction: puzzles[0] blocks
        "room": [2, 0, 0], "direction": "north" → "room": [2, 0, 0], "direction": "west" ⇒ puzzles[3].direction: puzzles[2] blocks this passage already
        "id": "p2" → "id": "P1" ⇒ puzzles[1].id: "P1" is what puzzles[0] is called too
        Lever of Oak → The lever of ÁSH ⇒ puzzles[1].name: "The lever of ÁSH" is what puzzles[0] is called too
        "Lever of Oak" → " " ⇒ puzzles[1].name: is empty
        "lever" → "leaver" ⇒ puzzles[0].kind: unknown kind "leaver" (did you mean lever?); known are locked_door, lever
    "#;
    said(refused(AREA, read, changes));
}

#[test]
fn faults_of_kinds_are_named() {
    let changes = r#"
        "required_key": "Clé dorée", → ⇒ puzzles[2].required_key: is missing
        "required_key": "Clé dorée" → "required_key": "" ⇒ puzzles[2].required_key: is empty
        "riddle_text" → "clue": null, "riddle_text" ⇒ puzzles[3].clue: expected a string, found null
        "riddle_text" → "clue": "x", "riddle_text" ⇒ puzzles[3].clue: is there, but a riddle has none
        ["a river", "the stream"] → [] ⇒ puzzles[3].riddle_answers: is empty
        "the stream" → " " ⇒ puzzles[3].riddle_answers[1]: is empty
        "the stream" → 7 ⇒ puzzles[3].riddle_answers[1]: expected a string, found the integer 7
        ["great", "cracked", "small"] → ["great", "small"] ⇒ sequence_ids: lacks the object "cracked"
        ["great", "cracked" → ["great", "great" ⇒ sequence_ids[1]: "great" is there twice
        ["great", "cracked" → ["grate", "cracked" ⇒ there is no object "grate"; there are small, great
        Great Bell → SMALL bell ⇒ puzzles[5].objects[1].name: "SMALL bell" is there twice
        "id": "great" → "id": "small" ⇒ puzzles[5].objects[1].id
        "hint_threshold": 20 → "hint_threshold": 21 ⇒ puzzles[5].hint_threshold: is 21; the highest is 20
        "hint_threshold": 20 → "hint_threshold": -1 ⇒ puzzles[5].hint_threshold: expected a whole number from 0, found the integer -1
        "room": [1, 1, 0] → "room": [1, 7, 0] ⇒ items[0].room: there is no room
        {"name": "Clé dorée", → { ⇒ items[0]: missing field `name`
        "items": [{"name": "Clé dorée", "room": [1, 1, 0]}] → "items": [["Clé dorée", [1, 1, 0]]] ⇒ items[0]: expected an object, found an array
    "#;
    said(refused(AREA, read, changes));
}

#[test]
fn no_text_panics_and_every_read_area_can_be_played() {
    let mut played = 0;
    for (at, old) in AREA.char_indices() {
        let (before, after) = (&AREA[..at], &AREA[at + old.len_utf8()..]);
        assert!(read(before).is_err() || after.is_empty());
        for new in ["", "7", "-9", "\"", "]", "null", "\u{301}", " "] {
            if let Ok(area) = read(&format!("{before}{new}{after}")) {
                let scenario = Scenario::new(area);
                assert!(scenario.is_ok(), "{at} {new:?}: {scenario:?}");
                played += 1;
            }
        }
    }
    assert!(played > 1000, "{played}");
}

#[test]
fn the_proof_is_optional_and_ignored() {
    for extra in ["\"proof\": null,", "\"report\": [1],", "\"provenance\": 3, \"seed\": \"x\","] {
        let text = AREA.replacen("\"items\"", &format!("{extra} \"items\""), 1);
        assert_eq!(read(&text).unwrap(), read(AREA).unwrap(), "{extra}");
    }
}

#[test]
fn keys_out_of_reach_are_no_matter_here() {
    let text = AREA.replacen("\"room\": [1, 1, 0]", "\"room\": [3, 0, -1]", 1);
    assert!(read(&text).is_ok());
    let text = AREA.replacen("{\"name\": \"Clé dorée\", \"room\": [1, 1, 0]}", "", 1);
    assert!(read(&text).is_ok());
}

/// The area with its key in a chest, and the key of the chest in the open.
fn chested() -> String {
    let items = "\"items\": [{\"name\": \"Clé dorée\", \"room\": [1, 1, 0]}]";
    let more = r#""items": [
    {"name": "Clé dorée", "description": "It is gilt.", "room": [1, 1, 0], "holder": "c1"},
    {"name": "Wren key", "room": [1, 0, 0], "holder": null}
  ],
  "chests": [{"id": "c1", "name": "Nest", "description": "It is lidded.", "room": [1, 1, 0],
    "required_key": "Wren key", "hint_threshold": 12, "hint_text": "Listen."}]"#;
    let text = AREA.replacen(items, more, 1);
    assert_ne!(text, AREA);
    text
}

#[test]
fn a_chest_is_read_and_printed_as_it_is_written() {
    let area = read(&chested()).unwrap();
    assert_eq!(area.items[0].holder, Holder::Chest(0));
    assert_eq!(area.items[0].description.as_deref(), Some("It is gilt."));
    assert_eq!((area.items[1].holder, &area.items[1].description), (Holder::Open, &None));
    let value = value(&area, None, Extras::default());
    assert_eq!(
        value["items"],
        json!([
            {"name": "Clé dorée", "description": "It is gilt.", "room": [1, 1, 0], "holder": "c1"},
            {"name": "Wren key", "room": [1, 0, 0]}
        ])
    );
    assert_eq!(
        value["chests"],
        json!([{
            "id": "c1", "name": "Nest", "description": "It is lidded.", "room": [1, 1, 0],
            "required_key": "Wren key", "hint_threshold": 12, "hint_text": "Listen."
        }])
    );
    assert_eq!(read(&value.to_string()).unwrap(), area);
    let expect = "format category generator bounds rooms puzzles items chests";
    assert_eq!(fields(&value, "area"), expect);
    assert_eq!(
        fields(&serde_json::from_str(&chested()).unwrap(), "area"),
        expect.replace(" generator", "")
    );
    let mut described = area.clone();
    described.items[1].description = Some("It is small.".to_owned());
    let value = self::value(&described, None, Extras::default());
    assert_eq!(value["items"][1]["holder"], Value::Null);
    assert!(value["items"][1].get("holder").is_some());
    assert_eq!(fields(&value, "area"), expect);
}

#[test]
fn faults_of_chests_are_named() {
    let changes = r#"
        "holder": "c1" → "holder": "c2" ⇒ items[0].holder: unknown chest "c2" (did you mean c1?); known are c1
        "holder": "c1" → "holder": 1 ⇒ items[0].holder: expected a string, found the integer 1
        "room": [1, 1, 0], "holder" → "room": [1, 0, 0], "holder" ⇒ items[0].room: is not where the chest "c1" stands
        "id": "c1" → "id": "P1" ⇒ chests[0].id: "P1" is what puzzles[0] is called too
        "Nest" → "lever of ash" ⇒ chests[0].name: "lever of ash" is what puzzles[0] is called too
        "Nest" → " " ⇒ chests[0].name: is empty
        "required_key": "Wren key" → "required_key": "cle doree" ⇒ chests[0].required_key: "cle doree" is what puzzles[2] asks for too
        "required_key": "Wren key", → ⇒ chests[0]: missing field `required_key`
        "hint_threshold": 12, "hint_text": "Listen." → "hint_threshold": 21, "hint_text": "Listen." ⇒ chests[0].hint_threshold: is 21; the highest is 20
        "description": "It is lidded.", "room": [1, 1, 0] → "description": "It is lidded.", "room": [9, 9, 0] ⇒ chests[0].room: there is no room
        "id": "c1" → "lid": 1, "id": "c1" ⇒ unknown field `lid`
        "chests": [ → "chests": null, "x": [ ⇒ chests: expected an array, found null
    "#;
    said(refused(&chested(), read, changes));
}

//! A sound area, drawn by hand for tests, to be broken in one way after another.

use serde_json::{Value, json};

/// Nine rooms: the entry, a corridor to the boss with a lever, a sequence and a door on side passages,
/// and a riddle in the west. The key of the boss's door lies behind the lever.
pub(crate) fn area() -> Value {
    let room = |at: [i64; 3], kind: &str, ways: &str, distance: u64, blocked: &str| {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        json!({
            "coords": at, "kind": kind, "connections": words(ways), "entry": kind == "entry",
            "distance": distance, "blocked_directions": words(blocked),
        })
    };
    json!({
        "format": "quandary/area/1", "category": "cave", "generator": "cellular",
        "bounds": [-1, 2, 0, 3, 0, 0], "seed": 7,
        "rooms": [
            room([0, 0, 0], "entry", "east west", 0, ""),
            room([1, 0, 0], "corridor", "west east north", 1, "east"),
            room([2, 0, 0], "treasure", "west", 2, "west"),
            room([1, 1, 0], "corridor", "south north east", 2, "east"),
            room([2, 1, 0], "chamber", "west", 3, "west"),
            room([1, 2, 0], "chamber", "south north", 3, "north"),
            room([1, 3, 0], "boss_room", "south", 4, "south"),
            room([-1, 0, 0], "chamber", "east north", 1, "north"),
            room([-1, 1, 0], "puzzle", "south", 2, "south"),
        ],
        "puzzles": [
            {"id": "p1", "kind": "lever", "name": "Rusty lever", "description": "It points up.",
             "room": [1, 0, 0], "direction": "east", "hint_threshold": 11, "hint_text": "Pull."},
            {"id": "p2", "kind": "locked_door", "name": "Bone door", "description": "Ribs.",
             "room": [1, 2, 0], "direction": "north", "required_key": "bone key",
             "hint_threshold": 19, "hint_text": "A key."},
            {"id": "p3", "kind": "riddle", "name": "Stone face", "description": "It asks.",
             "room": [-1, 0, 0], "direction": "north", "riddle_text": "What falls?",
             "riddle_answers": ["rain", "night"], "hint_threshold": 13, "hint_text": "Wet."},
            {"id": "p4", "kind": "sequence", "name": "Three bells", "description": "In a row.",
             "room": [1, 1, 0], "direction": "east", "clue": "Low before high.",
             "objects": [{"id": "b1", "name": "low bell"}, {"id": "b2", "name": "high bell"}],
             "sequence_ids": ["b2", "b1"], "hint_threshold": 12, "hint_text": "Listen."},
        ],
        "items": [{"name": "bone key", "description": "A rib with teeth.", "room": [2, 0, 0], "holder": null}],
        "report": {"asked": 4, "placed": 4, "closed": 0, "reasons": []},
        "proof": {"winnable": true, "unlosable": true},
        "provenance": {},
    })
}

//! Tests of the annotations of a level in JSON.

use level::Cell;
use quandary_formats::annotations::{Annotations, Foe, read};

#[test]
fn a_dungeon_tells_of_rooms_enemies_and_things() {
    let text = r#"{"format": "quandary/dungeon/2", "name": "Hold", "rooms": [{"id": 4, "coords": [0, 0, -1],
        "purpose": "rest", "name": "The Pause", "text": "Dust.", "enemies": [{"kind": "rat", "cell": [1, 2, 3], "load": 2}]}],
        "things": [{"thing": "symbol:A", "name": "the cook's key"}],
        "puzzles": [{"kind": "lever", "name": "puzzle:1", "room": 4, "passage": [4, 5]}],
        "provenance": {"request": {"category": "crypt"}}, "level": {}}"#;
    let annotations = read(text).unwrap();
    assert_eq!(
        (annotations.title.as_deref(), annotations.category.as_deref()),
        (Some("Hold"), Some("crypt"))
    );
    assert_eq!(
        (annotations.rooms["4"].purpose.as_str(), annotations.rooms["4"].depth),
        ("rest", Some(-1))
    );
    assert_eq!(annotations.foes[&Cell::new(1, 2, 3)], Foe { name: "rat".to_owned(), load: 2 });
    assert_eq!(annotations.things["symbol:A"].name, "the cook's key");
    assert_eq!(annotations.puzzles["symbol:puzzle:1"], "lever");
    let fault = read(&text.replace("\"id\": 4", "\"id\": \"x\"")).unwrap_err().to_string();
    assert!(fault.contains("rooms[0].id"), "{fault}");
}

#[test]
fn a_layout_tells_of_its_rooms() {
    let text = r#"{"format": "quandary/layout/1", "category": "inn", "rooms": [{"coords": [0, -1, 2], "kind": "treasure"}]}"#;
    let annotations = read(text).unwrap();
    let room = &annotations.rooms["0,-1,2"];
    assert_eq!((room.purpose.as_str(), room.depth), ("treasure", Some(2)));
    assert_eq!(annotations.category.as_deref(), Some("inn"));
}

#[test]
fn a_level_tells_of_nothing() {
    let level = r#"{"format": "quandary/level/1", "rooms": [{"node": 0}]}"#;
    assert_eq!(read(level).unwrap(), Annotations::default());
    assert_eq!(read("#@.*#").unwrap(), Annotations::default());
}

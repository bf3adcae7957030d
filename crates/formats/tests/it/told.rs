//! What JSON tells beside a level.

use level::Cell;
use quandary_formats::told::{Foe, Told, read};

#[test]
fn a_dungeon_tells_of_rooms_enemies_and_things() {
    let text = r#"{"format": "quandary/dungeon/2", "name": "Hold", "rooms": [{"id": 4, "coords": [0, 0, -1],
        "purpose": "rest", "name": "The Pause", "text": "Dust.", "enemies": [{"kind": "rat", "cell": [1, 2, 3], "load": 2}]}],
        "things": [{"thing": "symbol:A", "name": "the cook's key"}],
        "puzzles": [{"kind": "lever", "name": "puzzle:1", "room": 4, "passage": [4, 5]}],
        "provenance": {"request": {"category": "crypt"}}, "level": {}}"#;
    let told = read(text).unwrap();
    assert_eq!((told.title.as_deref(), told.category.as_deref()), (Some("Hold"), Some("crypt")));
    assert_eq!((told.rooms["4"].purpose.as_str(), told.rooms["4"].depth), ("rest", Some(-1)));
    assert_eq!(told.foes[&Cell::new(1, 2, 3)], Foe { name: "rat".to_owned(), load: 2 });
    assert_eq!(told.things["symbol:A"].name, "the cook's key");
    assert_eq!(told.puzzles["symbol:puzzle:1"], "lever");
    let fault = read(&text.replace("\"id\": 4", "\"id\": \"x\"")).unwrap_err().to_string();
    assert!(fault.contains("rooms[0].id"), "{fault}");
}

#[test]
fn a_layout_tells_of_its_rooms() {
    let text = r#"{"format": "quandary/layout/1", "category": "inn", "rooms": [{"coords": [0, -1, 2], "kind": "treasure"}]}"#;
    let told = read(text).unwrap();
    let room = &told.rooms["0,-1,2"];
    assert_eq!((room.purpose.as_str(), room.depth), ("treasure", Some(2)));
    assert_eq!(told.category.as_deref(), Some("inn"));
}

#[test]
fn a_level_tells_of_nothing() {
    let level = r#"{"format": "quandary/level/1", "rooms": [{"node": 0}]}"#;
    assert_eq!(read(level).unwrap(), Told::default());
    assert_eq!(read("#@.*#").unwrap(), Told::default());
}

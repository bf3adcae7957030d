//! A sound area, broken in one way after another: each is seen.
//!
//! It has nine rooms: the entry, a corridor to the boss with a lever, a sequence and a door on side passages,
//! and a riddle in the west. The key of the boss's door lies behind the lever.

use super::*;
use crate::category::Style;
use crate::spoil;
use serde_json::{Value, json};

fn judge_it(style: Style, change: impl Fn(&mut Value)) -> Judged {
    let mut area = serde_json::from_str(include_str!("sketch.json")).unwrap();
    change(&mut area);
    let puzzles = Some("4");
    let asked = Asked { category: "cave", generator: "cellular", style, puzzles };
    judge(&asked, 7, &area.to_string())
}

fn defects(style: Style, change: impl Fn(&mut Value)) -> Vec<Defect> {
    judge_it(style, change).kinds()
}

#[test]
fn a_sound_area_has_no_defects() {
    let judged = judge_it(Style::Named, |_| ());
    assert!(judged.defects.is_empty(), "{:?}", judged.defects);
    assert!(judged.numbers.contains(&("puzzles one behind the other", 2)));
    assert_eq!(defects(Style::Small, |_| ()), []);
}

#[test]
fn each_broken_value_is_seen() {
    spoil::each(include_str!("spoilt.json"), |change| defects(Style::Named, change));
}

/// The key of the door in a chest where it lies anyhow, whose key lies in the room before.
fn lock_away(area: &mut Value) {
    area["items"] = json!([
        {"name": "bone key", "description": "A rib with teeth.", "room": [2, 0, 0], "holder": "c1"},
        {"name": "wire key", "description": "A bent wire.", "room": [-1, 0, 0], "holder": null},
    ]);
    area["chests"] = json!([{
        "id": "c1", "name": "Box", "description": "It is shut.", "room": [2, 0, 0],
        "required_key": "wire key", "hint_threshold": 14, "hint_text": "Look for wire.",
    }]);
}

#[test]
fn a_sound_chest_has_no_defects() {
    let judged = judge_it(Style::Named, lock_away);
    assert!(judged.defects.is_empty(), "{:?}", judged.defects);
    assert!(judged.numbers.contains(&("chests an area", 1)));
}

#[test]
fn each_broken_value_of_a_chest_is_seen() {
    // The key first in its own chest, behind the door, as far from the entry as the chest, nearer than need be.
    spoil::each(include_str!("spoilt_chest.json"), |change| {
        defects(Style::Named, |area| {
            lock_away(area);
            change(area);
        })
    });
    let numbered = defects(Style::Named, |area| {
        lock_away(area);
        area["items"][1]["description"] = json!("A rib with teeth.");
        for place in ["/items/1/name", "/chests/0/required_key"] {
            *area.pointer_mut(place).unwrap() = json!("bone key II");
        }
    });
    assert_eq!(numbered, []);
    let two = defects(Style::Named, |area| {
        lock_away(area);
        let chest = area["chests"][0].clone();
        area["chests"] = json!([chest.clone(), chest]);
    });
    assert!(two.contains(&Defect::Chest), "{two:?}");
}

#[test]
fn a_way_round_a_puzzle_is_seen() {
    // From the treasure room to the chamber north of it one comes behind the sequence.
    let found = defects(Style::Named, |area| {
        area["rooms"][2]["connections"] = json!(["west", "north"]);
        area["rooms"][4]["connections"] = json!(["west", "south"]);
    });
    assert_eq!(found, [Defect::Gates]);
}

#[test]
fn a_puzzle_on_the_far_side_is_seen() {
    let found = defects(Style::Named, |area| {
        area["puzzles"][0]["room"] = json!([2, 0, 0]);
        area["puzzles"][0]["direction"] = json!("west");
        area["puzzles"][0]["hint_threshold"] = json!(12);
    });
    assert!(found.contains(&Defect::FarSide) && found.contains(&Defect::NeverOpen), "{found:?}");
    assert!(found.contains(&Defect::Boss) && found.contains(&Defect::Apart), "{found:?}");
}

#[test]
fn whoever_can_waste_a_key_is_stuck() {
    let second_door = |area: &mut Value| {
        let text = "Root door";
        area["puzzles"][0] = json!({
            "id": "p1", "kind": "locked_door", "name": text, "description": text,
            "room": [1, 0, 0], "direction": "east", "required_key": "bone key",
            "hint_threshold": 11, "hint_text": text,
        });
        area["items"] = json!([
            {"name": "bone key", "description": "A small key.", "room": [2, 0, 0]},
            {"name": "bone key", "description": "A small key.", "room": [0, 0, 0]},
        ]);
    };
    assert_eq!(defects(Style::Small, second_door), [Defect::Stuck]);
    let found = defects(Style::Named, second_door);
    assert!(found.contains(&Defect::KeyNames) && found.contains(&Defect::Stuck), "{found:?}");
    let in_the_open = |area: &mut Value| {
        second_door(area);
        area["items"][0]["room"] = json!([1, 1, 0]);
    };
    assert_eq!(defects(Style::Small, in_the_open), []);
}

#[test]
fn numbers_and_places_of_puzzles_are_held() {
    let found = defects(Style::Named, |area| {
        area["puzzles"][2]["room"] = json!([0, 0, 0]);
        area["puzzles"][2]["direction"] = json!("west");
    });
    assert!(found.contains(&Defect::EntryRoom), "{found:?}");
    let found = defects(Style::Named, |area| {
        area["puzzles"].as_array_mut().unwrap().remove(3);
        area["report"]["placed"] = json!(3);
        area["report"]["reasons"] = json!([{"reason": "no_gate", "puzzles": 1}]);
        area["rooms"][3]["blocked_directions"] = json!([]);
        area["rooms"][4]["blocked_directions"] = json!([]);
    });
    assert_eq!(found, [Defect::Short]);
    let found = defects(Style::Named, |area| {
        area["puzzles"] = json!([]);
        area["items"] = json!([]);
        let reasons = json!([{"reason": "no_gate", "puzzles": 4}]);
        area["report"] = json!({
            "asked": 4, "placed": 0, "reason": "no passage", "closed": 0, "reasons": reasons,
        });
        (0..9).for_each(|room| area["rooms"][room]["blocked_directions"] = json!([]));
    });
    assert_eq!(found, [Defect::NoPuzzle]);
    let found = defects(Style::Named, |area| {
        for (number, way) in [(2, "south"), (3, "west")] {
            area["puzzles"][number]["room"] = json!([1, 0, 0]);
            area["puzzles"][number]["direction"] = json!(way);
        }
    });
    assert!(found.contains(&Defect::Crowd), "{found:?}");
}

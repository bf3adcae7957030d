//! Missions as JSON: the round trip, and the errors.

use crate::samples;
use quandary_dungeon::json::mission::{Artefact, Origin, Proof, Request, Stats};
use quandary_dungeon::mission::{KeyOrder, KeyStyle, Mission, SwitchStyle};
use serde_json::{Value, json};

fn request() -> Request {
    Request {
        rooms: Some(7),
        space: None,
        colors: None,
        keys: 2,
        switches: 1,
        switch_style: SwitchStyle::Toggle,
        start: None,
        link_chance: None,
        require: Vec::new(),
        order: KeyOrder::Total,
        key_style: KeyStyle::Named,
        goal_room: true,
        boss_locked: true,
        linearity: None,
        attempts: 20,
    }
}

fn value(mission: &Mission) -> Value {
    let spheres = vec![vec!["A".to_owned()], vec!["B".to_owned()]];
    let cycles = mission.cycles();
    let stats = Stats { solution: 9, nonlinearity: 2, flips: 2, spheres, cycles };
    let proof = Proof {
        winnable: true,
        unlosable: true,
        needed_keys: vec!["A".to_owned(), "B".to_owned()],
        needed_switches: vec!["switch:0".to_owned()],
        redundant_locks: 0,
    };
    let request = request();
    let origin = Origin { seed: 7, attempt: 3, request: &request };
    serde_json::to_value(Artefact::new(mission, &stats, &proof, origin)).unwrap()
}

#[test]
fn the_fields_in_their_order() {
    let value = value(&samples::grid());
    let names: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    let expect = "format seed attempt rooms edges start boss goal stats proof provenance";
    assert_eq!(names.join(" "), expect);
    assert_eq!(
        value["stats"],
        json!({
            "solution": 9, "nonlinearity": 2, "flips": 2, "spheres": [["A"], ["B"]], "cycles": 1
        })
    );
    assert_eq!(
        value["provenance"]["request"],
        json!({
            "rooms": 7, "keys": 2, "switches": 1, "switch_style": "toggle", "order": "total",
            "key_style": "named",
            "goal_room": true, "boss_locked": true, "linearity": null, "attempts": 20
        })
    );
    assert_eq!(
        (&value["start"], &value["boss"], &value["goal"]),
        (&json!(0), &json!(5), &json!(6))
    );
}

#[test]
fn rooms_and_edges_of_a_grid() {
    let value = value(&samples::grid());
    assert_eq!(
        value["rooms"][3],
        json!({
            "id": 3, "coords": [1, 1], "item": "switch:0",
            "precondition": {"keys": [], "switches": ["on"]}, "intensity": 0.4, "parent": 2
        })
    );
    assert_eq!(
        value["rooms"][5]["precondition"],
        json!({"keys": ["A", "B"], "switches": ["either"]})
    );
    assert_eq!(value["rooms"][0]["parent"], Value::Null);
    assert_eq!(value["rooms"][2]["item"], Value::Null);
    assert_eq!(value["edges"][2], json!({"a": 2, "b": 3, "symbol": "switch:0=on"}));
    assert_eq!(value["edges"][0], json!({"a": 0, "b": 1, "symbol": null}));
}

#[test]
fn free_form_rooms_and_small_keys() {
    let value = value(&samples::freeform());
    assert_eq!(value["rooms"][0]["coords"], json!([[0, 1], [0, 0], [1, 0]]));
    assert_eq!(value["rooms"][1]["coords"], json!([[1, 1]]));
    assert_eq!(value["rooms"][2]["precondition"], json!({"keys": 1, "switches": []}));
    assert_eq!(value["edges"][1]["symbol"], json!("key"));
}

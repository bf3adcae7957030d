//! Dungeons shared by the tests of writers, and comparisons of a level that is read back.

pub(crate) mod flood;

use level::{Level, Limits, Verdict, check};
use quandary_formats::{Place, annotations};
use serde_json::Value;
use std::path::Path;

/// Two rooms joined by a key, a one-way passage back, and a stair down.
pub(crate) const TWO: &str = include_str!("../../samples/two.json");

/// A temple, a cave, and a tower of three floors, as printed by the program. They have every kind of gate.
pub(crate) const SAMPLES: [&str; 3] = ["temple", "cave", "tower"];

/// The place of a sample.
pub(crate) fn place(name: &str) -> Place {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/samples/{name}.json"));
    place_of(&std::fs::read_to_string(path).unwrap())
}

/// The samples with their places, and all dungeons of the folder `QUANDARY_DUNGEONS`.
pub(crate) fn places() -> Vec<(String, Place)> {
    let mut places: Vec<(String, Place)> =
        SAMPLES.iter().map(|&name| (name.to_owned(), place(name))).collect();
    let Some(folder) = std::env::var_os("QUANDARY_DUNGEONS") else { return places };
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        places.push((file.display().to_string(), place_of(&text)));
    }
    places
}

/// The place of a dungeon's JSON.
pub(crate) fn place_of(text: &str) -> Place {
    let value: Value = serde_json::from_str(text).unwrap();
    let level = level::formats::json::read(&value["level"].to_string()).unwrap();
    Place::of(&level, &annotations::read(text).unwrap()).unwrap()
}

/// The results of the verifier: whether the level can be won, the least cost, the number of states, and whether the
/// player can get stuck.
pub(crate) fn judged(level: &Level) -> (bool, Option<u64>, u64, bool) {
    let limits = Limits { states: Some(300_000), ..Limits::default() };
    let check = check(level, &level.rules_under(None), &limits).unwrap();
    let cost = match &check.verdict {
        Verdict::Solvable { walk, .. } => Some(walk.cost.straight),
        _ => None,
    };
    (cost.is_some(), cost, check.states, check.is_softlock_free())
}

/// The JSON of a level with sorted lists, because things may come back in another order.
pub(crate) fn in_order(level: &Level) -> Value {
    let mut value = serde_json::to_value(level).unwrap();
    for list in ["rooms", "marks", "goals", "plates"] {
        if let Some(Value::Array(things)) = value.get_mut(list) {
            things.sort_by_key(Value::to_string);
        }
    }
    value
}

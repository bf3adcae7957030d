//! A sound dungeon, laid out for tests, to be broken in one way after another.
//!
//! Two floors of eight rooms. Key A lies in the north-east, behind a lever, and opens the way to the
//! stairs; key B lies below, and opens the boss's room; a door below asks for a key of its own. With
//! small keys the one beside the stairs opens the boss's room as well as key B. The plan goes from the
//! middle of a room to that of the next; the states are as the program's judge counts them.

use serde_json::{Map, Value};

/// The dungeon with its keys named, and by pointers what is otherwise where they are small.
const NAMED: &str = include_str!("sketch.json");
const SMALL: &str = include_str!("small.json");

/// The dungeon, its keys named or small.
pub(crate) fn dungeon(small: bool) -> Value {
    let mut dungeon: Value = serde_json::from_str(NAMED).unwrap();
    let other: Map<String, Value> = serde_json::from_str(SMALL).unwrap();
    for (pointer, value) in other.into_iter().filter(|_| small) {
        *dungeon.pointer_mut(&pointer).unwrap() = value;
    }
    dungeon
}

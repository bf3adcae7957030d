//! Reads `quandary/mission/1` as a level of rooms: what it holds, and what its passages ask for; how it was made does not
//! matter.

use super::strict::{Object, parse, wrong};
use level::Level;
use level::formats::json::{self, ReadError};
use serde::Deserialize;
use serde_json::{Value, json};

/// The name of the format.
pub(super) const FORMAT: &str = "quandary/mission/1";

#[derive(Deserialize)]
struct Raw {
    #[serde(default)]
    seed: Option<u64>,
    rooms: Vec<Object<RawRoom>>,
    edges: Vec<Object<RawEdge>>,
    start: u32,
    goal: u32,
}

#[derive(Deserialize)]
struct RawRoom {
    id: u32,
    item: Option<String>,
}

#[derive(Deserialize)]
struct RawEdge {
    a: u32,
    b: u32,
    symbol: Option<String>,
}

/// The level of a mission.
///
/// # Errors
/// The fault of the text, with its line and column or its field.
pub(super) fn read(text: &str) -> Result<Level, ReadError> {
    let Raw { seed, rooms, edges, start, goal } = parse(text)?;
    let mut nodes = Vec::new();
    for (at, Object(RawRoom { id, item })) in rooms.into_iter().enumerate() {
        if id as usize != at {
            return Err(wrong(
                format!("rooms[{at}].id"),
                format!("is {id}; rooms stand in the order of their ids, from 0"),
            ));
        }
        let item = item.as_deref().map(content);
        let is_goal = id == goal && item.as_deref() != Some("goal");
        let contents: Vec<String> =
            item.into_iter().chain(is_goal.then(|| "goal".to_owned())).collect();
        nodes.push(json!({"id": id, "contents": contents}));
    }
    let edges: Vec<Value> = edges
        .into_iter()
        .flat_map(|Object(RawEdge { a, b, symbol })| {
            let asked: Vec<String> = symbol.as_deref().map(requirement).into_iter().collect();
            [(a, b), (b, a)].map(|(from, to)| json!({"from": from, "to": to, "requires": asked}))
        })
        .collect();
    let graph = json!({"nodes": nodes, "edges": edges, "start": start, "goals": [goal]});
    let name = seed.map_or_else(|| "mission".to_owned(), |seed| format!("mission {seed}"));
    json::read(&json!({"format": "quandary/level/1", "name": name, "graph": graph}).to_string())
}

/// An item of a mission as the contents of a node.
fn content(item: &str) -> String {
    match (item, item.strip_prefix("switch:")) {
        ("start" | "goal" | "boss" | "key", _) => item.to_owned(),
        (_, Some(number)) => format!("toggle:{number}"),
        _ => format!("symbol:{item}"),
    }
}

/// The symbol of a passage as what an edge requires.
fn requirement(symbol: &str) -> String {
    match (symbol, symbol.strip_prefix("switch:")) {
        ("key", _) => "key_locked".to_owned(),
        (_, Some(position)) => format!("toggle:{position}"),
        _ => format!("symbol:{symbol}"),
    }
}

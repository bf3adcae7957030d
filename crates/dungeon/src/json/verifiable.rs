//! Reads documents that can be verified, distinguished by `format`: a level, a mission, an area, or the level of a
//! dungeon. A mission is read as a level of rooms.

use super::{Object, format_of, parse, wrong};
use super::{area, dungeon};
use crate::puzzle::level_graph;
use level::Level;
use level::formats::json::{self, ReadError};
use serde::Deserialize;
use serde_json::{Value, json};

/// The format of an earlier generator; only its level is read.
const FIRST_DUNGEON: &str = "quandary/dungeon/1";

#[derive(Deserialize)]
struct Dungeon {
    level: Value,
}

#[derive(Deserialize)]
struct Named {
    things: Vec<Thing>,
}

#[derive(Deserialize)]
struct Thing {
    thing: String,
    name: String,
}

/// Reads a document that can be verified. Other formats of this project are rejected by name; anything else is read as
/// a level, and the reader of levels reports its faults.
///
/// # Errors
/// The fault of the text, with its line and column, or its field.
pub fn read(text: &str) -> Result<Level, ReadError> {
    match format_of(text).as_deref() {
        Some(area::FORMAT) => area::read(text).map(|area| {
            let name = Some(format!("area, {}", area.layout.category.name));
            Level { name, ..Level::of_graph(level_graph(&area)) }
        }),
        Some(FIRST_DUNGEON | dungeon::FORMAT) => match serde_json::from_str::<Dungeon>(text) {
            Ok(found) => json::read(&found.level.to_string()),
            Err(_) => json::read(text),
        },
        Some(MISSION) => mission(text),
        Some(other) => match foreign(other) {
            Some(message) => Err(ReadError::Field { field: "format".to_owned(), message }),
            None => json::read(text),
        },
        None => json::read(text),
    }
}

/// The names that a dungeon gives to its items: the thing as in the results of the verifier, and its name with an
/// article. Empty for other formats.
#[must_use]
pub fn names(text: &str) -> Vec<(String, String)> {
    if format_of(text).as_deref() != Some(dungeon::FORMAT) {
        return Vec::new();
    }
    let things = serde_json::from_str::<Named>(text).map(|found| found.things).unwrap_or_default();
    things.into_iter().map(|Thing { thing, name }| (thing, name)).collect()
}

/// The reason why a format of this project cannot be verified, and what to do instead.
fn foreign(format: &str) -> Option<String> {
    let (kind, _) = format.strip_prefix("quandary/")?.split_once('/')?;
    let how = match kind {
        "level" | "area" | "dungeon" | "mission" => return None,
        "layout" => "a layout has no locks; try `quandary area`, which lays puzzles into one",
        "cave" => "a cave has no goal; try `quandary dungeon --category cave`",
        "game" => "a game of words is not judged",
        "templates" => "templates go with --templates",
        "save" => "a saved game is loaded by `load FILE` in `quandary play`",
        _ => "levels, missions, areas and dungeons are judged",
    };
    Some(format!("is {:?}; {how}", diagnostics::short(format)))
}

/// The name of the format.
const MISSION: &str = "quandary/mission/1";

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
/// The fault of the text, with its line and column, or its field.
fn mission(text: &str) -> Result<Level, ReadError> {
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

/// The contents of a node for an item of a mission.
fn content(item: &str) -> String {
    match (item, item.strip_prefix("switch:")) {
        ("start" | "goal" | "boss" | "key", _) => item.to_owned(),
        (_, Some(number)) => format!("toggle:{number}"),
        _ => format!("symbol:{item}"),
    }
}

/// The requirement of an edge for the symbol of a passage.
fn requirement(symbol: &str) -> String {
    match (symbol, symbol.strip_prefix("switch:")) {
        ("key", _) => "key_locked".to_owned(),
        (_, Some(position)) => format!("toggle:{position}"),
        _ => format!("symbol:{symbol}"),
    }
}

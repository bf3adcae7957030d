//! Measures levels: `cargo run --example measure -- FILE`. Each line of the file is an object with a `level`, the
//! `path` of a plan (as in `quandary solve --format json`) and optionally `"contents": true` to include things held
//! only by nodes. It prints one line of measures per line; without a file, those of a built-in level.

use quandary_level::measure::{Contents, measure};
use quandary_level::rules::Position;
use quandary_level::{Cell, Level, NodeId, formats};
use serde_json::Value;
use std::error::Error;

/// A walk through three rooms of a graph.
const WALK: &str = r#"{"path": [0, 1, 2], "level": {"format": "quandary/level/1", "graph": {
    "nodes": [{"id": 0, "contents": ["start"]}, {"id": 1, "contents": ["key"]}, {"id": 2, "contents": ["goal"]}],
    "edges": [{"from": 0, "to": 1}, {"from": 1, "to": 0}, {"from": 1, "to": 2, "requires": "key_locked"}]}}}"#;

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1) {
        Some(file) => {
            for line in std::fs::read_to_string(file)?.lines() {
                println!("{}", measured(line)?);
            }
        }
        None => println!("{}", measured(WALK)?),
    }
    Ok(())
}

/// The measures of a level, as JSON.
fn measured(line: &str) -> Result<String, Box<dyn Error>> {
    let mut asked: Value = serde_json::from_str(line)?;
    let level = formats::json::read(&asked["level"].take().to_string())?;
    let contents = match asked["contents"].as_bool() {
        Some(true) => Contents::OfNodesToo,
        _ => Contents::OnTiles,
    };
    let places = asked["path"].as_array().ok_or("path: expected an array of places")?;
    let path: Option<Vec<Position>> = places.iter().map(|place| position(&level, place)).collect();
    let path =
        path.ok_or("path: a place is [row, column], [floor, row, column] or the id of a node")?;
    Ok(serde_json::to_string(&measure(&level, &path, contents))?)
}

/// The position of a place on a path.
fn position(level: &Level, place: &Value) -> Option<Position> {
    if let Some(numbers) = place.as_array() {
        let numbers: Option<Vec<u32>> =
            numbers.iter().map(|number| u32::try_from(number.as_u64()?).ok()).collect();
        return match numbers?[..] {
            [row, col] => Some(Position::Cell(Cell::new(0, row, col))),
            [floor, row, col] => Some(Position::Cell(Cell::new(floor, row, col))),
            _ => None,
        };
    }
    let id = match place {
        Value::String(name) => NodeId::Name(name.clone()),
        number => NodeId::Number(number.as_i64()?),
    };
    let nodes = level.graph.nodes.iter().position(|node| node.id == id);
    nodes.and_then(|node| u32::try_from(node).ok()).map(Position::Node)
}

#[test]
fn it_runs() {
    let said = measured(WALK).unwrap_or_else(|error| error.to_string());
    assert!(said.contains(r#""gated":0.5,"#) && said.contains(r#""plain":null"#), "{said}");
}

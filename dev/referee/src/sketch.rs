//! Shared by tests: missions drawn as text, and valid JSON with one field changed at a time.
//!
//! Rooms are at even rows and columns: `s` start, `b` boss, `g` goal, `o` empty, `A` to `Z` named keys, `k` a small
//! key, `x` and `y` the objects of switches 0 and 1. The character between two rooms is the passage: `-` or `|` open,
//! `A` to `Z` locked, `k` a small lock, and for switches `0` (switch 0 off), `1` (switch 0 on), `2` and `3` (switch 1).
//! The rest is derived: parents by a walk from the start, preconditions from the locks between a room and the start,
//! and the claims of a valid mission.

use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::VecDeque;

/// The laws that must be broken: at least one given law, or exactly the given laws.
#[derive(Deserialize)]
#[serde(untagged)]
enum Expected {
    Among(String),
    Just(Vec<String>),
}

/// Parses a valid JSON value.
pub(crate) fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Applies a table of JSON pointers, new values, and the laws that must break.
pub(crate) fn spoil(
    table: &str,
    sound: impl Fn() -> Value,
    laws: impl Fn(Value) -> Vec<&'static str>,
) {
    let table: Vec<(String, Value, Expected)> = serde_json::from_str(table).unwrap();
    for (pointer, value, expected) in table {
        let mut thing = sound();
        *thing.pointer_mut(&pointer).unwrap() = value.clone();
        let found = laws(thing);
        match expected {
            Expected::Among(law) => {
                assert!(found.contains(&law.as_str()), "{pointer} {value}: {found:?}");
            }
            Expected::Just(mut laws) => {
                laws.sort();
                assert_eq!(found, laws, "{pointer} {value}");
            }
        }
    }
}

/// The mission of a drawing, with the claimed solution; its seed is 1.
pub(crate) fn mission(map: &str, solution: u32) -> Value {
    let grid: Vec<Vec<char>> = map.lines().map(|line| line.chars().collect()).collect();
    let at =
        |row: usize, col: usize| grid.get(row).and_then(|r| r.get(col)).copied().unwrap_or(' ');
    let mut cells = Vec::new();
    for (row, line) in grid.iter().enumerate().step_by(2) {
        cells.extend(
            (0..line.len()).step_by(2).filter(|col| at(row, *col) != ' ').map(|col| (row, col)),
        );
    }
    let place = |row, col| cells.iter().position(|cell| *cell == (row, col));
    let mut edges = Vec::new();
    for &(row, col) in &cells {
        for (lock, next) in [(at(row, col + 1), (row, col + 2)), (at(row + 1, col), (row + 2, col))]
        {
            if lock != ' ' {
                edges.push((place(row, col).unwrap(), place(next.0, next.1).unwrap(), lock));
            }
        }
    }
    let items: Vec<char> = cells.iter().map(|&(row, col)| at(row, col)).collect();
    build(&cells, &items, &edges, solution)
}

/// A mission from its rooms and passages.
fn build(
    cells: &[(usize, usize)],
    items: &[char],
    edges: &[(usize, usize, char)],
    solution: u32,
) -> Value {
    let find = |item| items.iter().position(|i| *i == item);
    let (start, boss) = (find('s').unwrap(), find('b').unwrap());
    let (parents, locks) = grow(start, items.len(), edges);
    let of = |filter: fn(&char) -> bool| items.iter().copied().filter(filter).collect::<Vec<_>>();
    let named = |c: &char| c.is_ascii_uppercase();
    let mut keys = of(|c| c.is_ascii_uppercase() || *c == 'k');
    keys.sort_unstable();
    let switches = of(|c| ['x', 'y'].contains(c));
    let rooms: Vec<Value> = (0..items.len())
        .map(|id| {
            json!({
                "id": id,
                "coords": [cells[id].1 / 2, cells[id].0 / 2],
                "item": item(items[id]),
                "precondition": precondition(&locks[id], items.contains(&'k'), switches.len()),
                "intensity": match items[id] { 'b' => 1.0, 'g' => 0.0, _ => 0.5 },
                "parent": parents[id],
            })
        })
        .collect();
    let passages = edges.iter().map(|&(a, b, c)| json!({"a": a, "b": b, "symbol": symbol(c)}));
    json!({
        "format": "quandary/mission/1", "seed": 1, "attempt": 0,
        "rooms": rooms, "edges": passages.collect::<Vec<_>>(),
        "start": start, "boss": boss, "goal": find('g').unwrap_or(boss),
        "stats": {
            "solution": solution, "nonlinearity": 0, "cycles": (edges.len() + 1).saturating_sub(items.len()),
            "spheres": keys.iter().filter(|c| named(c)).map(|c| json!([c.to_string()])).collect::<Vec<_>>(),
        },
        "proof": {
            "winnable": true, "unlosable": true, "redundant_locks": 0,
            "needed_keys": keys.iter().map(|c| item(*c)).collect::<Vec<_>>(),
            "needed_switches": (0..switches.len()).map(|s| format!("switch:{s}")).collect::<Vec<_>>(),
        },
        "provenance": {},
    })
}

/// The parents of all rooms, and the locks between each and the start, by breadth-first search.
fn grow(
    start: usize,
    rooms: usize,
    edges: &[(usize, usize, char)],
) -> (Vec<Option<usize>>, Vec<Vec<char>>) {
    let (mut parents, mut locks) = (vec![None; rooms], vec![Vec::new(); rooms]);
    let mut left = VecDeque::from([start]);
    while let Some(room) = left.pop_front() {
        for &(a, b, lock) in edges.iter().filter(|(a, b, _)| [*a, *b].contains(&room)) {
            let child = if a == room { b } else { a };
            if child != start && parents[child].is_none() {
                parents[child] = Some(room);
                locks[child] = [locks[room].clone(), vec![lock]].concat();
                left.push_back(child);
            }
        }
    }
    (parents, locks)
}

/// The name of the item of a character.
fn item(c: char) -> Value {
    match c {
        's' => json!("start"),
        'b' => json!("boss"),
        'g' => json!("goal"),
        'k' => json!("key"),
        'x' => json!("switch:0"),
        'y' => json!("switch:1"),
        'A'..='Z' => json!(c.to_string()),
        _ => Value::Null,
    }
}

/// The name of the lock of a character.
fn symbol(c: char) -> Value {
    match c {
        'k' | 'A'..='Z' => item(c),
        '0'..='3' => {
            let n = c.to_digit(4).unwrap();
            json!(format!("switch:{}={}", n / 2, ["off", "on"][n as usize % 2]))
        }
        _ => Value::Null,
    }
}

/// The precondition of a room behind locks.
fn precondition(locks: &[char], small: bool, switches: usize) -> Value {
    let mut names: Vec<String> =
        locks.iter().filter(|c| c.is_ascii_uppercase()).map(char::to_string).collect();
    names.sort();
    names.dedup();
    let count = locks.iter().filter(|c| **c == 'k').count();
    let position = |s: usize| {
        let last = locks.iter().rev().filter_map(|c| c.to_digit(4)).find(|n| *n as usize / 2 == s);
        last.map_or("either", |n| ["off", "on"][n as usize % 2])
    };
    json!({
        "keys": if small { json!(count) } else { json!(names) },
        "switches": (0..switches).map(position).collect::<Vec<_>>(),
    })
}

/// A level from a drawing in the text format, with more fields as JSON.
#[allow(clippy::needless_pass_by_value)] // it is written where it is handed over
pub(crate) fn level(drawing: &str, more: Value) -> crate::level::Level {
    let tile = |c: char| {
        let table =
            "-0 #2 .1 o3 /10 +11 %12 =13 X14 |15 @21 *22 k30 K31 I32 i33 ~40 ,41 >42 e20 b23 ?43";
        let known = table.split(' ').find_map(|entry| entry.strip_prefix(c));
        known.and_then(|number| number.parse::<u8>().ok()).unwrap_or(1)
    };
    let grid: Vec<Vec<u8>> =
        drawing.lines().map(|line| line.trim().chars().map(tile).collect()).collect();
    let mut level = json!({"format": "quandary/level/1", "floors": [{"grid": grid}]});
    for (name, value) in more.as_object().unwrap() {
        level[name] = value.clone();
    }
    crate::level::Level::read(&level.to_string()).unwrap()
}

//! Parsing of a case: rules, level and result.

use super::DrawnCase;
use crate::tile_twin::twin::{Cost, Outcome};
use quandary_level::Level;
use quandary_level::rules::{Preset, Rules};
use serde_json::{Value, json};

impl DrawnCase {
    /// The rules: strict, with the named settings. Other words belong to the initial inventory.
    pub(crate) fn rules(&self) -> Rules {
        let mut rules = Rules::preset(Preset::Strict);
        let mut start = Vec::new();
        for word in self.rules.split_whitespace() {
            if rules.set(word).is_err() {
                start.push(word);
            }
        }
        // `bombs` is both a rule and an item; as an item it has a number.
        rules.start = start.join(",").parse().expect(self.what);
        rules
    }

    pub(crate) fn level(&self) -> Level {
        let mut value = json!({"format": "quandary/level/1", "floors": [{"grid": []}]});
        for line in self.level.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |i: usize| words[i].parse::<u32>().expect(self.what);
            let cell = || json!({"floor": number(1), "row": number(2), "col": number(3)});
            let (field, entry) = match words[0] {
                "room" => {
                    known(&mut value, words[1]);
                    let [floor, row, col, rows, cols] = [2, 3, 4, 5, 6].map(number);
                    let room = json!({"node": words[1], "floor": floor, "row": row, "col": col,
                        "rows": rows, "cols": cols});
                    ("rooms", room)
                }
                "node" => {
                    known(&mut value, words[1])["contents"] = json!(words[2..]);
                    continue;
                }
                "edge" => {
                    let open = words.len() == 3;
                    let requires = if open { json!("open") } else { json!(words[3..]) };
                    let edge = json!({"from": words[1], "to": words[2], "requires": requires});
                    push(&mut value["graph"], "edges", edge);
                    continue;
                }
                "mark" => {
                    let [floor, row, col] = [1, 2, 3].map(number);
                    let mark = json!({"floor": floor, "row": row, "col": col, "gives": words[4]});
                    ("marks", mark)
                }
                "lock" => {
                    let cells = json!([[number(1), number(2), number(3)]]);
                    ("locks", json!({"cells": cells, "needs": words[4..]}))
                }
                "plate" => {
                    let cells = words[2..].iter().take_while(|word| !word.starts_with("symbol:"));
                    let cells: Vec<u32> =
                        cells.map(|word| word.parse().expect(self.what)).collect();
                    let mut plate = json!({"name": words[1],
                        "cells": cells.chunks(3).collect::<Vec<_>>()});
                    if let Some(gives) = words.get(2 + cells.len()) {
                        plate["gives"] = json!(gives);
                    }
                    ("plates", plate)
                }
                "win" => {
                    value["win"] = json!(words[1..]);
                    continue;
                }
                "start" => {
                    value["start"] = cell();
                    continue;
                }
                "goal" if words.len() == 1 => {
                    value["goals"] = json!([]);
                    continue;
                }
                "goal" => ("goals", cell()),
                "next" => ("floors", json!({"grid": []})),
                row => {
                    let tile = |letter| quandary_level::Tile::from_letter(letter).expect(self.what);
                    let ids: Vec<u8> = row.chars().map(|letter| tile(letter).id()).collect();
                    let floors = value["floors"].as_array_mut().expect(self.what);
                    push(floors.last_mut().expect(self.what), "grid", json!(ids));
                    continue;
                }
            };
            push(&mut value, field, entry);
        }
        quandary_level::formats::json::read(&value.to_string()).expect(self.what)
    }

    pub(crate) fn outcome(&self) -> Outcome {
        let words: Vec<&str> = self.result.split_whitespace().collect();
        let number = |word: &str| word.parse::<u64>().expect(self.what);
        let cost = |word: &str| {
            let (straight, diagonal) = word.split_once('+').unwrap_or((word, "0"));
            let cost = || Cost { straight: number(straight), diagonal: number(diagonal) };
            (word != "-").then(cost)
        };
        Outcome {
            cost: cost(words[0]),
            states: number(words[1]),
            dead_states: number(words[2]),
            witness: cost(words[3]),
        }
    }
}

/// The node of a name, created at its first mention.
fn known<'a>(level: &'a mut Value, name: &str) -> &'a mut Value {
    let nodes = &mut level["graph"]["nodes"];
    if nodes.is_null() {
        *nodes = json!([]);
    }
    let nodes = nodes.as_array_mut().expect("an array");
    let at = nodes.iter().position(|node| node["id"] == name).unwrap_or(nodes.len());
    if at == nodes.len() {
        nodes.push(json!({"id": name}));
    }
    &mut nodes[at]
}

fn push(object: &mut Value, field: &str, entry: Value) {
    if object[field].is_null() {
        object[field] = json!([]);
    }
    object[field].as_array_mut().expect("an array").push(entry);
}

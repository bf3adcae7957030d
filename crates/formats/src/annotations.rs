//! The parts of a dungeon's JSON besides its level: names and purposes of rooms, enemies, and names of things.
//!
//! Dungeons of both formats are read. Fields that writers do not need are ignored. Any other text has no annotations.

use crate::layout;
use level::Cell;
use level::formats::json::{ReadError, parse};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The annotations of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// The name of the level.
    pub title: Option<String>,
    /// Its category, such as `temple`.
    pub category: Option<String>,
    /// The provenance of the dungeon.
    pub provenance: Option<Map<String, Value>>,
    /// Rooms, by the ids of their nodes.
    pub rooms: BTreeMap<String, Room>,
    /// Enemies, by cell.
    pub foes: BTreeMap<Cell, Foe>,
    /// Things that can be taken, by what they give, such as `symbol:A`.
    pub things: BTreeMap<String, Label>,
    /// The kinds of puzzles, by what their solution gives.
    pub puzzles: BTreeMap<String, String>,
}

/// The annotations of a room.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// Its name.
    pub name: String,
    /// Its purpose.
    pub purpose: String,
    /// A sentence or two.
    pub text: String,
    /// The height of its floor.
    pub depth: Option<i32>,
}

/// The annotations of an enemy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foe {
    /// The name of its kind, or its own name.
    pub name: String,
    /// Its share of the load of its room.
    pub load: u8,
}

/// The name and description of a thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// A sentence about it; empty if there is none.
    pub text: String,
}

#[derive(Deserialize)]
struct Format {
    #[serde(default)]
    format: serde_json::Value,
}

/// The fields of a dungeon that are read.
#[derive(Deserialize)]
struct Raw {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    rooms: Vec<RawRoom>,
    #[serde(default)]
    things: Vec<RawThing>,
    #[serde(default)]
    puzzles: Vec<RawPuzzle>,
    #[serde(default)]
    provenance: Option<Map<String, Value>>,
}

#[derive(Deserialize)]
struct RawRoom {
    id: i64,
    coords: [i32; 3],
    #[serde(default)]
    purpose: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    enemies: Vec<RawFoe>,
}

#[derive(Deserialize)]
struct RawFoe {
    kind: String,
    #[serde(default)]
    cell: Option<[u32; 3]>,
    #[serde(default)]
    load: u8,
}

#[derive(Deserialize)]
struct RawThing {
    thing: String,
    name: String,
    #[serde(default)]
    text: String,
}

#[derive(Deserialize)]
struct RawPuzzle {
    kind: String,
    name: String,
}

/// A layout: its rooms with their kinds.
#[derive(Deserialize)]
struct RawLayout {
    #[serde(default)]
    category: Option<String>,
    #[serde(default)]
    rooms: Vec<RawPlace>,
}

#[derive(Deserialize)]
struct RawPlace {
    coords: [i32; 3],
    kind: String,
}

/// The category that a provenance names.
fn category(provenance: &Map<String, Value>) -> Option<String> {
    Some(provenance.get("request")?.get("category")?.as_str()?.to_owned())
}

/// Reads the annotations of a text: those of a dungeon or a layout, or the category in the provenance of a level.
///
/// # Errors
/// A field of a dungeon with the wrong form.
pub fn read(text: &str) -> Result<Annotations, ReadError> {
    let Ok(Format { format }) = parse::<Format>(text) else { return Ok(Annotations::default()) };
    let format = format.as_str().unwrap_or_default();
    if format.starts_with("quandary/dungeon/") {
        return Ok(parse::<Raw>(text)?.annotations());
    }
    if format == layout::FORMAT {
        return Ok(parse::<RawLayout>(text)?.annotations());
    }
    #[derive(Deserialize)]
    struct Level {
        provenance: Map<String, Value>,
    }
    let category = parse::<Level>(text).ok().and_then(|level| category(&level.provenance));
    Ok(Annotations { category, ..Annotations::default() })
}

impl Raw {
    fn annotations(self) -> Annotations {
        let Self { name, rooms, things, puzzles, provenance } = self;
        let mut annotations = Annotations { title: name, ..Annotations::default() };
        annotations.category = provenance.as_ref().and_then(category);
        annotations.provenance = provenance;
        for RawRoom { id, coords: [.., depth], purpose, name, text, enemies } in rooms {
            for RawFoe { kind, cell, load } in enemies {
                if let Some([floor, row, col]) = cell {
                    annotations.foes.insert(Cell { floor, row, col }, Foe { name: kind, load });
                }
            }
            let room = Room { name, purpose, text, depth: Some(depth) };
            annotations.rooms.insert(id.to_string(), room);
        }
        for RawThing { thing, name, text } in things {
            annotations.things.insert(thing, Label { name, text });
        }
        for RawPuzzle { kind, name } in puzzles {
            annotations.puzzles.insert(format!("symbol:{name}"), kind);
        }
        annotations
    }
}

impl RawLayout {
    fn annotations(self) -> Annotations {
        let room = |RawPlace { coords: [x, y, z], kind }: RawPlace| {
            let purpose = purpose_of(&kind).to_owned();
            (format!("{x},{y},{z}"), Room { purpose, depth: Some(z), ..Room::default() })
        };
        let rooms = self.rooms.into_iter().map(room).collect();
        Annotations { category: self.category, rooms, ..Annotations::default() }
    }
}

/// The purpose of a room of a layout, by its kind.
fn purpose_of(kind: &str) -> &'static str {
    match kind {
        "entry" => "entrance",
        "boss_room" | "boss" => "boss",
        "treasure" | "treasure_room" => "treasure",
        "puzzle" | "puzzle_room" => "puzzle",
        "secret" | "secret_room" => "secret",
        _ => "passage",
    }
}

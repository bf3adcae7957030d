//! A place: the typed description of a level, from which every writer prints. The module also has the picture of the
//! tiles, and generated ids.
//!
//! Invariants, established by [`Place::of`]: every thing has only fields of its kind, each with its type; a reference
//! leads to a thing; ids are unique; areas lie on their floors.

use crate::kind::{Field, Kind, Type};
use crate::tiled::{COLUMNS, ROWS};
use crate::ways::{Area, Crossing};
use level::{Cell, Level, Tile, Tiles};
use serde_json::{Map, Value, json};

/// A level with its annotations.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Its name.
    pub title: String,
    /// The category, such as `temple`, if it is known.
    pub category: Option<String>,
    /// The level: its tiles, and the data that no thing shows.
    pub level: Level,
    /// The floors, in the order of the level.
    pub floors: Vec<Floor>,
    /// The things: rooms first, then kind by kind.
    pub things: Vec<Thing>,
    /// The ways from room to room, or through a door.
    pub ways: Vec<Crossing>,
}

/// A floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floor {
    /// Its depth: 0 where the dungeon begins, -1 for the floor below.
    pub depth: i32,
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u32,
}

/// Something in a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// A unique name, such as `lock_3`.
    pub id: String,
    /// Its kind.
    pub kind: Kind,
    /// Its name for display.
    pub name: String,
    /// Its cells.
    pub area: Area,
    /// Its fields, in the order of its kind, without those that have no value.
    pub fields: Vec<(Field, FieldValue)>,
}

/// The value of a field. A reference is an index in [`Place::things`].
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValue {
    /// Text, a purpose or a tile.
    Text(String),
    /// An integer.
    Int(i64),
    /// Texts.
    Texts(Vec<String>),
    /// A thing.
    Ref(usize),
    /// Things.
    Refs(Vec<usize>),
}

/// The reason why a level cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct ExportError {
    /// The field of the level file.
    pub field: String,
    /// The fault, and the expected value.
    pub message: String,
}

pub(crate) fn wrong(field: impl Into<String>, message: impl Into<String>) -> ExportError {
    ExportError { field: field.into(), message: message.into() }
}

impl FieldValue {
    /// True if it has a type.
    #[must_use]
    pub fn is(&self, of: Type) -> bool {
        match self {
            Self::Text(_) => matches!(of, Type::Text | Type::Purpose | Type::Tile),
            Self::Int(_) => of == Type::Int,
            Self::Texts(_) => of == Type::Texts,
            Self::Ref(_) => of == Type::Ref,
            Self::Refs(_) => of == Type::Refs,
        }
    }
}

impl Thing {
    /// The value of a field.
    #[must_use]
    pub fn get(&self, field: Field) -> Option<&FieldValue> {
        self.fields.iter().find(|(known, _)| *known == field).map(|(_, value)| value)
    }

    /// The text of a field; empty if it has none.
    #[must_use]
    pub fn text(&self, field: Field) -> &str {
        match self.get(field) {
            Some(FieldValue::Text(text)) => text,
            _ => "",
        }
    }

    /// The texts of a field; empty if it has none.
    #[must_use]
    pub fn texts(&self, field: Field) -> &[String] {
        match self.get(field) {
            Some(FieldValue::Texts(texts)) => texts,
            _ => &[],
        }
    }

    /// The things to which a field refers, as indices in [`Place::things`].
    #[must_use]
    pub fn refs(&self, field: Field) -> &[usize] {
        match self.get(field) {
            Some(FieldValue::Refs(refs)) => refs,
            Some(FieldValue::Ref(one)) => std::slice::from_ref(one),
            _ => &[],
        }
    }

    /// The floor it lies on.
    #[must_use]
    pub fn floor(&self) -> u32 {
        self.area.corner.floor
    }
}

impl Place {
    /// The tiles.
    #[must_use]
    pub fn tiles(&self) -> &Tiles {
        static NONE: Tiles = Tiles {
            floors: Vec::new(),
            start: None,
            goals: None,
            rooms: Vec::new(),
            marks: Vec::new(),
            locks: Vec::new(),
            plates: Vec::new(),
        };
        self.level.tiles.as_ref().unwrap_or(&NONE)
    }

    /// The data that neither tiles nor things show: sizes of floors, the room graph, rules, win conditions, provenance.
    pub(crate) fn rest(&self) -> Value {
        let mut rest = match serde_json::to_value(&self.level) {
            Ok(Value::Object(fields)) => fields,
            _ => Map::new(),
        };
        for shown in ["floors", "start", "goals", "rooms", "marks", "locks", "plates"] {
            rest.remove(shown);
        }
        let floors = self.floors.iter();
        let size =
            |floor: &Floor| json!({"depth": floor.depth, "rows": floor.rows, "cols": floor.cols});
        rest.insert("floors".to_owned(), floors.map(size).collect());
        if self.tiles().goals.as_ref().is_some_and(Vec::is_empty) {
            rest.insert("goals".to_owned(), json!([]));
        }
        Value::Object(rest)
    }

    /// The tile of a cell; VOID off the floors.
    #[must_use]
    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles().tile(cell).unwrap_or_default()
    }

    /// The things to which a field of a thing refers.
    pub fn referred(&self, thing: &Thing, field: Field) -> impl Iterator<Item = &Thing> {
        thing.refs(field).iter().filter_map(|&at| self.things.get(at))
    }

    /// The things that meet the requirements of a passage.
    pub fn keys_of(&self, lock: &Thing) -> impl Iterator<Item = &Thing> {
        self.referred(lock, Field::Keys)
    }

    /// The things of a floor, with their indices.
    pub fn on_floor(&self, floor: u32) -> impl Iterator<Item = (usize, &Thing)> {
        self.things.iter().enumerate().filter(move |(_, thing)| thing.floor() == floor)
    }
}

/// A picture of all tiles. Tile `n` is in row `n / 10`, column `n % 10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet<'a> {
    /// The name of its file, beside the file that refers to it.
    pub file: &'a str,
    /// The side of a tile in pixels.
    pub side: u32,
}

impl Sheet<'_> {
    /// The number of tiles in a row.
    pub const COLUMNS: u32 = COLUMNS;
    /// The number of rows of tiles.
    pub const ROWS: u32 = ROWS;

    /// Column and row of a tile.
    #[must_use]
    pub fn place(tile: Tile) -> [u32; 2] {
        [u32::from(tile.id()) % COLUMNS, u32::from(tile.id()) / COLUMNS]
    }

    /// The width and height of the picture in pixels.
    #[must_use]
    pub fn size(self) -> [u32; 2] {
        [COLUMNS * self.side, ROWS * self.side]
    }
}

/// The picture of a floor, for virtual tables.
#[derive(Clone, Copy, Debug)]
pub struct FloorPicture<'a> {
    /// The name of its file.
    pub file: &'a str,
    /// The bytes of a PNG.
    pub png: &'a [u8],
    /// Pixels of a cell's side.
    pub side: u32,
}

/// A generator of unique ids.
pub(crate) struct Iids {
    state: u64,
}

impl Iids {
    /// The ids for a text. The same text gives the same ids.
    pub(crate) fn of(text: &str) -> Self {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Self { state: text.bytes().fold(0xcbf2_9ce4_8422_2325, mix) }
    }

    /// The next id. Ids repeat only after the full period of the generator.
    pub(crate) fn next(&mut self) -> String {
        let (a, b) = (self.draw(), self.draw());
        format!(
            "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
            a >> 32,
            a >> 16 & 0xffff,
            a & 0xffff,
            b >> 48,
            b & 0xffff_ffff_ffff
        )
    }

    /// The next number of the generator (SplitMix64).
    fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_the_same_each_time_and_no_two_are_alike() {
        let names = |text| {
            let mut iids = Iids::of(text);
            (0..10_000).map(|_| iids.next()).collect::<Vec<_>>()
        };
        assert_eq!(names("a"), names("a"));
        let all: BTreeSet<String> = names("a").into_iter().chain(names("b")).collect();
        assert_eq!(all.len(), 20_000);
        assert!(all.iter().all(|name| name.len() == 36));
    }
}

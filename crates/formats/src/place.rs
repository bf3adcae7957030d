//! A place: the typed description of a level that every writer takes from.
//!
//! Invariants, kept by [`Place::of`]: every thing has the fields of its kind, each of its type; a reference leads to a
//! thing; ids are unique; areas lie on their floors.

use crate::area::Area;
use crate::kind::{Field, Kind, Type};
use crate::ways::Way;
use level::{Cell, Level, Tile, Tiles};

/// A level with everything that is told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Its name.
    pub title: String,
    /// The kind of place, such as `temple`, if that is told.
    pub category: Option<String>,
    /// The level: its tiles, and what no thing shows.
    pub level: Level,
    /// The floors, in the order of the level.
    pub floors: Vec<Floor>,
    /// The things: rooms first, then kind by kind.
    pub things: Vec<Thing>,
    /// Where one passes from room to room, or through a door.
    pub ways: Vec<Way>,
}

/// A floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floor {
    /// Its height: 0 is where the dungeon begins, -1 the floor below.
    pub depth: i32,
    /// The number of rows it has.
    pub rows: u32,
    /// The number of columns it has.
    pub cols: u32,
}

/// Something in a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    /// A name that no other thing has, such as `lock_3`.
    pub id: String,
    /// Its kind.
    pub kind: Kind,
    /// Its name for people.
    pub name: String,
    /// Its cells.
    pub area: Area,
    /// Its fields, in the order of its kind; those without a value are left out.
    pub fields: Vec<(Field, Value)>,
}

/// The value of a field. A reference is a place in [`Place::things`].
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text, a purpose or a tile.
    Text(String),
    /// A whole number.
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
    /// The fault, and what would be right.
    pub message: String,
}

pub(crate) fn wrong(field: impl Into<String>, message: impl Into<String>) -> ExportError {
    ExportError { field: field.into(), message: message.into() }
}

impl Value {
    /// True if it is of a type.
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
    pub fn get(&self, field: Field) -> Option<&Value> {
        self.fields.iter().find(|(known, _)| *known == field).map(|(_, value)| value)
    }

    /// The text of a field; empty where there is none.
    #[must_use]
    pub fn text(&self, field: Field) -> &str {
        match self.get(field) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// The texts of a field; none where there is none.
    #[must_use]
    pub fn texts(&self, field: Field) -> &[String] {
        match self.get(field) {
            Some(Value::Texts(texts)) => texts,
            _ => &[],
        }
    }

    /// The things that a field refers to, as places in [`Place::things`].
    #[must_use]
    pub fn refs(&self, field: Field) -> &[usize] {
        match self.get(field) {
            Some(Value::Refs(refs)) => refs,
            Some(Value::Ref(one)) => std::slice::from_ref(one),
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
    ///
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

    /// The tile of a cell; VOID off the floors.
    #[must_use]
    pub fn tile(&self, cell: Cell) -> Tile {
        self.tiles().tile(cell).unwrap_or_default()
    }

    /// The things that a field of a thing refers to.
    pub fn referred(&self, thing: &Thing, field: Field) -> impl Iterator<Item = &Thing> {
        thing.refs(field).iter().filter_map(|&at| self.things.get(at))
    }

    /// The things that give what a passage asks for.
    pub fn keys_of(&self, lock: &Thing) -> impl Iterator<Item = &Thing> {
        self.referred(lock, Field::Keys)
    }

    /// The things of a floor, with their places in the list.
    pub fn on_floor(&self, floor: u32) -> impl Iterator<Item = (usize, &Thing)> {
        self.things.iter().enumerate().filter(move |(_, thing)| thing.floor() == floor)
    }
}

//! Packs of templates: as they are used, as they are written in files, and what is said of a file that will not do.
//!
//! Invariant: of what is written, what has no field here is refused, and so is a field that stands twice.

use crate::puzzle::Kind;
use level::formats::json::Object;
use serde::Deserialize;
use std::fmt;

/// The format of a pack.
pub const FORMAT: &str = "quandary/templates/1";
/// The most characters of a name: of a puzzle, a key, an object.
pub(super) const MOST_NAME: usize = 60;

/// The texts of a puzzle of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The name of the puzzle.
    pub name: String,
    /// The text that one reads on looking.
    pub description: String,
    /// The INT that its hint takes at the entry, 10 to 16.
    pub threshold: u8,
    /// The text of the hint.
    pub hint: String,
    /// The kind, with its text.
    pub kind: Kind,
    /// The text that one reads on looking at the key of a locked door, where the pack says.
    pub key_description: Option<String>,
}

/// The texts of a locked chest, and of the key that opens it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chest {
    /// The name of the chest.
    pub name: String,
    /// The text that one reads on looking.
    pub description: String,
    /// The INT that its hint takes at the entry, 10 to 16.
    pub threshold: u8,
    /// The text of the hint.
    pub hint: String,
    /// The name of its key.
    pub key: String,
    /// The text that one reads on looking at the key.
    pub key_description: String,
}

/// The templates of a category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// The category.
    pub category: String,
    /// The templates.
    pub templates: Vec<Template>,
    /// The chests that keys of doors may lie in; none where a pack has none.
    pub chests: Vec<Chest>,
}

/// The place of a fault in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The field, from the outside in, such as `templates[2].hint`; with `[1].` before it in the second
    /// pack of an array. Empty for the file as a whole.
    pub path: String,
    /// The name of the template, if it is in one that has a name.
    pub name: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.path.as_str(), self.name.as_str()) {
            ("", _) => f.write_str("the file"),
            (path, "") => f.write_str(path),
            (path, name) => write!(f, "{path} (of {name:?})"),
        }
    }
}

impl Place {
    /// A field of what is here.
    pub(super) fn field(&self, field: &str) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        Self { path: format!("{}{dot}{field}", self.path), name: self.name.clone() }
    }

    /// A field, and what is wrong with it.
    pub(super) fn wrong(&self, field: &str, message: impl Into<String>) -> TemplateError {
        TemplateError::Field { at: self.field(field), message: message.into() }
    }
}

/// Reason for which a template file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// Not JSON, or not of the shape of a template file.
    #[error("line {line}, column {column}, {at}: {message}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The field, as far as it is known.
        at: Place,
        /// The fault.
        message: String,
    },
    /// Well-formed, but not sound.
    #[error("{at}: {message}")]
    Field {
        /// The field.
        at: Place,
        /// The fault, and what would be right.
        message: String,
    },
}

/// As much of a name as a message has room for.
pub(super) fn clipped(name: &str) -> String {
    name.chars().take(MOST_NAME).collect()
}

/// Of some fields that may be missing, the name of each, and whether it is there.
macro_rules! given {
    ($raw:expr, $($field:ident),+) => {
        [$((stringify!($field), $raw.$field.is_some())),+]
    };
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPack {
    pub(super) format: Option<String>,
    pub(super) category: Option<String>,
    pub(super) templates: Option<Vec<Object<RawTemplate>>>,
    pub(super) chests: Option<Vec<Object<RawChest>>>,
}

/// A chest, every field of which it must have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawChest {
    pub(super) name: Option<String>,
    pub(super) description: Option<String>,
    pub(super) threshold: Option<serde_json::Value>,
    pub(super) hint: Option<String>,
    pub(super) key: Option<String>,
    pub(super) key_description: Option<String>,
}

impl RawChest {
    /// Every field, and whether it is there.
    pub(super) fn given(&self) -> [(&'static str, bool); 6] {
        given!(self, name, description, threshold, hint, key, key_description)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTemplate {
    pub(super) kind: Option<String>,
    pub(super) name: Option<String>,
    pub(super) description: Option<String>,
    pub(super) threshold: Option<serde_json::Value>,
    pub(super) hint: Option<String>,
    pub(super) key: Option<String>,
    pub(super) key_description: Option<String>,
    pub(super) riddle: Option<String>,
    pub(super) answers: Option<Vec<String>>,
    pub(super) objects: Option<Vec<String>>,
    pub(super) order: Option<Vec<String>>,
    pub(super) clue: Option<String>,
}

impl RawTemplate {
    /// Every field but the kind and those that may be missing, and whether it is there.
    pub(super) fn given(&self) -> [(&'static str, bool); 10] {
        given!(self, name, description, threshold, hint, key, riddle, answers, objects, order, clue)
    }
}

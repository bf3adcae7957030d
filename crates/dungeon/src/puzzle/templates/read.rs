//! Reading of template files, and what is said of a file that will not do.
//!
//! Invariant: whatever text comes in, the answer is packs that are sound or an error that names the place.

use super::Pack;
use super::check;
use super::raw::RawPack;
use level::formats::json::Object;
use serde::Deserialize;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};
use std::fmt;

/// Where in a file something is wrong.
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

/// Why a template file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
        /// What is wrong.
        message: String,
    },
    /// Well-formed, but not sound.
    #[error("{at}: {message}")]
    Field {
        /// The field.
        at: Place,
        /// What is wrong, and what would be right.
        message: String,
    },
}

/// Reads a template file: one pack, or an array of packs for different categories.
///
/// # Errors
/// What is wrong with the file, with the line and the column or the entry, its name and the field.
///
/// ```
/// let text = r#"{"format": "quandary/templates/1", "category": "cave", "templates": [
///     {"kind": "lever", "name": "old lever", "description": "It is old.", "threshold": 12,
///      "hint": "Pull it."}]}"#;
/// let packs = dungeon::puzzle::templates::read(text)?;
/// assert_eq!((packs[0].category.as_str(), packs[0].templates.len()), ("cave", 1));
///
/// let said = dungeon::puzzle::templates::read(&text.replace("12", "9")).unwrap_err().to_string();
/// assert!(said.starts_with(r#"templates[0].threshold (of "old lever"): is 9"#));
/// # Ok::<(), dungeon::puzzle::templates::TemplateError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Pack>, TemplateError> {
    if !text.trim_start().starts_with('[') {
        let raw: Object<RawPack> = parse(text)?;
        return Ok(vec![check::pack(raw.0, &Place::default())?]);
    }
    let raw: Vec<Object<RawPack>> = parse(text)?;
    check::packs(raw.into_iter().map(|pack| pack.0))
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, TemplateError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let raw = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let at = place(text, error.path());
        json_error(at, error.inner())
    })?;
    json.end().map_err(|error| json_error(Place::default(), &error))?;
    Ok(raw)
}

fn json_error(at: Place, error: &serde_json::Error) -> TemplateError {
    let (line, column) = (error.line(), error.column());
    let message = voice::of_json(&error.to_string());
    TemplateError::Json { line, column, at, message }
}

/// The place at a path, with the name of the template that it leads into, if the rest of the text can be read.
fn place(text: &str, path: &Path) -> Place {
    let written = path.to_string();
    let known = written.trim_end_matches(['.', '?']).to_owned();
    let whole: Value = serde_json::from_str(text).unwrap_or_default();
    let (mut at, mut name) = (&whole, "");
    for segment in path {
        let next = match segment {
            Segment::Seq { index } => at.get(index),
            Segment::Map { key } => at.get(key),
            Segment::Enum { .. } | Segment::Unknown => None,
        };
        let Some(next) = next else { break };
        at = next;
        name = at.get("name").and_then(Value::as_str).unwrap_or(name);
    }
    Place { path: known, name: clipped(name) }
}

/// As much of a name as a message has room for.
pub(super) fn clipped(name: &str) -> String {
    name.chars().take(check::MOST_NAME).collect()
}

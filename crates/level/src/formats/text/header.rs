//! The header of a drawing: a line for each field.

use crate::formats::json::{ReadError, at, message};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

/// The fields of a header, in the order in which they are printed.
const FIELDS: [&str; 12] = [
    "name",
    "legend",
    "start",
    "goals",
    "rooms",
    "marks",
    "locks",
    "plates",
    "graph",
    "win",
    "rules",
    "provenance",
];

/// A line of the header: where it stands, and what follows its name.
pub(super) struct Field<'a> {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) value: &'a str,
}

/// Reads a line of the header.
pub(super) fn field<'a>(
    line: usize,
    text: &'a str,
    fields: &mut BTreeMap<&'static str, Field<'a>>,
) -> Result<(), ReadError> {
    let Some((name, rest)) = text.split_once(':') else {
        let known = FIELDS.join(", ");
        let message = format!("a line of the header is FIELD: VALUE; known are {known}");
        return Err(at(line, 0, message));
    };
    let Some(&name) = FIELDS.iter().find(|known| **known == name.trim()) else {
        return Err(at(line, 0, voice::unknown("field", name.trim(), FIELDS)));
    };
    let column = text.chars().count() - rest.trim_start().chars().count();
    let field = Field { line, column, value: rest.trim() };
    if fields.insert(name, field).is_some() {
        return Err(at(line, 0, format!("the field {name:?} stands twice")));
    }
    Ok(())
}

/// The value of a field that is written as in JSON.
pub(super) fn json<T: DeserializeOwned>(
    fields: &BTreeMap<&'static str, Field<'_>>,
    name: &'static str,
) -> Result<Option<T>, ReadError> {
    let Some(field) = fields.get(name) else { return Ok(None) };
    let mut json = serde_json::Deserializer::from_str(field.value);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = match error.path().to_string() {
            path if path == "." => name.to_owned(),
            path if path.starts_with('[') => format!("{name}{path}"),
            path => format!("{name}.{path}"),
        };
        json_error(field, path, error.inner())
    })?;
    json.end().map_err(|error| json_error(field, name.to_owned(), &error))?;
    Ok(Some(value))
}

fn json_error(field: &Field<'_>, path: String, error: &serde_json::Error) -> ReadError {
    let column = field.column + error.column();
    ReadError::Json { line: field.line + 1, column, field: path, message: message(error) }
}

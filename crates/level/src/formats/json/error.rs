//! Errors of level files, with the line and column or the field.

use crate::model::level::LevelError;
use serde::de::DeserializeOwned;

/// An error in a level file, with its line and column or its field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Not JSON, or a field of the wrong kind.
    #[error("line {line}, column {column}{}: {message}", of_field(.field))]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The field, when it is known.
        field: String,
        /// The fault, in words.
        message: String,
    },
    /// Well-formed, but not a level.
    #[error("{field}: {message}")]
    Field {
        /// The field.
        field: String,
        /// The fault, in words.
        message: String,
    },
}

fn of_field(field: &str) -> String {
    if matches!(field, "" | "." | "?") { String::new() } else { format!(", {field}") }
}

/// An error in a line and a column of a drawing, both counted from 0 here.
#[must_use]
pub fn at(line: usize, column: usize, message: impl Into<String>) -> ReadError {
    let (field, message) = (String::new(), message.into());
    ReadError::Json { line: line + 1, column: column + 1, field, message }
}

/// An error in a field.
#[must_use]
pub fn wrong(field: impl Into<String>, message: impl Into<String>) -> ReadError {
    ReadError::Field { field: field.into(), message: message.into() }
}

impl From<LevelError> for ReadError {
    fn from(error: LevelError) -> Self {
        ReadError::Field { field: error.field, message: error.message }
    }
}

/// Parses the whole of a text.
///
/// # Errors
/// The fault, with its line and column, and the field if it is known.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    let wrong = |field: String, error: &serde_json::Error| {
        let (line, column) = (error.line(), error.column());
        ReadError::Json { line, column, field, message: message(error) }
    };
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json)
        .map_err(|error| wrong(error.path().to_string(), error.inner()))?;
    json.end().map_err(|error| wrong(String::new(), &error))?;
    Ok(value)
}

/// The fault of JSON, in our words and without the place.
#[must_use]
pub fn message(error: &serde_json::Error) -> String {
    voice::of_json(&error.to_string())
}

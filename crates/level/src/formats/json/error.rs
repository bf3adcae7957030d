//! Errors of level files, with the line and column or the field.

use crate::model::level::LevelError;

/// An error in a level file, with its line and column or its field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Not JSON, or a field of the wrong kind.
    #[error("line {line}, column {column}{}: {message}", at(.field))]
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

fn at(field: &str) -> String {
    if matches!(field, "" | "." | "?") { String::new() } else { format!(", {field}") }
}

pub(super) fn wrong(field: impl Into<String>, message: impl Into<String>) -> ReadError {
    ReadError::Field { field: field.into(), message: message.into() }
}

impl From<LevelError> for ReadError {
    fn from(error: LevelError) -> Self {
        ReadError::Field { field: error.field, message: error.message }
    }
}

pub(super) fn json_error(field: String, error: &serde_json::Error) -> ReadError {
    let (line, column) = (error.line(), error.column());
    ReadError::Json { line, column, field, message: message(error) }
}

/// The fault of JSON, in our words and without the place.
#[must_use]
pub fn message(error: &serde_json::Error) -> String {
    voice::of_json(&error.to_string())
}

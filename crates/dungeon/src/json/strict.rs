//! Strict reading of JSON that people edit: errors name the line and the column, or the field.
//!
//! Invariant: nothing is guessed; a structure is read from an object alone.

pub(super) use level::formats::json::Object;
use level::formats::json::{self, ReadError};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer};
use serde_json::Value;

/// A field that may be missing, but not `null`.
pub(super) fn some<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

#[derive(Deserialize)]
struct Format {
    #[serde(default)]
    format: Value,
}

/// The format that JSON is of; of several documents the first tells what they are.
pub(super) fn format_of(text: &str) -> Option<String> {
    let mut found = serde_json::Deserializer::from_str(text).into_iter::<Format>();
    Some(found.next()?.ok()?.format.as_str()?.to_owned())
}

/// Reads a value from the whole of a text.
///
/// # Errors
/// The fault, with its line and column, and the field if it is known.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    json::parse(text).map(|Object(value)| value)
}

/// The error of a field.
pub(super) fn wrong(field: impl Into<String>, message: impl Into<String>) -> ReadError {
    ReadError::Field { field: field.into(), message: message.into() }
}

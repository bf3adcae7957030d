//! Values that the command line writes as a text: in JSON they are that text, a number, or an array of its numbers.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;
use std::fmt::Display;
use std::str::FromStr;

/// Reads a value.
///
/// # Errors
/// When it is none; what is allowed is told.
pub fn words<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    written(&Value::deserialize(from)?).parse().map_err(D::Error::custom)
}

/// Reads a value that may be left out, or `null`.
///
/// # Errors
/// When it is none; what is allowed is told.
pub fn some_words<'de, D, T>(from: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    match Value::deserialize(from)? {
        Value::Null => Ok(None),
        value => written(&value).parse().map(Some).map_err(D::Error::custom),
    }
}

/// Reads a list of values.
///
/// # Errors
/// When one is none; what is allowed is told.
pub fn all_words<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    let all = Vec::<Value>::deserialize(from)?;
    all.iter().map(|value| written(value).parse().map_err(D::Error::custom)).collect()
}

/// A value as the command line writes it.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(written).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

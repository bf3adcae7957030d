//! JSON of all that is made: missions, layouts, caves, areas and dungeons; and the readers of it.
//!
//! Each format has a version in its name and a JSON Schema ([`SCHEMAS`]), and tells the [`Provenance`] of what was made: all it
//! takes to make it again. Areas and dungeons are read again, to be judged ([`judged`]) and to be played ([`playable`]):
//! strictly, for people edit them, so that errors name the line and the column, or the field. Invariant: nothing is guessed; a
//! structure is read from an object alone.

pub mod mission;
pub mod layout;
pub mod cave;
pub mod area;
pub mod dungeon;
pub mod playable;
pub mod judged;

pub(super) use level::formats::json::Object;

use level::formats::json::{self, ReadError};
use serde::de::{DeserializeOwned, Deserializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;

/// The JSON Schemas of what is made: the name of each, what it describes, and its text.
pub const SCHEMAS: [(&str, &str, &str); 5] = [
    ("mission", "a mission (quandary/mission/1)", include_str!("../../schemas/mission.json")),
    ("layout", "a layout (quandary/layout/1)", include_str!("../../schemas/layout.json")),
    ("area", "an area (quandary/area/1)", include_str!("../../schemas/area.json")),
    ("dungeon", "a dungeon (quandary/dungeon/2)", include_str!("../../schemas/dungeon.json")),
    ("cave", "a cave (quandary/cave/1)", include_str!("../../schemas/cave.json")),
];

/// A field that may be missing, but not `null`.
fn some<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
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
fn format_of(text: &str) -> Option<String> {
    let mut found = serde_json::Deserializer::from_str(text).into_iter::<Format>();
    Some(found.next()?.ok()?.format.as_str()?.to_owned())
}

/// Reads a value from the whole of a text.
///
/// # Errors
/// The fault, with its line and column, and the field if it is known.
fn parse<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    json::parse(text).map(|Object(value)| value)
}

/// The error of a field.
fn wrong(field: impl Into<String>, message: impl Into<String>) -> ReadError {
    ReadError::Field { field: field.into(), message: message.into() }
}

/// All it takes to make something again.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Provenance<R> {
    /// The version of the program that made it.
    pub version: Cow<'static, str>,
    /// The algorithm, with its version.
    pub algorithm: Cow<'static, str>,
    /// The seed.
    pub seed: u64,
    /// The attempt of that seed.
    pub attempt: u64,
    /// All that decides the result besides these.
    pub request: R,
}

impl<R> Provenance<R> {
    /// The provenance of an attempt of a seed, by its request and its algorithm.
    pub fn new(algorithm: &'static str, seed: u64, attempt: u64, request: R) -> Self {
        let version = Cow::Borrowed(env!("CARGO_PKG_VERSION"));
        Self { version, algorithm: Cow::Borrowed(algorithm), seed, attempt, request }
    }
}

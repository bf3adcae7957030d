//! The JSON formats of missions, layouts, caves, areas and dungeons, with their readers.
//!
//! Each format has a version in its name and a JSON Schema ([`SCHEMAS`]), and carries its [`Provenance`]: what is
//! needed to generate the result again. Areas and dungeons can be read back for verifying ([`verifiable`]) and for
//! playing ([`playable`]). People edit these files, so reading is strict and errors name the line and column, or the
//! field. Invariant: the readers guess nothing; a structure is read only from an object.

pub mod mission;
pub mod layout;
pub mod cave;
pub mod area;
pub mod dungeon;
pub mod playable;
pub mod verifiable;

pub(super) use level::formats::json::Object;

use level::formats::json::{self, ReadError};
use serde::de::{DeserializeOwned, Deserializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;

/// The JSON Schemas: name, description and text of each.
pub const SCHEMAS: [(&str, &str, &str); 5] = [
    ("mission", "a mission (quandary/mission/1)", include_str!("../../schemas/mission.json")),
    ("layout", "a layout (quandary/layout/1)", include_str!("../../schemas/layout.json")),
    ("area", "an area (quandary/area/1)", include_str!("../../schemas/area.json")),
    ("dungeon", "a dungeon (quandary/dungeon/2)", include_str!("../../schemas/dungeon.json")),
    ("cave", "a cave (quandary/cave/1)", include_str!("../../schemas/cave.json")),
];

/// Deserialises a field that may be missing but not `null`.
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

/// The format of a JSON text; if it has several documents, that of the first.
fn format_of(text: &str) -> Option<String> {
    let mut found = serde_json::Deserializer::from_str(text).into_iter::<Format>();
    Some(found.next()?.ok()?.format.as_str()?.to_owned())
}

/// Parses the whole text as one value.
///
/// # Errors
/// The fault, with its line and column, and its field if known.
fn parse<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    json::parse(text).map(|Object(value)| value)
}

/// The error of a field.
fn wrong(field: impl Into<String>, message: impl Into<String>) -> ReadError {
    ReadError::Field { field: field.into(), message: message.into() }
}

/// The data from which a result can be generated again.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Provenance<R> {
    /// The version of the program.
    pub version: Cow<'static, str>,
    /// The algorithm with its version.
    pub algorithm: Cow<'static, str>,
    /// The seed.
    pub seed: u64,
    /// The attempt of the seed.
    pub attempt: u64,
    /// Everything else that determines the result.
    pub request: R,
}

impl<R> Provenance<R> {
    /// The provenance of an attempt.
    pub fn new(algorithm: &'static str, seed: u64, attempt: u64, request: R) -> Self {
        let version = Cow::Borrowed(env!("CARGO_PKG_VERSION"));
        Self { version, algorithm: Cow::Borrowed(algorithm), seed, attempt, request }
    }
}

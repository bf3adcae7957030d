//! Properties of a map: the conditions that win, and the rules under which it was made.

use super::super::names::{names_of, rules_of};
use super::super::raw::Properties;
use super::super::{TiledError, wrong};
use super::Over;
use level::formats::json::ReadError;

impl Over<'_> {
    /// Takes the properties `win` and `rules`. Objects come first: symbols are numbered as they are met.
    pub(in super::super) fn said(&mut self, properties: &Properties) -> Result<(), TiledError> {
        if let Some(value) = properties.get("win") {
            let names = names_of(value).map_err(|message| wrong(place("win"), message))?;
            self.parts.win(&names).map_err(|error| within("win", error))?;
        }
        if let Some(value) = properties.get("rules") {
            let rules = rules_of(value).map_err(|message| wrong(place("rules"), message))?;
            self.parts.rules(&rules).map_err(|error| within("rules", error))?;
        }
        Ok(())
    }
}

fn place(property: &str) -> String {
    format!("map, property {property:?}")
}

/// An error of a property, with the part of it.
fn within(property: &str, error: ReadError) -> TiledError {
    let (ReadError::Json { field, message, .. } | ReadError::Field { field, message }) = error;
    match field.strip_prefix(property).filter(|part| !part.is_empty()) {
        Some(_) => wrong(format!("{}, {field}", place(property)), message),
        None => wrong(place(property), message),
    }
}

//! Reads the table of what foreign names mean.

use crate::cli::exit::invalid;
use anyhow::Result;
use formats::aliases::Aliases;
use std::fmt::Display;
use toml::{Table, Value};

/// Reads a table of names.
///
/// # Errors
/// If the text is not such a table, or names an unknown tile.
pub(crate) fn read(name: &str, text: &str) -> Result<Aliases> {
    let wrong =
        |error: &dyn Display| invalid(format_args!("{name}: {}", error.to_string().trim_end()));
    let table: Table = toml::from_str(text).map_err(|error| wrong(&placed(text, &error)))?;
    let mut pairs = Vec::new();
    flatten("", &table, &mut pairs).map_err(|error| wrong(&error))?;
    Aliases::of(pairs).map_err(|error| wrong(&error))
}

/// The fault of a TOML text, in one line, with its place.
fn placed(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    let said = error.message().lines().collect::<Vec<_>>().join(", ");
    format!("line {line}, column {column}: is not TOML: {said}")
}

/// The names of a table and their meanings; names in a nested table start with the name of that table and a dot.
fn flatten(before: &str, table: &Table, pairs: &mut Vec<(String, String)>) -> Result<(), String> {
    for (name, value) in table {
        let name = format!("{before}{name}");
        match value {
            Value::String(meaning) => pairs.push((name, meaning.clone())),
            Value::Table(inner) => flatten(&format!("{name}."), inner, pairs)?,
            other => {
                let name = diagnostics::short(&name);
                let kind = other.type_str();
                return Err(format!(
                    "{name}: is of the type {kind}; expected the name of a tile in quotes, or \"nothing\""
                ));
            }
        }
    }
    Ok(())
}

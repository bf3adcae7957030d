//! The option `--aliases`: a table of foreign names.

use crate::cli::exit::input as invalid;
use crate::cli::judge::input;
use anyhow::Result;
use clap::Args;
use formats::aliases::Aliases;
use std::fmt::Display;
use std::path::PathBuf;
use toml::{Table, Value};

/// Names that tiles have in the file.
#[derive(Debug, Args)]
pub(super) struct AliasOptions {
    /// A table in TOML that tells what foreign names, or letters, mean, a line each: bricks = "WALL", or moss =
    /// "nothing"
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,
}

impl AliasOptions {
    /// True if a table is given.
    pub(super) fn is_given(&self) -> bool {
        self.aliases.is_some()
    }

    /// The table; an empty one without the option.
    ///
    /// # Errors
    /// When the file cannot be read, is no such table, or names no tile.
    pub(super) fn table(&self) -> Result<Aliases> {
        let Some(path) = &self.aliases else { return Ok(Aliases::default()) };
        let wrong = |error: &dyn Display| {
            invalid(format_args!("{}: {}", input::name(path), error.to_string().trim_end()))
        };
        let text = input::text(path)?;
        let table: Table = toml::from_str(&text).map_err(|error| wrong(&placed(&text, &error)))?;
        let mut pairs = Vec::new();
        flatten("", &table, &mut pairs).map_err(|error| wrong(&error))?;
        Aliases::of(pairs).map_err(|error| wrong(&error))
    }
}

/// The fault of a text in TOML, in one line, with its place.
fn placed(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    let said = error.message().lines().collect::<Vec<_>>().join(", ");
    format!("line {line}, column {column}: is not TOML: {said}")
}

/// The names of a table and what they mean; names within a table of its own have that table's before them, and a dot.
fn flatten(before: &str, table: &Table, pairs: &mut Vec<(String, String)>) -> Result<(), String> {
    for (name, value) in table {
        let name = format!("{before}{name}");
        match value {
            Value::String(meaning) => pairs.push((name, meaning.clone())),
            Value::Table(inner) => flatten(&format!("{name}."), inner, pairs)?,
            other => {
                let name = voice::short(&name);
                let kind = other.type_str();
                return Err(format!(
                    "{name}: is of the type {kind}; the name of a tile in quotes is wanted, or \"nothing\""
                ));
            }
        }
    }
    Ok(())
}

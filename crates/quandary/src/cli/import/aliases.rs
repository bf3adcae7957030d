//! The option `--aliases`: a table of foreign names.

use crate::cli::exit::input as invalid;
use crate::cli::judge::input;
use anyhow::Result;
use clap::Args;
use level::formats::aliases::Aliases;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Names that tiles have in the file.
#[derive(Debug, Args)]
pub(super) struct AliasOptions {
    /// A table in TOML that tells what foreign names mean, a line each: bricks = "WALL", or moss = "nothing"
    #[arg(long, value_name = "FILE")]
    aliases: Option<PathBuf>,
}

impl AliasOptions {
    /// The table; an empty one without the option.
    ///
    /// # Errors
    /// When the file cannot be read, is no such table, or names no tile.
    pub(super) fn table(&self) -> Result<Aliases> {
        let Some(path) = &self.aliases else { return Ok(Aliases::default()) };
        let wrong = |error: &dyn std::fmt::Display| {
            invalid(format_args!("{}: {}", input::name(path), error.to_string().trim_end()))
        };
        let table: BTreeMap<String, String> =
            toml::from_str(&input::text(path)?).map_err(|error| wrong(&error))?;
        Aliases::of(table).map_err(|error| wrong(&error))
    }
}

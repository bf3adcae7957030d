//! `quandary import ldtk`: levels of the editor LDtk.

use super::several::SeveralOptions;
use crate::cli::exit::Exit;
use anyhow::Result;
use clap::Args;
use formats::ldtk;
use std::path::PathBuf;

/// Import levels of the editor LDtk
///
/// Reads a project (.ldtk). What stands in a cell has a name: the identifier of a value of an IntGrid layer, the value
/// of an enum with which a tile is tagged, or the identifier of an entity. `--aliases` says which tile each of them is;
/// names of tiles need no alias, and `empty` is a cell in which nothing stands. One level is written as it is asked for; several are lines of JSON, or files
/// -o NAME-N.ENDING, counted from 1.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary import ldtk world.ldtk --aliases names.toml -o world.json
      world-1.json, world-2.json and so on
  quandary import ldtk world.ldtk --aliases names.toml --level 1 | quandary check -

Exit codes: 0 done, 3 not a project, or names that mean nothing, 2 usage.")]
pub(super) struct Options {
    /// A project of LDtk; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    several: SeveralOptions,
}

/// Imports levels of LDtk.
///
/// # Errors
/// When the file holds none, a name means nothing, or the output cannot be written.
pub(super) fn run(options: &Options) -> Result<Exit> {
    options.several.import(&options.file, |text, aliases| {
        let ldtk::Read { levels, notes } = ldtk::read(text, aliases)?;
        Ok((levels, notes))
    })
}

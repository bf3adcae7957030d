//! `quandary import ldtk`: levels of the editor LDtk.

use super::aliases::AliasOptions;
use super::several;
use crate::cli::convert::Format;
use crate::cli::ending;
use crate::cli::exit::{Exit, input as invalid};
use crate::cli::judge::input;
use crate::cli::values::whole;
use crate::output::Target;
use anyhow::Result;
use clap::Args;
use level::formats::ldtk;
use std::path::PathBuf;

/// Import levels of the editor LDtk
///
/// Reads a project (.ldtk). What stands in a cell has a name: the identifier of a value of an IntGrid layer, the value
/// of an enum with which a tile is tagged, or the identifier of an entity. `--aliases` says which tile each of them is;
/// names of tiles need no alias. One level is written as it is asked for; several are lines of JSON, or files
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
    aliases: AliasOptions,

    /// Take one level of the file, counted from 1
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=u64::MAX))]
    level: Option<usize>,

    /// Write the level to a file, whole or not at all, in the form that its ending says; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Imports levels of LDtk.
///
/// # Errors
/// When the file holds none, a name means nothing, or the output cannot be written.
pub(super) fn run(options: &Options) -> Result<Exit> {
    let output = options.output.as_deref();
    let format = ending::format(None, output, Format::Json)?;
    let aliases = options.aliases.table()?;
    let name = input::name(&options.file);
    let read = ldtk::read(&input::text(&options.file)?, &aliases);
    let levels = read.map_err(|error| invalid(format_args!("{name}: {error}")))?;
    several::write(levels, options.level, &name, format, &Target::of(output))
}

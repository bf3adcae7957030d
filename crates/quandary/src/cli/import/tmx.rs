//! `quandary import tmx`: maps of the editor Tiled.

use crate::cli::convert::{self, Format};
use crate::cli::ending;
use crate::cli::exit::{Exit, input as invalid};
use crate::cli::judge::input::{self, Form};
use crate::output::Target;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

/// Import a map of the editor Tiled
///
/// Reads a map in XML (.tmx) or JSON (.tmj), with its tile sets in the map or in files beside it (.tsx, .tsj). Tiles
/// say what they are by their class or their property `tile`; objects mean something by their class. Objects that are
/// passed over are told on standard error.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary import tmx cellar.tmx -o cellar.json
  quandary import tmx cellar.tmx -o cellar.txt

Exit codes: 0 done, 3 not a map, 2 usage.")]
pub(super) struct Options {
    /// A map of Tiled; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Write the level to a file, whole or not at all, in the form that its ending says; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Imports a map.
///
/// # Errors
/// When the file holds none, or the output cannot be written.
pub(super) fn run(options: &Options) -> Result<Exit> {
    let output = options.output.as_deref();
    let format = ending::format(None, output, Format::Json)?;
    let name = input::name(&options.file);
    let (level, form) = input::level_and_form(&options.file)?;
    if form != Form::Tiled {
        return Err(invalid(format_args!("{name}: is no map of Tiled; try `quandary convert`")));
    }
    convert::write(&level, &name, format, &Target::of(output))
}

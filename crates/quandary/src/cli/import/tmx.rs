//! `quandary import tmx`: maps of the editor Tiled.

use super::aliases::AliasOptions;
use crate::cli::convert::{self, Format};
use crate::cli::ending;
use crate::cli::exit::{Exit, input as invalid};
use crate::cli::judge::input;
use crate::output::Target;
use anyhow::Result;
use clap::Args;
use formats::tiled;
use std::path::PathBuf;

/// Import a map of the editor Tiled
///
/// Reads a map in XML (.tmx) or JSON (.tmj), with its tile sets in the map or in files beside it (.tsx, .tsj). Tiles
/// say what they are by their class or their property `tile`, with names of ours or of `--aliases`; objects mean
/// something by their class. Objects that are passed over are told on standard error.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary import tmx cellar.tmx -o cellar.json
  quandary import tmx cellar.tmx --aliases names.toml -o cellar.txt

Exit codes: 0 done, 3 not a map, 2 usage.")]
pub(super) struct Options {
    /// A map of Tiled; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    aliases: AliasOptions,

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
    let text = input::text(&options.file)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if !tiled::is_map(text) {
        return Err(invalid(format_args!("{name}: is no map of Tiled; try `quandary convert`")));
    }
    let level = input::map(&options.file, text, &options.aliases.table()?)
        .map_err(|error| invalid(format_args!("{name}: {error}")))?;
    convert::write(&level, &name, format, &Target::of(output))
}

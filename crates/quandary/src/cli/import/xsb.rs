//! `quandary import xsb`: levels of Sokoban.

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
use level::formats::xsb;
use std::path::PathBuf;

/// Import levels of Sokoban
///
/// Reads a file of levels in the form XSB (#@$.*+ and blanks, - or _ for floor, numbers for repeats, | for the end of
/// a row), each with its title, if it has one: a line `; TITLE` above it or `Title: TITLE` below. Blocks are pushed
/// again and again, and a level is won when there is a block on every target. Letters of `--aliases` are FLOOR, WALL,
/// BLOCK, START (the player), TRIFORCE (a target), VOID or nothing. One level is written as it is asked
/// for; several are lines of JSON, or files -o NAME-N.ENDING, counted from 1.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary import xsb microban.xsb -o microban.json
      microban-1.json, microban-2.json and so on
  quandary import xsb microban.xsb --level 7 | quandary check -
  quandary import xsb microban.xsb --level 7 -o seventh.xsb

Exit codes: 0 done, 3 not levels of Sokoban, 2 usage.")]
pub(super) struct Options {
    /// Levels of Sokoban, in the form XSB; - is standard input
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

/// Imports levels of Sokoban.
///
/// # Errors
/// When the file holds none, or the output cannot be written.
pub(super) fn run(options: &Options) -> Result<Exit> {
    let output = options.output.as_deref();
    let format = ending::format(None, output, Format::Json)?;
    let name = input::name(&options.file);
    let aliases = options.aliases.table()?;
    let read = xsb::read_with(&input::text(&options.file)?, &aliases);
    let levels = read.map_err(|error| invalid(format_args!("{name}: {error}")))?;
    several::write(levels, options.level, &name, format, &Target::of(output))
}

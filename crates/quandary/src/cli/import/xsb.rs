//! `quandary import xsb`: levels of Sokoban.

use super::several::SeveralOptions;
use crate::cli::exit::Exit;
use anyhow::Result;
use clap::Args;
use formats::xsb;
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
    several: SeveralOptions,
}

/// Imports levels of Sokoban.
///
/// # Errors
/// When the file holds none, or the output cannot be written.
pub(super) fn run(options: &Options) -> Result<Exit> {
    options.several.import(&options.file, |text, aliases| {
        xsb::read_with(text, aliases).map(|levels| (levels, Vec::new()))
    })
}

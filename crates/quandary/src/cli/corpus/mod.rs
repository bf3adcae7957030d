//! `quandary corpus`: rows of what is made of many seeds, as Parquet, by parts; and `quandary corpus verify`.
//!
//! The options become a request ([`options`]); the folder holds one corpus, whose parts are written whole or not at all
//! ([`folder`]); the rows of a part are made by all threads and written in their order ([`making`]).

mod options;
mod folder;
mod making;
mod verify;

use super::exit::Exit;
use anyhow::Result;
use clap::{Args, Subcommand};
use options::MakeOptions;

/// Make corpora: what many seeds give, measured, rated and proved, as Parquet by parts
///
/// A row is what one seed gives: the whole of it as JSON, all measures, the rating, the claims and the verdicts. The bytes
/// of a part depend on the request and its number alone: not on threads, machines, or whether the program was ended before.
/// A part is written whole or not at all, and one that is there and agrees with its manifest is left alone, so that the
/// same command goes on where it was stopped.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  quandary corpus --kind dungeon --category families --count 10000 --seed 1 --of 100 -o dungeons
      a hundred parts of dungeons of all families in turn; the same again goes on where it was stopped
  quandary corpus --kind dungeon --category families --count 10000 --seed 1 --part 17 --of 100 -o dungeons
      one part, such as each of many machines makes
  quandary corpus --kind mission --rooms 40 --keys 5 --count 100000 -o missions
  quandary corpus --kind riddle --locale is --profile daily --attempts 2000 --count 1000 -o riddles
  quandary corpus verify dungeons --sample 1000
      hashes, and a thousand rows made again and judged")]
pub(crate) struct Options {
    /// What is done besides making one.
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    make: MakeOptions,
}

/// The things that are done with corpora.
#[derive(Debug, Subcommand)]
enum Command {
    Verify(verify::Options),
}

/// Makes a corpus, or verifies one.
///
/// # Errors
/// When it cannot be asked for, is another one than that of the folder, or cannot be written or read.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    match &options.command {
        Some(Command::Verify(options)) => verify::run(options),
        None => making::run(&options.make),
    }
}

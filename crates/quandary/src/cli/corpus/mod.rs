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

/// Generate a corpus: the results of many seeds with measures, ratings and proofs, as Parquet
///
/// A row holds the result of one seed: the complete JSON, all measures, the rating, the claims and the verdicts. The
/// bytes of a part depend only on the request and on the number of the part, not on threads, machines or
/// interruptions. A part is written completely or not at all, and a part that agrees with its manifest is not
/// generated again: the same command continues an interrupted run.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
Examples:
  quandary corpus --kind mission --count 100000 -o missions
  quandary corpus --kind riddle --locale is --attempts 2000 --count 1000 -o riddles
  quandary corpus --kind dungeon --category families --count 10000 --of 100 -o dungeons
      100 parts; the same command continues after an interruption
  quandary corpus --kind dungeon --category families --count 10000 --of 100 --part 17 -o dungeons
      one part, for a run on several machines")]
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

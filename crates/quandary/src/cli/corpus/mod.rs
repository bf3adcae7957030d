//! `quandary corpus`: generates rows from many seeds, as Parquet in parts; and `quandary corpus verify`.
//!
//! The options become a request ([`options`]). The folder holds one corpus, whose parts are written completely or not
//! at all ([`folder`]). All threads generate the rows of a part, which are written in order ([`making`]).

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
    /// The subcommand; `None` generates a corpus.
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    make: MakeOptions,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
enum Command {
    Verify(verify::Options),
}

/// Generates a corpus, or verifies one.
///
/// # Errors
/// If the request is not possible, the folder holds another corpus, or a file cannot be read or written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    match &options.command {
        Some(Command::Verify(options)) => verify::run(options),
        None => making::run(&options.make),
    }
}

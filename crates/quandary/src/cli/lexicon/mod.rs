//! `quandary lexicon`: lexicons are built of word lists, looked at, verified, listed and installed.

mod build;
mod deb;
mod info;
mod install;
mod words;

pub(crate) use info::licence;

use super::exit::Exit;
use anyhow::Result;
use clap::{Args, Subcommand};

/// Build, inspect, verify and install lexicons
///
/// A lexicon is what moves are found with: the words of a language, in a file that knows its alphabet, its
/// licence and the hash of its source. Those of English, Icelandic and Polish come with the program.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary lexicon list
  quandary lexicon build --words words.txt --alphabet en_US -o words.qlex
  quandary moves --lexicon words.qlex --input positions.jsonl")]
pub(crate) struct Options {
    /// The command.
    #[command(subcommand)]
    command: Command,
}

/// The things that are done with lexicons.
#[derive(Debug, Subcommand)]
enum Command {
    Build(build::Options),
    Info(info::InfoOptions),
    Verify(info::VerifyOptions),
    List(info::ListOptions),
    Words(words::WordsOptions),
    Install(install::Options),
}

/// Runs the subcommand.
///
/// # Errors
/// When an input cannot be read or is not valid, or an output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    match &options.command {
        Command::Build(options) => build::run(options),
        Command::Info(options) => info::info(options),
        Command::Verify(options) => info::verify(options),
        Command::List(_) => info::list(),
        Command::Words(options) => words::words(options),
        Command::Install(options) => install::run(options),
    }
}

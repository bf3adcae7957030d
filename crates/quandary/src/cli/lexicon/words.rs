//! `quandary lexicon words`: the words of a lexicon, a line each.

use super::info::find;
use crate::cli::ending::OutputOptions;
use crate::cli::exit::{Exit, input as invalid};
use crate::output::Target;
use anyhow::Result;
use clap::Args;

/// Print the words of a lexicon, a line each
///
/// They are in the order of the alphabet and in lower case. Under which terms they may be used is told by
/// `quandary lexicon info`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary lexicon words en_US -o words.txt
  quandary lexicon words is_IS --ranks | sort -k2 -nr | head
      the most common ones")]
pub(crate) struct WordsOptions {
    /// A locale, such as en_US, or a lexicon file
    #[arg(value_name = "LOCALE|FILE")]
    which: String,

    /// Behind each word a tab and how common it is, from 0 to 255
    #[arg(long)]
    ranks: bool,

    #[command(flatten)]
    output: OutputOptions,
}

/// Prints the words.
///
/// # Errors
/// When the lexicon cannot be read or has no ranks that are asked for, or the output cannot be written.
pub(super) fn words(options: &WordsOptions) -> Result<Exit> {
    let (lexicon, _) = find(&options.which)?;
    if options.ranks && !lexicon.has_ranks() {
        let which = &options.which;
        return Err(invalid(format_args!("{which}: nothing is known of how common its words are")));
    }
    Target::of(options.output.path()).write(|out| {
        let mut written = Ok(());
        lexicon.words(|word| {
            if written.is_ok() {
                written = match lexicon.rank(word).filter(|_| options.ranks) {
                    Some(rank) => writeln!(out, "{word}\t{rank}"),
                    None => writeln!(out, "{word}"),
                };
            }
        });
        written?;
        Ok(Exit::Done)
    })
}

//! `quandary licenses`: prints the licences of the program, of its words and of all linked libraries.

use super::exit::Exit;
use super::lexicon::licence;
use crate::output::Target;
use anyhow::Result;
use clap::Args;
use crossword::lexicon::shipped_file;
use crossword::locale::Locale;
use std::fmt::Write as _;

/// One line per library, written by `cargo xtask licenses`.
const LIBRARIES: &str = include_str!("../../data/licenses.txt");

/// Print the licences of the program, of its lexicons and of all linked libraries
///
/// The libraries are those of the complete program on 64-bit Linux, one per line; their texts come with their
/// sources.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  quandary licenses")]
pub(crate) struct Options {}

/// Prints the licences.
///
/// # Errors
/// If standard output cannot be written to, or a lexicon cannot be read.
pub(crate) fn run(_: &Options) -> Result<Exit> {
    let (version, own) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_LICENSE"));
    let mut text = format!("Quandary {version}: {own}\n\nLexicons that come with the program\n");
    for locale in Locale::ALL.into_iter().filter(|&locale| shipped_file(locale).is_ok()) {
        let _ = writeln!(text, "\n{locale} ({})", locale.title());
        for line in licence(locale.name())?.lines() {
            let _ = writeln!(text, "{}", format_args!("  {line}").to_string().trim_end());
        }
    }
    let _ = write!(text, "\nLibraries that are linked\n\n{LIBRARIES}");
    Target::Stdout.write(|out| {
        out.write_all(text.as_bytes())?;
        Ok(Exit::Done)
    })
}

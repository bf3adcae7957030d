//! `quandary map`: writes the table of what the names of a foreign file mean.
//!
//! The table has each name of the file: with its meaning where one is guessed, and as a line to fill in where nothing
//! is known. In a terminal the command asks for the unknown ones. Invariant: `check --map` with the written table
//! reads the same level as without a table, if nothing was changed.

use super::ending::OutputOptions;
use super::exit::{Exit, invalid};
use super::judge::input::{self, FileOptions, PlaceOptions};
use crate::output::Target;
use crate::shown::note;
use anyhow::Result;
use clap::Args;
use formats::aliases::Aliases;
use formats::import::{Basis, ForeignName};
use formats::mapping::{described, table};
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

/// Write the table of what the names of a foreign file mean
///
/// Reads a map of Tiled, a project of LDtk or another foreign file and writes a TOML table with each of its names: how
/// often it occurs and where first, what it is taken for, and why. Names that nothing is known of are lines to fill
/// in. `quandary check FILE --map TABLE` and the other commands use the table. With -o in a terminal, the command asks
/// for the unknown names.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quandary map map.tmx -o mapping.toml
  quandary check map.tmx --map mapping.toml

Exit codes: 0 done, 3 not a file with names, 2 usage.")]
pub(crate) struct Options {
    /// File of another program; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    read: FileOptions,

    #[command(flatten)]
    place: PlaceOptions,

    #[command(flatten)]
    output: OutputOptions,
}

/// Writes the table.
///
/// # Errors
/// If the file cannot be read or has no foreign names, or the output cannot be written.
pub(crate) fn run(options: &Options) -> Result<Exit> {
    let text = options.read.text(&options.file)?;
    let found = options.read.found(&options.file, &text, options.place.places(), None)?;
    let file = input::name(&options.file);
    if found.names.is_empty() {
        return Err(invalid(format_args!(
            "{file}: has no names of other programs to say the meanings of"
        )));
    }
    let mut names = found.names;
    let asks = options.output.path().is_some() && io::stdin().is_terminal();
    if asks && options.file.as_os_str() != "-" {
        ask(&mut names)?;
    }
    let table = table(&file, &names);
    Target::of(options.output.path()).write(|out| {
        out.write_all(table.as_bytes())?;
        Ok(Exit::Done)
    })
}

/// Asks for the meanings of unknown names. An empty line keeps what a name is taken for.
fn ask(names: &mut [ForeignName]) -> Result<()> {
    let mut lines = io::stdin().lock().lines();
    for found in names.iter_mut().filter(|found| found.basis == Basis::Unknown) {
        loop {
            note!("{}: meaning? [{}] ", described(found), found.meaning);
            io::stderr().flush()?;
            let Some(line) = lines.next().transpose()? else { return Ok(()) };
            if line.trim().is_empty() {
                break;
            }
            match Aliases::of([(found.name.as_str(), line.trim())]) {
                Ok(table) => {
                    if let Some(meaning) = table.meaning(&found.name) {
                        found.meaning = meaning.clone();
                    }
                    found.basis = Basis::Given;
                    break;
                }
                Err(message) => note!("{message}"),
            }
        }
    }
    Ok(())
}

//! Imports of files that hold several levels.

use super::aliases::AliasOptions;
use crate::cli::convert::{self, Format};
use crate::cli::ending;
use crate::cli::exit::{Exit, input as invalid, usage};
use crate::cli::judge::input;
use crate::cli::many::numbered;
use crate::cli::values::whole;
use crate::output::Target;
use crate::shown::note;
use anyhow::Result;
use clap::Args;
use formats::aliases::Aliases;
use level::Level;
use level::formats::json::{self, ReadError};
use std::path::{Path, PathBuf};
use voice::counted;

/// Levels, and notes on them.
type Noted = (Vec<Level>, Vec<String>);

/// Options of all such imports, behind the file.
#[derive(Debug, Args)]
pub(super) struct SeveralOptions {
    #[command(flatten)]
    aliases: AliasOptions,

    /// Take one level of the file, counted from 1
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=u64::MAX))]
    level: Option<usize>,

    /// Write the level to a file, whole or not at all, in the form that its ending says; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl SeveralOptions {
    /// Reads all levels of a file with notes, and writes them or the one that is asked for.
    ///
    /// # Errors
    /// When the file holds none, there is none of that number, or the output cannot be written.
    pub(super) fn import(
        &self,
        file: &Path,
        read: fn(&str, &Aliases) -> Result<Noted, ReadError>,
    ) -> Result<Exit> {
        let output = self.output.as_deref();
        let format = ending::format(None, output, Format::Json)?;
        let aliases = self.aliases.table()?;
        let name = input::name(file);
        let read = read(&input::text(file)?, &aliases);
        let (levels, notes) = read.map_err(|error| invalid(format_args!("{name}: {error}")))?;
        for note in notes {
            note!("{name}: note: {note}");
        }
        write(levels, self.level, &name, format, &Target::of(output))
    }
}

/// Writes levels, or the one of a number, from 1: lines of JSON, or a file each.
///
/// # Errors
/// When there is no level of that number, one has no such form, or the output cannot be written.
fn write(
    mut levels: Vec<Level>,
    number: Option<usize>,
    name: &str,
    format: Format,
    target: &Target,
) -> Result<Exit> {
    if let Some(number) = number {
        levels = vec![pick(levels, number)?];
    }
    match (target, &levels[..]) {
        (Target::Stdout, _) => lines(&levels),
        (target, [level]) => convert::write(level, name, format, target),
        (Target::File(path), _) => files(&levels, name, format, path),
    }
}

/// The level of a number, from 1.
fn pick(levels: Vec<Level>, number: usize) -> Result<Level> {
    let many = counted(levels.len() as u64, "level", "levels");
    let level = levels.into_iter().nth(number - 1);
    level.ok_or_else(|| usage(format_args!("--level {number}: the file holds {many}")))
}

/// Writes levels to standard output, a line of JSON each.
fn lines(levels: &[Level]) -> Result<Exit> {
    Target::Stdout.write(|out| {
        for level in levels {
            writeln!(out, "{}", json::print(level))?;
        }
        Ok(Exit::Done)
    })
}

/// Writes a file for each level.
fn files(levels: &[Level], name: &str, format: Format, path: &Path) -> Result<Exit> {
    for (number, level) in (1..).zip(levels) {
        let target = Target::File(numbered(path, number));
        convert::write(level, &format!("{name}, level {number}"), format, &target)?;
    }
    let first = numbered(path, 1);
    note!("{} levels written, as {}", levels.len(), first.display());
    Ok(Exit::Done)
}

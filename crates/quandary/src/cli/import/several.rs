//! Imports of files that hold several levels.

use crate::cli::convert::{self, Format};
use crate::cli::exit::{Exit, usage};
use crate::cli::many::numbered;
use crate::output::Target;
use anyhow::Result;
use level::Level;
use level::formats::json;
use std::path::Path;
use voice::counted;

/// Writes levels, or the one of a number, from 1: lines of JSON, or a file each.
///
/// # Errors
/// When there is no level of that number, one has no such form, or the output cannot be written.
pub(super) fn write(
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
    anstream::eprintln!("{} levels written, as {}", levels.len(), first.display());
    Ok(Exit::Done)
}

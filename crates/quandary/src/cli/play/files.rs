//! Files of saved games.
//!
//! Invariant: a file is written completely or not at all, and replaces only another saved game.

use crate::cli::exit::{Exit, invalid};
use crate::output::Target;
use anyhow::Result;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// Default file of a saved game.
pub(crate) const USUAL: &str = "quandary-save.json";
/// The format names in saved games: in words, and on the map.
const FORMATS: [&str; 2] = ["\"quandary/save/", "\"quandary/walk/"];
/// Largest size of a saved game, in bytes.
const LARGEST: u64 = 64 << 20;

/// The name of a file, on one line.
pub(crate) fn shown(path: &Path) -> String {
    diagnostics::shown(&path.display().to_string()).into_owned()
}

/// Writes a saved game.
///
/// # Errors
/// If another kind of file exists there, or it cannot be written.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    let is_file = fs::metadata(path).is_ok_and(|found| found.is_file());
    if is_file && !read(path).is_ok_and(|old| FORMATS.iter().any(|format| old.contains(format))) {
        return Err(invalid(format_args!("{} is there, and is no saved game", shown(path))));
    }
    Target::File(path.to_owned()).write(|out| {
        out.write_all(text.as_bytes())?;
        Ok(Exit::Done)
    })?;
    Ok(())
}

/// Reads a saved game.
///
/// # Errors
/// If it cannot be read, or is too large.
pub(crate) fn read(path: &Path) -> Result<String> {
    let mut text = String::new();
    let read = File::open(path)?.take(LARGEST + 1).read_to_string(&mut text)?;
    if read as u64 > LARGEST {
        return Err(invalid(format_args!("is larger than {} MiB", LARGEST >> 20)));
    }
    Ok(text)
}

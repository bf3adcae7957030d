//! Reads text from a file or from standard input, and levels in any format from it.
//!
//! A file of another kind that is easily mistaken for a level is reported by its kind, with the command that helps. A
//! dungeon gives names to its things, in addition to those of the reports: `symbol:A` is the chaplain's key.

use crate::cli::exit::{invalid, unreadable};
use crate::shown::note;
use anyhow::Result;
use ask::file::{FileLevels, Form, LevelFileError};
use diagnostics::{of_io, shown};
use dungeon::json::verifiable;
use formats::aliases::Aliases;
use formats::tiled;
use level::Level;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Largest size of a file, in bytes.
const LARGEST: u64 = 256 << 20;

/// The text of a file; `-` is standard input.
///
/// # Errors
/// If it cannot be read, is too large or is not UTF-8; the error names the file.
pub(crate) fn text(path: &Path) -> Result<String> {
    let name = name(path);
    let source: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).map_err(|error| unreadable(path, &error))?)
    };
    let mut bytes = Vec::new();
    let read = source.take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(invalid(format_args!("{name}: is larger than {} MiB", LARGEST >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| {
        if let Some(what) = kind_of_bytes(error.as_bytes()) {
            return invalid(format_args!("{name}: {what}"));
        }
        let good = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or(&[]);
        let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
        invalid(format_args!("{name}: line {line}: is not UTF-8 text"))
    })
}

/// The level of a file, in any format; `-` is standard input.
///
/// # Errors
/// If it cannot be read or is not a level; the error names the file and the place.
pub(crate) fn level(path: &Path) -> Result<Level> {
    Ok(level_and_form(path)?.0)
}

/// The level of a file, and the names that the file gives to its things.
///
/// # Errors
/// If it cannot be read or is not a level; the error names the file and the place.
pub(crate) fn level_and_names(path: &Path) -> Result<(Level, Names)> {
    let text = text(path)?;
    Ok((only(path, found(path, &text)?)?, Names::of(&text)))
}

/// The level of a file, and its format.
///
/// # Errors
/// If it cannot be read or is not a level; the error names the file and the place.
pub(crate) fn level_and_form(path: &Path) -> Result<(Level, Form)> {
    let found = found(path, &text(path)?)?;
    let form = found.form;
    Ok((only(path, found)?, form))
}

/// The levels in the text of a file; notes go to standard error.
fn found(path: &Path, text: &str) -> Result<FileLevels> {
    let beside = |source: &str| text_beside(path, source);
    let file = ask::file::File {
        name: &path.to_string_lossy(),
        text,
        aliases: &Aliases::default(),
        beside: &beside,
    };
    let found = ask::file::levels(&file).map_err(|error| {
        let said = format!("{}: {error}", name(path));
        // The commands that verify levels take no table of names.
        match said.strip_suffix("--aliases FILE tells more") {
            Some(said) => invalid(format_args!(
                "{said}`quandary import --aliases FILE` takes a table that says what other names mean"
            )),
            None => invalid(said),
        }
    })?;
    for note in &found.notes {
        note!("{}: note: {note}", name(path));
    }
    Ok(found)
}

/// The only level of a file.
fn only(path: &Path, found: FileLevels) -> Result<Level> {
    let form = found.form;
    found.only().map_err(|error| {
        let name = name(path);
        match (form, &error) {
            (Form::Sokoban, LevelFileError::Several(number)) => invalid(format_args!(
                "{name}: holds {number} levels; `quandary import xsb FILE --level N` takes one out of it"
            )),
            _ => invalid(format_args!("{name}: {error}")),
        }
    })
}

/// All levels of a file, each with a name: that of the file, with a number if there are several.
///
/// # Errors
/// If it cannot be read or one is not a level; the error names the file and the place.
pub(crate) fn levels(path: &Path) -> Result<Vec<(String, Level)>> {
    levels_of(path, &text(path)?)
}

/// The same for the text of a file.
///
/// # Errors
/// If one is not a level; the error names the file and the place.
pub(crate) fn levels_of(path: &Path, text: &str) -> Result<Vec<(String, Level)>> {
    let FileLevels { levels, .. } = found(path, text)?;
    let is_one = levels.len() == 1;
    let named = |(number, level)| match is_one {
        true => (name(path), level),
        false => (format!("{} {}", name(path), number + 1), level),
    };
    Ok(levels.into_iter().enumerate().map(named).collect())
}

/// The text of a file beside another.
fn text_beside(path: &Path, source: &str) -> std::result::Result<String, String> {
    let beside = path.parent().unwrap_or(Path::new("")).join(source);
    let is_file = fs::metadata(&beside).map_err(|error| of_io(&error))?.is_file();
    if !is_file {
        return Err("it is no file".to_owned());
    }
    text(&beside).map_err(|error| error.to_string())
}

/// The level of a map of Tiled; notes on ignored objects go to standard error.
///
/// # Errors
/// The fault of the map.
pub(crate) fn map(
    path: &Path,
    map: &str,
    aliases: &Aliases,
) -> std::result::Result<Level, tiled::TiledError> {
    let fetch = |source: &str| text_beside(path, source);
    let read = tiled::read_with(map, &fetch, aliases)?;
    for note in &read.notes {
        note!("{}: note: {note}", name(path));
    }
    Ok(read.level)
}

/// Name of the file in messages.
pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

/// The error for a level that is only a graph.
pub(crate) fn no_tiles(name: &str, what: &str) -> anyhow::Error {
    invalid(format_args!("{name}: has no floors; only levels with tiles can be {what}"))
}

/// Kind of a binary file, if it is known.
fn kind_of_bytes(bytes: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &str); 4] = [
        (b"\x89PNG", "is a PNG picture, and no text"),
        (b"\xff\xd8\xff", "is a JPEG picture, and no text"),
        (b"\x1f\x8b", "is packed with gzip; unpack it first: gunzip"),
        (b"PK\x03\x04", "is a ZIP archive; unpack it first: unzip"),
    ];
    kinds.iter().find(|(mark, _)| bytes.starts_with(mark)).map(|(_, what)| *what)
}

/// Things, as reports name them, each with its name.
#[derive(Debug, Default)]
pub(crate) struct Names(Vec<(String, String)>);

impl Names {
    /// The names in a text; empty if it is not a dungeon.
    pub(crate) fn of(text: &str) -> Self {
        Self(verifiable::names(text))
    }

    /// The thing with a name, with or without its article; any other text is returned unchanged.
    pub(crate) fn thing<'a>(&'a self, name: &'a str) -> &'a str {
        let plain = |name: &str| name.trim().trim_start_matches("the ").to_lowercase();
        let found = self.0.iter().find(|(_, known)| plain(known) == plain(name));
        found.map_or(name, |(thing, _)| thing)
    }

    /// A line with the names of the things in a text; empty if there are none.
    pub(crate) fn legend(&self, text: &str) -> String {
        let is_whole =
            |after: &str| !after.starts_with(|c: char| c.is_alphanumeric() || "_-:".contains(c));
        let is_told = |thing: &str| {
            text.match_indices(thing)
                .any(|(at, _)| text.get(at + thing.len()..).is_some_and(is_whole))
        };
        let told = self.0.iter().filter(|(thing, _)| is_told(thing));
        let told: Vec<String> =
            told.map(|(thing, name)| shown(&format!("{thing} is {name}")).into_owned()).collect();
        if told.is_empty() { String::new() } else { format!("names: {}\n", told.join(", ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_files_of_known_kinds_are_named() {
        assert!(kind_of_bytes(b"\x89PNG\r\n").is_some() && kind_of_bytes(b"#@.*#").is_none());
    }

    #[test]
    fn names_and_things_are_told_by_each_other() {
        let things = r#"[{"thing":"symbol:A","name":"the cook's key"},{"thing":"symbol:AB","name":"a bell"}]"#;
        let names = Names::of(&format!(r#"{{"format":"quandary/dungeon/2","things":{things}}}"#));
        for name in ["the cook's key", "Cook's Key", "symbol:A"] {
            assert_eq!(names.thing(name), "symbol:A");
        }
        assert_eq!(names.thing("bombs"), "bombs");
        assert_eq!(
            names.legend("needed: symbol:A at [1,2]"),
            "names: symbol:A is the cook's key\n"
        );
        assert_eq!(names.legend("needed: symbol:AB+symbol:A\n").matches(" is ").count(), 2);
        assert_eq!(names.legend("needed: symbol:ABC, symbol:A-1"), "");
        assert_eq!(Names::of("#@*#").legend("symbol:A"), "");
    }
}

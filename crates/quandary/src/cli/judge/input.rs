//! Reads text from a file or from standard input, and levels from it, in any of their forms.

use super::foreign;
use super::names::Names;
use crate::cli::exit::input as invalid;
use crate::cli::exit::unreadable;
use crate::shown::note;
use anyhow::Result;
use dungeon::json::judged;
use formats::aliases::Aliases;
use formats::{ldtk, tiled, xsb};
use level::Level;
use level::formats::json::ReadError;
use serde::de::IgnoredAny;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use voice::of_io;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// The text of a file; `-` is standard input.
///
/// # Errors
/// When it cannot be read, is too large or is not UTF-8; the file is named.
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
        if let Some(what) = foreign::bytes(error.as_bytes()) {
            return invalid(format_args!("{name}: {what}"));
        }
        let good = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or(&[]);
        let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
        invalid(format_args!("{name}: line {line}: is not UTF-8 text"))
    })
}

/// The form in which a level is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// JSON.
    Json,
    /// A drawing.
    Text,
    /// A map of Tiled.
    Tiled,
    /// A level of Sokoban.
    Sokoban,
    /// A project of LDtk that was written from a level.
    Ldtk,
}

impl Form {
    /// The form of a text: JSON begins with a brace, a map of Tiled has layers or is XML, and a project of LDtk says so. A level of Sokoban may look like
    /// a drawing; its ending tells.
    fn of(path: &Path, text: &str) -> Self {
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xsb")) {
            return Self::Sokoban;
        }
        match text.trim_start().starts_with('{') {
            true if tiled::is_map(text) => Self::Tiled,
            true if ldtk::is_own(text) => Self::Ldtk,
            true => Self::Json,
            false if tiled::is_map(text) => Self::Tiled,
            false => Self::Text,
        }
    }
}

/// The level of a file, in any form; `-` is standard input.
///
/// # Errors
/// When it cannot be read or is not a level; the file and the place are named.
pub(crate) fn level(path: &Path) -> Result<Level> {
    Ok(level_and_form(path)?.0)
}

/// The level of a file, and the names that the file gives to its things.
///
/// # Errors
/// When it cannot be read or is not a level; the file and the place are named.
pub(crate) fn level_and_names(path: &Path) -> Result<(Level, Names)> {
    let text = text(path)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Ok((read(path, text, Form::of(path, text))?, Names::of(text)))
}

/// The level of a file, and the form in which it is written.
///
/// # Errors
/// When it cannot be read or is not a level; the file and the place are named.
pub(crate) fn level_and_form(path: &Path) -> Result<(Level, Form)> {
    let text = text(path)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let form = Form::of(path, text);
    Ok((read(path, text, form)?, form))
}

/// The level that a text is, in a form; `path` names it.
fn read(path: &Path, text: &str, form: Form) -> Result<Level> {
    let strange = match form {
        Form::Json => foreign::json(path, text),
        Form::Text => foreign::text(text),
        Form::Sokoban | Form::Tiled | Form::Ldtk => None,
    };
    if let Some(what) = strange {
        return Err(invalid(format_args!("{}: {what}", name(path))));
    }
    let read = match form {
        Form::Json => judged::read(text).map_err(|error| error.to_string()),
        Form::Text => level::formats::text::read(text).map_err(|error| error.to_string()),
        Form::Tiled => map(path, text, &Aliases::default()).map_err(|error| error.to_string()),
        Form::Sokoban => only(xsb::read(text)),
        Form::Ldtk => only(ldtk::read(text, &Aliases::default()).map(|read| read.levels)),
    };
    read.map_err(|error| invalid(format_args!("{}: {error}", name(path))))
}

/// All levels of a file, each with its name: of Sokoban those that it holds, of JSON one value after another, such as a
/// line each; of anything else its one.
///
/// # Errors
/// When it cannot be read or one is not a level; the file and the place are named.
pub(crate) fn levels(path: &Path) -> Result<Vec<(String, Level)>> {
    levels_of(path, &text(path)?)
}

/// The same of the text of a file.
///
/// # Errors
/// When one is not a level; the file and the place are named.
pub(crate) fn levels_of(path: &Path, text: &str) -> Result<Vec<(String, Level)>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let form = Form::of(path, text);
    let values = match form {
        Form::Json => values(text),
        _ => vec![text],
    };
    let numbered = |number: usize| format!("{} {}", name(path), number + 1);
    if form == Form::Sokoban {
        let levels = xsb::read(text);
        let levels = levels.map_err(|error| invalid(format_args!("{}: {error}", name(path))))?;
        return match levels.len() {
            1 => Ok(levels.into_iter().map(|level| (name(path), level)).collect()),
            _ => Ok(levels.into_iter().enumerate().map(|(n, l)| (numbered(n), l)).collect()),
        };
    }
    if let [only] = values[..] {
        return Ok(vec![(name(path), read(path, only, form)?)]);
    }
    let one = |(number, text): (usize, &str)| {
        let name = numbered(number);
        Ok((name.clone(), read(Path::new(&name), text, form)?))
    };
    values.into_iter().enumerate().map(one).collect()
}

/// The values of a text that stand one after another; the text itself where it is not made of whole ones, so that
/// whoever reads it says what is wrong.
fn values(text: &str) -> Vec<&str> {
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    let (mut values, mut begin) = (Vec::new(), 0);
    while let Some(value) = stream.next() {
        let end = stream.byte_offset();
        match (value, text.get(begin..end)) {
            (Ok(_), Some(value)) => values.push(value),
            _ => return vec![text],
        }
        begin = end;
    }
    if values.is_empty() { vec![text] } else { values }
}

/// The level of a file of Sokoban that holds one.
fn only(levels: std::result::Result<Vec<Level>, ReadError>) -> std::result::Result<Level, String> {
    let mut levels = levels.map_err(|error| error.to_string())?;
    match (levels.pop(), levels.len()) {
        (Some(level), 0) => Ok(level),
        (_, others) => Err(format!(
            "holds {} levels; `quandary import xsb FILE --level N` takes one out of it",
            others + 1
        )),
    }
}

/// The level of a map of Tiled; notes on objects passed over go to standard error.
///
/// # Errors
/// The fault of the map.
pub(crate) fn map(
    path: &Path,
    map: &str,
    aliases: &Aliases,
) -> std::result::Result<Level, tiled::TiledError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let fetch = |source: &str| {
        let beside = folder.join(source);
        let is_file = fs::metadata(&beside).map_err(|error| of_io(&error))?.is_file();
        if !is_file {
            return Err("it is no file".to_owned());
        }
        text(&beside).map_err(|error| error.to_string())
    };
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

/// The error of a level that is a graph alone.
pub(crate) fn no_tiles(name: &str, what: &str) -> anyhow::Error {
    invalid(format_args!("{name}: has no floors; only levels with tiles can be {what}"))
}

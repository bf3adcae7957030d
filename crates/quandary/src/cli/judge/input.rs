//! Reads text from a file or from standard input, and levels from it, in any of their forms.
//!
//! A file that is no level but may be taken for one is told by its kind, with the command that helps. A dungeon gives
//! names to its things, beside those that judgements use: `symbol:A` is the chaplain's key.

use crate::cli::exit::{input as invalid, unreadable};
use crate::shown::note;
use anyhow::Result;
use dungeon::json::judged;
use formats::aliases::Aliases;
use formats::vglc::tiles::looks_like_tiles;
use formats::{ldtk, tiled, xsb};
use level::Level;
use level::formats::json::ReadError;
use serde::de::IgnoredAny;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use voice::{of_io, shown};

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
        if let Some(what) = kind_of_bytes(error.as_bytes()) {
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
        Form::Json => kind_of_json(path, text),
        Form::Text => kind_of_text(text),
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

/// Kind of a binary file, if it is a known one.
fn kind_of_bytes(bytes: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &str); 4] = [
        (b"\x89PNG", "is a PNG picture, and no text"),
        (b"\xff\xd8\xff", "is a JPEG picture, and no text"),
        (b"\x1f\x8b", "is packed with gzip; unpack it first: gunzip"),
        (b"PK\x03\x04", "is a ZIP archive; unpack it first: unzip"),
    ];
    kinds.iter().find(|(mark, _)| bytes.starts_with(mark)).map(|(_, what)| *what)
}

/// The name of an object in JSON that every project of LDtk has near its beginning.
const LDTK: &str = "\"__FORCED_REFS\"";
/// Fields that every riddle has.
const RIDDLE: [&str; 2] = ["\"rack\":", "\"solution\":"];
/// The ending that projects of LDtk have.
const LDTK_ENDING: &str = "ldtk";

/// Kind of a text in JSON that is no level, by the ending of its file or what stands in it, if it is a known one.
fn kind_of_json(path: &Path, text: &str) -> Option<&'static str> {
    let is_named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(LDTK_ENDING));
    let head: String = text.chars().take(4_000).collect();
    if RIDDLE.iter().all(|field| head.contains(field)) {
        return Some(
            "is a riddle; `quandary riddle --play FILE` plays it, `quandary rate FILE` says how hard it is",
        );
    }
    (is_named || head.contains(LDTK))
        .then_some("is a project of LDtk; try `quandary import ldtk FILE`")
}

/// Kind of a text that is neither JSON nor a drawing, if it is a known one.
fn kind_of_text(text: &str) -> Option<&'static str> {
    let text = text.trim_start();
    if text.starts_with('<') {
        let head: String = text.chars().take(2_000).collect();
        return Some(if head.contains("<tileset") {
            "is a tile set of Tiled in XML (.tsx), and no map; give it the map"
        } else if head.contains("<svg") {
            "is a picture (SVG), from which no level can be read; give it the level that was drawn"
        } else {
            "is XML, and no level"
        });
    }
    let is_dot = ["digraph", "graph", "strict digraph"].iter().any(|word| {
        text.strip_prefix(word).is_some_and(|rest| rest.trim_start().starts_with(['{', '"']))
    });
    if is_dot {
        return Some("is a graph of Graphviz; try `quandary import vglc --graph FILE`");
    }
    looks_like_tiles(text)
        .then_some("is a tile text of the corpus (VGLC); try `quandary import vglc --tiles FILE`")
}

/// Things, as judgements name them, each with its name.
#[derive(Debug, Default)]
pub(crate) struct Names(Vec<(String, String)>);

impl Names {
    /// The names that a text gives; none where it is no dungeon.
    pub(crate) fn of(text: &str) -> Self {
        Self(judged::names(text))
    }

    /// The thing of a name, with its article or without; what is no name is a thing already.
    pub(crate) fn thing<'a>(&'a self, name: &'a str) -> &'a str {
        let plain = |name: &str| name.trim().trim_start_matches("the ").to_lowercase();
        let found = self.0.iter().find(|(_, known)| plain(known) == plain(name));
        found.map_or(name, |(thing, _)| thing)
    }

    /// What the things are called that a text speaks of, in a line; nothing where it speaks of none.
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
    fn riddles_are_no_levels() {
        let riddle = r#"{"board": [], "rack": "abc", "solution": {}}"#;
        assert!(
            kind_of_json(Path::new("a.json"), riddle).unwrap_or_default().contains("riddle --play")
        );
        assert_eq!(kind_of_json(Path::new("a.json"), r#"{"rack": "abc"}"#), None);
    }

    #[test]
    fn what_is_no_level_is_told() {
        let check = |written: &str, part: &str| {
            let said = kind_of_text(written).unwrap_or_default();
            assert!(said.contains(part), "{written} {said}");
        };
        check("<svg xmlns=\"\">", "picture");
        check("<tileset>", "tile set");
        check("<html>", "XML");
        check("digraph {\n0 -> 1}", "--graph FILE");
        check(&format!("{}\n", "WWFFFFFDFWW\n".repeat(16)), "--tiles FILE");
        for level in ["#####\n#@.*#\n#####\n", "quandary/level/1\n\n@*\n", "", "graphs", "@.WFW.*"]
        {
            assert_eq!(kind_of_text(level), None, "{level}");
        }
        let level = "{\"format\": \"quandary/level/1\"}";
        assert_eq!(kind_of_json(Path::new("a.json"), level), None);
        assert!(kind_of_json(Path::new("a.LDtk"), level).is_some());
        assert!(
            kind_of_json(Path::new("-"), "{\n\t\"__header__\": {},\n\t\"__FORCED_REFS\": {}}")
                .is_some()
        );
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

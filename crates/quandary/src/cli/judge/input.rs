//! Reads text from a file or from standard input, and levels in any format from it.
//!
//! A file of another kind that is easily mistaken for a level is reported by its kind, with the command that helps. A
//! dungeon gives names to its things, in addition to those of the reports: `symbol:A` is the chaplain's key.

use super::mapping;
use crate::cli::exit::{board, invalid, unreadable, usage};
use crate::shown::note;
use anyhow::Result;
use ask::file::{FileLevels, Form, LevelFileError};
use clap::Args;
use diagnostics::{of_io, shown};
use dungeon::json::verifiable;
use encoding_rs::{Encoding, UTF_8};
use formats::aliases::{Aliases, Spot};
use level::Level;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Largest size of a file, in bytes.
const LARGEST: u64 = 256 << 20;

/// Options of how a file is read.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "File")]
pub(crate) struct FileOptions {
    #[command(flatten)]
    map: MapOption,

    /// Read only the level of this number, counted from 1, or of this name [default: all levels]
    #[arg(long = "level", id = "one_level", value_name = "N|NAME")]
    level: Option<String>,

    /// Game of a level of GVGAI or of an array of numbers: its name, or a file with its description (VGDL)
    /// [default: zelda for GVGAI]
    #[arg(long, value_name = "NAME|FILE")]
    game: Option<String>,

    /// Encoding of the file, such as latin1 or cp1250 [default: UTF-8, or UTF-16 with a byte order mark]
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,
}

/// The table of foreign names.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct MapOption {
    /// TOML table of what foreign names mean, one per line: Walls = "WALL"; `quandary map` writes one
    /// [default: names that are used everywhere are guessed]
    #[arg(long, visible_alias = "aliases", value_name = "FILE")]
    map: Option<PathBuf>,
}

impl MapOption {
    /// True if it is given.
    pub(crate) fn is_given(&self) -> bool {
        self.map.is_some()
    }

    /// The table; empty without the option.
    ///
    /// # Errors
    /// If the file cannot be read, is not such a table, or names an unknown tile.
    pub(crate) fn table(&self) -> Result<Aliases> {
        match &self.map {
            None => Ok(Aliases::default()),
            Some(path) => mapping::read(&name(path), &text(path)?),
        }
    }
}

/// Places that the command line gives for a level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// The start cell.
    pub(crate) start: Option<Spot>,
    /// The goal cell.
    pub(crate) goal: Option<Spot>,
    /// The names of the start and of the goal of a graph.
    pub(crate) nodes: [Option<String>; 2],
}

/// Places that a file does not name, for commands that do not ask about them.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "File")]
pub(crate) struct PlaceOptions {
    /// Start: column and row, counted from 0 or as the editor counts them, or a node of a drawn graph
    /// [default: as the file says]
    #[arg(long, value_name = "X,Y|NODE")]
    start: Option<String>,

    /// Goal, likewise [default: as the file says]
    #[arg(long, value_name = "X,Y|NODE")]
    goal: Option<String>,
}

impl PlaceOptions {
    /// The places.
    pub(crate) fn places(&self) -> Places {
        let of = |text: &Option<String>| text.as_deref().map(|text| (cell(text), text.to_owned()));
        let (start, goal) = (of(&self.start), of(&self.goal));
        let node = |place: &Option<(Option<Spot>, String)>| match place {
            Some((None, name)) => Some(name.clone()),
            _ => None,
        };
        Places {
            nodes: [node(&start), node(&goal)],
            start: start.and_then(|(cell, _)| cell),
            goal: goal.and_then(|(cell, _)| cell),
        }
    }
}

/// A cell from `X,Y` or `X,Y,FLOOR`, by the numbers of the editor; `None` for anything else.
pub(crate) fn cell(text: &str) -> Option<Spot> {
    let numbers: Vec<i32> =
        text.split(',').map(|part| part.trim().parse()).collect::<Result<_, _>>().ok()?;
    let (x, y, floor) = match numbers[..] {
        [x, y] => (x, y, 0),
        [x, y, floor] => (x, y, floor),
        _ => return None,
    };
    Some(Spot { floor: floor.try_into().ok()?, row: y.into(), col: x.into() })
}

/// A level of a file.
pub(crate) struct Item {
    /// The name of the file, with a number if the file has several levels.
    pub(crate) name: String,
    /// The level.
    pub(crate) level: Level,
    /// The names that the file gives to its things.
    pub(crate) names: Names,
    /// The guesses on which the level rests, in words.
    pub(crate) guesses: Vec<String>,
    /// The kind of the file.
    pub(crate) form: Form,
}

impl FileOptions {
    /// The text of a file; `-` is standard input.
    ///
    /// # Errors
    /// If it cannot be read, is too large or is not text; the error names the file.
    pub(crate) fn text(&self, path: &Path) -> Result<String> {
        let bytes = bytes(path)?;
        match &self.encoding {
            None => decoded(path, bytes),
            Some(label) => {
                let encoding = encoding(label)?;
                let (text, _, has_faults) = encoding.decode(&bytes);
                if has_faults {
                    let (name, encoding) = (name(path), encoding.name());
                    return Err(invalid(format_args!("{name}: is not {encoding} text")));
                }
                Ok(text.into_owned())
            }
        }
    }

    /// All levels of a file, or the one that is asked for. A level with a fault is an error in its place.
    ///
    /// # Errors
    /// If the file cannot be read or has no level; the error names the file and the place.
    pub(crate) fn items(&self, path: &Path, places: Places) -> Result<Vec<Result<Item>>> {
        self.items_of(path, &self.text(path)?, places, None)
    }

    /// The same for the text of a file, of a known kind if there is one.
    ///
    /// # Errors
    /// If it has no level; the error names the file and the place.
    pub(crate) fn items_of(
        &self,
        path: &Path,
        text: &str,
        places: Places,
        form: Option<Form>,
    ) -> Result<Vec<Result<Item>>> {
        let found = self.found(path, text, places, form)?;
        let (guesses, form) = (found.guesses(), found.form);
        let is_one = found.levels.len() == 1;
        if let Some(wanted) = &self.level {
            let level = found.pick(wanted).map_err(|error| match error {
                LevelFileError::Missing(..) => usage(error),
                error => fault(path, &error),
            })?;
            let (name, names) = (name(path), Names::of(text));
            return Ok(vec![Ok(Item { name, level, names, guesses, form })]);
        }
        let item = |(number, level): (usize, Result<Level, LevelFileError>)| {
            if is_one {
                let level = level.map_err(|error| fault(path, &error))?;
                let (name, names) = (name(path), Names::of(text));
                return Ok(Item { name, level, names, guesses: guesses.clone(), form });
            }
            let name = format!("{} {}", name(path), number + 1);
            let level = level.map_err(|error| board(format_args!("{name}: {error}")))?;
            Ok(Item { name, level, names: Names::default(), guesses: guesses.clone(), form })
        };
        Ok(found.levels.into_iter().enumerate().map(item).collect())
    }

    /// The only level of a file, or the one that is asked for.
    ///
    /// # Errors
    /// If the file cannot be read, has no level or several; the error names the file and the place.
    pub(crate) fn only(&self, path: &Path, places: Places) -> Result<Item> {
        only(path, self.items(path, places)?)
    }

    /// The levels in the text of a file; notes go to standard error.
    ///
    /// # Errors
    /// If it has no level; the error names the file and the place.
    pub(crate) fn found(
        &self,
        path: &Path,
        text: &str,
        places: Places,
        form: Option<Form>,
    ) -> Result<FileLevels> {
        let beside = |source: &str| text_beside(path, source);
        let mut aliases = self.map.table()?;
        aliases.start = places.start;
        aliases.goals = places.goal.into_iter().collect();
        aliases.level.clone_from(&self.level);
        let is_named = places.nodes.iter().any(Option::is_some);
        aliases.nodes = places.nodes;
        let game = self.game.as_deref().map(game_of).transpose()?;
        let file = ask::file::File {
            name: &path.to_string_lossy(),
            text,
            form,
            game: game.as_deref(),
            aliases: &aliases,
            beside: &beside,
        };
        let found = ask::file::levels(&file).map_err(|error| fault(path, &error))?;
        if is_named && found.form != Form::Graph {
            return Err(usage(format_args!(
                "--start and --goal take names of nodes for drawn graphs; {} is none: give X,Y, or --goal room:ID",
                name(path)
            )));
        }
        for note in &found.notes {
            note!("{}: note: {note}", name(path));
        }
        let guesses = found.guesses();
        if !guesses.is_empty() {
            note!(
                "{}: guessed: {}; `quandary map` writes a table of all names",
                name(path),
                guesses.join(", ")
            );
        }
        Ok(found)
    }
}

/// The only level of a file.
///
/// # Errors
/// The fault of the level; if there are several.
pub(crate) fn only(path: &Path, mut items: Vec<Result<Item>>) -> Result<Item> {
    match (items.pop(), items.len()) {
        (Some(item), 0) => item,
        (_, others) => Err(invalid(format_args!(
            "{}: holds {} levels; --level N takes one of them",
            name(path),
            others + 1
        ))),
    }
}

/// An error of a file, with its name.
fn fault(path: &Path, error: &LevelFileError) -> anyhow::Error {
    invalid(format_args!("{}: {error}", name(path)))
}

/// The game of a level: the text of a file, or a name.
fn game_of(game: &str) -> Result<String> {
    let path = Path::new(game);
    if path.is_file() { text(path) } else { Ok(game.to_owned()) }
}

/// The encoding with a name.
fn encoding(label: &str) -> Result<&'static Encoding> {
    let alias = match label.to_ascii_lowercase().strip_prefix("cp") {
        Some(number) => format!("windows-{number}"),
        None => label.to_owned(),
    };
    let found = Encoding::for_label(label.as_bytes());
    found.or_else(|| Encoding::for_label(alias.as_bytes())).ok_or_else(|| {
        usage(format_args!(
            "--encoding {label}: is unknown; known are latin1, latin2, cp1250, cp1251, cp1252, koi8-r, utf-16le, shift_jis and the other names of the web"
        ))
    })
}

/// The bytes of a file; `-` is standard input.
fn bytes(path: &Path) -> Result<Vec<u8>> {
    let source: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).map_err(|error| unreadable(path, &error))?)
    };
    let mut bytes = Vec::new();
    let read = source.take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > LARGEST {
        return Err(invalid(format_args!("{}: is larger than {} MiB", name(path), LARGEST >> 20)));
    }
    Ok(bytes)
}

/// The text of bytes: UTF-16 with a byte order mark, the encoding that XML declares, or else UTF-8.
fn decoded(path: &Path, bytes: Vec<u8>) -> Result<String> {
    let declared = Encoding::for_bom(&bytes).map(|(encoding, _)| encoding);
    let declared = declared.or_else(|| declared_in_xml(&bytes));
    if let Some(encoding) = declared.filter(|encoding| *encoding != UTF_8) {
        let (text, _, has_faults) = encoding.decode(&bytes);
        if has_faults {
            let (name, encoding) = (name(path), encoding.name());
            return Err(invalid(format_args!(
                "{name}: is not the {encoding} text that it says it is"
            )));
        }
        return Ok(text.into_owned());
    }
    String::from_utf8(bytes).map_err(|error| {
        let name = name(path);
        if let Some(what) = kind_of_bytes(error.as_bytes()) {
            return invalid(format_args!("{name}: {what}"));
        }
        let good = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or(&[]);
        let line = good.iter().filter(|&&byte| byte == b'\n').count() + 1;
        invalid(format_args!(
            "{name}: line {line}: is not UTF-8 text; --encoding NAME names another, such as latin1 or cp1250"
        ))
    })
}

/// The encoding in the declaration of an XML file.
fn declared_in_xml(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..bytes.len().min(200))?;
    let head: String = head.iter().map(|&byte| char::from(byte)).collect();
    let declaration = head.strip_prefix("<?xml")?.split("?>").next()?;
    let (_, rest) = declaration.split_once("encoding")?;
    let label = rest.split(['"', '\'']).nth(1)?;
    Encoding::for_label(label.as_bytes())
}

/// The text of a file; `-` is standard input.
///
/// # Errors
/// If it cannot be read, is too large or is not text; the error names the file.
pub(crate) fn text(path: &Path) -> Result<String> {
    decoded(path, bytes(path)?)
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

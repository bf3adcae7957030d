//! Levels from files: the kind of a file, and its levels.
//!
//! All interfaces read through [`levels`], so they accept the same files. The text decides the kind; the extension of
//! the name decides only between similar kinds, such as Sokoban levels and drawings.

use crate::unread;
use dungeon::json::verifiable;
use formats::aliases::Aliases;
use formats::import::{ForeignName, Import, guesses};
use formats::vglc::ImportError;
use formats::vglc::graph::EdgeS;
use formats::vglc::tiles::looks_like_tiles;
use formats::{arrays, donjon, drawing, foundry, graph, gvgai, ldtk, nethack, roguelike, tiled};
use formats::{tscn, uvtt, vglc, watabou, xsb};
use level::Level;
use level::formats::json::{FORMAT, ReadError};
use serde::Serialize;
use serde::de::IgnoredAny;
use std::borrow::Cow;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Form {
    /// JSON of this project: a level, a mission, an area or a dungeon. Several values in a row are several levels.
    #[serde(rename = "Quandary")]
    Json,
    /// A drawing with one letter for each tile.
    #[serde(rename = "Quandary")]
    Drawing,
    /// A map of Tiled, as JSON, XML or Lua; a world of maps, or a layer as numbers.
    Tiled,
    /// An LDtk project.
    #[serde(rename = "LDtk")]
    Ldtk,
    /// Sokoban levels.
    Sokoban,
    /// Tiles or a room graph of the Video Game Level Corpus.
    #[serde(rename = "VGLC")]
    Corpus,
    /// A mission as a graph of Graphviz, GraphML or Mermaid.
    #[serde(rename = "graph")]
    Graph,
    /// A drawing with the letters of roguelikes.
    #[serde(rename = "roguelike")]
    Roguelike,
    /// A level of NetHack or MiniHack.
    NetHack,
    /// A level of GVGAI.
    #[serde(rename = "GVGAI")]
    Gvgai,
    /// An array of numbers, as games of `pcg_benchmark` have.
    #[serde(rename = "array")]
    Array,
    /// A One Page Dungeon of Watabou.
    Watabou,
    /// A dungeon of donjon.
    #[serde(rename = "donjon")]
    Donjon,
    /// A map of Universal VTT.
    #[serde(rename = "Universal VTT")]
    Uvtt,
    /// A scene of Foundry.
    Foundry,
    /// A scene of Godot that was written from a level.
    Godot,
}

/// A file to read.
#[derive(Clone, Copy)]
pub struct File<'a> {
    /// Its name, or its path.
    pub name: &'a str,
    /// Its text; a byte order mark is ignored.
    pub text: &'a str,
    /// Its kind, if it is known; otherwise its text and its name decide.
    pub form: Option<Form>,
    /// The game of a level of GVGAI or of an array: its name, or the text of its description.
    pub game: Option<&'a str>,
    /// The meanings of the names of its tiles and objects.
    pub aliases: &'a Aliases,
    /// Reads a neighbouring file, such as a tile set, by its name in this file; the error is the reason for failing.
    pub beside: &'a dyn Fn(&str) -> Result<String, String>,
}

/// The levels of a file.
#[derive(Debug)]
pub struct FileLevels {
    /// The kind of the file.
    pub form: Form,
    /// The levels in order, at least one; a level with a fault is left out by its fault.
    pub levels: Vec<Result<Level, LevelFileError>>,
    /// Remarks for the user, for example about ignored objects.
    pub notes: Vec<String>,
    /// The foreign names of the file with the meanings that they were given.
    pub names: Vec<ForeignName>,
    /// Other guesses on which the levels rest, in words.
    pub guessed: Vec<String>,
}

/// The reason why a file has no level.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LevelFileError {
    /// A fault in the text, with its place.
    #[error(transparent)]
    Level(#[from] ReadError),
    /// A fault in the map.
    #[error(transparent)]
    Map(#[from] tiled::TiledError),
    /// A fault in the tiles or the graph of the corpus.
    #[error("{0}")]
    Corpus(String),
    /// A known kind of file that contains no level.
    #[error("{0}")]
    Kind(&'static str),
    /// A fault in one of several levels.
    #[error("level {0}: {1}")]
    Numbered(usize, Box<Self>),
    /// Several levels, where one is needed.
    #[error("holds {0} levels; expected one")]
    Several(usize),
    /// No level has the number or the name.
    #[error("--level {0}: the file holds {1}")]
    Missing(String, String),
}

impl From<ImportError> for LevelFileError {
    fn from(error: ImportError) -> Self {
        Self::Corpus(error.to_string().trim_end().to_owned())
    }
}

impl LevelFileError {
    /// The field with the fault, and the fault; the field is empty for the whole text.
    #[must_use]
    pub fn parts(&self) -> (&str, String) {
        match self {
            Self::Level(
                ReadError::Json { field, message, .. } | ReadError::Field { field, message },
            ) => (field.trim_matches('.'), message.clone()),
            other => ("", other.to_string()),
        }
    }
}

impl Form {
    /// The kind of a JSON object.
    fn of_json(text: &str) -> Self {
        let is = |(_, is): &&Test| is(text);
        match OBJECTS.iter().find(is) {
            Some((form, _)) => *form,
            None if ldtk::is_own(text) || head(text).contains(LDTK) => Self::Ldtk,
            None => Self::Json,
        }
    }

    /// The kind of a text; `name` is the name of its file.
    #[must_use]
    pub fn of(name: &str, text: &str) -> Self {
        let (text, ending) = (text.trim_start(), ending(name));
        match ending.as_str() {
            "xsb" | "sok" => Self::Sokoban,
            "ldtk" => Self::Ldtk,
            "csv" if tiled::is_rows(text) => Self::Tiled,
            _ if xsb::is_slc(text) || is_sokoban(text) => Self::Sokoban,
            _ if tiled::is_map(text) => Self::Tiled,
            _ if text.starts_with('{') => Self::of_json(text),
            _ if tscn::is(text) => Self::Godot,
            _ if vglc::graph::is_of_corpus(text) || looks_like_tiles(text) => Self::Corpus,
            _ if text.starts_with(FORMAT) => Self::Drawing,
            _ => {
                let is = |(_, is): &&Test| is(text);
                TEXTS.iter().find(is).map_or(Self::Drawing, |(form, _)| *form)
            }
        }
    }
}

/// A kind of file, and the test for it.
type Test = (Form, fn(&str) -> bool);

/// Kinds of texts that are no JSON objects; the first one is taken.
const TEXTS: [Test; 8] = [
    (Form::Graph, graph::is_dot),
    (Form::Graph, graph::is_graphml),
    (Form::Graph, graph::is_mermaid),
    (Form::Array, arrays::is),
    (Form::NetHack, nethack::is),
    (Form::Donjon, donjon::is),
    (Form::Gvgai, gvgai::is),
    (Form::Roguelike, roguelike::is),
];

/// Kinds of JSON objects.
const OBJECTS: [Test; 4] = [
    (Form::Watabou, watabou::is),
    (Form::Donjon, donjon::is),
    (Form::Uvtt, uvtt::is),
    (Form::Foundry, foundry::is),
];

impl FileLevels {
    fn of(form: Form, import: Import) -> Self {
        let Import { levels, notes, names, guessed } = import;
        let levels = levels.into_iter().map(|level| level.map_err(LevelFileError::from));
        Self { form, levels: levels.collect(), notes, names, guessed }
    }

    /// One level without notes.
    fn one(form: Form, level: Level) -> Self {
        Self::of(form, Import::one(level, Vec::new()))
    }

    /// The guesses on which the levels rest, in words; empty for levels that rest on none.
    #[must_use]
    pub fn guesses(&self) -> Vec<String> {
        let mut words = guesses(&self.names);
        words.extend(self.guessed.iter().cloned());
        words
    }

    /// The only level.
    ///
    /// # Errors
    /// Fails if there are several; the fault of the level.
    pub fn only(mut self) -> Result<Level, LevelFileError> {
        match (self.levels.pop(), self.levels.len()) {
            (Some(level), 0) => level,
            (last, others) => Err(LevelFileError::Several(others + usize::from(last.is_some()))),
        }
    }

    /// The level of a number, counted from 1, or of a name.
    ///
    /// # Errors
    /// Fails if there is no such level; the fault of the level.
    pub fn pick(self, wanted: &str) -> Result<Level, LevelFileError> {
        let many = self.levels.len();
        let is_named = |level: &Result<Level, _>| matches!(level, Ok(Level { name: Some(name), .. }) if name == wanted);
        let at = wanted.parse().ok().and_then(|number: usize| number.checked_sub(1));
        let at = at.filter(|at| *at < many).or_else(|| self.levels.iter().position(is_named));
        let level = at.and_then(|at| self.levels.into_iter().nth(at));
        level.unwrap_or_else(|| {
            let many = diagnostics::counted(many as u64, "level", "levels");
            Err(LevelFileError::Missing(wanted.to_owned(), many))
        })
    }
}

/// Reads the levels of a file.
///
/// # Errors
/// The fault of the text, with its place; or the kind of a file without levels.
///
/// ```
/// use quandary_ask::file::{File, Form, levels};
///
/// let none = |name: &str| Err(format!("there is no {name}"));
/// let file = File { name: "one.xsb", text: "#####\n#@$.#\n#####\n", form: None, game: None, aliases: &Default::default(), beside: &none };
/// let found = levels(&file)?;
/// assert_eq!((found.form, found.levels.len()), (Form::Sokoban, 1));
/// # Ok::<(), quandary_ask::file::LevelFileError>(())
/// ```
pub fn levels(file: &File<'_>) -> Result<FileLevels, LevelFileError> {
    let text = file.text.strip_prefix('\u{feff}').unwrap_or(file.text);
    let text = &*lines(text);
    let mut form = file.form.unwrap_or_else(|| Form::of(file.name, text));
    if let Some((name, meaning)) = file.aliases.contents() {
        match form {
            // The general drawing takes contents.
            Form::Roguelike | Form::Gvgai => form = Form::Drawing,
            Form::Drawing | Form::Tiled | Form::Ldtk => {}
            _ => {
                return Err(LevelFileError::Corpus(format!(
                    "--map: {name:?} is {:?}; files of this kind take tiles only",
                    meaning.to_string()
                )));
            }
        }
    }
    // The copy has met no names of the table yet.
    let file = &File { aliases: &file.aliases.clone(), ..*file };
    let mut found = match form {
        Form::Sokoban => FileLevels::of(form, xsb::boards(text, file.aliases)),
        Form::Drawing => match unread::text(text) {
            Some(kind) => return Err(LevelFileError::Kind(kind)),
            None => FileLevels::of(form, drawing::read(text, file.aliases)?),
        },
        Form::Json => of_json(text, file.aliases)?,
        Form::Tiled => {
            let read = tiled::read_with(text, &file.beside, file.aliases)?;
            let names = read.names;
            FileLevels { names, notes: read.notes, ..FileLevels::one(form, read.level) }
        }
        Form::Graph => FileLevels::of(form, graph::read(text, file.aliases)?),
        Form::Roguelike => FileLevels::of(form, roguelike::read(text, file.aliases)?),
        Form::NetHack => FileLevels::of(form, nethack::read(text, file.aliases)?),
        Form::Gvgai => FileLevels::of(form, gvgai::read(text, file.game, file.aliases)?),
        Form::Array => FileLevels::of(form, arrays::read(text, file.game, file.aliases)?),
        Form::Watabou => FileLevels::of(form, watabou::read(text, file.aliases)?),
        Form::Donjon => FileLevels::of(form, donjon::read(text, file.aliases)?),
        Form::Uvtt => FileLevels::of(form, uvtt::read(text, file.aliases)?),
        Form::Foundry => FileLevels::of(form, foundry::read(text, file.aliases)?),
        Form::Godot => FileLevels::of(form, tscn::read(text, file.aliases)?),
        Form::Ldtk => FileLevels::of(form, ldtk::read(text, file.aliases, &file.beside)?),
        Form::Corpus => {
            let (tiles, graph) =
                if is_graph(text) { (None, Some(text)) } else { (Some(text), None) };
            let import = vglc::import_with(tiles, graph, EdgeS::Stair, file.aliases)?;
            FileLevels { notes: import.report.notes, ..FileLevels::one(form, import.level) }
        }
    };
    // These two look up names that their definitions have and no cell, and tell of the others themselves.
    if !matches!(form, Form::Tiled | Form::Ldtk) {
        found.notes.extend(file.aliases.unmet());
    }
    Ok(found)
}

/// Reads the levels of a text without a file.
///
/// # Errors
/// As [`levels`]; the text cannot refer to other files.
pub fn levels_of(text: &str) -> Result<FileLevels, LevelFileError> {
    let none = |name: &str| Err(format!("{name} did not come with it"));
    levels(&File {
        name: "",
        text,
        form: None,
        game: None,
        aliases: &Aliases::default(),
        beside: &none,
    })
}

/// A text with line feeds at the ends of its lines, in place of CR and of CR LF.
fn lines(text: &str) -> Cow<'_, str> {
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n").into(),
        false => text.into(),
    }
}

/// True for a Graphviz graph.
#[must_use]
pub fn is_graph(text: &str) -> bool {
    let text = text.trim_start();
    ["digraph", "graph", "strict digraph"].iter().any(|word| {
        text.strip_prefix(word).is_some_and(|rest| rest.trim_start().starts_with(['{', '"']))
    })
}

/// True for levels of Sokoban: lines of its squares that have a wall, and a block. No drawing of ours has that block.
fn is_sokoban(text: &str) -> bool {
    let is_row =
        |line: &&str| line.contains('#') && line.chars().all(|letter| "#@+$*.-_ ".contains(letter));
    let mut rows = head(text).lines().filter(is_row).peekable();
    rows.peek().is_some() && rows.any(|row| row.contains('$'))
}

/// The extension of a name, in lower case.
fn ending(name: &str) -> String {
    name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase()).unwrap_or_default()
}

/// The beginning of a text, which shows the kind of the file.
fn head(text: &str) -> &str {
    let end = text.char_indices().nth(4_000).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// A field that every LDtk project has near its beginning.
const LDTK: &str = "\"__FORCED_REFS\"";

/// The levels of JSON values in a row. Places that the user gives replace those of the levels.
fn of_json(text: &str, aliases: &Aliases) -> Result<FileLevels, LevelFileError> {
    let one = |text: &str| {
        let read = verifiable::read(text).map_err(|error| {
            unread::object(text).map_or_else(|| error.into(), LevelFileError::Kind)
        });
        Ok(aliases.placed(read?)?)
    };
    match values(text)[..] {
        [only] => Ok(FileLevels::one(Form::Json, one(only)?)),
        ref several => {
            let numbered = |(at, text): (usize, &&str)| {
                one(text).map_err(|error| LevelFileError::Numbered(at + 1, Box::new(error)))
            };
            let levels = several.iter().enumerate().map(numbered).collect();
            Ok(FileLevels { levels, ..FileLevels::of(Form::Json, Import::default()) })
        }
    }
}

/// The JSON values in a row. If a value is incomplete, the whole text, so its reader reports the fault.
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

#[cfg(test)]
mod tests {
    use super::*;
    use level::formats::text;

    fn said(name: &str, text: &str) -> String {
        let none = |name: &str| Err(format!("there is no {name}"));
        let file = File {
            name,
            text,
            form: None,
            game: None,
            aliases: &Aliases::default(),
            beside: &none,
        };
        levels(&file)
            .and_then(FileLevels::only)
            .map_or_else(|error| error.to_string(), |_| String::new())
    }

    #[test]
    fn files_of_known_kinds_that_hold_no_level_are_named() {
        let check = |text: &str, part: &str| {
            let said = said("a", text);
            assert!(said.contains(part), "{text} {said}");
        };
        check(r#"{"board": [], "rack": "abc", "solution": {}}"#, "riddle --play");
        check("<svg xmlns=\"\">", "picture");
        check("<tileset>", "tile set");
        check("<html>", "XML");
        check("title a\nOBJECTS\nLEGEND\nCOLLISIONLAYERS\n", "PuzzleScript");
        check("BasicGame\n    SpriteSet\n", "--game FILE");
        check("graph [\n node [ id 0 ]\n]", "GML");
        check("@startuml\nA --> B\n", "PlantUML");
        check(r#"{"nodes": [], "links": []}"#, "GraphML");
        check(r#"{"type": "FeatureCollection"}"#, "GeoJSON");
    }

    #[test]
    fn lines_may_end_with_cr_lf_or_both() {
        let drawn = "#####\n#@k+*#\n#####\n".replace("@k+*", "@.*");
        let read = |text: &str| levels_of(text).and_then(FileLevels::only).unwrap();
        for end in ["\r", "\r\n"] {
            assert_eq!(read(&drawn.replace('\n', end)), read(&drawn));
        }
    }

    #[test]
    fn the_text_tells_its_kind_and_else_the_ending() {
        let check =
            |name: &str, text: &str, form| assert_eq!(Form::of(name, text), form, "{name} {text}");
        check("a.txt", "digraph {\n0 -> 1}", Form::Graph);
        check(
            "a.txt",
            "digraph {\n0 [label=\"s\"]\n1 [label=\"t\"]\n0 -> 1 [label=\"\"]\n}",
            Form::Corpus,
        );
        check("a", &format!("{}\n", "WWFFFFFDFWW\n".repeat(16)), Form::Corpus);
        for drawing in
            ["#####\n#@.*#\n#####\n", "quandary/level/1\n\n@*\n", "", "graphs", "@.WFW.*"]
        {
            check("a.txt", drawing, Form::Drawing);
        }
        check("a.XSB", "#####\n#@$.#\n#####\n", Form::Sokoban);
        check("a.json", "{\"format\": \"quandary/level/1\"}", Form::Json);
        check("a.json", "{\n\t\"__header__\": {},\n\t\"__FORCED_REFS\": {}}", Form::Ldtk);
        check("a.LDtk", "{}", Form::Ldtk);
        check("-", "\n<map width=\"1\">", Form::Tiled);
    }

    #[test]
    fn names_of_the_table_that_occur_nowhere_are_noted_for_every_kind() {
        let none = |name: &str| Err(format!("there is no {name}"));
        let check = |name: &str, text: &str, form: Form, met: &str| {
            let table = Aliases::of([(met, "FLOOR"), ("\u{3a9}", "WALL")]).expect("a table");
            let file = File { name, text, form: None, game: None, aliases: &table, beside: &none };
            let found = levels(&file).expect(text);
            let note = "--map: \"\u{3a9}\" names nothing in the file".to_owned();
            assert!(found.notes.contains(&note), "{text}: {:?}", found.notes);
            assert_eq!(found.form, form, "{text}");
            assert_eq!(levels(&file).expect(text).notes, found.notes, "a second time");
        };
        check("a.xsb", "#####\n#@$.x#\n#####\n", Form::Sokoban, "x");
        check("a.txt", "@y*\n", Form::Drawing, "y");
        check("a.txt", "#####\n#@.}>#\n#####\n", Form::Roguelike, "}");
        check("a.txt", "wwwww\nwA.gw\nwwwww\n", Form::Gvgai, ".");
        check("a.json", "[[1,1,1],[1,1,1]]", Form::Array, "1");
        let watabou = r#"{"version":"1.2.7","title":"T","rects":[{"x":0,"y":0,"w":3,"h":3},{"x":3,"y":1,"w":1,"h":1,
            "ending":true}],"doors":[{"x":3,"y":1,"dir":{"x":1,"y":0},"type":3}],"notes":[],"columns":[],
            "water":[{"x":1,"y":1}]}"#;
        check("a.json", watabou, Form::Watabou, "water");
        let level = level::formats::json::print(&text::read("@*\n").expect("a level"));
        let table = Aliases::of([("x", "WALL"), ("y", "WALL")]).expect("a table");
        let file =
            File { name: "", text: &level, form: None, game: None, aliases: &table, beside: &none };
        let notes = levels(&file).expect("a level").notes;
        assert_eq!(notes, ["--map: \"x\", \"y\" name nothing in the file"]);
    }

    #[test]
    fn values_one_after_another_are_several_levels() {
        let level = level::formats::json::print(&text::read("@*\n").expect("a level"));
        let found = levels_of(&format!("{level}\n{level}\n")).expect("two levels");
        assert_eq!(found.levels.len(), 2);
        assert_eq!(said("a", &level.repeat(2)), "holds 2 levels; expected one");
        let found = levels_of(&format!("{level}{{}}")).expect("a level");
        assert!(found.levels[0].is_ok() && found.levels[1].is_err());
    }
}

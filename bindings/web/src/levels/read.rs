//! Reads levels from texts of any format, and from the two halves (tiles and graph) of a dungeon of the VGLC corpus.

use crate::refusal::{Refusal, written};
use ::level::Level;
use ::level::formats::json;
use ask::file::{File, FileLevels, Form, is_graph, levels, levels_of};
use formats::aliases::{Aliases, Spot};
use formats::import::{Basis, ForeignName};
use formats::vglc::graph::EdgeS;
use formats::vglc::tiles::looks_like_tiles;
use formats::{drawing, gvgai, mapping, vglc};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// A query to read a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadQuery {
    /// The file name; its extension may decide the format.
    #[serde(default)]
    name: String,
    /// The text of the file.
    text: String,
    /// The tile names for names of other editors.
    #[serde(default)]
    aliases: BTreeMap<String, String>,
    /// The game of a level of GVGAI or of an array, if no accompanying file describes it.
    #[serde(default)]
    game: Option<String>,
    /// The column and the row of the start, counted from 0, in place of what the file says.
    #[serde(default)]
    start: Option<(i64, i64)>,
    /// The same for the goal.
    #[serde(default)]
    goal: Option<(i64, i64)>,
    /// Accompanying files by name, such as tile sets and templates of Tiled, or the other half of a dungeon of the
    /// corpus.
    #[serde(default)]
    beside: BTreeMap<String, String>,
    /// The names of the accompanying files that were read.
    #[serde(skip)]
    used: RefCell<BTreeSet<String>>,
}

impl ReadQuery {
    /// Reads the file. Returns each level as JSON, the format, notes, and the names of the file with their meanings. A
    /// file without a readable level, but with names, has a fault, since other meanings may make it readable.
    pub(super) fn answer(self) -> Result<String, Refusal> {
        let mut aliases = Aliases::of(self.aliases.iter()).map_err(Refusal::input)?;
        aliases.lists_unknown = true;
        aliases.start = self.start.map(Spot::at);
        aliases.goals = self.goal.map(Spot::at).into_iter().collect();
        let found = match self.found(&aliases) {
            Ok(found) => found,
            Err(refusal) => return self.faulty(&aliases, refusal),
        };
        let guessed = found.guesses();
        let FileLevels { form, levels: read, mut notes, names, guessed: others } = found;
        let many = read.len();
        let (mut levels, mut faults) = (Vec::new(), Vec::new());
        for (number, level) in (1..).zip(read) {
            match level {
                Ok(mut level) => {
                    level.name.get_or_insert_with(|| self.stem().to_owned());
                    levels.push(json::print(&level));
                }
                Err(error) if many == 1 && names.is_empty() => return Err(error.into()),
                Err(error) if many == 1 => faults.push(error.to_string()),
                Err(error) => faults.push(format!("level {number} is left out: {error}")),
            }
        }
        let fault = if levels.is_empty() { faults.pop() } else { None };
        notes.extend(faults);
        notes.extend(self.unused());
        let table = (!names.is_empty()).then(|| mapping::table(&self.name, &names));
        let names: Vec<Value> = names.iter().map(name).collect();
        written(&json!({
            "form": form, "levels": levels, "fault": fault, "notes": notes, "guessed": guessed, "others": others,
            "names": names, "table": table,
        }))
    }

    /// The answer for a drawing with letters that nothing gives a meaning.
    fn faulty(&self, aliases: &Aliases, refusal: Refusal) -> Result<String, Refusal> {
        let form = Form::of(&self.name, &self.text);
        let names = match form {
            Form::Drawing if refusal.error.contains("for no tile") => {
                drawing::unknown(&self.text, aliases)
            }
            _ => Vec::new(),
        };
        if names.is_empty() || names.len() > MOST_LETTERS {
            return Err(refusal);
        }
        let table = mapping::table(&self.name, &names);
        let names: Vec<Value> = names.iter().map(name).collect();
        written(&json!({
            "form": form, "levels": [], "fault": refusal.error, "notes": [], "guessed": [], "others": [],
            "names": names, "table": table,
        }))
    }

    /// The file name without its extension.
    fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(&self.name, |(stem, _)| stem)
    }

    fn found(&self, aliases: &Aliases) -> Result<FileLevels, Refusal> {
        if Form::of(&self.name, &self.text) == Form::Corpus
            && let Some(found) = self.both_halves(aliases)?
        {
            return Ok(found);
        }
        let beside = |name: &str| self.fetch(name);
        let file = File {
            name: &self.name,
            text: &self.text,
            form: None,
            game: self.game(),
            aliases,
            beside: &beside,
        };
        Ok(levels(&file)?)
    }

    /// A dungeon of the corpus, if both its tiles and its graph were given.
    fn both_halves(&self, aliases: &Aliases) -> Result<Option<FileLevels>, Refusal> {
        let is_first_graph = is_graph(&self.text);
        let is_other = |text: &str| match is_first_graph {
            true => looks_like_tiles(text),
            false => is_graph(text),
        };
        let Some(other) = self.first_of(is_other) else { return Ok(None) };
        let (tiles, graph) = match is_first_graph {
            true => (other, self.text.as_str()),
            false => (self.text.as_str(), other),
        };
        let import = vglc::import_with(Some(tiles), Some(graph), EdgeS::Stair, aliases);
        let import = import.map_err(Refusal::input)?;
        let (levels, notes) = (vec![Ok(import.level)], import.report.notes);
        Ok(Some(FileLevels {
            form: Form::Corpus,
            levels,
            notes,
            names: Vec::new(),
            guessed: Vec::new(),
        }))
    }

    fn fetch(&self, name: &str) -> Result<String, String> {
        let short = name.rsplit('/').next().unwrap_or(name);
        let found = self.first_named(name).or_else(|| self.first_named(short));
        found
            .map(str::to_owned)
            .ok_or_else(|| format!("{name} is not there; drop it together with the map"))
    }

    /// The accompanying file of a name.
    fn first_named(&self, name: &str) -> Option<&str> {
        let text = self.beside.get(name)?;
        self.used.borrow_mut().insert(name.to_owned());
        Some(text)
    }

    /// The first accompanying file that passes a test.
    fn first_of(&self, is: impl Fn(&str) -> bool) -> Option<&str> {
        let (name, text) = self.beside.iter().find(|(_, text)| is(text))?;
        self.used.borrow_mut().insert(name.clone());
        Some(text)
    }

    /// The name or the description of the game.
    fn game(&self) -> Option<&str> {
        self.first_of(gvgai::is_game).or(self.game.as_deref())
    }

    /// A note on accompanying files that were not read.
    fn unused(&self) -> Option<String> {
        let used = self.used.borrow();
        let rest: Vec<&str> =
            self.beside.keys().filter(|name| !used.contains(*name)).map(String::as_str).collect();
        let they = if rest.len() == 1 { "is not read" } else { "are not read" };
        (!rest.is_empty())
            .then(|| format!("{} {they}: {} names no such file", rest.join(", "), self.name))
    }
}

/// The most letters without a meaning in a text that may be a drawing.
const MOST_LETTERS: usize = 40;

/// A foreign name with its meaning, for a table that a person corrects.
fn name(found: &ForeignName) -> Value {
    let (basis, why) = match found.basis {
        Basis::Own => ("own", ""),
        Basis::Given => ("given", ""),
        Basis::Guessed(why) => ("guessed", why),
        Basis::Unknown => ("unknown", ""),
    };
    json!({
        "name": found.name, "kind": found.kind, "times": found.times, "first": found.first,
        "meaning": found.meaning.to_string(), "basis": basis, "why": why,
    })
}

/// Reads the level of a query.
///
/// # Errors
/// An error in the text, with its place.
pub(super) fn own(text: &str) -> Result<Level, Refusal> {
    Ok(levels_of(text)?.only()?)
}

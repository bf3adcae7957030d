//! Reads levels from texts of any format, and from the two halves (tiles and graph) of a dungeon of the VGLC corpus.

use crate::refusal::{Refusal, written};
use ::level::formats::json;
use ::level::Level;
use ask::file::{File, FileLevels, Form, is_graph, levels, levels_of};
use formats::aliases::{Aliases, Spot};
use formats::import::{Basis, ForeignName};
use formats::vglc;
use formats::vglc::graph::EdgeS;
use formats::vglc::tiles::looks_like_tiles;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

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
    /// The game of a level of GVGAI or of an array: its name, or the text of its description.
    game: Option<String>,
    /// The column and the row of the start, counted from 0, in place of what the file says.
    start: Option<(i64, i64)>,
    /// The same for the goal.
    goal: Option<(i64, i64)>,
    /// Accompanying files by name, such as tile sets and templates of Tiled, or the other half of a dungeon of the
    /// corpus.
    #[serde(default)]
    beside: BTreeMap<String, String>,
}

impl ReadQuery {
    /// Reads the file. Returns each level as JSON, the format, and notes.
    pub(super) fn answer(self) -> Result<String, Refusal> {
        let found = self.found()?;
        let guessed = found.guesses();
        let FileLevels { form, levels: read, mut notes, names, .. } = found;
        let many = read.len();
        let mut levels = Vec::new();
        for (number, level) in (1..).zip(read) {
            match level {
                Ok(mut level) => {
                    level.name.get_or_insert_with(|| self.stem().to_owned());
                    levels.push(json::print(&level));
                }
                Err(error) if many == 1 => return Err(error.into()),
                Err(error) => notes.push(format!("level {number} is left out: {error}")),
            }
        }
        let names: Vec<Value> = names.iter().map(name).collect();
        written(
            &json!({"form": form, "levels": levels, "notes": notes, "guessed": guessed, "names": names}),
        )
    }

    /// The file name without its extension.
    fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(&self.name, |(stem, _)| stem)
    }

    fn found(&self) -> Result<FileLevels, Refusal> {
        let mut aliases = Aliases::of(self.aliases.iter()).map_err(Refusal::input)?;
        aliases.start = self.start.map(Spot::at);
        aliases.goals = self.goal.map(Spot::at).into_iter().collect();
        if Form::of(&self.name, &self.text) == Form::Corpus
            && let Some(found) = self.both_halves(&aliases)?
        {
            return Ok(found);
        }
        let beside = |name: &str| self.fetch(name);
        let file = File {
            name: &self.name,
            text: &self.text,
            form: None,
            game: self.game.as_deref(),
            aliases: &aliases,
            beside: &beside,
        };
        Ok(levels(&file)?)
    }

    /// A dungeon of the corpus, if both its tiles and its graph were given.
    fn both_halves(&self, aliases: &Aliases) -> Result<Option<FileLevels>, Refusal> {
        let is_first_graph = is_graph(&self.text);
        let is_other = |text: &&String| match is_first_graph {
            true => looks_like_tiles(text),
            false => is_graph(text),
        };
        let Some(other) = self.beside.values().find(is_other) else { return Ok(None) };
        let (tiles, graph) = match is_first_graph {
            true => (other, &self.text),
            false => (&self.text, other),
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
        let found = self.beside.get(name).or_else(|| self.beside.get(short));
        found.cloned().ok_or_else(|| format!("{name} is not there; drop it together with the map"))
    }
}

/// A foreign name with its meaning, for a table that a person corrects.
fn name(found: &ForeignName) -> Value {
    let why = match found.basis {
        Basis::Own | Basis::Given => None,
        Basis::Guessed(why) => Some(why),
        Basis::Unknown => Some("nothing says what it is"),
    };
    json!({
        "name": found.name, "kind": found.kind, "times": found.times, "first": found.first,
        "meaning": found.meaning.to_string(), "why": why,
    })
}

/// Reads the level of a query.
///
/// # Errors
/// An error in the text, with its place.
pub(super) fn own(text: &str) -> Result<Level, Refusal> {
    Ok(levels_of(text)?.only()?)
}

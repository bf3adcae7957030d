//! Reads levels from texts of any format, and from the two halves (tiles and graph) of a dungeon of the VGLC corpus.

use crate::refusal::{Refusal, written};
use ::level::Level;
use ::level::formats::json;
use ask::file::{File, FileLevels, Form, is_graph, levels, levels_of};
use formats::aliases::Aliases;
use formats::vglc;
use formats::vglc::graph::EdgeS;
use formats::vglc::tiles::looks_like_tiles;
use serde::Deserialize;
use serde_json::json;
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
    /// Accompanying files by name, such as tile sets and templates of Tiled, or the other half of a dungeon of the
    /// corpus.
    #[serde(default)]
    beside: BTreeMap<String, String>,
}

impl ReadQuery {
    /// Reads the file. Returns each level as JSON, the format, and notes.
    pub(super) fn answer(self) -> Result<String, Refusal> {
        let FileLevels { form, mut levels, notes } = self.found()?;
        for level in &mut levels {
            level.name.get_or_insert_with(|| self.stem().to_owned());
        }
        let levels: Vec<String> = levels.iter().map(json::print).collect();
        written(&json!({"form": form, "levels": levels, "notes": notes}))
    }

    /// The file name without its extension.
    fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(&self.name, |(stem, _)| stem)
    }

    fn found(&self) -> Result<FileLevels, Refusal> {
        let aliases = Aliases::of(self.aliases.iter()).map_err(Refusal::input)?;
        if Form::of(&self.name, &self.text) == Form::Corpus
            && let Some(found) = self.both_halves(&aliases)?
        {
            return Ok(found);
        }
        let beside = |name: &str| self.fetch(name);
        let file = File { name: &self.name, text: &self.text, aliases: &aliases, beside: &beside };
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
        let (levels, notes) = (vec![import.level], import.report.notes);
        Ok(Some(FileLevels { form: Form::Corpus, levels, notes }))
    }

    fn fetch(&self, name: &str) -> Result<String, String> {
        let short = name.rsplit('/').next().unwrap_or(name);
        let found = self.beside.get(name).or_else(|| self.beside.get(short));
        found.cloned().ok_or_else(|| format!("{name} is not there; drop it together with the map"))
    }
}

/// Reads the level of a query.
///
/// # Errors
/// An error in the text, with its place.
pub(super) fn own(text: &str) -> Result<Level, Refusal> {
    Ok(levels_of(text)?.only()?)
}

//! Levels out of texts of any form: ours, drawings, Tiled, LDtk, Sokoban, the corpus (VGLC).

use crate::refusal::{Refusal, written};
use ::formats::aliases::Aliases;
use ::level::Level;
use ::level::formats::{json, text};
use dungeon::json::judged;
use formats::vglc::graph::EdgeS;
use formats::vglc::tiles::looks_like_tiles;
use formats::{ldtk, tiled, xsb};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;

/// A file to be read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// Its name, whose ending may tell its form.
    #[serde(default)]
    name: String,
    /// Its text.
    text: String,
    /// The meaning of foreign names.
    #[serde(default)]
    aliases: BTreeMap<String, String>,
    /// Files that came with it, such as tile sets and templates of Tiled, or the other half of a dungeon of the corpus; by name.
    #[serde(default)]
    beside: BTreeMap<String, String>,
}

/// The levels of a file, and what was noticed.
struct Found {
    form: &'static str,
    levels: Vec<Level>,
    notes: Vec<String>,
}

impl Asked {
    /// Reads the file: each level as JSON, its form, and notes.
    pub(super) fn answer(self) -> Result<String, Refusal> {
        let Found { form, mut levels, notes } = self.found()?;
        for level in &mut levels {
            level.name.get_or_insert_with(|| self.stem().to_owned());
        }
        let levels: Vec<String> = levels.iter().map(json::print).collect();
        written(&json!({"form": form, "levels": levels, "notes": notes}))
    }

    /// The name of the file without its ending.
    fn stem(&self) -> &str {
        self.name.rsplit_once('.').map_or(&self.name, |(stem, _)| stem)
    }

    fn ends_with(&self, ending: &str) -> bool {
        self.name.to_lowercase().ends_with(ending)
    }

    fn found(&self) -> Result<Found, Refusal> {
        let text = self.text.strip_prefix('\u{feff}').unwrap_or(&self.text);
        let aliases = Aliases::of(self.aliases.iter()).map_err(Refusal::input)?;
        let plain = |form, levels| Found { form, levels, notes: Vec::new() };
        if self.ends_with(".xsb") || self.ends_with(".sok") {
            let levels = xsb::read_with(text, &aliases).map_err(Refusal::input)?;
            return Ok(plain("Sokoban", levels));
        }
        if self.ends_with(".ldtk") {
            let ldtk::Read { levels, notes } =
                ldtk::read(text, &aliases).map_err(Refusal::input)?;
            return Ok(Found { form: "LDtk", levels, notes });
        }
        if tiled::is_map(text) {
            let read = tiled::read_with(text, &|name| self.fetch(name), &aliases);
            let read = read.map_err(Refusal::input)?;
            return Ok(Found { form: "Tiled", levels: vec![read.level], notes: read.notes });
        }
        if is_graph(text) || looks_like_tiles(text) {
            return self.of_corpus(text, &aliases);
        }
        Ok(plain("Quandary", vec![own(text)?]))
    }

    /// A dungeon of the corpus: tiles, a graph, or both.
    fn of_corpus(&self, text: &str, aliases: &Aliases) -> Result<Found, Refusal> {
        let other = |wanted: fn(&str) -> bool| {
            self.beside.values().map(String::as_str).find(|text| wanted(text))
        };
        let (tiles, graph) = match is_graph(text) {
            true => (other(looks_like_tiles), Some(text)),
            false => (Some(text), other(is_graph)),
        };
        let import = formats::vglc::import_with(tiles, graph, EdgeS::Stair, aliases);
        let import = import.map_err(Refusal::input)?;
        Ok(Found { form: "VGLC", levels: vec![import.level], notes: import.report.notes })
    }

    fn fetch(&self, name: &str) -> Result<String, String> {
        let short = name.rsplit('/').next().unwrap_or(name);
        let found = self.beside.get(name).or_else(|| self.beside.get(short));
        found.cloned().ok_or_else(|| format!("{name} is not there; drop it together with the map"))
    }
}

/// True if a text is a graph of Graphviz.
fn is_graph(text: &str) -> bool {
    let text = text.trim_start();
    ["digraph", "graph", "strict digraph"].iter().any(|word| {
        text.strip_prefix(word).is_some_and(|rest| rest.trim_start().starts_with(['{', '"']))
    })
}

/// The level of a text in one of our own forms: JSON of a level, an area or a dungeon; a drawing; or a map of Tiled.
///
/// # Errors
/// The fault of the text, with its place.
pub(super) fn own(text: &str) -> Result<Level, Refusal> {
    match text.trim_start().starts_with('{') {
        true if tiled::is_map(text) => {
            let read = tiled::read(text, &tiled::Read::no_files).map_err(Refusal::input)?;
            Ok(read.level)
        }
        true => judged::read(text).map_err(Refusal::input),
        false => text::read(text).map_err(Refusal::input),
    }
}

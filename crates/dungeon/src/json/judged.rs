//! JSON that can be judged: a level, a mission, an area, or the level of a dungeon, told apart by their `format`.

use super::strict::format_of;
use super::{area, dungeon, mission_level};
use crate::puzzle::level_graph;
use level::Level;
use level::formats::json::{self, ReadError};
use serde::Deserialize;
use serde_json::Value;

/// Dungeons of an earlier generator, of which the level alone is read.
const FIRST_DUNGEON: &str = "quandary/dungeon/1";

#[derive(Deserialize)]
struct Dungeon {
    level: Value,
}

#[derive(Deserialize)]
struct Named {
    things: Vec<Thing>,
}

#[derive(Deserialize)]
struct Thing {
    thing: String,
    name: String,
}

/// Reads what can be judged. What is of another of our formats is told by its name; all else is read as a level,
/// which says what is wrong with it.
///
/// # Errors
/// The fault of the text, with its line and column or its field.
pub fn read(text: &str) -> Result<Level, ReadError> {
    match format_of(text).as_deref() {
        Some(area::FORMAT) => area::read(text).map(|area| {
            let name = Some(format!("area, {}", area.layout.category.name));
            Level { name, ..Level::of_graph(level_graph(&area)) }
        }),
        Some(FIRST_DUNGEON | dungeon::FORMAT) => match serde_json::from_str::<Dungeon>(text) {
            Ok(found) => json::read(&found.level.to_string()),
            Err(_) => json::read(text),
        },
        Some(mission_level::FORMAT) => mission_level::read(text),
        Some(other) => match foreign(other) {
            Some(message) => Err(ReadError::Field { field: "format".to_owned(), message }),
            None => json::read(text),
        },
        None => json::read(text),
    }
}

/// The names that a dungeon gives to what can be taken: a thing, as judgements name it, and its name with an article. Nothing
/// else gives names.
#[must_use]
pub fn names(text: &str) -> Vec<(String, String)> {
    if format_of(text).as_deref() != Some(dungeon::FORMAT) {
        return Vec::new();
    }
    let things = serde_json::from_str::<Named>(text).map(|found| found.things).unwrap_or_default();
    things.into_iter().map(|Thing { thing, name }| (thing, name)).collect()
}

/// Reason for which JSON of one of our formats is not judged, and a way to have it judged.
fn foreign(format: &str) -> Option<String> {
    let (kind, _) = format.strip_prefix("quandary/")?.split_once('/')?;
    let how = match kind {
        "level" | "area" | "dungeon" | "mission" => return None,
        "layout" => "a layout has no locks; try `quandary area`, which lays puzzles into one",
        "cave" => "a cave has no goal; try `quandary dungeon --category cave`",
        "game" => "a game of words is not judged",
        "templates" => "templates go with --templates",
        "save" => "a saved game is loaded by `load FILE` in `quandary play`",
        _ => "levels, missions, areas and dungeons are judged",
    };
    Some(format!("is {:?}; {how}", voice::short(format)))
}

//! The content of a game: something in words, or a level with its tiles.
//!
//! Dungeons are both. Invariant: a game on the map has tiles.

use crate::cli::exit::{invalid, usage};
use crate::cli::judge::input::{self, FileOptions, Places};
use anyhow::Result;
use dungeon::dungeon::ProvedDungeon;
use dungeon::dungeon::rooms::Family;
use dungeon::game::dungeon::Scene;
use dungeon::json::playable::{self, Playable};
use level::rules::Rules;
use level::{Level, Tile};
use serde::Deserialize;
use std::path::Path;

/// The content of a game.
pub(crate) enum Opened {
    /// An area: only in words.
    Words(Playable),
    /// A dungeon: in words, and on the map.
    Both(Playable, Box<Place>),
    /// A level with tiles: on the map, and by its steps.
    Map(Box<Place>),
    /// A level without tiles: only by its steps.
    Graph(Box<Place>),
}

/// A level to play.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// Name for the player.
    pub(crate) name: String,
    pub(crate) level: Level,
    pub(crate) rules: Rules,
    /// Its rooms, with texts.
    pub(crate) scene: Option<Scene>,
    /// The family, which gives the colours.
    pub(crate) family: Option<Family>,
}

#[derive(Deserialize)]
struct Format {
    #[serde(default)]
    format: String,
}

impl Opened {
    /// Reads the content of a file.
    ///
    /// # Errors
    /// If it cannot be read, or holds nothing that can be played.
    pub(crate) fn of_file(file: &Path, read: &FileOptions, places: Places) -> Result<Self> {
        if file.as_os_str() == "-" {
            return Err(usage("FILE cannot be standard input: the commands are read from there"));
        }
        let text = read.text(file)?;
        let name = input::name(file);
        let fault = |error| invalid(format_args!("{name}: {error}"));
        let plain = text.trim_start_matches('\u{feff}');
        match format(plain).as_deref().and_then(|format| format.strip_prefix("quandary/")) {
            Some("dungeon/2") => {
                let playable::PlayableDungeon { scene, level, family } =
                    playable::dungeon(plain).map_err(fault)?;
                let playable = Playable::Dungeon(scene.clone());
                Ok(match Place::new(&name, level, Some(scene), family) {
                    Some(place) => Self::Both(playable, place),
                    None => Self::Words(playable),
                })
            }
            Some(format) if format.starts_with("save/") || format.starts_with("walk/") => {
                Err(invalid(format_args!(
                    "{name}: is a saved game; give the file it is of, and this one with --load"
                )))
            }
            Some(format) if !format.starts_with("level/") => {
                playable::read(plain).map(Self::Words).map_err(fault)
            }
            _ => {
                let level = read.only(file, places)?.level;
                let place = Place::of(&name, level, None, None);
                Ok(if place.has_tiles() { Self::Map(place) } else { Self::Graph(place) })
            }
        }
    }

    /// The content of a generated dungeon.
    ///
    /// # Errors
    /// If its rooms and its level do not match.
    pub(crate) fn of_made(made: &ProvedDungeon, family: Option<Family>) -> Result<Self> {
        let scene = Scene::of(made).map_err(invalid)?;
        let level = made.candidate.tiled.level.clone();
        let playable = Playable::Dungeon(scene.clone());
        Ok(match Place::new("", level, Some(scene), family) {
            Some(place) => Self::Both(playable, place),
            None => Self::Words(playable),
        })
    }
}

/// The format in a text; for damaged JSON, the likely one.
fn format(text: &str) -> Option<String> {
    if let Ok(found) = serde_json::from_str::<Format>(text) {
        return Some(found.format);
    }
    let (_, rest) = text.trim_start().strip_prefix('{')?.split_once("\"format\"")?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
    rest.split_once('"').map(|(format, _)| format.to_owned())
}

impl Place {
    /// A level for a game on the map; `None` for a graph without tiles.
    fn new(
        file: &str,
        level: Level,
        scene: Option<Scene>,
        family: Option<Family>,
    ) -> Option<Box<Self>> {
        Some(Self::of(file, level, scene, family)).filter(|place| place.has_tiles())
    }

    /// True if there are tiles.
    fn has_tiles(&self) -> bool {
        let mut cells = self.level.tiles.iter().flat_map(level::Tiles::cells);
        cells.any(|(_, tile)| tile != Tile::Void)
    }

    fn of(file: &str, level: Level, scene: Option<Scene>, family: Option<Family>) -> Box<Self> {
        let words = scene.as_ref().and_then(|scene| scene.words().name.clone());
        let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = words.or_else(|| level.name.clone()).or(stem).unwrap_or_default();
        let rules = level.rules_under(None);
        Box::new(Self { name, level, rules, scene, family })
    }
}

//! Saved games, which both kinds of games can load: `quandary/save/1` has the commands of a game in words,
//! `quandary/walk/1` the steps of a game on the map ([`level::play::saved`]), which `quandary hint --at` also reads.
//!
//! Commands are converted to equivalent steps, and steps to commands. Games in words do not push stones one by one,
//! so stones return to their start cells unless all of them are on their plates. Invariant: a game is loaded only by
//! replaying it.

use super::opened::Place;
use crate::cli::exit::invalid;
use anyhow::Result;
use dungeon::game;
use dungeon::game::dungeon::{Mirror, onto_tiles, room_at, steps_of};
use level::play::saved;
use level::play::{Game, Step};
use level::{Level, Tile, Tiles};
use serde::Deserialize;

#[derive(Deserialize)]
struct Format {
    format: String,
}

/// A loaded game on the map.
pub(crate) struct Loaded {
    pub(crate) steps: Vec<Step>,
    pub(crate) hints: usize,
}

/// A loaded game in words, as the text of its save.
pub(crate) struct InWords {
    pub(crate) text: String,
    /// The differences from the game on the map, if there are any.
    pub(crate) note: Option<&'static str>,
}

/// The text of a game on the map.
pub(crate) fn print(place: &Place, steps: &[Step], hints: usize) -> String {
    saved::print_under(&place.level, &place.rules, steps, hints)
}

/// The steps of a saved game of either kind.
///
/// # Errors
/// If it is not a save, is damaged, belongs to another level, or has commands that are not possible on the tiles.
pub(crate) fn read(place: &Place, text: &str) -> Result<Loaded> {
    if format(text)? == game::FORMAT {
        let Some(scene) = &place.scene else {
            return Err(invalid(
                "is a game of a dungeon in words, and this level has no rooms in words",
            ));
        };
        let words = game::dungeon::Game::load(scene, text)?;
        let steps = onto_tiles(&words, &place.level, &place.rules).map_err(invalid)?;
        return Ok(Loaded { steps, hints: words.hints() });
    }
    let (steps, hints) = saved::read_under(&place.level, &place.rules, text).map_err(invalid)?;
    Ok(Loaded { steps, hints })
}

/// The text of a saved game of either kind, in the format of games in words.
///
/// # Errors
/// If it is not a save, is damaged, belongs to another dungeon, or has steps without equivalent commands.
pub(crate) fn in_words(place: &Place, text: &str) -> Result<InWords> {
    let of_words = |text: &str| InWords { text: text.to_owned(), note: None };
    let Some(scene) =
        place.scene.as_ref().filter(|_| !matches!(format(text).as_deref(), Ok(game::FORMAT)))
    else {
        return Ok(of_words(text));
    };
    let loaded = read(place, text)?;
    let mut game = Game::of(&place.level, &place.rules).map_err(invalid)?;
    let mut mirror = Mirror::new(scene);
    for (at, &step) in loaded.steps.iter().enumerate() {
        let here = room_at(&place.level, game.position());
        let record = game.step(step).map_err(|why| {
            let why = why.words(&place.level);
            invalid(format_args!("the saved game is damaged: move {}: {why}", at + 1))
        })?;
        steps_of(&place.level, here, &record).into_iter().for_each(|step| _ = mirror.follow(step));
    }
    let words = mirror.game().ok_or_else(|| {
        invalid(
            "what was done on the map cannot be said in words; without --words it goes on there",
        )
    })?;
    let note = game.tiles().filter(|now| has_moved(&place.level, now)).map(|_| {
        "Stones that were pushed on the map, and not all of them onto plates or into pits, stand where they began."
    });
    Ok(InWords { text: words.clone().with_hints(loaded.hints).save(), note })
}

/// True if a block is not on its start cell.
fn has_moved(level: &Level, now: &Tiles) -> bool {
    let mut blocks = level.tiles.iter().flat_map(|tiles| tiles.holding(Tile::Block));
    blocks.any(|cell| now.tile(cell) != Some(Tile::Block))
}

/// The format in a save.
fn format(text: &str) -> Result<String> {
    let plain = text.strip_prefix('\u{feff}').unwrap_or(text);
    let found: Result<Format, _> = serde_json::from_str(plain);
    let format = found.map_err(|_| invalid("is no saved game"))?.format;
    match format.as_str() {
        game::FORMAT | saved::FORMAT => Ok(format),
        other => Err(invalid(format_args!(
            "format: is {other:?}; {:?} and {:?} are read here",
            game::FORMAT,
            saved::FORMAT
        ))),
    }
}

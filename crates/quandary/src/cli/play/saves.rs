//! Saved games, which serve both ways: `quandary/save/1` has the commands of a game in words, `quandary/walk/1` the steps
//! of a game on the map ([`level::play::saved`]), which `quandary hint --at` reads too.
//!
//! Commands become the steps that do the same, and steps the commands; in words stones are not pushed one by one, so that
//! those which do not all stand on their plates stand where they began. Invariant: a game is never loaded but by playing
//! it again.

use super::opened::Place;
use crate::cli::exit::input as invalid;
use anyhow::Result;
use dungeon::game::FORMAT as IN_WORDS;
use dungeon::game::dungeon::{Game as Words, Mirror, onto_tiles, room_at, steps_of};
use level::play::saved::{self, FORMAT as ON_MAP};
use level::play::{Game, Step};
use level::{Level, Tile, Tiles};
use serde::Deserialize;

#[derive(Deserialize)]
struct Format {
    format: String,
}

/// A game on the map that was loaded.
pub(crate) struct Loaded {
    pub(crate) steps: Vec<Step>,
    pub(crate) hints: usize,
}

/// A game in words that was loaded, as the text of its save.
pub(crate) struct InWords {
    pub(crate) text: String,
    /// The things that are otherwise than they were on the map, if any are.
    pub(crate) note: Option<&'static str>,
}

/// The text of a game on the map.
pub(crate) fn print(place: &Place, steps: &[Step], hints: usize) -> String {
    saved::print_under(&place.level, &place.rules, steps, hints)
}

/// The steps of a saved game of either kind.
///
/// # Errors
/// When it is no save, is damaged, is one of another level, or has commands that cannot be done on the tiles.
pub(crate) fn read(place: &Place, text: &str) -> Result<Loaded> {
    if format(text)? == IN_WORDS {
        let Some(scene) = &place.scene else {
            return Err(invalid(
                "is a game of a dungeon in words, and this level has no rooms in words",
            ));
        };
        let words = Words::load(scene, text)?;
        let steps = onto_tiles(&words, &place.level, &place.rules).map_err(invalid)?;
        return Ok(Loaded { steps, hints: words.hints() });
    }
    let (steps, hints) = saved::read_under(&place.level, &place.rules, text).map_err(invalid)?;
    Ok(Loaded { steps, hints })
}

/// The text of a saved game of either kind, as a game in words is saved.
///
/// # Errors
/// When it is no save, is damaged, is one of another dungeon, or has steps for which there are no commands.
pub(crate) fn in_words(place: &Place, text: &str) -> Result<InWords> {
    let of_words = |text: &str| InWords { text: text.to_owned(), note: None };
    let Some(scene) =
        place.scene.as_ref().filter(|_| !matches!(format(text).as_deref(), Ok(IN_WORDS)))
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
        "Stones that were pushed on the map, and not all of them onto plates, stand where they began."
    });
    Ok(InWords { text: words.clone().with_hints(loaded.hints).save(), note })
}

/// True if a block stands elsewhere than at the start.
fn has_moved(level: &Level, now: &Tiles) -> bool {
    let mut blocks = level.tiles.iter().flat_map(|tiles| tiles.holding(Tile::Block));
    blocks.any(|cell| now.tile(cell) != Some(Tile::Block))
}

/// The format that a save says it has.
fn format(text: &str) -> Result<String> {
    let plain = text.strip_prefix('\u{feff}').unwrap_or(text);
    let found: Result<Format, _> = serde_json::from_str(plain);
    let format = found.map_err(|_| invalid("is no saved game"))?.format;
    match format.as_str() {
        IN_WORDS | ON_MAP => Ok(format),
        other => Err(invalid(format_args!(
            "format: is {other:?}; {IN_WORDS:?} and {ON_MAP:?} are read here"
        ))),
    }
}

//! The games that are played in words: areas, dungeons and levels.

use super::files;
use super::opened::Place;
use super::saves;
use super::steps::Steps;
use anyhow::Result;
use dungeon::game::area::{self, Clues};
use dungeon::game::dungeon::HintSource;
use dungeon::game::{self, Reply};
use dungeon::json::playable::Playable;
use std::path::Path;

/// The content of a game in words.
#[derive(Clone, Copy)]
pub(super) enum Played<'a> {
    /// An area or a dungeon, with its tiles if a game on the map can be continued.
    Words(&'a Playable, Option<&'a Place>),
    /// A level.
    Level(&'a Place),
}

/// A running game.
pub(super) enum Game<'a> {
    /// Of an area.
    Area(area::Game<'a>),
    /// Of a dungeon.
    Dungeon(game::dungeon::Game<'a>),
    /// Of a level, by its steps.
    Steps(Box<Steps<'a>>),
}

/// A loaded game, and a note on differences from the game on the map.
pub(super) struct Loaded<'a> {
    pub(super) game: Game<'a>,
    pub(super) note: Option<&'static str>,
}

impl<'a> Game<'a> {
    /// A new game. INT and clues affect hints to puzzles; with the tiles the verifier gives the hints.
    ///
    /// # Errors
    /// If the level cannot be played.
    pub(super) fn new(played: Played<'a>, int: u8, clues: Clues) -> Result<Self> {
        Ok(match played {
            Played::Words(Playable::Area(scenario), _) => {
                Self::Area(area::Game::with_clues(scenario, int, clues))
            }
            Played::Words(Playable::Dungeon(scene), place) => {
                Self::Dungeon(judged(game::dungeon::Game::new(scene), place))
            }
            Played::Level(place) => Self::Steps(Box::new(Steps::new(place)?)),
        })
    }

    /// The game of a save of either kind.
    ///
    /// # Errors
    /// If it cannot be read, is not a save, is damaged, or belongs to something else.
    pub(super) fn load(played: Played<'a>, path: &Path) -> Result<Loaded<'a>> {
        let text = files::read(path)?;
        let (playable, place) = match played {
            Played::Words(playable, place) => (playable, place),
            Played::Level(place) => {
                let game = Self::Steps(Box::new(Steps::load(place, &text)?));
                return Ok(Loaded { game, note: None });
            }
        };
        let saves::InWords { text, note } = match place {
            Some(place) => saves::in_words(place, &text)?,
            None => saves::InWords { text, note: None },
        };
        let game = match playable {
            Playable::Area(scenario) => Self::Area(area::Game::load(scenario, &text)?),
            Playable::Dungeon(scene) => {
                Self::Dungeon(judged(game::dungeon::Game::load(scene, &text)?, place))
            }
        };
        Ok(Loaded { game, note })
    }

    pub(super) fn save(&self) -> String {
        match self {
            Self::Area(game) => game.save(),
            Self::Dungeon(game) => game.save(),
            Self::Steps(game) => game.save(),
        }
    }

    pub(super) fn opening(&self) -> Reply {
        match self {
            Self::Area(game) => game.opening(),
            Self::Dungeon(game) => game.opening(),
            Self::Steps(game) => game.opening(),
        }
    }

    pub(super) fn play(&mut self, line: &str) -> Reply {
        match self {
            Self::Area(game) => game.play(line),
            Self::Dungeon(game) => game.play(line),
            Self::Steps(game) => game.play(line),
        }
    }

    pub(super) fn won(&self) -> bool {
        match self {
            Self::Area(game) => game.won(),
            Self::Dungeon(game) => game.won(),
            Self::Steps(game) => game.won(),
        }
    }
}

/// Adds the verifier of the tiles to a game, if there are tiles.
fn judged<'a>(game: game::dungeon::Game<'a>, place: Option<&'a Place>) -> game::dungeon::Game<'a> {
    match place {
        Some(place) => game.hinted_by(HintSource { level: &place.level, rules: &place.rules }),
        None => game,
    }
}

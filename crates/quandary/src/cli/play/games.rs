//! The games that are played in words: that of areas, that of dungeons, and that of levels.

use super::files;
use super::opened::Place;
use super::saves;
use super::steps::Steps;
use anyhow::Result;
use dungeon::game::Reply;
use dungeon::game::area::{self, Clues};
use dungeon::game::dungeon::{self as whole, HintSource};
use dungeon::json::playable::Playable;
use std::path::Path;

/// The thing that is played in words.
#[derive(Clone, Copy)]
pub(super) enum Played<'a> {
    /// An area or a dungeon, with its tiles where a game on the map can be gone on with.
    Words(&'a Playable, Option<&'a Place>),
    /// A level.
    Level(&'a Place),
}

/// A game that is being played.
pub(super) enum Game<'a> {
    /// Of an area.
    Area(area::Game<'a>),
    /// Of a dungeon.
    Dungeon(whole::Game<'a>),
    /// Of a level, by its steps.
    Steps(Box<Steps<'a>>),
}

/// A game that was loaded, and what is otherwise than it was on the map.
pub(super) struct Loaded<'a> {
    pub(super) game: Game<'a>,
    pub(super) note: Option<&'static str>,
}

impl<'a> Game<'a> {
    /// A new game; INT and clues matter where there are hints to puzzles, and the tiles where hints are the judge's.
    ///
    /// # Errors
    /// When the level cannot be played.
    pub(super) fn new(played: Played<'a>, int: u8, clues: Clues) -> Result<Self> {
        Ok(match played {
            Played::Words(Playable::Area(scenario), _) => {
                Self::Area(area::Game::with_clues(scenario, int, clues))
            }
            Played::Words(Playable::Dungeon(scene), place) => {
                Self::Dungeon(judged(whole::Game::new(scene), place))
            }
            Played::Level(place) => Self::Steps(Box::new(Steps::new(place)?)),
        })
    }

    /// The game of a save of either kind.
    ///
    /// # Errors
    /// When it cannot be read, is no save, is damaged, or is one of something else.
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
                Self::Dungeon(judged(whole::Game::load(scene, &text)?, place))
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

/// A game with the judge of its tiles, where it has any.
fn judged<'a>(game: whole::Game<'a>, place: Option<&'a Place>) -> whole::Game<'a> {
    match place {
        Some(place) => game.hinted_by(HintSource { level: &place.level, rules: &place.rules }),
        None => game,
    }
}

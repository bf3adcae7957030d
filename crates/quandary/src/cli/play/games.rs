//! The games that are played: that of areas and plain dungeons, and that of designed ones.

use dungeon::designed::play as designed;
use dungeon::json::playable::Playable;
use dungeon::puzzle::play::{self as plain, Clues, Reply, SaveError};

/// A game that is being played.
pub(super) enum Game<'a> {
    /// Of an area, or of a plain dungeon.
    Plain(plain::Game<'a>),
    /// Of a designed dungeon.
    Designed(designed::Game<'a>),
}

impl<'a> Game<'a> {
    /// A new game; INT and clues matter where there are hints to puzzles.
    pub(super) fn new(played: &'a Playable, int: u8, clues: Clues) -> Self {
        match played {
            Playable::Plain(scenario) => Self::Plain(plain::Game::with_clues(scenario, int, clues)),
            Playable::Designed(scene) => Self::Designed(designed::Game::new(scene)),
        }
    }

    /// The game of a save.
    ///
    /// # Errors
    /// When it is no save, is damaged, or is one of something else.
    pub(super) fn load(played: &'a Playable, text: &str) -> Result<Self, SaveError> {
        match played {
            Playable::Plain(scenario) => plain::Game::load(scenario, text).map(Self::Plain),
            Playable::Designed(scene) => designed::Game::load(scene, text).map(Self::Designed),
        }
    }

    pub(super) fn save(&self) -> String {
        match self {
            Self::Plain(game) => game.save(),
            Self::Designed(game) => game.save(),
        }
    }

    pub(super) fn opening(&self) -> Reply {
        match self {
            Self::Plain(game) => game.opening(),
            Self::Designed(game) => game.opening(),
        }
    }

    pub(super) fn play(&mut self, line: &str) -> Reply {
        match self {
            Self::Plain(game) => game.play(line),
            Self::Designed(game) => game.play(line),
        }
    }

    pub(super) fn won(&self) -> bool {
        match self {
            Self::Plain(game) => game.won(),
            Self::Designed(game) => game.won(),
        }
    }
}

//! `quandary/stored-riddle/1`: the JSON of a riddle in the store.
//!
//! Invariant: it suffices to evaluate guesses and give every hint without another search. The position can be read
//! back, and damage is an error, never another riddle.

use crossword::board::BoardType;
use crossword::json::riddle::RiddleLine;
use crossword::locale::Locale;
use crossword::moves::{Move, coordinate};
use crossword::position::{Position, PositionError, Setting};
use crossword::riddle::{Part, Rating, Riddle, Secret};
use serde::{Deserialize, Serialize};

/// Name and version of the format.
const FORMAT: &str = "quandary/stored-riddle/1";

/// A riddle with all its data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredRiddle {
    format: String,
    /// The board.
    pub board_type: String,
    /// The answer's word in lower case, with the letters of blanks unmarked.
    pub answer: String,
    /// Number of tiles that the answer places.
    pub tiles_laid: u32,
    /// Rank by its profile; higher is better.
    pub rank: f64,
    /// Difficulty, with its parts.
    pub difficulty: DifficultyLine,
    /// The best plays, the answer first.
    pub near: Vec<PlayLine>,
    /// The riddle in the form that is served.
    pub riddle: RiddleLine,
}

/// The difficulty of a riddle, from 0 to 100.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DifficultyLine {
    /// The figure.
    pub points: u32,
    /// Its parts.
    pub parts: Vec<PartLine>,
}

/// A part of the difficulty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PartLine {
    /// Its name.
    pub name: String,
    /// Its share of the figure, in points.
    pub points: f64,
    /// Its maximum; only in riddles generated before ratings existed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<f64>,
}

/// A play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayLine {
    /// First square and direction.
    pub square: String,
    /// Its word, with `?` before the letters of blanks.
    #[serde(rename = "move")]
    pub word: String,
    /// Its score.
    pub score: u32,
}

/// Error of a stored riddle.
#[derive(Debug, thiserror::Error)]
pub enum StoredError {
    /// It is no JSON of this form.
    #[error("the stored riddle cannot be read: {}", diagnostics::of_json(&.0.to_string()))]
    Json(#[from] serde_json::Error),
    /// It has another version.
    #[error("the stored riddle has the form {0:?}; this program knows {FORMAT}")]
    Format(String),
    /// The name of the board is unknown.
    #[error("the stored riddle: {0}")]
    Board(#[from] crossword::board::BoardTypeError),
    /// The position is invalid.
    #[error("the stored riddle: {0}")]
    Position(#[from] PositionError),
}

impl From<&Riddle> for StoredRiddle {
    fn from(riddle: &Riddle) -> Self {
        let play = |play: &Move| PlayLine {
            square: coordinate(play.start(), play.direction()),
            word: play.word(&riddle.position),
            score: play.score(),
        };
        Self {
            format: FORMAT.to_owned(),
            board_type: riddle.position.setting().board.to_string(),
            answer: riddle.plain_word(),
            tiles_laid: riddle.analysis.tiles_laid,
            rank: riddle.rank as f64 / 1000.0,
            difficulty: DifficultyLine::from(&riddle.difficulty),
            near: riddle.analysis.near.iter().map(play).collect(),
            riddle: RiddleLine::from(riddle),
        }
    }
}

impl From<&Rating> for DifficultyLine {
    fn from(rating: &Rating) -> Self {
        let part = |part: Part| PartLine {
            name: part.name().to_owned(),
            points: (rating.share(part) * 100.0).round() / 100.0,
            most: None,
        };
        Self { points: rating.points(), parts: Part::ALL.map(part).to_vec() }
    }
}

impl StoredRiddle {
    /// Reads what [`StoredRiddle::text`] wrote.
    ///
    /// # Errors
    /// If it is damaged or of another version.
    pub fn read(text: &str) -> Result<Self, StoredError> {
        let stored: Self = serde_json::from_str(text)?;
        if stored.format == FORMAT { Ok(stored) } else { Err(StoredError::Format(stored.format)) }
    }

    /// The riddle as one line of JSON.
    ///
    /// # Errors
    /// Never: every value has a form in JSON.
    pub fn text(&self) -> Result<String, StoredError> {
        Ok(serde_json::to_string(self)?)
    }

    /// The part of the answer that hints reveal.
    pub fn secret(&self) -> Secret {
        let square = self.riddle.solution.square.clone();
        Secret { square, word: self.answer.clone(), tiles: self.tiles_laid }
    }

    /// The board and the rack.
    ///
    /// # Errors
    /// When they are damaged.
    pub fn position(&self, locale: Locale) -> Result<Position, StoredError> {
        let board: BoardType = self.board_type.parse()?;
        let riddle = &self.riddle;
        let setting = Setting { locale, board };
        let position = Position::read_with_blanks(setting, &riddle.board, &riddle.blanks)?;
        Ok(position.with_rack(&riddle.rack)?)
    }
}

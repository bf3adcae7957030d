//! A riddle ready for play: the position, all its plays and the answer; and three hints of rising detail.
//!
//! Invariants: the answer is the first of all legal plays in canonical order under the lexicon, and a riddle that
//! states another answer is refused. A hint reveals what its number allows and nothing else, and a [`HintLevel`] rises
//! by one at a time.

use super::analysis::Finding;
use super::guess::{Evaluation, Guess, GuessError, Illegal, evaluate_among, why_not};
use super::rating::Rating;
use super::reject::plain;
use crate::lexicon::Lexicon;
use crate::movegen::{self, AlphabetError};
use crate::moves::{Move, MoveError, coordinate};
use crate::position::{Position, PositionError};
use diagnostics::counted;
use serde::Serialize;

/// A riddle: a position and all its plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Posed {
    position: Position,
    plays: Vec<Move>,
    answer: Move,
}

/// Reason why a riddle is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PosedError {
    /// The position is invalid.
    #[error("the riddle: {0}")]
    Position(#[from] PositionError),
    /// The answer's tiles cannot be placed.
    #[error("the solution: {0}")]
    Solution(#[from] MoveError),
    /// Another play is the best one.
    #[error(
        "the solution is {said}, and the best play with these words is {best}; the riddle is of another language \
         (--locale), lexicon or board (--board-type)"
    )]
    Best {
        /// The stated answer in the notation of plays.
        said: String,
        /// The best play.
        best: String,
    },
    /// Nothing can be played.
    #[error("nothing can be played with these words")]
    NoPlay,
    /// The lexicon has another alphabet.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
}

impl Posed {
    /// The riddle of a position. Lists all plays.
    ///
    /// # Errors
    /// [`PosedError`] if there is no play, or the lexicon has another alphabet.
    pub fn of(position: Position, lexicon: &Lexicon) -> Result<Self, PosedError> {
        let plays = movegen::all(&position, lexicon)?;
        let answer = plays.first().copied().ok_or(PosedError::NoPlay)?;
        Ok(Self { position, plays, answer })
    }

    /// The riddle of a position with a stated answer: a coordinate, a word with `?` before letters of blanks, and the
    /// score.
    ///
    /// # Errors
    /// [`PosedError`], also if the stated answer is not the best play.
    pub fn with_answer(
        position: Position,
        (square, word, score): (&str, &str, u32),
        lexicon: &Lexicon,
    ) -> Result<Self, PosedError> {
        let said = Move::read(square, word, &position)?;
        let posed = Self::of(position, lexicon)?;
        if posed.answer.same_tiles(&said) && posed.answer.score() == score {
            return Ok(posed);
        }
        let best = posed.answer.describe(&posed.position);
        Err(PosedError::Best { said: format!("{square} {word} {score}"), best })
    }

    /// The board and the rack.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The best play.
    #[must_use]
    pub fn answer(&self) -> &Move {
        &self.answer
    }

    /// All plays in canonical order, the answer first.
    #[must_use]
    pub fn plays(&self) -> &[Move] {
        &self.plays
    }

    /// Mean score of the plays.
    #[must_use]
    pub fn average_score(&self) -> f64 {
        let sum: u64 = self.plays.iter().map(|play| u64::from(play.score())).sum();
        sum as f64 / self.plays.len().max(1) as f64
    }

    /// The part of the answer that hints reveal.
    #[must_use]
    pub fn secret(&self) -> Secret {
        let Self { position, answer, .. } = self;
        let square = coordinate(answer.start(), answer.direction());
        Secret { square, word: plain(answer, position), tiles: answer.tiles_placed() as u32 }
    }

    /// Its difficulty.
    #[must_use]
    pub fn rating(&self, lexicon: &Lexicon) -> Rating {
        let finding = Finding::of(&self.answer, &self.plays, &self.position, lexicon);
        let second = self.plays.get(1).map_or(0, Move::score);
        Rating::of(&finding, self.plays.len() as u32, (self.answer.score(), second))
    }

    /// Evaluates a guess.
    ///
    /// # Errors
    /// If the square is invalid, or the word has letters outside the alphabet.
    pub fn evaluate(&self, guess: Guess<'_>) -> Result<Evaluation, GuessError> {
        evaluate_among(guess, &self.position, &self.plays)
    }

    /// Reason why a guess cannot be played, provided that it cannot.
    #[must_use]
    pub fn why_not(&self, guess: Guess<'_>, lexicon: &Lexicon) -> Illegal {
        why_not(guess, &self.position, lexicon)
    }
}

/// Number of hints.
pub const HINTS: u32 = 3;

/// The part of the answer that hints reveal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// Coordinate and direction of the answer: `H8` across, `8H` down.
    pub square: String,
    /// Its word, with the letters of blanks unmarked.
    pub word: String,
    /// Number of tiles that it places.
    pub tiles: u32,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Hint {
    /// The length of the word and the number of tiles placed.
    Length {
        /// The number of the hint.
        hint: u32,
        /// Letters of the word.
        word_length: usize,
        /// Number of tiles used from the rack.
        tiles_used: u32,
    },
    /// The row or column of the word.
    Lane {
        /// The number of the hint.
        hint: u32,
        /// `A` to `O` for a row, `1` to `15` for a column.
        lane: String,
        /// `across` or `down`.
        direction: &'static str,
    },
    /// The first letter of the word.
    Letter {
        /// The number of the hint.
        hint: u32,
        /// The letter.
        first_letter: String,
    },
}

/// The hint with a number from 1 to [`HINTS`].
///
/// ```
/// use quandary_crossword::riddle::{Secret, hint};
/// let secret = Secret { square: "8H".to_owned(), word: "gæs".to_owned(), tiles: 2 };
/// let words = |number| hint(number, &secret).map(|hint| hint.words());
/// assert_eq!(words(1).as_deref(), Some("The word has 3 letters, and 2 tiles are laid."));
/// assert_eq!(words(2).as_deref(), Some("It lies in column 8, down."));
/// assert_eq!(words(3).as_deref(), Some("It begins with G."));
/// assert_eq!(words(4), None);
/// ```
#[must_use]
pub fn hint(number: u32, secret: &Secret) -> Option<Hint> {
    let hint = number;
    let across = secret.square.starts_with(|c: char| c.is_ascii_alphabetic());
    match number {
        1 => {
            let word_length = secret.word.chars().count();
            Some(Hint::Length { hint, word_length, tiles_used: secret.tiles })
        }
        2 => {
            let is_lane = |c: &char| c.is_ascii_alphabetic() == across;
            let direction = if across { "across" } else { "down" };
            let lane = secret.square.chars().filter(is_lane).collect();
            Some(Hint::Lane { hint, lane, direction })
        }
        3 => {
            let first_letter = secret.word.chars().take(1).collect();
            Some(Hint::Letter { hint, first_letter })
        }
        _ => None,
    }
}

impl Hint {
    /// The hint as a sentence.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Length { word_length, tiles_used, .. } => {
                let letters = counted(*word_length as u64, "letter", "letters");
                let tiles = counted(u64::from(*tiles_used), "tile is", "tiles are");
                format!("The word has {letters}, and {tiles} laid.")
            }
            Self::Lane { lane, direction, .. } => {
                let line = if *direction == "across" { "row" } else { "column" };
                format!("It lies in {line} {lane}, {direction}.")
            }
            Self::Letter { first_letter, .. } => {
                format!("It begins with {}.", first_letter.to_uppercase())
            }
        }
    }
}

/// The number of hints given to a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HintLevel(u32);

impl HintLevel {
    /// Number of hints given so far.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }

    /// Returns the next hint and counts it; `None` after the last.
    pub fn advance(&mut self, secret: &Secret) -> Option<Hint> {
        let next = hint(self.0 + 1, secret);
        self.0 += u32::from(next.is_some());
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(square: &str, word: &str, tiles: u32) -> Secret {
        Secret { square: square.to_owned(), word: word.to_owned(), tiles }
    }

    #[test]
    fn hints_come_one_level_at_a_time() {
        let about = secret("H8", "cats", 1);
        let mut level = HintLevel::default();
        let told: Vec<String> =
            std::iter::from_fn(|| Some(level.advance(&about)?.words())).collect();
        let expect = [
            "The word has 4 letters, and 1 tile is laid.",
            "It lies in row H, across.",
            "It begins with C.",
        ];
        assert_eq!((told, level.number()), (expect.map(str::to_owned).to_vec(), HINTS));
        assert_eq!((level.advance(&about), level.number()), (None, HINTS));
    }

    #[test]
    fn a_hint_tells_nothing_of_the_next_ones() {
        let json = |number, secret: &Secret| {
            serde_json::to_value(hint(number, secret)).unwrap().to_string()
        };
        let one = secret("H8", "cats", 1);
        let other = secret("3B", "dogs", 1);
        assert_eq!(json(1, &one), json(1, &other));
        assert_eq!(json(2, &one), json(2, &secret("H2", "horses", 4)));
        assert_eq!(json(3, &one), r#"{"hint":3,"first_letter":"c"}"#);
    }
}

//! A riddle as it is posed: the position, all its plays, and the answer, whoever made it.
//!
//! Invariant: the answer is the first of all legal plays in canonical order by the lexicon at hand; a riddle that says
//! another one is refused.

use super::analysis::Finding;
use super::guess::{Guess, GuessError, Illegal, Judged, judge_among};
use super::hint::Secret;
use super::rating::Rating;
use super::reject::plain;
use crate::lexicon::Lexicon;
use crate::movegen::{self, AlphabetError};
use crate::moves::{Move, MoveError, coordinate};
use crate::position::{Position, PositionError};

/// A position, and all its plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Posed {
    position: Position,
    plays: Vec<Move>,
    answer: Move,
}

/// A riddle that cannot be posed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PosedError {
    /// Its position cannot be.
    #[error("the riddle: {0}")]
    Position(#[from] PositionError),
    /// Its answer cannot be laid.
    #[error("the solution: {0}")]
    Solution(#[from] MoveError),
    /// Another play is the best one.
    #[error(
        "the solution is {said}, and the best play with these words is {best}; the riddle is of another language \
         (--locale), lexicon or board (--board-type)"
    )]
    Best {
        /// The answer that the riddle tells, as plays are written.
        said: String,
        /// The best play.
        best: String,
    },
    /// Nothing can be played.
    #[error("nothing can be played with these words")]
    NoPlay,
    /// The lexicon is of another language.
    #[error(transparent)]
    Alphabet(#[from] AlphabetError),
}

impl Posed {
    /// A position with its plays.
    ///
    /// # Errors
    /// [`PosedError`] when nothing can be played, or the lexicon is of another alphabet.
    pub fn of(position: Position, lexicon: &Lexicon) -> Result<Self, PosedError> {
        let plays = movegen::all(&position, lexicon)?;
        let answer = plays.first().copied().ok_or(PosedError::NoPlay)?;
        Ok(Self { position, plays, answer })
    }

    /// The same of a riddle that tells its answer: a coordinate, a word with `?` before letters of blanks, and the score.
    ///
    /// # Errors
    /// [`PosedError`] when that is not the best play.
    pub fn told(
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

    /// The answer, as far as hints are about it.
    #[must_use]
    pub fn secret(&self) -> Secret {
        let Self { position, answer, .. } = self;
        let square = coordinate(answer.start(), answer.direction());
        Secret { square, word: plain(answer, position), tiles: answer.laid() as u32 }
    }

    /// Its rating: how hard it is.
    #[must_use]
    pub fn rating(&self, lexicon: &Lexicon) -> Rating {
        let finding = Finding::of(&self.answer, &self.plays, &self.position, lexicon);
        let second = self.plays.get(1).map_or(0, Move::score);
        Rating::of(&finding, self.plays.len() as u32, (self.answer.score(), second))
    }

    /// Judges a guess; the inner error is why it cannot be played.
    ///
    /// # Errors
    /// When it is no square, or no word of the alphabet.
    pub fn judge(
        &self,
        guess: Guess<'_>,
        lexicon: &Lexicon,
    ) -> Result<Result<Judged, Illegal>, GuessError> {
        judge_among(guess, &self.position, lexicon, &self.plays)
    }
}

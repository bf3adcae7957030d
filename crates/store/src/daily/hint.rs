//! Hints to the riddle of a day: three, each of which says more.
//!
//! Invariant: a hint says what its number allows and nothing else.

use crate::stored_riddle::StoredRiddle;
use serde::Serialize;

/// Number of hints.
pub const HINTS: u32 = 3;

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum Hint {
    /// How long the word is, and how many tiles are laid.
    Length {
        /// The number of the hint.
        hint: u32,
        /// Letters of the word.
        word_length: usize,
        /// Tiles of the rack that are used.
        tiles_used: u32,
    },
    /// In which row or column it lies.
    Lane {
        /// The number of the hint.
        hint: u32,
        /// `A` to `O` for a row, `1` to `15` for a column.
        lane: String,
        /// `across` or `down`.
        direction: &'static str,
    },
    /// With which letter it begins.
    Letter {
        /// The number of the hint.
        hint: u32,
        /// The letter.
        first_letter: String,
    },
}

/// The hint of a number, from 1 to [`HINTS`].
pub fn hint(number: u32, stored: &StoredRiddle) -> Option<Hint> {
    let hint = number;
    let square = &stored.riddle.solution.square;
    let across = square.starts_with(|c: char| c.is_ascii_alphabetic());
    match number {
        1 => {
            let word_length = stored.answer.chars().count();
            Some(Hint::Length { hint, word_length, tiles_used: stored.tiles_laid })
        }
        2 => {
            let is_lane = |c: &char| c.is_ascii_alphabetic() == across;
            let direction = if across { "across" } else { "down" };
            Some(Hint::Lane { hint, lane: square.chars().filter(is_lane).collect(), direction })
        }
        3 => {
            let first_letter = stored.answer.chars().take(1).collect();
            Some(Hint::Letter { hint, first_letter })
        }
        _ => None,
    }
}

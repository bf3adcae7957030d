//! The two halves of the riddle of a day: the public one, and the one that is published when the day is over.
//!
//! Invariant: the public half has no field from which the answer, the seed or the salt could be learnt before.
//! The figure of difficulty is there without its parts, which would tell how long the word is.

use crate::{Kept, ProjectSeed, Slot, commitment};
use crossword::json::riddle::{AnalysisLine, SolutionLine};
use serde::Serialize;

/// What everybody may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct PublicHalf {
    /// The language.
    pub locale: &'static str,
    /// The day.
    pub date: String,
    /// How often it was replaced, from 1.
    pub revision: u32,
    /// The board it is played on: `standard` or `explo`.
    pub board_type: String,
    /// Fifteen rows of fifteen squares; a dot is empty.
    pub board: Vec<String>,
    /// The squares that hold a blank.
    pub blanks: Vec<String>,
    /// Seven tiles, `?` for a blank.
    pub rack: String,
    /// What the best play is worth.
    pub best_score: u32,
    /// How hard it is, from 0 to 100.
    pub difficulty: u32,
    /// The SHA-256, in hexadecimal, of the salt's bytes followed by `SQUARE MOVE`.
    pub commitment: String,
}

/// What is told when the day is over.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct SolutionHalf {
    /// The language.
    pub locale: &'static str,
    /// The day.
    pub date: String,
    /// How often it was replaced, from 1.
    pub revision: u32,
    /// The best play.
    pub solution: SolutionLine,
    /// The figures of all plays.
    pub analysis: AnalysisLine,
    /// The salt, in hexadecimal.
    pub salt: String,
    /// What was published: the SHA-256 of the salt's bytes followed by `SQUARE MOVE`.
    pub commitment: String,
}

/// The day of a riddle as text.
fn date(kept: &Kept) -> String {
    match kept.key.slot {
        Slot::Day(date) => date.to_string(),
        Slot::Evergreen => String::new(),
    }
}

/// Commitment to the riddle's answer.
fn committed(kept: &Kept, secret: &ProjectSeed) -> String {
    let answer = &kept.stored.riddle.solution;
    commitment(&secret.salt(&kept.key), &answer.square, &answer.word)
}

impl PublicHalf {
    /// The public half of a riddle.
    pub fn of(kept: &Kept, secret: &ProjectSeed) -> Self {
        let (key, stored) = (kept.key, &kept.stored);
        Self {
            locale: key.locale.name(),
            date: date(kept),
            revision: key.revision,
            board_type: stored.board_type.clone(),
            board: stored.riddle.board.clone(),
            blanks: stored.riddle.blanks.clone(),
            rack: stored.riddle.rack.clone(),
            best_score: stored.riddle.analysis.best_move_score,
            difficulty: stored.difficulty.points,
            commitment: committed(kept, secret),
        }
    }
}

impl SolutionHalf {
    /// The other half.
    pub fn of(kept: &Kept, secret: &ProjectSeed) -> Self {
        let (key, riddle) = (kept.key, &kept.stored.riddle);
        Self {
            locale: key.locale.name(),
            date: date(kept),
            revision: key.revision,
            solution: riddle.solution.clone(),
            analysis: riddle.analysis.clone(),
            salt: hex::encode(secret.salt(&key)),
            commitment: committed(kept, secret),
        }
    }
}

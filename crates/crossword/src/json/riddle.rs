//! The JSON of a riddle, as `POST /riddle` answers and `quandary riddle --format json` prints it.
//!
//! All letters are lower case; the rack is in the order of the alphabet, with `?` for a blank last; `.` is an
//! empty square, and `blanks` are the squares that hold one. Invariant: an answer's word has `?` before the
//! letter of each blank that is laid, here as everywhere. It is read back by the store, in which riddles lie
//! in this form.

use crate::lexicon::Lexicon;
use crate::position::{Position, Setting};
use crate::riddle::{ALGORITHM, Analysis, Posed, PosedError, Riddle};
use serde::{Deserialize, Serialize};

/// A riddle, its answer and how it was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RiddleLine {
    /// Fifteen rows of fifteen squares.
    pub board: Vec<String>,
    /// The squares that hold a blank.
    pub blanks: Vec<String>,
    /// Seven tiles.
    pub rack: String,
    /// The best play.
    pub solution: SolutionLine,
    /// The figures of all plays.
    pub analysis: AnalysisLine,
    /// How it was made.
    pub provenance: ProvenanceLine,
}

/// The best play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SolutionLine {
    /// Its word.
    #[serde(rename = "move")]
    pub word: String,
    /// Where it begins and which way it runs: `H8` across, `8H` down.
    pub square: String,
    /// What it is worth.
    pub score: u32,
    /// The word and its score in brackets.
    pub description: String,
}

/// The figures of all plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnalysisLine {
    /// How many there are.
    pub total_moves: u32,
    /// What the best is worth.
    pub best_move_score: u32,
    /// What the second is worth.
    pub second_best_move_score: u32,
    /// What one is worth in the mean, not rounded.
    pub average_score: f64,
    /// Whether the best lays all seven tiles.
    pub is_bingo: bool,
}

/// How a riddle was made: the same four make it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ProvenanceLine {
    /// The seed of the search.
    pub seed: u64,
    /// The attempt that made it.
    pub attempt: u64,
    /// The name of the profile.
    pub profile: String,
    /// The program and the way riddles are made, such as `0.1.0 riddle/2`.
    pub version: String,
}

impl From<&Riddle> for RiddleLine {
    fn from(riddle: &Riddle) -> Self {
        Self {
            board: riddle.board(),
            blanks: riddle.blanks(),
            rack: riddle.rack(),
            solution: SolutionLine {
                word: riddle.word(),
                square: riddle.square(),
                score: riddle.answer.score(),
                description: riddle.description(),
            },
            analysis: AnalysisLine::from(&riddle.analysis),
            provenance: ProvenanceLine {
                seed: riddle.seed.value(),
                attempt: riddle.attempt,
                profile: riddle.profile.clone(),
                version: version(),
            },
        }
    }
}

impl RiddleLine {
    /// The riddle as it is posed, in a language and on a board: neither is told by the line.
    ///
    /// # Errors
    /// [`PosedError`] when it cannot be, or its solution is not the best play.
    pub fn posed(&self, setting: Setting, lexicon: &Lexicon) -> Result<Posed, PosedError> {
        let position = Position::read_with_blanks(setting, &self.board, &self.blanks)?;
        let position = position.with_rack(&self.rack)?;
        let SolutionLine { word, square, score, .. } = &self.solution;
        Posed::told(position, (square, word, *score), lexicon)
    }
}

impl From<&Analysis> for AnalysisLine {
    fn from(analysis: &Analysis) -> Self {
        Self {
            total_moves: analysis.total_moves,
            best_move_score: analysis.best_score,
            second_best_move_score: analysis.second_score,
            average_score: analysis.average_score(),
            is_bingo: analysis.is_bingo,
        }
    }
}

/// The program's version, and the version of how riddles are made: by that, a seed and an attempt give the same
/// one for ever.
fn version() -> String {
    format!("{} {ALGORITHM}", env!("CARGO_PKG_VERSION"))
}

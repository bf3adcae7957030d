//! The JSON of a riddle, the answer of `POST /riddle` and the output of `quandary riddle --format json`.
//!
//! All letters are lower case. The rack is in alphabetical order, with `?` for blanks last; `.` is an empty square,
//! and `blanks` lists the squares that hold a blank. The store keeps riddles in this form. Invariant: an answer's word
//! has `?` before the letter of each blank placed, as everywhere.

use crate::lexicon::Lexicon;
use crate::position::{Position, Setting};
use crate::riddle::{ALGORITHM, Analysis, Posed, PosedError, Riddle};
use serde::{Deserialize, Serialize};

/// A riddle, its answer and its provenance.
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
    /// The seed, attempt, profile and version that generated the riddle.
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
    /// First square and direction: `H8` across, `8H` down.
    pub square: String,
    /// Its score.
    pub score: u32,
    /// The word and its score in brackets.
    pub description: String,
}

/// The figures of all plays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnalysisLine {
    /// Number of plays.
    pub total_moves: u32,
    /// Score of the best play.
    pub best_move_score: u32,
    /// Score of the second play.
    pub second_best_move_score: u32,
    /// Mean score, not rounded.
    pub average_score: f64,
    /// True if the best play places all seven tiles.
    pub is_bingo: bool,
}

/// The origin of a riddle: the same four values generate it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ProvenanceLine {
    /// The seed of the search.
    pub seed: u64,
    /// The number of its attempt.
    pub attempt: u64,
    /// The name of the profile.
    pub profile: String,
    /// The versions of program and algorithm, such as `0.1.0 riddle/2`.
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
    /// The riddle with all its plays. The line has neither language nor board.
    ///
    /// # Errors
    /// [`PosedError`] if the position is invalid or the solution is not the best play.
    pub fn posed(&self, setting: Setting, lexicon: &Lexicon) -> Result<Posed, PosedError> {
        let position = Position::read_with_blanks(setting, &self.board, &self.blanks)?;
        let position = position.with_rack(&self.rack)?;
        let SolutionLine { word, square, score, .. } = &self.solution;
        Posed::with_answer(position, (square, word, *score), lexicon)
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

/// The versions of program and algorithm. Under one version of the algorithm a seed and an attempt always give the
/// same riddle.
fn version() -> String {
    format!("{} {ALGORITHM}", env!("CARGO_PKG_VERSION"))
}

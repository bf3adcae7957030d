//! A riddle with its answer and figures.

use super::analysis::Analysis;
use super::answer;
use super::finding::Finding;
use super::judge::Judgement;
use super::rating::Rating;
use super::request::Request;
use crate::lexicon::Lexicon;
use crate::moves::{Move, coordinate};
use crate::position::{Notation, Position};
use search::Seed;

/// A riddle with its answer and figures.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Riddle {
    /// The board and the rack.
    pub position: Position,
    /// The best play.
    pub answer: Move,
    /// The figures of all plays.
    pub analysis: Analysis,
    /// Findability figures of the answer.
    pub finding: Finding,
    /// Difficulty of the riddle.
    pub difficulty: Rating,
    /// Rank by its profile, in thousandths; higher is better.
    pub rank: i64,
    /// The name of its profile.
    pub profile: String,
    /// The seed that it was made from.
    pub seed: Seed,
    /// The number of the attempt that made it.
    pub attempt: u64,
}

impl Riddle {
    /// Tells all about a judged position; none without a play.
    pub(super) fn told(
        position: Position,
        judgement: &Judgement,
        plays: &[Move],
        lexicon: &Lexicon,
        (request, seed, attempt): (&Request, Seed, u64),
    ) -> Option<Self> {
        let analysis = judgement.analysis.clone();
        let answer = *analysis.near.first()?;
        let finding = Finding::of(&answer, plays, &position, lexicon);
        let scores = (analysis.best_score, analysis.second_score);
        let difficulty = Rating::of(&finding, analysis.total_moves, scores);
        Some(Self {
            position,
            answer,
            analysis,
            finding,
            difficulty,
            rank: judgement.rank,
            profile: request.profile.name.clone(),
            seed,
            attempt,
        })
    }

    /// The fifteen rows, all letters in lower case.
    #[must_use]
    pub fn board(&self) -> Vec<String> {
        self.position.rows(Notation::Plain)
    }

    /// The squares on which blanks lie, such as `H8`.
    #[must_use]
    pub fn blanks(&self) -> Vec<String> {
        self.position.blanks().iter().map(ToString::to_string).collect()
    }

    /// The rack in lower case and in the order of the alphabet, blanks as `?` last.
    #[must_use]
    pub fn rack(&self) -> String {
        let (rack, alphabet) = (self.position.rack(), self.position.setting().tiles().alphabet());
        let blanks = (0..rack.blanks()).map(|_| '?');
        rack.letters().map(|letter| alphabet.lower(letter)).chain(blanks).collect()
    }

    /// The answer's word in lower case, with `?` before the letter of each blank that is laid.
    #[must_use]
    pub fn word(&self) -> String {
        self.answer.word(&self.position)
    }

    /// The answer's word in lower case, blanks as the letters that they stand for, as ban lists have it.
    #[must_use]
    pub fn plain_word(&self) -> String {
        answer::plain(&self.answer, &self.position)
    }

    /// Coordinate and direction of the answer: `H8` across, `8H` down.
    #[must_use]
    pub fn square(&self) -> String {
        coordinate(self.answer.start(), self.answer.direction())
    }

    /// The answer and its score in brackets: `gæs(88)`.
    #[must_use]
    pub fn description(&self) -> String {
        format!("{}({})", self.word(), self.answer.score())
    }
}

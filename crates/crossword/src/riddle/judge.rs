//! The judge of riddles: decides which candidates are riddles, names the reason to reject each of the others, and tells of a
//! riddle all there is to tell.
//!
//! Questions that the best play alone can answer come first, and only then are all plays listed. Invariant: an answer
//! is the first of all legal plays in canonical order, and where the profile wants it unique, no other play
//! is worth as much.

use super::Request;
use super::analysis::{Analysis, Finding, rank};
use super::draft::{Candidate, Table};
use super::rating::Rating;
use super::reject::{Reject, plain, shape, words};
use crate::lexicon::Lexicon;
use crate::moves::{Move, coordinate};
use crate::position::{Notation, Position};
use search::Seed;
use std::ops::RangeInclusive;

/// Figures and rank of a candidate that is a riddle.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The figures of all plays; the answer is the first of the near ones.
    pub analysis: Analysis,
    /// Rank by the profile, in thousandths; higher is better.
    pub rank: i64,
}

/// Judges a candidate.
pub(super) fn judge<'a>(
    candidate: &Candidate,
    request: &Request,
    lexicon: &'a Lexicon,
    table: &mut Table<'a>,
) -> Result<Judgement, Reject> {
    let (profile, position) = (&request.profile, &candidate.position);
    let best = candidate.best.ok_or(Reject::NoPlay)?;
    shape(&best, position, profile)?;
    words(&best, position, request, lexicon)?;
    let limits = profile.plays_of(position.rack());
    let plays = table.plays(position, lexicon, *limits.end());
    let total = plays.len() as u32;
    if total < *limits.start() {
        return Err(Reject::FewPlays);
    }
    if total > *limits.end() {
        return Err(Reject::ManyPlays);
    }
    let alphabet = lexicon.alphabet();
    let analysis = Analysis::of(plays, alphabet).ok_or(Reject::NoPlay)?;
    if profile.unique && analysis.gap() == 0 {
        return Err(Reject::Tie);
    }
    if analysis.gap() < profile.gap {
        return Err(Reject::Gap);
    }
    let mut findability = 0;
    if profile.weights.findability != 0 || profile.difficulty.is_some() {
        let finding = Finding::of(&best, plays, position, lexicon);
        findability = finding.findability(total);
        let scores = (analysis.best_score, analysis.second_score);
        let is_asked = |band: &RangeInclusive<u32>| {
            band.contains(&Rating::of(&finding, total, scores).hundredths())
        };
        if !profile.difficulty.as_ref().is_none_or(is_asked) {
            return Err(Reject::Difficulty);
        }
    }
    let rank = rank(&analysis, findability, &profile.weights);
    Ok(Judgement { analysis, rank })
}

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
        plain(&self.answer, &self.position)
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

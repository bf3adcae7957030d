//! The verifier of riddles: accepts a candidate or returns the reject reason.
//!
//! Checks of the best play alone come first; only then are all plays listed. Invariant: an answer is the first of all
//! legal plays in canonical order, and if the profile requires it to be unique, no other play has its score.

use super::Request;
use super::analysis::{Analysis, Finding, rank};
use super::candidate::{Candidate, Table};
use super::rating::Rating;
use super::reject::{RejectReason, shape, words};
use crate::lexicon::Lexicon;
use std::ops::RangeInclusive;

/// Figures and rank of an accepted candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    /// The figures of all plays; the answer is the first of the near ones.
    pub analysis: Analysis,
    /// Rank by the profile, in thousandths; higher is better.
    pub rank: i64,
}

/// Verifies a candidate.
pub(super) fn prove<'a>(
    candidate: &Candidate,
    request: &Request,
    lexicon: &'a Lexicon,
    table: &mut Table<'a>,
) -> Result<Proof, RejectReason> {
    let (profile, position) = (&request.profile, &candidate.position);
    let best = candidate.best.ok_or(RejectReason::NoPlay)?;
    shape(&best, position, profile)?;
    words(&best, position, request, lexicon)?;
    let limits = profile.plays_of(position.rack());
    let plays = table.plays(position, lexicon, *limits.end());
    let total = plays.len() as u32;
    if total < *limits.start() {
        return Err(RejectReason::FewPlays);
    }
    if total > *limits.end() {
        return Err(RejectReason::ManyPlays);
    }
    let alphabet = lexicon.alphabet();
    let analysis = Analysis::of(plays, alphabet).ok_or(RejectReason::NoPlay)?;
    if profile.unique && analysis.gap() == 0 {
        return Err(RejectReason::Tie);
    }
    if analysis.gap() < profile.gap {
        return Err(RejectReason::Gap);
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
            return Err(RejectReason::Difficulty);
        }
    }
    let rank = rank(&analysis, findability, &profile.weights);
    Ok(Proof { analysis, rank })
}

//! The rating of riddles: a figure of 0 to 100, and the parts that make it.
//!
//! [`parts`] are read off the answer and the plays beside it; [`figure`] weighs them so that the figure never falls when
//! one of them grows. It is the scale on which levels are rated, and the same form: weights are data
//! (`data/rating.json`), fitted to simulated players that know nothing of this. Invariant: the figure is kept in
//! hundredths, so that whether a riddle lies in a band is the same on every machine.

mod figure;
mod parts;
#[cfg(test)]
mod tests;

use super::finding::Finding;
pub use figure::{Weighing, Weight};
pub use parts::{Part, Parts};
use serde::Serialize;

/// The rating of a riddle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Rating {
    /// The figure, from 0 to 100, with two decimals.
    pub figure: f64,
    /// The parts, as they were counted.
    pub parts: Parts,
    /// The number that each part adds before all are brought onto the scale.
    pub adds: Parts,
    /// False where nothing is known of how common the words are: they count as half as rare as can be.
    pub is_sure: bool,
}

impl Rating {
    /// The rating of an answer among `plays` plays, with the scores of the best and the second.
    #[must_use]
    pub fn of(finding: &Finding, plays: u32, scores: (u32, u32)) -> Self {
        Self::of_parts(Parts::of(finding, plays, scores), finding.commonness.is_some())
    }

    /// The rating that parts make.
    #[must_use]
    pub fn of_parts(parts: Parts, is_sure: bool) -> Self {
        let weighing = Weighing::usual();
        let hundredths = (figure::figure(&parts, &weighing) * 100.0).round();
        let adds = figure::adds(&parts, &weighing);
        Self { figure: hundredths / 100.0, adds, parts, is_sure }
    }

    /// The figure in hundredths, from 0 to 10,000.
    #[must_use]
    pub fn hundredths(&self) -> u32 {
        (self.figure * 100.0).round() as u32
    }

    /// The figure in whole points, from 0 to 100.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.figure.round() as u32
    }

    /// The points of the figure that a part makes: its share of the sum.
    #[must_use]
    pub fn share(&self, part: Part) -> f64 {
        let sum: f64 = Part::ALL.iter().map(|&part| self.adds.get(part)).sum();
        if sum > 0.0 { self.figure * self.adds.get(part) / sum } else { 0.0 }
    }
}

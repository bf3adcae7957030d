//! The rating of riddles: a figure of 0 to 100, and the parts that make it.
//!
//! The parts come from the answer and the other plays. A part `x` with scale `s` and weight `w` adds `w·ln(1 + x/s)`;
//! the figure of the sum `z` is `100·(1 − e^−z)`, as for levels. No weight is negative and every scale is positive, so
//! the figure never falls when a part grows. The weights are data (`data/rating.json`), fitted to simulated players
//! that do not use the rating. Invariant: the figure is rounded to hundredths, so comparisons with a range agree on
//! every machine.

#[cfg(test)]
mod tests;

use super::analysis::Finding;
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The rating of a riddle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Rating {
    /// The figure, from 0 to 100, with two decimals.
    pub figure: f64,
    /// The values of the parts.
    pub parts: Parts,
    /// The summand of each part in `z`.
    pub adds: Parts,
    /// False if the commonness of the words is unknown: then their rarity counts as half the maximum.
    pub is_sure: bool,
}

impl Rating {
    /// The rating of an answer among `plays` plays, with the scores of the best and the second.
    #[must_use]
    pub fn of(finding: &Finding, plays: u32, scores: (u32, u32)) -> Self {
        Self::of_parts(Parts::of(finding, plays, scores), finding.commonness.is_some())
    }

    /// The rating of some parts.
    #[must_use]
    pub fn of_parts(parts: Parts, is_sure: bool) -> Self {
        let weighing = Weighing::usual();
        let adds = adds(&parts, &weighing);
        let hundredths = (figure(&adds) * 100.0).round();
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

    /// The points of the figure due to a part: its share of the sum.
    #[must_use]
    pub fn share(&self, part: Part) -> f64 {
        let sum = self.adds.sum();
        if sum > 0.0 { self.figure * self.adds.get(part) / sum } else { 0.0 }
    }
}

/// The weight of a part.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    /// The factor of the part.
    pub weight: f64,
    /// The scale: the amount of the part at which it adds `weight`·ln 2.
    pub scale: f64,
}

/// The weights of all parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighing([Weight; Part::ALL.len()]);

/// The built-in weights.
const USUAL: &str = include_str!("../../../data/rating.json");

impl Weighing {
    /// The built-in weights.
    #[must_use]
    pub fn usual() -> Self {
        let known: BTreeMap<String, Weight> = serde_json::from_str(USUAL).unwrap_or_default();
        let none = Weight { weight: 0.0, scale: 1.0 };
        Self(Part::ALL.map(|part| known.get(part.name()).copied().unwrap_or(none)))
    }

    /// The weight of a part.
    #[must_use]
    pub fn of(&self, part: Part) -> Weight {
        self.0[part as usize]
    }
}

/// The summand of each part.
fn adds(parts: &Parts, weighing: &Weighing) -> Parts {
    Parts::from(|part| {
        let Weight { weight, scale } = weighing.of(part);
        weight * (parts.get(part) / scale).ln_1p()
    })
}

/// The figure of a sum, from 0 to 100.
fn figure(adds: &Parts) -> f64 {
    -100.0 * (-adds.sum()).exp_m1()
}

/// A part of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Rarity of the answer's word: 255 minus its commonness.
    Rarity,
    /// Rarity of its rarest cross word; 0 without cross words.
    Crossing,
    /// Letters of the word.
    Length,
    /// Letters of the word that are on the board already.
    Through,
    /// Words on the board that it extends or joins.
    Extension,
    /// Cross words.
    Hooks,
    /// Blanks placed.
    Blank,
    /// Legal plays.
    Plays,
    /// Plays that form commoner words only: a player who tries common words first finds them before the answer.
    Before,
    /// Score of the second play in hundredths of the best.
    Nearness,
}

/// The rarity of a word of unknown commonness.
const UNKNOWN: u8 = 128;

impl Part {
    /// Every part.
    pub const ALL: [Self; 10] = [
        Self::Rarity,
        Self::Crossing,
        Self::Length,
        Self::Through,
        Self::Extension,
        Self::Hooks,
        Self::Blank,
        Self::Plays,
        Self::Before,
        Self::Nearness,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rarity => "rarity",
            Self::Crossing => "crossing",
            Self::Length => "length",
            Self::Through => "through",
            Self::Extension => "extension",
            Self::Hooks => "hooks",
            Self::Blank => "blank",
            Self::Plays => "plays",
            Self::Before => "before",
            Self::Nearness => "nearness",
        }
    }
}

/// A number for each part, none below 0. Its JSON is an object by name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts([f64; Part::ALL.len()]);

impl Parts {
    /// A number for each part.
    #[must_use]
    pub fn from(of: impl FnMut(Part) -> f64) -> Self {
        Self(Part::ALL.map(of))
    }

    /// The parts of an answer among `plays` plays, with the scores of the best and the second.
    fn of(finding: &Finding, plays: u32, (best, second): (u32, u32)) -> Self {
        let rarity = |commonness: Option<u8>| f64::from(u8::MAX - commonness.unwrap_or(UNKNOWN));
        Self::from(|part| match part {
            Part::Rarity => rarity(finding.word),
            Part::Crossing if finding.hooks == 0 => 0.0,
            Part::Crossing => rarity(finding.crossing),
            Part::Length => f64::from(finding.length),
            Part::Through => f64::from(finding.through),
            Part::Extension => f64::from(finding.extension),
            Part::Hooks => f64::from(finding.hooks),
            Part::Blank => f64::from(finding.blanks),
            Part::Plays => f64::from(plays),
            Part::Before => f64::from(finding.before),
            Part::Nearness => 100.0 * f64::from(second.min(best)) / f64::from(best.max(1)),
        })
    }

    /// The number of a part.
    #[must_use]
    pub fn get(&self, part: Part) -> f64 {
        self.0[part as usize]
    }

    /// The sum of all numbers.
    fn sum(&self) -> f64 {
        self.0.iter().sum()
    }

    /// The same with another value for one part.
    #[must_use]
    pub fn with(mut self, part: Part, number: f64) -> Self {
        self.0[part as usize] = number;
        self
    }
}

impl Serialize for Parts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(Part::ALL.len()))?;
        for part in Part::ALL {
            // Six decimals are enough and do not depend on the last bits of logarithms.
            map.serialize_entry(part.name(), &((self.get(part) * 1e6).round() / 1e6))?;
        }
        map.end()
    }
}

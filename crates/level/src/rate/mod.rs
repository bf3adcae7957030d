//! The difficulty of a level: a figure from 0 to 100, and the parts it is computed from.
//!
//! The [`parts`] are measured on a plan and on a [`trial`](mod@crate::trial). A larger part means a harder level, and
//! [`figure()`] never falls when a part grows. The weights are data (`data/rating.json`), fitted to simulated players
//! independent of this rating. Generators accept a [`Band`] of ratings as a constraint.

pub mod parts;

use crate::limits::Limits;
use crate::model::Level;
use crate::rules::{Rules, TooManyBits};
use crate::trial::{STATES, Trial, trial};
pub use parts::{Part, Parts};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The name and version of the format.
pub const FORMAT: &str = "quandary/rating/1";

/// The rating of a winnable level.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Rating {
    /// The figure, from 0 (nothing to do) to 100.
    pub figure: f64,
    /// The measured parts.
    pub parts: Parts,
    /// The contribution of each part to the sum, before the sum is mapped to the scale.
    pub adds: Parts,
    /// True if the plan is proved cheapest and softlock freedom is decided.
    pub is_sure: bool,
}

/// The reason why a level has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unrated {
    /// The level cannot be won.
    #[error("it cannot be won, so that there is nothing to rate")]
    Unwinnable,
    /// A limit came first.
    #[error("whether it can be won was not decided")]
    Undecided,
    /// The level needs more state bits than the engine has.
    #[error(transparent)]
    Large(#[from] TooManyBits),
}

impl Unrated {
    /// False if the level cannot be won; `None` if undecided.
    #[must_use]
    pub fn winnable(self) -> Option<bool> {
        (self == Self::Unwinnable).then_some(false)
    }
}

/// Rates a level under some rules.
///
/// # Errors
/// [`Unrated`] if the level cannot be won, or a limit came first.
///
/// ```
/// let read = quandary_level::formats::text::read;
/// let rate = |text| quandary_level::rate::rate(&read(text).unwrap(), &Default::default());
/// let near = rate("#####\n#@*.#\n#####\n")?;
/// let far = rate("#######\n#@...*#\n#######\n")?;
/// assert!(near.figure < far.figure);
/// assert!(rate("#####\n#@#*#\n#####\n").is_err());
/// # Ok::<(), quandary_level::rate::Unrated>(())
/// ```
pub fn rate(level: &Level, rules: &Rules) -> Result<Rating, Unrated> {
    let limits = Limits { states: Some(STATES), ..Limits::default() };
    let trial = trial(level, rules, &limits)?;
    of_trial(level, rules, &trial).ok_or(match trial.winnable {
        Some(false) => Unrated::Unwinnable,
        Some(true) | None => Unrated::Undecided,
    })
}

/// Rates a level by the results of a trial.
#[must_use]
pub fn of_trial(level: &Level, rules: &Rules, trial: &Trial) -> Option<Rating> {
    let parts = parts::parts(level, rules, trial)?;
    let weights = Weights::usual();
    Some(Rating {
        figure: figure(&parts, &weights),
        adds: adds(&parts, &weights),
        parts,
        is_sure: trial.is_cheapest && trial.dead_share().is_some(),
    })
}

// -------------------------------------------------------------------------------------------------
// The figure, computed from the parts.
//
// A part `x` with scale `s` and weight `w` contributes `w·ln(1 + x/s)`, so large values have diminishing effect. The
// sum `z` is mapped to the scale as `100·(1 − e^−z)`. No weight is negative and every scale is positive, so the figure
// never falls when a part grows.

/// The weight and scale of a part.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    /// The factor of the logarithm.
    pub weight: f64,
    /// The amount at which the contribution is `weight · ln 2`.
    pub scale: f64,
}

/// The weights of all parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights([Weight; Part::ALL.len()]);

/// The default weights.
const USUAL: &str = include_str!("../../data/rating.json");

impl Weights {
    /// The default weights.
    #[must_use]
    pub fn usual() -> Self {
        let known: BTreeMap<String, Weight> = serde_json::from_str(USUAL).unwrap_or_default();
        let none = Weight { weight: 0.0, scale: 1.0 };
        Self(Part::ALL.map(|part| known.get(part.name()).copied().unwrap_or(none)))
    }

    /// The weight and scale of a part.
    #[must_use]
    pub fn of(&self, part: Part) -> Weight {
        self.0[part as usize]
    }
}

/// The contribution of each part.
#[must_use]
pub fn adds(parts: &Parts, weights: &Weights) -> Parts {
    Parts::from(|part| {
        let Weight { weight, scale } = weights.of(part);
        weight * (parts.get(part) / scale).ln_1p()
    })
}

/// The figure of some parts, from 0 to 100.
#[must_use]
pub fn figure(parts: &Parts, weights: &Weights) -> f64 {
    let adds = adds(parts, weights);
    let sum: f64 = Part::ALL.iter().map(|&part| adds.get(part)).sum();
    -100.0 * (-sum).exp_m1()
}

// -------------------------------------------------------------------------------------------------
// A band of difficulty, such as `30..45`.

/// A range of ratings, inclusive at both ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    low: f64,
    high: f64,
}

/// A text that is no band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BandError {
    /// The text is not two numbers.
    #[error("expected LOW..HIGH, two numbers from 0 to 100, such as 30..45")]
    Form,
    /// The larger number comes first.
    #[error("expected the smaller number first, such as 30..45")]
    Inverted,
}

impl Band {
    /// The lower and the upper end.
    #[must_use]
    pub fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The ratings within the band, in hundredths.
    #[must_use]
    pub fn hundredths(&self) -> RangeInclusive<u32> {
        // The tolerance absorbs rounding errors of the product.
        (self.low * 100.0 - 1e-6).ceil() as u32..=(self.high * 100.0 + 1e-6).floor() as u32
    }

    /// True if a rating lies within the band.
    #[must_use]
    pub fn holds(&self, figure: f64) -> bool {
        (self.low..=self.high).contains(&figure)
    }
}

impl FromStr for Band {
    type Err = BandError;

    fn from_str(text: &str) -> Result<Self, BandError> {
        let number = |text: &str| {
            text.trim().parse::<f64>().ok().filter(|number| (0.0..=100.0).contains(number))
        };
        let ends = text.split_once("..").and_then(|(l, h)| Some((number(l)?, number(h)?)));
        match ends.ok_or(BandError::Form)? {
            (low, high) if low <= high => Ok(Self { low, high }),
            _ => Err(BandError::Inverted),
        }
    }
}

impl Serialize for Band {
    /// Writes the band as text, such as `40..55`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_a_weight_and_nothing_else_has() {
        let known: BTreeMap<String, Weight> = serde_json::from_str(USUAL).unwrap();
        let names: Vec<&str> = known.keys().map(String::as_str).collect();
        let mut parts = Part::ALL.map(Part::name).to_vec();
        parts.sort_unstable();
        assert_eq!(names, parts);
        assert!(known.values().all(|w| w.weight >= 0.0 && w.scale > 0.0));
    }
}

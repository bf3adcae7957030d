//! The difficulty of a level: a figure of 0 to 100, and the parts that make it.
//!
//! [`parts`] are read off a plan and what else a [`trial`](mod@crate::trial) found. Each is a number that is larger where
//! the level is harder; [`figure()`] weighs them so that the figure never falls when one of them grows. The weights are
//! data (`data/rating.json`), fitted to simulated players that know nothing of this; [`Bands`](band::Band) are asked for
//! of generators.

pub mod band;
pub mod figure;
pub mod parts;
use crate::limits::Limits;
use crate::model::level::Level;
use crate::rules::{Rules, TooManyBits};
use crate::trial::{STATES, Trial, trial};
pub use band::Band;
pub use figure::{Weight, Weights, figure};
pub use parts::{Part, Parts};
use serde::Serialize;

/// The name and version of the format.
pub const FORMAT: &str = "quandary/rating/1";

/// The rating of a level that can be won.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Rating {
    /// The figure, from 0 (nothing to do) to 100.
    pub figure: f64,
    /// The parts, as they were counted.
    pub parts: Parts,
    /// The amount that each part adds before all are brought onto the scale.
    pub adds: Parts,
    /// True if all that the figure rests on was proved: a cheapest plan, and whether a player can get stuck.
    pub is_sure: bool,
}

/// The reason why a level has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrated {
    /// It cannot be won.
    Unwinnable,
    /// A limit came first.
    Undecided,
}

impl Unrated {
    /// False if it cannot be won; `None` where that was not decided.
    #[must_use]
    pub fn winnable(self) -> Option<bool> {
        (self == Self::Unwinnable).then_some(false)
    }
}

/// Rates a level under some rules, if it can be won.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
///
/// ```
/// let read = quandary_level::formats::text::read;
/// let rate = |text| quandary_level::rate::rate(&read(text).unwrap(), &Default::default());
/// let near = rate("#####\n#@*.#\n#####\n")?.unwrap();
/// let far = rate("#######\n#@...*#\n#######\n")?.unwrap();
/// assert!(near.figure < far.figure);
/// assert!(rate("#####\n#@#*#\n#####\n")?.is_err());
/// # Ok::<(), quandary_level::TooManyBits>(())
/// ```
pub fn rate(level: &Level, rules: &Rules) -> Result<Result<Rating, Unrated>, TooManyBits> {
    let limits = Limits { states: Some(STATES), ..Limits::default() };
    let trial = trial(level, rules, &limits)?;
    Ok(of_trial(level, rules, &trial).ok_or(match trial.winnable {
        Some(false) => Unrated::Unwinnable,
        Some(true) | None => Unrated::Undecided,
    }))
}

/// Rates a level by what was found of it.
#[must_use]
pub fn of_trial(level: &Level, rules: &Rules, trial: &Trial) -> Option<Rating> {
    let parts = parts::parts(level, rules, trial)?;
    let weights = Weights::usual();
    Some(Rating {
        figure: figure(&parts, &weights),
        adds: figure::adds(&parts, &weights),
        parts,
        is_sure: trial.is_cheapest && trial.dead_share().is_some(),
    })
}

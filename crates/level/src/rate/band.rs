//! A band of difficulty, as it is asked for: `30..45`.

use serde::{Serialize, Serializer};
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A range of ratings, both ends in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    low: f64,
    high: f64,
}

/// The words for what is no band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BandError {
    /// There are not two numbers.
    #[error("LOW..HIGH is wanted, two numbers from 0 to 100, such as 30..45")]
    Form,
    /// They stand the wrong way round.
    #[error("the first number is to be the smaller one, such as 30..45")]
    Inverted,
}

impl Band {
    /// Both ends.
    #[must_use]
    pub fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }

    /// The ratings in hundredths that lie in it.
    #[must_use]
    pub fn hundredths(&self) -> RangeInclusive<u32> {
        // A hundredth that is meant is not lost to the last bit of a product.
        (self.low * 100.0 - 1e-6).ceil() as u32..=(self.high * 100.0 + 1e-6).floor() as u32
    }

    /// True if a rating lies in it.
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
    /// As a text, such as `40..55`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.low, self.high)
    }
}

//! A rating, of a level or of a riddle: one scale, and parts of their own.

use crossword::riddle;
use level::rate;
use serde::Serialize;

/// A rating.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Rating {
    Level(rate::Rating),
    Riddle(riddle::Rating),
}

impl Rating {
    /// The figure, from 0 to 100.
    pub(super) fn figure(&self) -> f64 {
        match self {
            Self::Level(rating) => rating.figure,
            Self::Riddle(rating) => rating.figure,
        }
    }

    /// True if all that it rests on is known.
    pub(super) fn is_sure(&self) -> bool {
        match self {
            Self::Level(rating) => rating.is_sure,
            Self::Riddle(rating) => rating.is_sure,
        }
    }

    /// Each part: its name, what was counted, and what it adds.
    pub(super) fn parts(&self) -> Vec<(&'static str, f64, f64)> {
        match self {
            Self::Level(rate::Rating { parts, adds, .. }) => {
                let told = |part: rate::Part| (part.name(), parts.get(part), adds.get(part));
                rate::Part::ALL.map(told).to_vec()
            }
            Self::Riddle(riddle::Rating { parts, adds, .. }) => {
                let told = |part: riddle::Part| (part.name(), parts.get(part), adds.get(part));
                riddle::Part::ALL.map(told).to_vec()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two crates do not know each other; that they rate on one scale is held here.
    #[test]
    fn levels_and_riddles_are_weighed_in_one_form() {
        let weighing = riddle::Weighing::usual();
        for sum in [0.0, 0.1, 1.0, 3.0] {
            for part in riddle::Part::ALL {
                let riddle::Weight { weight, scale } = weighing.of(part);
                let expect = 100.0 * (1.0 - (-weight * (1.0 + sum / scale).ln()).exp());
                let parts = riddle::Parts::from(|other| if other == part { sum } else { 0.0 });
                let found = riddle::Rating::of_parts(parts, true).figure;
                assert!((found - expect).abs() <= 0.005 + 1e-9, "{} {sum}", part.name());
            }
            for part in rate::Part::ALL {
                let weights = rate::Weights::usual();
                let rate::Weight { weight, scale } = weights.of(part);
                let expect = 100.0 * (1.0 - (-weight * (1.0 + sum / scale).ln()).exp());
                let parts = rate::Parts::from(|other| if other == part { sum } else { 0.0 });
                assert!((rate::figure(&parts, &weights) - expect).abs() < 1e-9, "{}", part.name());
            }
        }
    }
}

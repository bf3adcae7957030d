//! The figure that parts make, as that of levels is made.
//!
//! A part `x` with scale `s` and weight `w` adds `w·ln(1 + x/s)`; the sum `z` is brought onto the scale as
//! `100·(1 − e^−z)`. No weight is below 0 and no scale is 0 or less, so that the figure never falls when a part grows.

use super::parts::{Part, Parts};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The weight of a part.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weight {
    /// The factor of the part.
    pub weight: f64,
    /// The amount of the part that is some.
    pub scale: f64,
}

/// The weights of all parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighing([Weight; Part::ALL.len()]);

/// The weights that are used.
const USUAL: &str = include_str!("../../../data/rating.json");

impl Weighing {
    /// The usual weights.
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

/// The number that each part adds.
pub(super) fn adds(parts: &Parts, weighing: &Weighing) -> Parts {
    Parts::from(|part| {
        let Weight { weight, scale } = weighing.of(part);
        weight * (parts.get(part) / scale).ln_1p()
    })
}

/// The figure of some parts, from 0 to 100.
pub(super) fn figure(parts: &Parts, weighing: &Weighing) -> f64 {
    let adds = adds(parts, weighing);
    let sum: f64 = Part::ALL.iter().map(|&part| adds.get(part)).sum();
    -100.0 * (-sum).exp_m1()
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

//! The measures by name, and the values of one level or of many.

use crate::model::named;
use serde::ser::{Serialize, SerializeMap, Serializer};

named! {
    /// A measure.
    pub enum Measure {
        /// The share of rooms without contents.
        Empty = "empty",
        /// The share of dead ends that have contents.
        DeadEnds = "dead_ends",
        /// The number of passages from the start to the goal, divided by the number of rooms.
        Distance = "distance",
        /// The number of passages to the room farthest from the start, divided by the number of rooms.
        Eccentric = "eccentric",
        /// The share of the plan's steps that enter a room again.
        Reentry = "reentry",
        /// The number of independent cycles, divided by the number of rooms.
        Cycles = "cycles",
        /// The share of rooms on a cycle.
        OnCycle = "on_cycle",
        /// The share of passages that are gated.
        Gated = "gated",
        /// Locked passages per hundred rooms.
        Locks = "locks",
        /// Rooms with a key per hundred rooms.
        Keys = "keys",
        /// Bombable passages per hundred rooms.
        Bombable = "bombable",
        /// One-way and one-sided passages per hundred rooms.
        OneSided = "one_sided",
        /// Rooms with a puzzle per hundred rooms.
        Puzzles = "puzzles",
        /// The share of rooms with enemies.
        Enemies = "enemies",
        /// The share of interiors that are plain.
        Plain = "plain",
        /// The share of furnished interiors that are symmetric.
        Symmetric = "symmetric",
        /// The mean share of interior tiles that are features.
        Features = "features",
        /// The share of rooms whose floor is split by water or blocks.
        Split = "split",
        /// The share of rooms that the plan does not visit.
        OffPlan = "off_plan",
    }
}

/// The number of measures.
const COUNT: usize = Measure::ALL.len();

impl Measure {
    /// The unit: 1, or 100 for measures given per hundred rooms.
    #[must_use]
    pub fn scale(self) -> f64 {
        match self {
            Self::Locks | Self::Keys | Self::Bombable | Self::OneSided | Self::Puzzles => 100.0,
            _ => 1.0,
        }
    }
}

/// A part and its whole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// The part: a count, or a sum of shares for [`Measure::Features`].
    pub part: f64,
    /// The whole; 0 if nothing is counted.
    pub whole: f64,
}

/// The measures of a level, or of several levels pooled. Its JSON is an object of the values by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metrics([Share; COUNT]);

impl Metrics {
    /// The part and the whole of a measure.
    #[must_use]
    pub fn share(&self, of: Measure) -> Share {
        self.0[of as usize]
    }

    /// The value of a measure; `None` if nothing is counted.
    #[must_use]
    pub fn value(&self, of: Measure) -> Option<f64> {
        let Share { part, whole } = self.share(of);
        (whole > 0.0).then(|| of.scale() * part / whole)
    }

    /// The sums of parts and wholes over levels.
    #[must_use]
    pub fn pooled<'a>(all: impl IntoIterator<Item = &'a Self>) -> Self {
        all.into_iter().fold(Self::default(), |mut sum, metrics| {
            for (sum, Share { part, whole }) in sum.0.iter_mut().zip(metrics.0) {
                sum.part += part;
                sum.whole += whole;
            }
            sum
        })
    }

    /// Sets a measure that counts things.
    pub(super) fn set(&mut self, of: Measure, part: usize, whole: usize) {
        self.0[of as usize] = Share { part: part as f64, whole: whole as f64 };
    }

    /// Sets a measure to the mean of some shares.
    pub(super) fn set_mean(&mut self, of: Measure, shares: &[f64]) {
        self.0[of as usize] = Share { part: shares.iter().sum(), whole: shares.len() as f64 };
    }
}

impl Serialize for Metrics {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(COUNT))?;
        for of in Measure::ALL {
            map.serialize_entry(of.name(), &self.value(of))?;
        }
        map.end()
    }
}

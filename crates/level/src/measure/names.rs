//! The measures by name, and the values of one level or of many.

use crate::model::named;
use serde::ser::{Serialize, SerializeMap, Serializer};

named! {
    /// A measure.
    pub enum Measure {
        /// Rooms that hold nothing.
        Empty = "empty",
        /// Dead ends with content, of all dead ends.
        DeadEnds = "dead_ends",
        /// Passages from the start to the goal, of as many as there are rooms.
        Distance = "distance",
        /// The same, of the passages to the room that is farthest from the start.
        Eccentric = "eccentric",
        /// Steps of the plan that enter a room again.
        Reentry = "reentry",
        /// Independent cycles, of as many as there are rooms.
        Cycles = "cycles",
        /// Rooms on a cycle.
        OnCycle = "on_cycle",
        /// Passages that are gated.
        Gated = "gated",
        /// Locked passages, a hundred rooms.
        Locks = "locks",
        /// Rooms with a key, a hundred rooms.
        Keys = "keys",
        /// Bombable passages, a hundred rooms.
        Bombable = "bombable",
        /// One-way and one-sided passages, a hundred rooms.
        OneSided = "one_sided",
        /// Rooms with a puzzle, a hundred rooms.
        Puzzles = "puzzles",
        /// Rooms with enemies.
        Enemies = "enemies",
        /// Interiors that are plain.
        Plain = "plain",
        /// Furnished interiors that mirror.
        Symmetric = "symmetric",
        /// Interior tiles that are features, the mean of the rooms.
        Features = "features",
        /// Rooms whose floor water or blocks split.
        Split = "split",
        /// Rooms off the plan.
        OffPlan = "off_plan",
    }
}

/// The number of measures.
const COUNT: usize = Measure::ALL.len();

impl Measure {
    /// Its value where the part is the whole: 1, or 100 where it is told a hundred rooms.
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
    /// The part: whole numbers, but of [`Measure::Features`] a sum of shares.
    pub part: f64,
    /// The whole; 0 where nothing is counted.
    pub whole: f64,
}

/// The measures of a level, or of many pooled. Its JSON is an object of the values by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metrics([Share; COUNT]);

impl Metrics {
    /// The part and the whole of a measure.
    #[must_use]
    pub fn share(&self, of: Measure) -> Share {
        self.0[of as usize]
    }

    /// The value of a measure; `None` where nothing is counted.
    #[must_use]
    pub fn value(&self, of: Measure) -> Option<f64> {
        let Share { part, whole } = self.share(of);
        (whole > 0.0).then(|| of.scale() * part / whole)
    }

    /// Parts and wholes summed over levels.
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

    /// Notes a measure that counts things.
    pub(super) fn set(&mut self, of: Measure, part: usize, whole: usize) {
        self.0[of as usize] = Share { part: part as f64, whole: whole as f64 };
    }

    /// Notes the mean of some shares.
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

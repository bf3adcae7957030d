//! The measures by name, and the values of one level or of many.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// A measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Rooms that hold nothing.
    Empty,
    /// Dead ends with content, of all dead ends.
    DeadEnds,
    /// Passages from the start to the goal, of as many as there are rooms.
    Distance,
    /// The same, of the passages to the room that is farthest from the start.
    Eccentric,
    /// Steps of the plan that enter a room again.
    Reentry,
    /// Independent cycles, of as many as there are rooms.
    Cycles,
    /// Rooms on a cycle.
    OnCycle,
    /// Passages that are gated.
    Gated,
    /// Locked passages, a hundred rooms.
    Locks,
    /// Rooms with a key, a hundred rooms.
    Keys,
    /// Bombable passages, a hundred rooms.
    Bombable,
    /// One-way and one-sided passages, a hundred rooms.
    OneSided,
    /// Rooms with a puzzle, a hundred rooms.
    Puzzles,
    /// Rooms with enemies.
    Enemies,
    /// Interiors that are plain.
    Plain,
    /// Furnished interiors that mirror.
    Symmetric,
    /// Interior tiles that are features, the mean of the rooms.
    Features,
    /// Rooms whose floor water or blocks split.
    Split,
    /// Rooms off the plan.
    OffPlan,
}

/// The number of measures.
const COUNT: usize = 19;

/// Every measure with its name and the value of a whole: 1, or 100 where it is told a hundred rooms.
const TABLE: [(Measure, &str, f64); COUNT] = [
    (Measure::Empty, "empty", 1.0),
    (Measure::DeadEnds, "dead_ends", 1.0),
    (Measure::Distance, "distance", 1.0),
    (Measure::Eccentric, "eccentric", 1.0),
    (Measure::Reentry, "reentry", 1.0),
    (Measure::Cycles, "cycles", 1.0),
    (Measure::OnCycle, "on_cycle", 1.0),
    (Measure::Gated, "gated", 1.0),
    (Measure::Locks, "locks", 100.0),
    (Measure::Keys, "keys", 100.0),
    (Measure::Bombable, "bombable", 100.0),
    (Measure::OneSided, "one_sided", 100.0),
    (Measure::Puzzles, "puzzles", 100.0),
    (Measure::Enemies, "enemies", 1.0),
    (Measure::Plain, "plain", 1.0),
    (Measure::Symmetric, "symmetric", 1.0),
    (Measure::Features, "features", 1.0),
    (Measure::Split, "split", 1.0),
    (Measure::OffPlan, "off_plan", 1.0),
];

impl Measure {
    /// Every measure, in the order of the table in the documents.
    pub const ALL: [Self; COUNT] = {
        let mut all = [Self::Empty; COUNT];
        let mut next = 0;
        while next < COUNT {
            all[next] = TABLE[next].0;
            next += 1;
        }
        all
    };

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Its value where the part is the whole: 1, or 100 where it is told a hundred rooms.
    #[must_use]
    pub fn scale(self) -> f64 {
        TABLE[self as usize].2
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

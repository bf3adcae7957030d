//! How good a dungeon is, against others of the same request.
//!
//! A weighted sum of figures that the proof holds. The weights stand in the request; nothing else is known to
//! the rank.

/// How much each figure counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// For each move and flip of a shortest solution.
    pub solution: f64,
    /// For each time that it enters a room again.
    pub nonlinearity: f64,
    /// For each sphere: each time that something new comes into reach.
    pub spheres: f64,
    /// For each lock or puzzle that stands behind another, on the longest such chain.
    pub gating: f64,
    /// For the share of rooms that a shortest solution never enters, 0 to 1.
    pub optional: f64,
}

impl Default for Weights {
    /// Long, deep and layered is good; walking back and forth is not; half of the rooms may be left aside.
    fn default() -> Self {
        Self { solution: 0.2, nonlinearity: -0.5, spheres: 2.0, gating: 2.0, optional: 3.0 }
    }
}

/// The figures, and what they come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rank {
    /// Moves and flips of a shortest solution.
    pub solution: u32,
    /// How often it enters a room again.
    pub nonlinearity: u32,
    /// How many spheres there are.
    pub spheres: u32,
    /// How many locks and puzzles stand one behind the other at most.
    pub gating: u32,
    /// The share of rooms that a shortest solution never enters.
    pub optional: f64,
    /// The weighted sum.
    pub value: f64,
}

impl Rank {
    /// The same with its weighted sum.
    #[must_use]
    pub fn weighed(mut self, weights: &Weights) -> Self {
        self.value = weights.solution * f64::from(self.solution)
            + weights.nonlinearity * f64::from(self.nonlinearity)
            + weights.spheres * f64::from(self.spheres)
            + weights.gating * f64::from(self.gating)
            + weights.optional * self.optional;
        self
    }
}

//! Options and answers of the solver.

use super::heuristic::Heuristic;
use crate::limits::Limit;
use crate::plan::{Cost, Plan, Walk};
use crate::rules::Collect;

/// Cost of a plan: the sum that a cheapest one has the least of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CostModel {
    /// Every move costs 1, a diagonal one √2.
    #[default]
    Moves,
    /// A push costs 1, other moves nothing; of plans with as few pushes, one with the fewest moves is found.
    Pushes,
}

impl CostModel {
    /// The cost of a walk.
    #[must_use]
    pub fn of(self, walk: &Walk) -> Cost {
        match self {
            CostModel::Moves => walk.cost,
            CostModel::Pushes => {
                let pushes = walk.records.iter().filter(|record| record.pushed.is_some()).count();
                Cost { straight: pushes as u64, diagonal: 0 }
            }
        }
    }
}

/// The options of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Cost of a plan. With [`CostModel::Pushes`] the other options of this kind are not looked at, but
    /// [`Options::collect`].
    pub cost: CostModel,
    /// The heuristic that guides the search.
    pub heuristic: Heuristic,
    /// Weight of the estimate of the remaining cost, from 1: a plan may cost this many times the least, if the
    /// heuristic is admissible.
    pub weight: f64,
    /// True if the search goes on to better plans until the least cost is proved.
    pub anytime: bool,
    /// The condition of a goal besides being reached.
    pub collect: Collect,
    /// True if states of equal promise are ordered by a hash.
    pub tie_break: bool,
    /// True if each pick-up makes a state a little (0.01) more promising.
    pub key_boost: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            cost: CostModel::Moves,
            heuristic: Heuristic::Optimal,
            weight: 1.0,
            anytime: false,
            collect: Collect::Nothing,
            tie_break: false,
            key_boost: false,
        }
    }
}

impl Options {
    /// The options as a request has them, whichever way it came: plans that improve begin with a hasty one.
    ///
    /// # Errors
    /// [`WrongOption`] for a weight out of range, and for options that the search for the fewest pushes has not.
    pub fn checked(self) -> Result<Self, WrongOption> {
        if !(1.0..=1000.0).contains(&self.weight) {
            return Err(WrongOption { name: "weight", wanted: "expected a number from 1 to 1000" });
        }
        let plain = Self { cost: self.cost, collect: self.collect, ..Self::default() };
        if self.cost == CostModel::Pushes && self != plain {
            let wanted = "pushes goes with no heuristic, weight, anytime, tie_break or key_boost";
            return Err(WrongOption { name: "cost", wanted });
        }
        let is_hasty = self.anytime && self.weight <= 1.0 && self.heuristic.is_admissible();
        Ok(Self { weight: if is_hasty { 3.0 } else { self.weight }, ..self })
    }

    /// True if the first plan that is found is a cheapest one.
    pub(super) fn finds_cheapest(&self) -> bool {
        match self.heuristic {
            Heuristic::None => !self.key_boost,
            Heuristic::Optimal => self.weight <= 1.0 && !self.key_boost,
            Heuristic::Balanced | Heuristic::Speedrunner | Heuristic::Completionist => false,
        }
    }
}

/// An option of a search that will not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {wanted}")]
pub struct WrongOption {
    /// The name of the option.
    pub name: &'static str,
    /// What is wanted.
    pub wanted: &'static str,
}

/// The answer to the question whether a level can be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can be won.
    Solvable {
        /// A plan.
        plan: Plan,
        /// The replay of the plan.
        walk: Walk,
        /// True if it is proved that no plan costs less.
        optimal: bool,
    },
    /// It cannot be won: everything that can be reached holds no goal.
    Unsolvable,
    /// A limit came first.
    Unknown(Limit),
}

/// A plan that was the best so far, and what it was proved to be worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Improvement {
    /// Its cost.
    pub cost: Cost,
    /// No plan costs less than this.
    pub bound: f64,
}

/// A verdict, and the counts of the search.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// Cost of a plan, which is proved to be the least where the plan is optimal.
    pub cost: CostModel,
    /// The limit that ended the search before all was proved, if one did.
    pub limit: Option<Limit>,
    /// The number of states that the search which was asked for expanded, those within rooms that were passed in one
    /// move among them.
    pub explored: u64,
    /// The number of states that the exact search expanded, where it ran beside the one that was asked for.
    pub beside: u64,
    /// The number of states that were passed over because they were dominated.
    pub pruned: u64,
    /// The most states that waited at one time.
    pub most_waiting: u64,
    /// The number of states that were met, which the limit on states counts: of two searches beside each other by the
    /// one that met more.
    pub met: u64,
    /// The most memory that states took at one time, in bytes.
    pub bytes: u64,
    /// With [`Options::anytime`]: the plans found, each better than the one before. The last may come twice,
    /// with a better bound.
    pub improvements: Vec<Improvement>,
}

impl Solution {
    /// A verdict without a search.
    pub(super) fn of(verdict: Verdict) -> Self {
        let limit = match verdict {
            Verdict::Unknown(limit) => Some(limit),
            Verdict::Solvable { .. } | Verdict::Unsolvable => None,
        };
        Self {
            verdict,
            cost: CostModel::Moves,
            limit,
            explored: 0,
            beside: 0,
            pruned: 0,
            most_waiting: 0,
            met: 0,
            bytes: 0,
            improvements: Vec::new(),
        }
    }
}

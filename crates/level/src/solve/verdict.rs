//! Options and answers of the solver.

use super::heuristic::Heuristic;
use crate::limits::Limit;
use crate::plan::{Cost, Plan, Walk};
use crate::rules::Collect;

/// The cost of a plan, which the solver minimises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CostModel {
    /// Every move costs 1, a diagonal one √2.
    #[default]
    Moves,
    /// A push costs 1, other moves cost nothing. Among plans with the fewest pushes, one with the fewest moves is
    /// found.
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
    /// The cost of a plan. With [`CostModel::Pushes`], only [`Options::collect`] of the other options has an effect.
    pub cost: CostModel,
    /// The heuristic that guides the search.
    pub heuristic: Heuristic,
    /// The weight of the estimate of the remaining cost, at least 1. If the heuristic is admissible, a plan may cost
    /// this many times the least.
    pub weight: f64,
    /// True if the search continues to better plans until the least cost is proved.
    pub anytime: bool,
    /// The condition of a goal besides being reached.
    pub collect: Collect,
    /// True if states of equal priority are ordered by a hash.
    pub tie_break: bool,
    /// True if each pick-up improves the priority of a state a little (by 0.01).
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
    /// Checks the options of a request from any interface. An anytime search starts with a fast first plan.
    ///
    /// # Errors
    /// [`WrongOption`] for a weight out of range, and for options that the search for the fewest pushes does not
    /// support.
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

    /// True if the first plan found is a cheapest one.
    pub(super) fn finds_cheapest(&self) -> bool {
        match self.heuristic {
            Heuristic::None => !self.key_boost,
            Heuristic::Optimal => self.weight <= 1.0 && !self.key_boost,
            Heuristic::Balanced | Heuristic::Speedrunner | Heuristic::Completionist => false,
        }
    }
}

/// An invalid option of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {wanted}")]
pub struct WrongOption {
    /// The name of the option.
    pub name: &'static str,
    /// The accepted values, in words.
    pub wanted: &'static str,
}

/// The answer to whether a level can be won.
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
    /// It cannot be won: no goal is reachable.
    Unsolvable,
    /// A limit was reached first.
    Unknown(Limit),
}

/// A plan that was the best so far, and the bound that was proved for it.
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
    /// The cost model of the plan; an optimal plan has the least cost in it.
    pub cost: CostModel,
    /// The limit that ended the search before everything was proved, if one did.
    pub limit: Option<Limit>,
    /// The number of states that the requested search expanded, including the states within rooms that were crossed
    /// in one move.
    pub explored: u64,
    /// The number of states that the exact search expanded beside the requested one.
    pub beside: u64,
    /// The number of states that were skipped because they were dominated.
    pub pruned: u64,
    /// The largest number of states that waited at one time.
    pub most_waiting: u64,
    /// The number of states that were met, to which the limit on states applies. If two searches ran beside each
    /// other, the larger of their numbers.
    pub met: u64,
    /// The largest amount of memory that states used at one time, in bytes.
    pub bytes: u64,
    /// With [`Options::anytime`], the plans found, each better than the previous one. The last may occur twice, the
    /// second time with a better bound.
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

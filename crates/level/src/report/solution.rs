//! The JSON of `quandary solve`.

use super::blocked::Blocked;
use super::place::Place;
use super::walk::{Held, Price, Step, full_steps, path, steps};
use crate::check::why_not::WhyNot;
use crate::limits::Limit;
use crate::model::level::Level;
use crate::rules::{Inventory, Rules};
use crate::solve::{Improvement, Solution, Verdict};
use serde::Serialize;

/// A solution.
#[derive(Serialize)]
pub struct Wire<'a> {
    verdict: &'static str,
    cost: Option<Price>,
    optimal: bool,
    path: Option<Vec<Place<'a>>>,
    plan: Option<Vec<Step<'a>>>,
    states_explored: u64,
    /// By the exact search, where it ran beside the one that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    states_explored_beside: Option<u64>,
    states_pruned: u64,
    max_queue: u64,
    millis: f64,
    inventory: Option<Held>,
    /// For an unsolvable level.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Blocked<'a>>,
    /// The limit that ended the search before all was proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
    /// With `--anytime`: the plans found, each better than the one before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    improvements: Vec<Improved>,
    #[serde(flatten)]
    in_force: InForce,
}

/// The rules in force.
#[derive(Serialize)]
pub struct InForce {
    /// All rules, each by its name.
    rules: Rules,
    /// The inventory that the player started with, if there was anything in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<Started>,
}

/// The things that a player started with.
#[derive(Serialize)]
struct Started {
    keys: u32,
    bombs: u32,
    boss_key: bool,
    key_item: bool,
}

impl InForce {
    /// The rules by which a level was judged.
    pub fn new(rules: &Rules) -> Self {
        let Inventory { keys, bombs, boss_key, key_item } = rules.start;
        let something = rules.start != Inventory::default();
        let start = something.then_some(Started { keys, bombs, boss_key, key_item });
        Self { rules: rules.clone(), start }
    }
}

/// A plan that was the best so far.
#[derive(Serialize)]
struct Improved {
    cost: Price,
    /// No plan costs less, proved.
    bound: f64,
}

/// The name of a limit.
pub fn limit(limit: Limit) -> &'static str {
    match limit {
        Limit::States => "states",
        Limit::Time => "time",
        Limit::Memory => "memory",
        Limit::Cancelled => "cancelled",
        Limit::Rooms => "rooms",
    }
}

/// The name of a verdict.
pub fn verdict(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Solvable { .. } => "solvable",
        Verdict::Unsolvable => "unsolvable",
        Verdict::Unknown(_) => "unknown",
    }
}

impl<'a> Wire<'a> {
    /// The JSON of a solution of a level, each move with the whole state after it.
    pub fn full(
        level: &'a Level,
        rules: &Rules,
        solution: &Solution,
        reason: Option<&WhyNot>,
        millis: f64,
    ) -> Self {
        let plan = match &solution.verdict {
            Verdict::Solvable { walk, .. } => Some(full_steps(level, walk)),
            _ => None,
        };
        Self { plan, ..Self::new(level, rules, solution, reason, millis) }
    }

    /// The JSON of a solution of a level.
    pub fn new(
        level: &'a Level,
        rules: &Rules,
        solution: &Solution,
        reason: Option<&WhyNot>,
        millis: f64,
    ) -> Self {
        let (walk, optimal) = match &solution.verdict {
            Verdict::Solvable { walk, optimal, .. } => (Some(walk), *optimal),
            Verdict::Unsolvable | Verdict::Unknown(_) => (None, false),
        };
        let last = walk.map(|walk| walk.records.last().map_or(&walk.holdings, |r| &r.holdings));
        let improvement = |improvement: &Improvement| Improved {
            cost: Price(improvement.cost),
            bound: improvement.bound,
        };
        Self {
            verdict: verdict(&solution.verdict),
            cost: walk.map(|walk| Price(solution.cost.of(walk))),
            optimal,
            path: walk.map(|walk| path(level, walk)),
            plan: walk.map(|walk| steps(level, walk)),
            states_explored: solution.explored,
            states_explored_beside: (solution.beside > 0).then_some(solution.beside),
            states_pruned: solution.pruned,
            max_queue: solution.most_waiting,
            millis,
            inventory: last.map(|holdings| Held::new(level, holdings)),
            reason: reason.map(|why_not| Blocked::new(level, why_not)),
            limit: solution.limit.map(limit),
            improvements: solution.improvements.iter().map(improvement).collect(),
            in_force: InForce::new(rules),
        }
    }
}

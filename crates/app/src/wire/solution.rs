//! The JSON of `quandary solve`.

use super::check::Blocked;
use super::walk::{Held, Step, path, steps};
use level::check::why_not::WhyNot;
use level::graph::{Graph, NodeId};
use level::solve::space::Limit;
use level::solve::{Solution, Verdict};
use serde::Serialize;

/// A solution.
#[derive(Serialize)]
pub(crate) struct Wire<'a> {
    verdict: &'static str,
    cost: Option<u64>,
    optimal: bool,
    path: Option<Vec<Option<&'a NodeId>>>,
    plan: Option<Vec<Step<'a>>>,
    states_explored: u64,
    states_pruned: u64,
    max_queue: u64,
    millis: f64,
    inventory: Option<Held>,
    /// For an unsolvable level.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Blocked<'a>>,
    /// For an unknown verdict: the limit that came first.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
}

/// The name of a limit.
pub(crate) fn limit(limit: Limit) -> &'static str {
    match limit {
        Limit::States => "states",
        Limit::Time => "time",
        Limit::Memory => "memory",
        Limit::Cancelled => "cancelled",
    }
}

/// The name of a verdict.
pub(crate) fn verdict(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Solvable { .. } => "solvable",
        Verdict::Unsolvable => "unsolvable",
        Verdict::Unknown(_) => "unknown",
    }
}

impl<'a> Wire<'a> {
    /// The JSON of a solution of a graph.
    pub(crate) fn new(
        graph: &'a Graph,
        solution: &Solution,
        reason: Option<&WhyNot>,
        millis: f64,
    ) -> Self {
        let (plan, walk, limit) = match &solution.verdict {
            Verdict::Solvable { plan, walk } => (Some(plan), Some(walk), None),
            Verdict::Unsolvable => (None, None, None),
            Verdict::Unknown(reached) => (None, None, Some(limit(*reached))),
        };
        let last = walk.map(|walk| walk.records.last().map_or(&walk.holdings, |r| &r.holdings));
        Self {
            verdict: verdict(&solution.verdict),
            cost: plan.map(level::plan::Plan::cost),
            optimal: plan.is_some(),
            path: walk.map(|walk| path(graph, walk)),
            plan: walk.map(|walk| steps(graph, walk)),
            states_explored: solution.explored,
            states_pruned: 0,
            max_queue: solution.most_waiting,
            millis,
            inventory: last.map(|holdings| Held::new(graph, holdings)),
            reason: reason.map(|why_not| Blocked::new(graph, why_not)),
            limit,
        }
    }
}

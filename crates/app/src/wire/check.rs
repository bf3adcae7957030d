//! The JSON of `quandary check`.

use super::names::Thing;
use super::solution::{limit, verdict};
use super::walk::{Step, path, steps};
use level::check::lint::Finding;
use level::check::why_not::WhyNot;
use level::check::{Check, Safety};
use level::graph::{Graph, NodeId};
use level::solve::Verdict;
use serde::Serialize;

/// A check.
#[derive(Serialize)]
pub(crate) struct Wire<'a> {
    verdict: &'static str,
    winnable: Option<bool>,
    unlosable: Option<bool>,
    cost: Option<u64>,
    states: u64,
    dead_states: Option<u64>,
    witness: Option<Witness<'a>>,
    needed: Vec<Need<'a>>,
    spheres: Vec<Vec<Thing<'a>>>,
    why_not: Option<Blocked<'a>>,
    lint: Vec<Lint<'a>>,
    /// The limit that came first, if one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<&'static str>,
}

/// The cheapest way to get stuck.
#[derive(Serialize)]
struct Witness<'a> {
    path: Vec<Option<&'a NodeId>>,
    plan: Vec<Step<'a>>,
    cost: u64,
}

/// Whether one thing is needed.
#[derive(Serialize)]
struct Need<'a> {
    #[serde(flatten)]
    thing: Thing<'a>,
    needed: Option<bool>,
}

/// Why a level cannot be won.
#[derive(Serialize)]
pub(crate) struct Blocked<'a> {
    core: Vec<Thing<'a>>,
    repair: Option<Vec<Thing<'a>>>,
    /// Whether it is proved that no repair is smaller.
    smallest: bool,
}

/// One finding about the file.
#[derive(Serialize)]
struct Lint<'a> {
    code: &'a str,
    message: &'a str,
}

impl<'a> Blocked<'a> {
    /// The JSON of an explanation.
    pub(crate) fn new(graph: &'a Graph, why_not: &WhyNot) -> Self {
        let things = |changes: &Vec<_>| changes.iter().map(|c| Thing::of(graph, c)).collect();
        let repair = why_not.repair.as_ref().map(things);
        Self { core: things(&why_not.core), repair, smallest: why_not.smallest }
    }
}

impl<'a> Wire<'a> {
    /// The JSON of a check of a graph.
    pub(crate) fn new(graph: &'a Graph, check: &'a Check) -> Self {
        let (winnable, cost) = match &check.verdict {
            Verdict::Solvable { plan, .. } => (Some(true), Some(plan.cost())),
            Verdict::Unsolvable => (Some(false), None),
            Verdict::Unknown(_) => (None, None),
        };
        let (unlosable, reached) = match check.safety {
            Safety::Unlosable => (Some(true), None),
            Safety::Losable(_) => (Some(false), None),
            Safety::Unknown(reached) => (None, Some(limit(reached))),
        };
        let pickup = |&(node, content): &_| Thing::pickup(graph, node, content);
        Self {
            verdict: verdict(&check.verdict),
            winnable,
            unlosable,
            cost,
            states: check.states,
            dead_states: check.dead_states,
            witness: witness(graph, &check.safety),
            needed: check
                .needed
                .iter()
                .map(|need| Need { thing: Thing::of(graph, &need.without), needed: need.needed })
                .collect(),
            spheres: check.spheres.iter().map(|s| s.iter().map(pickup).collect()).collect(),
            why_not: check.why_not.as_ref().map(|why_not| Blocked::new(graph, why_not)),
            lint: check.lint.iter().map(Lint::new).collect(),
            limit: reached,
        }
    }
}

fn witness<'a>(graph: &'a Graph, safety: &Safety) -> Option<Witness<'a>> {
    match safety {
        Safety::Losable(Some((plan, walk))) => {
            Some(Witness { path: path(graph, walk), plan: steps(graph, walk), cost: plan.cost() })
        }
        _ => None,
    }
}

impl<'a> Lint<'a> {
    fn new(finding: &'a Finding) -> Self {
        Self { code: finding.code, message: &finding.message }
    }
}

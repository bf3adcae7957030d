//! Beyond winnable: whether a player can get stuck, and how; what is needed; in which order things
//! come into reach; and for a level that cannot be won, why not and what would mend it.
//!
//! Everything here is proved over the whole space of reachable states, or not claimed.

mod dead;
pub mod locks;
pub mod certify;
pub mod change;
pub mod needed;
mod relax;
pub mod why_not;
pub mod lint;

use crate::graph::{Content, Graph, NodeIndex};
use crate::plan::{Plan, Walk, replay};
use crate::rules::Rules;
use crate::rules::layout::{Layout, TooManyBits};
use crate::rules::room::World;
use crate::solve::space::{Limit, Limits, Scope, Space, StateIndex};
use crate::solve::{Verdict, verdict};
use crate::with_width;
use lint::Finding;
use needed::Need;
use std::time::Instant;
use why_not::WhyNot;

/// Whether a player can get stuck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Safety {
    /// From every state that can be reached, a goal can still be reached.
    Unlosable,
    /// From some it cannot; the witness is a cheapest plan into one, replayed. There is none where
    /// the level cannot be won at all.
    Losable(Option<(Plan, Walk)>),
    /// A limit came first.
    Unknown(Limit),
}

/// Everything that was found out about a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Whether it can be won.
    pub verdict: Verdict,
    /// Whether a player can get stuck.
    pub safety: Safety,
    /// How many states were found: all that can be reached, unless a limit came first.
    pub states: u64,
    /// How many of them are dead; `None` when a limit came first.
    pub dead_states: Option<u64>,
    /// What is needed; empty unless the level can be won.
    pub needed: Vec<Need>,
    /// What comes into reach with what lay in the spheres before.
    pub spheres: Vec<Vec<(NodeIndex, Content)>>,
    /// Why it cannot be won; only for a level that was proved unsolvable.
    pub why_not: Option<WhyNot>,
    /// Findings about the file.
    pub lint: Vec<Finding>,
}

/// Checks a graph.
///
/// # Errors
/// [`TooManyBits`] for a graph that keeps track of too many things.
///
/// ```
/// # let text = r#"{"format": "quandary/level/1", "graph": {
/// #     "nodes": [{"id": 0, "contents": ["start", "key"]}, {"id": 1}, {"id": 2, "contents": ["goal"]}],
/// #     "edges": [{"from": 0, "to": 1, "requires": "key_locked"}, {"from": 1, "to": 0},
/// #               {"from": 0, "to": 2, "requires": "key_locked"}]}}"#;
/// let level = level::json::read(text)?;   // one key, and a cupboard that wastes it
/// let check = level::check::check(&level.graph, &Default::default(), &Default::default())?;
/// assert_eq!((check.states, check.dead_states), (4, Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(graph: &Graph, rules: &Rules, limits: &Limits<'_>) -> Result<Check, TooManyBits> {
    let begin = Instant::now();
    let mut check =
        with_width!(graph, rules, |layout| explored::<W>(graph, rules, &layout, limits))?;
    match &check.verdict {
        Verdict::Solvable { walk, .. } => {
            check.needed = needed::needed(graph, rules, walk, &limits.since(begin));
        }
        Verdict::Unsolvable => check.why_not = why_not::why_not(graph, rules, &limits.since(begin)),
        Verdict::Unknown(_) => {}
    }
    Ok(check)
}

/// The spheres of a graph: what comes into reach with what lay in the spheres before. Keys are counted
/// by the locks on one way, so that a sphere says what could be next, not what all must be paid for.
#[must_use]
pub fn spheres(graph: &Graph, rules: &Rules) -> Vec<Vec<(NodeIndex, Content)>> {
    relax::waves(graph, rules).0
}

/// What the whole space says.
fn explored<const W: usize>(
    graph: &Graph,
    rules: &Rules,
    layout: &Layout,
    limits: &Limits<'_>,
) -> Check {
    let world = World::<W>::new(graph, rules, layout);
    let mut space = Space::default();
    let limit = space.explore(&world, Scope::Transitions, limits).err();
    let verdict = verdict(&world, &space, limit);
    let (safety, dead_states) = match limit {
        Some(limit) => (Safety::Unknown(limit), None),
        None => {
            let dead = dead::dead(&world, &space);
            let count = dead.iter().filter(|&&dead| dead).count() as u64;
            (safety(&world, &space, &verdict, &dead), Some(count))
        }
    };
    Check {
        verdict,
        safety,
        states: space.len() as u64,
        dead_states,
        needed: Vec::new(),
        spheres: spheres(graph, rules),
        why_not: None,
        lint: lint::lint(graph, rules),
    }
}

fn safety<const W: usize>(
    world: &World<W>,
    space: &Space<W>,
    verdict: &Verdict,
    dead: &[bool],
) -> Safety {
    let Some(first) = dead.iter().position(|&dead| dead) else {
        return Safety::Unlosable;
    };
    if *verdict == Verdict::Unsolvable {
        return Safety::Losable(None);
    }
    let plan = space.plan(first as StateIndex);
    match replay(world, &plan) {
        Ok(walk) => Safety::Losable(Some((plan, walk))),
        Err(error) => unreachable!("the witness does not replay: {error}"),
    }
}

//! Whether a level can be finished: a cheapest plan, a proof that there is none, or word of the limit
//! that came first. Running out is never called unsolvable.

pub mod space;

use crate::graph::Graph;
use crate::plan::{Plan, Walk, replay};
use crate::rules::Rules;
use crate::rules::layout::{Layout, TooManyBits};
use crate::rules::room::World;
use space::{Limit, Limits, Scope, Space};

/// Calls a function that is generic in the number of words a state takes, with the least that do.
#[macro_export]
#[doc(hidden)]
macro_rules! with_width {
    ($graph:expr, $rules:expr, |$layout:ident| $function:ident :: <W> ( $($argument:expr),* $(,)? )) => {{
        let $layout = $crate::rules::layout::Layout::of($graph, $rules);
        match $layout.len() {
            0..=64 => Ok($function::<1>($($argument),*)),
            65..=256 => Ok($function::<4>($($argument),*)),
            257..=$crate::rules::layout::MOST_BITS => Ok($function::<16>($($argument),*)),
            more => Err($crate::rules::layout::TooManyBits(more)),
        }
    }};
}

/// What a judge says of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can be won: a plan, replayed, of the least cost.
    Solvable {
        /// The plan.
        plan: Plan,
        /// What its replay saw.
        walk: Walk,
    },
    /// It cannot be won: everything that can be reached holds no goal.
    Unsolvable,
    /// A limit came first.
    Unknown(Limit),
}

/// A verdict, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// How many states had their moves made.
    pub explored: u64,
    /// The most states that waited at one time.
    pub most_waiting: u64,
}

/// Finds a cheapest plan through a graph, or proves that there is none. The graph is one that
/// [`Graph::checked`] accepts, as all that are read from text are.
///
/// # Errors
/// [`TooManyBits`] for a graph that keeps track of too many things.
///
/// ```
/// # let text = r#"{"format": "quandary/level/1", "graph": {
/// #     "nodes": [{"id": 0, "contents": ["start"]}, {"id": 1, "contents": ["key"]},
/// #               {"id": 2, "contents": ["goal"]}],
/// #     "edges": [{"from": 0, "to": 1}, {"from": 1, "to": 0},
/// #               {"from": 0, "to": 2, "requires": "key_locked"}]}}"#;
/// let level = level::json::read(text)?;   // a key aside, a locked goal ahead
/// let solution = level::solve::solve(&level.graph, &Default::default(), &Default::default())?;
/// match solution.verdict {
///     level::solve::Verdict::Solvable { plan, .. } => assert_eq!(plan.cost(), 3),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(graph: &Graph, rules: &Rules, limits: &Limits<'_>) -> Result<Solution, TooManyBits> {
    with_width!(graph, rules, |layout| solve_in::<W>(graph, rules, &layout, limits))
}

fn solve_in<const W: usize>(
    graph: &Graph,
    rules: &Rules,
    layout: &Layout,
    limits: &Limits<'_>,
) -> Solution {
    let world = World::<W>::new(graph, rules, layout);
    let mut space = Space::default();
    let ended = space.explore(&world, Scope::FirstGoal, limits);
    let explored = space.expanded() as u64;
    let most_waiting = (space.len() - space.expanded()) as u64;
    Solution { verdict: verdict(&world, &space, ended.err()), explored, most_waiting }
}

/// The verdict of an exploration that ended, or ran into a limit.
pub(crate) fn verdict<const W: usize>(
    world: &World<W>,
    space: &Space<W>,
    limit: Option<Limit>,
) -> Verdict {
    match (space.goal(), limit) {
        (Some(goal), _) => proved(world, space.plan(goal)),
        (None, Some(limit)) => Verdict::Unknown(limit),
        (None, None) => Verdict::Unsolvable,
    }
}

/// A plan is believed only when its replay wins.
fn proved<const W: usize>(world: &World<W>, plan: Plan) -> Verdict {
    match replay(world, &plan) {
        Ok(walk) if walk.wins => Verdict::Solvable { plan, walk },
        other => unreachable!("the search found a plan that does not replay: {other:?}"),
    }
}

//! Whether a level can be finished: a plan, a proof that there is none, or word of the limit that came
//! first. Running out is never called unsolvable.
//!
//! Questions that are cheap to answer come first: whether a goal is in reach when no key, bomb or block is
//! in the way (`relax`); then A* (`astar`) over cells or nodes, with blocks made real as plans are stopped by them
//! (`refine`). Where that does not end soon, the contracted world is explored ([`space`]), which proves levels
//! unsolvable much sooner. A search that is asked for in place of the exact one runs beside it (`race`).

pub mod space;
mod configs;
mod slots;
mod queue;
pub(crate) mod relax;
pub(crate) mod heuristic;
mod errands;
mod order;
mod astar;
mod refine;
mod race;
pub(crate) mod aim;

use crate::graph::Graph;
use crate::level::Level;
use crate::plan::{Cost, Plan, Walk, replay};
use crate::rules::Rules;
pub use crate::rules::ground::Collect;
use crate::rules::ground::{self, Ground};
use crate::rules::layout::TooManyBits;
use crate::rules::world::World;
use errands::Errands;
use heuristic::Distances;
pub use heuristic::Heuristic;
use relax::{Keys, Relaxed, relax};
use space::{Limit, Limits};
use std::rc::Rc;
use std::time::Instant;

/// Calls a function that is generic in the number of words a state takes, with the least that do.
#[macro_export]
#[doc(hidden)]
macro_rules! with_width {
    ($bits:expr, $function:ident :: <W> ( $($argument:expr),* $(,)? )) => {
        match $bits {
            0..=64 => Ok($function::<1>($($argument),*)),
            65..=256 => Ok($function::<4>($($argument),*)),
            257..=$crate::rules::layout::MOST_BITS => Ok($function::<16>($($argument),*)),
            more => Err($crate::rules::layout::TooManyBits(more)),
        }
    };
}

/// How a level is searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// What guides the search.
    pub heuristic: Heuristic,
    /// How much estimates count, from 1: a plan may cost so many times the least, where the heuristic is
    /// admissible.
    pub weight: f64,
    /// Whether the search goes on to better plans until the least cost is proved.
    pub anytime: bool,
    /// What a goal asks for.
    pub collect: Collect,
    /// Whether states of equal promise are ordered by a hash.
    pub tie_break: bool,
    /// Whether each pick-up makes a state a little (0.01) more promising.
    pub key_boost: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
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
    /// Whether the first plan that is found is a cheapest one.
    fn promises_the_least(&self) -> bool {
        match self.heuristic {
            Heuristic::None => !self.key_boost,
            Heuristic::Optimal => self.weight <= 1.0 && !self.key_boost,
            Heuristic::Balanced | Heuristic::Speedrunner | Heuristic::Completionist => false,
        }
    }
}

/// What a judge says of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can be won.
    Solvable {
        /// A plan.
        plan: Plan,
        /// What its replay saw.
        walk: Walk,
        /// Whether it is proved that no plan costs less.
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
    /// What it costs.
    pub cost: Cost,
    /// No plan costs less than this.
    pub bound: f64,
}

/// A verdict, and what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// The limit that ended the search before all was proved, if one did.
    pub limit: Option<Limit>,
    /// How many states had their moves made.
    pub explored: u64,
    /// How many states were passed over because others were at least as good.
    pub pruned: u64,
    /// The most states that waited at one time.
    pub most_waiting: u64,
    /// How many states were met, in the search that met most.
    pub met: u64,
    /// How many bytes they took.
    pub bytes: u64,
    /// With [`Options::anytime`]: the plans found, each better than the one before. The last may come twice,
    /// with a better bound.
    pub improvements: Vec<Improvement>,
}

impl Solution {
    /// A verdict that took nothing.
    fn of(verdict: Verdict) -> Self {
        let limit = match verdict {
            Verdict::Unknown(limit) => Some(limit),
            Verdict::Solvable { .. } | Verdict::Unsolvable => None,
        };
        Self {
            verdict,
            limit,
            explored: 0,
            pruned: 0,
            most_waiting: 0,
            met: 0,
            bytes: 0,
            improvements: Vec::new(),
        }
    }
}

/// Finds a plan through a level, or proves that there is none: at tile level where it has tiles, else at
/// room level. The level is one that [`Level::checked`] accepts, as all that are read from text are.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
///
/// ```
/// use level::solve::{Options, Verdict, solve};
/// let level = level::text::read("#######\n#@k#.*#\n#..+..#\n#######\n")?; // a key, and a locked door
/// let solution = solve(&level, &Default::default(), &Options::default(), &Default::default())?;
/// match solution.verdict {
///     Verdict::Solvable { walk, optimal, .. } => assert_eq!((walk.cost.straight, optimal), (6, true)),
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    level: &Level,
    rules: &Rules,
    options: &Options,
    limits: &Limits<'_>,
) -> Result<Solution, TooManyBits> {
    if limits.memory.is_some_and(|memory| ground::bytes(level) > memory) {
        return Ok(Solution::of(Verdict::Unknown(Limit::Memory)));
    }
    let ground = Ground::of(level, rules, options.collect);
    with_width!(ground.layout().len(), solve_ground::<W>(&ground, Some(level), options, limits))
}

/// Finds a cheapest plan through a graph, or proves that there is none.
///
/// # Errors
/// [`TooManyBits`] for a graph that keeps track of too many things.
pub fn solve_graph(
    graph: &Graph,
    rules: &Rules,
    limits: &Limits<'_>,
) -> Result<Solution, TooManyBits> {
    let ground = Ground::of_graph(graph, rules, Collect::Nothing);
    let options = Options::default();
    with_width!(ground.layout().len(), solve_ground::<W>(&ground, None, &options, limits))
}

fn solve_ground<const W: usize>(
    ground: &Ground<'_>,
    level: Option<&Level>,
    options: &Options,
    limits: &Limits<'_>,
) -> Solution {
    let begin = Instant::now();
    let world = ground.world::<W>();
    let relaxed = best(&world);
    if !relaxed.could_win(&world) {
        return Solution::of(Verdict::Unsolvable);
    }
    let bound = Rc::new(heuristic::distances(&world, &relaxed));
    let errands = Errands::of(&world, &relaxed, &bound).map(Rc::new);
    race::run(&Task { world: &world, level, limits: *limits, begin, bound, errands }, options)
}

/// A level to be solved that could be won at best.
struct Task<'a, const W: usize> {
    world: &'a World<W>,
    level: Option<&'a Level>,
    limits: Limits<'a>,
    begin: Instant,
    /// The exact relaxed distances, which are the same whichever blocks are real.
    bound: Rc<Distances>,
    /// What is to be taken besides, where that is the task.
    errands: Option<Rc<Errands<W>>>,
}

impl<'a, const W: usize> Task<'a, W> {
    /// The most states that a search may meet.
    fn most(&self) -> u64 {
        self.limits.states.unwrap_or(u64::MAX).min(space::MOST_STATES as u64)
    }

    /// What is left to spend when so many states were met.
    fn left(&self, met: u64) -> Limits<'a> {
        let states = self.limits.states.map(|states| states.saturating_sub(met));
        Limits { states, ..self.limits.since(self.begin) }
    }
}

/// What could be reached at best in a world. At tile level a way can meet a lock twice, so that keys are not
/// counted.
pub(crate) fn best<const W: usize>(world: &World<W>) -> Relaxed<W> {
    relax(world, if world.is_of_tiles() { Keys::One } else { Keys::Counted })
}

/// A plan is believed only when its replay wins.
pub(crate) fn proved<const W: usize>(world: &World<W>, plan: Plan, optimal: bool) -> Verdict {
    match replay(world, &plan) {
        Ok(walk) if walk.wins => Verdict::Solvable { plan, walk, optimal },
        other => unreachable!("the search found a plan that does not replay: {other:?}"),
    }
}

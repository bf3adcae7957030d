//! Whether a level can be finished: a plan, a proof that there is none, or word of the limit that came
//! first. Running out is never called unsolvable.
//!
//! Questions that are cheap to answer come first: whether a goal is in reach when no key, bomb or block is
//! in the way (`relax`); then A* (`astar`) over cells or nodes. Where that does not end soon, the
//! contracted world is explored ([`space`]), which proves levels unsolvable much sooner. How levels with
//! blocks are solved stands in `blocks`.

pub mod space;
mod configs;
mod slots;
mod queue;
pub(crate) mod relax;
pub(crate) mod heuristic;
mod astar;
mod blocks;
pub(crate) mod aim;

use crate::graph::Graph;
use crate::level::Level;
use crate::plan::{Cost, Plan, Walk, replay};
use crate::rules::Rules;
use crate::rules::blocks::Blocks;
pub use crate::rules::ground::Collect;
use crate::rules::ground::{self, Ground};
use crate::rules::layout::TooManyBits;
use crate::rules::world::World;
use astar::{Order, Search};
pub use heuristic::Heuristic;
use relax::{Keys, Relaxed, relax};
use space::{Clock, Limit, Limits, Scope, Space};
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
        Self {
            verdict,
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
    let world = ground.world::<W>();
    let mut task = Task::new(&world, level, options, limits);
    let verdict = if world.has_blocks() { blocks::solve(&mut task) } else { task.solve() };
    Solution { verdict, ..task.told }
}

/// How many states A* may meet before it is asked whether there is a goal in reach at all.
const SOON: usize = 20_000;

/// One world to be solved, and what it took so far.
struct Task<'a, const W: usize> {
    world: &'a World<W>,
    level: Option<&'a Level>,
    options: &'a Options,
    /// What the whole task may spend.
    limits: Limits<'a>,
    begin: Instant,
    /// How many states earlier searches of the task met.
    spent: u64,
    told: Solution,
}

impl<'a, const W: usize> Task<'a, W> {
    fn new(
        world: &'a World<W>,
        level: Option<&'a Level>,
        options: &'a Options,
        limits: &Limits<'a>,
    ) -> Self {
        let told = Solution::of(Verdict::Unsolvable);
        Self { world, level, options, limits: *limits, begin: Instant::now(), spent: 0, told }
    }

    /// What is left to spend.
    fn left(&self) -> Limits<'a> {
        let states = self.limits.states.map(|states| states.saturating_sub(self.spent));
        Limits { states, ..self.limits.since(self.begin) }
    }

    /// Solves a world without blocks, or with blocks by plain search.
    fn solve(&mut self) -> Verdict {
        let relaxed = best(self.world);
        if !relaxed.could_win(self.world) {
            return Verdict::Unsolvable;
        }
        let order = self.order(&relaxed);
        let bound = self.bound(&order, &relaxed);
        let mut search = Search::new(self.world, order, true, Blocks::default());
        let verdict = self.search(&mut search, bound);
        self.count(&search);
        verdict
    }

    /// The order that the options ask for.
    fn order(&self, relaxed: &Relaxed<W>) -> Order {
        let options = self.options;
        let mut distance = heuristic::distances(self.world, relaxed);
        let scale = heuristic::scale(options.heuristic);
        let guess = match (options.heuristic, self.level) {
            (Heuristic::Optimal, _) => None,
            (Heuristic::None, _) | (_, None) => Some(vec![0.0; distance.len()]),
            (_, Some(level)) => Some(heuristic::on_the_map(self.world, level)),
        };
        // From where no goal can be reached at best, none can be reached, whatever the guess.
        for (place, guess) in guess.into_iter().flatten().enumerate() {
            if distance[place].is_finite() {
                distance[place] = guess * scale;
            }
        }
        let guesses = !options.heuristic.is_admissible() || options.key_boost;
        Order {
            distance,
            is_bound: options.heuristic.is_admissible(),
            penalty: guesses.then_some(options.heuristic),
            weight: options.weight,
            tie_break: options.tie_break,
            key_boost: if options.key_boost { 0.01 } else { 0.0 },
            shun_blocks: false,
        }
    }

    /// The exact relaxed distance of the start: no plan costs less.
    fn bound(&self, order: &Order, relaxed: &Relaxed<W>) -> f64 {
        let Some(start) = self.world.start_place() else { return 0.0 };
        match self.options.heuristic {
            Heuristic::Optimal => order.distance[start as usize],
            _ => heuristic::distances(self.world, relaxed)[start as usize],
        }
    }

    /// Runs a search to its end.
    fn search(&mut self, search: &mut Search<'_, W>, bound: f64) -> Verdict {
        let world = self.world;
        let goal = |place, config: &_| world.is_goal(place, config);
        let clock = Clock::start(&self.left());
        let mut found = search.run(&clock.at_most(SOON), goal, |_, _| true);
        if found == Err(Limit::States) {
            if !world.has_blocks() && self.is_unsolvable() {
                return Verdict::Unsolvable;
            }
            found = search.run(&clock, goal, |_, _| true);
        }
        match found {
            Err(limit) => Verdict::Unknown(limit),
            Ok(None) => Verdict::Unsolvable,
            Ok(Some(state)) if self.options.anytime => self.improve(search, &clock, state, bound),
            Ok(Some(state)) => {
                let optimal = self.is_optimal(search, search.cost(state), bound);
                proved(world, search.plan(state), optimal)
            }
        }
    }

    /// Whether the first plan found is proved to be a cheapest one.
    fn is_optimal(&self, search: &Search<'_, W>, cost: Cost, bound: f64) -> bool {
        let Options { heuristic, weight, key_boost, .. } = *self.options;
        let exact = heuristic.is_admissible() && weight <= 1.0 && !key_boost;
        exact || cost.value() <= bound + 1e-9 || search.least().is_none()
    }

    /// Goes on from a first plan to better ones, until the least cost is proved or a limit comes first.
    fn improve(
        &mut self,
        search: &mut Search<'_, W>,
        clock: &Clock<'_>,
        first: u32,
        bound: f64,
    ) -> Verdict {
        let world = self.world;
        let exact = self.options.heuristic == Heuristic::Optimal;
        let (mut best, mut cost) = (search.plan(first), search.cost(first));
        loop {
            let promised = search.least().map_or(cost.value(), |least| {
                // A weighted promise is at most so many times what a plan through the state costs.
                if exact { least / self.options.weight } else { bound }
            });
            let bound = promised.max(bound).min(cost.value());
            self.told.improvements.push(Improvement { cost, bound });
            if bound + 1e-9 >= cost.value() {
                return proved(world, best, true);
            }
            let better = |place, config: &_| world.is_goal(place, config);
            search.undercut(cost);
            match search.run(clock, better, |_, _| true) {
                Err(_) => return proved(world, best, false),
                Ok(None) => {
                    self.told.improvements.push(Improvement { cost, bound: cost.value() });
                    return proved(world, best, true);
                }
                Ok(Some(state)) => (best, cost) = (search.plan(state), search.cost(state)),
            }
        }
    }

    /// Whether the contracted world, explored within the limits, holds no goal.
    fn is_unsolvable(&mut self) -> bool {
        let contracted = self.world.contracted();
        let mut space = Space::default();
        let ended = space.explore(&contracted.world, Scope::FirstGoal, &self.left());
        self.told.explored += space.expanded() as u64;
        ended.is_ok() && space.goal().is_none()
    }

    fn count(&mut self, search: &Search<'_, W>) {
        self.spent += search.met();
        self.told.explored += search.expanded;
        self.told.pruned += search.pruned;
        self.told.most_waiting = self.told.most_waiting.max(search.most_waiting());
        if search.met() >= self.told.met {
            self.told.met = search.met();
            self.told.bytes = search.bytes();
        }
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

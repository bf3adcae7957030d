//! The solver: finds a plan, proves that there is none, or names the limit that it reached. Reaching a limit never
//! counts as unsolvable.
//!
//! Cheap tests come first: is a goal reachable if no key, bomb or block is in the way (`heuristic`), or if no lock
//! and no movable block is in the way (`World::may_win_or_leave`)? Then comes A* (`astar`) over cells or nodes.
//! Blocks become obstacles only when they stop a plan (`refine`), and rooms whose blocks return are crossed in one
//! move (`rooms`). If that does not end soon, the contracted world is explored (`explore`), which proves levels
//! unsolvable much sooner. If the request names another search, the exact search runs beside it (`race`). Worlds in
//! which only the positions of blocks matter have their own search (`pushing`).

pub(crate) mod explore;
pub(crate) mod zones;
pub(crate) mod room_cache;
mod tables;
mod queue;
pub(crate) mod heuristic;
mod landmarks;
mod verdict;
mod astar;
mod rooms;
mod refine;
mod race;
mod fewest;
mod pushing;

use crate::limits::{Limit, Limits, MOST_STATES};
use crate::model::{Graph, Level};
use crate::plan::{Plan, replay_in};
pub use crate::rules::Collect;
use crate::rules::{Prepared, Rules, TooManyBits, World, in_world, is_too_large};
pub(crate) use astar::cheapest;
use clock::Instant;
pub(crate) use explore::depth_first_probe;
pub use heuristic::Heuristic;
pub(crate) use heuristic::best;
use heuristic::{Distances, Relaxed};
use landmarks::Landmarks;
use std::rc::Rc;
pub use verdict::{CostModel, Improvement, Options, Solution, Verdict, WrongOption};

/// Finds a plan through a level, or proves that there is none: at tile level if it has tiles, otherwise at room level.
/// [`Level::checked`] must accept the level, as it accepts every level read from text.
///
/// # Errors
/// [`TooManyBits`] for a level with too many facts.
///
/// ```
/// use quandary_level::solve::{Options, Verdict, solve};
/// let level = quandary_level::formats::text::read("#######\n#@k#.*#\n#..+..#\n#######\n")?; // a key, and a locked door
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
    if is_too_large(level, limits) {
        return Ok(Solution::of(Verdict::Unknown(Limit::Memory)));
    }
    let prepared = Prepared::of(level, rules, options.collect);
    in_world!(prepared, world => solve_in(&world, Some(level), options, limits))
}

/// Finds a cheapest plan through a level, or proves that there is none, with landmarks. This bound costs more to
/// compute, and the search meets fewer states if many things must be taken. Among several cheapest plans it may find
/// a different one than [`solve`].
pub(crate) fn by_landmarks(
    level: &Level,
    rules: &Rules,
    limits: &Limits<'_>,
) -> Result<Solution, TooManyBits> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    let options = Options::default();
    in_world!(prepared, world => {
        solve_with(&world, Some(level), &options, limits, Landmarks::with_landmarks)
    })
}

/// Finds a cheapest plan through a graph, or proves that there is none.
///
/// # Errors
/// [`TooManyBits`] for a graph with too many facts.
pub fn solve_graph(
    graph: &Graph,
    rules: &Rules,
    limits: &Limits<'_>,
) -> Result<Solution, TooManyBits> {
    let prepared = Prepared::of_graph(graph, rules, Collect::Nothing);
    in_world!(prepared, world => solve_in(&world, None, &Options::default(), limits))
}

/// Finds a plan through a world from its start, or proves that there is none.
pub(crate) fn solve_in<const W: usize>(
    world: &World<W>,
    level: Option<&Level>,
    options: &Options,
    limits: &Limits<'_>,
) -> Solution {
    solve_with(world, level, options, limits, Landmarks::of)
}

/// Finds the things that every plan takes.
type FindLandmarks<const W: usize> =
    fn(&World<W>, &Relaxed<W>, &Rc<Distances>) -> Option<Landmarks<W>>;

fn solve_with<const W: usize>(
    whole: &World<W>,
    level: Option<&Level>,
    options: &Options,
    limits: &Limits<'_>,
    find_landmarks: FindLandmarks<W>,
) -> Solution {
    let begin = Instant::now();
    // Some searches prefer states with more pick-ups taken.
    let counts_all = options.key_boost || options.heuristic == Heuristic::Completionist;
    let is_whole = counts_all || !whole.can_be_passed();
    let simplified = (!is_whole).then(|| whole.without_irrelevant_gains());
    let world = simplified.as_ref().unwrap_or(whole);
    let relaxed = best(world);
    if !relaxed.could_win(world) || !world.may_win() {
        return Solution::of(Verdict::Unsolvable);
    }
    let bound = Rc::new(heuristic::distances(world, &relaxed));
    let landmarks = find_landmarks(world, &relaxed, &bound).map(Rc::new);
    let task = Task { world, level, limits: *limits, begin, bound, landmarks };
    let solution = pushing::solve(&task, options, |task| match options.cost {
        CostModel::Moves => race::run(task, options),
        CostModel::Pushes => fewest::fewest_pushes(task),
    });
    match solution.verdict {
        Verdict::Solvable { plan, optimal, .. } => {
            Solution { verdict: proved(whole, plan, optimal), ..solution }
        }
        _ => solution,
    }
}

// -------------------------------------------------------------------------------------------------
// A level that is being solved, and the data that all its searches share.

/// A level to solve that can be won in the relaxation.
struct Task<'a, const W: usize> {
    world: &'a World<W>,
    level: Option<&'a Level>,
    limits: Limits<'a>,
    begin: Instant,
    /// The exact relaxed distances, which do not depend on the real blocks.
    bound: Rc<Distances>,
    /// The pick-ups that a goal requires besides being reached.
    landmarks: Option<Rc<Landmarks<W>>>,
}

impl<'a, const W: usize> Task<'a, W> {
    /// The largest number of states that a search may meet.
    fn most(&self) -> u64 {
        self.limits.states.unwrap_or(u64::MAX).min(MOST_STATES as u64)
    }

    /// The same task with at most a given number of states.
    fn within(&self, states: u64) -> Self {
        let limits = Limits { states: Some(self.most().min(states)), ..self.limits };
        let (bound, landmarks) = (self.bound.clone(), self.landmarks.clone());
        Self { limits, bound, landmarks, ..*self }
    }

    /// The limits that remain after a number of states were met.
    fn left(&self, met: u64) -> Limits<'a> {
        let states = self.limits.states.map(|states| states.saturating_sub(met));
        Limits { states, ..self.limits.since(self.begin) }
    }
}

/// Replays a plan, which must win.
pub(crate) fn proved<const W: usize>(world: &World<W>, plan: Plan, optimal: bool) -> Verdict {
    match replay_in(world, &plan) {
        Ok(walk) if walk.wins => Verdict::Solvable { plan, walk, optimal },
        other => unreachable!("the search found a plan that does not replay: {other:?}"),
    }
}

/// A plain search of every state: the reference for the tests of the other searches.
#[cfg(test)]
mod plain {
    use super::cheapest;
    use crate::limits::{Clock, Limits};
    use crate::model::level::Level;
    use crate::plan::{Cost, replay_in};
    use crate::rules::blocks::Blocks;
    use crate::rules::prepared::Prepared;
    use crate::rules::{Collect, Rules};

    /// The cost of a cheapest plan by a plain search; `None` inside if there is no plan, and outside if the level is
    /// too large.
    pub(super) fn least(level: &Level, rules: &Rules, collect: Collect) -> Option<Option<Cost>> {
        let prepared = Prepared::of(level, rules, collect);
        let world = prepared.world::<1>();
        let limits = Limits { states: Some(60_000), ..Limits::default() };
        let clock = Clock::start(&limits);
        let wins = |location, config: &_| world.is_goal(location, config);
        let plan = cheapest(&world, &Blocks::default(), &clock, wins, |_, _| true).ok()?;
        Some(plan.map(|plan| replay_in(&world, &plan).unwrap().cost))
    }
}

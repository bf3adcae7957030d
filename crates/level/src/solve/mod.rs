//! The solver: finds a plan, proves that there is none, or names the limit that came first. Running out is
//! never called unsolvable.
//!
//! Questions that are cheap to answer come first: whether a goal is in reach when no key, bomb or block is in the way
//! (`relax`), or no lock and no block that could be pushed away (`World::has_hope`); then A* (`astar`) over cells or nodes,
//! with blocks made real as plans are stopped by them (`refine`), and rooms whose blocks return passed in one move
//! (`rooms`). Where that does not end soon, the contracted world is explored (`explore`), which proves levels
//! unsolvable much sooner. A search that is asked for in place of the exact one runs beside it (`race`).
//! Worlds in which nothing matters but where the blocks stand have a search of their own (`pushing`).

pub(crate) mod explore;
pub(crate) mod zones;
pub(crate) mod atlas;
mod configs;
mod slots;
mod queue;
pub(crate) mod relax;
mod heuristic;
mod errands;
mod verdict;
mod task;
mod order;
mod astar;
mod rooms;
mod retrace;
mod trace;
mod refine;
mod race;
mod cheapest;
mod rush;
mod fewest;
mod pushing;
#[cfg(test)]
mod plain;

use crate::limits::{Limit, Limits};
use crate::model::graph::Graph;
use crate::model::level::Level;
pub use crate::rules::Collect;
use crate::rules::facts::with_width;
use crate::rules::prepared::{Prepared, is_too_large};
use crate::rules::world::World;
use crate::rules::{Rules, TooManyBits};
pub(crate) use cheapest::cheapest;
use clock::Instant;
use errands::Errands;
use heuristic::Distances;
pub use heuristic::Heuristic;
use relax::Relaxed;
pub(crate) use relax::best;
pub(crate) use rush::rush;
use std::rc::Rc;
use task::Task;
pub(crate) use task::proved;
pub use verdict::{CostModel, Improvement, Options, Solution, Verdict, WrongOption};

/// Finds a plan through a level, or proves that there is none: at tile level where it has tiles, else at
/// room level. The level is one that [`Level::checked`] accepts, as all that are read from text are.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
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
    with_width!(
        prepared.facts().len(),
        solve_prepared::<W>(&prepared, Some(level), options, limits)
    )
}

/// Finds a cheapest plan through a level, or proves that there is none, with a bound that costs more to work out and
/// meets fewer states where many things have to be taken: by landmarks. Of several cheapest plans it may find another one
/// than [`solve`].
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub(crate) fn by_landmarks(
    level: &Level,
    rules: &Rules,
    limits: &Limits<'_>,
) -> Result<Solution, TooManyBits> {
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    with_width!(prepared.facts().len(), by_landmarks_in::<W>(&prepared, level, limits))
}

fn by_landmarks_in<const W: usize>(
    prepared: &Prepared<'_>,
    level: &Level,
    limits: &Limits<'_>,
) -> Solution {
    let world = prepared.world::<W>();
    solve_with(&world, Some(level), &Options::default(), limits, Errands::with_landmarks)
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
    let prepared = Prepared::of_graph(graph, rules, Collect::Nothing);
    let options = Options::default();
    with_width!(prepared.facts().len(), solve_prepared::<W>(&prepared, None, &options, limits))
}

fn solve_prepared<const W: usize>(
    prepared: &Prepared<'_>,
    level: Option<&Level>,
    options: &Options,
    limits: &Limits<'_>,
) -> Solution {
    solve_in(&prepared.world::<W>(), level, options, limits)
}

/// Finds a plan through a world from its start, or proves that there is none.
pub(crate) fn solve_in<const W: usize>(
    world: &World<W>,
    level: Option<&Level>,
    options: &Options,
    limits: &Limits<'_>,
) -> Solution {
    solve_with(world, level, options, limits, Errands::of)
}

/// Gives the things that every plan takes, as far as they are looked for.
type Taken<const W: usize> = fn(&World<W>, &Relaxed<W>, &Rc<Distances>) -> Option<Errands<W>>;

fn solve_with<const W: usize>(
    whole: &World<W>,
    level: Option<&Level>,
    options: &Options,
    limits: &Limits<'_>,
    taken: Taken<W>,
) -> Solution {
    let begin = Instant::now();
    // Some searches are drawn to whatever can be taken.
    let counts_all = options.key_boost || options.heuristic == Heuristic::Completionist;
    let is_whole = counts_all || !whole.can_be_passed();
    let asked = (!is_whole).then(|| whole.without_the_unasked());
    let world = asked.as_ref().unwrap_or(whole);
    let relaxed = best(world);
    if !relaxed.could_win(world) || !world.starts_with_hope() {
        return Solution::of(Verdict::Unsolvable);
    }
    let bound = Rc::new(heuristic::distances(world, &relaxed));
    let errands = taken(world, &relaxed, &bound).map(Rc::new);
    let task = Task { world, level, limits: *limits, begin, bound, errands };
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

//! Levels with blocks that can be pushed.
//!
//! Blocks multiply states beyond counting, but most of them stand in nobody's way. So the level is first
//! solved as if nobody were stopped by any: every real plan is a plan there too, so that no plan there means
//! no plan at all, and a cheapest plan there costs no more than any real one. If the rules allow its steps
//! in the real level, pushing what they walk into, it is a cheapest real plan. If not, the blocks that
//! stopped it are made real, and the level is solved again: few blocks need ever be real, and what they leave
//! is a small search (the idea is counterexample-guided refinement: Clarke, Grumberg, Jha, Lu and Veith,
//! 2000). Of the cheapest plans, one that enters the fewest cells of blocks is tried.

use super::astar::{Order, SHUNNED, Search};
use super::heuristic::Heuristic;
use super::relax::Relaxed;
use super::space::Limit;
use super::{Task, Verdict, best, proved};
use crate::plan::{Move, Plan};
use crate::rules::blocks::Blocks;
use crate::rules::world::World;
use std::collections::BTreeMap;

/// Solves a world with blocks.
pub(super) fn solve<const W: usize>(task: &mut Task<'_, W>) -> Verdict {
    let plain = task.options.weight <= 1.0
        && !task.options.anytime
        && task.options.heuristic == Heuristic::Optimal;
    if !plain {
        return task.solve();
    }
    // A part is kept back for a plan past all blocks, should it come to that.
    let all = task.limits;
    task.limits.states = all.states.map(|states| states - states / 4);
    let verdict = refine(task);
    task.limits = all;
    if let Verdict::Unknown(limit) = verdict
        && limit != Limit::Cancelled
        && let Some(plan) = past(task)
    {
        return proved(task.world, plan, false);
    }
    verdict
}

/// Solves the world with more and more of its blocks made real.
fn refine<const W: usize>(task: &mut Task<'_, W>) -> Verdict {
    let mut real = vec![false; task.world.start_blocks()];
    loop {
        let world = task.world.with_real_blocks(&real);
        let plan = match shunning(task, &world) {
            Verdict::Solvable { plan, .. } => plan,
            verdict => return verdict,
        };
        match told_by(&world, task.world, &plan) {
            Told::Plan(plan) => return proved(task.world, plan, true),
            Told::StoppedBy(blocks) => {
                let before = real.clone();
                blocks.into_iter().for_each(|block| real[block as usize] = true);
                // Whatever else stopped it: with every block real, nothing is left out.
                if real == before {
                    real.fill(true);
                }
            }
        }
    }
}

/// A plan that walks past all blocks where they stand, if there is one.
fn past<const W: usize>(task: &mut Task<'_, W>) -> Option<Plan> {
    let fixed = task.world.with_fixed_blocks();
    match shunning(task, &fixed) {
        Verdict::Solvable { plan, .. } => match told_by(&fixed, task.world, &plan) {
            Told::Plan(plan) => Some(plan),
            Told::StoppedBy(_) => None,
        },
        _ => None,
    }
}

/// Solves a world, entering as few cells of blocks that stop nobody as a cheapest plan can.
fn shunning<const W: usize>(task: &mut Task<'_, W>, world: &World<W>) -> Verdict {
    let relaxed = best(world);
    if !relaxed.could_win(world) {
        return Verdict::Unsolvable;
    }
    let verdict = tried(task, world, &relaxed, !world.has_diagonals());
    match &verdict {
        // So long a plan may have entered more cells than were counted.
        Verdict::Solvable { walk, .. } if walk.cost.straight >= SHUNNED.into() => {
            tried(task, world, &relaxed, false)
        }
        _ => verdict,
    }
}

/// Solves a world that could be won at best.
fn tried<const W: usize>(
    task: &mut Task<'_, W>,
    world: &World<W>,
    relaxed: &Relaxed<W>,
    shun_blocks: bool,
) -> Verdict {
    let mut easier = Task::new(world, task.level, task.options, &task.left());
    let order = Order { shun_blocks, ..easier.order(relaxed) };
    let bound = easier.bound(&order, relaxed);
    let mut search = Search::new(world, order, true, Blocks::default());
    let verdict = easier.search(&mut search, bound);
    task.count(&search);
    task.told.explored += easier.told.explored;
    verdict
}

/// What the rules of the real world say of a plan of an easier one.
enum Told {
    /// They allow it: the plan, and it wins.
    Plan(Plan),
    /// They do not: the blocks in the way, by their number at the start.
    StoppedBy(Vec<u32>),
}

/// Walks a plan of an easier world in the real one.
fn told_by<const W: usize>(easy: &World<W>, real: &World<W>, plan: &Plan) -> Told {
    let mut blocks = Blocks::default();
    let Some((mut place, mut config)) = real.start(&mut blocks) else {
        return Told::StoppedBy(Vec::new());
    };
    // Where each block is now, by cell, and what its number was at the start.
    let mut stands: BTreeMap<u32, u32> = (0..real.start_blocks() as u32).map(|n| (n, n)).collect();
    let mut moves = Vec::with_capacity(plan.moves.len());
    for &step in &plan.moves {
        let (to, door) = match step {
            Move::Flip { flip } => {
                let flipped =
                    real.flips(place).get(flip as usize).and_then(|t| real.flip(&config, t));
                let Some(after) = flipped else { return Told::StoppedBy(Vec::new()) };
                config = after;
                moves.push(step);
                continue;
            }
            Move::Goto { to, door } => (to, easy.doors(place).get(door as usize)),
        };
        let number =
            door.and_then(|w| real.doors(place).iter().position(|d| real.is_same(easy, *d, *w)));
        let Some((number, door)) = number.and_then(|n| Some((n, *real.doors(place).get(n)?)))
        else {
            return Told::StoppedBy(Vec::new());
        };
        let touched = real.touches(door);
        let Some(after) = real.step(&config, door, &mut blocks) else {
            let stopped = touched.iter().filter_map(|cell| stands.get(cell).copied());
            return Told::StoppedBy(stopped.collect());
        };
        if after.blocks != config.blocks
            && let [from, to, ..] = touched[..]
            && let Some(block) = stands.remove(&from)
        {
            stands.insert(to, block);
        }
        (place, config) = (to, after);
        moves.push(Move::Goto { to, door: number as u32 });
    }
    if real.is_goal(place, &config) {
        Told::Plan(Plan { moves })
    } else {
        Told::StoppedBy(Vec::new())
    }
}

//! Retracing: a plan of an easier world, walked in the real one.

use crate::plan::{Move, Plan};
use crate::rules::blocks::Blocks;
use crate::rules::world::World;
use std::collections::BTreeMap;

/// The answer of the real world to a plan of an easier one.
pub(super) enum Retraced {
    /// The plan is valid in the real world and wins; it may have other door numbers.
    Plan(Plan),
    /// Blocks are in the way, by their numbers at the start.
    StoppedBy(Vec<u32>),
}

/// Walks a plan of an easier world in the real one.
pub(super) fn retrace<const W: usize>(easy: &World<W>, real: &World<W>, plan: &Plan) -> Retraced {
    let mut blocks = Blocks::default();
    let Some((mut location, mut config)) = real.start(&mut blocks) else {
        return Retraced::StoppedBy(Vec::new());
    };
    // The number that each block had at the start, by the cell where it is now.
    let at_start: BTreeMap<u32, u32> = (0..real.start_blocks() as u32).map(|n| (n, n)).collect();
    let mut stands = at_start.clone();
    real.moved_blocks().iter().for_each(|(block, _)| _ = stands.remove(block));
    stands.extend(real.moved_blocks().iter().map(|&(block, cell)| (cell, block)));
    let mut moves = Vec::with_capacity(plan.moves.len());
    for &step in &plan.moves {
        let (to, door) = match step {
            Move::Flip { flip } => {
                let flipped =
                    real.flips(location).get(flip as usize).and_then(|t| real.flip(&config, t));
                let Some(after) = flipped else { return Retraced::StoppedBy(Vec::new()) };
                config = after;
                moves.push(step);
                continue;
            }
            Move::Goto { to, door } => (to, easy.doors(location).get(door as usize)),
        };
        let number =
            door.and_then(|w| real.doors(location).iter().position(|d| real.is_same(easy, *d, *w)));
        let Some((number, door)) = number.and_then(|n| Some((n, *real.doors(location).get(n)?)))
        else {
            return Retraced::StoppedBy(Vec::new());
        };
        let touched = real.touches(door);
        let pushed = real.pushed(&config, door, &blocks);
        if door.resets {
            stands.clone_from(&at_start);
        }
        let Some(after) = real.step(&config, door, &mut blocks) else {
            let stopped = touched.iter().filter_map(|cell| stands.get(cell).copied());
            return Retraced::StoppedBy(stopped.collect());
        };
        if let Some((from, to)) = pushed
            && let Some(block) = stands.remove(&from)
        {
            stands.insert(to, block);
        }
        (location, config) = (to, after);
        moves.push(Move::Goto { to, door: number as u32 });
    }
    if real.is_goal(location, &config) {
        Retraced::Plan(Plan { moves })
    } else {
        Retraced::StoppedBy(Vec::new())
    }
}

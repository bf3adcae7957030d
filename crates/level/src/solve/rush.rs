//! A way to win, found by whoever rushes ahead.
//!
//! Depth first, and keys and bombs are spent last: who can win most often does so within a few hundred states, where
//! an exploration in the order of cost would see all the ways to spend what there is.

use crate::rules::Location;
use crate::rules::blocks::Blocks;
use crate::rules::door::Door;
use crate::rules::world::{Config, World};
use rustc_hash::FxHashSet;

/// The number of states after which rushing is given up.
const MOST: usize = 20_000;

/// True if a world can be won; `None` where that was not found out soon.
pub(crate) fn rush<const W: usize>(world: &World<W>) -> Option<bool> {
    let mut blocks = Blocks::default();
    let start = world.start(&mut blocks);
    let mut met: FxHashSet<(Location, Config<W>)> = start.into_iter().collect();
    let mut waiting: Vec<(Location, Config<W>)> = start.into_iter().collect();
    while let Some((at, config)) = waiting.pop() {
        if world.is_goal(at, &config) {
            return Some(true);
        }
        if met.len() > MOST {
            return None;
        }
        let mut add = |to: Location, after: Config<W>| {
            if met.insert((to, after)) {
                waiting.push((to, after));
            }
        };
        let spends = |door: &&Door| world.uses_up(**door);
        let doors = world.doors(at).iter();
        // The last one that is put there is followed first.
        for &door in doors.clone().filter(spends).chain(doors.filter(|door| !spends(door))) {
            if let Some(after) = world.step(&config, door, &mut blocks) {
                add(door.to, after);
            }
        }
        for after in world.flips(at).iter().filter_map(|toggle| world.flip(&config, toggle)) {
            add(at, after);
        }
    }
    Some(false)
}

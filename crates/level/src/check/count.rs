//! The number of reachable states, and of dead ones among them.

use super::explored;
use super::winnable::is_too_large;
use crate::limits::Limits;
use crate::model::level::Level;
use crate::rules::facts::with_width;
use crate::rules::prepared::Prepared;
use crate::rules::world::World;
use crate::rules::{Collect, Rules, TooManyBits};
use crate::solve::explore::Space;

/// The number of states that can be reached, and how many of them are dead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// All that can be reached, unless a limit came first.
    pub states: u64,
    /// Those from which no goal can be reached; `None` when a limit came first.
    pub dead_states: Option<u64>,
}

/// Counts the states of a level, and asks nothing else.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn count(level: &Level, rules: &Rules, limits: &Limits<'_>) -> Result<Counted, TooManyBits> {
    if is_too_large(level, limits) {
        return Ok(Counted { states: 0, dead_states: None });
    }
    let prepared = Prepared::of(level, rules, Collect::Nothing);
    with_width!(prepared.facts().len(), count_in::<W>(&contracted(prepared.world()), limits))
}

/// A world, its open ground drawn together where it is of tiles.
pub(super) fn contracted<const W: usize>(world: World<W>) -> World<W> {
    if world.is_of_tiles() { world.contracted().world } else { world }
}

pub(super) fn count_in<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Counted {
    explored::explore(world, limits).counted().0
}

/// Counts what was explored; each location of a contracted world stands for many states.
pub(super) fn counted<const W: usize>(
    world: &World<W>,
    space: &Space<W>,
    dead: Option<&[bool]>,
) -> Counted {
    let weight = |(_, location): (_, u32)| world.weight(location);
    let of_dead = |dead: &[bool]| {
        let states = space.states().zip(dead).filter(|(_, dead)| **dead);
        states.map(|(state, _)| weight(state)).sum()
    };
    Counted { states: space.states().map(weight).sum(), dead_states: dead.map(of_dead) }
}

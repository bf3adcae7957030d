//! The number of reachable states, and of dead ones among them.

use super::explored::{Counted, explore};
use crate::limits::Limits;
use crate::model::level::Level;
use crate::rules::facts::with_width;
use crate::rules::prepared::{Prepared, is_too_large};
use crate::rules::world::World;
use crate::rules::{Collect, Rules, TooManyBits};

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
    explore(world, limits).counted().0
}

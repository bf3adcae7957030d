//! The whole space of a level, explored in whichever way suits its world, and judged.
//!
//! A world without blocks is explored state by state over its contracted ground; one with blocks zone by zone, and one
//! whose blocks return room by room. Whatever the way, the same is told: how many states there are, how many of them
//! are dead, and whether a given one is.

mod space;
mod zoned;
mod rooms;
mod site;

use crate::limits::Limits;
use crate::rules::world::World;
pub use space::Counted;
pub(super) use space::{End, Explored};

/// Explores a world, whose open ground is drawn together where it is of tiles.
pub(super) fn explore<'a, const W: usize>(
    world: &'a World<W>,
    limits: &Limits<'_>,
) -> Box<dyn Explored<W> + 'a> {
    match world.has_blocks() {
        false => Box::new(zoned::Flat::explore(world, limits)),
        true if world.resets() => Box::new(rooms::Rooms::explore(world, limits)),
        true => Box::new(zoned::Zoned::explore(world, limits)),
    }
}

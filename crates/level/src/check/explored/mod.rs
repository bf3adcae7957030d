//! The whole space of a level, explored in whichever way suits its world, and judged.
//!
//! A world without blocks is explored state by state over its contracted ground; one with blocks zone by zone, and one
//! whose blocks return room by room. Whatever the way, the same is told: how many states there are, how many of them
//! are dead, and whether a given one is.

mod flat;
mod zoned;
mod rooms;

use super::count::Counted;
use crate::limits::{Limit, Limits};
use crate::plan::Plan;
use crate::rules::Location;
use crate::rules::blocks::Blocks;
use crate::rules::world::{Config, World};

/// The end of a plan through a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// A goal.
    Goal,
    /// A dead state.
    Dead,
}

/// A space that was explored.
pub(super) trait Explored<const W: usize> {
    /// The limit that came before everything was found, if one did. Then nothing is known to be dead.
    fn limit(&self) -> Option<Limit>;

    /// The number of states that were found and of dead ones, and the number of those that were kept to find them.
    fn counted(&self) -> (Counted, u64);

    /// True if a goal was found.
    fn has_goal(&self) -> bool;

    /// True if a state is dead, of all that can be reached.
    fn has_dead(&self) -> bool;

    /// True if a state, which was found, is dead.
    fn is_dead(&self, location: Location, config: &Config<W>) -> bool;

    /// True if a state lies on the way on which the first goal was found.
    fn is_on_the_way(&self, location: Location, config: &Config<W>) -> bool;

    /// A cheapest plan to a goal or into a dead state, if the space was explored in the order of cost.
    fn cheapest(&self, _: End) -> Option<Plan> {
        None
    }

    /// The arrangements of blocks that were met.
    fn blocks(&self) -> &Blocks;
}

/// Explores a world, whose open ground is drawn together where it is of tiles.
pub(super) fn explore<'a, const W: usize>(
    world: &'a World<W>,
    limits: &Limits<'_>,
) -> Box<dyn Explored<W> + 'a> {
    match world.has_blocks() {
        false => Box::new(flat::Flat::explore(world, limits)),
        true if world.resets() => Box::new(rooms::Rooms::explore(world, limits)),
        true => Box::new(zoned::Zoned::explore(world, limits)),
    }
}

//! Cheapest plans to states of any kind, and plans along a way that is known.

use super::astar::Search;
use super::heuristic::Distances;
use super::order::Order;
use crate::limits::{Clock, Limit};
use crate::plan::Plan;
use crate::rules::Location;
use crate::rules::blocks::Blocks;
use crate::rules::world::{Config, World};
use std::rc::Rc;

/// A cheapest plan to a state that is wanted, through states that are allowed; `None` where there is none.
/// `blocks` are the arrangements of another search of the same world, if the states come from one.
///
/// # Errors
/// The limit that came first.
pub(crate) fn cheapest<const W: usize>(
    world: &World<W>,
    blocks: &Blocks,
    clock: &Clock<'_>,
    wanted: impl FnMut(Location, &Config<W>) -> bool,
    allowed: impl Fn(Location, &Config<W>) -> bool,
) -> Result<Option<Plan>, Limit> {
    let order = Order::exact(Rc::new(Distances::zero(world.locations())));
    let mut search = Search::new(world, order, false, blocks.clone());
    let found = search.run(world, clock, wanted, allowed)?;
    Ok(found.map(|state| search.plan(world, state)))
}

//! A plan without a search among states: the nearest thing that some door asks for is fetched, again and again, until a
//! goal is nearer.
//!
//! If nobody can get stuck and more in hand is never worse, this ends at a goal: from wherever the walk has come a
//! goal can be reached, with what is in hand or with something new. It is no cheapest plan.

use crate::limits::{Clock, Limit};
use crate::plan::{Move, Plan};
use crate::rules::Location;
use crate::rules::bits::Bits;
use crate::rules::blocks::{Arrangement, Blocks};
use crate::rules::world::{Config, World};
use rustc_hash::FxHashSet;

/// Number of states that are looked at before something is pushed, where there are blocks.
const NEAR: usize = 20_000;

/// A plan; `None` where the walk ends without one, or the world is none in which more in hand is never worse.
///
/// # Errors
/// The limit that came first.
pub(super) fn walk<const W: usize>(
    world: &World<W>,
    clock: &Clock<'_>,
) -> Result<Option<Plan>, Limit> {
    let Some(modes) = world.modes() else { return Ok(None) };
    let mut blocks = Blocks::default();
    let Some((mut location, mut config)) = world.start(&mut blocks) else { return Ok(None) };
    let mut plan = Plan::default();
    let wanted = world.asked().difference(&modes);
    while !world.is_goal(location, &config) {
        let mut found = None;
        // Most of the time nothing has to be pushed.
        for pushes in [false, true] {
            let mut flood = Flood::of(world, [wanted, modes, config.bits], pushes);
            found = flood.from(location, &config, &mut blocks, clock)?;
            if found.is_some() {
                break;
            }
        }
        let Some((moves, end)) = found else { return Ok(None) };
        plan.moves.extend(moves);
        (location, config) = end;
    }
    Ok(Some(plan))
}

/// A state as far as it changes while nothing new is taken: the mode is known by its number.
type Key = (Location, Arrangement, u32);

/// A state that was met, the one before it, and the move between.
#[derive(Clone, Copy, Debug)]
struct Met {
    key: Key,
    before: Option<(u32, Move)>,
}

/// All that is reached before something new is taken.
struct Flood<'a, const W: usize> {
    world: &'a World<W>,
    /// The bits that are worth fetching.
    wanted: Bits<W>,
    modes: Bits<W>,
    /// True if blocks may be pushed.
    pushes: bool,
    /// The bits at the beginning. What is taken by the way and is not wanted makes no difference.
    held: Bits<W>,
    /// The modes that were met.
    known: Vec<Bits<W>>,
    met: FxHashSet<Key>,
    /// The states that were met.
    order: Vec<Met>,
}

/// Moves, and the state behind them.
type Found<const W: usize> = (Vec<Move>, (Location, Config<W>));

impl<'a, const W: usize> Flood<'a, W> {
    fn of(world: &'a World<W>, [wanted, modes, held]: [Bits<W>; 3], pushes: bool) -> Self {
        let (known, order) = (Vec::new(), Vec::new());
        Self { world, wanted, modes, pushes, held, known, met: FxHashSet::default(), order }
    }

    /// The way to the nearest state that is a goal, or in which something wanted is new.
    ///
    /// # Errors
    /// The limit that came first.
    fn from(
        &mut self,
        location: Location,
        config: &Config<W>,
        blocks: &mut Blocks,
        clock: &Clock<'_>,
    ) -> Result<Option<Found<W>>, Limit> {
        let world = self.world;
        self.meet(location, config, None);
        let mut next = 0;
        while let Some(&Met { key: (here, arrangement, mode), .. }) = self.order.get(next) {
            let from = next as u32;
            next += 1;
            if world.is_goal_location(here) {
                let config = self.config(arrangement, mode);
                if world.is_goal(here, &config) {
                    return Ok(Some((self.way(from), (here, config))));
                }
            }
            if !self.pushes && next == NEAR && self.world.has_blocks() {
                return Ok(None);
            }
            if next.is_multiple_of(4096) {
                clock.check_amounts(next as u64, || 0)?;
            }
            let (plain, others) = world.doors_by_kind(here);
            for (number, door) in (0..).zip(plain) {
                let step = Move::Goto { to: door.to, door: number };
                self.add((door.to, arrangement, mode), Some((from, step)));
            }
            if others.is_empty() && world.flips(here).is_empty() {
                continue;
            }
            let config = self.config(arrangement, mode);
            for (number, &door) in (plain.len() as u32..).zip(others) {
                let Some(after) = world.step(&config, door, blocks) else { continue };
                let step = Move::Goto { to: door.to, door: number };
                if after.bits.difference(&self.held).meets(&self.wanted) {
                    let mut way = self.way(from);
                    way.push(step);
                    return Ok(Some((way, (door.to, after))));
                }
                if self.pushes || after.blocks == config.blocks || door.resets {
                    self.meet(door.to, &after, Some((from, step)));
                }
            }
            for (number, toggle) in (0..).zip(world.flips(here)) {
                let Some(after) = world.flip(&config, toggle) else { continue };
                self.meet(here, &after, Some((from, Move::Flip { flip: number })));
            }
        }
        Ok(None)
    }

    /// The configuration of a state that was met.
    fn config(&self, blocks: Arrangement, mode: u32) -> Config<W> {
        let bits = self.held.difference(&self.modes).union(&self.known[mode as usize]);
        Config { bits, blocks }
    }

    fn meet(&mut self, location: Location, config: &Config<W>, before: Option<(u32, Move)>) {
        let mode = config.bits.intersection(&self.modes);
        let number = self.known.iter().position(|known| *known == mode).unwrap_or_else(|| {
            self.known.push(mode);
            self.known.len() - 1
        });
        self.add((location, config.blocks, number as u32), before);
    }

    fn add(&mut self, key: Key, before: Option<(u32, Move)>) {
        if self.met.insert(key) {
            self.order.push(Met { key, before });
        }
    }

    /// The moves to a state that was met.
    fn way(&self, end: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut here = end;
        while let Some((before, step)) = self.order[here as usize].before {
            moves.push(step);
            here = before;
        }
        moves.reverse();
        moves
    }
}

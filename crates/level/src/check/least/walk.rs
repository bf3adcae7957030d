//! A plan without a search among states: the nearest thing that some door asks for is fetched, again and again, until a
//! goal is nearer.
//!
//! Where nobody can get stuck and more in hand is never worse, this ends at a goal: from wherever the walk has come a
//! goal can be reached, with what is in hand or with something new. It is no cheapest plan.

use crate::limits::{Clock, Limit};
use crate::plan::{Move, Plan};
use crate::rules::Location;
use crate::rules::bits::Bits;
use crate::rules::blocks::{Arrangement, Blocks};
use crate::rules::world::{Config, World};
use rustc_hash::FxHashSet;

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
            let mut flood = Flood::of(world, [wanted, modes], pushes);
            let end = flood.from(location, &config, &mut blocks, clock)?;
            found = end.map(|end| flood.way(end));
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

/// A state as far as it changes while nothing new is taken.
type Key = (Location, Arrangement, u32);

/// All that is reached before something new is taken.
struct Flood<'a, const W: usize> {
    world: &'a World<W>,
    /// The bits that are worth fetching.
    wanted: Bits<W>,
    modes: Bits<W>,
    /// True if blocks may be pushed.
    pushes: bool,
    /// The modes that were met.
    known: Vec<Bits<W>>,
    met: FxHashSet<Key>,
    /// The states that were met, each with the one before it and the move between.
    order: Vec<(Location, Config<W>, Option<(u32, Move)>)>,
}

impl<'a, const W: usize> Flood<'a, W> {
    fn of(world: &'a World<W>, [wanted, modes]: [Bits<W>; 2], pushes: bool) -> Self {
        let (known, order) = (Vec::new(), Vec::new());
        Self { world, wanted, modes, pushes, known, met: FxHashSet::default(), order }
    }

    /// The nearest state that is a goal, or in which something wanted is new.
    ///
    /// # Errors
    /// The limit that came first.
    fn from(
        &mut self,
        location: Location,
        config: &Config<W>,
        blocks: &mut Blocks,
        clock: &Clock<'_>,
    ) -> Result<Option<u32>, Limit> {
        let world = self.world;
        let before = config.bits.intersection(&self.wanted);
        self.meet(location, *config, None);
        let mut next = 0;
        while let Some(&(here, config, _)) = self.order.get(next) {
            let from = next as u32;
            next += 1;
            if world.is_goal(here, &config) || config.bits.intersection(&self.wanted) != before {
                return Ok(Some(from));
            }
            if next.is_multiple_of(4096) {
                clock.check_amounts(next as u64, || 0)?;
            }
            for (number, &door) in (0..).zip(world.doors(here)) {
                let Some(after) = world.step(&config, door, blocks) else { continue };
                if self.pushes || after.blocks == config.blocks || door.resets {
                    let step = Move::Goto { to: door.to, door: number };
                    self.meet(door.to, after, Some((from, step)));
                }
            }
            for (number, toggle) in (0..).zip(world.flips(here)) {
                let Some(after) = world.flip(&config, toggle) else { continue };
                self.meet(here, after, Some((from, Move::Flip { flip: number })));
            }
        }
        Ok(None)
    }

    fn meet(&mut self, location: Location, config: Config<W>, before: Option<(u32, Move)>) {
        // What is taken by the way and is not wanted makes no difference.
        let mode = config.bits.intersection(&self.modes);
        let number = self.known.iter().position(|known| *known == mode).unwrap_or_else(|| {
            self.known.push(mode);
            self.known.len() - 1
        });
        if self.met.insert((location, config.blocks, number as u32)) {
            self.order.push((location, config, before));
        }
    }

    /// The moves to a state that was met, and the state.
    fn way(&self, end: u32) -> (Vec<Move>, (Location, Config<W>)) {
        let (location, config, _) = self.order[end as usize];
        let mut moves = Vec::new();
        let mut here = end;
        while let Some((before, step)) = self.order[here as usize].2 {
            moves.push(step);
            here = before;
        }
        moves.reverse();
        (moves, (location, config))
    }
}

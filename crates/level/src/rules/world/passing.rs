//! Rooms whose blocks return, as those who pass them see them: what can be gained there, and how far blocks are from
//! plates.

use super::World;
use crate::rules::bits::Bits;
use crate::rules::blocks::{Arrangement, Blocks, NONE};
use crate::rules::door::{Door, Location};
use smallvec::SmallVec;

/// A plate that blocks can press.
pub(crate) struct Cover<const W: usize> {
    /// The bit of the symbol it gives, if any.
    pub(crate) gives: Bits<W>,
    /// The bit that says whether it is down.
    pub(crate) down: Bits<W>,
    /// Its cells, as the map of pushes numbers them.
    pub(crate) cells: SmallVec<[u32; 4]>,
}

impl<const W: usize> World<W> {
    /// True if rooms whose blocks return can be passed in one move: a player wins in places only, and goes straight.
    pub(crate) fn can_be_passed(&self) -> bool {
        self.law.win.is_none() && !self.has_diagonals() && self.resets()
    }

    /// The bits that are gained among some locations, and of which more is never worse; `None` where anything else
    /// changes there and leaves a trace, or where something asks for one of them to be missing.
    pub(crate) fn only_gains(&self, locations: &[Location]) -> Option<Bits<W>> {
        let covers = self.covers(locations)?;
        let pressed = covers.iter().fold(Bits::default(), |all, cover| cover.gives.union(&all));
        let taken = locations.iter().fold(Bits::default(), |all, &at| self.gives(at).union(&all));
        let gains = pressed.union(&taken).difference(&self.law.banned);
        let down = covers.iter().fold(Bits::default(), |all, cover| cover.down.union(&all));
        let traces = |door: &Door| match self.law.locks.get(door.lock as usize) {
            // Whoever leaves finds out whether a plate is down.
            Some(lock) if door.resets => lock.set.meets(&down) || !lock.clear.is_empty(),
            Some(lock) => lock.uses_up(),
            None => false,
        };
        let changes =
            |&at: &Location| !self.flips(at).is_empty() || self.doors(at).iter().any(traces);
        let is_else = taken.meets(&pressed)
            || self.law.locks.iter().any(|lock| lock.lacked.meets(&gains))
            || locations.iter().any(changes);
        (!is_else).then_some(gains)
    }

    /// The plates that blocks can press among some locations; `None` where one has cells elsewhere too.
    pub(crate) fn covers(&self, locations: &[Location]) -> Option<Vec<Cover<W>>> {
        let cells: Vec<u32> = self.block_cells_of(locations).map(|(cell, _)| cell).collect();
        let mut covers = Vec::new();
        for plate in &self.law.plates {
            match plate.cells.iter().filter(|cell| cells.contains(cell)).count() {
                0 => continue,
                many if many < plate.cells.len() => return None,
                _ => {}
            }
            let gives = plate.gives.difference(&self.law.banned);
            covers.push(Cover { gives, down: plate.down, cells: plate.cells.clone() });
        }
        Some(covers)
    }

    /// The cells of some locations that can hold a block, as the map of pushes numbers them, with their locations.
    pub(crate) fn block_cells_of<'a>(
        &'a self,
        locations: &'a [Location],
    ) -> impl Iterator<Item = (u32, Location)> + 'a {
        locations.iter().filter_map(|&at| self.blocks.cell(at).map(|cell| (cell, at)))
    }

    /// True if a block stands on a cell.
    pub(crate) fn holds_block(&self, arrangement: Arrangement, cell: u32, blocks: &Blocks) -> bool {
        blocks.holds(arrangement, cell)
    }

    /// The cells from which a push brings a block to a cell.
    pub(crate) fn pushed_from(&self, cell: u32) -> impl Iterator<Item = u32> + '_ {
        let next = (0..).zip(&self.blocks.next);
        next.filter(move |(_, next)| next.contains(&cell)).map(|(from, _)| from)
    }

    /// By cell of the map of pushes: the least number of pushes that bring a block from there to a cell, were nothing
    /// in its way; [`NONE`] where none do.
    pub(crate) fn pushes_to(&self, cell: u32) -> Vec<u32> {
        let next = &self.blocks.next;
        let mut before = vec![Vec::new(); next.len()];
        for (from, next) in (0..).zip(next) {
            for &to in next.iter().filter(|&&to| to != NONE) {
                before[to as usize].push(from);
            }
        }
        let mut pushes = vec![NONE; next.len()];
        pushes[cell as usize] = 0;
        let mut waiting = vec![cell];
        let mut done = 0;
        while let Some(&at) = waiting.get(done) {
            done += 1;
            for &from in &before[at as usize] {
                if pushes[from as usize] == NONE {
                    pushes[from as usize] = pushes[at as usize] + 1;
                    waiting.push(from);
                }
            }
        }
        pushes
    }
}

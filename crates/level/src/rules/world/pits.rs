//! Pits: cells that become floor when a block is pushed onto them.

use super::World;
use crate::model::Cell;
use crate::rules::blocks::NONE;
use crate::rules::{Bits, Blocks, Config, Door, Location};
use rustc_hash::FxHashSet;

/// The locations and the blocks of a relaxation in which blocks are in nobody's way and every block stays everywhere it
/// has been, so that it can fill any number of pits.
struct Reach {
    /// By location, true if a player may stand there.
    stands: Vec<bool>,
    /// By cell of the push map, true if a block may come there.
    holds: Vec<bool>,
    /// The number of locations and cells reached.
    many: usize,
}

impl Reach {
    fn add(set: &mut [bool], at: u32, many: &mut usize) -> bool {
        let is_new = set.get_mut(at as usize).is_some_and(|at| !std::mem::replace(at, true));
        *many += usize::from(is_new);
        is_new
    }
}

impl<const W: usize> World<W> {
    /// True if a location is a pit onto which a block can be pushed.
    fn is_pit(&self, at: Location) -> bool {
        self.blocks.cell(at).is_some_and(|cell| self.blocks.bottom(cell).is_some())
    }

    /// True if a location is a pit that blocks have not filled.
    pub(crate) fn is_open_pit(&self, config: &Config<W>, at: Location, blocks: &Blocks) -> bool {
        let cell = self.blocks.cell(at);
        cell.is_some_and(|cell| blocks.is_open_pit(&self.blocks, config.blocks, cell))
    }

    /// True if blocks have filled a pit.
    pub(crate) fn is_filled(&self, config: &Config<W>, at: Location, blocks: &Blocks) -> bool {
        self.is_pit(at) && !self.is_open_pit(config, at, blocks)
    }

    /// The cells of the pits that blocks may fill in a relaxation: a player holds `held`, and no block is in the way. No
    /// other pit can ever be filled.
    pub(crate) fn fillable(&self, held: &Bits<W>) -> FxHashSet<Cell> {
        let reach = self.reach_of_blocks(held);
        let cells = (0..).zip(&self.cells).filter(|(at, _)| {
            let cell = self.blocks.cell(*at).filter(|_| self.is_pit(*at));
            cell.is_some_and(|cell| reach.holds[cell as usize])
        });
        cells.map(|(_, &cell)| cell).collect()
    }

    /// Removes the doors onto pits that can never be filled: nobody passes them.
    pub(crate) fn close_pits(&mut self) {
        if self.blocks.bottom.is_empty() {
            return;
        }
        let locations = 0..self.locations() as Location;
        let flips = locations.clone().flat_map(|at| self.flips(at)).copied();
        let held = flips.chain([self.pickups(), self.best_bits()]).collect();
        let reach = self.reach_of_blocks(&held);
        let passes = |door: &Door| match self.blocks.cell(door.to) {
            Some(cell) => self.blocks.bottom(cell).is_none() || reach.holds[cell as usize],
            None => true,
        };
        let doors = locations.flat_map(|at| {
            let kept = self.doors(at).iter().filter(|door| passes(door));
            kept.map(move |door| (at, *door))
        });
        let doors = doors.collect();
        self.set_doors(doors);
    }

    fn reach_of_blocks(&self, held: &Bits<W>) -> Reach {
        let (stands, holds) = (vec![false; self.locations()], vec![false; self.blocks.next.len()]);
        let mut reach = Reach { stands, holds, many: 0 };
        let moved = self.blocks.moved.iter().map(|(_, cell)| cell);
        for &cell in self.blocks.start.iter().chain(moved) {
            Reach::add(&mut reach.holds, cell, &mut reach.many);
        }
        let mut before = usize::MAX;
        while !self.blocks.is_empty() && reach.many != before {
            before = reach.many;
            self.spread(held, &mut reach);
        }
        reach
    }

    /// Walks everywhere once, and pushes what stands there.
    fn spread(&self, held: &Bits<W>, reach: &mut Reach) {
        let mut met = vec![false; self.locations()];
        let mut waiting: Vec<Location> = self.start_location().into_iter().collect();
        while let Some(at) = waiting.pop() {
            if std::mem::replace(&mut met[at as usize], true) {
                continue;
            }
            Reach::add(&mut reach.stands, at, &mut reach.many);
            for &door in self.doors(at).iter().filter(|_| self.goes_on(at)) {
                if self.at_best(held, door).is_some() && self.passes(door, reach) {
                    waiting.push(door.to);
                }
            }
        }
    }

    /// Pushes the block behind a door, if there is one. True if a player may then pass: no open pit is behind it.
    fn passes(&self, door: Door, reach: &mut Reach) -> bool {
        let Some(cell) = self.blocks.cell(door.to) else { return true };
        if self.blocks.bottom(cell).is_some() && !reach.holds[cell as usize] {
            return false;
        }
        let way = door.way.direction().filter(|_| reach.holds[cell as usize]);
        let next = way.map_or(NONE, |way| self.blocks.next[cell as usize][way]);
        Reach::add(&mut reach.holds, next, &mut reach.many);
        true
    }
}

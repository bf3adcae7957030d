//! The same world for whoever is in the midst of it: it begins in another state.
//!
//! If blocks stay where they are pushed, those of the new start are simply those that stand there now, and one that
//! may be pushed no more has nowhere to go. If blocks return, their homes are what they were, and those that the
//! player has moved in the room they are in stand elsewhere until it is left.
//!
//! Invariant: what can be done from the start of the new world is what can be done from that state in the old one, at
//! the same cost, through doors of the same numbers.

use super::{Config, World};
use crate::rules::blocks::{Blocks, NONE};
use crate::rules::door::Location;

impl<const W: usize> World<W> {
    /// The world that begins in a state of this one; `blocks` are the arrangements that the state is told in.
    pub(crate) fn beginning_at(
        &self,
        (at, config): (Location, &Config<W>),
        blocks: &Blocks,
    ) -> Self {
        let mut world = self.clone();
        world.start = Some(at);
        world.law.began = Some(config.bits);
        if !self.has_blocks() {
            return world;
        }
        if self.resets() {
            world.blocks.moved = blocks.moved(config.blocks);
        } else {
            world.settle(&blocks.standing(config.blocks));
        }
        world
    }

    /// Makes the blocks that stand on some cells those of the start, each with whether it may be pushed: cells are
    /// numbered anew, for the first are those of the start.
    fn settle(&mut self, standing: &[(u32, bool)]) {
        let many = self.blocks.next.len();
        let mut order: Vec<u32> = standing.iter().map(|(cell, _)| *cell).collect();
        let holds = |cell: &u32| standing.binary_search_by_key(cell, |(cell, _)| *cell).is_ok();
        order.extend((0..many as u32).filter(|cell| !holds(cell)));
        let mut number = vec![NONE; many];
        for (new, &old) in (0..).zip(&order) {
            number[old as usize] = new;
        }
        let new = |old: u32| number.get(old as usize).copied().unwrap_or(NONE);
        let next = order.iter().map(|&old| self.blocks.next[old as usize].map(new));
        self.blocks.next = next.collect();
        for (cell, (_, can_move)) in standing.iter().enumerate() {
            if !can_move {
                self.blocks.next[cell] = [NONE; 4];
            }
        }
        self.blocks.start = (0..standing.len() as u32).collect();
        self.blocks.cell_of.iter_mut().for_each(|cell| *cell = new(*cell));
        let plates = self.law.plates.iter_mut().flat_map(|plate| &mut plate.cells);
        plates.for_each(|cell| *cell = new(*cell));
        let locks = self.law.locks.iter_mut().chain(&mut self.law.win);
        locks.flat_map(|lock| &mut lock.clear).for_each(|cell| *cell = new(*cell));
    }

    /// The blocks that a player has moved before the start, by their numbers, each with the cell it stands on.
    pub(crate) fn moved_blocks(&self) -> &[(u32, u32)] {
        &self.blocks.moved
    }
}

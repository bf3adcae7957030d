//! Easier worlds: blocks that stop nobody, or that stand where they are for good.
//!
//! Invariant: whatever can be done in a world of which blocks stop nobody costs no more than in the real one.

use super::{Law, World};
use crate::rules::blocks::{BlockMap, NONE};
use crate::rules::door::{Door, Location};
use crate::rules::lock::Lock;
use smallvec::SmallVec;

impl<const W: usize> World<W> {
    /// The number of blocks.
    pub(crate) fn start_blocks(&self) -> usize {
        self.blocks.start.len()
    }

    /// The same world with only those of its blocks that are `real`: the others stop nobody. Whatever can be done in the
    /// world can be done here at the same cost. Blocks that were moved before the start are always real.
    pub(crate) fn with_real_blocks(&self, real: &[bool]) -> Self {
        let mut world = self.clone();
        let mut real = real.to_vec();
        for &(block, _) in &self.blocks.moved {
            real.resize(real.len().max(block as usize + 1), false);
            real[block as usize] = true;
        }
        let real = &real[..];
        if !self.presses_alike(real) {
            world.press_at_will();
        }
        world.shunned = vec![false; self.locations()];
        let stops_nobody = |cell: &u32| {
            let of_start = self.blocks.start.binary_search(cell);
            of_start.is_ok_and(|block| real.get(block) != Some(&true))
        };
        if self.has_diagonals() {
            let brushed = |lock: &Lock<W>| lock.clear.iter().filter(|c| stops_nobody(c)).count();
            world.brushed = self.law.locks.iter().map(|lock| brushed(lock) as u16).collect();
        }
        for (location, cell) in self.blocks.cell_of.iter().enumerate() {
            world.shunned[location] = stops_nobody(cell);
        }
        if real.contains(&true) {
            world.blocks.start.retain(|&cell| real.get(cell as usize) == Some(&true));
        } else {
            world.forget_blocks(|_| true);
        }
        world
    }

    /// The same world, in which nothing that nobody asks for leaves a trace when it is taken. Doors have the numbers
    /// that they have in this one.
    pub(crate) fn without_the_unasked(&self) -> Self {
        let Law { locks, win, collect, keys, bombs, .. } = &self.law;
        let mut asked = *collect;
        for lock in locks.iter().chain(win) {
            let Lock { set, unset, lacked, any, key, bomb, .. } = lock;
            let parts = [set, unset, lacked, key, bomb].into_iter().chain(any);
            asked = parts.fold(asked, |asked, part| asked.union(part));
        }
        for counter in [keys, bombs].into_iter().filter(|counter| !counter.used.is_empty()) {
            asked = asked.union(&counter.from).union(&counter.used);
        }
        let mut world = self.clone();
        world.gain.iter_mut().for_each(|gain| *gain = gain.intersection(&asked));
        world
            .law
            .plates
            .iter_mut()
            .for_each(|plate| plate.gives = plate.gives.intersection(&asked));
        world
    }

    /// The blocks that can come to stand on a pressure plate, whatever else stands in their way: true for each, by
    /// its number at the start.
    pub(crate) fn pressing(&self) -> Vec<bool> {
        let BlockMap { next, start, .. } = &self.blocks;
        let mut reaches = vec![false; next.len()];
        for &cell in self.law.plates.iter().flat_map(|plate| &plate.cells) {
            reaches[cell as usize] = true;
        }
        // Cells are numbered in the order in which pushes come to them, but a push may lead back.
        loop {
            let before = reaches.clone();
            for (cell, next) in next.iter().enumerate().rev() {
                reaches[cell] |= next.iter().any(|&to| to != NONE && reaches[to as usize]);
            }
            if reaches == before {
                return start.iter().map(|&cell| reaches[cell as usize]).collect();
            }
        }
    }

    /// True if plates are down in a world with these blocks whenever they are in this one, and only then.
    fn presses_alike(&self, real: &[bool]) -> bool {
        let is_real = |block: usize| real.get(block) == Some(&true);
        self.pressing().iter().enumerate().all(|(block, presses)| !presses || is_real(block))
    }

    /// Lets nobody ask for plates any more, nor for what they give.
    fn press_at_will(&mut self) {
        let Law { locks, win, plates, pressed, .. } = &mut self.law;
        for lock in locks.iter_mut().chain(win) {
            lock.set = lock.set.difference(pressed);
        }
        plates.clear();
    }

    /// The cells of blocks that passing a door touches: the one entered, the one that its block would be
    /// pushed to, and those brushed.
    pub(crate) fn touches(&self, door: Door) -> SmallVec<[u32; 4]> {
        let mut cells = SmallVec::new();
        if let Some(cell) = self.blocks.cell(door.to) {
            cells.push(cell);
            let next = door.way.direction().map(|way| self.blocks.next[cell as usize][way]);
            cells.extend(next.filter(|&next| next != NONE));
        }
        cells.extend(
            self.law.locks.get(door.lock as usize).into_iter().flat_map(|l| l.clear.clone()),
        );
        cells
    }

    /// The same world with every block where it is for good.
    pub(crate) fn with_fixed_blocks(&self) -> Self {
        let mut world = self.clone();
        let BlockMap { start, moved, .. } = &self.blocks;
        let holds = |cell: &u32| start.contains(cell) || moved.iter().any(|(_, now)| now == cell);
        let stands = |location| self.blocks.cell(location).is_some_and(|cell| holds(&cell));
        let brushes = |door: &Door| {
            let lock = self.law.locks.get(door.lock as usize);
            lock.is_some_and(|lock| lock.clear.iter().any(holds))
        };
        world.forget_blocks(|door| !stands(door.to) && !brushes(door));
        world
    }

    /// True if a door of this world has the effect of a door of another world of the same level, blocks aside.
    pub(crate) fn is_same(&self, other: &Self, door: Door, theirs: Door) -> bool {
        let asks = |world: &Self, lock: u32| {
            let lock = world.law.locks.get(lock as usize).cloned().unwrap_or_default();
            Lock { clear: Default::default(), named: Default::default(), ..lock }
        };
        (door.to, door.way) == (theirs.to, theirs.way)
            && (door.lock == theirs.lock || asks(self, door.lock) == asks(other, theirs.lock))
    }

    /// Takes all blocks out, and with them the doors that are not kept.
    fn forget_blocks(&mut self, keep: impl Fn(&Door) -> bool) {
        self.blocks = BlockMap::default();
        self.law.locks.iter_mut().for_each(|lock| lock.clear.clear());
        self.law.plates.clear();
        let doors = (0..self.locations() as Location).flat_map(|location| {
            let kept = self.doors(location).iter().filter(|door| keep(door));
            kept.map(move |door| (location, Door { resets: false, ..*door }))
        });
        let doors = doors.collect();
        self.set_doors(doors);
    }
}

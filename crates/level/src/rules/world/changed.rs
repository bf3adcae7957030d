//! Worlds derived from a world: changed for a question, relaxed, or started in another state.
//!
//! A question changes a world in place, and the change is undone afterwards. It can set other goals, remove items,
//! and remove or fix blocks.
//!
//! Invariant: a changed world is the world of the changed level, except that locations and bits keep their numbers.

use super::{Config, Law, World};
use crate::rules::blocks::NONE;
use crate::rules::lock::Lock;
use crate::rules::{Bits, BlockMap, Blocks, Door, Location};
use smallvec::SmallVec;

/// The parts of a world that questions change.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot<const W: usize> {
    goal: Vec<bool>,
    gain: Vec<Bits<W>>,
    banned: Bits<W>,
    /// The cells that hold a block at the start, and the destinations of pushes.
    start: Vec<u32>,
    next: Vec<[u32; 4]>,
}

impl<const W: usize> World<W> {
    /// A copy of the parts that questions change.
    pub(crate) fn snapshot(&self) -> Snapshot<W> {
        Snapshot {
            goal: self.goal.clone(),
            gain: self.gain.clone(),
            banned: self.law.banned,
            start: self.blocks.start.clone(),
            next: self.blocks.next.clone(),
        }
    }

    /// Undoes all changes.
    pub(crate) fn restore(&mut self, snapshot: Snapshot<W>) {
        let Snapshot { goal, gain, banned, start, next } = snapshot;
        (self.goal, self.gain, self.law.banned) = (goal, gain, banned);
        (self.blocks.start, self.blocks.next) = (start, next);
    }

    /// Makes some locations the only goals.
    pub(crate) fn set_goals(&mut self, goals: &[Location]) {
        self.goal.fill(false);
        goals.iter().for_each(|&goal| self.goal[goal as usize] = true);
    }

    /// Removes all that a location gives, except some bits.
    pub(crate) fn keep_only(&mut self, location: Location, bits: &Bits<W>) {
        if let Some(gain) = self.gain.get_mut(location as usize) {
            *gain = gain.intersection(bits);
        }
    }

    /// Removes the block of a location.
    pub(crate) fn remove_block(&mut self, location: Location) {
        let cell = self.blocks.cell(location);
        self.blocks.start.retain(|&start| Some(start) != cell);
    }

    /// Makes the block of a location immovable.
    pub(crate) fn wall_in_block(&mut self, location: Location) {
        let cell = self.blocks.cell(location);
        if let Some(next) = cell.and_then(|cell| self.blocks.next.get_mut(cell as usize)) {
            *next = [NONE; 4];
        }
    }

    /// Makes all blocks immovable.
    pub(crate) fn fix_blocks(&mut self) {
        self.blocks.next.fill([NONE; 4]);
    }

    /// True if plates can be down without any push: a block lies on a plate at the start, or a plate is down at the
    /// start.
    pub(crate) fn presses_at_start(&self) -> bool {
        let Law { plates, pressed_at_start, .. } = &self.law;
        let under = |cell: &u32| self.blocks.start.contains(cell);
        !pressed_at_start.is_empty() || plates.iter().any(|plate| plate.cells.iter().any(under))
    }

    /// The bits that plates set, each with a location of the plate.
    pub(crate) fn pressed(&self) -> Vec<(Location, Bits<W>)> {
        let of = |location: Location| {
            let cell = self.blocks.cell(location)?;
            let under = self.law.plates.iter().filter(|plate| plate.cells.contains(&cell));
            let bits: Bits<W> = under.flat_map(|plate| [plate.down, plate.gives]).collect();
            (!bits.is_empty()).then_some((location, bits))
        };
        (0..self.locations() as Location).filter_map(of).collect()
    }

    /// The bits that cannot be set.
    pub(crate) fn banned(&self) -> Bits<W> {
        self.law.banned
    }

    /// The symbols that plates give and that are never a disadvantage.
    pub(crate) fn monotone_plate_symbols(&self) -> Bits<W> {
        let given = self.law.plates.iter().map(|plate| plate.gives).collect::<Bits<W>>();
        let locks = self.law.locks.iter().chain(&self.law.win);
        locks.fold(given, |monotone, lock| monotone.difference(&lock.lacked))
    }

    /// True if winning requires more than reaching a location: conditions, or pick-ups.
    pub(crate) fn wins_by_more(&self) -> bool {
        self.law.win.is_some() || !self.law.collect.is_empty()
    }

    /// True if there are locations that warps pass.
    pub(crate) fn has_passed(&self) -> bool {
        !self.passed.is_empty()
    }

    /// Makes every door between locations of different regions reset blocks. In a world without blocks this only
    /// marks these doors.
    pub(crate) fn reset_between(&mut self, regions: &[u32]) {
        let region = |at: Location| regions.get(at as usize);
        let doors = (0..self.locations() as Location).flat_map(|from| {
            let parted = move |&door: &Door| {
                let resets = region(from) != region(door.to);
                (from, Door { resets, ..door })
            };
            self.doors(from).iter().map(parted)
        });
        let doors = doors.collect();
        self.set_doors(doors);
    }
}

// -------------------------------------------------------------------------------------------------
// Relaxed worlds: blocks that stop no player, or that never move.
//
// Invariant: every plan of a world costs no more in its relaxation.

impl<const W: usize> World<W> {
    pub(crate) fn start_blocks(&self) -> usize {
        self.blocks.start.len()
    }

    /// The same world, in which only the blocks in `real` are obstacles; the other blocks stop no player. Every plan
    /// of the world is possible here at the same cost. Blocks that were moved before the start are always real.
    pub(crate) fn with_real_blocks(&self, real: &[bool]) -> Self {
        let mut world = self.clone();
        let mut real = real.to_vec();
        for &(block, _) in &self.blocks.moved {
            real.resize(real.len().max(block as usize + 1), false);
            real[block as usize] = true;
        }
        // A block that fills a pit opens a way. If such blocks are left out, so are all pits, and then no block can be
        // real: one that falls into a pit would stay in the way.
        let fills = |block: usize| real.get(block) == Some(&true);
        if !self.filling().iter().enumerate().all(|(block, may)| !may || fills(block)) {
            real.fill(false);
        }
        let real = &real[..];
        if !self.presses_alike(real) {
            world.drop_plate_requirements();
        }
        world.is_relaxed = vec![false; self.locations()];
        let stops_nobody = |cell: &u32| {
            let of_start = self.blocks.start.binary_search(cell);
            of_start.is_ok_and(|block| real.get(block) != Some(&true))
        };
        if self.has_diagonals() {
            let brushed = |lock: &Lock<W>| lock.clear.iter().filter(|c| stops_nobody(c)).count();
            world.brushed = self.law.locks.iter().map(|lock| brushed(lock) as u16).collect();
        }
        for (location, cell) in self.blocks.cell_of.iter().enumerate() {
            world.is_relaxed[location] = stops_nobody(cell);
        }
        if real.contains(&true) {
            world.blocks.start.retain(|&cell| real.get(cell as usize) == Some(&true));
        } else {
            world.forget_blocks(|_| true);
        }
        world
    }

    /// The same world without the gains that no lock and no goal needs. The doors keep their numbers.
    pub(crate) fn without_irrelevant_gains(&self) -> Self {
        let Law { locks, win, collect, keys, bombs, .. } = &self.law;
        let mut required = *collect;
        for lock in locks.iter().chain(win) {
            let Lock { set, unset, lacked, any, key, bomb, .. } = lock;
            let parts = [set, unset, lacked, key, bomb].into_iter().chain(any);
            required = parts.fold(required, |required, part| required.union(part));
        }
        for counter in [keys, bombs].into_iter().filter(|counter| !counter.used.is_empty()) {
            required.add(&counter.from.union(&counter.used));
        }
        let mut world = self.clone();
        world.gain.iter_mut().for_each(|gain| *gain = gain.intersection(&required));
        world
            .law
            .plates
            .iter_mut()
            .for_each(|plate| plate.gives = plate.gives.intersection(&required));
        world
    }

    /// By number of a starting block, true if it may come to stand on a pressure plate, ignoring all obstacles.
    pub(crate) fn pressing(&self) -> Vec<bool> {
        self.reaching(self.law.plates.iter().flat_map(|plate| plate.cells.iter().copied()))
    }

    /// By number of a starting block, true if it may come to stand on a pit or fills one, ignoring all obstacles.
    fn filling(&self) -> Vec<bool> {
        let bottom = &self.blocks.bottom;
        let pits = (0..).zip(bottom).filter(|(_, bottom)| **bottom != NONE).map(|(cell, _)| cell);
        self.reaching(pits.chain(self.blocks.bottoms()))
    }

    /// By number of a starting block, true if its moves decide more than where it is in the way: it may press a plate,
    /// or fill a pit.
    pub(crate) fn deciding(&self) -> Vec<bool> {
        self.pressing().iter().zip(self.filling()).map(|(presses, fills)| presses | fills).collect()
    }

    /// By number of a starting block, true if it may come to stand on some cells, ignoring all obstacles.
    fn reaching(&self, cells: impl Iterator<Item = u32>) -> Vec<bool> {
        let BlockMap { next, start, .. } = &self.blocks;
        let mut reaches = vec![false; next.len()];
        cells.for_each(|cell| reaches[cell as usize] = true);
        // Cells are numbered in the order in which pushes reach them, but a push may lead back.
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

    /// True if plates are down in the world with these blocks exactly when they are down in this one.
    fn presses_alike(&self, real: &[bool]) -> bool {
        let is_real = |block: usize| real.get(block) == Some(&true);
        self.pressing().iter().enumerate().all(|(block, presses)| !presses || is_real(block))
    }

    /// Removes all requirements of plates and of the symbols they give.
    fn drop_plate_requirements(&mut self) {
        let Law { locks, win, plates, pressed, .. } = &mut self.law;
        for lock in locks.iter_mut().chain(win) {
            lock.set = lock.set.difference(pressed);
        }
        plates.clear();
    }

    /// The cells of blocks that passing a door touches: the cell entered, the cell its block would be pushed to, and
    /// the corners of a diagonal step.
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

    /// The same world, in which no block can be pushed.
    pub(crate) fn with_fixed_blocks(&self) -> Self {
        let mut world = self.clone();
        let BlockMap { start, moved, .. } = &self.blocks;
        let holds = |cell: &u32| start.contains(cell) || moved.iter().any(|(_, now)| now == cell);
        let is_open = |cell| self.blocks.bottom(cell).is_some_and(|bottom| !holds(&bottom));
        let stands =
            |location| self.blocks.cell(location).is_some_and(|cell| holds(&cell) || is_open(cell));
        let brushes = |door: &Door| {
            let lock = self.law.locks.get(door.lock as usize);
            lock.is_some_and(|lock| lock.clear.iter().any(holds))
        };
        world.forget_blocks(|door| !stands(door.to) && !brushes(door));
        world
    }

    /// True if a door of this world has the same effect as a door of another world of the same level, apart from
    /// blocks.
    pub(crate) fn is_same(&self, other: &Self, door: Door, theirs: Door) -> bool {
        let needs = |world: &Self, lock: u32| {
            let lock = world.law.locks.get(lock as usize).cloned().unwrap_or_default();
            Lock { clear: Default::default(), named: Default::default(), ..lock }
        };
        (door.to, door.way) == (theirs.to, theirs.way)
            && (door.lock == theirs.lock || needs(self, door.lock) == needs(other, theirs.lock))
    }

    /// Removes all blocks, and the doors for which `keep` is false.
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

// -------------------------------------------------------------------------------------------------
// The same world, started in another state.
//
// If blocks stay where they are pushed, the starting blocks of the new world are those that stand there now, and a
// block that may not be pushed again has no destination. If blocks return, they keep their home cells, and those that
// the player has moved in the current room stand elsewhere until the player leaves it.
//
// Invariant: the plans from the start of the new world are the plans from that state in the old one, at the same
// cost, through doors with the same numbers.

impl<const W: usize> World<W> {
    /// The world that starts in a state of this one; `blocks` is the table of the state's arrangement.
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

    /// Makes the blocks on some cells the starting blocks; each cell comes with a flag, true if its block may be
    /// pushed. Cells are renumbered, because the starting cells come first.
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
        if !self.blocks.bottom.is_empty() {
            let bottom = order.iter().map(|&old| new(self.blocks.bottom[old as usize]));
            self.blocks.bottom = bottom.collect();
        }
        let plates = self.law.plates.iter_mut().flat_map(|plate| &mut plate.cells);
        plates.for_each(|cell| *cell = new(*cell));
        let locks = self.law.locks.iter_mut().chain(&mut self.law.win);
        locks.flat_map(|lock| &mut lock.clear).for_each(|cell| *cell = new(*cell));
    }

    /// The blocks that were moved before the start, by number, each with the cell on which it stands.
    pub(crate) fn moved_blocks(&self) -> &[(u32, u32)] {
        &self.blocks.moved
    }
}

//! Worlds made of a world: changed for a question, easier, or begun in another state.
//!
//! A question changes a world in place, and it is changed back: other goals, things taken away, blocks that are not there
//! or stay where they are.
//!
//! Invariant: a changed world is that of the changed level, but that its locations and bits keep their numbers.

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
    /// The parts that questions change, as they are.
    pub(crate) fn snapshot(&self) -> Snapshot<W> {
        Snapshot {
            goal: self.goal.clone(),
            gain: self.gain.clone(),
            banned: self.law.banned,
            start: self.blocks.start.clone(),
            next: self.blocks.next.clone(),
        }
    }

    /// Changes everything back.
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

    /// Takes from a location what it gives, some bits aside.
    pub(crate) fn keep_only(&mut self, location: Location, bits: &Bits<W>) {
        if let Some(gain) = self.gain.get_mut(location as usize) {
            *gain = gain.intersection(bits);
        }
    }

    /// Takes the block of a location away.
    pub(crate) fn remove_block(&mut self, location: Location) {
        let cell = self.blocks.cell(location);
        self.blocks.start.retain(|&start| Some(start) != cell);
    }

    /// Keeps the block of a location where it is, for good.
    pub(crate) fn wall_in_block(&mut self, location: Location) {
        let cell = self.blocks.cell(location);
        if let Some(next) = cell.and_then(|cell| self.blocks.next.get_mut(cell as usize)) {
            *next = [NONE; 4];
        }
    }

    /// Keeps all blocks where they are.
    pub(crate) fn fix_blocks(&mut self) {
        self.blocks.next.fill([NONE; 4]);
    }

    /// True if a plate can be told by blocks that are not pushed: one lies under a block, or it is down at the start.
    pub(crate) fn presses_at_start(&self) -> bool {
        let Law { plates, pressed_at_start, .. } = &self.law;
        let under = |cell: &u32| self.blocks.start.contains(cell);
        !pressed_at_start.is_empty() || plates.iter().any(|plate| plate.cells.iter().any(under))
    }

    /// The bits that plates set, each with a location that it lies under.
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

    /// The symbols that plates give and of which more is never worse.
    pub(crate) fn monotone_plate_symbols(&self) -> Bits<W> {
        let given = self.law.plates.iter().map(|plate| plate.gives).collect::<Bits<W>>();
        let locks = self.law.locks.iter().chain(&self.law.win);
        locks.fold(given, |monotone, lock| monotone.difference(&lock.lacked))
    }

    /// True if more wins than a place: conditions, or things that have to be taken.
    pub(crate) fn wins_by_more(&self) -> bool {
        self.law.win.is_some() || !self.law.collect.is_empty()
    }

    /// True if there are locations that are only passed.
    pub(crate) fn has_passed(&self) -> bool {
        !self.passed.is_empty()
    }

    /// Lets blocks return at every door between locations of different regions: in a world without blocks, a mark of
    /// those doors.
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
// Easier worlds: blocks that stop nobody, or that stand where they are for good.
//
// Invariant: whatever can be done in a world of which blocks stop nobody costs no more than in the real one.

impl<const W: usize> World<W> {
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

    /// The same world, in which nothing that nobody asks for leaves a trace when it is taken. Doors have the numbers
    /// that they have in this one.
    pub(crate) fn without_irrelevant_gains(&self) -> Self {
        let Law { locks, win, collect, keys, bombs, .. } = &self.law;
        let mut asked = *collect;
        for lock in locks.iter().chain(win) {
            let Lock { set, unset, lacked, any, key, bomb, .. } = lock;
            let parts = [set, unset, lacked, key, bomb].into_iter().chain(any);
            asked = parts.fold(asked, |asked, part| asked.union(part));
        }
        for counter in [keys, bombs].into_iter().filter(|counter| !counter.used.is_empty()) {
            asked.add(&counter.from.union(&counter.used));
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
    fn drop_plate_requirements(&mut self) {
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
        let needs = |world: &Self, lock: u32| {
            let lock = world.law.locks.get(lock as usize).cloned().unwrap_or_default();
            Lock { clear: Default::default(), named: Default::default(), ..lock }
        };
        (door.to, door.way) == (theirs.to, theirs.way)
            && (door.lock == theirs.lock || needs(self, door.lock) == needs(other, theirs.lock))
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

// -------------------------------------------------------------------------------------------------
// The same world for whoever is in the midst of it: it begins in another state.
//
// If blocks stay where they are pushed, those of the new start are simply those that stand there now, and one that
// may be pushed no more has nowhere to go. If blocks return, their homes are what they were, and those that the
// player has moved in the room they are in stand elsewhere until it is left.
//
// Invariant: what can be done from the start of the new world is what can be done from that state in the old one, at
// the same cost, through doors of the same numbers.

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

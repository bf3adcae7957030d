//! A world changed for a question, in place, and changed back: other goals, things taken away, blocks that are not there
//! or stay where they are.
//!
//! Invariant: a changed world is that of the changed level, but that its locations and bits keep their numbers.

use super::{Law, World};
use crate::rules::bits::Bits;
use crate::rules::blocks::NONE;
use crate::rules::door::{Door, Location};

/// The parts of a world that questions change.
#[derive(Clone, Debug)]
pub(crate) struct Parts<const W: usize> {
    goal: Vec<bool>,
    gain: Vec<Bits<W>>,
    banned: Bits<W>,
    /// The cells that hold a block at the start, and the destinations of pushes.
    start: Vec<u32>,
    next: Vec<[u32; 4]>,
}

impl<const W: usize> World<W> {
    /// The parts that questions change, as they are.
    pub(crate) fn parts(&self) -> Parts<W> {
        Parts {
            goal: self.goal.clone(),
            gain: self.gain.clone(),
            banned: self.law.banned,
            start: self.blocks.start.clone(),
            next: self.blocks.next.clone(),
        }
    }

    /// Changes everything back.
    pub(crate) fn change_back(&mut self, parts: Parts<W>) {
        let Parts { goal, gain, banned, start, next } = parts;
        (self.goal, self.gain, self.law.banned) = (goal, gain, banned);
        (self.blocks.start, self.blocks.next) = (start, next);
    }

    /// Makes some locations the only goals.
    pub(crate) fn aim(&mut self, goals: &[Location]) {
        self.goal.fill(false);
        goals.iter().for_each(|&goal| self.goal[goal as usize] = true);
    }

    /// Takes from a location what it gives, some bits aside.
    pub(crate) fn leave_only(&mut self, location: Location, bits: &Bits<W>) {
        if let Some(gain) = self.gain.get_mut(location as usize) {
            *gain = gain.intersection(bits);
        }
    }

    /// Takes the block of a location away.
    pub(crate) fn take_block(&mut self, location: Location) {
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
            let bits = under
                .fold(Bits::default(), |all, plate| all.union(&plate.down).union(&plate.gives));
            (!bits.is_empty()).then_some((location, bits))
        };
        (0..self.locations() as Location).filter_map(of).collect()
    }

    /// The bits that cannot be set.
    pub(crate) fn banned(&self) -> Bits<W> {
        self.law.banned
    }

    /// The symbols that plates give and of which more is never worse.
    pub(crate) fn pressed_boons(&self) -> Bits<W> {
        let given =
            self.law.plates.iter().fold(Bits::default(), |all, plate| plate.gives.union(&all));
        let locks = self.law.locks.iter().chain(&self.law.win);
        locks.fold(given, |boons, lock| boons.difference(&lock.lacked))
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
    pub(crate) fn part_at(&mut self, regions: &[u32]) {
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

//! Hope: places that a player might still get to, at best.
//!
//! Every lock is taken for open, and every block for away that the player might push from a place that might be
//! reached. So what is not hoped for can never be.

use super::{Config, World};
use crate::rules::bits::Bits;
use crate::rules::blocks::{Blocks, NONE};
use crate::rules::door::{Door, Location};
use rustc_hash::FxHashSet;

impl<const W: usize> World<W> {
    /// True if a player might get from a location to a goal, or through a door that is `out`.
    pub(crate) fn has_hope(
        &self,
        at: Location,
        config: &Config<W>,
        blocks: &Blocks,
        out: impl Fn(Door) -> bool,
    ) -> bool {
        if self.law.win.is_some() {
            return true;
        }
        let mut met = FxHashSet::from_iter([at]);
        let mut waiting = vec![at];
        while let Some(at) = waiting.pop() {
            if self.is_goal_location(at) {
                return true;
            }
            for &door in self.doors(at) {
                if out(door) {
                    return true;
                }
                if !met.contains(&door.to) && self.could_pass(config, door, blocks) {
                    met.insert(door.to);
                    waiting.push(door.to);
                }
            }
        }
        false
    }

    /// The locations that a player who holds no more than `most` might get to from one without leaving its room. A
    /// block is taken for away once the player might push it from such a location to where no block stays.
    pub(crate) fn hoped_within(
        &self,
        (at, config): (Location, &Config<W>),
        most: &Bits<W>,
        blocks: &Blocks,
    ) -> Hoped {
        let (mut met, mut away) = (Hoped::none(self.locations()), FxHashSet::default());
        met.insert(at);
        let (mut waiting, mut shut): (Vec<Location>, Vec<Door>) = (vec![at], Vec::new());
        loop {
            while let Some(at) = waiting.pop() {
                for &door in self.doors(at) {
                    if door.resets || met.has(door.to) || self.at_best(most, door).is_none() {
                        continue;
                    }
                    if self.might_pass(config, door, blocks, &mut away) {
                        met.insert(door.to);
                        waiting.push(door.to);
                    } else {
                        shut.push(door);
                    }
                }
            }
            // Doors behind which a block stays are tried again after the others.
            let before = (met.many, away.len());
            shut.retain(|&door| {
                let passes = !met.has(door.to) && self.might_pass(config, door, blocks, &mut away);
                if passes {
                    met.insert(door.to);
                    waiting.push(door.to);
                }
                !met.has(door.to)
            });
            if (met.many, away.len()) == before {
                return met;
            }
        }
    }

    /// True if no block stays behind a door; one that might be pushed from before the door is `away` from now on.
    fn might_pass(
        &self,
        config: &Config<W>,
        door: Door,
        blocks: &Blocks,
        away: &mut FxHashSet<u32>,
    ) -> bool {
        let stands = |cell| blocks.holds(config.blocks, cell);
        let Some(cell) = self.blocks.cell(door.to).filter(|&cell| stands(cell)) else {
            return true;
        };
        let next = self.pushed(config, door, blocks).map_or(NONE, |(_, next)| next);
        let is_free = next != NONE && (!stands(next) || away.contains(&next));
        if is_free && blocks.is_movable(config.blocks, cell) {
            away.insert(cell);
        }
        away.contains(&cell)
    }

    /// True if a player might get from the start to a goal. Who leaves a room in which blocks were moved before finds it
    /// another when they come back, so that leaving it is all that is asked.
    pub(crate) fn starts_with_hope(&self) -> bool {
        let mut blocks = Blocks::default();
        let start = self.start(&mut blocks);
        let out = |door: Door| door.resets && !self.blocks.moved.is_empty();
        start.is_some_and(|(at, config)| self.has_hope(at, &config, &blocks, out))
    }

    /// True if no block stands behind a door, or one that whoever passes it might push, now or later.
    fn could_pass(&self, config: &Config<W>, door: Door, blocks: &Blocks) -> bool {
        let stays =
            |cell| blocks.holds(config.blocks, cell) && !blocks.is_movable(config.blocks, cell);
        match self.pushed(config, door, blocks) {
            Some((from, to)) => to != NONE && !stays(from) && !stays(to),
            None => {
                !self.blocks.cell(door.to).is_some_and(|cell| blocks.holds(config.blocks, cell))
            }
        }
    }
}

/// Locations that a player might get to, one a bit.
pub(crate) struct Hoped {
    words: Vec<u64>,
    /// Their number.
    pub(crate) many: u64,
}

impl Hoped {
    fn none(locations: usize) -> Self {
        Self { words: vec![0; locations.div_ceil(64)], many: 0 }
    }

    fn insert(&mut self, at: Location) {
        self.many += u64::from(!self.has(at));
        self.words[at as usize / 64] |= 1 << (at % 64);
    }

    /// True if a location is one of them.
    #[inline]
    pub(crate) fn has(&self, at: Location) -> bool {
        self.words[at as usize / 64] >> (at % 64) & 1 == 1
    }
}

//! Worlds in which more in hand is never worse, some bits aside, which are its *modes*: toggles, plates that are down,
//! and whatever some door wants nobody to have. Keys and bombs that are used up are in nobody's hand: only locks that
//! are open already count.

use super::{Config, World};
use crate::rules::bits::Bits;
use crate::rules::blocks::Blocks;
use crate::rules::door::{Door, Location};
use crate::rules::lock::Lock;

impl<const W: usize> World<W> {
    /// The bits of modes; `None` where more in hand may be worse whatever is told apart: where blocks stay where they
    /// were pushed, and where more wins than the place.
    pub(crate) fn modes(&self) -> Option<Bits<W>> {
        let by_more = self.law.win.is_some() || !self.law.collect.is_empty();
        if by_more || self.has_blocks() && !self.resets() {
            return None;
        }
        let of_locks = self.law.locks.iter().fold(Bits::default(), |modes: Bits<W>, lock| {
            modes.union(&lock.unset).union(&lock.lacked)
        });
        let flipped = (0..self.locations() as Location).flat_map(|location| self.flips(location));
        let modes = flipped.fold(of_locks, |modes, toggle| modes.union(toggle));
        let down = self.law.plates.iter().fold(modes, |modes, plate| modes.union(&plate.down));
        Some(down)
    }

    /// The configuration behind a door of whoever holds what it asks for, as far as that is among the `best` that can
    /// ever be held, and some bits for sure. Its bits are held for sure then: the locks that a key or a bomb was used up
    /// for are open, whoever paid. `None` where nobody in this mode passes.
    pub(crate) fn step_at_best(
        &self,
        config: &Config<W>,
        door: Door,
        (best, modes): (&Bits<W>, &Bits<W>),
        blocks: &mut Blocks,
    ) -> Option<Config<W>> {
        if door.lock == 0 {
            return self.step(config, door, blocks);
        }
        let lock = self.law.locks.get(door.lock as usize)?;
        let asked = lock.set.difference(modes);
        if !best.contains(&asked) {
            return None;
        }
        let mut bits = config.bits.union(&asked).union(&lock.key).union(&lock.bomb);
        let mut lent = Bits::default();
        for any in lock.any.iter().filter(|any| !config.bits.meets(any)) {
            let means = any.intersection(best);
            let one = Bits::one(means.iter().next()?);
            bits = bits.union(&one);
            if means.count() > 1 {
                lent = lent.union(&one);
            }
        }
        let after = self.step(&Config { bits, ..*config }, door, blocks)?;
        Some(Config { bits: after.bits.difference(&lent), ..after })
    }

    /// The bits that some lock asks for.
    pub(crate) fn asked(&self) -> Bits<W> {
        let locks = self.law.locks.iter().flat_map(|lock| lock.any.iter().chain([&lock.set]));
        locks.fold(Bits::default(), |asked, bits| asked.union(bits))
    }

    /// True if some bits satisfy a lock, and nothing is used up.
    pub(crate) fn satisfies(&self, bits: &Bits<W>, lock: u32) -> bool {
        let open = |lock: &Lock<W>| bits.contains(&lock.key) && bits.contains(&lock.bomb);
        self.law.locks.get(lock as usize).is_some_and(|lock| !lock.refuses(bits) && open(lock))
    }
}

//! Bounds that guide a search: relaxed requirements, and the obstacles that are left.
//!
//! Invariant: whatever can be done in the world can be done at best.

use super::{Config, World};
use crate::rules::bits::Bits;
use crate::rules::door::Door;
use crate::rules::facts::Fact;

impl<const W: usize> World<W> {
    /// The key locks of a door, if it can be passed with `held` and with every toggle set at will; `None` where
    /// it cannot. Bombs never run out, and blocks are in nobody's way.
    #[inline]
    pub(crate) fn at_best(&self, held: &Bits<W>, door: Door) -> Option<Bits<W>> {
        if door.lock == 0 {
            return Some(Bits::default());
        }
        let lock = self.law.locks.get(door.lock as usize)?;
        let bombs = || {
            self.law.bombs.start
                + self.law.bombs.each * held.intersection(&self.law.bombs.from).count()
        };
        let closed = self.law.banned.meets(&lock.key.union(&lock.bomb))
            || lock.refuses_at_best(held)
            || !lock.bomb.is_empty() && bombs() == 0;
        (!closed).then_some(lock.key)
    }

    /// True if some lock uses up a small key.
    pub(crate) fn has_key_locks(&self) -> bool {
        !self.law.keys.used.is_empty()
    }

    /// The key locks of a door.
    pub(crate) fn key_locks(&self, door: Door) -> Bits<W> {
        self.law.locks.get(door.lock as usize).map(|lock| lock.key).unwrap_or_default()
    }

    /// The number of small keys found with `held`.
    pub(crate) fn keys_at_best(&self, held: &Bits<W>) -> u32 {
        self.law.keys.start + self.law.keys.each * held.intersection(&self.law.keys.from).count()
    }

    /// The bits that a goal requires besides being reached.
    pub(crate) fn wanted(&self) -> &Bits<W> {
        &self.law.collect
    }

    /// True if the conditions that win wherever a player stands can hold with `held`, with every toggle and plate as
    /// they ask.
    pub(crate) fn could_win_anywhere(&self, held: &Bits<W>) -> bool {
        self.law.win.as_ref().is_some_and(|win| !win.refuses_at_best(held))
    }

    /// The bits that are held from the start at best: blocks may press any plate.
    pub(crate) fn best_bits(&self) -> Bits<W> {
        self.start_bits().union(&self.law.pressed.difference(&self.law.banned))
    }

    /// True if all bits are held that a goal requires besides being reached.
    pub(crate) fn has_all(&self, held: &Bits<W>) -> bool {
        held.contains(&self.law.collect)
    }
}

/// The obstacles between a player and the rest of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Obstacles {
    /// The number of closed small-key doors there are beyond the keys held.
    pub(crate) key_doors_beyond_keys: u32,
    /// True if there are boss doors, and no boss key is held.
    pub(crate) boss_door: bool,
    /// True if there are walls to bomb, and no bomb is held.
    pub(crate) bomb_door: bool,
    /// True if there is water, and no key item is held.
    pub(crate) water: bool,
    /// The number of pick-ups that were not taken yet.
    pub(crate) pickups_left: u32,
}

impl<const W: usize> World<W> {
    /// True if diagonal steps are allowed.
    #[inline]
    pub(crate) fn has_diagonals(&self) -> bool {
        self.law.rules.diagonals && !self.cells.is_empty()
    }

    /// The bits that are gained by entering locations, and by nothing else.
    pub(crate) fn pickups(&self) -> Bits<W> {
        self.gain.iter().fold(Bits::default(), |all, gain| all.union(gain))
    }

    /// The pick-ups of which more is never worse: nothing asks for their absence.
    pub(crate) fn boons(&self) -> Bits<W> {
        let locks = self.law.locks.iter().chain(&self.law.win);
        locks.fold(self.pickups(), |boons, lock| boons.difference(&lock.lacked))
    }

    /// The number of ghost blocks met by passing a door: on the location it leads to, and brushed on the way.
    #[inline]
    pub(crate) fn blocks_met(&self, door: Door) -> u16 {
        let entered = self.shunned.get(door.to as usize).copied().unwrap_or(false);
        let brushed = self.brushed.get(door.lock as usize).copied().unwrap_or(0);
        u16::from(entered) + brushed
    }

    /// True if there are ghost blocks, which stop nobody.
    #[inline]
    pub(crate) fn shuns(&self) -> bool {
        !self.shunned.is_empty()
    }

    /// The obstacles that are left in a configuration.
    pub(crate) fn obstacles(&self, config: &Config<W>) -> Obstacles {
        let bits = &config.bits;
        let asks = |means: &Bits<W>| self.law.locks.iter().any(|lock| lock.any.contains(means));
        let lacks = |means: &Bits<W>| !bits.meets(means) && asks(means);
        let bombs_held = self.law.facts.iter().position(|m| *m == Fact::BombsHeld);
        let bomb_door = match bombs_held.map(Bits::one) {
            Some(held) => {
                !bits.meets(&held) && self.law.locks.iter().any(|lock| lock.set.meets(&held))
            }
            None => self.law.bombs.left(bits) == 0 && self.law.bombs.closed(bits) > 0,
        };
        Obstacles {
            key_doors_beyond_keys: self
                .law
                .keys
                .closed(bits)
                .saturating_sub(self.law.keys.left(bits)),
            boss_door: lacks(&self.law.means.boss_keys),
            bomb_door,
            water: lacks(&self.law.means.key_items),
            pickups_left: self.pickups().difference(bits).count(),
        }
    }
}

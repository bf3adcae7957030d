//! What guides a search: what could be done at best, what stands in the way, and easier worlds.
//!
//! Invariant: whatever can be done in the world can be done at best, and in an easier world at the same cost.

use super::{Config, Door, Place, World};
use crate::rules::bits::Bits;
use crate::rules::blocks::{BlockMap, NONE};
use crate::rules::layout::Meaning;
use crate::rules::lock::Lock;
use smallvec::SmallVec;

impl<const W: usize> World<W> {
    /// The key locks that a door asks for, if it can be passed by whoever holds `held` and can set every
    /// toggle; `None` where it cannot. Bombs never run out, and blocks are in nobody's way.
    #[inline]
    pub(crate) fn at_best(&self, held: &Bits<W>, door: Door) -> Option<Bits<W>> {
        if door.lock == 0 {
            return Some(Bits::default());
        }
        let lock = self.locks.get(door.lock as usize)?;
        let bombs =
            || self.bombs.start + self.bombs.each * held.intersection(&self.bombs.from).count();
        let closed = self.banned.meets(&lock.key.union(&lock.bomb))
            || lock.refuses_at_best(held)
            || !lock.bomb.is_empty() && bombs() == 0;
        (!closed).then_some(lock.key)
    }

    /// The key locks that a door asks for.
    pub(crate) fn key_locks(&self, door: Door) -> Bits<W> {
        self.locks.get(door.lock as usize).map(|lock| lock.key).unwrap_or_default()
    }

    /// How many small keys were found by whoever holds `held`.
    pub(crate) fn keys_at_best(&self, held: &Bits<W>) -> u32 {
        self.keys.start + self.keys.each * held.intersection(&self.keys.from).count()
    }

    /// What a goal asks for besides.
    pub(crate) fn wanted(&self) -> &Bits<W> {
        &self.collect
    }

    /// Whether everything is held that a goal asks for besides.
    pub(crate) fn has_all(&self, held: &Bits<W>) -> bool {
        held.contains(&self.collect)
    }
}

/// What stands between a player and the rest of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Obstacles {
    /// How many closed small-key doors there are beyond the keys held.
    pub(crate) key_doors_beyond_keys: u32,
    /// Whether there are boss doors, and no boss key is held.
    pub(crate) boss_door: bool,
    /// Whether there are walls to bomb, and no bomb is held.
    pub(crate) bomb_door: bool,
    /// Whether there is water, and no key item is held.
    pub(crate) water: bool,
    /// How many pick-ups were not taken yet.
    pub(crate) pickups_left: u32,
}

impl<const W: usize> World<W> {
    /// Whether diagonal steps are allowed.
    #[inline]
    pub(crate) fn has_diagonals(&self) -> bool {
        self.rules.diagonals && !self.cells.is_empty()
    }

    /// The bits that are gained by entering places, and by nothing else.
    pub(crate) fn pickups(&self) -> Bits<W> {
        self.gain.iter().fold(Bits::default(), |all, gain| all.union(gain))
    }

    /// How many blocks that stop nobody passing a door would meet: on the place it leads to, and brushed on
    /// the way.
    #[inline]
    pub(crate) fn blocks_met(&self, door: Door) -> u16 {
        let entered = self.shunned.get(door.to as usize).copied().unwrap_or(false);
        let brushed = self.brushed.get(door.lock as usize).copied().unwrap_or(0);
        u16::from(entered) + brushed
    }

    /// Whether there are blocks that stop nobody.
    #[inline]
    pub(crate) fn shuns(&self) -> bool {
        !self.shunned.is_empty()
    }

    /// What stands in the way of who holds what a configuration says.
    pub(crate) fn obstacles(&self, config: &Config<W>) -> Obstacles {
        let bits = &config.bits;
        let asks = |means: &Bits<W>| self.locks.iter().any(|lock| lock.any.contains(means));
        let lacks = |means: &Bits<W>| !bits.meets(means) && asks(means);
        let bombs_held = self.meanings.iter().position(|m| *m == Meaning::BombsHeld);
        let bomb_door = match bombs_held.map(Bits::one) {
            Some(held) => !bits.meets(&held) && self.locks.iter().any(|lock| lock.set.meets(&held)),
            None => self.bombs.left(bits) == 0 && self.bombs.closed(bits) > 0,
        };
        Obstacles {
            key_doors_beyond_keys: self.keys.closed(bits).saturating_sub(self.keys.left(bits)),
            boss_door: lacks(&self.means.boss_keys),
            bomb_door,
            water: lacks(&self.means.key_items),
            pickups_left: self.pickups().difference(bits).count(),
        }
    }

    /// How many blocks there are.
    pub(crate) fn start_blocks(&self) -> usize {
        self.blocks.start.len()
    }

    /// The same world with only those of its blocks that are `real`: the others stop nobody. Whatever can be done in the world
    /// can be done here at the same cost.
    pub(crate) fn with_real_blocks(&self, real: &[bool]) -> Self {
        let mut world = self.clone();
        world.shunned = vec![false; self.places()];
        let stops_nobody = |cell: &u32| {
            let of_start = self.blocks.start.binary_search(cell);
            of_start.is_ok_and(|block| real.get(block) != Some(&true))
        };
        if self.has_diagonals() {
            let brushed = |lock: &Lock<W>| lock.clear.iter().filter(|c| stops_nobody(c)).count();
            world.brushed = self.locks.iter().map(|lock| brushed(lock) as u16).collect();
        }
        for (place, cell) in self.blocks.cell_of.iter().enumerate() {
            world.shunned[place] = stops_nobody(cell);
        }
        if real.contains(&true) {
            world.blocks.start.retain(|&cell| real[cell as usize]);
        } else {
            world.blocks = BlockMap::default();
            world.locks.iter_mut().for_each(|lock| lock.clear.clear());
            world.lay_again(|_, door| Some(door));
        }
        world
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
        cells.extend(self.locks.get(door.lock as usize).into_iter().flat_map(|l| l.clear.clone()));
        cells
    }

    /// The same world with every block where it is for good.
    pub(crate) fn with_fixed_blocks(&self) -> Self {
        let mut world = self.clone();
        let stands = |place| {
            let cell = self.blocks.cell(place);
            cell.is_some_and(|cell| self.blocks.start.contains(&cell))
        };
        let brushes = |door: &Door| {
            let lock = self.locks.get(door.lock as usize);
            lock.is_some_and(|lock| lock.clear.iter().any(|cell| self.blocks.start.contains(cell)))
        };
        world.blocks = BlockMap::default();
        world.lay_again(|_, door| (!stands(door.to) && !brushes(&door)).then_some(door));
        world.locks.iter_mut().for_each(|lock| lock.clear.clear());
        world
    }

    /// Whether a door of this world does what a door of another world of the same level does, blocks aside.
    #[must_use]
    pub fn is_same(&self, other: &Self, door: Door, theirs: Door) -> bool {
        let asks = |world: &Self, lock: u32| {
            let lock = world.locks.get(lock as usize).cloned().unwrap_or_default();
            Lock { clear: Default::default(), ..lock }
        };
        (door.to, door.way) == (theirs.to, theirs.way)
            && (door.lock == theirs.lock || asks(self, door.lock) == asks(other, theirs.lock))
    }

    /// Lays the doors again that are kept; which are plain may have changed.
    fn lay_again(&mut self, keep: impl Fn(Place, Door) -> Option<Door>) {
        let mut laid = Vec::with_capacity(self.doors.len());
        for place in 0..self.places() as Place {
            for &door in self.doors(place) {
                let kept = keep(place, door);
                laid.extend(kept.map(|door| (place, self.door(door.to, door.lock, door.way))));
            }
        }
        self.laid = laid;
        self.lay(self.places());
        self.laid = Vec::new();
    }
}

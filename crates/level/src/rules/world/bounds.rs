//! What can be done at best: bounds that guide a search, places to hope for, and worlds where more is never worse.
//!
//! Invariant: whatever can be done in the world can be done at best.

use super::{Config, World};
use crate::rules::blocks::NONE;
use crate::rules::lock::Lock;
use crate::rules::{Bits, Blocks, Door, Fact, Location};
use rustc_hash::FxHashSet;

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

    pub(crate) fn key_locks(&self, door: Door) -> Bits<W> {
        self.law.locks.get(door.lock as usize).map(|lock| lock.key).unwrap_or_default()
    }

    /// The number of small keys found with `held`.
    pub(crate) fn keys_at_best(&self, held: &Bits<W>) -> u32 {
        self.law.keys.start + self.law.keys.each * held.intersection(&self.law.keys.from).count()
    }

    /// The bits that a goal requires besides being reached.
    pub(crate) fn required_by_goals(&self) -> &Bits<W> {
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
        self.gain.iter().copied().collect()
    }

    /// The pick-ups of which more is never worse: nothing asks for their absence.
    pub(crate) fn monotone_pickups(&self) -> Bits<W> {
        let locks = self.law.locks.iter().chain(&self.law.win);
        locks.fold(self.pickups(), |monotone, lock| monotone.difference(&lock.lacked))
    }

    /// The number of relaxed blocks met by passing a door: on the location it leads to, and brushed on the way.
    #[inline]
    pub(crate) fn relaxed_blocks_met(&self, door: Door) -> u16 {
        let entered = self.is_relaxed.get(door.to as usize).copied().unwrap_or(false);
        let brushed = self.brushed.get(door.lock as usize).copied().unwrap_or(0);
        u16::from(entered) + brushed
    }

    /// True if there are relaxed blocks, which stop nobody.
    #[inline]
    pub(crate) fn has_relaxed_blocks(&self) -> bool {
        !self.is_relaxed.is_empty()
    }

    /// The obstacles that are left in a configuration.
    pub(crate) fn obstacles(&self, config: &Config<W>) -> Obstacles {
        let bits = &config.bits;
        let needs = |means: &Bits<W>| self.law.locks.iter().any(|lock| lock.any.contains(means));
        let lacks = |means: &Bits<W>| !bits.meets(means) && needs(means);
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

// -------------------------------------------------------------------------------------------------
// Hope: places that a player might still get to, at best.
//
// Every lock is taken for open, and every block for away that the player might push from a place that might be
// reached. So what is not hoped for can never be.

impl<const W: usize> World<W> {
    /// True if a player might get from a location to a goal, or through a door that is `out`.
    pub(crate) fn may_win_or_leave(
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
    pub(crate) fn may_reach_within(
        &self,
        (at, config): (Location, &Config<W>),
        most: &Bits<W>,
        blocks: &Blocks,
    ) -> LocationSet {
        let (mut met, mut away) = (LocationSet::none(self.locations()), FxHashSet::default());
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
    pub(crate) fn may_win(&self) -> bool {
        let mut blocks = Blocks::default();
        let start = self.start(&mut blocks);
        let out = |door: Door| door.resets && !self.blocks.moved.is_empty();
        start.is_some_and(|(at, config)| self.may_win_or_leave(at, &config, &blocks, out))
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
pub(crate) struct LocationSet {
    words: Vec<u64>,
    pub(crate) many: u64,
}

impl LocationSet {
    fn none(locations: usize) -> Self {
        Self { words: vec![0; locations.div_ceil(64)], many: 0 }
    }

    fn insert(&mut self, at: Location) {
        self.many += u64::from(!self.has(at));
        self.words[at as usize / 64] |= 1 << (at % 64);
    }

    #[inline]
    pub(crate) fn has(&self, at: Location) -> bool {
        self.words[at as usize / 64] >> (at % 64) & 1 == 1
    }
}

// -------------------------------------------------------------------------------------------------
// Worlds in which more in hand is never worse, some bits aside, which are its *modes*: toggles, plates that are down,
// and whatever some door wants nobody to have. Keys and bombs that are used up are in nobody's hand: only locks that
// are open already count.

impl<const W: usize> World<W> {
    /// The bits of modes; `None` where more in hand may be worse whatever is told apart: where blocks stay where they
    /// were pushed, and where more wins than the place.
    pub(crate) fn modes(&self) -> Option<Bits<W>> {
        let by_more = self.law.win.is_some() || !self.law.collect.is_empty();
        if by_more || self.has_blocks() && !self.resets() {
            return None;
        }
        let of_locks = self.law.locks.iter().flat_map(|lock| [lock.unset, lock.lacked]);
        let locations = 0..self.locations() as Location;
        let flipped = locations.flat_map(|location| self.flips(location)).copied();
        let down = self.law.plates.iter().map(|plate| plate.down);
        Some(of_locks.chain(flipped).chain(down).collect())
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
            bits.add(&one);
            if means.count() > 1 {
                lent.add(&one);
            }
        }
        let after = self.step(&Config { bits, ..*config }, door, blocks)?;
        Some(Config { bits: after.bits.difference(&lent), ..after })
    }

    /// The bits that some lock asks for.
    pub(crate) fn required_bits(&self) -> Bits<W> {
        let locks = self.law.locks.iter().flat_map(|lock| lock.any.iter().chain([&lock.set]));
        locks.copied().collect()
    }

    /// True if some bits satisfy a lock, and nothing is used up.
    pub(crate) fn satisfies(&self, bits: &Bits<W>, lock: u32) -> bool {
        let open = |lock: &Lock<W>| bits.contains(&lock.key) && bits.contains(&lock.bomb);
        self.law.locks.get(lock as usize).is_some_and(|lock| !lock.refuses(bits) && open(lock))
    }
}

//! Bounds from relaxations of a world, locations that a player may still reach, and worlds in which more items are
//! never worse.
//!
//! Invariant: every move that is possible in the world is possible in its relaxation.

use super::{Config, World};
use crate::rules::blocks::NONE;
use crate::rules::lock::Lock;
use crate::rules::{Bits, Blocks, Door, Fact, Location};
use rustc_hash::FxHashSet;

impl<const W: usize> World<W> {
    /// The key locks of a door, if it can be passed with `held` in the delete relaxation; otherwise `None`. Every
    /// toggle can be set at will, bombs never run out, and blocks are not in the way.
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

    /// The number of small keys that the pick-ups in `held` and the start provide.
    pub(crate) fn keys_at_best(&self, held: &Bits<W>) -> u32 {
        self.law.keys.start + self.law.keys.each * held.intersection(&self.law.keys.from).count()
    }

    /// The bits that a goal requires besides being reached.
    pub(crate) fn required_by_goals(&self) -> &Bits<W> {
        &self.law.collect
    }

    /// True if the conditions that win anywhere can hold with `held`, with every toggle and plate as they require.
    pub(crate) fn could_win_anywhere(&self, held: &Bits<W>) -> bool {
        self.law.win.as_ref().is_some_and(|win| !win.refuses_at_best(held))
    }

    /// The bits of the start in the relaxation in which blocks may press any plate.
    pub(crate) fn best_bits(&self) -> Bits<W> {
        self.start_bits().union(&self.law.pressed.difference(&self.law.banned))
    }

    /// True if `held` contains all bits that a goal requires besides being reached.
    pub(crate) fn has_all(&self, held: &Bits<W>) -> bool {
        held.contains(&self.law.collect)
    }
}

/// The obstacles between a player and the rest of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Obstacles {
    /// The number of closed small-key doors minus the number of keys held; at least 0.
    pub(crate) key_doors_beyond_keys: u32,
    /// True if there are boss doors and no boss key is held.
    pub(crate) boss_door: bool,
    /// True if there are walls to bomb and no bomb is held.
    pub(crate) bomb_door: bool,
    /// True if there is water and no key item is held.
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

    /// The bits that a player gains only by entering locations.
    pub(crate) fn pickups(&self) -> Bits<W> {
        self.gain.iter().copied().collect()
    }

    /// The pick-ups that are never a disadvantage: no lock requires their absence.
    pub(crate) fn monotone_pickups(&self) -> Bits<W> {
        let locks = self.law.locks.iter().chain(&self.law.win);
        locks.fold(self.pickups(), |monotone, lock| monotone.difference(&lock.lacked))
    }

    /// The number of relaxed blocks that passing a door meets: on its destination, and at the corners of a diagonal
    /// step.
    #[inline]
    pub(crate) fn relaxed_blocks_met(&self, door: Door) -> u16 {
        let entered = self.is_relaxed.get(door.to as usize).copied().unwrap_or(false);
        let brushed = self.brushed.get(door.lock as usize).copied().unwrap_or(0);
        u16::from(entered) + brushed
    }

    /// True if the world has relaxed blocks, which stop no player.
    #[inline]
    pub(crate) fn has_relaxed_blocks(&self) -> bool {
        !self.is_relaxed.is_empty()
    }

    /// The obstacles that remain in a configuration.
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
// Locations that a player may still reach: a relaxation.
//
// Every lock counts as open. A block counts as removed if the player may be able to push it from a location that may
// be reached. So a location outside the result can never be reached.

impl<const W: usize> World<W> {
    /// True if a player may get from a location to a goal, or through a door for which `out` is true.
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

    /// The locations that a player who holds at most `most` may reach from a location without leaving its room. A
    /// block counts as removed once the player may push it from a reached location to a cell that is free or will be.
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
            // Retry the doors that a block still obstructs.
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

    /// True if no block obstructs a door. A block that may be pushed from in front of the door is added to `away`.
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

    /// True if a player may get from the start to a goal. In a room in which blocks were moved before the start,
    /// leaving it is enough: its blocks return, and it can then be entered in a different state.
    pub(crate) fn may_win(&self) -> bool {
        let mut blocks = Blocks::default();
        let start = self.start(&mut blocks);
        let out = |door: Door| door.resets && !self.blocks.moved.is_empty();
        start.is_some_and(|(at, config)| self.may_win_or_leave(at, &config, &blocks, out))
    }

    /// True if the cell behind a door holds no block, or a block that a player who passes it may push now or later.
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

/// A set of locations, one bit each.
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
// Worlds in which more items are never worse, except for some bits, the *modes*: toggles, plates that are down, and
// bits that a lock requires to be absent. Keys and bombs do not count as held if they are used up: only the locks
// that are open count.

impl<const W: usize> World<W> {
    /// The bits of the modes; `None` if more items may be worse in every mode: if blocks stay where they are pushed,
    /// or if a goal requires more than its location.
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

    /// The configuration behind a door, if the player holds its requirements. A requirement is assumed to be held if
    /// it is among the `best` bits that can ever be held; then its bits are held afterwards, and the locks that used
    /// up a key or a bomb are open. `None` if no player can pass in this mode.
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
        let required = lock.set.difference(modes);
        if !best.contains(&required) {
            return None;
        }
        let mut bits = config.bits.union(&required).union(&lock.key).union(&lock.bomb);
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

    /// The bits that some lock requires.
    pub(crate) fn required_bits(&self) -> Bits<W> {
        let locks = self.law.locks.iter().flat_map(|lock| lock.any.iter().chain([&lock.set]));
        locks.copied().collect()
    }

    /// True if some bits satisfy a lock without using anything up.
    pub(crate) fn satisfies(&self, bits: &Bits<W>, lock: u32) -> bool {
        let open = |lock: &Lock<W>| bits.contains(&lock.key) && bits.contains(&lock.bomb);
        self.law.locks.get(lock as usize).is_some_and(|lock| !lock.refuses(bits) && open(lock))
    }
}

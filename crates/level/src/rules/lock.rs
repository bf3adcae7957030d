//! Locks of passages: the requirements of a passage, and the items that passing it uses up.

use super::{Bits, Fact, Facts, Rules, Switches, pair};
use crate::model::{Edge, NodeIndex, Requirement};
use smallvec::SmallVec;

/// One requirement of a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Need {
    /// A requirement that uses nothing up.
    For(Requirement),
    /// A small key or a bomb, which opens the lock for good.
    Spend(Requirement, Fact),
    /// No block may stand on a cell, given by its number in the push map.
    Clear(u32),
}

/// The requirements of a door.
pub(crate) type Needs = SmallVec<[Need; 2]>;

/// The requirements of an edge, without its kind (such as a stair).
pub(super) fn needs(edge: &Edge) -> Needs {
    let (a, b) = pair(edge.from, edge.to);
    let need = |&requirement: &Requirement| match (requirement, used_up(requirement, a, b)) {
        (Requirement::SoftLocked | Requirement::Stair, _) => None,
        (_, Some(lock)) => Some(Need::Spend(requirement, lock)),
        (_, None) => Some(Need::For(requirement)),
    };
    edge.requires.iter().filter_map(need).collect()
}

/// The lock between two nodes that a small key or a bomb opens for good.
fn used_up(requirement: Requirement, a: NodeIndex, b: NodeIndex) -> Option<Fact> {
    match requirement {
        Requirement::KeyLocked => Some(Fact::KeyPair(a, b)),
        Requirement::Bombable => Some(Fact::BombPair(a, b)),
        _ => None,
    }
}

/// The requirements of a passage, as bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lock<const W: usize> {
    /// True if the passage can never be used, because nothing in the level meets its requirements.
    pub(super) never: bool,
    /// Bits that must be set.
    pub(super) set: Bits<W>,
    /// Bits of toggles that must not be set.
    pub(super) unset: Bits<W>,
    /// Bits of symbols that must not be set.
    pub(super) lacked: Bits<W>,
    /// Sets of which at least one bit each must be set.
    pub(super) any: SmallVec<[Bits<W>; 1]>,
    /// The bits of locks that use up one small key each.
    pub(super) key: Bits<W>,
    /// The bits of locks that use up one bomb each.
    pub(super) bomb: Bits<W>,
    /// Cells on which no block may stand, by their numbers in the push map.
    pub(super) clear: SmallVec<[u32; 2]>,
    /// The requirements as the level names them, for messages.
    pub(super) named: SmallVec<[Requirement; 2]>,
}

/// The bits that satisfy locks: for each kind of item, the set of bits that provide it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Means<const W: usize> {
    pub(super) boss_keys: Bits<W>,
    pub(super) key_items: Bits<W>,
    pub(super) switches: Bits<W>,
}

impl<const W: usize> Lock<W> {
    /// The lock with all of `needs`.
    pub(super) fn of(needs: &Needs, means: &Means<W>, facts: &Facts, rules: &Rules) -> Self {
        let mut lock = Self::default();
        for &need in needs {
            match need {
                Need::For(requirement) => lock.need(requirement, None, means, facts, rules),
                Need::Spend(requirement, used_up) => {
                    lock.need(requirement, Some(used_up), means, facts, rules);
                }
                Need::Clear(cell) => lock.clear.push(cell),
            }
        }
        lock
    }

    /// Adds a requirement; `used_up` is the lock that a small key or a bomb opens for good.
    fn need(
        &mut self,
        requirement: Requirement,
        used_up: Option<Fact>,
        means: &Means<W>,
        facts: &Facts,
        rules: &Rules,
    ) {
        let bit = |meaning| facts.bit(meaning);
        self.named.push(requirement);
        match requirement {
            Requirement::KeyLocked => {
                self.key.add(&used_up.map_or_else(Bits::default, |m| facts.one(m)));
            }
            Requirement::Bombable => match bit(Fact::BombsHeld) {
                None => {
                    self.bomb.add(&used_up.map_or_else(Bits::default, |m| facts.one(m)));
                }
                Some(_) if rules.start.bombs > 0 => {}
                Some(bit) => self.set = self.set.union(&Bits::one(bit)),
            },
            Requirement::BossLocked if rules.start.boss_key => {}
            Requirement::BossLocked => self.any.push(means.boss_keys),
            Requirement::ItemLocked if rules.start.key_item => {}
            Requirement::ItemLocked => self.any.push(means.key_items),
            Requirement::Switch if rules.switches == Switches::Free => {}
            Requirement::Switch => self.any.push(means.switches),
            Requirement::Symbol(id) => match bit(Fact::Symbol(id)) {
                Some(bit) => self.set = self.set.union(&Bits::one(bit)),
                None => self.never = true,
            },
            Requirement::Lacks(id) => {
                self.lacked.add(&facts.one(Fact::Symbol(id)));
            }
            Requirement::Plate(id) => match bit(Fact::PlateDown(id)) {
                Some(bit) => self.set = self.set.union(&Bits::one(bit)),
                None => self.never = true,
            },
            Requirement::Toggle(id, on) => match (bit(Fact::Toggle(id)), on) {
                (Some(bit), true) => self.set = self.set.union(&Bits::one(bit)),
                (Some(bit), false) => self.unset = self.unset.union(&Bits::one(bit)),
                (None, true) => self.never = true,
                (None, false) => {}
            },
            Requirement::SoftLocked | Requirement::Stair => {}
        }
    }

    /// True if passing the lock can use something up.
    pub(super) fn uses_up(&self) -> bool {
        !self.key.is_empty() || !self.bomb.is_empty()
    }

    /// True if the bits cannot satisfy the lock in the relaxation in which every toggle can be set and symbols need
    /// not be taken. Keys and bombs are not checked.
    pub(super) fn refuses_at_best(&self, held: &Bits<W>) -> bool {
        self.never || !held.contains(&self.set) || self.any.iter().any(|any| !held.meets(any))
    }

    /// True if the bits do not satisfy the lock. Keys and bombs are not checked.
    pub(super) fn refuses(&self, bits: &Bits<W>) -> bool {
        self.never
            || !bits.contains(&self.set)
            || bits.meets(&self.unset)
            || bits.meets(&self.lacked)
            || self.any.iter().any(|any| !bits.meets(any))
    }
}

/// The count of a consumable: the number at the start, the number that each pick-up of a set adds, and the set of
/// locks that used one up.
#[derive(Clone, Debug, Default)]
pub(super) struct Counter<const W: usize> {
    pub(super) start: u32,
    pub(super) each: u32,
    pub(super) from: Bits<W>,
    pub(super) used: Bits<W>,
}

impl<const W: usize> Counter<W> {
    pub(super) fn left(&self, bits: &Bits<W>) -> u32 {
        let got = self.start + self.each * bits.intersection(&self.from).count();
        got.saturating_sub(bits.intersection(&self.used).count())
    }

    /// The number of closed locks that use one up.
    pub(super) fn closed(&self, bits: &Bits<W>) -> u32 {
        self.used.difference(bits).count()
    }
}

//! What a passage asks for, and what passing it uses up.

use super::bits::Bits;
use super::layout::{Layout, Meaning};
use super::{Rules, Switches};
use crate::graph::Requirement;
use smallvec::SmallVec;

/// What a passage asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lock<const W: usize> {
    /// It can never be passed: it asks for what stands nowhere.
    pub(super) never: bool,
    /// Bits that must be set.
    pub(super) set: Bits<W>,
    /// Bits that must not be set.
    pub(super) unset: Bits<W>,
    /// Of each of these sets, one bit must be set.
    pub(super) any: SmallVec<[Bits<W>; 1]>,
    /// The bits of locks that use up a small key each.
    pub(super) key: Bits<W>,
    /// The bits of locks that use up a bomb each.
    pub(super) bomb: Bits<W>,
    /// Cells on which no block may stand, as the world numbers them.
    pub(super) clear: SmallVec<[u32; 2]>,
}

/// What gives the means that locks ask for, each as the set of the bits that will do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Means<const W: usize> {
    pub(super) boss_keys: Bits<W>,
    pub(super) key_items: Bits<W>,
    pub(super) switches: Bits<W>,
}

impl<const W: usize> Lock<W> {
    /// Asks for one thing more; `used_up` is the lock that a small key or a bomb opens for good.
    pub(super) fn ask(
        &mut self,
        requirement: Requirement,
        used_up: Option<Meaning>,
        means: &Means<W>,
        layout: &Layout,
        rules: &Rules,
    ) {
        let bit = |meaning| layout.bit(meaning);
        match requirement {
            Requirement::KeyLocked => {
                self.key = self.key.union(&used_up.map_or_else(Bits::default, |m| layout.one(m)));
            }
            Requirement::Bombable => match bit(Meaning::BombsHeld) {
                None => {
                    self.bomb =
                        self.bomb.union(&used_up.map_or_else(Bits::default, |m| layout.one(m)));
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
            Requirement::Symbol(id) => match bit(Meaning::Symbol(id)) {
                Some(bit) => self.set = self.set.union(&Bits::one(bit)),
                None => self.never = true,
            },
            Requirement::Toggle(id, on) => match (bit(Meaning::Toggle(id)), on) {
                (Some(bit), true) => self.set = self.set.union(&Bits::one(bit)),
                (Some(bit), false) => self.unset = self.unset.union(&Bits::one(bit)),
                (None, true) => self.never = true,
                (None, false) => {}
            },
            Requirement::SoftLocked | Requirement::Stair => {}
        }
    }

    /// Whether passing it can use something up.
    pub(super) fn uses_up(&self) -> bool {
        !self.key.is_empty() || !self.bomb.is_empty()
    }

    /// Whether the bits will not do, payment aside, for whoever can set every toggle: what must not be set
    /// are toggles only.
    pub(super) fn refuses_at_best(&self, held: &Bits<W>) -> bool {
        self.never || !held.contains(&self.set) || self.any.iter().any(|any| !held.meets(any))
    }

    /// Whether the bits will not do, payment aside.
    pub(super) fn refuses(&self, bits: &Bits<W>) -> bool {
        self.never
            || !bits.contains(&self.set)
            || bits.meets(&self.unset)
            || self.any.iter().any(|any| !bits.meets(any))
    }
}

/// How a consumable is counted: what the player starts with, what each of a set of pick-ups brings,
/// and the set of locks that used one up.
#[derive(Clone, Debug, Default)]
pub(super) struct Counter<const W: usize> {
    pub(super) start: u32,
    pub(super) each: u32,
    pub(super) from: Bits<W>,
    pub(super) used: Bits<W>,
}

impl<const W: usize> Counter<W> {
    /// How many are left.
    pub(super) fn left(&self, bits: &Bits<W>) -> u32 {
        let got = self.start + self.each * bits.intersection(&self.from).count();
        got.saturating_sub(bits.intersection(&self.used).count())
    }

    /// How many locks that use one up are closed.
    pub(super) fn closed(&self, bits: &Bits<W>) -> u32 {
        self.used.difference(bits).count()
    }
}

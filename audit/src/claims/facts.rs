//! Facts that a state remembers, a bit each, and what steps ask of them.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// Facts that hold.
pub(super) type Bits = u128;

/// Number of facts that there is room for.
const ROOM: usize = 128;

/// The names of facts, each with its bit.
#[derive(Default)]
pub(super) struct Facts(IndexSet<String, FxBuildHasher>);

impl Facts {
    /// The bit of a fact, which is new or known.
    ///
    /// # Errors
    /// There are too many facts.
    pub(super) fn note(&mut self, name: &str) -> Result<Bits, String> {
        let number = match self.0.get_index_of(name) {
            Some(number) => number,
            None => self.0.insert_full(name.to_owned()).0,
        };
        if number < ROOM { Ok(1 << number) } else { Err(format!("more than {ROOM} facts")) }
    }

    /// The bit of a fact that something asks for; no bit where nothing does.
    pub(super) fn bit(&self, name: &str) -> Bits {
        self.0.get_index_of(name).map_or(0, |number| 1 << number)
    }

    /// The bits of all facts whose names begin so.
    pub(super) fn beginning(&self, text: &str) -> Bits {
        let begins = self.0.iter().filter(|name| name.starts_with(text));
        begins.map(|name| self.bit(name)).fold(0, |all, bit| all | bit)
    }
}

/// A thing that is used up by passing, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pay {
    Key,
    Bomb,
}

/// The conditions of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ask {
    /// Facts that must hold.
    pub(super) all: Bits,
    /// Facts that must not hold.
    pub(super) none: Bits,
    /// Plates that must be down, by number.
    pub(super) down: u64,
    /// Things that are used up, each with the fact that it was.
    pub(super) pays: Vec<(Pay, Bits)>,
}

/// Things that can be used up, in facts: pick-ups that were taken, and doors that were opened by them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Purse {
    pub(super) keys: Bits,
    pub(super) key_doors: Bits,
    pub(super) bombs: Bits,
    pub(super) bomb_doors: Bits,
    /// Number of bombs that a pick-up has.
    pub(super) bombs_each: u32,
}

impl Ask {
    /// True if it asks for nothing.
    pub(super) fn is_free(&self) -> bool {
        *self == Self::default()
    }

    /// The facts after the step; none if it is refused.
    pub(super) fn met(&self, mut bits: Bits, down: u64, purse: &Purse) -> Option<Bits> {
        if bits & self.all != self.all || bits & self.none != 0 || down & self.down != self.down {
            return None;
        }
        for &(pay, opened) in &self.pays {
            if bits & opened == 0 && purse.left(pay, bits) == 0 {
                return None;
            }
            bits |= opened;
        }
        Some(bits)
    }

    /// The facts after the step of somebody who is given whatever can only help; none if it is refused all the same.
    pub(super) fn forced(&self, bits: Bits, down: u64, mixed: Bits) -> Option<Bits> {
        let refused = self.all & mixed & !bits != 0 || bits & self.none != 0;
        let paid = self.pays.iter().fold(bits | self.all, |bits, (_, opened)| bits | opened);
        (!refused && down & self.down == self.down).then_some(paid)
    }

    /// Both asked for.
    pub(super) fn and(&self, other: &Self) -> Self {
        Self {
            all: self.all | other.all,
            none: self.none | other.none,
            down: self.down | other.down,
            pays: [&self.pays[..], &other.pays].concat(),
        }
    }
}

impl Purse {
    fn left(&self, pay: Pay, bits: Bits) -> u32 {
        let (had, used) = match pay {
            Pay::Key => ((bits & self.keys).count_ones(), (bits & self.key_doors).count_ones()),
            Pay::Bomb => {
                let taken = (bits & self.bombs).count_ones();
                (taken * self.bombs_each, (bits & self.bomb_doors).count_ones())
            }
        };
        had.saturating_sub(used)
    }
}

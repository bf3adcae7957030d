//! Sets of facts: a collected pick-up, a paid lock, a held symbol, a toggle that is on.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor};

/// A set of facts, one bit per fact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Facts([u64; 4]);

impl Facts {
    /// Maximum number of facts.
    pub const ROOM: usize = 256;
    /// The empty set.
    pub const NONE: Self = Self([0; 4]);

    /// The set of one fact by number; `None` if the number is too large.
    pub fn fact(number: usize) -> Option<Self> {
        let mut facts = Self::NONE;
        *facts.0.get_mut(number / 64)? = 1 << (number % 64);
        Some(facts)
    }

    /// Number of facts in the set.
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// True if the set is empty.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// True if the sets intersect.
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_none()
    }

    /// True if the other set is a subset of this one.
    pub fn has_all(self, other: Self) -> bool {
        self & other == other
    }

    /// The difference of the sets.
    pub fn without(self, other: Self) -> Self {
        self ^ (self & other)
    }

    fn zip(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| with(self.0[word], other.0[word])))
    }
}

impl BitAnd for Facts {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Facts {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Facts {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl BitOrAssign for Facts {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl FromIterator<Facts> for Facts {
    fn from_iter<I: IntoIterator<Item = Facts>>(all: I) -> Self {
        all.into_iter().fold(Self::NONE, |all, one| all | one)
    }
}

impl<'a> FromIterator<&'a Facts> for Facts {
    fn from_iter<I: IntoIterator<Item = &'a Facts>>(all: I) -> Self {
        all.into_iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sets() {
        let [a, b] = [3, 200].map(|number| Facts::fact(number).unwrap());
        assert!(Facts::fact(Facts::ROOM).is_none() && !a.meets(b));
        let both: Facts = [a, b].iter().collect();
        assert!(both.has_all(a) && !a.has_all(both) && both.count() == 2);
        assert_eq!((both.without(a), both ^ b, both & a), (b, a, a));
    }
}

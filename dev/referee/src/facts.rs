//! Sets of facts: a pick-up that was taken, a lock that was paid for, a symbol that is held, a toggle
//! that is on.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor};

/// A set of facts, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Facts([u64; 4]);

impl Facts {
    /// How many facts there is room for.
    pub const ROOM: usize = 256;
    /// No fact.
    pub const NONE: Self = Self([0; 4]);

    /// The fact of a number; none where there is no room for it.
    pub fn fact(number: usize) -> Option<Self> {
        let mut facts = Self::NONE;
        *facts.0.get_mut(number / 64)? = 1 << (number % 64);
        Some(facts)
    }

    /// How many facts there are.
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// True if there is none.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// True if some fact is in both sets.
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_none()
    }

    /// True if every fact of the other set is in this one.
    pub fn has_all(self, other: Self) -> bool {
        self & other == other
    }

    /// The facts that are not in the other set.
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

//! A set of a few bits, 64 a word: the pick-ups taken, locks opened and toggles set by a player.
//!
//! The number of words is a constant of the type, so that a level with up to 64 such things, which is
//! nearly every level, pays for one word only.

use std::hash::{Hash, Hasher};

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self([0; W])
    }
}

impl<const W: usize> Hash for Bits<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for word in self.0 {
            state.write_u64(word);
        }
    }
}

impl<const W: usize> Bits<W> {
    /// The number of bits that the type holds.
    pub(crate) const CAPACITY: usize = 64 * W;

    /// The set of one number below [`Bits::CAPACITY`]; empty for any other.
    pub(crate) fn one(bit: usize) -> Self {
        let mut bits = Self::default();
        if let Some(word) = bits.0.get_mut(bit / 64) {
            *word = 1 << (bit % 64);
        }
        bits
    }

    /// All numbers below [`Bits::CAPACITY`].
    pub(crate) fn all() -> Self {
        Self([u64::MAX; W])
    }

    /// True if it is empty.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// True if `other` is a subset.
    #[inline]
    pub(crate) fn contains(&self, other: &Self) -> bool {
        other.difference(self).is_empty()
    }

    /// True if the two have a common element.
    #[inline]
    pub(crate) fn meets(&self, other: &Self) -> bool {
        !self.intersection(other).is_empty()
    }

    /// The number of elements.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The union.
    #[inline]
    pub(crate) fn union(&self, other: &Self) -> Self {
        self.by_word(other, |a, b| a | b)
    }

    /// The intersection.
    #[inline]
    pub(crate) fn intersection(&self, other: &Self) -> Self {
        self.by_word(other, |a, b| a & b)
    }

    /// The elements of this set that are not in the other.
    #[inline]
    pub(crate) fn difference(&self, other: &Self) -> Self {
        self.by_word(other, |a, b| a & !b)
    }

    /// The symmetric difference.
    #[inline]
    pub(crate) fn symmetric_difference(&self, other: &Self) -> Self {
        self.by_word(other, |a, b| a ^ b)
    }

    /// The set of which each word is made of one word of both.
    #[inline]
    fn by_word(&self, other: &Self, of: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = of(*word, other);
        }
        Self(words)
    }

    /// The elements, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors(Some(word), |w| Some(w & w.wrapping_sub(1)))
                .take_while(|&w| w != 0)
                .map(move |w| i * 64 + w.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_two_words() {
        let a = Bits::<2>::one(3).union(&Bits::one(64)).union(&Bits::one(127));
        assert_eq!(a.iter().collect::<Vec<_>>(), [3, 64, 127]);
        assert_eq!(a.count(), 3);
        assert!(Bits::<2>::one(128).is_empty());
        let b = Bits::one(64);
        assert!(a.contains(&b) && !b.contains(&a) && a.meets(&b));
        assert_eq!(a.difference(&b).union(&b), a);
        assert_eq!(a.intersection(&b), b);
        assert_eq!(a.symmetric_difference(&b), a.difference(&b));
    }
}

//! Two data structures of worlds and states: bit sets, and tables with rows of different lengths.
//!
//! A bit set records the pick-ups taken, the locks opened and the toggles set by a player. Each word holds 64 bits.
//!
//! The number of words is a constant of the type. Nearly every level needs at most 64 bits and pays for one word
//! only.

use std::hash::{Hash, Hasher};
use std::ops::Range;

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self([0; W])
    }
}

impl<const W: usize> FromIterator<Self> for Bits<W> {
    /// The union of some sets.
    fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
        sets.into_iter().fold(Self::default(), |all, set| all.union(&set))
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

    #[inline]
    pub(crate) fn union(&self, other: &Self) -> Self {
        self.by_word(other, |a, b| a | b)
    }

    #[inline]
    pub(crate) fn intersection(&self, other: &Self) -> Self {
        self.by_word(other, |a, b| a & b)
    }

    /// The elements of this set that are not in the other.
    #[inline]
    pub(crate) fn difference(&self, other: &Self) -> Self {
        self.by_word(other, |a, b| a & !b)
    }

    #[inline]
    pub(crate) fn symmetric_difference(&self, other: &Self) -> Self {
        self.by_word(other, |a, b| a ^ b)
    }

    /// Adds all elements of another set.
    #[inline]
    pub(crate) fn add(&mut self, other: &Self) {
        *self = self.union(other);
    }

    /// Combines the two sets word by word.
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

// -------------------------------------------------------------------------------------------------
// A table with rows of different lengths, stored in one vector.

/// Rows of items, one after another.
#[derive(Clone, Debug)]
pub(crate) struct Rows<T> {
    /// By row, the index of its first item; the last entry is the number of all items.
    first: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { first: Vec::new(), items: Vec::new() }
    }
}

impl<T: Copy> Rows<T> {
    /// Replaces the table by `rows` rows. Each item comes with its row number; items of one row keep their order.
    pub(crate) fn fill(&mut self, rows: usize, items: impl Iterator<Item = (usize, T)> + Clone) {
        let Self { first, items: all } = self;
        first.clear();
        first.resize(rows + 2, 0);
        for (row, _) in items.clone() {
            first[row + 2] += 1;
        }
        let mut end = 0;
        for count in &mut *first {
            end += *count;
            *count = end;
        }
        all.clear();
        if let Some((_, any)) = items.clone().next() {
            all.resize(end as usize, any);
        }
        // `first[row + 1]` starts at the beginning of the row and moves to its end, one item at a time.
        for (row, item) in items {
            let next = &mut first[row + 1];
            all[*next as usize] = item;
            *next += 1;
        }
        first.truncate(rows + 1);
    }

    /// The items of a row.
    #[inline]
    pub(crate) fn row(&self, row: usize) -> &[T] {
        self.rows(row..row + 1)
    }

    /// The items of neighbouring rows.
    #[inline]
    pub(crate) fn rows(&self, rows: Range<usize>) -> &[T] {
        match (self.first.get(rows.start), self.first.get(rows.end)) {
            (Some(&a), Some(&b)) => self.items.get(a as usize..b as usize).unwrap_or(&[]),
            _ => &[],
        }
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

    #[test]
    fn items_of_a_row_keep_their_order() {
        let mut rows = Rows::default();
        rows.fill(3, [(2, 'a'), (0, 'b'), (2, 'c')].into_iter());
        assert_eq!((rows.row(0), rows.row(1), rows.row(2)), (&['b'][..], &[][..], &['a', 'c'][..]));
        assert_eq!((rows.rows(0..3), rows.row(3)), (&['b', 'a', 'c'][..], &[][..]));
        rows.fill(1, std::iter::empty());
        assert!(rows.row(0).is_empty());
    }
}

//! A set of squares of a board, as bits in reading order.

/// A set of numbers below `64 * N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field<const N: usize>([u64; N]);

impl<const N: usize> Default for Field<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> FromIterator<u32> for Field<N> {
    fn from_iter<I: IntoIterator<Item = u32>>(squares: I) -> Self {
        squares.into_iter().fold(Self::default(), Self::with)
    }
}

impl<const N: usize> Field<N> {
    /// The set with one number more.
    #[inline(always)]
    pub(super) fn with(mut self, square: u32) -> Self {
        self.0[square as usize / 64] |= 1 << (square % 64);
        self
    }

    /// The set without a number.
    #[inline(always)]
    pub(super) fn without(mut self, square: u32) -> Self {
        self.0[square as usize / 64] &= !(1 << (square % 64));
        self
    }

    /// True if it holds a number.
    #[inline(always)]
    pub(super) fn holds(&self, square: u32) -> bool {
        self.0[square as usize / 64] >> (square % 64) & 1 != 0
    }

    /// True if it is empty.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The union.
    #[inline(always)]
    pub(super) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The intersection.
    #[inline(always)]
    pub(super) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The numbers of this set that are not in the other.
    #[inline(always)]
    pub(super) fn minus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// All numbers raised by `by`; those too large fall out.
    #[inline(always)]
    pub(super) fn raised(&self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        Self(std::array::from_fn(|i| {
            let at = |back: usize| i.checked_sub(words + back).map_or(0, |i| self.0[i]);
            if bits == 0 { at(0) } else { at(0) << bits | at(1) >> (64 - bits) }
        }))
    }

    /// All numbers lowered by `by`; those too small fall out.
    #[inline(always)]
    pub(super) fn lowered(&self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        Self(std::array::from_fn(|i| {
            let at = |on: usize| self.0.get(i + words + on).copied().unwrap_or(0);
            if bits == 0 { at(0) } else { at(0) >> bits | at(1) << (64 - bits) }
        }))
    }

    /// Its words in halves, the lower one first.
    #[inline(always)]
    pub(super) fn halves(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().flat_map(|&word| [word as u32, (word >> 32) as u32])
    }

    /// The set whose first words these are, in halves.
    #[inline(always)]
    pub(super) fn of_halves(halves: &[u32]) -> Self {
        let at = |i: usize| halves.get(i).copied().map_or(0, u64::from);
        Self(std::array::from_fn(|i| at(2 * i) | at(2 * i + 1) << 32))
    }

    /// The numbers, rising.
    #[inline(always)]
    pub(super) fn iter(self) -> impl Iterator<Item = u32> {
        (0..).step_by(64).zip(self.0).flat_map(|(first, word)| {
            std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
                .take_while(|&word| word != 0)
                .map(move |word| first + word.trailing_zeros())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_move_from_word_to_word() {
        let field: Field<2> = [0, 3, 63, 64, 127].into_iter().collect();
        let all = |field: Field<2>| field.iter().collect::<Vec<_>>();
        assert_eq!(all(field.raised(1)), [1, 4, 64, 65]);
        assert_eq!(all(field.raised(64)), [64, 67, 127]);
        assert_eq!(all(field.lowered(1)), [2, 62, 63, 126]);
        assert_eq!(all(field.lowered(67)), [60]);
        let halves: Vec<u32> = field.halves().collect();
        assert_eq!((Field::of_halves(&halves), field.without(3).holds(3)), (field, false));
    }
}

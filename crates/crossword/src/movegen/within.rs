//! The plays that a search is to find: all of them, or those on some stretches of a line.

use crate::lines::PLACES;
use crate::rack::RACK_SIZE;

/// How much of a rack a play lays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Laying {
    Part,
    /// All tiles of a full rack, a bingo.
    Whole,
}

impl Laying {
    pub(super) const BOTH: [Self; 2] = [Self::Part, Self::Whole];

    pub(super) fn of(tiles: usize) -> Self {
        if tiles == RACK_SIZE { Self::Whole } else { Self::Part }
    }
}

/// What a search may leave out.
pub(crate) trait Wanted {
    /// Options that are laid, a bit each: letters in the lower half, letters of blanks in the upper half.
    fn options(&self) -> u64;

    /// The last place that is closed to the left.
    fn closed(&self, closed: usize) -> usize;

    /// The places behind a stretch that is wanted, of those that begin at `first`: bit 0 is the place `end`.
    fn ends(&self, first: u8, end: u8) -> u32;
}

/// Every play.
pub(crate) struct Every;

impl Wanted for Every {
    #[inline]
    fn options(&self) -> u64 {
        u64::MAX
    }

    #[inline]
    fn closed(&self, closed: usize) -> usize {
        closed
    }

    #[inline]
    fn ends(&self, _: u8, _: u8) -> u32 {
        u32::MAX
    }
}

/// The plays on some stretches, with blanks as some letters.
#[derive(Clone, Debug)]
pub(crate) struct Within {
    /// By first place, the places behind the last one, a bit each.
    ends: [u32; PLACES],
    /// The lowest first place.
    lowest: usize,
    options: u64,
}

impl Within {
    /// No stretches.
    pub(crate) fn none() -> Self {
        Self { ends: [0; PLACES], lowest: PLACES, options: u64::from(u32::MAX) }
    }

    /// Adds the stretch from `first` to before `end`, and the letters of blanks there, a bit each.
    #[inline]
    pub(crate) fn add(&mut self, first: usize, end: usize, blanks: u32) {
        self.ends[first] |= 1 << end;
        self.lowest = self.lowest.min(first);
        self.options |= u64::from(blanks) << 32;
    }
}

impl Wanted for Within {
    #[inline]
    fn options(&self) -> u64 {
        self.options
    }

    #[inline]
    fn closed(&self, closed: usize) -> usize {
        closed.max(self.lowest - 1)
    }

    #[inline]
    fn ends(&self, first: u8, end: u8) -> u32 {
        self.ends[usize::from(first)] >> end
    }
}

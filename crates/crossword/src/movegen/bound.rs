//! Upper bounds of the scores of plays through an anchor.
//!
//! The idea of shadow plays, from the engine Macondo and its descendants: lay any tiles of the rack on every
//! stretch of squares through the anchor, as if all words were words, and take the best. The bound asks
//! which letters fit on a square and which premiums it has, gives the best tiles to the best letter
//! premiums, and allows a bingo only where the lexicon may have a word of those letters.
//!
//! Invariant: no play through the anchor is worth more than its bound.

use crate::lexicon::{Filter, summand};
use crate::lines::Anchor;
use crate::lines::{Line, PLACES};
use crate::rack::{InHand, RACK_SIZE, Rack};
use crate::score::BINGO;
use crate::tile::TileSet;

/// Values of a rack's tiles, as bounds need them.
pub(crate) struct Values {
    /// By number of tiles: the sum of the values of as many best tiles.
    best: [u32; RACK_SIZE + 1],
    /// The tiles from the best on: the value of each, and the letters it can be.
    tiles: [(u32, u32); RACK_SIZE],
    /// The letters that can be laid at all.
    letters: u32,
    /// Number of tiles.
    size: usize,
    /// The sum of the letters for the lexicon's filter; none with a blank, which can be any letter.
    sum: Option<u64>,
}

impl Values {
    pub(crate) fn of(rack: &Rack, set: &TileSet) -> Self {
        let size = rack.len();
        let mut values = Self {
            best: [0; RACK_SIZE + 1],
            tiles: [(0, 0); RACK_SIZE],
            letters: 0,
            size,
            sum: None,
        };
        for (slot, tile) in values.tiles.iter_mut().zip(rack.tiles()) {
            *slot = match tile {
                InHand::Letter(letter) => (u32::from(set.value(letter)), letter.bit()),
                InHand::Blank => (0, u32::MAX),
            };
            values.letters |= slot.1;
        }
        values.tiles.sort_unstable_by(|a, b| b.cmp(a));
        for n in 0..RACK_SIZE {
            values.best[n + 1] = values.best[n] + values.tiles[n].0;
        }
        if rack.blanks() == 0 && size == RACK_SIZE {
            let sum = rack.letters().map(summand).fold(0u64, u64::wrapping_add);
            values.sum = Some(sum);
        }
        values
    }

    /// Value of the best tile that fits on a square.
    fn best_of(&self, fit: u32) -> u32 {
        self.tiles.iter().find(|(_, letters)| letters & fit != 0).map_or(0, |(value, _)| *value)
    }
}

/// The bounds of one line.
pub(crate) struct Bounds<'a> {
    line: &'a Line,
    values: &'a Values,
    filter: &'a Filter,
    /// By place: upper bound of a tile there, letter premium included.
    most: [u32; PLACES],
    /// By place: upper bound of a cross word there.
    cross: [u32; PLACES],
    /// The places on which a tile can be laid, a bit each.
    open: u32,
}

/// A stretch of squares, while it grows.
#[derive(Clone, Copy)]
struct Stretch {
    first: usize,
    end: usize,
    tiles: usize,
    /// Sum of the values of the tiles that lie there, and the sum of their letters for the filter.
    there: u32,
    letters: u64,
    multiplier: u32,
    /// Upper bound of the tiles laid, square by square, and the number of them on letter premiums.
    most: u32,
    doubled: usize,
    tripled: usize,
    crosses: u32,
}

impl<'a> Bounds<'a> {
    pub(crate) fn of(line: &'a Line, values: &'a Values, filter: &'a Filter) -> Self {
        let mut bounds =
            Self { line, values, filter, most: [0; PLACES], cross: [0; PLACES], open: 0 };
        for at in 1..PLACES - 1 {
            let fit = line.fit[at] & values.letters;
            if fit != 0 {
                let best = values.best_of(fit);
                bounds.open |= 1 << at;
                bounds.most[at] = best * (line.counts[at] & 0xffff);
                bounds.cross[at] = best * (line.counts[at] >> 16) + (line.across[at] >> 16);
            }
        }
        bounds
    }

    /// Upper bound of the score of a play through an anchor, if it goes left no farther than `closed`; 0 if
    /// there is none.
    pub(crate) fn anchor(&self, anchor: Anchor, closed: usize) -> u32 {
        let mut stretch = match anchor {
            Anchor::Run(first, last) => self.bare(first, last),
            Anchor::Hook(at) => {
                let none = Stretch { end: at, ..self.bare(at, at - 1) };
                match self.right(none) {
                    Some(stretch) => stretch,
                    None => return 0,
                }
            }
        };
        let mut bound = 0;
        loop {
            let mut grown = stretch;
            loop {
                if grown.tiles > 0 {
                    bound = bound.max(self.worth(&grown));
                }
                match self.right(grown) {
                    Some(next) => grown = next,
                    None => break,
                }
            }
            match self.left(stretch, closed) {
                Some(next) => stretch = next,
                None => return bound,
            }
        }
    }

    /// The tiles that lie from `first` to `last`.
    fn bare(&self, first: usize, last: usize) -> Stretch {
        let run = if last < first { Default::default() } else { self.line.run[first] };
        Stretch {
            first,
            end: last + 1,
            tiles: 0,
            there: u32::from(run.sum),
            letters: run.letters,
            multiplier: 1,
            most: 0,
            doubled: 0,
            tripled: 0,
            crosses: 0,
        }
    }

    /// The stretch with a tile behind it, and the run behind that.
    #[inline]
    fn right(&self, stretch: Stretch) -> Option<Stretch> {
        let at = stretch.end;
        let mut grown = self.with(stretch, at)?;
        grown.end = at + 1;
        if self.line.tile[at + 1] != 0 {
            let run = self.line.run[at + 1];
            grown.end = usize::from(run.other) + 1;
            grown.there += u32::from(run.sum);
            grown.letters = grown.letters.wrapping_add(run.letters);
        }
        Some(grown)
    }

    /// The stretch with a tile before it, and the run before that.
    #[inline]
    fn left(&self, stretch: Stretch, closed: usize) -> Option<Stretch> {
        let at = stretch.first - 1;
        let mut grown = if at > closed { self.with(stretch, at)? } else { return None };
        grown.first = at;
        if self.line.tile[at - 1] != 0 {
            let run = self.line.run[at - 1];
            grown.first = usize::from(run.other);
            grown.there += u32::from(run.sum);
            grown.letters = grown.letters.wrapping_add(run.letters);
        }
        Some(grown)
    }

    /// The stretch with a tile more at a place, if one can be laid there and there is one.
    #[inline]
    fn with(&self, stretch: Stretch, at: usize) -> Option<Stretch> {
        if self.open >> at & 1 == 0 || stretch.tiles == self.values.size {
            return None;
        }
        let letter = self.line.counts[at] & 0xffff;
        Some(Stretch {
            tiles: stretch.tiles + 1,
            multiplier: stretch.multiplier * u32::from(self.line.word[at]),
            most: stretch.most + self.most[at],
            doubled: stretch.doubled + usize::from(letter >= 2),
            tripled: stretch.tripled + usize::from(letter >= 3),
            crosses: stretch.crosses + self.cross[at],
            ..stretch
        })
    }

    /// Upper bound of the score for laying tiles on a stretch.
    #[inline]
    fn worth(&self, stretch: &Stretch) -> u32 {
        let best = &self.values.best;
        // Each tile counts once, those on letter premiums twice, those on triple ones three times.
        let by_tiles = best[stretch.tiles] + best[stretch.doubled] + best[stretch.tripled];
        let letters = stretch.there + by_tiles.min(stretch.most);
        let plain = letters * stretch.multiplier + stretch.crosses;
        if stretch.tiles < RACK_SIZE {
            return plain;
        }
        let sum = self.values.sum.map(|sum| sum.wrapping_add(stretch.letters));
        if sum.is_none_or(|sum| self.filter.may_have(sum)) { plain + BINGO } else { 0 }
    }
}

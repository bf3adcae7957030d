//! Upper bounds of the scores of plays through an anchor.
//!
//! These are shadow plays, an idea from the engine Macondo: place any tiles of the rack on every stretch of squares
//! through the anchor, as if every string were a word, and take the best score. The bound respects the letters that
//! fit on a square and its premiums, assigns the best tiles to the best letter premiums, and allows a bingo only if
//! the lexicon may have a word of those letters.
//!
//! Invariant: no play through the anchor scores more than its bound.
//!
//! The lexicon's filter holds the letters of words in any order. A rack without a blank takes one query. For a blank
//! every letter of the alphabet is tried; in a bingo the blank needs to stand only for the letters that pass. Most
//! stretches contain no tiles or the same ones, so answers are cached.

use super::search::{RackUse, Within};
use crate::alphabet::Letter;
use crate::lexicon::{Filter, summand};
use crate::lines::{Anchor, Line, PLACES};
use crate::rack::{InHand, RACK_SIZE, Rack};
use crate::score::BINGO;
use crate::tile::TileSet;

/// Values of a rack's tiles, prepared for bounds.
pub(crate) struct Values {
    /// By number n: the sum of the n highest tile values.
    best: [u32; RACK_SIZE + 1],
    /// The tiles in descending value: the value of each, and the letters it can be.
    tiles: [(u32, u32); RACK_SIZE],
    /// The letters that the rack can place.
    letters: u32,
    /// Number of tiles.
    size: usize,
}

impl Values {
    pub(crate) fn of(rack: &Rack, set: &TileSet) -> Self {
        let size = rack.len();
        let mut values =
            Self { best: [0; RACK_SIZE + 1], tiles: [(0, 0); RACK_SIZE], letters: 0, size };
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
    /// By place: upper bound of a tile there, letter premium included.
    most: [u32; PLACES],
    /// By place: upper bound of a cross word there.
    cross: [u32; PLACES],
    /// The places on which a tile can be placed, a bit each.
    open: u32,
}

/// The places that are squares, a bit each.
const SQUARES: u32 = (1 << (PLACES - 1)) - 2;

/// A growing stretch of squares.
#[derive(Clone, Copy)]
struct Stretch {
    first: usize,
    end: usize,
    tiles: usize,
    /// The sum of the values of the tiles already there, and the sum of their letters for the filter.
    there: u32,
    letters: u64,
    multiplier: u32,
    /// Upper bound of the tiles placed, square by square, and the number of them on letter premiums.
    most: u32,
    doubled: usize,
    tripled: usize,
    crosses: u32,
}

impl<'a> Bounds<'a> {
    pub(crate) fn of(line: &'a Line, values: &'a Values) -> Self {
        let mut bounds = Self { line, values, most: [0; PLACES], cross: [0; PLACES], open: 0 };
        let Line { occupied, crossed, .. } = *line;
        // Squares without neighbouring tiles take any letter.
        let near = (occupied << 1 | occupied >> 1 | crossed) & SQUARES & !occupied;
        let best = values.best[1];
        for (most, counts) in bounds.most.iter_mut().zip(line.counts) {
            *most = best * (counts & 0xffff);
        }
        if values.size > 0 {
            bounds.open = SQUARES & !occupied & !near;
        }
        let mut left = near;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
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

    /// The line.
    pub(crate) fn line(&self) -> &'a Line {
        self.line
    }

    /// Upper bounds of the scores of plays through an anchor that reach left no farther than `closed`: for plays that
    /// use a part of the rack, and for plays that use all of it. `None` if there are no such plays. A play of blanks
    /// alone beside a blank scores 0 and still counts.
    pub(crate) fn anchor(
        &self,
        anchor: Anchor,
        closed: usize,
        bingos: &mut Bingos<'_>,
    ) -> [Option<u32>; 2] {
        let mut most = [None; 2];
        self.each(anchor, closed, |stretch| {
            let worth = self.worth(stretch);
            if stretch.tiles < RACK_SIZE {
                most[0] = most[0].max(Some(worth));
            } else if Some(worth) > most[1] && bingos.letters(stretch.letters) != 0 {
                most[1] = Some(worth);
            }
        });
        most
    }

    /// The stretches through an anchor on which plays may score at least `least`.
    pub(crate) fn within(
        &self,
        (anchor, closed): (Anchor, usize),
        rack_use: RackUse,
        least: u32,
        bingos: &mut Bingos<'_>,
    ) -> Within {
        let mut within = Within::none();
        self.each(anchor, closed, |stretch| {
            if RackUse::of(stretch.tiles) != rack_use || self.worth(stretch) < least {
                return;
            }
            let letters = match rack_use {
                RackUse::Part => u32::MAX,
                RackUse::Whole => bingos.letters(stretch.letters),
            };
            if letters != 0 {
                within.add(stretch.first, stretch.end, letters);
            }
        });
        within
    }

    /// Calls `visit` with every stretch through an anchor on which tiles can be placed.
    #[inline]
    fn each(&self, anchor: Anchor, closed: usize, mut visit: impl FnMut(&Stretch)) {
        let mut stretch = match anchor {
            Anchor::Run(first, last) => self.bare(first, last),
            Anchor::Hook(at) => {
                let none = Stretch { end: at, ..self.bare(at, at - 1) };
                match self.right(none) {
                    Some(stretch) => stretch,
                    None => return,
                }
            }
        };
        loop {
            let mut grown = stretch;
            loop {
                if grown.tiles > 0 {
                    visit(&grown);
                }
                match self.right(grown) {
                    Some(next) => grown = next,
                    None => break,
                }
            }
            match self.left(stretch, closed) {
                Some(next) => stretch = next,
                None => return,
            }
        }
    }

    /// The stretch of the tiles from `first` to `last`, nothing placed.
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

    /// The stretch with a tile before it. No run precedes that tile: the place behind a run is closed.
    #[inline]
    fn left(&self, stretch: Stretch, closed: usize) -> Option<Stretch> {
        let at = stretch.first - 1;
        let mut grown = if at > closed { self.with(stretch, at)? } else { return None };
        grown.first = at;
        Some(grown)
    }

    /// The stretch with one more tile at a place, if the rack has one left that can be placed there.
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

    /// Upper bound of the score for placing tiles on a stretch.
    #[inline]
    fn worth(&self, stretch: &Stretch) -> u32 {
        let best = &self.values.best;
        // Each tile counts once, those on letter premiums twice, those on triple ones three times.
        let by_tiles = best[stretch.tiles] + best[stretch.doubled] + best[stretch.tripled];
        let letters = stretch.there + by_tiles.min(stretch.most);
        let plain = letters * stretch.multiplier + stretch.crosses;
        plain + if stretch.tiles < RACK_SIZE { 0 } else { BINGO }
    }
}

/// The bingos of a full rack. A rack with fewer tiles has none.
pub(crate) struct Bingos<'a> {
    filter: &'a Filter,
    /// The filter sum of the rack's letters; `None` if the rack is not full.
    sum: Option<u64>,
    /// The ways to assign letters to the blanks: the summand of each, and its letters, a bit each.
    blanks: Vec<(u64, u32)>,
    /// True if the rack has more blanks than are tried.
    any: bool,
    /// Cached answers: the sum of the tiles on the board, and the letters.
    known: [Option<(u64, u32)>; KNOWN],
}

/// Size of the cache.
const KNOWN: usize = 64;

impl<'a> Bingos<'a> {
    /// `letters` is the alphabet, a bit each.
    pub(crate) fn of(rack: &Rack, letters: u32, filter: &'a Filter) -> Self {
        let full = rack.len() == RACK_SIZE;
        let sum = full.then(|| rack.letters().map(summand).fold(0u64, u64::wrapping_add));
        let mut blanks = Vec::new();
        if full && (1..=2).contains(&rack.blanks()) {
            let all = || (0..32).filter(|n| letters >> n & 1 == 1).filter_map(Letter::new);
            for one in all() {
                if rack.blanks() == 1 {
                    blanks.push((summand(one), one.bit()));
                    continue;
                }
                for other in all().take_while(|other| other.number() <= one.number()) {
                    let sum = summand(one).wrapping_add(summand(other));
                    blanks.push((sum, one.bit() | other.bit()));
                }
            }
        }
        Self { filter, sum, blanks, any: rack.blanks() > 2, known: [None; KNOWN] }
    }

    /// The letters that blanks may stand for in a bingo that contains board tiles of this sum; none if there is no
    /// such bingo. Without a blank, all letters or none.
    #[inline]
    pub(crate) fn letters(&mut self, there: u64) -> u32 {
        let Some(sum) = self.sum else { return 0 };
        let sum = sum.wrapping_add(there);
        if self.any {
            return u32::MAX;
        }
        if self.blanks.is_empty() {
            return if self.filter.may_have(sum) { u32::MAX } else { 0 };
        }
        let place = (there >> 58) as usize % KNOWN;
        match self.known[place] {
            Some((known, letters)) if known == there => letters,
            _ => {
                let letters = self.ask(sum);
                self.known[place] = Some((there, letters));
                letters
            }
        }
    }

    #[inline(never)]
    fn ask(&self, sum: u64) -> u32 {
        self.blanks.iter().fold(0, |letters, &(blank, of_blank)| {
            let may = self.filter.may_have(sum.wrapping_add(blank));
            letters | if may { of_blank } else { 0 }
        })
    }
}

//! Whether a rack may be a bingo together with tiles that lie on the board, and as which letters its blanks.
//!
//! The lexicon's filter knows the letters of words, whatever their order. A rack without a blank is asked for once; for a
//! blank every letter of the alphabet is tried, and those with which there may be a word are all that it need stand
//! for in a bingo. Most stretches of a board take in no tiles or the same ones, so answers are kept.
//!
//! Invariant: a letter that is left out makes no bingo.

use crate::alphabet::Letter;
use crate::lexicon::{Filter, summand};
use crate::rack::{RACK_SIZE, Rack};

/// A full rack, ready to be asked; there are none of a rack with fewer tiles.
pub(crate) struct Bingos<'a> {
    filter: &'a Filter,
    /// The sum of the rack's letters, as the filter has it; none of a rack that is not full.
    sum: Option<u64>,
    /// The ways to take the blanks: the summand of each, and its letters, a bit each.
    blanks: Vec<(u64, u32)>,
    /// True for a rack of more blanks than are tried.
    any: bool,
    /// Answers that were given: the tiles on the board that were asked for, and the letters.
    known: [Option<(u64, u32)>; KNOWN],
}

/// Number of answers that are kept.
const KNOWN: usize = 64;

impl<'a> Bingos<'a> {
    /// `letters` are those of the alphabet.
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

    /// The letters that blanks may stand for in a bingo that takes in tiles of this sum: none if there is no such bingo.
    /// Without a blank all or none.
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

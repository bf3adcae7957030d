//! Finds the best play without listing all of them, and the best place of a given word.
//!
//! Every anchor has two upper bounds: one for plays that use a part of the rack, one for plays that use all of it.
//! Anchors are searched in descending order of their bounds, each only on the stretches that can score enough. The
//! search ends when all remaining bounds are below the best score found. Invariants: the result is the first of all
//! plays in canonical order, because possible ties are searched too. The best place of a word is a legal play for a
//! player who holds its tiles without using a blank, in the same form as in the list of all plays.

use super::Prepared;
use super::bound::{Bingos, Bounds, Values};
use super::hand::Hand;
use super::search::{Candidate, RackUse, Scratch, Search, Sink};
use crate::alphabet::{Letter, MOST_LETTERS};
use crate::board::{Direction, SIZE};
use crate::lines::Line;
use crate::moves::Move;
use crate::position::Position;
use crate::rack::RACK_SIZE;
use crate::score::total;
use crate::tile::Tile;
use std::cmp::Reverse;

/// The best play so far.
struct Best<'a> {
    prepared: &'a Prepared<'a>,
    found: Option<Move>,
}

impl Sink for Best<'_> {
    #[inline]
    fn take(&mut self, score: u32, make: impl FnOnce() -> Move) {
        if self.found.is_some_and(|best| best.score() > score) {
            return;
        }
        let play = make();
        let alphabet = self.prepared.lexicon.alphabet();
        if self.found.is_none_or(|best| play.canonical_cmp(&best, alphabet).is_lt()) {
            self.found = Some(play);
        }
    }
}

impl Prepared<'_> {
    /// The first play in canonical order: the highest score, and of those the first string.
    #[must_use]
    pub fn best(&self, scratch: &mut Scratch) -> Option<Move> {
        best(self, None, scratch)
    }

    /// The same, given a known legal play: plays with a lower score are skipped.
    pub(crate) fn best_from(&self, known: Move, scratch: &mut Scratch) -> Option<Move> {
        best(self, Some(known), scratch)
    }
}

/// The first play in canonical order; `found` is a known legal play.
fn best(prepared: &Prepared<'_>, found: Option<Move>, scratch: &mut Scratch) -> Option<Move> {
    let mut best = Best { prepared, found };
    let position = &prepared.position;
    if position.is_empty() {
        prepared.search(scratch, &mut best);
        return best.found;
    }
    let tiles = position.setting().tiles();
    let values = Values::of(position.rack(), tiles);
    let letters = prepared.lexicon.alphabet().all();
    let mut bingos = Bingos::of(position.rack(), letters, prepared.lexicon.filter());
    let mut candidates = std::mem::take(&mut scratch.candidates);
    candidates.clear();
    let mut lines = Vec::with_capacity(2 * SIZE);
    for direction in Direction::BOTH {
        for number in 0..SIZE {
            let line = prepared.lines.line(direction, number);
            if line.occupied | line.crossed == 0 {
                continue;
            }
            let bounds = Bounds::of(line, &values);
            for (anchor, closed) in line.anchors() {
                let most = bounds.anchor(anchor, closed, &mut bingos);
                for (bound, rack_use) in most.into_iter().zip(RackUse::BOTH) {
                    if let Some(bound) = bound {
                        let line = lines.len();
                        candidates.push(Candidate { bound, line, anchor, closed, rack_use });
                    }
                }
            }
            lines.push((bounds, (direction, number)));
        }
    }
    candidates.sort_unstable_by_key(|candidate| Reverse(candidate.bound));
    let hand = &Hand::of(position.rack(), tiles);
    let graph = prepared.lexicon.graph();
    for candidate in &candidates {
        let Candidate { bound, line, anchor, closed, rack_use } = *candidate;
        let least = best.found.map_or(0, |best| best.score());
        if bound < least {
            break;
        }
        let Some((bounds, at)) = lines.get(line) else { continue };
        let restriction = bounds.within((anchor, closed), rack_use, least, &mut bingos);
        let search = Search { graph, hand, line: bounds.line(), at: *at, restriction };
        search.run([(anchor, closed)].into_iter(), scratch, &mut best);
    }
    scratch.candidates = candidates;
    best.found
}

/// By letter: the number of tiles in the rack.
pub(crate) type Counts = [u8; MOST_LETTERS];

/// A word to place, and the tiles available for it.
struct Word<'a> {
    letters: &'a [Letter],
    values: [u32; SIZE],
    tiles: &'a Counts,
}

impl Prepared<'_> {
    /// The highest-scoring play of a word of the lexicon that places at least two tiles, all from `tiles`. Ties go to
    /// the first in canonical order.
    pub(crate) fn best_of(&self, letters: &[Letter], tiles: &Counts) -> Option<Move> {
        let set = self.position.setting().tiles();
        let mut word = Word { letters, values: [0; SIZE], tiles };
        for (value, &letter) in word.values.iter_mut().zip(letters) {
            *value = u32::from(set.value(letter));
        }
        let mut best: Option<Move> = None;
        for direction in Direction::BOTH {
            for number in 0..SIZE {
                let line = self.lines.line(direction, number);
                if line.occupied | line.crossed == 0 {
                    continue;
                }
                for first in 1..=(SIZE + 1).saturating_sub(letters.len()) {
                    let Some(play) = word.play(&self.position, line, (direction, number), first)
                    else {
                        continue;
                    };
                    let first_of = |best: Move| play.canonical_cmp(&best, self.lexicon.alphabet());
                    if best.is_none_or(|best| first_of(best).is_lt()) {
                        best = Some(play);
                    }
                }
            }
        }
        best
    }
}

impl Word<'_> {
    /// The play of the word that begins at a place of a line, if it fits there.
    fn play(
        &self,
        position: &Position,
        line: &Line,
        (direction, number): (Direction, usize),
        first: usize,
    ) -> Option<Move> {
        let set = position.setting().tiles();
        let end = first + self.letters.len();
        let squares = !(u32::MAX << end) & u32::MAX << first;
        let touches = squares & (line.occupied | line.crossed) != 0;
        let count = (squares & !line.occupied).count_ones() as usize;
        let fits = touches && (2..=RACK_SIZE).contains(&count);
        if !fits || line.tile[first - 1] != 0 || line.tile[end] != 0 {
            return None;
        }
        let (mut strip, mut used) = ([0u8; 16], [0; MOST_LETTERS]);
        let (mut points, mut crosses, mut multiplier) = (0, 0, 1);
        for ((at, &letter), value) in (first..end).zip(self.letters).zip(self.values) {
            if line.tile[at] != 0 {
                if line.letter(at) != Some(letter) {
                    return None;
                }
                let square = direction.square(number, at - 1);
                let tile = square.and_then(|square| position.tile(square));
                points += tile.map_or(0, |tile| u32::from(set.worth(tile)));
                continue;
            }
            let held = &mut used[usize::from(letter.number())];
            *held += 1;
            if line.fit[at] & letter.bit() == 0 || *held > self.tiles[usize::from(letter.number())]
            {
                return None;
            }
            strip[at & 15] = Tile::plain(letter).byte();
            points += value * (line.counts[at] & 0xffff);
            crosses += value * (line.counts[at] >> 16) + (line.across[at] >> 16);
            multiplier *= u32::from(line.word[at]);
        }
        let score = total(points, multiplier, crosses, count);
        let strip = u128::from_le_bytes(strip);
        Some(Move::from_strip(strip, (direction, number), (first as u8, end as u8), score))
    }
}

//! The best play without finding all of them.
//!
//! Every anchor has two bounds, of plays that lay a part of the rack and of those that lay all of it. Anchors are
//! searched from the highest bound on, each on the stretches that can be worth enough, and the search ends when no
//! bound left is as high as the best score found. Invariant: the answer is the first of all plays in canonical
//! order, since what could tie is searched too.

use super::Prepared;
use super::bingo::Bingos;
use super::bound::{Bounds, Values};
use super::hand::Hand;
use super::search::{Candidate, Scratch, Search, Sink};
use super::within::Laying;
use crate::board::{Direction, SIZE};
use crate::moves::Move;
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

    /// The same, with a legal play that is known already: plays with a lower score need not be looked at.
    pub(crate) fn best_from(&self, known: Move, scratch: &mut Scratch) -> Option<Move> {
        best(self, Some(known), scratch)
    }
}

/// The first play in canonical order; `found` is a legal one that is known already.
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
                for (bound, laying) in most.into_iter().zip(Laying::BOTH) {
                    if let Some(bound) = bound {
                        let line = lines.len();
                        candidates.push(Candidate { bound, line, anchor, closed, laying });
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
        let Candidate { bound, line, anchor, closed, laying } = *candidate;
        let least = best.found.map_or(0, |best| best.score());
        if bound < least {
            break;
        }
        let Some((bounds, at)) = lines.get(line) else { continue };
        let wanted = bounds.within((anchor, closed), laying, least, &mut bingos);
        let search = Search { graph, hand, line: bounds.line(), at: *at, wanted };
        search.run([(anchor, closed)].into_iter(), scratch, &mut best);
    }
    scratch.candidates = candidates;
    best.found
}

//! Which sets of letters make words at all: a filter that says no for certain, and yes almost for certain.
//!
//! A Bloom filter (1970) whose bits for one entry lie in one word of memory. An entry is the sum of a random
//! number for each letter, so that the sums of two sets of letters add up to the sum of both: a rack is
//! summed once, a run of tiles once, and any mixture of them costs an addition.
//!
//! Only words that can be a bingo are entered, those of as many letters as a rack has or more. Invariant:
//! what is entered is always found; what is not entered is found about once in a few hundred times.

use super::graph::{Arc, Graph};
use crate::alphabet::Letter;
use crate::rack::RACK_SIZE;

/// The sets of letters of long words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filter {
    /// A power of two of them.
    words: Vec<u64>,
}

/// What a letter adds to a sum.
#[inline]
pub(crate) fn summand(letter: Letter) -> u64 {
    // A step of SplitMix64's finaliser: odd multipliers and shifts, so that sums of few rarely agree.
    let z = (u64::from(letter.number()) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Filter {
    /// The filter of a graph with this many words.
    pub(crate) fn of(graph: &Graph, words: usize) -> Self {
        let size = (words / 3).next_power_of_two().max(1);
        let mut filter = Self { words: vec![0; size] };
        filter.enter_below(graph, graph.root(), 0, 0);
        filter
    }

    fn enter_below(&mut self, graph: &Graph, arc: Arc, length: usize, sum: u64) {
        let mut left = arc.mask();
        while let Some(letter) = Letter::new(left.trailing_zeros() as u8) {
            left &= left - 1;
            let next = graph.follow(arc, letter.bit());
            let sum = sum.wrapping_add(summand(letter));
            if next.ends() && length + 1 >= RACK_SIZE {
                let (at, bits) = self.place(sum);
                if let Some(word) = self.words.get_mut(at) {
                    *word |= bits;
                }
            }
            self.enter_below(graph, next, length + 1, sum);
        }
    }

    /// Whether these letters may make a word of as many letters as a rack has, or more.
    #[inline]
    pub(crate) fn may_have(&self, sum: u64) -> bool {
        let (at, bits) = self.place(sum);
        self.words.get(at).is_none_or(|word| word & bits == bits)
    }

    /// Where the bits of a sum lie: which word, and four bits of it.
    #[inline]
    fn place(&self, sum: u64) -> (usize, u64) {
        let mixed = sum.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = mixed ^ mixed >> 32;
        let bits = [0, 6, 12, 18].map(|shift| 1 << (mixed >> (40 + shift) & 63));
        let bits = bits.iter().fold(0, |all, bit| all | bit);
        (mixed as usize & (self.words.len() - 1), bits)
    }

    /// What the filter is made of.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// A filter of what [`Filter::words`] gave; none if there is not a power of two of them.
    pub(crate) fn from_words(words: Vec<u64>) -> Option<Self> {
        words.len().is_power_of_two().then_some(Self { words })
    }
}

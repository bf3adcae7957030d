//! A Bloom filter of the multisets of letters of long words: no false negatives, few false positives.
//!
//! A Bloom filter (1970) that keeps the bits of one entry in one word of memory. Each letter has a random number, and
//! an entry is the sum of these. The sum of two multisets is the sum of their sums: a rack and a run of tiles are
//! summed once each, and combining them costs one addition.
//!
//! Only words that can be a bingo are entered: those with at least as many letters as a full rack. Words share their
//! endings, so the sums of endings are computed once, and a word costs one addition and one memory access. Invariant:
//! an entry is always found. The false-positive rate is about one in a few hundred.

use super::graph::{Arc, Side};
use crate::alphabet::Letter;
use crate::rack::RACK_SIZE;

/// The sets of letters of long words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filter {
    /// Their number is a power of two.
    words: Vec<u64>,
}

/// Summand of a letter in the sum of a multiset.
#[inline]
pub(crate) fn summand(letter: Letter) -> u64 {
    // A step of SplitMix64's finaliser: with odd multipliers and shifts, sums of few letters rarely collide.
    let z = (u64::from(letter.number()) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The most endings kept for a node: few are fast to read again, more would take too much memory.
const FEW: u32 = 48;

impl Filter {
    /// The filter of `words` words. `counts` has, by arc, the number of words that end at the arc or behind it.
    pub(crate) fn of(forth: &Side, counts: &[u32], words: usize) -> Self {
        let size = (words / 4).next_power_of_two().max(1);
        let filter = Self { words: vec![0; size] };
        let endings = vec![Endings::default(); forth.arcs().len() + 1];
        let mut filling = Filling { forth, counts, filter, endings, sums: Vec::new() };
        filling.enter_below(forth.root(), u32::MAX, (0, 0));
        filling.filter
    }

    /// Enters a sum.
    #[inline]
    fn enter(&mut self, sum: u64) {
        let (at, bits) = self.place(sum);
        if let Some(word) = self.words.get_mut(at) {
            *word |= bits;
        }
    }

    /// True if letters with this sum may make a word of at least [`RACK_SIZE`] letters. False is certain.
    #[inline]
    pub(crate) fn may_have(&self, sum: u64) -> bool {
        let (at, bits) = self.place(sum);
        self.words.get(at).is_none_or(|word| word & bits == bits)
    }

    /// Place of a sum's bits: the index of its word of memory, and four bits in it.
    #[inline]
    fn place(&self, sum: u64) -> (usize, u64) {
        let mixed = sum.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mixed = mixed ^ mixed >> 32;
        let bits = [0, 6, 12, 18].map(|shift| 1 << (mixed >> (40 + shift) & 63));
        let bits = bits.iter().fold(0, |all, bit| all | bit);
        (mixed as usize & (self.words.len() - 1), bits)
    }

    /// Memory in bytes.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(self.words.as_slice())
    }
}

/// A filter under construction.
struct Filling<'a> {
    forth: &'a Side,
    counts: &'a [u32],
    filter: Filter,
    /// The endings of a node, once known, by the index of its first arc.
    endings: Vec<Endings>,
    sums: Vec<u64>,
}

/// The endings from a node to the ends of words: place and number of their sums, and the length of the shortest, 0
/// until known.
#[derive(Clone, Copy, Default)]
struct Endings {
    first: u32,
    count: u16,
    shortest: u16,
}

impl Filling<'_> {
    /// Enters the `count` words that continue from a node. `read` is the number of letters leading there, and their
    /// sum.
    fn enter_below(&mut self, node: Arc, count: u32, read: (usize, u64)) {
        let (length, sum) = read;
        if count <= FEW {
            let Endings { first, count, shortest } = self.endings(node);
            if length + usize::from(shortest) >= RACK_SIZE {
                let sums = self.sums.get(first as usize..first as usize + usize::from(count));
                for &ending in sums.unwrap_or_default() {
                    self.filter.enter(sum.wrapping_add(ending));
                }
                return;
            }
        }
        let counts = self.counts.get(node.places()).unwrap_or_default();
        for ((letter, next), count) in self.forth.arcs_of(node).zip(counts) {
            let sum = sum.wrapping_add(summand(letter));
            if next.ends() && length + 1 >= RACK_SIZE {
                self.filter.enter(sum);
            }
            if next.mask() != 0 {
                self.enter_below(next, count - u32::from(next.ends()), (length + 1, sum));
            }
        }
    }

    /// The endings of a node with few of them.
    fn endings(&mut self, node: Arc) -> Endings {
        let known = self.endings.get(node.base()).copied().unwrap_or_default();
        if known.shortest > 0 {
            return known;
        }
        let mut own = [0; FEW as usize];
        let (mut count, mut shortest) = (0, u16::MAX);
        for (letter, next) in self.forth.arcs_of(node) {
            let summand = summand(letter);
            let mut add = |ending: u64| {
                if let Some(place) = own.get_mut(count) {
                    *place = ending.wrapping_add(summand);
                    count += 1;
                }
            };
            if next.ends() {
                add(0);
                shortest = 1;
            }
            if next.mask() != 0 {
                let of_next = self.endings(next);
                shortest = shortest.min(of_next.shortest.saturating_add(1));
                let first = of_next.first as usize;
                let behind = self.sums.get(first..first + usize::from(of_next.count));
                behind.unwrap_or_default().iter().for_each(|&sum| add(sum));
            }
        }
        let first = self.sums.len() as u32;
        self.sums.extend(own.iter().take(count));
        let endings = Endings { first, count: count as u16, shortest };
        if let Some(known) = self.endings.get_mut(node.base()) {
            *known = endings;
        }
        endings
    }
}

#[cfg(test)]
mod tests {
    use crate::lexicon::{Lexicon, Options, build, shipped};
    use crate::locale::Locale;
    use crate::rack::RACK_SIZE;

    use super::*;

    /// Checks that every long word is found, whatever the order of its letters, and that other multisets are rarely
    /// found. Returns the number of these false positives and of set bits.
    fn check(lexicon: &Lexicon) -> (usize, u32) {
        let (mut word, mut met, mut long, mut strangers) = (Vec::new(), 0, 0, 0);
        for index in 0..lexicon.len() {
            assert!(lexicon.word_at(index, &mut word));
            if word.len() < RACK_SIZE {
                continue;
            }
            let sum = word.iter().copied().map(summand).fold(0u64, u64::wrapping_add);
            assert!(lexicon.filter().may_have(sum), "{index}");
            long += 1;
            // A word's letters plus three times its first letter are rarely a word's letters.
            let stranger = word.first().map_or(0, |&letter| summand(letter).wrapping_mul(3));
            strangers += usize::from(lexicon.filter().may_have(sum.wrapping_add(stranger)));
            met += 1;
        }
        assert!(long > 0 && strangers * 50 < met + 50, "{strangers} of {met}");
        (strangers, lexicon.filter().words.iter().map(|word| word.count_ones()).sum())
    }

    #[test]
    fn long_words_are_found_and_little_else() {
        let found = check(&shipped(Locale::EnUs).unwrap());
        assert_eq!(found, (517, 666_021), "as many as ever");
        let list = b"abcdefg\nabcdefgh\nxabcdefg\nxab\nab\nyabcdefgabcdefg\n";
        let found = check(&build(list, Locale::EnUs, &Options::default()).unwrap().0);
        assert_eq!(found, (0, 15));
    }
}

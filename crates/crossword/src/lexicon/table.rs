//! A hash table of numbers whose contents lie elsewhere: what makes automata minimal.

use hashbrown::HashTable;

/// Numbers by the hash of what they stand for; the hash is kept beside each.
#[derive(Default)]
pub(crate) struct Table(HashTable<(u64, u32)>);

impl Table {
    /// A hash of some words: each is folded in by a wide multiplication.
    pub(crate) fn hash(words: impl Iterator<Item = u64>) -> u64 {
        words.fold(0x2545_f491_4f6c_dd1d, |hash, word| {
            let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
            (product >> 64) as u64 ^ product as u64
        })
    }

    /// A hash of one word, different for different words.
    pub(crate) fn mix(word: u64) -> u64 {
        // An odd factor and a shift downwards can both be undone.
        let mixed = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ (mixed >> 32)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    /// The number that hashes to `hash` and of which `same` is true.
    pub(crate) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        self.0.find(hash, |&(held, n)| held == hash && same(n)).map(|&(_, n)| n)
    }

    /// Adds a number that is not there yet.
    pub(crate) fn insert(&mut self, hash: u64, number: u32) {
        self.0.insert_unique(hash, (hash, number), |&(hash, _)| hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_can_be_undone() {
        // Both factors have an inverse, and the shift is its own.
        let inverse = |factor: u64| {
            (0..6).fold(1u64, |x, _| x.wrapping_mul(2u64.wrapping_sub(factor.wrapping_mul(x))))
        };
        for word in [0, 1, 2, u64::MAX, 1 << 63, 0x0123_4567_89ab_cdef, 7 << 32 | 9] {
            let mixed = Table::mix(word).wrapping_mul(inverse(0xbf58_476d_1ce4_e5b9));
            let back = (mixed ^ (mixed >> 32)).wrapping_mul(inverse(0x9e37_79b9_7f4a_7c15));
            assert_eq!(back, word);
        }
    }

    #[test]
    fn numbers_are_found_again() {
        let mut table = Table::default();
        let hash = |n: u32| Table::hash([u64::from(n / 2)].into_iter());
        for n in 0..1000 {
            assert_eq!(table.find(hash(n), |m| m == n), None);
            table.insert(hash(n), n);
        }
        for n in 0..1000 {
            assert_eq!(table.find(hash(n), |m| m == n), Some(n));
        }
    }
}

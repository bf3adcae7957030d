//! A hash table of numbers whose contents lie elsewhere, for making automata minimal.

use hashbrown::HashTable;

/// Numbers by the hash of their contents; the hash is kept beside each.
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

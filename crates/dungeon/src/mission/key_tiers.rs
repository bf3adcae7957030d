//! The order of keys: which keys stand before which.
//!
//! Key n lies in a room whose condition asks for exactly the keys of the tiers below its own, and
//! holding it therefore stands for holding those too. In a total order every tier is one key; in a
//! partial order some tiers are two, which may be had in either order.

use super::request::{KeyOrder, Request};
use super::symbol::MOST_KEYS;
use search::Stream;

/// The order of keys, in tiers. Sets of keys have bit n − 1 for key n.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyTiers {
    /// Number of keys.
    keys: usize,
    /// By key: the keys of the tiers below its own.
    before: [u32; MOST_KEYS],
    /// By key: itself and the keys below its tier, all of which a player who holds it must have had.
    implied: [u32; MOST_KEYS],
    /// By key: true if it is the second of its tier.
    second: [bool; MOST_KEYS],
    /// True if there is a tier of two.
    pairs: bool,
}

impl KeyTiers {
    /// The order of a request; a partial order is drawn from the stream.
    pub(crate) fn draw(request: &Request, stream: &mut Stream) -> Self {
        let mut tiers = Self { keys: request.keys.into(), ..Self::default() };
        let partial = request.order == KeyOrder::Partial && tiers.keys >= 3;
        // The last key stands alone, so that every other one is needed to get it. One pair is certain.
        let certain = if partial { stream.index(tiers.keys - 2) } else { 0 };
        let mut key = 0;
        while key < tiers.keys {
            let room = partial && key + 2 < tiers.keys;
            let reserved = key + 1 == certain;
            let pair = room && (key == certain || (!reserved && stream.chance(0.35)));
            key = tiers.tier(key, if pair { 2 } else { 1 });
        }
        tiers
    }

    /// The tiers of the fixed construction: in a partial order only the first two keys are a pair.
    pub(crate) fn fixed(request: &Request) -> Self {
        let mut tiers = Self { keys: request.keys.into(), ..Self::default() };
        let pair = request.order == KeyOrder::Partial && tiers.keys >= 3;
        let mut key = if pair { tiers.tier(0, 2) } else { 0 };
        while key < tiers.keys {
            key = tiers.tier(key, 1);
        }
        tiers
    }

    /// Sets a tier of keys that begins at place `key` (from 0); returns the place behind it.
    fn tier(&mut self, key: usize, size: usize) -> usize {
        let below = ((1u64 << key) - 1) as u32;
        for n in key..key + size {
            self.before[n] = below;
            self.implied[n] = below | 1 << n;
            self.second[n] = n > key;
        }
        self.pairs |= size > 1;
        key + size
    }

    /// The keys that must be held, and no others, where key `n` (from 1) lies.
    pub(crate) fn before(&self, n: usize) -> u32 {
        self.before[n - 1]
    }

    /// The set of keys that a player with key `n` (from 1) must have had: itself and those of lower tiers.
    pub(crate) fn implied_by(&self, n: usize) -> u32 {
        self.implied[n - 1]
    }

    /// By key: the set of keys that [`KeyTiers::implied_by`] gives.
    pub(crate) fn implied(&self) -> &[u32] {
        &self.implied[..self.keys]
    }

    /// True if key `n` (from 1) is the second of a tier of two.
    pub(crate) fn is_second(&self, n: usize) -> bool {
        self.second[n - 1]
    }

    /// True if some two keys may be had in either order.
    pub(crate) fn has_pairs(&self) -> bool {
        self.pairs
    }

    /// The other key of a tier of two.
    pub(crate) fn twin(&self, n: usize) -> Option<usize> {
        let twin = if self.is_second(n) { n - 1 } else { n + 1 };
        (twin <= self.keys && twin > 0 && self.before(twin) == self.before(n)).then_some(twin)
    }

    /// Number of keys that must lie in rooms that ask for exactly this set.
    pub(crate) fn keys_lying_at(&self, set: u32) -> usize {
        self.before[..self.keys].iter().filter(|&&before| before == set).count()
    }

    /// Number of rooms of a level that its keys take: two where the next tier is a pair. Between the keys of a
    /// pair none lies, but the level is to have a room all the same.
    pub(crate) fn keys_at_level(&self, level: usize) -> usize {
        let next = level + 1;
        if next > self.keys || self.is_second(next) {
            return 1;
        }
        self.keys_lying_at(self.before(next))
    }

    /// All keys.
    pub(crate) fn all(&self) -> u32 {
        ((1u64 << self.keys) - 1) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiers(keys: u8, order: KeyOrder, seed: u64) -> KeyTiers {
        let request = Request { keys, order, ..Request::default() };
        let mut stream = search::Seed::new(seed).unwrap().attempt(0).phase("ladder");
        KeyTiers::draw(&request, &mut stream)
    }

    #[test]
    fn a_total_order_is_one_key_after_another() {
        let tiers = tiers(4, KeyOrder::Total, 1);
        assert_eq!(tiers.implied(), [0b1, 0b11, 0b111, 0b1111]);
        assert_eq!((tiers.before(3), tiers.twin(2), tiers.all()), (0b11, None, 0b1111));
    }

    #[test]
    fn a_partial_order_has_a_pair_and_the_last_key_stands_alone() {
        for seed in 0..500 {
            for keys in 3..=26 {
                let tiers = tiers(keys, KeyOrder::Partial, seed);
                let n = usize::from(keys);
                let pairs = (1..=n).filter(|&k| tiers.is_second(k)).count();
                assert!(pairs >= 1, "{keys} {seed}");
                assert_eq!(tiers.implied_by(n), tiers.all());
                for k in (1..=n).filter(|&k| tiers.is_second(k)) {
                    assert_eq!((tiers.twin(k), tiers.twin(k - 1)), (Some(k - 1), Some(k)));
                    assert_eq!(tiers.keys_lying_at(tiers.before(k)), 2);
                }
            }
        }
        assert_eq!(tiers(2, KeyOrder::Partial, 3).implied(), [0b1, 0b11]);
    }
}

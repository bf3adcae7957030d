//! Seeds, and the random streams drawn from them: seed → attempt → phase → stream.
//!
//! A [`Stream`] is Xoshiro256++ (Blackman and Vigna, 2019), keyed by the seed, the attempt's number
//! and the phase's name, so that a phase draws the same numbers whatever the phases before it drew.
//! Ranges, shuffles and fractions are worked out here, on `next_u64` alone, and `usize` is never
//! sampled: a library's own sampling may change between releases and between word sizes.
//!
//! Invariant: the same (seed, attempt, phase) gives the same stream for ever. A change of anything
//! in this file is a new algorithm version of every generator.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::SystemTime;

/// The number a search starts from: at most [`Seed::MAX`], so that JSON readers that keep numbers
/// as doubles hold it exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seed(u64);

/// A seed that is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seed {0} is too large: seeds are below 2^53 (at most {max})", max = Seed::MAX)]
pub struct SeedError(pub u64);

impl Seed {
    /// The largest seed, 2^53 − 1.
    pub const MAX: u64 = (1 << 53) - 1;

    /// A seed, if `value` is at most [`Seed::MAX`].
    ///
    /// # Errors
    /// [`SeedError`] when it is larger.
    pub fn new(value: u64) -> Result<Self, SeedError> {
        if value <= Self::MAX { Ok(Self(value)) } else { Err(SeedError(value)) }
    }

    /// A seed drawn from the clock, the process and the system's own randomness, with room above it for `count`
    /// consecutive ones.
    #[must_use]
    pub fn random(count: u64) -> Self {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u32(std::process::id());
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        hasher.write_u128(since.map_or(0, |age| age.as_nanos()));
        Self((hasher.finish() >> 11).min(Self::MAX.saturating_sub(count)))
    }

    /// The seed `n` after this one, if it is still a seed.
    #[must_use]
    pub fn after(self, n: u64) -> Option<Self> {
        Self::new(self.0.checked_add(n)?).ok()
    }

    /// The number itself.
    #[must_use]
    pub fn value(self) -> u64 {
        self.0
    }

    /// The `n`-th attempt of this seed, counted from 0.
    #[must_use]
    pub fn attempt(self, n: u64) -> Attempt {
        Attempt { seed: self, number: n }
    }
}

/// One numbered try of a search: the source of the streams of its phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    seed: Seed,
    number: u64,
}

impl Attempt {
    /// The attempt's number, from 0.
    #[must_use]
    pub fn number(self) -> u64 {
        self.number
    }

    /// The seed it belongs to.
    #[must_use]
    pub fn seed(self) -> Seed {
        self.seed
    }

    /// The same attempt at a part of the whole: its phases share no stream with those of other parts, whatever
    /// they are called.
    #[must_use]
    pub fn part(self, name: &str) -> Attempt {
        Attempt { seed: Seed(self.phase(name).next_u64() >> 11), number: self.number }
    }

    /// The stream of the phase called `name`; each phase has a name of its own.
    #[must_use]
    pub fn phase(self, name: &str) -> Stream {
        let key = mix(self.seed.0 ^ mix(self.number ^ mix(fnv1a(name))));
        Stream(Xoshiro256PlusPlus::from_seed(splitmix_seed(key)))
    }
}

/// A stream of random numbers, with the sampling that every generator of the house uses.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, each equally likely; 0 when `bound` is 0.
    ///
    /// Lemire's multiply-and-reject ("Fast Random Integer Generation in an Interval", 2019).
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        loop {
            let wide = u128::from(self.next_u64()) * u128::from(bound);
            let (high, low) = ((wide >> 64) as u64, wide as u64);
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return high;
            }
        }
    }

    /// An index into a slice of `len` elements; 0 when it is empty.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A number from `low` to `high`, both included; `low` when the range is empty.
    #[inline]
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        if high <= low {
            return low;
        }
        let span = high.wrapping_sub(low) as u64;
        let offset = if span == u64::MAX { self.next_u64() } else { self.below(span + 1) };
        low.wrapping_add(offset as i64)
    }

    /// A fraction in `[0, 1)`, a multiple of 2^-53.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// True with probability `p`; never for 0 or less, always for 1 or more. Always draws once.
    #[inline]
    pub fn chance(&mut self, p: f64) -> bool {
        self.unit() < p
    }

    /// One of the elements, or none of an empty slice.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.index(items.len()))
    }

    /// Puts the elements into a random order (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.index(last + 1);
            items.swap(last, other);
        }
    }
}

/// FNV-1a over the bytes of a phase's name.
const fn fnv1a(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    hash
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014): every input bit moves every output bit.
const fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Four words of SplitMix64 from `key`: the state of Xoshiro256++, never all zero.
fn splitmix_seed(key: u64) -> [u8; 32] {
    let mut seed = [0; 32];
    for (i, word) in seed.chunks_exact_mut(8).enumerate() {
        let step = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(i as u64);
        word.copy_from_slice(&mix(key.wrapping_add(step)).to_le_bytes());
    }
    seed
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn stream(seed: u64, attempt: u64, phase: &str) -> Stream {
        Seed::new(seed).unwrap().attempt(attempt).phase(phase)
    }

    #[test]
    fn the_stream_is_pinned_for_ever() {
        let mut s = stream(7, 3, "keys");
        let got: Vec<u64> = (0..4).map(|_| s.next_u64()).collect();
        assert_eq!(got, PINNED, "a change here is a new algorithm version of every generator");
    }
    const PINNED: [u64; 4] = [
        12_927_987_571_440_377_059,
        6_927_023_993_217_436_872,
        16_401_635_610_749_673_612,
        14_551_412_149_726_626_149,
    ];

    /// A number below a bound by the definition: of the 2^64 that are drawn as many are thrown away as are left over when
    /// each number gets the same share.
    fn below(draw: &mut Stream, bound: u64) -> u64 {
        let left_over = (1u128 << 64) % u128::from(bound);
        loop {
            let wide = u128::from(draw.next_u64()) * u128::from(bound);
            if wide % (1 << 64) >= left_over {
                return (wide >> 64) as u64;
            }
        }
    }

    #[test]
    fn numbers_below_a_bound_are_drawn_as_the_definition_says() {
        // Of the larger bounds many draws are thrown away; of a power of two none is.
        for bound in
            [1, 2, 3, 10, 1 << 40, 3 << 62, (1 << 63) + 1, u64::MAX, 5_000_000_000_000_000_000]
        {
            let (mut fast, mut naive) = (stream(5, 1, "below"), stream(5, 1, "below"));
            for _ in 0..300 {
                assert_eq!(fast.below(bound), below(&mut naive, bound), "{bound}");
            }
        }
        let mut drawn = stream(5, 1, "below");
        assert_eq!(drawn.below(0), 0);
        assert_eq!(
            drawn.next_u64(),
            stream(5, 1, "below").next_u64(),
            "nothing is drawn for no bound"
        );
    }

    #[test]
    fn numbers_between_ends_are_those_below_the_span_from_the_lower_one() {
        for (low, high) in [(-5, 9), (0, 0), (3, 4), (i64::MIN, i64::MAX), (i64::MIN, -1), (7, -7)]
        {
            let (mut drawn, mut twin) = (stream(8, 2, "between"), stream(8, 2, "between"));
            for _ in 0..50 {
                let offset = match (i128::from(high) - i128::from(low)).max(0) {
                    0 => 0,
                    span if span == i128::from(u64::MAX) => i128::from(twin.next_u64()),
                    span => i128::from(below(&mut twin, span as u64 + 1)),
                };
                assert_eq!(
                    i128::from(drawn.between(low, high)),
                    i128::from(low) + offset,
                    "{low}..={high}"
                );
            }
        }
    }

    #[test]
    fn fractions_are_the_upper_53_bits() {
        let (mut drawn, mut twin) = (stream(8, 2, "unit"), stream(8, 2, "unit"));
        for _ in 0..50 {
            assert_eq!(drawn.unit() * 9_007_199_254_740_992.0, (twin.next_u64() >> 11) as f64);
        }
    }

    #[test]
    fn chances_are_strict_and_elements_are_picked_by_their_index() {
        let (mut drawn, mut twin) = (stream(8, 2, "chance"), stream(8, 2, "chance"));
        for _ in 0..20 {
            assert!(!drawn.chance(twin.unit()), "as likely as the fraction that was drawn");
            assert!(drawn.chance(twin.unit().next_up()));
        }
        let items = ['a', 'b', 'c', 'd', 'e'];
        for _ in 0..20 {
            assert_eq!(drawn.pick(&items), Some(&items[twin.index(5)]));
        }
        assert_eq!(drawn.pick(&items[..0]), None);
    }

    #[test]
    fn a_part_has_a_seed_of_its_own_of_53_bits() {
        let attempt = Seed::new(7).unwrap().attempt(3);
        let part = attempt.part("tiles");
        assert_eq!(part.seed().value(), attempt.phase("tiles").next_u64() >> 11);
        assert_eq!(part.number(), 3);
        assert_ne!(part.phase("x").next_u64(), attempt.phase("x").next_u64());
    }

    #[test]
    fn seed_attempt_and_phase_each_change_the_stream() {
        let first = stream(1, 1, "a").next_u64();
        assert_ne!(first, stream(2, 1, "a").next_u64());
        assert_ne!(first, stream(1, 2, "a").next_u64());
        assert_ne!(first, stream(1, 1, "b").next_u64());
        assert_eq!(first, stream(1, 1, "a").next_u64());
    }

    #[test]
    fn seeds_stay_below_two_to_the_53() {
        assert_eq!(Seed::new(Seed::MAX).unwrap().value(), 9_007_199_254_740_991);
        assert!(Seed::new(Seed::MAX + 1).unwrap_err().to_string().contains("below 2^53"));
    }

    #[test]
    fn every_value_of_a_small_range_is_equally_likely() {
        let mut counts = [0u32; 6];
        let mut s = stream(3, 0, "dice");
        for _ in 0..60_000 {
            counts[s.index(6)] += 1;
        }
        assert!(counts.iter().all(|&c| (9_600..10_400).contains(&c)), "{counts:?}");
    }

    #[test]
    fn every_order_of_three_is_equally_likely() {
        let mut counts = std::collections::BTreeMap::new();
        let mut s = stream(4, 0, "cards");
        for _ in 0..60_000 {
            let mut cards = [0, 1, 2];
            s.shuffle(&mut cards);
            *counts.entry(cards).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|c| (9_600..10_400).contains(c)), "{counts:?}");
    }

    proptest! {
        #[test]
        fn ranges_hold(seed in 0..=Seed::MAX, bound in 1u64.., a in any::<i64>(), b in any::<i64>()) {
            let mut s = stream(seed, 0, "p");
            prop_assert!(s.below(bound) < bound);
            let (low, high) = (a.min(b), a.max(b));
            let n = s.between(low, high);
            prop_assert!(low <= n && n <= high);
            let u = s.unit();
            prop_assert!((0.0..1.0).contains(&u));
            prop_assert!(!s.chance(0.0));
            prop_assert!(s.chance(1.0));
        }
    }

    #[test]
    fn drawn_seeds_differ_and_leave_room() {
        let drawn: std::collections::BTreeSet<u64> =
            (0..50).map(|_| Seed::random(1).value()).collect();
        assert!(drawn.len() > 45);
        assert!(Seed::random(Seed::MAX).after(Seed::MAX).is_some());
        assert_eq!(Seed::new(Seed::MAX).ok().and_then(|seed| seed.after(1)), None);
    }
}

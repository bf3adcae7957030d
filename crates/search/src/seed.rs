//! Seeds, and the random streams drawn from them: seed → attempt → phase → stream.
//!
//! A [`Stream`] is Xoshiro256++ (Blackman and Vigna, 2019). Its key is the seed, the attempt's number and the phase's
//! name, so a phase does not depend on what other phases draw. Ranges, shuffles and fractions are computed here from
//! `next_u64` alone, and `usize` is never sampled: the sampling of a library may differ between releases and word
//! sizes.
//!
//! Invariant: the same (seed, attempt, phase) always gives the same stream. A change of anything in this file requires
//! a new algorithm version of every generator.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::SystemTime;

/// The seed of a search: at most [`Seed::MAX`], so JSON readers that store numbers as doubles represent it exactly.
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
    /// [`SeedError`] if it is larger.
    pub fn new(value: u64) -> Result<Self, SeedError> {
        if value <= Self::MAX { Ok(Self(value)) } else { Err(SeedError(value)) }
    }

    /// A seed drawn from the clock, the process id and the randomness of the system; at least `count` larger seeds
    /// exist.
    #[must_use]
    pub fn random(count: u64) -> Self {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u32(std::process::id());
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        hasher.write_u128(since.map_or(0, |age| age.as_nanos()));
        Self((hasher.finish() >> 11).min(Self::MAX.saturating_sub(count)))
    }

    /// The seed `n` after this one, if it exists.
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

/// One numbered attempt of a search: the source of the streams of its phases.
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

    /// The same attempt for a part of the result: its phases share no stream with those of other parts, even if they
    /// have the same names.
    #[must_use]
    pub fn part(self, name: &str) -> Attempt {
        Attempt { seed: Seed(self.phase(name).next_u64() >> 11), number: self.number }
    }

    /// The stream of the phase `name`. Each phase has a unique name.
    #[must_use]
    pub fn phase(self, name: &str) -> Stream {
        let key = mix(self.seed.0 ^ mix(self.number ^ mix(fnv1a(name))));
        Stream(Xoshiro256PlusPlus::from_seed(splitmix_seed(key)))
    }
}

/// A stream of random numbers, with the sampling functions for all generators.
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

    /// One of the elements; `None` for an empty slice.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.index(items.len()))
    }

    /// Shuffles the elements (Fisher and Yates, from the end).
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
#[path = "seed_tests.rs"]
mod tests;

//! The initial noise: each cell solid with the same probability, sixty-four cells at a time.
//!
//! A cell is solid if a random number of 32 binary digits is below the probability, which is [`Odds`], a multiple of
//! 2^-32. The numbers of sixty-four cells are drawn together, one digit per word, highest digit first ("bit slicing").
//! After eight digits all but one cell in 256 are decided; each of the others draws its remaining 24 digits alone. The
//! cells are independent, and the probability is exactly the requested one rounded to 32 digits.
//!
//! Invariant: each band of rows has its own stream, so the map does not depend on threads.
//!
//! Layouts have their own noise, `biased`: twelve digits, all drawn for sixty-four cells together.

use super::{BAND, Border, Frame, Grid};
use search::{Attempt, Pool, Stream};

/// Number of digits drawn for sixty-four cells together.
const TOGETHER: u32 = 8;
/// Number of digits of a probability.
const DIGITS: u32 = 32;

/// A probability, as a multiple of 2^-32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds(u64);

impl Odds {
    /// The probability nearest to `p`; values outside 0 to 1 are clamped.
    #[must_use]
    pub fn of(p: f64) -> Self {
        Self((p.clamp(0.0, 1.0) * (1u64 << DIGITS) as f64).round() as u64)
    }

    /// The probability itself.
    #[must_use]
    pub fn value(self) -> f64 {
        self.0 as f64 / (1u64 << DIGITS) as f64
    }

    /// The first digits, highest first, each repeated over a word.
    fn words(self) -> [u64; TOGETHER as usize] {
        std::array::from_fn(|i| 0u64.wrapping_sub(self.0 >> (DIGITS - 1 - i as u32) & 1))
    }
}

/// Fills the whole map from the streams of its bands.
pub fn draw(grid: &mut Grid, odds: Odds, border: Border, attempt: Attempt, pool: &Pool) {
    let (stride, frame) = (grid.stride(), Frame::of(grid, border));
    let bands = grid.bands_mut().into_iter().enumerate().collect();
    pool.each(bands, |(number, band): (usize, &mut [u64])| {
        let mut stream = attempt.phase(&format!("cave noise {number}"));
        fill(band, odds, &mut stream);
        for (y, row) in (number * BAND..).zip(band.chunks_exact_mut(stride)) {
            frame.close(row, y);
        }
    });
}

/// Fills words with cells that are solid with this probability.
pub fn fill(words: &mut [u64], odds: Odds, stream: &mut Stream) {
    if odds.0 >> DIGITS == 1 {
        words.fill(!0);
        return;
    }
    let digits = odds.words();
    let rest = odds.0 & ((1 << (DIGITS - TOGETHER)) - 1);
    for word in words {
        let (mut solid, mut undecided) = (0, !0);
        for digit in digits {
            let drawn = stream.next_u64();
            solid |= undecided & digit & !drawn;
            undecided &= !(digit ^ drawn);
        }
        while undecided != 0 {
            let cell = undecided & undecided.wrapping_neg();
            if stream.next_u64() >> (64 - (DIGITS - TOGETHER)) < rest {
                solid |= cell;
            }
            undecided ^= cell;
        }
        *word = solid;
    }
}

/// The denominator of the fill of a layout.
const STEPS: f64 = 4096.0;

/// A probability as a number of twelve bits.
pub(crate) fn twelfth_bits(probability: f64) -> u32 {
    (probability * STEPS).round().clamp(0.0, STEPS - 1.0) as u32
}

/// Sixty-four bits, each set with a probability of `chance` / 4096. The bits of `chance` are processed from the lowest;
/// each halves the probability so far and adds itself.
#[inline]
pub(crate) fn biased(stream: &mut Stream, chance: u32) -> u64 {
    let mut bits = 0;
    for place in chance.trailing_zeros()..12 {
        let word = stream.next_u64();
        bits = if chance >> place & 1 == 1 { bits | word } else { bits & word };
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Seed;

    fn share(fill_to: f64) -> f64 {
        let mut stream = Seed::new(5).unwrap().attempt(0).phase("cave noise test");
        let mut words = vec![0; 20_000];
        fill(&mut words, Odds::of(fill_to), &mut stream);
        let solid: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
        solid as f64 / (words.len() * 64) as f64
    }

    #[test]
    fn the_share_of_solid_cells_is_what_was_asked_for() {
        // 1.28 million cells: a standard deviation is at most 0.00045.
        for p in [0.0, 1e-9, 0.003, 0.01, 0.45, 0.5, 0.55, 0.996, 1.0] {
            assert!((share(p) - p).abs() < 0.002, "{p}: {}", share(p));
        }
        assert_eq!([share(0.0), share(1.0)], [0.0, 1.0]);
    }

    #[test]
    fn odds_are_rounded_to_32_digits() {
        assert_eq!(
            [Odds::of(-1.0).value(), Odds::of(0.5).value(), Odds::of(2.0).value()],
            [0.0, 0.5, 1.0]
        );
        assert!((Odds::of(0.45).value() - 0.45).abs() <= 0.5f64.powi(33));
    }

    #[test]
    fn bits_have_their_probability() {
        let mut stream = Seed::new(5).unwrap().attempt(0).phase("bits");
        for p in [0.45, 0.5, 0.55] {
            let chance = twelfth_bits(p);
            let set: u32 = (0..2_000).map(|_| biased(&mut stream, chance).count_ones()).sum();
            let share = f64::from(set) / 128_000.0;
            assert!((share - p).abs() < 0.006, "{p}: {share}");
        }
    }
}

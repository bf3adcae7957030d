//! Chance for simulated players: SplitMix64, the same for the same seed.

/// A stream of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    /// The stream of a seed and the number of a run.
    pub(crate) fn of(seed: u64, run: u64) -> Self {
        let mut dice = Self(seed ^ run.wrapping_mul(0xD134_2543_DE82_EF95));
        dice.next();
        dice
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below another; 0 below 0.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        ((u128::from(self.next()) * most as u128) >> 64) as usize
    }

    /// A number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True so often in a hundred.
    pub(crate) fn percent(&mut self, chance: f64) -> bool {
        self.unit() * 100.0 < chance
    }

    /// One of some.
    pub(crate) fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.below(of.len())).copied()
    }
}

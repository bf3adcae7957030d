//! Deterministic random numbers for the levels of tests.

/// The generator of Steele, Lea and Flood's "Fast splittable pseudorandom number generators" (2014).
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// A random number below `n`; `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (((z ^ (z >> 31)) >> 32) % u64::from(n)) as u32
    }

    /// True with a probability in %.
    #[inline]
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// A random element.
    #[inline]
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }
}

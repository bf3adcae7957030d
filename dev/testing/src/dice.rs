//! Random numbers for levels that tests make: the same from the same seed.

/// The generator of Steele, Lea and Flood's "Fast splittable pseudorandom number generators" (2014).
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number below `n`, which is not 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (((z ^ (z >> 31)) >> 32) % u64::from(n)) as u32
    }

    /// True so many times in a hundred.
    #[inline]
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// One of some things.
    #[inline]
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }
}

//! Hints: what helps with a puzzle, and how clever one must be to see it.

/// The highest threshold.
pub const HIGHEST: u8 = 20;
/// From so many rooms on, distance asks for no more.
const FAR: u32 = 3;

/// A hint, shown to whoever examines a puzzle and has INT enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The INT it takes.
    pub threshold: u8,
    /// What it says.
    pub text: String,
}

/// The threshold of a hint: harder to see the farther from the entry, up to three rooms, and the farther
/// above or below the ground; never above [`HIGHEST`].
///
/// ```
/// use dungeon::puzzle::hint::threshold;
/// assert_eq!(threshold(12, 2, -1), 15);
/// assert_eq!(threshold(12, 50, 0), 15);
/// assert_eq!(threshold(16, 9, -4), 20);
/// ```
#[must_use]
pub fn threshold(base: u8, distance: u32, z: i32) -> u8 {
    let sum = u64::from(base) + u64::from(distance.min(FAR)) + u64::from(z.unsigned_abs());
    sum.min(HIGHEST.into()) as u8
}

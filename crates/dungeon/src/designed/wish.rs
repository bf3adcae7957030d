//! What is wished for of the dungeons of a seed, so that nothing is seldom where many dungeons are made.

use super::plan::Pattern;
use search::Seed;

/// Chance of a dungeon that a switch is wished for.
const SWITCH: f64 = 0.3;

/// What the drafts of a seed are ranked by besides how good they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The pattern of one of the loops.
    pub pattern: Pattern,
    /// True if a switch is best had.
    pub switch: bool,
}

impl Wish {
    /// The wish of a seed.
    #[must_use]
    pub fn of(seed: Seed) -> Self {
        let stream = &mut seed.attempt(0).phase("wish");
        let patterns: Vec<Pattern> = Pattern::ALL.into_iter().collect();
        let pattern = *stream.pick(&patterns).unwrap_or(&Pattern::TwoPaths);
        Self { pattern, switch: stream.chance(SWITCH) }
    }
}

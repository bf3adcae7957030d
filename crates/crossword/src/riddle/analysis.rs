//! The figures of a candidate: the number of plays, the best of them, and the distribution of their scores.
//!
//! Invariant: everything is counted over all legal plays, each once, in whole numbers.

use crate::alphabet::Alphabet;
use crate::moves::Move;
use crate::rack::RACK_SIZE;

/// Number of plays kept as near misses, the best one among them.
pub const NEAR: usize = 10;

/// The figures of all legal plays.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Analysis {
    /// Number of legal plays.
    pub total_moves: u32,
    /// Score of the best play.
    pub best_score: u32,
    /// Score of the second play, which equals the best in a tie; 0 if there is no second.
    pub second_score: u32,
    /// Sum of the scores of all plays.
    pub score_sum: u64,
    /// The standard deviation of their scores, in hundredths, rounded down.
    pub spread_hundredths: u32,
    /// True if the best play lays all seven tiles.
    pub is_bingo: bool,
    /// Number of tiles that the best play lays.
    pub tiles_laid: u32,
    /// The ten best plays in canonical order, the best one first.
    pub near: Vec<Move>,
}

impl Analysis {
    /// The figures of some plays, which are put into another order; none of no plays.
    #[must_use]
    pub fn of(plays: &mut [Move], alphabet: &Alphabet) -> Option<Self> {
        let canonical = |a: &Move, b: &Move| a.canonical_cmp(b, alphabet);
        if plays.len() > NEAR {
            plays.select_nth_unstable_by(NEAR, canonical);
        }
        let mut near = plays.get(..NEAR.min(plays.len()))?.to_vec();
        near.sort_unstable_by(canonical);
        let best = near.first()?;
        let scores = || plays.iter().map(|play| u64::from(play.score()));
        let (n, sum) = (plays.len() as u64, scores().sum::<u64>());
        let squares = scores().map(|score| score * score).sum::<u64>();
        // n² times the variance; no product here comes near the limit of 64 bits, except with the hundredths.
        let scaled = u128::from(n * squares - sum * sum) * 10_000;
        Some(Self {
            total_moves: n as u32,
            best_score: best.score(),
            second_score: near.get(1).map_or(0, Move::score),
            score_sum: sum,
            spread_hundredths: (scaled.isqrt() / u128::from(n)) as u32,
            is_bingo: best.laid() == RACK_SIZE,
            tiles_laid: best.laid() as u32,
            near,
        })
    }

    /// Score of the best play less that of the second.
    #[must_use]
    pub fn gap(&self) -> u32 {
        self.best_score - self.second_score
    }

    /// Mean score of the plays.
    #[must_use]
    pub fn average_score(&self) -> f64 {
        self.score_sum as f64 / f64::from(self.total_moves.max(1))
    }

    /// The standard deviation of the scores.
    #[must_use]
    pub fn spread(&self) -> f64 {
        f64::from(self.spread_hundredths) / 100.0
    }
}

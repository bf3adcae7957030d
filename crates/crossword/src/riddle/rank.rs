//! Rank of a riddle by the weights of its profile.
//!
//! `design` is 1.5 × best + gap + 50 for a bingo. Invariant: it is worked out in thousandths, in whole
//! numbers, so that the order of riddles is the same on every machine.

use super::analysis::Analysis;
use super::profile::Weights;

/// The rank of a riddle, in thousandths.
#[must_use]
pub fn rank(analysis: &Analysis, findability: u32, weights: &Weights) -> i64 {
    let Weights { best, gap, tiles, spread, bingo, findability: found } = *weights;
    best * i64::from(analysis.best_score)
        + gap * i64::from(analysis.gap())
        + tiles * i64::from(analysis.tiles_laid)
        + spread * i64::from(analysis.spread_hundredths) / 100
        + bingo * i64::from(analysis.is_bingo)
        + found * i64::from(findability)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::riddle::Profile;

    fn analysis(best_score: u32, second_score: u32, tiles_laid: u32) -> Analysis {
        Analysis {
            total_moves: 100,
            best_score,
            second_score,
            score_sum: 1850,
            spread_hundredths: 1234,
            is_bingo: tiles_laid == 7,
            tiles_laid,
            near: Vec::new(),
        }
    }

    #[test]
    fn the_formulas_are_those_of_the_contract() {
        let weights = |text| Profile::read(text).unwrap().weights;
        let design = Profile::named("design").unwrap().weights;
        let peer = weights(include_str!("../../data/profiles/peer.txt"));
        let check = |figures: &Analysis, weights, expect| {
            assert_eq!(rank(figures, 80, weights), expect);
        };
        check(&analysis(88, 42, 7), &design, 132_000 + 46_000 + 50_000);
        check(&analysis(41, 40, 3), &design, 61_500 + 1_000);
        check(&analysis(88, 42, 7), &peer, 88_000 + 21_000 + 55_200);
        let spread = weights("tiles 2..9\nweight.spread 0.5\nweight.findability -2");
        check(&analysis(88, 42, 7), &spread, 6_170 - 160_000);
    }
}

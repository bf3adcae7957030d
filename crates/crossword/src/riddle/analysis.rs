//! The figures of a candidate: statistics of all its plays, how easily the answer is found, and the rank.
//!
//! Findability models a player who tries words from the commonest on and finds a play once all its words have come up.
//! The figure counts the plays found before the answer. In a lexicon without ranks this number is 0. The rank uses the
//! weights of a profile: `design` is 1.5 × best + gap + 50 for a bingo.
//!
//! Invariant: all figures cover every legal play once and are whole numbers, the rank in thousandths. So riddles sort
//! the same on every machine.

use super::profile::Weights;
use crate::alphabet::Alphabet;
use crate::lexicon::Lexicon;
use crate::moves::Move;
use crate::position::Position;
use crate::rack::RACK_SIZE;
use crate::tile::Tile;

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
    /// True if the best play places all seven tiles.
    pub is_bingo: bool,
    /// Number of tiles that the best play places.
    pub tiles_laid: u32,
    /// The ten best plays in canonical order, the best one first.
    pub near: Vec<Move>,
}

impl Analysis {
    /// The figures of some plays, which it reorders; `None` without plays.
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
        // n² times the variance. Only the factor for hundredths needs more than 64 bits.
        let scaled = u128::from(n * squares - sum * sum) * 10_000;
        Some(Self {
            total_moves: n as u32,
            best_score: best.score(),
            second_score: near.get(1).map_or(0, Move::score),
            score_sum: sum,
            spread_hundredths: (scaled.isqrt() / u128::from(n)) as u32,
            is_bingo: best.tiles_placed() == RACK_SIZE,
            tiles_laid: best.tiles_placed() as u32,
            near,
        })
    }

    /// Score of the best play minus that of the second.
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

/// Findability figures of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Commonness of the rarest word that it forms, from 0 to 255; `None` in a lexicon without ranks.
    pub commonness: Option<u8>,
    /// Commonness of its own word.
    pub word: Option<u8>,
    /// Commonness of the rarest of its cross words, if it has any.
    pub crossing: Option<u8>,
    /// Number of plays that form commoner words only.
    pub before: u32,
    /// Number of letters of its word.
    pub length: u32,
    /// Number of letters of its word that are on the board already.
    pub through: u32,
    /// Number of words of two letters or more on the board that its word contains.
    pub extension: u32,
    /// Number of its cross words.
    pub hooks: u32,
    /// Number of blanks that it places.
    pub blanks: u32,
}

/// Commonness of the rarest word that a play forms; `None` in a lexicon without ranks.
pub(super) fn commonness(play: &Move, position: &Position, lexicon: &Lexicon) -> Option<u8> {
    play.words(position).iter().filter_map(|word| lexicon.rank_of(word)).min()
}

impl Finding {
    /// The figures of `answer` among `plays`.
    #[must_use]
    pub(super) fn of(
        answer: &Move,
        plays: &[Move],
        position: &Position,
        lexicon: &Lexicon,
    ) -> Self {
        let words = answer.words(position);
        let mut ranks = words.iter().map(|word| lexicon.rank_of(word));
        let word = ranks.next().flatten();
        let crossing = ranks.flatten().min();
        let rarest = word.into_iter().chain(crossing).min();
        let commoner = |play: &&Move| match rarest {
            Some(rarest) => commonness(play, position, lexicon).is_some_and(|c| c > rarest),
            None => false,
        };
        let placed: Vec<bool> = answer.squares().map(|(_, tile)| tile.is_some()).collect();
        let runs = placed.chunk_by(|a, b| a == b).filter(|run| !run[0] && run.len() > 1);
        let blanks = answer.squares().filter(|(_, tile)| tile.is_some_and(Tile::is_blank));
        Self {
            commonness: rarest,
            word,
            crossing,
            before: plays.iter().filter(commoner).count() as u32,
            length: answer.len() as u32,
            through: (answer.len() - answer.tiles_placed()) as u32,
            extension: runs.count() as u32,
            hooks: words.len() as u32 - 1,
            blanks: blanks.count() as u32,
        }
    }

    /// Findability, from 0 to 100: up to 60 for few of the `plays` plays found earlier, up to 20 for few letters from
    /// the board, up to 20 for few cross words.
    #[must_use]
    pub fn findability(&self, plays: u32) -> u32 {
        let early = plays.saturating_sub(self.before) * 60 / plays.max(1);
        early + 20 - 5 * self.through.min(4) + 20 - 5 * self.hooks.min(4)
    }
}

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

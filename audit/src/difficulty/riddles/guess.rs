//! Players of riddles: they know so many words, overlook plays the more often the rarer and longer their words are, tire,
//! and count points a little wrong.

use super::words::Place;
use crate::difficulty::dice::Dice;

/// A play, as far as it matters to whoever looks for it.
pub(crate) struct Play {
    /// The words that it makes.
    pub(crate) words: Vec<Place>,
    /// Letters of its own word.
    pub(crate) length: usize,
    /// Letters that lay there, and blanks that are laid.
    pub(crate) through: usize,
    pub(crate) blanks: usize,
    pub(crate) score: f64,
}

/// The vocabularies of four players, as shares of all words.
pub(crate) const VOCABULARIES: [f64; 4] = [0.1, 0.25, 0.5, 0.9];
/// Plays that a player thinks through before tiring.
const PATIENCE: usize = 60;
/// The error of a count of points, as a share of them.
const NOISE: f64 = 0.1;
/// The share that is overlooked: the exponent of the chance to see a play, for each doubling of its rarest word's place, each letter
/// of its own word above two, each letter it goes through, each cross word, and each blank.
const RARITY: f64 = 0.08;
const LENGTH: f64 = 0.1;
const THROUGH: f64 = 0.06;
const CROSS: f64 = 0.06;
const BLANK: f64 = 0.3;

impl Play {
    /// The chance to see it, for whoever knows its words.
    pub(crate) fn chance(&self) -> f64 {
        let rarest = self.words.iter().map(Place::rarity).fold(0.0, f64::max);
        let letters = self.length.saturating_sub(2) as f64;
        let (cross, blanks) = (self.words.len() as f64 - 1.0, self.blanks as f64);
        let hidden = RARITY * rarest + LENGTH * letters + THROUGH * self.through as f64;
        (-hidden - CROSS * cross - BLANK * blanks).exp()
    }
}

/// The number of the play that somebody chooses with a vocabulary of so many words; none if nothing is seen.
pub(crate) fn choose(
    plays: &[(f64, Play)],
    vocabulary: usize,
    who: u64,
    dice: &mut Dice,
) -> Option<usize> {
    let knows = |play: &Play| play.words.iter().all(|word| word.is_known(vocabulary, who));
    let mut seen: Vec<usize> = Vec::new();
    for (n, (chance, play)) in plays.iter().enumerate() {
        if dice.unit() < *chance && knows(play) {
            seen.push(n);
        }
    }
    let mut best: Option<(f64, usize)> = None;
    for _ in 0..PATIENCE.min(seen.len()) {
        let n = seen.swap_remove(dice.below(seen.len()));
        let off = 1.0 + NOISE * (2.0 * dice.unit() - 1.0);
        let worth = plays.get(n).map_or(0.0, |(_, play)| play.score * off);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, n));
        }
    }
    best.map(|(_, n)| n)
}

//! Robots: players that choose turns.
//!
//! [`greedy`] plays what scores most. A [`Casual`] one knows only words of some commonness and chooses at
//! random among the best few plays. Invariant: a choice depends on the game and the stream alone, and a
//! robot that has a legal play that it knows never passes.

use crate::game::{Game, Turn};
use crate::lexicon::Lexicon;
use crate::movegen::Scratch;
use crate::moves::Move;
use crate::position::Position;
use crate::rack::RACK_SIZE;
use search::Stream;

/// The play with the highest score, the first in canonical order; else an exchange of the whole rack while
/// there are tiles to be had; else a pass.
#[must_use]
pub fn greedy(game: &Game<'_>, scratch: &mut Scratch) -> Turn {
    match game.prepared().best(scratch) {
        Some(play) => Turn::Play(play),
        None => without_play(game),
    }
}

/// The turn without a legal play: an exchange of the whole rack, or a pass if the bag is too small.
fn without_play(game: &Game<'_>) -> Turn {
    if game.bag().len() < RACK_SIZE {
        return Turn::Pass;
    }
    Turn::Exchange(game.position().rack().tiles().collect())
}

/// A robot with a small vocabulary and some chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Casual {
    /// The least commonness of the words it plays, 0 to 255; 0 is every word.
    pub commonness: u8,
    /// Number of best plays among which it chooses with equal probability; 0 counts as 1.
    pub among: usize,
}

impl Casual {
    /// Chooses a turn. The stream is drawn from once if there is a play, and not at all if there is none.
    #[must_use]
    pub fn choose(&self, game: &Game<'_>, stream: &mut Stream, scratch: &mut Scratch) -> Turn {
        let plays = game.prepared().all(scratch);
        let (lexicon, position) = (game.prepared().lexicon(), game.position());
        let known = plays.into_iter().filter(|play| self.knows(play, position, lexicon));
        let best: Vec<Move> = known.take(self.among.max(1)).collect();
        match stream.pick(&best) {
            Some(play) => Turn::Play(*play),
            None => without_play(game),
        }
    }

    /// True if it knows every word that a play makes. In a lexicon without ranks it knows them all.
    fn knows(&self, play: &Move, position: &Position, lexicon: &Lexicon) -> bool {
        if self.commonness == 0 || !lexicon.has_ranks() {
            return true;
        }
        let words = play.words(position);
        words.iter().all(|word| lexicon.rank_of(word).is_some_and(|rank| rank >= self.commonness))
    }
}

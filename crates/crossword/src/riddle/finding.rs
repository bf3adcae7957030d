//! Findability figures of an answer: the commonness of its words, the number of plays that a reader comes to
//! before it, and the tiles it touches.
//!
//! The reader is a robot that learns words from the commonest on. It comes to a play when it knows all of
//! its words; how far down the answer ranks is how many plays it comes to earlier. Without ranks in the
//! lexicon nothing is known, and the answer comes first.

use crate::lexicon::Lexicon;
use crate::moves::Move;
use crate::position::Position;

/// Findability figures of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Commonness of the rarest word that it makes, from 0 to 255; `None` in a lexicon without ranks.
    pub commonness: Option<u8>,
    /// Number of plays that make commoner words only.
    pub before: u32,
    /// Number of letters of its word.
    pub length: u32,
    /// Number of letters of its word that lie on the board already.
    pub through: u32,
    /// Number of its cross words.
    pub hooks: u32,
}

/// Commonness of the rarest word that a play makes; `None` in a lexicon without ranks.
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
        let rarest = commonness(answer, position, lexicon);
        let commoner = |play: &&Move| match rarest {
            Some(rarest) => commonness(play, position, lexicon).is_some_and(|c| c > rarest),
            None => false,
        };
        Self {
            commonness: rarest,
            before: plays.iter().filter(commoner).count() as u32,
            length: answer.len() as u32,
            through: (answer.len() - answer.laid()) as u32,
            hooks: answer.words(position).len() as u32 - 1,
        }
    }

    /// Findability, from 0 to 100: up to 60 for how early a reader comes to it among `plays` plays, 20 for few
    /// letters taken in, 20 for few cross words.
    #[must_use]
    pub fn findability(&self, plays: u32) -> u32 {
        let early = plays.saturating_sub(self.before) * 60 / plays.max(1);
        early + 20 - 5 * self.through.min(4) + 20 - 5 * self.hooks.min(4)
    }
}

//! Findability figures of an answer: the commonness of its words, the number of plays that a reader comes to
//! before it, and the tiles it touches.
//!
//! The reader is a robot that learns words from the commonest on. It comes to a play when it knows all of
//! its words; how far down the answer ranks is how many plays it comes to earlier. Without ranks in the
//! lexicon nothing is known, and the answer comes first.

use crate::lexicon::Lexicon;
use crate::moves::Move;
use crate::position::Position;
use crate::tile::Tile;

/// Findability figures of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Commonness of the rarest word that it makes, from 0 to 255; `None` in a lexicon without ranks.
    pub commonness: Option<u8>,
    /// Commonness of its own word.
    pub word: Option<u8>,
    /// Commonness of the rarest of its cross words, if it has any.
    pub crossing: Option<u8>,
    /// Number of plays that make commoner words only.
    pub before: u32,
    /// Number of letters of its word.
    pub length: u32,
    /// Number of letters of its word that lie on the board already.
    pub through: u32,
    /// Number of words on the board, of two letters or more, that its word takes in.
    pub extension: u32,
    /// Number of its cross words.
    pub hooks: u32,
    /// Number of blanks that it lays.
    pub blanks: u32,
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
        let words = answer.words(position);
        let mut ranks = words.iter().map(|word| lexicon.rank_of(word));
        let word = ranks.next().flatten();
        let crossing = ranks.flatten().min();
        let rarest = word.into_iter().chain(crossing).min();
        let commoner = |play: &&Move| match rarest {
            Some(rarest) => commonness(play, position, lexicon).is_some_and(|c| c > rarest),
            None => false,
        };
        let laid: Vec<bool> = answer.squares().map(|(_, tile)| tile.is_some()).collect();
        let runs = laid.chunk_by(|a, b| a == b).filter(|run| !run[0] && run.len() > 1);
        let blanks = answer.squares().filter(|(_, tile)| tile.is_some_and(Tile::is_blank));
        Self {
            commonness: rarest,
            word,
            crossing,
            before: plays.iter().filter(commoner).count() as u32,
            length: answer.len() as u32,
            through: (answer.len() - answer.laid()) as u32,
            extension: runs.count() as u32,
            hooks: words.len() as u32 - 1,
            blanks: blanks.count() as u32,
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

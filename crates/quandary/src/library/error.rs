//! One error for everything that a guest may ask.

use dungeon::designed::RequestError;
use level::formats::json::ReadError;
use level::rules::TooManyBits;
use search::{Nothing, SeedError};

/// Reason for which a library function failed, in words.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A seed of 2^53 or more.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// A dungeon that is asked for cannot be.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// All attempts were rejected; the tally in words.
    #[error("{0}")]
    Nothing(String),
    /// A text is no level and no dungeon; with the line and column, or the field.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A level has more things to keep track of than the judge has bits.
    #[error(transparent)]
    Large(#[from] TooManyBits),
    /// A picture or a file of JSON could not be made.
    #[error("{0}")]
    Picture(String),
    /// There is no such lexicon.
    #[error(transparent)]
    Lexicon(#[from] crossword::lexicon::ShippedError),
    /// A board or a rack is wrong.
    #[error(transparent)]
    Position(#[from] crossword::position::PositionError),
    /// A lexicon is of another alphabet than the board.
    #[error(transparent)]
    Alphabet(#[from] crossword::movegen::AlphabetError),
    /// There is no such profile of riddles.
    #[error(transparent)]
    Profile(#[from] crossword::riddle::ProfileError),
}

impl From<Nothing> for Error {
    fn from(nothing: Nothing) -> Self {
        match nothing {
            Nothing::Rejected(why) => Self::Nothing(why),
            Nothing::Interrupted => Self::Nothing("the search was stopped".to_owned()),
        }
    }
}

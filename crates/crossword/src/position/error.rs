//! Errors of positions.

use crate::board::{SIZE, Square};
use crate::rack::RackError;
use voice::counted;

/// Error of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// There are not fifteen rows.
    #[error("{}; a board has {SIZE}", counted(*found as u64, "row", "rows"))]
    Rows {
        /// Number of rows found.
        found: usize,
    },
    /// A row has not fifteen squares.
    #[error("row {row} has {}; a row has {SIZE}", counted(*found as u64, "square", "squares"))]
    Row {
        /// The letter of the row.
        row: char,
        /// Number of its squares.
        found: usize,
    },
    /// A character that is no letter of the alphabet.
    #[error(
        "{square}: {found:?} is no letter of the alphabet ({letters}), and a dot is an empty square"
    )]
    Letter {
        /// The square.
        square: Square,
        /// The character.
        found: char,
        /// The letters there are.
        letters: String,
    },
    /// There is more of a letter than the set has; blanks count as blanks.
    #[error(
        "{square}: there are {found} of {letter:?}, and the set has {has} (the rack counts too)"
    )]
    TooMany {
        /// The last square on which it lies; the first square of the board if the rack has them all.
        square: Square,
        /// The letter, or `?` for blanks.
        letter: char,
        /// Number of them on the board and the rack.
        found: usize,
        /// Number of them in the set.
        has: u8,
    },
    /// Tiles that are not connected to the others.
    #[error("{square}: the tiles here are not connected to the others")]
    Island {
        /// The first square, row by row, of the tiles that lie apart.
        square: Square,
    },
    /// A blank is listed for a square where none can be.
    #[error("blank {name:?}: {what}")]
    Blank {
        /// The square as it was written.
        name: String,
        /// The error.
        what: &'static str,
    },
    /// The rack is wrong.
    #[error("the rack: {0}")]
    Rack(#[from] RackError),
}

/// Something that cannot come up in play, though moves can be made all the same.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A word that the lexicon has not.
    #[error("{at}: {word:?} is no word")]
    Word {
        /// Coordinate of its first letter, in the notation of its direction.
        at: String,
        /// The word, in lower case.
        word: String,
    },
    /// Tiles lie on the board, and none on the start.
    #[error("{start}: tiles lie on the board, and none on the start")]
    Start {
        /// The square on which a game starts.
        start: Square,
    },
}

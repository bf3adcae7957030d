//! Settings, which are a locale and a board, and the notations of positions.

use crate::board::{Board, BoardType};
use crate::locale::Locale;
use crate::tile::TileSet;

/// A locale on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Setting {
    /// The language.
    pub locale: Locale,
    /// The board.
    pub board: BoardType,
}

impl Setting {
    /// A language on the standard board.
    #[must_use]
    pub fn standard(locale: Locale) -> Self {
        Self { locale, board: BoardType::Standard }
    }

    /// The premium squares and the start.
    #[must_use]
    pub fn board(self) -> &'static Board {
        self.board.board()
    }

    /// The tiles.
    #[must_use]
    pub fn tiles(self) -> &'static TileSet {
        self.locale.tiles(self.board)
    }
}

/// Notation of blanks in rows of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// An upper-case letter is a tile, a lower-case one a blank: the batch format.
    Batch,
    /// A lower-case letter is a tile, an upper-case one a blank: `POST /moves`.
    Moves,
    /// Case does not matter; the squares of blanks are listed elsewhere: riddles.
    Plain,
}

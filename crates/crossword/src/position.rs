//! Positions: the tiles on the board, and the rack of the player to move, for a locale and a board.
//!
//! A position is read from fifteen rows in one of three notations. Invariant: the tiles of a position that was read
//! are possible in play: no more of a letter than the set has, all tiles connected. [`Position::faults`] checks the
//! words against a lexicon.

use crate::alphabet::{Letter, composed};
use crate::board::{self, Board, BoardType, Direction, SIZE, Square};
use crate::lexicon::Lexicon;
use crate::locale::Locale;
use crate::rack::{InHand, Rack, RackError};
use crate::tile::{Tile, TileSet};
use diagnostics::counted;
use std::fmt::Write as _;

/// A position: the tiles on the board, and the rack of the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    setting: Setting,
    squares: [Option<Tile>; SIZE * SIZE],
    rack: Rack,
}

impl Position {
    /// An empty board and an empty rack.
    #[must_use]
    pub fn empty(setting: Setting) -> Self {
        Self { setting, squares: [None; SIZE * SIZE], rack: Rack::default() }
    }

    /// Reads fifteen rows of fifteen squares; `.` and space are empty squares.
    ///
    /// # Errors
    /// [`PositionError`], with the square if there is one.
    ///
    /// ```
    /// use quandary_crossword::{locale::Locale, position::{Notation, Position, Setting}};
    /// let mut rows = vec![".".repeat(15); 15];
    /// rows[7].replace_range(7..10, "CaT");
    /// let setting = Setting::standard(Locale::EnUs);
    /// let position = Position::read(setting, &rows, Notation::Batch)?;
    /// assert!(position.tile(quandary_crossword::board::square("H9").unwrap()).unwrap().is_blank());
    /// # Ok::<(), quandary_crossword::position::PositionError>(())
    /// ```
    pub fn read<R: AsRef<str>>(
        setting: Setting,
        rows: &[R],
        notation: Notation,
    ) -> Result<Self, PositionError> {
        let position = Self::from_rows(setting, rows, notation)?;
        position.check_counts()?;
        position.check_islands()?;
        Ok(position)
    }

    /// Reads fifteen rows in either case, and the squares of the blanks.
    ///
    /// # Errors
    /// [`PositionError`], with the square if there is one.
    pub fn read_with_blanks<R: AsRef<str>, B: AsRef<str>>(
        setting: Setting,
        rows: &[R],
        blanks: &[B],
    ) -> Result<Self, PositionError> {
        let mut position = Self::from_rows(setting, rows, Notation::Plain)?;
        for name in blanks {
            let name = name.as_ref();
            let fault = |what| PositionError::Blank { name: name.to_owned(), what };
            let square =
                board::square(name).ok_or_else(|| fault("a square is written as H8 is"))?;
            let tile = position.tile(square).ok_or_else(|| fault("the square is empty"))?;
            if tile.is_blank() {
                return Err(fault("the square is listed twice"));
            }
            position.squares[square.index()] = Some(Tile::blank(tile.letter()));
        }
        position.check_counts()?;
        position.check_islands()?;
        Ok(position)
    }

    /// The position with another rack, read as [`Rack::read`] does.
    ///
    /// # Errors
    /// [`PositionError`] for an invalid rack, or for more of a letter than the set has.
    pub fn with_rack(self, rack: &str) -> Result<Self, PositionError> {
        let rack = Rack::read(rack, self.setting.tiles().alphabet())?;
        let position = Self { rack, ..self };
        position.check_counts()?;
        Ok(position)
    }

    /// Reads rows without any checks across squares.
    fn from_rows<R: AsRef<str>>(
        setting: Setting,
        rows: &[R],
        notation: Notation,
    ) -> Result<Self, PositionError> {
        if rows.len() != SIZE {
            return Err(PositionError::Rows { found: rows.len() });
        }
        let alphabet = setting.tiles().alphabet();
        let mut position = Self::empty(setting);
        for (row, (name, text)) in ('A'..).zip(rows).enumerate() {
            let text = composed(text.as_ref());
            let found = text.chars().count();
            if found != SIZE {
                return Err(PositionError::Row { row: name, found });
            }
            for (col, c) in text.chars().enumerate() {
                let Some(square) = Square::new(row, col).filter(|_| c != '.' && c != ' ') else {
                    continue;
                };
                let letter = alphabet.letter(c).ok_or_else(|| PositionError::Letter {
                    square,
                    found: c,
                    letters: alphabet.letters().collect(),
                })?;
                let blank = match notation {
                    Notation::Batch => c == alphabet.lower(letter),
                    Notation::Moves => c == alphabet.upper(letter),
                    Notation::Plain => false,
                };
                let tile = if blank { Tile::blank(letter) } else { Tile::plain(letter) };
                position.squares[square.index()] = Some(tile);
            }
        }
        Ok(position)
    }

    /// Checks that board and rack have no more of a letter than the set.
    fn check_counts(&self) -> Result<(), PositionError> {
        let set = self.setting.tiles();
        let letters = (0..set.alphabet().len() as u8).filter_map(Letter::new).map(InHand::Letter);
        for tile in letters.chain([InHand::Blank]) {
            let lies = |s: &Square| self.tile(*s).is_some_and(|there| InHand::from(there) == tile);
            let (held, has, letter) = match tile {
                InHand::Letter(l) => (self.rack.count(l), set.count(l), set.alphabet().lower(l)),
                InHand::Blank => (self.rack.blanks(), set.blanks(), '?'),
            };
            let found = Square::all().filter(lies).count() + usize::from(held);
            if found > usize::from(has) {
                let square = Square::all().filter(lies).last();
                let square = square.unwrap_or(Square { row: 0, col: 0 });
                return Err(PositionError::TooMany { square, letter, found, has });
            }
        }
        Ok(())
    }

    /// Checks that all tiles are connected by sides.
    pub(crate) fn check_islands(&self) -> Result<(), PositionError> {
        let Some(first) = Square::all().find(|&s| self.tile(s).is_some()) else { return Ok(()) };
        let mut met = [false; SIZE * SIZE];
        let mut open = vec![first];
        while let Some(square) = open.pop() {
            if self.tile(square).is_none() || std::mem::replace(&mut met[square.index()], true) {
                continue;
            }
            open.extend(Direction::BOTH.into_iter().flat_map(|direction| {
                let (line, at) = direction.place(square);
                let sides = [at.wrapping_sub(1), at + 1];
                sides.into_iter().filter_map(move |at| direction.square(line, at))
            }));
        }
        match Square::all().find(|&s| self.tile(s).is_some() && !met[s.index()]) {
            Some(square) => Err(PositionError::Island { square }),
            None => Ok(()),
        }
    }

    /// Faults that are impossible in play with a lexicon: invalid words, an uncovered start.
    #[must_use]
    pub fn faults(&self, lexicon: &Lexicon) -> Vec<Fault> {
        let mut faults = Vec::new();
        let start = self.setting.board().start();
        if !self.is_empty() && self.tile(start).is_none() {
            faults.push(Fault::Start { start });
        }
        let alphabet = self.setting.tiles().alphabet();
        for (square, direction, letters) in self.words() {
            let known = lexicon.index_of(letters.iter().map(|&l| Some(l))).is_some();
            if !known || lexicon.alphabet().name() != alphabet.name() {
                let at = board::coordinate(square, direction);
                let word = letters.iter().map(|&l| alphabet.lower(l)).collect();
                faults.push(Fault::Word { at, word });
            }
        }
        faults
    }

    /// Every word of two letters or more on the board: its first square, direction and letters.
    #[must_use]
    pub fn words(&self) -> Vec<(Square, Direction, Vec<Letter>)> {
        let mut words = Vec::new();
        for direction in Direction::BOTH {
            for line in 0..SIZE {
                let tile = |at| direction.square(line, at).and_then(|square| self.tile(square));
                let mut at = 0;
                while let Some(square) = direction.square(line, at) {
                    let letters: Vec<_> = (at..).map_while(tile).map(Tile::letter).collect();
                    at += letters.len() + 1;
                    if letters.len() >= 2 {
                        words.push((square, direction, letters));
                    }
                }
            }
        }
        words
    }

    /// The locale and the board.
    #[must_use]
    pub fn setting(&self) -> Setting {
        self.setting
    }

    /// The rack of the player to move.
    #[must_use]
    pub fn rack(&self) -> &Rack {
        &self.rack
    }

    /// The tile on a square.
    #[must_use]
    #[inline]
    pub fn tile(&self, square: Square) -> Option<Tile> {
        self.squares[square.index()]
    }

    /// True if no tile lies on the board.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.squares.iter().all(Option::is_none)
    }

    /// Number of tiles on the board.
    #[must_use]
    pub fn tiles_on_board(&self) -> usize {
        self.squares.iter().flatten().count()
    }

    pub(crate) fn place(&mut self, square: Square, tile: Tile) {
        self.squares[square.index()] = Some(tile);
    }

    pub(crate) fn set_rack(&mut self, rack: Rack) {
        self.rack = rack;
    }

    /// The rows in a notation, as [`Position::read`] takes them.
    #[must_use]
    pub fn rows(&self, notation: Notation) -> Vec<String> {
        let alphabet = self.setting.tiles().alphabet();
        let show = |square: Square| match self.tile(square) {
            None => '.',
            Some(tile) if tile.is_blank() == (notation == Notation::Moves) => {
                let plain = notation == Notation::Plain;
                if plain { alphabet.lower(tile.letter()) } else { alphabet.upper(tile.letter()) }
            }
            Some(tile) => alphabet.lower(tile.letter()),
        };
        let row = |row| (0..SIZE).filter_map(|col| Square::new(row, col)).map(show).collect();
        (0..SIZE).map(row).collect()
    }

    /// The squares of the blanks, row by row.
    #[must_use]
    pub fn blanks(&self) -> Vec<Square> {
        let blank = |s: &Square| self.tile(*s).is_some_and(Tile::is_blank);
        Square::all().filter(blank).collect()
    }

    /// The board as a drawing, with the names of rows and columns.
    #[must_use]
    pub fn draw(&self, notation: Notation) -> String {
        let mut text = String::from("   1 2 3 4 5 6 7 8 9 101112131415\n");
        for (name, row) in ('A'..).zip(self.rows(notation)) {
            let _ = write!(text, "{name} ");
            for c in row.chars() {
                let _ = write!(text, " {c}");
            }
            text.push('\n');
        }
        text
    }
}

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
    /// A row does not have fifteen squares.
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
        /// The last square with the letter; the first square of the board if the rack has them all.
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
    /// A blank is listed for a square that cannot have one.
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

/// A fault that is impossible in play but does not prevent move generation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A word that is not in the lexicon.
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

#[cfg(test)]
mod tests;

//! Moves: tiles placed in a line, their score, and their notations.
//!
//! There are two notations. For people, `H8 nat?tier`: the square of the word's first letter (`H8` across, `8H` down)
//! and the word, with `?` before the letter of a blank. For batches, `H 7 7 NATtIER 64`: direction, row and column
//! from 0, and the word, with a dot for each tile already on the board, upper case for tiles and lower case for
//! blanks; then the score. Invariant: moves are ordered by descending score, then by their batch strings.

use crate::alphabet::{Alphabet, Letter, composed};
pub use crate::board::{coordinate, place};

use crate::board::{Direction, SIZE, Square};
use crate::position::Position;
use crate::rack::{InHand, in_hand};
use crate::score::score;
use crate::tile::{BLANK_BIT, LETTER_BITS, Tile};
use std::cmp::Ordering;
use std::fmt::Write as _;

/// Tiles placed in a line, the word they form, and their score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// By place in the word, the byte of the tile placed; 0 for a tile already on the board.
    tiles: [u8; 16],
    direction: Direction,
    line: u8,
    first: u8,
    length: u8,
    score: u16,
}

impl Move {
    /// A move from the bytes of a whole line; places are counted from 1.
    #[inline]
    pub(crate) fn from_strip(
        strip: u128,
        (direction, line): (Direction, usize),
        (first, end): (u8, u8),
        score: u32,
    ) -> Self {
        let length = end - first;
        let word = strip >> (8 * first);
        let tiles = (word & !(u128::MAX << (8 * length))).to_le_bytes();
        let (line, first) = (line as u8, first - 1);
        Self { tiles, direction, line, first, length, score: score as u16 }
    }

    /// Reads a move in the notation for people and counts its points: a coordinate, and a word with `?` before the
    /// letter of each blank. The word includes the tiles already on the board; `?` is optional before the letters of
    /// blanks among them.
    ///
    /// # Errors
    /// [`MoveError`] when the tiles cannot be placed. The words are not looked up in a lexicon.
    ///
    /// ```
    /// # use quandary_crossword::{locale::Locale, moves::Move, position::{Position, Setting}};
    /// let position = Position::empty(Setting::standard(Locale::EnUs));
    /// let played = Move::read("8H", "c?at", &position)?;
    /// assert_eq!((played.score(), played.batch(&position)), (8, "V 7 7 CaT 8".to_owned()));
    /// # Ok::<(), quandary_crossword::moves::MoveError>(())
    /// ```
    pub fn read(at: &str, word: &str, position: &Position) -> Result<Self, MoveError> {
        let (square, direction) =
            place(at).ok_or_else(|| MoveError::Coordinate { found: at.to_owned() })?;
        let alphabet = position.setting().tiles().alphabet();
        let (line, first) = direction.place(square);
        let (mut strip, mut end, mut blank) = ([0u8; 16], first, false);
        for c in composed(word).chars() {
            if c == '?' && !blank {
                blank = true;
                continue;
            }
            let letter = alphabet.letter(c).ok_or(MoveError::Letter { found: c })?;
            let square = direction.square(line, end).ok_or(MoveError::TooLong)?;
            match position.tile(square) {
                Some(tile) if tile.letter() != letter || blank && !tile.is_blank() => {
                    return Err(MoveError::Occupied { square });
                }
                Some(_) => {}
                None if blank => strip[end + 1] = Tile::blank(letter).byte(),
                None => strip[end + 1] = Tile::plain(letter).byte(),
            }
            (end, blank) = (end + 1, false);
        }
        if blank {
            return Err(MoveError::Letter { found: '?' });
        }
        let beside = [first.checked_sub(1), Some(end)].into_iter().flatten();
        let mut beside = beside.filter_map(|at| direction.square(line, at));
        if let Some(square) = beside.find(|&square| position.tile(square).is_some()) {
            return Err(MoveError::GoesOn { square });
        }
        let mut read = Self::from_strip(
            u128::from_le_bytes(strip),
            (direction, line),
            (first as u8 + 1, end as u8 + 1),
            0,
        );
        if end - first < 2 || read.tiles_placed() == 0 {
            return Err(MoveError::NoTiles);
        }
        read.score = score(position, direction, read.squares()) as u16;
        Ok(read)
    }

    /// Direction of its word.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Square of its word's first letter, which may be on the board already.
    #[must_use]
    pub fn start(&self) -> Square {
        let (line, first) = (self.line, self.first);
        match self.direction {
            Direction::Across => Square { row: line, col: first },
            Direction::Down => Square { row: first, col: line },
        }
    }

    /// Number of letters of its word.
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.length)
    }

    /// Always false: every move forms a word.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// True if it places the same tiles on the same squares as another; the scores may differ.
    #[must_use]
    pub fn same_tiles(&self, other: &Self) -> bool {
        Self { score: 0, ..*self } == Self { score: 0, ..*other }
    }

    /// Its score.
    #[must_use]
    pub fn score(&self) -> u32 {
        u32::from(self.score)
    }

    /// The squares of its word in order, each with the tile placed on it, if any.
    pub fn squares(&self) -> impl Iterator<Item = (Square, Option<Tile>)> + '_ {
        let (line, first) = (usize::from(self.line), usize::from(self.first));
        let places = self.tiles.iter().take(self.len()).zip(first..);
        places.filter_map(move |(&byte, at)| {
            Some((self.direction.square(line, at)?, Tile::from_byte(byte)))
        })
    }

    /// Number of tiles it places.
    #[must_use]
    pub fn tiles_placed(&self) -> usize {
        self.tiles.iter().filter(|&&byte| byte != 0).count()
    }

    /// The tiles it takes from the rack.
    pub fn taken(&self) -> impl Iterator<Item = InHand> + '_ {
        self.tiles.iter().filter_map(|&byte| in_hand(byte))
    }

    /// The letters of its word, given the position for which it was found.
    pub fn letters<'a>(&'a self, position: &'a Position) -> impl Iterator<Item = Letter> + 'a {
        let there = |(square, placed): (Square, Option<Tile>)| placed.or(position.tile(square));
        self.squares().filter_map(there).map(Tile::letter)
    }

    /// Every word of two letters or more that it forms: its own first, then the cross words.
    #[must_use]
    pub fn words(&self, position: &Position) -> Vec<Vec<Letter>> {
        let mut words = vec![self.letters(position).collect::<Vec<_>>()];
        for (square, placed) in self.squares() {
            let Some(placed) = placed else { continue };
            let direction = self.direction.other();
            let (line, at) = direction.place(square);
            let tile = |at| direction.square(line, at).and_then(|square| position.tile(square));
            let mut word: Vec<_> = (0..at).rev().map_while(tile).map(Tile::letter).collect();
            word.reverse();
            word.push(placed.letter());
            word.extend((at + 1..SIZE).map_while(tile).map(Tile::letter));
            if word.len() > 1 {
                words.push(word);
            }
        }
        words
    }

    /// The word in lower case, with `?` before the letter of each blank placed.
    #[must_use]
    pub fn word(&self, position: &Position) -> String {
        let alphabet = position.setting().tiles().alphabet();
        let mut word = String::new();
        for (square, placed) in self.squares() {
            let Some(tile) = placed.or(position.tile(square)) else { continue };
            if placed.is_some_and(Tile::is_blank) {
                word.push('?');
            }
            word.push(alphabet.lower(tile.letter()));
        }
        word
    }

    /// The move in the notation for people: `H8 nat?tier 64`.
    #[must_use]
    pub fn describe(&self, position: &Position) -> String {
        let at = coordinate(self.start(), self.direction);
        format!("{at} {} {}", self.word(position), self.score)
    }

    /// The move in batch notation: `H 7 7 NATtIER 64`.
    #[must_use]
    pub fn batch(&self, position: &Position) -> String {
        let mut text = String::new();
        self.batch_into(position.setting().tiles().alphabet(), &mut text);
        text
    }

    /// Appends the move in batch notation.
    pub fn batch_into(&self, alphabet: &Alphabet, text: &mut String) {
        let Square { row, col } = self.start();
        let direction = match self.direction {
            Direction::Across => 'H',
            Direction::Down => 'V',
        };
        let _ = write!(text, "{direction} {row} {col} ");
        text.extend(self.tiles.iter().take(self.len()).map(|&byte| shown(byte, alphabet)));
        let _ = write!(text, " {}", self.score);
    }

    /// The order of moves: higher scores first, then by their batch strings.
    #[must_use]
    pub fn canonical_cmp(&self, other: &Self, alphabet: &Alphabet) -> Ordering {
        let by_score = other.score.cmp(&self.score);
        by_score.then_with(|| self.key(alphabet).cmp(other.key(alphabet)))
    }

    /// Sort key equivalent to the batch strings of moves with equal scores. A space follows each number and sorts
    /// before every digit, so 1 precedes 10 and 10 precedes 2. A space also follows the last letter and sorts before
    /// letters and dots.
    fn key<'a>(&'a self, alphabet: &'a Alphabet) -> impl Iterator<Item = u32> + 'a {
        let decimal = |n: u8| if n < 10 { u32::from(n) * 256 } else { 256 + u32::from(n) };
        let Square { row, col } = self.start();
        let place = [u32::from(self.direction == Direction::Down), decimal(row), decimal(col)];
        let shown = self.tiles.iter().take(self.len()).map(|&byte| shown(byte, alphabet) as u32);
        place.into_iter().chain(shown)
    }
}

/// A place of a batch string: a dot, a tile in upper case, or a blank in lower case.
fn shown(byte: u8, alphabet: &Alphabet) -> char {
    let Some(letter) = (byte & LETTER_BITS).checked_sub(1).and_then(Letter::new) else {
        return '.';
    };
    if byte & BLANK_BIT != 0 { alphabet.lower(letter) } else { alphabet.upper(letter) }
}

/// Reason why a move cannot be placed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is no coordinate.
    #[error("{found:?} is no coordinate; across is written H8, down 8H")]
    Coordinate {
        /// The text that was found.
        found: String,
    },
    /// A character that is no letter of the alphabet.
    #[error("{found:?} is no letter of the alphabet; a blank is ? before its letter")]
    Letter {
        /// The character.
        found: char,
    },
    /// The word leaves the board.
    #[error("the word leaves the board")]
    TooLong,
    /// Another letter lies on a square.
    #[error("{square}: another tile lies there")]
    Occupied {
        /// The square.
        square: Square,
    },
    /// A tile lies just before or behind the word and so belongs to it.
    #[error("{square}: a tile lies there, and belongs to the word")]
    GoesOn {
        /// The square.
        square: Square,
    },
    /// No tile is placed, or the word has one letter only.
    #[error("a move lays a tile and makes a word of two letters or more")]
    NoTiles,
}

#[cfg(test)]
mod tests;

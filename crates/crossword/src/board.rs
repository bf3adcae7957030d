//! Boards: the premium squares and the start square.
//!
//! The two boards are data files, `data/boards/*.txt`. A board is 15 by 15 squares; rows are called A to O from the
//! top, columns 1 to 15 from the left. Invariant: each board equals its transpose. So the engine reads the same row of
//! premiums for an across line and a down line.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::LazyLock;

/// Rows and columns of a board.
pub const SIZE: usize = 15;

/// A square by row and column, each below [`SIZE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row, from the top.
    pub row: u8,
    /// The column, from the left.
    pub col: u8,
}

impl Square {
    /// The square at a row and column, if the board has it.
    #[must_use]
    pub fn new(row: usize, col: usize) -> Option<Self> {
        (row < SIZE && col < SIZE).then_some(Self { row: row as u8, col: col as u8 })
    }

    /// Its number, row by row.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.row) * SIZE + usize::from(self.col)
    }

    /// All squares, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIZE * SIZE).filter_map(|n| Self::new(n / SIZE, n % SIZE))
    }
}

impl Display for Square {
    /// Row letter, then column: `H8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.row), self.col + 1)
    }
}

/// The ways a word can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

impl Direction {
    /// Both, across first.
    pub const BOTH: [Self; 2] = [Self::Across, Self::Down];

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Across => Self::Down,
            Self::Down => Self::Across,
        }
    }

    /// The square at place `at` of line `line`: rows are the lines across, columns those down.
    #[must_use]
    pub fn square(self, line: usize, at: usize) -> Option<Square> {
        match self {
            Self::Across => Square::new(line, at),
            Self::Down => Square::new(at, line),
        }
    }

    /// The line of this direction on which a square lies, and its place in that line.
    #[must_use]
    pub fn place(self, square: Square) -> (usize, usize) {
        let (row, col) = (usize::from(square.row), usize::from(square.col));
        match self {
            Self::Across => (row, col),
            Self::Down => (col, row),
        }
    }
}

/// A layout of premium squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BoardType {
    /// The usual board, start H8.
    Standard,
    /// The board with its start at D4.
    Explo,
}

/// An unknown board name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", diagnostics::unknown("board type", .0, BoardType::ALL.map(BoardType::name)))]
pub struct BoardTypeError(pub String);

impl BoardType {
    /// Both boards.
    pub const ALL: [Self; 2] = [Self::Standard, Self::Explo];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Explo => "explo",
        }
    }

    /// The board itself.
    #[must_use]
    pub fn board(self) -> &'static Board {
        match self {
            Self::Standard => &BOARDS[0],
            Self::Explo => &BOARDS[1],
        }
    }
}

impl Display for BoardType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for BoardType {
    type Err = BoardTypeError;
    fn from_str(text: &str) -> Result<Self, BoardTypeError> {
        let found = Self::ALL.into_iter().find(|board| board.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| BoardTypeError(text.to_owned()))
    }
}

/// Premium of a square: its factors, which apply once, when a tile is placed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Premium {
    /// The value of the tile, by 1, 2 or 3.
    pub letter: u8,
    /// The value of the words through it, by 1, 2 or 3.
    pub word: u8,
}

/// The premium squares of a board and its start.
#[derive(Debug)]
pub struct Board {
    premiums: [[Premium; SIZE]; SIZE],
    start: Square,
}

static BOARDS: LazyLock<[Board; 2]> = LazyLock::new(|| {
    [
        Board::read(include_str!("../data/boards/standard.txt")),
        Board::read(include_str!("../data/boards/explo.txt")),
    ]
});

impl Board {
    fn read(text: &str) -> Self {
        let plain = Premium { letter: 1, word: 1 };
        let mut board = Self { premiums: [[plain; SIZE]; SIZE], start: Square { row: 7, col: 7 } };
        // A comment begins with `#`; the rows follow the line that names the start.
        let mut lines = text.lines().skip_while(|line| line.starts_with('#'));
        let start = lines.next().and_then(|line| line.strip_prefix("start "));
        if let Some(square) = start.and_then(square) {
            board.start = square;
        }
        for (row, line) in board.premiums.iter_mut().zip(lines) {
            for (premium, c) in row.iter_mut().zip(line.chars()) {
                *premium = premium_of(c).unwrap_or(plain);
            }
        }
        board
    }

    /// The premium of a square.
    #[must_use]
    pub fn premium(&self, square: Square) -> Premium {
        self.premiums[usize::from(square.row)][usize::from(square.col)]
    }

    /// The square that the first word must cover.
    #[must_use]
    pub fn start(&self) -> Square {
        self.start
    }
}

/// The premium that a character of a data file stands for.
fn premium_of(c: char) -> Option<Premium> {
    let (letter, word) = match c {
        '=' => (1, 3),
        '-' => (1, 2),
        '"' => (3, 1),
        '\'' => (2, 1),
        '.' => (1, 1),
        _ => return None,
    };
    Some(Premium { letter, word })
}

/// Reads a square as it is written, such as `H8`.
#[must_use]
pub fn square(text: &str) -> Option<Square> {
    let mut rest = text.chars();
    let row = rest.next()?.to_ascii_uppercase();
    let row = (row as usize).checked_sub('A' as usize)?;
    Square::new(row, column(rest.as_str())?)
}

/// Reads a column as it is written, 1 to 15 without a leading zero or sign.
pub(crate) fn column(text: &str) -> Option<usize> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if !plain {
        return None;
    }
    text.parse::<usize>().ok()?.checked_sub(1).filter(|&col| col < SIZE)
}

/// The notation for a word's first square and direction: `H8` across, `8H` down.
#[must_use]
pub fn coordinate(square: Square, direction: Direction) -> String {
    match direction {
        Direction::Across => square.to_string(),
        Direction::Down => format!("{}{}", square.col + 1, char::from(b'A' + square.row)),
    }
}

/// Reads a coordinate as [`coordinate`] writes it.
#[must_use]
pub fn place(text: &str) -> Option<(Square, Direction)> {
    if let Some(square) = square(text) {
        return Some((square, Direction::Across));
    }
    let row = text.chars().next_back()?;
    let col = column(text.strip_suffix(row)?)?;
    let square = square(&format!("{row}{}", col + 1))?;
    Some((square, Direction::Down))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(board: BoardType, start: &str) {
        let text = match board {
            BoardType::Standard => include_str!("../data/boards/standard.txt"),
            BoardType::Explo => include_str!("../data/boards/explo.txt"),
        };
        let rows: Vec<_> = text.lines().skip(2).collect();
        assert_eq!(rows.len(), SIZE);
        assert!(
            rows.iter()
                .all(|row| row.len() == SIZE && row.chars().all(|c| premium_of(c).is_some()))
        );
        let board = board.board();
        assert_eq!(board.start().to_string(), start);
        let count = |letter, word| {
            Square::all().filter(|&s| board.premium(s) == Premium { letter, word }).count()
        };
        assert_eq!([count(1, 3), count(1, 2), count(3, 1), count(2, 1)], [8, 17, 12, 24]);
        for s in Square::all() {
            let transposed = Square { row: s.col, col: s.row };
            let turned = Square { row: 14 - s.row, col: 14 - s.col };
            assert_eq!(board.premium(s), board.premium(transposed), "{s}");
            assert_eq!(board.premium(s), board.premium(turned), "{s}");
        }
    }

    #[test]
    fn the_boards_are_symmetric_and_have_their_premiums() {
        check(BoardType::Standard, "H8");
        check(BoardType::Explo, "D4");
    }

    #[test]
    fn the_start_of_the_standard_board_doubles_the_word() {
        let board = BoardType::Standard.board();
        assert_eq!(board.premium(board.start()), Premium { letter: 1, word: 2 });
    }

    #[test]
    fn squares_are_read_as_they_are_written() {
        for s in Square::all() {
            assert_eq!(square(&s.to_string()), Some(s));
        }
        assert_eq!(square("h8"), square("H8"));
        for wrong in ["", "H", "8", "P1", "A0", "A16", "A01", "A+1", "A1 ", "Á1", "8H"] {
            assert_eq!(square(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn boards_have_names() {
        for board in BoardType::ALL {
            assert_eq!(board.name().parse(), Ok(board));
        }
        let error = "super".parse::<BoardType>().unwrap_err().to_string();
        assert!(error.contains("standard, explo"));
    }
}

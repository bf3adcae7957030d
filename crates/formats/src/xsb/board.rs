//! The board of a level: its rows, and the level that they make.

use super::square::Square;
use crate::aliases::Aliases;
use crate::check_cells;
use level::formats::json::{ReadError, at};
use level::model::graph::{Graph, Requirement};
use level::model::grid::{Cell, Grid};
use level::model::level::{Level, Plate, Tiles};
use level::model::tile::Tile;
use level::rules::{Push, Rules};

/// The name of the plate with all targets.
const TARGETS: &str = "targets";
/// The deepest group of squares within groups.
const DEEPEST: usize = 100;
/// The fault of a number without a square after it.
const BARE: &str = "a number stands before the square that it repeats";
/// The fault of a group that does not end in its row.
const OPEN: &str = "a ( is not closed in its row";
/// The columns between two stops of tabulators.
const TAB: usize = 8;

/// The rows of a level.
pub(super) struct Board {
    /// The line and the column where they begin, from 0.
    place: (usize, usize),
    rows: Vec<Vec<Square>>,
    player: Option<(usize, usize)>,
    /// The first fault of a row.
    fault: Option<ReadError>,
}

/// What is known while the rows of a file are read.
pub(super) struct Ink<'a> {
    /// The table of letters.
    pub(super) aliases: &'a Aliases,
    /// The number of cells of all levels.
    pub(super) cells: u64,
}

impl Ink<'_> {
    /// Counts cells.
    fn count(&mut self, cells: u64) -> Result<(), String> {
        self.cells = self.cells.saturating_add(cells);
        check_cells(self.cells)
    }
}

impl Board {
    pub(super) fn new(place: (usize, usize)) -> Self {
        Self { place, rows: Vec::new(), player: None, fault: None }
    }

    /// Reads a line of squares, which begins at a column. A fault is kept, and the rest of the board is passed over.
    pub(super) fn line(&mut self, (line, column): (usize, usize), text: &str, ink: &mut Ink<'_>) {
        if self.fault.is_some() {
            return;
        }
        let mut row = Row { board: self, ink, squares: Vec::new(), open: Vec::new(), times: None };
        let mut last = 0;
        let mut read = Ok(());
        for (place, letter) in text.chars().enumerate() {
            last = place;
            read = row.letter(letter);
            if read.is_err() {
                break;
            }
        }
        let read = read.and_then(|()| row.end(!text.trim_end().ends_with('|')));
        self.fault = read.err().map(|message| at(line, column + last, message));
    }

    /// True if all squares are the same and no player, as in a line that separates levels.
    pub(super) fn is_rule(&self) -> bool {
        let mut squares = self.rows.iter().flatten();
        let first = squares.next();
        let is_bare = self.fault.is_none() && self.player.is_none();
        is_bare && squares.all(|square| Some(square) == first)
    }

    /// The number of rows, and of squares of the longest row.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.rows.iter().map(Vec::len).max().unwrap_or(0))
    }

    /// The level, without a name.
    ///
    /// # Errors
    /// The fault of the board, with its place.
    pub(super) fn level(mut self, ink: &mut Ink<'_>) -> Result<Level, ReadError> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let (line, column) = self.place;
        let drawn: usize = self.rows.iter().map(Vec::len).sum();
        let (rows, cols) = self.size();
        let missing = (rows as u64).saturating_mul(cols as u64).saturating_sub(drawn as u64);
        ink.count(missing).map_err(|message| at(line, column, message))?;
        let none =
            |what: &str| at(line, column, format!("the level that begins here has no {what}"));
        let start = self.player.ok_or_else(|| none("player (@ or +)"))?;
        let start = Cell::new(0, start.0 as u32, start.1 as u32);
        let (grid, cells) = self.grid(start);
        if cells.is_empty() {
            return Err(none("target (., * or +)"));
        }
        let plates = vec![Plate { cells, gives: None }];
        let tiles = Tiles { floors: vec![grid], start: Some(start), plates, ..Tiles::default() };
        let graph = Graph { plates: vec![TARGETS.to_owned()], ..Graph::default() };
        let rules = Some(Rules { push: Push::Free, ..Rules::default() });
        let win = vec![Requirement::Plate(0)];
        Ok(Level { graph, win, rules, ..Level::of_tiles(tiles) }.checked()?)
    }

    /// The tiles, and the targets.
    fn grid(&self, start: Cell) -> (Grid, Vec<Cell>) {
        let (rows, cols) = self.size();
        let reached = self.reached(start);
        let mut grid = Grid::filled(rows as u32, cols as u32, Tile::Void);
        let mut targets = Vec::new();
        for (row, squares) in self.rows.iter().enumerate() {
            for (col, &square) in squares.iter().enumerate() {
                let cell = Cell::new(0, row as u32, col as u32);
                let is_reached = reached.get(row * cols + col) == Some(&true);
                if is_reached || !square.is_bare_floor() {
                    grid.set(cell.row, cell.col, square.tile);
                }
                if square.is_target {
                    targets.push(cell);
                }
            }
        }
        (grid, targets)
    }

    fn square(&self, row: usize, col: usize) -> Option<Square> {
        self.rows.get(row)?.get(col).copied()
    }

    /// True for each square, row by row, that a walk from the player can reach if only walls block.
    fn reached(&self, start: Cell) -> Vec<bool> {
        let (rows, cols) = self.size();
        let mut reached = vec![false; rows * cols];
        let mut next = vec![start];
        while let Some(cell) = next.pop() {
            let (row, col) = (cell.row as usize, cell.col as usize);
            let is_open = self
                .square(row, col)
                .is_some_and(|square| !matches!(square.tile, Tile::Wall | Tile::Void));
            if is_open
                && let Some(known) = reached.get_mut(row * cols + col)
                && !std::mem::replace(known, true)
            {
                next.extend(cell.neighbours());
            }
        }
        reached
    }
}

/// A row under construction.
struct Row<'a, 'b> {
    board: &'a mut Board,
    ink: &'a mut Ink<'b>,
    squares: Vec<Square>,
    /// The open groups: how often each is repeated, and the index of its first square.
    open: Vec<(u64, usize)>,
    /// The number before the next square or group.
    times: Option<u64>,
}

impl Row<'_, '_> {
    fn letter(&mut self, letter: char) -> Result<(), String> {
        if let Some(digit) = letter.to_digit(10) {
            let number = self.times.unwrap_or(0).saturating_mul(10);
            self.times = Some(number.saturating_add(digit.into()));
            return Ok(());
        }
        let times = self.times.take();
        match letter {
            _ if self.ink.aliases.letter(letter).is_some() => self.square(letter, times),
            '|' if times.is_some() => Err(format!("{BARE}, and | is none")),
            '|' => self.end(true),
            '(' if self.open.len() == DEEPEST => {
                Err(format!("more than {DEEPEST} groups are within each other"))
            }
            '(' => {
                self.open.push((times.unwrap_or(1), self.squares.len()));
                Ok(())
            }
            ')' if times.is_some() => Err(BARE.to_owned()),
            ')' => self.close(),
            '\t' if times.is_none() => {
                let stop = TAB - self.squares.len() % TAB;
                self.square(' ', Some(stop as u64))
            }
            _ => self.square(letter, times),
        }
    }

    /// Adds a square several times.
    fn square(&mut self, letter: char, times: Option<u64>) -> Result<(), String> {
        let square = Square::of(letter, self.ink.aliases)?;
        let times = times.unwrap_or(1);
        self.ink.count(times)?;
        if square.is_player && times > 0 {
            let here = (self.board.rows.len(), self.squares.len());
            if times > 1 || self.board.player.replace(here).is_some() {
                return Err("is a second player (@ or +) of one level".to_owned());
            }
        }
        self.squares.extend(std::iter::repeat_n(square, times as usize));
        Ok(())
    }

    /// Ends a group, and repeats it.
    fn close(&mut self) -> Result<(), String> {
        let (times, begin) = self.open.pop().ok_or("a ) closes no group")?;
        let end = self.squares.len();
        let group = self.squares.get(begin..).unwrap_or_default();
        if times != 1 && group.iter().any(|square| square.is_player) {
            return Err(format!("repeats a player (@ or +) {times} times"));
        }
        let Some(more) = times.checked_sub(1) else {
            self.squares.truncate(begin);
            return Ok(());
        };
        let more = more.saturating_mul((end - begin) as u64);
        self.ink.count(more)?;
        for at in (begin..end).cycle().take(more as usize) {
            self.squares.extend(self.squares.get(at).copied());
        }
        Ok(())
    }

    /// Ends the row. `is_one` is false if an empty rest is no row.
    fn end(&mut self, is_one: bool) -> Result<(), String> {
        if self.times.is_some() {
            return Err(BARE.to_owned());
        }
        if !self.open.is_empty() {
            return Err(OPEN.to_owned());
        }
        let row = std::mem::take(&mut self.squares);
        if is_one || !row.is_empty() {
            // A row without squares needs memory too.
            self.ink.count(u64::from(row.is_empty()))?;
            self.board.rows.push(row);
        }
        Ok(())
    }
}

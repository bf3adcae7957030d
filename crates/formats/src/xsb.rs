//! Reads and writes levels of Sokoban in the text format XSB.
//!
//! A file holds levels one after another, separated by blank lines or lines of text. A row of a level is a line of
//! [squares](SQUARES); a number before a square repeats it, and `|` ends a row within a line:
//!
//! ```text
//! ; The first
//! #####
//! #@$.#
//! #####
//!
//! 5#|#.$@#|5#
//! Title: The second
//! ```
//!
//! `; TITLE` names the level below it. `Title: TITLE` names the level above it; but if that level already has such a
//! title, or a line `;` is in between, it names the level below. Other lines `KEY: VALUE` are ignored, and so is
//! everything from a bare `Comment:` to `Comment-End:`. Before the first row of a level, lines that are no rows are
//! ignored too: numbers alone, and words that do not begin with a wall, as a row does.
//!
//! A level of Sokoban has blocks that can be pushed repeatedly (`push=free`) and one plate `targets` with all target
//! squares. It is won when that plate is down. The start is stored beside the tiles, because blocks can be pushed
//! there. Floor that cannot be reached from the player, ignoring everything but walls, is VOID; so are the missing ends
//! of short rows.
//!
//! Invariants: a level that is printed and read back is the same level, with walls added where its floor ended at an
//! edge of the map; no text causes a panic, and at most [`MOST_CELLS`](crate::MOST_CELLS) cells are created.

use crate::aliases::Aliases;
use crate::check_cells;
use level::formats::json::{ReadError, at};
use level::model::graph::{Graph, Requirement};
use level::model::grid::{Cell, Grid};
use level::model::level::{Level, LevelError, Plate, Tiles};
use level::model::tile::Tile;
use level::rules::{Push, Rules};

/// The name of the plate with all targets.
const TARGETS: &str = "targets";

/// Reads all levels of a text, at least one.
///
/// # Errors
/// The fault of the text, with its line and column.
///
/// ```
/// use level::{Options, solve};
/// use quandary_formats::xsb;
/// let levels = xsb::read("; one push\n#####\n#@$.#\n#####\n")?;
/// assert_eq!(levels[0].name.as_deref(), Some("one push"));
/// assert_eq!(xsb::print(&levels[0])?, "; one push\n#####\n#@$.#\n#####\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Level>, ReadError> {
    read_with(text, &Aliases::default())
}

/// Reads all levels of a text, with a table of letters that extends or overrides the usual ones. FLOOR, WALL and BLOCK
/// stand for themselves, START for the player, TRIFORCE for a target; VOID, and a letter without a meaning, stands for
/// a blank square.
///
/// # Errors
/// As [`read`]; also a letter of the table with another tile.
pub fn read_with(text: &str, aliases: &Aliases) -> Result<Vec<Level>, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader::of(aliases);
    for (number, line) in text.lines().enumerate() {
        reader.line(number, line)?;
    }
    reader.end_board()?;
    if let Some(line) = reader.remark {
        return Err(at(line, 0, "Comment: has no Comment-End: after it"));
    }
    if reader.levels.is_empty() {
        // If it is meant as a level, the fault is in the first line of text.
        if let Some((number, line)) = reader.text.take() {
            reader.squares(number, &line)?;
        }
        return Err(at(0, 0, "no level is drawn"));
    }
    Ok(reader.levels)
}

/// A text with the state of reading.
struct Reader<'a> {
    aliases: &'a Aliases,
    levels: Vec<Level>,
    /// The level whose rows are being read.
    board: Option<Board>,
    /// The title of the next level; true if it comes from `Title:`.
    title: Option<(String, bool)>,
    /// True if `Title:` has named the previous level.
    is_titled: bool,
    /// The line of an open `Comment:`.
    remark: Option<usize>,
    /// The first ignored line of text, with its number.
    text: Option<(usize, String)>,
    /// The number of cells of all levels.
    cells: u64,
}

/// The rows of a level, with the number of the first line.
struct Board {
    line: usize,
    rows: Vec<Vec<Square>>,
    player: Option<(usize, usize)>,
}

impl<'a> Reader<'a> {
    fn of(aliases: &'a Aliases) -> Self {
        let (levels, board, title, remark) = (Vec::new(), None, None, None);
        Self { aliases, levels, board, title, is_titled: false, remark, text: None, cells: 0 }
    }

    fn line(&mut self, number: usize, line: &str) -> Result<(), ReadError> {
        let trimmed = line.trim();
        let key = key_and_value(trimmed);
        if self.remark.is_some() {
            if key.is_some_and(|(key, _)| key.eq_ignore_ascii_case("comment-end")) {
                self.remark = None;
            }
            return Ok(());
        }
        let remark = trimmed.strip_prefix(';').map(str::trim);
        if key.is_none() && remark.is_none() && !trimmed.is_empty() {
            if self.board.is_none() && self.is_text(trimmed) {
                self.text.get_or_insert((number, line.to_owned()));
                return Ok(());
            }
            return self.squares(number, line);
        }
        self.end_board()?;
        if let Some(title) = remark.filter(|title| !title.is_empty()) {
            self.title = Some((title.to_owned(), false));
        }
        if let Some((key, value)) = key {
            self.field(number, key, value);
        }
        Ok(())
    }

    /// True if a line is no row of a level.
    fn is_text(&self, line: &str) -> bool {
        let is_square = |letter: char| Square::of(letter, self.aliases).is_ok();
        let is_bare = |letter: char| letter.is_ascii_digit() || "-_ \t".contains(letter);
        let first = line.chars().find(|letter| !is_bare(*letter));
        let is_drawn = |letter: char| is_square(letter) || letter.is_ascii_digit() || letter == '|';
        match first {
            Some('#') => false,
            Some(_) => !line.chars().all(is_drawn),
            None => line.chars().all(|letter| letter.is_ascii_digit()),
        }
    }

    fn field(&mut self, number: usize, key: &str, value: &str) {
        match key.to_ascii_lowercase().as_str() {
            "title" if !value.is_empty() => self.name(value),
            "comment" if value.is_empty() => self.remark = Some(number),
            _ => {}
        }
    }

    /// Uses the value of `Title:`.
    fn name(&mut self, title: &str) {
        match self.levels.last_mut() {
            Some(above) if !self.is_titled && self.title.is_none() => {
                above.name = Some(title.to_owned());
                self.is_titled = true;
            }
            _ => self.title = Some((title.to_owned(), true)),
        }
    }

    /// Reads a line of squares.
    fn squares(&mut self, number: usize, line: &str) -> Result<(), ReadError> {
        let board =
            self.board.get_or_insert(Board { line: number, rows: Vec::new(), player: None });
        let mut row = Vec::new();
        let mut times: Option<u64> = None;
        let mut column = 0;
        for (place, letter) in line.chars().enumerate() {
            column = place;
            if let Some(digit) = letter.to_digit(10) {
                let number = times.unwrap_or(0).saturating_mul(10).saturating_add(digit.into());
                times = Some(number);
            } else if letter == '|' && times.is_none() {
                board.rows.push(std::mem::take(&mut row));
            } else {
                let square = Square::of(letter, self.aliases);
                let square = square.map_err(|message| at(number, place, message))?;
                let times = times.take().unwrap_or(1);
                self.cells = self.cells.saturating_add(times);
                check_cells(self.cells).map_err(|message| at(number, place, message))?;
                if square.is_player && times > 0 {
                    let here = (board.rows.len(), row.len());
                    if times > 1 || board.player.replace(here).is_some() {
                        return Err(at(number, place, "is a second player (@ or +) of one level"));
                    }
                }
                row.extend(std::iter::repeat_n(square, times as usize));
            }
        }
        if times.is_some() {
            return Err(at(number, column, "a number stands before the square that it repeats"));
        }
        if !row.is_empty() || !line.trim_end().ends_with('|') {
            board.rows.push(row);
        }
        Ok(())
    }

    /// Finishes the current level, if there is one.
    fn end_board(&mut self) -> Result<(), ReadError> {
        let Some(board) = self.board.take() else { return Ok(()) };
        let drawn: usize = board.rows.iter().map(Vec::len).sum();
        let all = board.rows.len() as u64 * board.cols() as u64;
        self.cells = self.cells.saturating_add(all - drawn as u64);
        check_cells(self.cells).map_err(|message| at(board.line, 0, message))?;
        let mut level = board.level()?;
        let title = self.title.take();
        self.is_titled = title.as_ref().is_some_and(|(_, is_said)| *is_said);
        level.name = title.map(|(title, _)| title);
        self.levels.push(level);
        Ok(())
    }
}

/// The parts of a line `KEY: VALUE`. A key begins with a letter; no row does.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim_end();
    key.starts_with(char::is_alphabetic).then_some((key, value.trim()))
}

impl Board {
    /// The number of squares of the longest row.
    fn cols(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn square(&self, row: usize, col: usize) -> Option<Square> {
        self.rows.get(row)?.get(col).copied()
    }

    /// The level, without a name.
    fn level(&self) -> Result<Level, ReadError> {
        let Some((row, col)) = self.player else {
            return Err(at(self.line, 0, "the level that begins here has no player (@ or +)"));
        };
        let start = Cell::new(0, row as u32, col as u32);
        let reached = self.reached(start);
        let cols = self.cols();
        let mut grid = Grid::filled(self.rows.len() as u32, cols as u32, Tile::Void);
        let mut cells = Vec::new();
        for (row, squares) in self.rows.iter().enumerate() {
            for (col, &square) in squares.iter().enumerate() {
                let cell = Cell::new(0, row as u32, col as u32);
                let is_reached = reached.get(row * cols + col) == Some(&true);
                if is_reached || !square.is_bare_floor() {
                    grid.set(cell.row, cell.col, square.tile);
                }
                if square.is_target {
                    cells.push(cell);
                }
            }
        }
        if cells.is_empty() {
            return Err(at(self.line, 0, "the level that begins here has no target (., * or +)"));
        }
        let start = Some(start);
        let plates = vec![Plate { cells, gives: None }];
        let tiles = Tiles { floors: vec![grid], start, plates, ..Tiles::default() };
        let graph = Graph { plates: vec![TARGETS.to_owned()], ..Graph::default() };
        let rules = Some(Rules { push: Push::Free, ..Rules::default() });
        let win = vec![Requirement::Plate(0)];
        Ok(Level { graph, win, rules, ..Level::of_tiles(tiles) }.checked()?)
    }

    /// True for each square, row by row, that a walk from the player can reach if only walls block.
    fn reached(&self, start: Cell) -> Vec<bool> {
        let cols = self.cols();
        let mut reached = vec![false; self.rows.len() * cols];
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

/// A square of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// Its tile.
    pub tile: Tile,
    /// True if it is a target for blocks.
    pub is_target: bool,
    /// True if the player starts there.
    pub is_player: bool,
}

const fn square(tile: Tile, is_target: bool, is_player: bool) -> Square {
    Square { tile, is_target, is_player }
}

/// The characters of squares. If a square has several, the first is printed.
pub const SQUARES: [(char, &str, Square); 9] = [
    (' ', "floor", square(Tile::Floor, false, false)),
    ('-', "floor", square(Tile::Floor, false, false)),
    ('_', "floor", square(Tile::Floor, false, false)),
    ('#', "wall", square(Tile::Wall, false, false)),
    ('.', "target", square(Tile::Floor, true, false)),
    ('$', "block", square(Tile::Block, false, false)),
    ('*', "block on a target", square(Tile::Block, true, false)),
    ('@', "player", square(Tile::Floor, false, true)),
    ('+', "player on a target", square(Tile::Floor, true, true)),
];

/// The tiles that a table of letters may name, with their squares.
const OURS: [(Tile, Square); 6] = [
    (Tile::Floor, square(Tile::Floor, false, false)),
    (Tile::Wall, square(Tile::Wall, false, false)),
    (Tile::Block, square(Tile::Block, false, false)),
    (Tile::Start, square(Tile::Floor, false, true)),
    (Tile::Goal, square(Tile::Floor, true, false)),
    (Tile::Void, square(Tile::Void, false, false)),
];

impl Square {
    /// The square of a letter, from the table or else the usual one.
    ///
    /// # Errors
    /// An unknown letter, or one that the table maps to a tile that Sokoban does not have.
    fn of(letter: char, aliases: &Aliases) -> Result<Self, String> {
        if let Some(said) = aliases.letter(letter) {
            let tile = said.unwrap_or(Tile::Void);
            let known = OURS.iter().find(|(known, _)| *known == tile).map(|&(_, square)| square);
            return known.ok_or_else(|| {
                let known = OURS.map(|(tile, _)| tile.name()).join(", ");
                let tile = tile.name();
                format!("{letter:?} is {tile} by --aliases, which no level of Sokoban has; known are {known}, nothing")
            });
        }
        let known = SQUARES.iter().find(|(known, ..)| *known == letter);
        known.map(|&(.., square)| square).ok_or_else(|| unknown(letter, aliases))
    }

    fn is_bare_floor(self) -> bool {
        self == square(Tile::Floor, false, false)
    }
}

fn unknown(letter: char, aliases: &Aliases) -> String {
    if letter == '|' {
        return "a number stands before the square that it repeats, and | is none".to_owned();
    }
    let known = SQUARES.map(|(letter, what, _)| match letter {
        ' ' => format!("a blank {what}"),
        letter => format!("{letter} {what}"),
    });
    format!(
        "{letter:?} stands for no square; known are {}{}; a title is written \"; TITLE\"",
        known.join(", "),
        aliases.letters()
    )
}

/// Prints a level, with a line `; NAME` before it. VOID beside floor becomes wall, and a floor that ends at an edge of
/// the map gets walls. Provenance is left out.
///
/// # Errors
/// When it is not a level of Sokoban: the field that differs, and the expected value.
pub fn print(level: &Level) -> Result<String, LevelError> {
    let (tiles, grid, plate) = sokoban(level)?;
    let drawing = Drawing { grid, start: tiles.start_cell(), plate };
    let name: String = level.name.iter().flat_map(|name| name.chars()).map(in_a_line).collect();
    let mut text = match name.trim() {
        "" => String::new(),
        name => format!("; {name}\n"),
    };
    for row in drawing.rows() {
        text.push_str(&row);
        text.push('\n');
    }
    Ok(text)
}

fn in_a_line(letter: char) -> char {
    if letter.is_control() { ' ' } else { letter }
}

/// The tiles, the floor and the targets of a level of Sokoban.
fn sokoban(level: &Level) -> Result<(&Tiles, &Grid, &Plate), LevelError> {
    let no = |field: &str, message: String| {
        let message = format!("{message}, and so it is no level of Sokoban");
        Err(LevelError { field: field.to_owned(), message })
    };
    let Some(tiles) = &level.tiles else {
        return no("floors", "there are none".to_owned());
    };
    let [grid] = &tiles.floors[..] else {
        return no("floors", format!("there are {}, not one", tiles.floors.len()));
    };
    let beyond = [
        ("graph", level.graph.nodes.len()),
        ("marks", tiles.marks.len()),
        ("locks", tiles.locks.len()),
        ("goals", tiles.goal_cells().len()),
    ];
    if let Some((field, _)) = beyond.iter().find(|(_, many)| *many > 0) {
        return no(field, "the level has some".to_owned());
    }
    let [plate @ Plate { gives: None, .. }] = &tiles.plates[..] else {
        return no(
            "plates",
            "expected a single plate of all targets that gives nothing".to_owned(),
        );
    };
    if level.win != [Requirement::Plate(0)] {
        return no("win", "the plate of the targets, alone, does not win".to_owned());
    }
    let rules = level.rules.clone().unwrap_or_default();
    if rules.push != Push::Free || rules.diagonals {
        return no("rules", "they are not push=free without diagonals".to_owned());
    }
    let mut cells = tiles.cells();
    let other = cells.find(|&(_, tile)| !tile.is_solid() && !tiles.bears_blocks(tile));
    if let Some((Cell { row, col, .. }, tile)) = other {
        return no(
            "floors[0]",
            format!("row {row}, column {col} is {tile}, where blocks cannot go"),
        );
    }
    Ok((tiles, grid, plate))
}

/// The printed part of a level.
struct Drawing<'a> {
    grid: &'a Grid,
    start: Option<Cell>,
    plate: &'a Plate,
}

impl Drawing<'_> {
    /// The rows as text, without anything after the last wall. If all rows are shorter than the level, the first is
    /// padded.
    fn rows(&self) -> Vec<String> {
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        let open_row = |row: u32| (0..cols).any(|col| self.is_open(row, col));
        let open_col = |col: u32| (0..rows).any(|row| self.is_open(row, col));
        let [top, left] = [open_row(0), open_col(0)].map(i64::from);
        let bottom = i64::from(rows) + i64::from(open_row(rows.wrapping_sub(1)));
        let right = i64::from(cols) + i64::from(open_col(cols.wrapping_sub(1)));
        let row = |row: i64| {
            let letters: String = (-left..right).map(|col| self.letter(row, col)).collect();
            // An empty line would end the level.
            if letters.trim_end().is_empty() {
                "-".to_owned()
            } else {
                letters.trim_end().to_owned()
            }
        };
        let mut rows: Vec<String> = (-top..bottom).map(row).collect();
        let width = (right + left) as usize;
        if rows.iter().all(|row| row.len() < width)
            && let Some(first) = rows.first_mut()
        {
            first.extend(std::iter::repeat_n('-', width - first.len()));
        }
        rows
    }

    /// True if it is neither wall nor VOID.
    fn is_open(&self, row: u32, col: u32) -> bool {
        self.grid.get(row, col).is_some_and(|tile| !tile.is_solid())
    }

    fn letter(&self, row: i64, col: i64) -> char {
        let inside =
            |row: i64, col: i64| Some((u32::try_from(row).ok()?, u32::try_from(col).ok()?));
        let is_open = |row, col| inside(row, col).is_some_and(|(row, col)| self.is_open(row, col));
        let cell = inside(row, col).map(|(row, col)| Cell::new(0, row, col));
        let tile = cell.and_then(|cell| self.grid.get(cell.row, cell.col)).unwrap_or(Tile::Void);
        let beside = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        let tile = match tile {
            Tile::Void if beside.iter().any(|(r, c)| is_open(row + r, col + c)) => Tile::Wall,
            Tile::Wall | Tile::Block => tile,
            _ => Tile::Floor,
        };
        let is_target = cell.is_some_and(|cell| self.plate.cells.contains(&cell));
        let is_player = cell.is_some() && self.start == cell;
        let square = square(tile, is_target, is_player);
        SQUARES.iter().find(|(.., known)| *known == square).map_or(' ', |(letter, ..)| *letter)
    }
}

//! A drawn level of another program under construction: one floor with what lies on it, and counts for its notes.
//!
//! All readers of drawings, arrays and tables of cells build a [`Draft`]. [`Draft::level`] is the one place that
//! decides what is missing for a level.

use crate::aliases::Aliases;
use crate::check_cells;
use level::formats::json::{ReadError, at, wrong};
use level::model::graph::{Content, Graph, Requirement};
use level::rules::{Push, PushOnto, Rules};
use level::{Cell, Grid, Level, Mark, Plate, Tile, TileLock, Tiles};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The name of the symbol that a key gives and that its doors need.
const KEY: &str = "key";
/// The name of the plate with all targets.
const TARGETS: &str = "targets";
/// The most different names that a note or an error lists.
const MOST_NAMES: usize = 20;

/// A level of one floor under construction.
#[derive(Debug)]
pub(crate) struct Draft {
    /// Its name.
    pub(crate) name: Option<String>,
    /// Its cells, without start and goals.
    pub(crate) grid: Grid,
    /// The cells where the player may start; a level has one.
    pub(crate) starts: Vec<Cell>,
    /// The goals.
    pub(crate) goals: Vec<Cell>,
    /// The cells of keys that are kept.
    pub(crate) keys: Vec<Cell>,
    /// The cells that need such a key.
    pub(crate) locked: Vec<Cell>,
    /// The cells that were filled, as far as they are counted.
    spent: u64,
    /// The cells that all need a block to win.
    pub(crate) targets: Vec<Cell>,
    /// The rules of the other program.
    pub(crate) rules: Option<Rules>,
}

impl Draft {
    /// A floor of one tile. `cells` counts the cells of all floors of the file.
    ///
    /// # Errors
    /// When there are too many cells.
    pub(crate) fn filled(
        [rows, cols]: [usize; 2],
        tile: Tile,
        cells: &mut u64,
    ) -> Result<Self, String> {
        *cells = cells.saturating_add((rows as u64).saturating_mul(cols as u64));
        check_cells(*cells)?;
        Ok(Self {
            name: None,
            grid: Grid::filled(rows as u32, cols as u32, tile),
            starts: Vec::new(),
            goals: Vec::new(),
            keys: Vec::new(),
            locked: Vec::new(),
            spent: 0,
            targets: Vec::new(),
            rules: None,
        })
    }

    /// The floor of a drawing. `put` places a letter in a cell and returns false if it does not know the letter.
    /// `known` lists the letters that it knows.
    ///
    /// # Errors
    /// When there are too many cells, or unknown letters: all of them, at the place of the first.
    pub(crate) fn drawn(
        drawing: &Drawing<'_>,
        cells: &mut u64,
        mut put: impl FnMut(&mut Self, Cell, char) -> bool,
        known: impl FnOnce() -> String,
    ) -> Result<Self, ReadError> {
        let size = [drawing.rows.len(), drawing.cols];
        let draft = Self::filled(size, Tile::Void, cells);
        let mut draft = draft.map_err(|message| at(drawing.line, 0, message))?;
        let mut unknown = Tally::default();
        let mut first = None;
        for (row, line) in drawing.rows.iter().enumerate() {
            for (col, letter) in line.chars().enumerate() {
                let cell = Cell::new(0, row as u32, col as u32);
                if !put(&mut draft, cell, letter) {
                    first.get_or_insert((drawing.line + row, col));
                    unknown.count(format!("{letter:?}"));
                }
            }
        }
        let Some((line, column)) = first else { return Ok(draft) };
        let verb = if unknown.0.len() == 1 { "stands" } else { "stand" };
        Err(at(
            line,
            column,
            format!("{} {verb} for no tile; known are {}", unknown.list(), known()),
        ))
    }

    /// Places a tile. START and TRIFORCE become a start or a goal on a floor.
    pub(crate) fn put(&mut self, cell: Cell, tile: Tile) {
        let ground = match tile {
            Tile::Start => {
                self.starts.push(cell);
                Tile::Floor
            }
            Tile::Goal => {
                self.goals.push(cell);
                Tile::Floor
            }
            tile => tile,
        };
        self.grid.set(cell.row, cell.col, ground);
    }

    /// Counts cells that are about to be filled, which may be the same again and again.
    ///
    /// # Errors
    /// When there are too many.
    pub(crate) fn spend(&mut self, cells: u64) -> Result<(), String> {
        self.spent = self.spent.saturating_add(cells);
        check_cells(self.spent)
    }

    /// The tile of a cell; `None` off the floor.
    pub(crate) fn tile(&self, cell: Cell) -> Option<Tile> {
        self.grid.get(cell.row, cell.col)
    }

    /// True if some cell has a tile.
    pub(crate) fn has(&self, tile: Tile) -> bool {
        self.grid.tiles().contains(&tile)
    }

    /// Keeps the first start only, and notes the others.
    pub(crate) fn first_start(&mut self, what: &str, notes: &mut Vec<String>) {
        if let [Cell { row, col, .. }, _, ..] = self.starts[..] {
            let many = self.starts.len();
            notes.push(format!(
                "{many} {what}: the player starts from the first, in row {row}, column {col}"
            ));
            self.starts.truncate(1);
        }
    }

    /// The level.
    ///
    /// # Errors
    /// When there is no start or more than one, or something lies where it cannot.
    pub(crate) fn level(mut self, aliases: &Aliases) -> Result<Level, ReadError> {
        let (start, goals) = aliases.cells(std::slice::from_ref(&self.grid), &[])?;
        if let Some(start) = start {
            self.starts = vec![start];
        }
        if !goals.is_empty() {
            self.goals = goals;
        }
        let start = match self.starts[..] {
            [start] => start,
            [] => return Err(wrong("level", "has no start; --start X,Y gives one")),
            [a, b, ..] => {
                let place = |Cell { row, col, .. }| format!("row {row}, column {col}");
                let message = format!("has two starts, in {} and in {}", place(a), place(b));
                return Err(wrong("level", message));
            }
        };
        let is_bare = |&end: &Cell| self.tile(end) == Some(Tile::Floor);
        let are_shown = !self.has(Tile::Block)
            && self.goals.iter().chain([&start]).all(is_bare)
            && !self.goals.contains(&start);
        for (ends, tile) in [(&self.goals[..], Tile::Goal), (&[start][..], Tile::Start)] {
            for end in ends {
                if self.grid.get(end.row, end.col) == Some(Tile::Floor) {
                    self.grid.set(end.row, end.col, tile);
                }
            }
        }
        let mut level = Level::of_tiles(Tiles::default());
        level.graph = self.graph();
        let goals = Some(self.goals).filter(|goals| !goals.is_empty());
        let tiles = Tiles {
            floors: vec![self.grid],
            start: (!are_shown).then_some(start),
            goals: goals.filter(|_| !are_shown),
            marks: self.keys.iter().map(|&cell| Mark { cell, gives: Content::Symbol(0) }).collect(),
            locks: self.locked.iter().map(|&cell| lock(cell)).collect(),
            plates: plate(self.targets),
            rooms: Vec::new(),
        };
        if !tiles.plates.is_empty() {
            level.win = vec![Requirement::Plate(0)];
        }
        level = Level { name: self.name, tiles: Some(tiles), rules: self.rules, ..level };
        Ok(level.checked()?)
    }

    /// The graph without nodes, with the names of symbols and plates.
    fn graph(&self) -> Graph {
        let has_keys = !(self.keys.is_empty() && self.locked.is_empty());
        let symbols = if has_keys { vec![KEY.to_owned()] } else { Vec::new() };
        let plates = if self.targets.is_empty() { Vec::new() } else { vec![TARGETS.to_owned()] };
        Graph { symbols, plates, ..Graph::default() }
    }
}

/// The lock of a cell that needs the key.
fn lock(cell: Cell) -> TileLock {
    TileLock { cells: vec![cell], needs: vec![Requirement::Symbol(0)] }
}

/// The plate of all targets, if there are any.
fn plate(cells: Vec<Cell>) -> Vec<Plate> {
    if cells.is_empty() { Vec::new() } else { vec![Plate { cells, gives: None }] }
}

/// The rules of games in which a block can be pushed again and again, onto anything that a player can always enter.
pub(crate) fn pushed_freely() -> Rules {
    Rules { push: Push::Free, push_onto: PushOnto::Walkable, ..Rules::default() }
}

/// The tile of a pit, and a note about a number of them. Without such a tile, a pit is WALL.
pub(crate) fn pit(many: usize) -> (Tile, Option<String>) {
    let tile = Tile::from_name("PIT").unwrap_or(Tile::Wall);
    let pits = diagnostics::counted(many as u64, "pit or hole is", "pits and holes are");
    let note = match tile {
        Tile::Wall => format!("{pits} read as WALL: nobody enters them, but no block fills them"),
        tile => format!("{pits} read as {tile}: nobody enters them, and a block fills them"),
    };
    (tile, (many > 0).then_some(note))
}

/// The tile of a name: that of the table of names, or else the usual one.
pub(crate) fn named(aliases: &Aliases, name: &str, usual: Tile) -> Tile {
    aliases.said(name).map_or(usual, Option::unwrap_or_default)
}

/// The fields that we write into a file of another program.
#[derive(Deserialize)]
pub(crate) struct OwnFields {
    /// The title of the level.
    #[serde(default)]
    pub(crate) title: Option<String>,
    /// The number of the floor that the file shows.
    #[serde(default)]
    pub(crate) floor: u32,
    /// The level.
    #[serde(default)]
    pub(crate) level: Option<serde_json::Value>,
}

/// The level that we wrote into a file of another program, if the rest of the file is still that of the level.
///
/// # Errors
/// A note why it is not.
pub(crate) fn of_level(
    json: serde_json::Value,
    is_of: impl FnOnce(&Level) -> bool,
) -> Result<Level, String> {
    let read = "the file is read by its walls:";
    match serde_json::from_value::<Level>(json) {
        Ok(level) if is_of(&level) => Ok(level),
        Ok(_) => Err(format!("{read} they have changed since the level in the file was written")),
        Err(error) => Err(format!(
            "{read} the level in it has a fault: {}",
            diagnostics::of_json(&error.to_string())
        )),
    }
}

/// The rows of a drawing, without blank lines around it.
pub(crate) struct Drawing<'a> {
    /// The number of its first line in the text, from 0.
    pub(crate) line: usize,
    /// Its rows, without blanks at their ends.
    pub(crate) rows: Vec<&'a str>,
    /// The number of characters of the longest row.
    pub(crate) cols: usize,
}

impl<'a> Drawing<'a> {
    /// The drawing of some lines, the first of which has a number in the text.
    pub(crate) fn of(line: usize, lines: impl Iterator<Item = &'a str>) -> Self {
        let mut rows: Vec<&str> = lines.map(str::trim_end).collect();
        let blank = rows.iter().take_while(|row| row.is_empty()).count();
        rows.drain(..blank);
        let end = rows.iter().rposition(|row| !row.is_empty()).map_or(0, |last| last + 1);
        rows.truncate(end);
        let cols = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        Self { line: line + blank, rows, cols }
    }

    /// The drawing of a whole text.
    pub(crate) fn of_text(text: &'a str) -> Self {
        Self::of(0, text.strip_prefix('\u{feff}').unwrap_or(text).lines())
    }
}

/// Counts by name.
#[derive(Default)]
pub(crate) struct Tally(BTreeMap<String, u64>);

impl Tally {
    /// Counts a name once more.
    pub(crate) fn count(&mut self, name: impl Into<String>) {
        *self.0.entry(name.into()).or_default() += 1;
    }

    /// The names with their counts: `DOOR (3), ROOM`.
    pub(crate) fn list(&self) -> String {
        let one = |(name, many): (&String, &u64)| match many {
            1 => diagnostics::short(name),
            many => format!("{} ({many})", diagnostics::short(name)),
        };
        let first: Vec<String> = self.0.iter().take(MOST_NAMES).map(one).collect();
        match self.0.len().saturating_sub(MOST_NAMES) {
            0 => first.join(", "),
            more => format!("{} and {more} more", first.join(", ")),
        }
    }

    /// A note that lists the names, if there are any.
    pub(crate) fn note(&self, before: &str) -> Option<String> {
        (!self.0.is_empty()).then(|| format!("{before}: {}", self.list()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(rows: usize, cols: usize) -> Draft {
        Draft::filled([rows, cols], Tile::Floor, &mut 0).unwrap()
    }

    #[test]
    fn a_level_without_a_start_or_with_two_is_refused() {
        let none = draft(1, 2).level(&Aliases::default()).unwrap_err().to_string();
        assert_eq!(none, "level: has no start; --start X,Y gives one");
        let mut two = draft(1, 2);
        two.put(Cell::new(0, 0, 0), Tile::Start);
        two.put(Cell::new(0, 0, 1), Tile::Start);
        let said = two.level(&Aliases::default()).unwrap_err().to_string();
        assert_eq!(said, "level: has two starts, in row 0, column 0 and in row 0, column 1");
    }

    #[test]
    fn ends_are_tiles_and_also_fields_where_blocks_are_pushed() {
        for is_pushed in [false, true] {
            let mut draft = draft(1, 3);
            draft.put(Cell::new(0, 0, 0), Tile::Start);
            draft.put(Cell::new(0, 0, 2), Tile::Goal);
            if is_pushed {
                draft.put(Cell::new(0, 0, 1), Tile::Block);
            }
            let tiles = draft.level(&Aliases::default()).unwrap().tiles.unwrap();
            assert_eq!(tiles.start.is_some(), is_pushed);
            assert_eq!(tiles.goals.is_some(), is_pushed);
            assert_eq!(tiles.start_cell(), Some(Cell::new(0, 0, 0)));
            assert_eq!(tiles.goal_cells()[..], [Cell::new(0, 0, 2)]);
        }
    }

    #[test]
    fn a_drawing_is_cut_to_its_lines() {
        let drawing = Drawing::of_text("\n  \n ##\n#\n\n");
        assert_eq!((drawing.line, drawing.cols), (2, 3));
        assert_eq!(drawing.rows, [" ##", "#"]);
    }

    #[test]
    fn too_many_cells_are_refused() {
        let mut cells = 0;
        assert!(Draft::filled([4096, 4096], Tile::Void, &mut cells).is_ok());
        assert!(Draft::filled([1, 1], Tile::Void, &mut cells).is_err());
        assert!(Draft::filled([usize::MAX, 2], Tile::Void, &mut 0).is_err());
    }
}

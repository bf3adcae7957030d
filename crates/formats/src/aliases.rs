//! Shared parts of the readers of maps: foreign names of tiles, floors under construction with their empty cells, and
//! notes for the user.

use crate::meaning::Meaning;
use crate::quoted;
use diagnostics::grouped;
use level::formats::json::{ReadError, wrong};
use level::model::grid::Cell;
use level::model::level::Tiles;
use level::model::tile::{self, Tile};
use level::{Grid, Level};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

/// The name of an empty cell.
const EMPTY: &str = "empty";
/// The name of everything that the table leaves out.
const OTHERWISE: &str = "otherwise";

/// A cell by the numbers of the editor, which are negative to the left of its origin and above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The floor.
    pub floor: u32,
    /// The row.
    pub row: i64,
    /// The column.
    pub col: i64,
}

/// The row and the column of the editor of the first cell of a floor.
pub(crate) type Corner = (i64, i64);

/// The place of a cell, by the numbers of the editor.
pub(crate) fn in_editor(cell: Cell, corners: &[Corner]) -> String {
    let (top, left) = corners.get(cell.floor as usize).copied().unwrap_or_default();
    format!("row {}, column {}", top + i64::from(cell.row), left + i64::from(cell.col))
}

impl Spot {
    /// A cell of floor 0 by its column and row.
    #[must_use]
    pub fn at((col, row): (i64, i64)) -> Self {
        Self { floor: 0, row, col }
    }

    /// The cell, if it lies neither above nor to the left of the floor with this corner.
    fn cell(self, (top, left): Corner) -> Option<Cell> {
        let row = u32::try_from(self.row.checked_sub(top)?).ok()?;
        let col = u32::try_from(self.col.checked_sub(left)?).ok()?;
        Some(Cell::new(self.floor, row, col))
    }

    /// The cell on the floors, whose corners the editor counts from elsewhere than 0 where `corners` says so.
    ///
    /// # Errors
    /// A cell that is not on the floors. Without a corner, the check of the level finds it.
    fn on(self, floors: &[Grid], corners: &[Corner]) -> Result<Cell, ReadError> {
        let Self { floor, row, col } = self;
        let corner @ (top, left) = corners.get(floor as usize).copied().unwrap_or_default();
        let grid = floors.get(floor as usize);
        let is_on = |cell: &Cell| grid.is_none_or(|grid| grid.get(cell.row, cell.col).is_some());
        let found = self.cell(corner).filter(|cell| corner == (0, 0) || is_on(cell));
        found.ok_or_else(|| {
            let end = |first: i64, many: u32| first.saturating_add(i64::from(many)) - 1;
            let (rows, cols) = grid.map_or((0, 0), |grid| (grid.rows(), grid.cols()));
            let place = format!("column {col}, row {row}");
            let (right, bottom) = (end(left, cols), end(top, rows));
            let known = format!("columns {left} to {right} and rows {top} to {bottom}");
            wrong(place, format!("is not on floor {floor}, which has {known}"))
        })
    }
}

/// A table of foreign names with their meanings; and the places that the user gives for a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aliases {
    table: BTreeMap<String, (Meaning, Met)>,
    /// The start cell.
    pub start: Option<Spot>,
    /// The goal cells.
    pub goals: Vec<Spot>,
    /// The names of the start and of the goal of a graph.
    pub nodes: [Option<String>; 2],
    /// The number or name of the only level that is wanted.
    pub level: Option<String>,
    /// True if the user is shown all unknown names: a name that seems to be misspelt is then one of them, and no error.
    pub lists_unknown: bool,
}

/// Whether a reader met a name in a file. A clone begins anew, and equality ignores it.
#[derive(Debug, Default)]
struct Met(AtomicBool);

impl Clone for Met {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Met {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Met {}

impl Aliases {
    /// Builds the table from pairs of a foreign name and its [meaning](crate::meaning).
    ///
    /// # Errors
    /// A name that is no tile; the message lists the known ones.
    ///
    /// ```
    /// use level::Tile;
    /// use quandary_formats::aliases::Aliases;
    /// let aliases = Aliases::of([("bricks", "WALL"), ("moss", "nothing")])?;
    /// assert_eq!(aliases.tile("bricks"), Ok(Some(Tile::Wall)));
    /// assert_eq!(aliases.tile("moss"), Ok(None));
    /// assert_eq!(aliases.tile("Floor"), Ok(Some(Tile::Floor)));
    /// assert!(aliases.tile("brick").unwrap_err().contains("did you mean bricks?"));
    /// # Ok::<(), String>(())
    /// ```
    pub fn of<F: Into<String>, N: AsRef<str>>(
        pairs: impl IntoIterator<Item = (F, N)>,
    ) -> Result<Self, String> {
        let mut table = BTreeMap::new();
        for (foreign, name) in pairs {
            let (foreign, name) = (foreign.into(), name.as_ref());
            let meaning = Meaning::read(name)
                .map_err(|message| format!("{}: {message}", diagnostics::short(&foreign)))?;
            table.insert(foreign, (meaning, Met::default()));
        }
        Ok(Self { table, ..Self::default() })
    }

    /// A level with the start and the goals that the user gives.
    ///
    /// # Errors
    /// A place that is not on the floors, or a level without tiles.
    pub fn placed(&self, mut level: Level) -> Result<Level, ReadError> {
        if self.start.is_none() && self.goals.is_empty() {
            return Ok(level);
        }
        let Some(tiles) = &mut level.tiles else {
            return Err(wrong(
                "start",
                "is given as a cell, and the level is a graph without cells",
            ));
        };
        self.place(tiles, &[])?;
        Ok(level.checked()?)
    }

    /// Sets the start and the goals that the user gives. `corners` are those of the floors, if they are not 0.
    ///
    /// # Errors
    /// A place that is not on the floors.
    pub(crate) fn place(&self, tiles: &mut Tiles, corners: &[Corner]) -> Result<(), ReadError> {
        let (start, goals) = self.cells(&tiles.floors, corners)?;
        tiles.start = start.or(tiles.start);
        if !goals.is_empty() {
            tiles.goals = Some(goals);
        }
        Ok(())
    }

    /// The start and the goals that the user gives.
    ///
    /// # Errors
    /// A place that is not on the floors.
    pub(crate) fn cells(
        &self,
        floors: &[Grid],
        corners: &[Corner],
    ) -> Result<(Option<Cell>, Vec<Cell>), ReadError> {
        let start = self.start.map(|start| start.on(floors, corners)).transpose()?;
        let goals = self.goals.iter().map(|goal| goal.on(floors, corners));
        Ok((start, goals.collect::<Result<_, _>>()?))
    }

    /// The first name with contents, such as a lock, which only some formats take.
    #[must_use]
    pub fn contents(&self) -> Option<(&str, &Meaning)> {
        let found = self.table.iter().find(|(_, (meaning, _))| meaning.has_contents());
        found.map(|(name, (meaning, _))| (name.as_str(), meaning))
    }

    /// True if the table has no names.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The entry of the table for a letter of a drawing.
    #[must_use]
    pub fn letter(&self, letter: char) -> Option<Option<Tile>> {
        self.said(letter.encode_utf8(&mut [0; 4]))
    }

    /// The letters of the table, for an error: `, w WALL`, and so on.
    #[must_use]
    pub fn letters(&self) -> String {
        let letters = self.table.iter().filter(|(name, _)| name.chars().nth(1).is_none());
        letters.map(|(name, (meaning, _))| format!(", {name} {meaning}")).collect()
    }

    /// The meaning of a name of a file. It counts as met; a clone of the table has met none.
    #[must_use]
    pub fn meaning(&self, name: &str) -> Option<&Meaning> {
        let (meaning, met) = self.table.get(name)?;
        met.0.store(true, Ordering::Relaxed);
        Some(meaning)
    }

    /// The meaning of a letter that may not be part of a level: it does not count as met.
    pub(crate) fn known(&self, letter: char) -> Option<&Meaning> {
        self.table.get(letter.encode_utf8(&mut [0; 4]) as &str).map(|(meaning, _)| meaning)
    }

    /// A note on the names of the table that were not met.
    ///
    /// ```
    /// use quandary_formats::{aliases::Aliases, drawing};
    /// let aliases = Aliases::of([("A", "START"), ("q", "WALL")])?;
    /// drawing::read("A.*\n", &aliases).unwrap();
    /// assert_eq!(aliases.unmet().unwrap(), "--map: \"q\" names nothing in the file");
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn unmet(&self) -> Option<String> {
        let met = self.table.iter().filter(|(_, (_, met))| met.0.load(Ordering::Relaxed));
        self.unused(met.map(|(name, _)| name.as_str()), "nothing in the file")
    }

    /// The meaning of everything that the table leaves out.
    #[must_use]
    pub fn otherwise(&self) -> Option<&Meaning> {
        self.meaning(OTHERWISE)
    }

    /// The uppermost tile of a name in the table.
    pub(crate) fn said(&self, name: &str) -> Option<Option<Tile>> {
        self.meaning(name).map(Meaning::tile)
    }

    /// The tile of the table for an empty cell.
    pub(crate) fn empty(&self) -> Option<Tile> {
        self.said(EMPTY).map(Option::unwrap_or_default)
    }

    /// The names of the plates of all meanings.
    pub(crate) fn plates(&self) -> BTreeSet<&str> {
        self.table.values().flat_map(|(meaning, _)| meaning.plates()).collect()
    }

    /// A note on names of the table that nothing in a file has. `nothing` is for example "no tile of the map".
    pub(crate) fn unused<'n>(
        &self,
        used: impl IntoIterator<Item = &'n str>,
        nothing: &str,
    ) -> Option<String> {
        let used: BTreeSet<&str> = used.into_iter().chain([EMPTY, OTHERWISE]).collect();
        let names: Vec<&str> = self.names().filter(|name| !used.contains(name)).collect();
        let verb = if names.len() == 1 { "names" } else { "name" };
        let quoted = quoted(&names);
        (!names.is_empty()).then(|| format!("--map: {quoted} {verb} {nothing}"))
    }

    /// Checks that an unknown name is not a misspelt one of the table or of this project, unless unknown names are
    /// listed.
    ///
    /// # Errors
    /// The name, with the similar one.
    pub(crate) fn misspelt(&self, name: &str) -> Result<(), String> {
        let known: Vec<&str> = self.names().chain(tile::names()).collect();
        match self.lists_unknown || diagnostics::did_you_mean(name, &known).is_empty() {
            true => Ok(()),
            false => {
                Err(diagnostics::unknown("name of a tile", name, known) + "; --map FILE tells more")
            }
        }
    }

    /// The foreign names of the table.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.table.keys().map(String::as_str)
    }

    /// The tile of a foreign name; `None` if the name has no meaning.
    ///
    /// # Errors
    /// A name that is neither in the table nor a tile; the message lists the known ones.
    pub fn tile(&self, name: &str) -> Result<Option<Tile>, String> {
        match self.said(name) {
            Some(tile) => Ok(tile),
            None => ours(name).map(Some).ok_or_else(|| {
                let known = self.names().chain(tile::names());
                diagnostics::unknown("name of a tile", name, known) + "; --map FILE tells more"
            }),
        }
    }
}

/// The tile of one of our names, in upper or lower case.
pub(crate) fn ours(name: &str) -> Option<Tile> {
    Tile::from_name(&name.to_ascii_uppercase())
}

/// A floor under construction.
pub(crate) struct FloorBuilder {
    /// Its cells.
    pub(crate) grid: Grid,
    /// True for each cell that is not empty, row by row.
    filled: Vec<bool>,
    /// True if something lies on the floor that is only decoration.
    pub(crate) is_decorated: bool,
}

impl FloorBuilder {
    /// A floor of empty cells, all of one tile.
    pub(crate) fn filled(rows: u32, cols: u32, tile: Tile) -> Self {
        let grid = Grid::filled(rows, cols, tile);
        Self { filled: vec![false; grid.tiles().len()], grid, is_decorated: false }
    }

    /// True if there are walls, and no cell on which a player can stand.
    pub(crate) fn is_only_walls(&self) -> bool {
        let tiles = self.grid.tiles();
        tiles.contains(&Tile::Wall) && !tiles.iter().any(|tile| tile.is_always_walkable())
    }

    /// Fills the empty cells.
    pub(crate) fn fill(&mut self, tile: Tile) {
        let cols = self.grid.cols().max(1) as usize;
        for at in (0..self.filled.len()).filter(|at| self.filled.get(*at) == Some(&false)) {
            self.grid.set((at / cols) as u32, (at % cols) as u32, tile);
        }
    }

    /// True if a cell is not empty.
    pub(crate) fn is_filled(&self, row: u32, col: u32) -> bool {
        let at = row as usize * self.grid.cols() as usize + col as usize;
        self.filled.get(at).is_some_and(|filled| *filled)
    }

    /// Sets the tile of a cell. The cell must be on the floor.
    pub(crate) fn set(&mut self, row: u32, col: u32, tile: Tile) {
        self.grid.set(row, col, tile);
        let at = row as usize * self.grid.cols() as usize + col as usize;
        if let Some(cell) = self.filled.get_mut(at) {
            *cell = true;
        }
    }
}

/// Counts the empty cells of all levels or floors of a file.
#[derive(Default)]
pub(crate) struct Empty {
    cells: u64,
    of: u64,
    places: u64,
    first: String,
    is_decorated: bool,
}

impl Empty {
    /// Counts those of one level or floor.
    pub(crate) fn count(&mut self, floor: &FloorBuilder, place: &str) {
        let empty = floor.filled.iter().filter(|filled| !**filled).count() as u64;
        if empty == 0 {
            return;
        }
        if self.places == 0 {
            place.clone_into(&mut self.first);
        }
        self.places += 1;
        self.is_decorated |= floor.is_decorated;
        self.cells += empty;
        self.of += floor.filled.len() as u64;
    }

    /// A note about them, if there are any. `all` is the plural of what is counted, such as "floors".
    pub(crate) fn note(&self, all: &str) -> Option<String> {
        let Self { cells, of, places, first, is_decorated } = self;
        let place = match places {
            0 => return None,
            1 => first.clone(),
            more => format!("{more} {all}, the first {first}"),
        };
        let are = match (*cells, *is_decorated) {
            (1, false) => "is empty and is",
            (_, false) => "are empty and are",
            (1, true) => "is empty or holds decoration, and is",
            (_, true) => "are empty or hold decoration, and are",
        };
        Some(format!(
            "{place}: {} of {} cells {are} taken as VOID; empty = \"FLOOR\" in the file of --map names another tile",
            grouped(*cells),
            grouped(*of)
        ))
    }
}

/// The most reasons for skipping objects that are told.
const MOST: usize = 20;

/// Notes on a map, reported with its level.
#[derive(Default)]
pub(crate) struct Notes {
    said: Vec<String>,
    /// The reasons for skipping objects, each with the first object and the number of objects.
    passed: Vec<(String, String, usize)>,
    /// The number of objects that are skipped for further reasons.
    further: usize,
    /// What helps against skipped objects.
    help: Option<String>,
}

impl Notes {
    /// Adds a note.
    pub(crate) fn add(&mut self, note: String) {
        self.said.push(note);
    }

    /// Adds an object that is skipped for a reason. Objects with the same reason are counted.
    pub(crate) fn passed(&mut self, place: impl FnOnce() -> String, why: String) {
        if let Some((.., many)) = self.passed.iter_mut().find(|(known, ..)| *known == why) {
            *many += 1;
        } else if self.passed.len() < MOST {
            self.passed.push((why, place(), 1));
        } else {
            self.further += 1;
        }
    }

    /// What helps against skipped objects, told once.
    pub(crate) fn help(&mut self, help: impl FnOnce() -> String) {
        self.help.get_or_insert_with(help);
    }

    /// All notes.
    pub(crate) fn list(self) -> Vec<String> {
        let mut notes = self.said;
        notes.extend(self.passed.into_iter().map(|(why, first, many)| match many {
            1 => format!("{first}: is passed over: {why}"),
            _ => format!("{first} and {} more like it: are passed over: {why}", many - 1),
        }));
        match self.further {
            0 => {}
            1 => notes.push("1 more object is passed over".to_owned()),
            more => notes.push(format!("{more} more objects are passed over")),
        }
        notes.extend(self.help);
        notes
    }
}

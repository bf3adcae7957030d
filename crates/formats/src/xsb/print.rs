//! Prints levels.

use super::credits::{self, COLLECTION, in_a_line};
use super::square::{SQUARES, square};
use level::model::graph::Requirement;
use level::model::grid::{Cell, Grid};
use level::model::level::{Level, LevelError, Plate, Tiles};
use level::model::tile::Tile;
use level::rules::Push;

/// Prints a level, with a line `; NAME` before it, and its author, copyright and collection after it. VOID beside floor
/// becomes wall, and a floor that ends at an edge of the map gets walls. The rest of the provenance is left out.
///
/// # Errors
/// When it is not a level of Sokoban: the field that differs, and the expected value.
pub fn print(level: &Level) -> Result<String, LevelError> {
    let rows = rows(level)?;
    let title = match in_a_line(level.name.as_deref().unwrap_or_default()) {
        name if name.is_empty() => String::new(),
        name => format!("; {name}\n"),
    };
    Ok(title + &rows + &lines(credits::of(level)))
}

/// Prints levels as a file `.sok`: each with `Title:`, `Author:` and `Copyright:` after it, and blank lines between
/// them. The collection stands above them if all levels have the same.
///
/// # Errors
/// As [`print()`]; the field begins with the number of the level, if there are several.
pub fn print_all(levels: &[Level]) -> Result<String, LevelError> {
    let collection = |level: &Level| {
        credits::of(level).into_iter().find(|(key, _)| *key == COLLECTION).map(|(_, value)| value)
    };
    let shared = levels.first().and_then(collection);
    let shared = shared
        .filter(|shared| levels.iter().all(|level| collection(level).as_ref() == Some(shared)));
    let mut text = String::new();
    if let Some(shared) = &shared {
        text = format!("{COLLECTION}: {shared}\n\n");
    }
    for (number, level) in (1..).zip(levels) {
        let numbered = |error: LevelError| match levels.len() {
            1 => error,
            _ => LevelError { field: format!("level {number}, {}", error.field), ..error },
        };
        if number > 1 {
            text.push('\n');
        }
        text.push_str(&rows(level).map_err(numbered)?);
        let name = in_a_line(level.name.as_deref().unwrap_or_default());
        let title = (!name.is_empty()).then_some(("Title", name));
        let credits = credits::of(level);
        let own = credits.into_iter().filter(|(key, _)| shared.is_none() || *key != COLLECTION);
        text.push_str(&lines(title.into_iter().chain(own)));
    }
    Ok(text)
}

/// Lines `KEY: VALUE`.
fn lines(values: impl IntoIterator<Item = (&'static str, String)>) -> String {
    values.into_iter().map(|(key, value)| format!("{key}: {value}\n")).collect()
}

/// The rows of a level, each ended by a line end.
fn rows(level: &Level) -> Result<String, LevelError> {
    let (tiles, grid, plate) = sokoban(level)?;
    let drawing = Drawing { grid, start: tiles.start_cell(), plate };
    Ok(drawing.rows().into_iter().map(|row| row + "\n").collect())
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

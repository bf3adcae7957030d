//! Floors in the making, and the cells in which nothing stands.

use level::{Grid, Tile};
use voice::grouped;

/// A floor in the making.
pub(crate) struct Drawn {
    /// Its cells.
    pub(crate) grid: Grid,
    /// Those in which something stands, row by row.
    filled: Vec<bool>,
}

impl Drawn {
    /// Cells in which nothing stands yet, and which are all of a tile.
    pub(crate) fn filled(rows: u32, cols: u32, tile: Tile) -> Self {
        let grid = Grid::filled(rows, cols, tile);
        Self { filled: vec![false; grid.tiles().len()], grid }
    }

    /// Lays a tile into a cell, which lies on the floor.
    pub(crate) fn set(&mut self, row: u32, col: u32, tile: Tile) {
        self.grid.set(row, col, tile);
        let at = row as usize * self.grid.cols() as usize + col as usize;
        if let Some(cell) = self.filled.get_mut(at) {
            *cell = true;
        }
    }
}

/// The cells in which nothing stands, of all levels or floors of a file.
#[derive(Default)]
pub(crate) struct Empty {
    cells: u64,
    of: u64,
    drawn: u64,
    first: String,
}

impl Empty {
    /// Counts those of a level or a floor.
    pub(crate) fn count(&mut self, drawn: &Drawn, place: &str) {
        let empty = drawn.filled.iter().filter(|filled| !**filled).count() as u64;
        if empty == 0 {
            return;
        }
        if self.drawn == 0 {
            place.clone_into(&mut self.first);
        }
        self.drawn += 1;
        self.cells += empty;
        self.of += drawn.filled.len() as u64;
    }

    /// A note about them, if there are any; `all` is what several are called.
    pub(crate) fn note(&self, all: &str) -> Option<String> {
        let Self { cells, of, drawn, first } = self;
        let place = match drawn {
            0 => return None,
            1 => first.clone(),
            more => format!("{more} {all}, the first {first}"),
        };
        let are = if *cells == 1 { "is empty and is" } else { "are empty and are" };
        Some(format!(
            "{place}: {} of {} cells {are} taken as VOID; empty = \"FLOOR\" in the file of --aliases names another tile",
            grouped(*cells),
            grouped(*of)
        ))
    }
}

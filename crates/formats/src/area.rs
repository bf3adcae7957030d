//! Rectangles of cells.

use level::Cell;

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Area {
    /// The upper left cell.
    pub corner: Cell,
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u32,
}

impl Area {
    /// The area of one cell.
    #[must_use]
    pub fn of(corner: Cell) -> Self {
        Self { corner, rows: 1, cols: 1 }
    }

    /// Its cells in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let Self { corner, rows, cols } = self;
        (0..rows).flat_map(move |row| {
            (0..cols).map(move |col| Cell::new(corner.floor, corner.row + row, corner.col + col))
        })
    }

    /// True if a cell lies in it.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        let inside = |at: u32, from: u32, many: u32| at >= from && at - from < many;
        cell.floor == self.corner.floor
            && inside(cell.row, self.corner.row, self.rows)
            && inside(cell.col, self.corner.col, self.cols)
    }

    /// Cells as rectangles that give the same cells in the same order.
    #[must_use]
    pub fn all(cells: &[Cell]) -> Vec<Self> {
        let mut areas: Vec<Self> = Vec::new();
        let is_next = |a: &Cell, b: &Cell| {
            (a.floor, a.row, a.col.checked_add(1)) == (b.floor, b.row, Some(b.col))
        };
        for run in cells.chunk_by(is_next) {
            let Some(&corner) = run.first() else { continue };
            let cols = run.len() as u32;
            match areas.last_mut() {
                Some(above)
                    if above.cols == cols
                        && (above.corner.floor, above.corner.col) == (corner.floor, corner.col)
                        && above.corner.row + above.rows == corner.row =>
                {
                    above.rows += 1;
                }
                _ => areas.push(Self { corner, rows: 1, cols }),
            }
        }
        areas
    }
}

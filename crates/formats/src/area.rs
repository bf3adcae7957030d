//! Rectangles of cells.

use level::{Cell, Tile};

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

/// The first place that a span covers, and the one after the last: those of which it covers more than half, and one
/// at least.
pub(crate) fn covered(from: f64, to: f64) -> (f64, f64) {
    let (first, end) = (from.round(), to.round());
    if first < end {
        return (first, end);
    }
    let middle = f64::midpoint(from, to).floor();
    (middle, middle + 1.0)
}

/// The first of a span of places that is one of so many, and how many are.
pub(crate) fn within((first, end): (f64, f64), many: u32) -> Option<(u32, u32)> {
    let (low, high) = (first.max(0.0), end.min(f64::from(many)));
    (first < end && low < high).then_some((low as u32, (high - low) as u32))
}

/// True if a tile is one thing on one cell, however large it is drawn; all others fill whatever they cover.
pub(crate) fn is_one(tile: Tile) -> bool {
    tile.is_item() || matches!(tile, Tile::Start | Tile::Enemy | Tile::Boss | Tile::Puzzle)
}

//! Places of the floors of a level on a page.
//!
//! Lengths are in units of [`SIDE`], the side of a cell. Everything that a cell begins at is a whole number
//! of cells from the corner of the page, so that a picture can be scaled without seams.

use level::{Cell, Grid, Tile};

/// The side of a cell.
pub const SIDE: f64 = 16.0;
/// Between two floors, in cells; the caption of a floor stands there.
const BETWEEN: f64 = 2.0;
/// Number of page widths that are tried.
const MOST_TRIED: usize = 64;
/// Corner of each floor on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Places {
    /// By floor, the corner of its shown part, and the corner of its first cell, which may not be shown.
    corners: Vec<[(f64, f64); 2]>,
    /// The width of all floors.
    pub width: f64,
    /// The height of all floors.
    pub height: f64,
}

impl Places {
    /// Lays out the shown part of each floor, in rows as full as they can be on a page of a pleasant shape.
    pub fn of(floors: &[Grid]) -> Self {
        let head = if floors.len() > 1 { BETWEEN } else { 0.0 };
        let shown: Vec<Shown> = floors.iter().map(Shown::of).collect();
        let widths = shown.iter().map(|part| f64::from(part.cols) + BETWEEN);
        let mut most = 0.0;
        let pages = widths.take(MOST_TRIED).map(|width| {
            most += width;
            Shelves::fill(&shown, most, head)
        });
        let used: f64 = shown.iter().map(|part| part.area(head)).sum();
        let best = pages.min_by(|a, b| a.cost(used).total_cmp(&b.cost(used))).unwrap_or_default();
        let corner = |(&(x, y), part): (&(f64, f64), &Shown)| {
            let (left, top) = (x - f64::from(part.left), y - f64::from(part.top));
            [(x * SIDE, y * SIDE), (left * SIDE, top * SIDE)]
        };
        Self {
            corners: best.corners.iter().zip(&shown).map(corner).collect(),
            width: best.width * SIDE,
            height: best.height * SIDE,
        }
    }

    /// The upper left corner of the shown part of a floor.
    pub fn shown(&self, floor: usize) -> (f64, f64) {
        self.corners.get(floor).copied().unwrap_or_default()[0]
    }

    /// The upper left corner of a floor's first cell.
    pub fn floor(&self, floor: usize) -> (f64, f64) {
        self.corners.get(floor).copied().unwrap_or_default()[1]
    }

    /// The upper left corner of a cell.
    pub fn corner(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.floor(cell.floor as usize);
        (x + f64::from(cell.col) * SIDE, y + f64::from(cell.row) * SIDE)
    }

    /// The middle of a cell.
    pub fn middle(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.corner(cell);
        (x + SIDE / 2.0, y + SIDE / 2.0)
    }
}

/// Part of a floor that is shown: all but blank rows and columns at its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Shown {
    top: u32,
    left: u32,
    rows: u32,
    cols: u32,
}

impl Shown {
    fn of(floor: &Grid) -> Self {
        let there = |row: &[Tile]| row.iter().any(|&tile| tile != Tile::Void);
        let rows: Vec<usize> =
            floor.iter_rows().enumerate().filter(|(_, row)| there(row)).map(|(y, _)| y).collect();
        let edge = |row: &[Tile]| row.iter().position(|&tile| tile != Tile::Void);
        let back = |row: &[Tile]| row.iter().rposition(|&tile| tile != Tile::Void);
        let left = floor.iter_rows().filter_map(edge).min();
        let right = floor.iter_rows().filter_map(back).max();
        match (rows.first(), rows.last(), left, right) {
            (Some(&top), Some(&bottom), Some(left), Some(right)) => Self {
                top: top as u32,
                left: left as u32,
                rows: (bottom - top + 1) as u32,
                cols: (right - left + 1) as u32,
            },
            // A floor of nothing is shown as large as it is.
            _ => Self { rows: floor.rows(), cols: floor.cols(), ..Self::default() },
        }
    }

    /// Area on the page, with its caption and the blank beside it.
    fn area(&self, head: f64) -> f64 {
        (f64::from(self.cols) + BETWEEN) * (f64::from(self.rows) + head)
    }
}

/// Floors set side by side in rows, in their order, in cells.
#[derive(Clone, Debug, Default)]
struct Shelves {
    corners: Vec<(f64, f64)>,
    width: f64,
    height: f64,
}

impl Shelves {
    /// Fills rows of at most this width.
    fn fill(floors: &[Shown], most: f64, head: f64) -> Self {
        let mut page = Self::default();
        let (mut x, mut y, mut deepest) = (0.0, 0.0, 0.0_f64);
        for floor in floors {
            let wide = f64::from(floor.cols) + BETWEEN;
            if x > 0.0 && x + wide > most {
                (x, y, deepest) = (0.0, y + deepest, 0.0);
            }
            page.corners.push((x, y + head));
            x += wide;
            deepest = deepest.max(f64::from(floor.rows) + head);
            page.width = page.width.max(x - BETWEEN);
            page.height = page.height.max(y + deepest);
        }
        page
    }

    /// Cost of a page: the share of blank, and the distance from a pleasant shape.
    fn cost(&self, used: f64) -> f64 {
        let (wide, high) = ((self.width + BETWEEN).max(1.0), self.height.max(1.0));
        4.0 * (wide * high / used.max(1.0)).ln() + (wide / high / 1.4).ln().abs()
    }
}

#[cfg(test)]
mod tests;

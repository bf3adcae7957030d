//! A floor of a level: a rectangle of tiles, and its cells.
//!
//! Rows are numbered from top to bottom, columns from left to right, both from 0. Invariant: all rows have the same
//! length.

use super::Tile;
use rustc_hash::FxHashSet;

/// The position of a tile: floor, row and column, each from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The floor, from 0.
    pub floor: u32,
    /// The row, from the top.
    pub row: u32,
    /// The column, from the left.
    pub col: u32,
}

impl Cell {
    /// The cell of a floor, a row and a column.
    #[must_use]
    pub fn new(floor: u32, row: u32, col: u32) -> Self {
        Self { floor, row, col }
    }

    /// The cell `rows` down and `cols` right on the same floor; `None` before the first row or column.
    #[must_use]
    pub fn offset(self, rows: i32, cols: i32) -> Option<Self> {
        let row = self.row.checked_add_signed(rows)?;
        let col = self.col.checked_add_signed(cols)?;
        Some(Self { row, col, ..self })
    }

    /// The connected cells of a set of cells, starting with this one.
    pub fn spread(self, is_part: impl Fn(Self) -> bool) -> Vec<Self> {
        let mut seen = FxHashSet::from_iter([self]);
        let mut cells = vec![self];
        let mut next = 0;
        while let Some(&cell) = cells.get(next) {
            next += 1;
            let part = cell.neighbours().filter(|&beside| is_part(beside));
            cells.extend(part.filter(|&beside| seen.insert(beside)));
        }
        cells
    }

    /// The cells above, below, left and right on the same floor.
    pub fn neighbours(self) -> impl Iterator<Item = Self> {
        [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter().filter_map(move |(r, c)| self.offset(r, c))
    }
}

/// A rectangle of tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    cols: u32,
    tiles: Vec<Tile>,
}

/// The error of rows with different lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a row of {} among rows of {expected}", diagnostics::counted(*found as u64, "tile", "tiles"))]
#[non_exhaustive]
pub struct Ragged {
    /// The row, from 0.
    pub row: usize,
    /// Its length.
    pub found: usize,
    /// The length of the first row.
    pub expected: usize,
}

impl Grid {
    /// A grid of the given size, filled with one tile.
    #[must_use]
    pub fn filled(rows: u32, cols: u32, tile: Tile) -> Self {
        Self { cols, tiles: vec![tile; rows as usize * cols as usize] }
    }

    /// The grid with the given rows.
    ///
    /// # Errors
    /// The first row that is not as long as the first.
    pub fn of_rows(rows: &[Vec<Tile>]) -> Result<Self, Ragged> {
        let expected = rows.first().map_or(0, Vec::len);
        for (row, tiles) in rows.iter().enumerate() {
            if tiles.len() != expected {
                return Err(Ragged { row, found: tiles.len(), expected });
            }
        }
        Ok(Self { cols: expected as u32, tiles: rows.concat() })
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.tiles.len().checked_div(self.cols as usize).unwrap_or(0) as u32
    }

    /// The number of columns.
    #[must_use]
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// The tile in a row and a column; `None` outside the grid.
    #[inline]
    #[must_use]
    pub fn get(&self, row: u32, col: u32) -> Option<Tile> {
        if col >= self.cols {
            return None;
        }
        self.tiles.get(row as usize * self.cols as usize + col as usize).copied()
    }

    /// Sets a tile; does nothing outside the grid.
    pub fn set(&mut self, row: u32, col: u32, tile: Tile) {
        if col < self.cols
            && let Some(place) =
                self.tiles.get_mut(row as usize * self.cols as usize + col as usize)
        {
            *place = tile;
        }
    }

    /// All tiles, row by row.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The tiles row by row.
    pub fn iter_rows(&self) -> impl Iterator<Item = &[Tile]> {
        self.tiles.chunks((self.cols as usize).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_knows_its_bounds() {
        let mut grid = Grid::filled(2, 3, Tile::Floor);
        grid.set(1, 2, Tile::Wall);
        grid.set(1, 3, Tile::Wall);
        grid.set(2, 0, Tile::Wall);
        assert_eq!((grid.rows(), grid.cols()), (2, 3));
        assert_eq!([grid.get(1, 2), grid.get(0, 2)], [Some(Tile::Wall), Some(Tile::Floor)]);
        assert_eq!([grid.get(0, 3), grid.get(2, 0)], [None, None]);
        let rows: Vec<Vec<Tile>> = grid.iter_rows().map(<[Tile]>::to_vec).collect();
        assert_eq!(Grid::of_rows(&rows), Ok(grid));
        let ragged = [vec![Tile::Wall], vec![]];
        assert_eq!(Grid::of_rows(&ragged), Err(Ragged { row: 1, found: 0, expected: 1 }));
        assert_eq!(Grid::default().rows(), 0);
    }

    #[test]
    fn a_cell_has_neighbours_inside_its_quadrant() {
        let corner: Vec<Cell> = Cell::new(2, 0, 0).neighbours().collect();
        assert_eq!(corner, [Cell::new(2, 1, 0), Cell::new(2, 0, 1)]);
    }
}

//! Maps with one bit per cell, sixty-four cells per word, shared by layouts and caves.
//!
//! There are two arrangements. A [`Grid`] stores its rows one after another in whole words, with the first cell of a
//! row in the lowest bit; a set bit is a solid cell. It suits maps of any size, whose bands of rows threads share.
//! Invariant: the bits after the end of a row are solid, as is everything outside the map. A set of `cells` has a blank
//! column between rows; a set bit is an open cell, and nothing outside is in the set. It suits levels of layouts, which
//! often fit into one word. Both share the [`automaton`]; their [`noise`] uses different streams.

pub(crate) mod cells;
pub mod noise;
pub mod automaton;
pub mod regions;

use serde::{Deserialize, Serialize};

/// Number of rows of a band: the part of a map that one thread works on at a time. It must never change, since each
/// band has its own random numbers.
pub const BAND: usize = 64;

/// The state of the outermost cells of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Border {
    /// Drawn like any other cell
    Drawn,
    /// Always solid, so that the map is closed
    Solid,
}

/// A map of cells, each solid or open.
///
/// ```
/// let mut grid = quandary_dungeon::bitgrid::Grid::solid(70, 3);
/// grid.set(69, 1, false);
/// assert!(!grid.is_solid(69, 1) && grid.is_solid(68, 1) && grid.is_solid(-1, 1));
/// assert_eq!(grid.open_cells(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    width: u32,
    height: u32,
    words: Vec<u64>,
}

impl Grid {
    /// A map that is all solid.
    #[must_use]
    pub fn solid(width: u32, height: u32) -> Self {
        let words = width.div_ceil(64) as usize * height as usize;
        Self { width, height, words: vec![!0; words] }
    }

    /// A map from lines of `#` (solid) and other characters (open); short lines end in solid cells.
    #[must_use]
    pub fn drawn(text: &str) -> Self {
        let width = text.lines().map(str::len).max().unwrap_or(0);
        let mut grid = Self::solid(width as u32, text.lines().count() as u32);
        for (y, line) in text.lines().enumerate() {
            for (x, _) in line.bytes().enumerate().filter(|&(_, byte)| byte != b'#') {
                grid.set(x as u32, y as u32, false);
            }
        }
        grid
    }

    /// Number of cells per row.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Number of words per row.
    #[must_use]
    pub fn stride(&self) -> usize {
        self.width.div_ceil(64) as usize
    }

    /// The bits after the end of a row, in its last word.
    #[must_use]
    pub fn padding(&self) -> u64 {
        match self.width % 64 {
            0 => 0,
            used => !0 << used,
        }
    }

    /// True if a cell is solid; all cells outside the map are.
    #[must_use]
    pub fn is_solid(&self, x: i64, y: i64) -> bool {
        let inside =
            (0..i64::from(self.width)).contains(&x) && (0..i64::from(self.height)).contains(&y);
        !inside || self.word(x as u32, y as u32) >> (x % 64) & 1 == 1
    }

    fn word(&self, x: u32, y: u32) -> u64 {
        self.words.get(self.place(x, y)).copied().unwrap_or(!0)
    }

    fn place(&self, x: u32, y: u32) -> usize {
        y as usize * self.stride() + x as usize / 64
    }

    /// Makes a cell solid or open; ignores cells outside the map.
    pub fn set(&mut self, x: u32, y: u32, solid: bool) {
        let place = self.place(x, y);
        if x >= self.width {
            return;
        }
        if let Some(word) = self.words.get_mut(place) {
            let bit = 1 << (x % 64);
            *word = if solid { *word | bit } else { *word & !bit };
        }
    }

    /// The words of a row; empty outside the map.
    #[must_use]
    pub fn row(&self, y: u32) -> &[u64] {
        let start = self.place(0, y);
        self.words.get(start..start + self.stride()).unwrap_or_default()
    }

    /// The words of a row for modification. Bits after its end must stay solid.
    pub fn row_mut(&mut self, y: u32) -> &mut [u64] {
        let (start, stride) = (self.place(0, y), self.stride());
        self.words.get_mut(start..start + stride).unwrap_or_default()
    }

    /// The rows, each as its words.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u64]> {
        self.words.chunks_exact(self.stride().max(1))
    }

    /// Number of open cells.
    #[must_use]
    pub fn open_cells(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_zeros())).sum()
    }

    /// The words of each band of [`BAND`] rows; the last may have fewer.
    #[must_use]
    pub fn bands(&self) -> Vec<&[u64]> {
        self.words.chunks(BAND * self.stride().max(1)).collect()
    }

    /// The bands for modification.
    pub fn bands_mut(&mut self) -> Vec<&mut [u64]> {
        let band = BAND * self.stride().max(1);
        self.words.chunks_mut(band).collect()
    }
}

/// The cells of the rows of a grid that always stay solid.
#[derive(Clone, Copy, Debug)]
struct Frame {
    width: u32,
    height: usize,
    padding: u64,
    border: Border,
}

impl Frame {
    /// The frame of a grid: the bits after the ends of its rows, and its border if that is solid.
    fn of(grid: &Grid, border: Border) -> Self {
        let (width, height) = (grid.width, grid.height as usize);
        Self { width, height, padding: grid.padding(), border }
    }

    /// Makes the cells of the frame in row `y` solid.
    fn close(self, row: &mut [u64], y: usize) {
        if let Some(last) = row.last_mut() {
            *last |= self.padding;
        }
        if self.border == Border::Solid {
            close_row(row, self.width, y == 0 || y + 1 == self.height);
        }
    }
}

/// Makes the border cells of a row solid: the first and the last, or all of them.
fn close_row(row: &mut [u64], width: u32, whole: bool) {
    if whole {
        row.fill(!0);
    }
    if let Some(first) = row.first_mut() {
        *first |= 1;
    }
    if let Some(last) = row.last_mut() {
        *last |= 1 << (width.wrapping_sub(1) % 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_where_they_were_drawn() {
        let grid = Grid::drawn("#.#\n..\n");
        let cells = (0..2).flat_map(|y| (0..3).map(move |x| (x, y)));
        let open: Vec<_> = cells.filter(|&(x, y)| !grid.is_solid(x, y)).collect();
        assert_eq!(open, [(1, 0), (0, 1), (1, 1)]);
        assert_eq!(grid.open_cells(), 3);
    }

    #[test]
    fn nothing_outside_can_be_opened() {
        for width in [1, 63, 64, 65] {
            let mut grid = Grid::solid(width, 2);
            grid.set(width, 0, false);
            grid.set(0, 2, false);
            assert_eq!(grid, Grid::solid(width, 2));
            assert!(grid.row(2).is_empty());
        }
    }
}

//! Drawings of interiors: one glyph a cell, and what each glyph stands for.

use level::Tile;

/// Glyphs with a meaning of their own. Any other letter may stand for a drawn lot.
pub(super) const GLYPHS: &str = ".#~,_pTe>123456789";

/// A cell of an interior: row and column, each from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The row, from the top.
    pub row: usize,
    /// The column, from the left.
    pub col: usize,
}

impl Spot {
    /// The cell of a row and a column.
    #[must_use]
    pub const fn new(row: usize, col: usize) -> Self {
        Self { row, col }
    }

    /// Number of steps to another cell, whatever is between them.
    pub(super) fn steps(self, other: Self) -> usize {
        self.row.abs_diff(other.row) + self.col.abs_diff(other.col)
    }
}

/// An axis to mirror at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// Left becomes right.
    LeftRight,
    /// Top becomes bottom.
    TopBottom,
}

impl Axis {
    pub(super) const BOTH: [Self; 2] = [Self::LeftRight, Self::TopBottom];
}

/// Glyphs in rows of equal length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    rows: usize,
    cols: usize,
    glyphs: Vec<u8>,
}

impl Drawing {
    /// A drawing of rows of `cols` glyphs each.
    pub(super) fn new(cols: usize, glyphs: Vec<u8>) -> Self {
        Self { rows: glyphs.len().checked_div(cols).unwrap_or(0), cols, glyphs }
    }

    /// A drawing that is all one glyph.
    pub(super) fn filled(rows: usize, cols: usize, glyph: u8) -> Self {
        Self::new(cols, vec![glyph; rows * cols])
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The glyphs, row by row.
    #[must_use]
    pub fn glyphs(&self) -> &[u8] {
        &self.glyphs
    }

    pub(super) fn glyphs_mut(&mut self) -> &mut [u8] {
        &mut self.glyphs
    }

    /// The number of a cell among the glyphs; none outside the drawing.
    pub(super) fn index(&self, at: Spot) -> Option<usize> {
        (at.row < self.rows && at.col < self.cols).then(|| at.row * self.cols + at.col)
    }

    /// The cell of a number.
    pub(super) fn spot(&self, index: usize) -> Spot {
        Spot::new(index / self.cols.max(1), index % self.cols.max(1))
    }

    /// The glyph of a cell; solid outside the drawing.
    pub(super) fn at(&self, at: Spot) -> u8 {
        self.index(at).and_then(|i| self.glyphs.get(i)).copied().unwrap_or(b'#')
    }

    pub(super) fn set(&mut self, at: Spot, glyph: u8) {
        let index = self.index(at);
        if let Some(cell) = index.and_then(|i| self.glyphs.get_mut(i)) {
            *cell = glyph;
        }
    }

    /// All cells, row by row.
    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let (rows, cols) = (self.rows, self.cols);
        (0..rows).flat_map(move |row| (0..cols).map(move |col| Spot::new(row, col)))
    }

    /// The cells beside a cell, inside the drawing.
    pub(super) fn beside(&self, at: Spot) -> impl Iterator<Item = Spot> + use<> {
        let Spot { row, col } = at;
        let beside = [
            (row.wrapping_sub(1), col),
            (row + 1, col),
            (row, col.wrapping_sub(1)),
            (row, col + 1),
        ];
        let (rows, cols) = (self.rows, self.cols);
        let inside = move |&(row, col): &(usize, usize)| row < rows && col < cols;
        beside.into_iter().filter(inside).map(|(row, col)| Spot::new(row, col))
    }

    /// The mirror image of a cell.
    pub(super) fn mirrored(&self, at: Spot, axis: Axis) -> Spot {
        match axis {
            Axis::LeftRight => Spot::new(at.row, (self.cols - 1).saturating_sub(at.col)),
            Axis::TopBottom => Spot::new((self.rows - 1).saturating_sub(at.row), at.col),
        }
    }

    /// The drawing made of rows and columns of this one.
    pub(super) fn mapped(&self, rows: &[usize], cols: &[usize]) -> Self {
        let mut glyphs = Vec::with_capacity(rows.len() * cols.len());
        for &row in rows {
            glyphs.extend(cols.iter().map(|&col| self.at(Spot::new(row, col))));
        }
        Self::new(cols.len(), glyphs)
    }

    /// The mirror image of the whole.
    pub(super) fn flipped(&self, axis: Axis) -> Self {
        Self { glyphs: mirrored(&self.glyphs, self.cols, axis), ..*self }
    }

    /// Rows become columns.
    pub(super) fn transposed(&self) -> Self {
        let mut glyphs = Vec::with_capacity(self.glyphs.len());
        for col in 0..self.cols {
            glyphs.extend(self.glyphs.iter().skip(col).step_by(self.cols));
        }
        Self::new(self.rows, glyphs)
    }

    /// True if it is its own mirror image; what may lie on floor is floor.
    pub(super) fn mirrors(&self, axis: Axis) -> bool {
        self.spots().all(|at| bare(self.at(at)) == bare(self.at(self.mirrored(at, axis))))
    }
}

/// The mirror image of cells in rows of so many.
pub(super) fn mirrored<T: Copy>(cells: &[T], cols: usize, axis: Axis) -> Vec<T> {
    let rows = cells.chunks_exact(cols.max(1));
    match axis {
        Axis::LeftRight => rows.flat_map(|row| row.iter().rev()).copied().collect(),
        Axis::TopBottom => rows.rev().flatten().copied().collect(),
    }
}

/// The glyph without what may lie there.
pub(super) fn bare(glyph: u8) -> u8 {
    if matches!(glyph, b'T' | b'e' | b'>' | b'1'..=b'9') { b'.' } else { glyph }
}

/// Classes of ground, as far as a player walks on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ground {
    /// Walked on without anything.
    Floor,
    /// Asks for the key item.
    Water,
    /// Wall and void.
    Solid,
}

impl Ground {
    /// The class of a glyph.
    pub(super) fn of(glyph: u8) -> Self {
        match glyph {
            b'#' | b'_' => Self::Solid,
            b'~' => Self::Water,
            _ => Self::Floor,
        }
    }
}

/// The tile of a glyph, sockets being floor.
pub(super) fn tile(glyph: u8) -> Tile {
    match glyph {
        b'#' => Tile::Wall,
        b'_' => Tile::Void,
        b'~' => Tile::Element,
        b',' => Tile::ElementFloor,
        b'p' => Tile::Puzzle,
        _ => Tile::Floor,
    }
}

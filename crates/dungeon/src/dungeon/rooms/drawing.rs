//! Drawings of interiors: one glyph per cell, the meaning of glyphs, connections, and scaling.
//!
//! For another size, rows and columns are left out or repeated in pairs, which keeps the symmetry, or the drawing is
//! placed twice, side by side with its mirror image.

use level::Tile;

/// Glyphs with a fixed meaning. Any other letter may stand for a lot.
pub(super) const GLYPHS: &str = ".#~,_pTe>123456789";

/// A cell of an interior.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The row from the top, from 0.
    pub row: usize,
    /// The column from the left, from 0.
    pub col: usize,
}

impl Spot {
    /// The cell in a row and a column.
    #[must_use]
    pub const fn new(row: usize, col: usize) -> Self {
        Self { row, col }
    }

    /// Number of steps to another cell, ignoring obstacles.
    pub(super) fn steps(self, other: Self) -> usize {
        self.row.abs_diff(other.row) + self.col.abs_diff(other.col)
    }
}

/// An axis of symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    /// Swaps left and right.
    LeftRight,
    /// Swaps top and bottom.
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
    /// A drawing from its number of columns and its glyphs, row by row.
    pub(super) fn new(cols: usize, glyphs: Vec<u8>) -> Self {
        Self { rows: glyphs.len().checked_div(cols).unwrap_or(0), cols, glyphs }
    }

    /// A drawing filled with one glyph.
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

    /// The index of a cell among the glyphs; none outside the drawing.
    pub(super) fn index(&self, at: Spot) -> Option<usize> {
        (at.row < self.rows && at.col < self.cols).then(|| at.row * self.cols + at.col)
    }

    /// The cell at an index.
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

    /// The cells next to a cell inside the drawing.
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

    /// A drawing composed of rows and columns of this one.
    fn mapped(&self, rows: &[usize], cols: &[usize]) -> Self {
        let mut glyphs = Vec::with_capacity(rows.len() * cols.len());
        for &row in rows {
            glyphs.extend(cols.iter().map(|&col| self.at(Spot::new(row, col))));
        }
        Self::new(cols.len(), glyphs)
    }

    /// The mirror image of the drawing.
    pub(super) fn flipped(&self, axis: Axis) -> Self {
        Self { glyphs: mirrored(&self.glyphs, self.cols, axis), ..*self }
    }

    /// Swaps rows and columns.
    pub(super) fn transposed(&self) -> Self {
        let mut glyphs = Vec::with_capacity(self.glyphs.len());
        for col in 0..self.cols {
            glyphs.extend(self.glyphs.iter().skip(col).step_by(self.cols));
        }
        Self::new(self.rows, glyphs)
    }

    /// True if it is its own mirror image; sockets count as floor.
    pub(super) fn mirrors(&self, axis: Axis) -> bool {
        self.spots().all(|at| bare(self.at(at)) == bare(self.at(self.mirrored(at, axis))))
    }
}

/// The mirror image of cells in rows of `cols`.
pub(super) fn mirrored<T: Copy>(cells: &[T], cols: usize, axis: Axis) -> Vec<T> {
    let rows = cells.chunks_exact(cols.max(1));
    match axis {
        Axis::LeftRight => rows.flat_map(|row| row.iter().rev()).copied().collect(),
        Axis::TopBottom => rows.rev().flatten().copied().collect(),
    }
}

/// The glyph without its socket.
pub(super) fn bare(glyph: u8) -> u8 {
    if matches!(glyph, b'T' | b'e' | b'>' | b'1'..=b'9') { b'.' } else { glyph }
}

/// Classes of ground for walking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ground {
    /// Walkable.
    Floor,
    /// Walkable with the key item.
    Water,
    /// Wall or void.
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

/// The tile of a glyph; sockets are floor.
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

/// The part of each cell, row by row: 0 for none, otherwise numbered from 1 in the order of their first cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) of: Vec<u16>,
    /// Number of parts.
    pub(super) count: u16,
}

impl Parts {
    /// The parts formed by walkable cells.
    fn of(drawing: &Drawing, walks: impl Fn(Ground) -> bool) -> Self {
        let (cols, glyphs) = (drawing.cols(), drawing.glyphs());
        let mut parts = Self { of: vec![0; glyphs.len()], count: 0 };
        let mut open = Vec::new();
        for from in 0..glyphs.len() {
            let number = parts.count + 1;
            let mut meet = |at: usize, open: &mut Vec<usize>| {
                let (Some(part), Some(&glyph)) = (parts.of.get_mut(at), glyphs.get(at)) else {
                    return;
                };
                if *part == 0 && walks(Ground::of(glyph)) {
                    (*part, parts.count) = (number, number);
                    open.push(at);
                }
            };
            meet(from, &mut open);
            while let Some(at) = open.pop() {
                let col = at % cols;
                // Above the first row there is no index, and below the last row no cell.
                meet(at.wrapping_sub(cols), &mut open);
                meet(at + cols, &mut open);
                if col > 0 {
                    meet(at - 1, &mut open);
                }
                if col + 1 < cols {
                    meet(at + 1, &mut open);
                }
            }
        }
        parts
    }

    /// The parts without crossing water.
    pub(super) fn dry(drawing: &Drawing) -> Self {
        Self::of(drawing, |ground| ground == Ground::Floor)
    }

    /// The parts if water can be crossed.
    pub(super) fn wet(drawing: &Drawing) -> Self {
        Self::of(drawing, |ground| ground != Ground::Solid)
    }

    /// The part of a cell; 0 for none.
    pub(super) fn at(&self, drawing: &Drawing, at: Spot) -> u16 {
        drawing.index(at).and_then(|i| self.of.get(i)).copied().unwrap_or(0)
    }
}

/// True if all floor is connected. With `splits`, it must be connected across water and separated without crossing it.
pub(super) fn connects(drawing: &Drawing, splits: bool) -> bool {
    let dry = Parts::dry(drawing).count;
    if splits { dry >= 2 && Parts::wet(drawing).count == 1 } else { dry == 1 }
}

/// The ratio of sizes in hundredths from which a drawing is placed twice.
const TWICE: usize = 170;
/// Additional strain of a drawing that is placed twice.
const DOUBLED: usize = 30;
/// Maximum number of rows or columns between a drawing and its mirror image.
const GAP: usize = 4;

/// The drawing scaled to a number of rows and columns.
pub(super) fn scaled(drawing: &Drawing, rows: usize, cols: usize) -> Drawing {
    let upright = drawing.transposed();
    drawing.mapped(&lines(&upright, rows), &lines(drawing, cols))
}

/// The strain of scaling one length to another, in hundredths: 0 for equal lengths, rising with the number of lines
/// left out or repeated.
pub(super) fn strain(from: usize, to: usize) -> usize {
    if stands_twice(from, to) {
        return DOUBLED + strain(from, half(from, to));
    }
    from.abs_diff(to) * 100 / from.min(to).max(1)
}

/// True if a drawing of length `from` is placed twice in length `to`.
fn stands_twice(from: usize, to: usize) -> bool {
    to * 100 >= from * TWICE
}

/// The length of each of the two drawings.
fn half(from: usize, to: usize) -> usize {
    if to.saturating_sub(2 * from) <= GAP { from.min(to / 2) } else { to / 2 }
}

/// The columns of a drawing that form a drawing of `to` columns.
fn lines(drawing: &Drawing, to: usize) -> Vec<usize> {
    let from = drawing.cols();
    if !stands_twice(from, to) {
        return fitted(drawing, to);
    }
    let once = fitted(drawing, half(from, to));
    let last = once.last().copied().unwrap_or(0);
    let gap = std::iter::repeat_n(last, to - 2 * once.len());
    once.iter().copied().chain(gap).chain(once.iter().rev().copied()).collect()
}

/// The columns for `to` columns, keeping the outermost ones.
fn fitted(drawing: &Drawing, to: usize) -> Vec<usize> {
    let mut lines: Vec<usize> = (0..drawing.cols()).collect();
    let middle = lines.len() / 2;
    if lines.len().abs_diff(to) % 2 == 1 {
        if lines.len() > to {
            lines.remove(middle);
        } else {
            lines.insert(middle, lines.get(middle).copied().unwrap_or(0));
        }
    }
    while lines.len() > to && lines.len() > 2 {
        let i = (1..lines.len() / 2).min_by_key(|&i| loss(drawing, &lines, i)).unwrap_or(0);
        lines.remove(lines.len() - 1 - i);
        lines.remove(i);
    }
    while lines.len() < to {
        let i = (0..lines.len() / 2).min_by_key(|&i| bulk(drawing, &lines, i)).unwrap_or(0);
        let last = lines.len() - 1 - i;
        lines.insert(last, lines.get(last).copied().unwrap_or(0));
        lines.insert(i, lines.get(i).copied().unwrap_or(0));
    }
    lines
}

/// Cost of leaving out a column: the number of cells in which it differs from a neighbour that stays.
fn loss(drawing: &Drawing, lines: &[usize], i: usize) -> usize {
    let differs = |other: usize| {
        let (Some(&a), Some(&b)) = (lines.get(i), lines.get(other)) else { return usize::MAX };
        let glyph = |row, col| bare(drawing.at(Spot::new(row, col)));
        (0..drawing.rows()).filter(|&row| glyph(row, a) != glyph(row, b)).count()
    };
    differs(i.wrapping_sub(1)).min(differs(i + 1))
}

/// Cost of repeating a column: its non-floor cells and its previous repetitions.
fn bulk(drawing: &Drawing, lines: &[usize], i: usize) -> usize {
    let col = lines.get(i).copied().unwrap_or(0);
    let copies = lines.iter().filter(|&&line| line == col).count();
    let stands = |row: &usize| bare(drawing.at(Spot::new(*row, col))) != b'.';
    (0..drawing.rows()).filter(stands).count() + 3 * copies
}

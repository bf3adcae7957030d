//! Space: the numbers and places of the cells of a canvas, and which of them are usable.
//!
//! Invariant: rows have a blank column between them, so that a step to a neighbour is the addition of a number.

use super::bounds::Bounds;
use super::room::Direction;
use crate::bitgrid::Border;
use crate::bitgrid::cells::{has, put};

/// The number of a cell: level, row and column in one.
pub(super) type Cell = usize;

/// The cells of a canvas, their numbers and their places.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    of: Option<(Bounds, Border)>,
    /// Columns and rows of a level, and levels.
    pub(super) size: [usize; 3],
    /// From a cell to the one north of it.
    pub(super) stride: usize,
    /// The words of a level.
    pub(super) words: usize,
    /// The first and last usable column and row.
    pub(super) usable: [usize; 4],
    /// The usable cells of a level.
    pub(super) inside: Vec<u64>,
    /// The lowest coordinates.
    pub(super) corner: [i32; 3],
}

impl Space {
    /// Lays the space out, unless it already is.
    pub(super) fn lay(&mut self, bounds: Bounds, border: Border) {
        if self.of == Some((bounds, border)) {
            return;
        }
        let [columns, rows, levels] = bounds.size().map(|n| n as usize);
        self.of = Some((bounds, border));
        self.size = [columns, rows, levels];
        self.stride = columns + 1;
        self.words = (rows * self.stride).div_ceil(64);
        self.corner = [bounds.min_x, bounds.min_y, bounds.min_z];
        // A closed border needs something to close in.
        let edge = |length: usize| usize::from(border == Border::Solid && length > 2);
        let (side, end) = (edge(columns), edge(rows));
        self.usable = [side, columns - 1 - side, end, rows - 1 - end];
        self.inside.clear();
        self.inside.resize(self.words, 0);
        let [left, right, bottom, top] = self.usable;
        for y in bottom..=top {
            for x in left..=right {
                put(&mut self.inside, y * self.stride + x);
            }
        }
    }

    /// Usable columns and rows.
    pub(super) fn usable_size(&self) -> (usize, usize) {
        let [left, right, bottom, top] = self.usable;
        (right + 1 - left, top + 1 - bottom)
    }

    /// The number of a cell.
    pub(super) fn cell(&self, x: usize, y: usize, z: usize) -> Cell {
        z * self.words * 64 + y * self.stride + x
    }

    /// Column, row and level of a cell.
    pub(super) fn place(&self, cell: Cell) -> (usize, usize, usize) {
        let level = self.words * 64;
        let (z, rest) = ((cell / level) as u32, (cell % level) as u32);
        let stride = self.stride as u32;
        ((rest % stride) as usize, (rest / stride) as usize, z as usize)
    }

    /// The distance of a cell from the centre of its level: the square of twice it.
    pub(super) fn off_centre(&self, cell: Cell) -> usize {
        let (x, y, _) = self.place(cell);
        let [columns, rows, _] = self.size;
        (2 * x).abs_diff(columns - 1).pow(2) + (2 * y).abs_diff(rows - 1).pow(2)
    }

    /// The level of a cell.
    pub(super) fn level(&self, cell: Cell) -> usize {
        cell / (self.words * 64)
    }

    /// From a cell to its neighbour.
    pub(super) fn step(&self, direction: Direction) -> isize {
        match direction {
            Direction::North => self.stride as isize,
            Direction::South => -(self.stride as isize),
            Direction::East => 1,
            Direction::West => -1,
            Direction::Up => (self.words * 64) as isize,
            Direction::Down => -((self.words * 64) as isize),
        }
    }

    /// The usable neighbour in a direction.
    pub(super) fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let level = self.words * 64;
        let to = usize::try_from(cell as isize + self.step(direction)).ok()?;
        let same =
            matches!(direction, Direction::Up | Direction::Down) || to / level == cell / level;
        (same && to / level < self.size[2] && has(&self.inside, to % level)).then_some(to)
    }
}

//! The tiles of a rectangle by themselves, and the pieces they fall into.

use crate::model::level::{Room, Tiles};
use crate::model::tile::Tile;

/// The tiles of a room's rectangle, row by row; a cell is a place among them.
pub(super) struct Patch {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) tiles: Vec<Tile>,
}

/// The pieces of a patch.
pub(super) struct Pieces {
    /// The piece of each cell.
    pub(super) of: Vec<Option<usize>>,
    /// The number of cells of each piece; pieces count in the order of their first cells.
    pub(super) sizes: Vec<usize>,
}

impl Patch {
    /// The patch of a room.
    pub(super) fn of(tiles: &Tiles, room: &Room) -> Self {
        let tiles = room.cells().map(|cell| tiles.tile(cell).unwrap_or_default()).collect();
        Self { rows: room.rows as usize, cols: room.cols as usize, tiles }
    }

    /// True if a cell lies in the outermost ring.
    pub(super) fn is_ring(&self, cell: usize) -> bool {
        let (row, col) = (cell / self.cols, cell % self.cols);
        row == 0 || col == 0 || row + 1 == self.rows || col + 1 == self.cols
    }

    /// The 4-connected pieces of some of its cells.
    pub(super) fn pieces(&self, part: impl Fn(usize) -> bool) -> Pieces {
        let mut pieces = Pieces { of: vec![None; self.tiles.len()], sizes: Vec::new() };
        let mut open = Vec::new();
        for first in (0..self.tiles.len()).filter(|&cell| part(cell)) {
            if pieces.of[first].is_some() {
                continue;
            }
            let piece = pieces.sizes.len();
            let mut size = 0;
            open.push(first);
            pieces.of[first] = Some(piece);
            while let Some(cell) = open.pop() {
                size += 1;
                for next in self.near(cell).into_iter().flatten() {
                    if pieces.of[next].is_none() && part(next) {
                        pieces.of[next] = Some(piece);
                        open.push(next);
                    }
                }
            }
            pieces.sizes.push(size);
        }
        pieces
    }

    /// The cells above, below, left and right.
    fn near(&self, cell: usize) -> [Option<usize>; 4] {
        let col = cell % self.cols;
        let below = cell + self.cols;
        [
            cell.checked_sub(self.cols),
            (below < self.tiles.len()).then_some(below),
            (col > 0).then(|| cell - 1),
            (col + 1 < self.cols).then_some(cell + 1),
        ]
    }
}

//! The picture of the tiles that goes with a file: where each tile stands in it.

use crate::tiled::{COLUMNS, ROWS};
use level::Tile;

/// A picture with all tiles: the tile of number `n` stands in row `n / 10`, column `n % 10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet<'a> {
    /// The name of its file, beside the file that refers to it.
    pub file: &'a str,
    /// The side of a tile in pixels.
    pub side: u32,
}

impl Sheet<'_> {
    /// The number of tiles in a row.
    pub const COLUMNS: u32 = COLUMNS;
    /// The number of rows of tiles.
    pub const ROWS: u32 = ROWS;

    /// Column and row of a tile.
    #[must_use]
    pub fn place(tile: Tile) -> [u32; 2] {
        [u32::from(tile.id()) % COLUMNS, u32::from(tile.id()) / COLUMNS]
    }

    /// The width and height of the picture in pixels.
    #[must_use]
    pub fn size(self) -> [u32; 2] {
        [COLUMNS * self.side, ROWS * self.side]
    }
}

//! The tiles of one room while it is laid, and which of them may still change.

use super::Spot;
use crate::layout::Direction;
use level::Tile;
use search::Stream;

/// Tries to find a cell for something.
const TRIES: usize = 40;

/// The tiles of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ground {
    rows: u32,
    cols: u32,
    tiles: Vec<Tile>,
    /// Of each cell, true if nothing more may be laid there.
    kept: Vec<bool>,
    /// The cells before the doors.
    mouths: Vec<Spot>,
}

impl Ground {
    /// Four walls around floor.
    pub(super) fn walled(rows: u32, cols: u32) -> Self {
        let size = (rows * cols) as usize;
        let mut ground = Self {
            rows,
            cols,
            tiles: vec![Tile::Wall; size],
            kept: vec![true; size],
            mouths: Vec::new(),
        };
        for row in 1..rows - 1 {
            for col in 1..cols - 1 {
                ground.set((row, col), Tile::Floor, false);
            }
        }
        ground
    }

    /// Numbers of rows and columns.
    pub(super) fn size(&self) -> (u32, u32) {
        (self.rows, self.cols)
    }

    /// All cells with their tiles.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (Spot, Tile)> + '_ {
        self.spots().zip(self.tiles.iter().copied())
    }

    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let (rows, cols) = (self.rows, self.cols);
        (0..rows).flat_map(move |row| (0..cols).map(move |col| (row, col)))
    }

    fn index(&self, (row, col): Spot) -> Option<usize> {
        (row < self.rows && col < self.cols).then(|| (row * self.cols + col) as usize)
    }

    /// The tile of a cell; a wall outside.
    pub(super) fn tile(&self, spot: Spot) -> Tile {
        self.index(spot).map_or(Tile::Wall, |at| self.tiles[at])
    }

    /// True if something may be laid on a cell.
    pub(super) fn is_free(&self, spot: Spot) -> bool {
        self.index(spot).is_some_and(|at| !self.kept[at])
    }

    /// Lays a tile; `keep` says whether nothing more may be laid there.
    pub(super) fn set(&mut self, spot: Spot, tile: Tile, keep: bool) {
        if let Some(at) = self.index(spot) {
            self.tiles[at] = tile;
            self.kept[at] = keep;
        }
    }

    /// Keeps a cell as it is.
    pub(super) fn keep(&mut self, spot: Spot) {
        if let Some(at) = self.index(spot) {
            self.kept[at] = true;
        }
    }

    /// The cells before the doors, and the stair.
    pub(super) fn mouths(&self) -> &[Spot] {
        &self.mouths
    }

    /// Cuts a door, and keeps the cell before it.
    pub(super) fn door(&mut self, spot: Spot, direction: Direction, tile: Tile) {
        self.set(spot, tile, true);
        let mouth = inwards(spot, direction);
        self.keep(mouth);
        self.mouths.push(mouth);
    }

    /// A stair near the north-western corner, and the cell beside it as its mouth.
    pub(super) fn stair(&mut self) {
        self.set((2, 2), Tile::Stair, true);
        self.keep((2, 3));
        self.mouths.push((2, 3));
    }

    /// Water before a door: no way to it leads around the water.
    pub(super) fn moat(&mut self, door: Spot, direction: Direction) {
        let mouth = inwards(door, direction);
        self.set(mouth, Tile::Element, true);
        self.mouths.retain(|known| *known != mouth);
        let (row, col) = mouth;
        let beside = match direction {
            Direction::North | Direction::South => [(row, col - 1), (row, col + 1)],
            _ => [(row - 1, col), (row + 1, col)],
        };
        for spot in beside {
            if self.is_free(spot) {
                self.set(spot, Tile::Element, true);
            }
        }
        let shore = inwards(mouth, direction);
        self.keep(shore);
        self.mouths.push(shore);
    }

    /// Lays a tile somewhere free and keeps it; the first free cell where none is found by chance.
    pub(super) fn put(&mut self, tile: Tile, stream: &mut Stream) -> Option<Spot> {
        let drawn = (0..TRIES).map(|_| {
            let row = stream.between(2, i64::from(self.rows) - 3) as u32;
            let col = stream.between(2, i64::from(self.cols) - 3) as u32;
            (row, col)
        });
        let drawn: Vec<Spot> = drawn.collect();
        let spot = drawn.into_iter().chain(self.spots()).find(|&spot| self.is_free(spot))?;
        self.set(spot, tile, true);
        Some(spot)
    }
}

/// The cell before a door, inside the room.
pub(super) fn inwards((row, col): Spot, direction: Direction) -> Spot {
    match direction {
        Direction::North => (row + 1, col),
        Direction::South => (row.saturating_sub(1), col),
        Direction::West => (row, col + 1),
        Direction::East => (row, col.saturating_sub(1)),
        Direction::Up | Direction::Down => (row, col),
    }
}

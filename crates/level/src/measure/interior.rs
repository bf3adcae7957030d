//! Interiors of rooms: the features in them, and if they mirror or split the floor.
//!
//! The interior of a room is its rectangle without the outermost ring, without doors, and without the outer wall:
//! wall and void that are connected to the ring.

use super::names::{Measure, Metrics};
use crate::model::{Cell, Level, NodeIndex, Room, Tile, Tiles};

/// The interior of a room.
struct Interior {
    patch: Patch,
    /// By cell of the patch, true if it belongs to the interior.
    inside: Vec<bool>,
}

/// The first and the last row and column of a box.
struct Bounds {
    rows: [usize; 2],
    cols: [usize; 2],
}

/// The appearance of a cell, for comparing mirror images. Things lie on floor; doors belong to the outer wall.
#[derive(PartialEq, Eq)]
enum Look {
    Floor,
    OuterWall,
    Pillar,
    Block,
    Water,
    WetFloor,
    Stair,
    Puzzle,
    Pit,
}

/// Measures the interiors of a level's rooms. A room that is all wall has none.
pub(super) fn count(level: &Level, metrics: &mut Metrics) {
    let rooms = level
        .tiles
        .iter()
        .flat_map(|tiles| tiles.rooms.iter().map(move |room| Patch::of(tiles, room)));
    let [mut plain, mut mirrored, mut split] = [0; 3];
    let mut features = Vec::new();
    for interior in rooms.map(Interior::of) {
        let (size, Some(bounds)) = (interior.cells().count(), interior.bounds()) else { continue };
        let here = interior.cells().filter(|&cell| is_feature(interior.patch.tiles[cell])).count();
        features.push(here as f64 / size as f64);
        split += usize::from(interior.is_split());
        if here == 0 && size == bounds.area() {
            plain += 1;
        } else {
            mirrored += usize::from(interior.mirrors(&bounds));
        }
    }
    metrics.set(Measure::Plain, plain, features.len());
    metrics.set(Measure::Symmetric, mirrored, features.len() - plain);
    metrics.set(Measure::Split, split, features.len());
    metrics.set_mean(Measure::Features, &features);
}

/// True if a tile of the interior is a feature.
fn is_feature(tile: Tile) -> bool {
    let standing = matches!(tile, Tile::Block | Tile::Stair | Tile::Puzzle | Tile::Pit);
    standing || tile.is_solid() || matches!(tile, Tile::Element | Tile::ElementFloor)
}

impl Bounds {
    /// The number of its cells.
    fn area(&self) -> usize {
        let length = |[first, last]: [usize; 2]| last + 1 - first;
        length(self.rows) * length(self.cols)
    }
}

impl Interior {
    /// The interior of a patch.
    fn of(patch: Patch) -> Self {
        let walls = patch.pieces(|cell| patch.is_ring(cell) || patch.tiles[cell].is_solid());
        // The ring is one piece, and the first cell belongs to it.
        let outer = |cell: usize| walls.of[cell] == Some(0);
        let inside = |cell: usize| !outer(cell) && !patch.tiles[cell].is_door();
        let inside = (0..patch.tiles.len()).map(inside).collect();
        Self { patch, inside }
    }

    /// The cells of the interior.
    fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.inside.len()).filter(|&cell| self.inside[cell])
    }

    /// The box around the interior; `None` if there is no interior.
    fn bounds(&self) -> Option<Bounds> {
        let rows = || self.cells().map(|cell| cell / self.patch.cols);
        let cols = || self.cells().map(|cell| cell % self.patch.cols);
        Some(Bounds { rows: [rows().min()?, rows().max()?], cols: [cols().min()?, cols().max()?] })
    }

    /// True if the box around the interior equals its mirror image, left to right or top to bottom.
    fn mirrors(&self, Bounds { rows, cols }: &Bounds) -> bool {
        let look = |row, col| self.look(row * self.patch.cols + col);
        let all = |alike: &dyn Fn(usize, usize) -> bool| {
            (rows[0]..=rows[1]).all(|row| (cols[0]..=cols[1]).all(|col| alike(row, col)))
        };
        all(&|row, col| look(row, col) == look(row, cols[0] + cols[1] - col))
            || all(&|row, col| look(row, col) == look(rows[0] + rows[1] - row, col))
    }

    fn look(&self, cell: usize) -> Look {
        if !self.inside[cell] {
            return Look::OuterWall;
        }
        match self.patch.tiles[cell] {
            Tile::Void | Tile::Wall => Look::Pillar,
            Tile::Block => Look::Block,
            Tile::Element => Look::Water,
            Tile::ElementFloor => Look::WetFloor,
            Tile::Stair => Look::Stair,
            Tile::Puzzle => Look::Puzzle,
            Tile::Pit => Look::Pit,
            _ => Look::Floor,
        }
    }

    /// True if blocks, water and pits split a connected part of the interior.
    fn is_split(&self) -> bool {
        let tile = |cell: usize| self.patch.tiles[cell];
        let open = |cell: usize| self.inside[cell] && !tile(cell).is_solid();
        let bars = |tile: Tile| matches!(tile, Tile::Block | Tile::Element | Tile::Pit);
        let dry = |cell: usize| open(cell) && !bars(tile(cell));
        let Pieces { of: part, sizes } = self.patch.pieces(open);
        let pieces = self.patch.pieces(dry);
        let mut first = vec![None; sizes.len()];
        let parts =
            part.iter().zip(&pieces.of).filter_map(|(part, piece)| Some(((*part)?, (*piece)?)));
        parts.into_iter().any(|(part, piece)| *first[part].get_or_insert(piece) != piece)
    }
}

// -------------------------------------------------------------------------------------------------
// The tiles of a rectangle, and their connected pieces.

/// The tiles of a room's rectangle, row by row; a cell is an index into them.
pub(super) struct Patch {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) tiles: Vec<Tile>,
}

/// The connected pieces of a patch.
pub(super) struct Pieces {
    /// The piece of each cell.
    pub(super) of: Vec<Option<usize>>,
    /// The number of cells of each piece; pieces are numbered in the order of their first cells.
    pub(super) sizes: Vec<usize>,
}

impl Patch {
    /// The patch of a room.
    pub(super) fn of(tiles: &Tiles, room: &Room) -> Self {
        let tiles = room.cells().map(|cell| tiles.tile(cell).unwrap_or_default()).collect();
        Self { rows: room.rows as usize, cols: room.cols as usize, tiles }
    }

    /// True if a cell lies in the outermost ring.
    fn is_ring(&self, cell: usize) -> bool {
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

// -------------------------------------------------------------------------------------------------
// The rooms of cells.

/// For each cell, the room whose rectangle contains it.
pub(crate) struct Ground<'a> {
    pub(crate) tiles: Option<&'a Tiles>,
    /// By floor, row and column.
    rooms: Vec<Vec<Vec<Option<NodeIndex>>>>,
}

impl<'a> Ground<'a> {
    /// The map from cells to rooms of a level.
    pub(crate) fn of(level: &'a Level) -> Self {
        let tiles = level.tiles.as_ref();
        let floors = tiles.map_or(&[][..], |tiles| &tiles.floors);
        let blank =
            |floor: &crate::Grid| vec![vec![None; floor.cols() as usize]; floor.rows() as usize];
        let mut rooms: Vec<Vec<Vec<_>>> = floors.iter().map(blank).collect();
        for room in level.rooms() {
            for cell in room.cells() {
                rooms[cell.floor as usize][cell.row as usize][cell.col as usize] = Some(room.node);
            }
        }
        Self { tiles, rooms }
    }

    pub(crate) fn room(&self, cell: Cell) -> Option<NodeIndex> {
        *self.rooms.get(cell.floor as usize)?.get(cell.row as usize)?.get(cell.col as usize)?
    }
}

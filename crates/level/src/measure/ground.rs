//! The rooms of cells.

use crate::model::graph::NodeIndex;
use crate::model::grid::Cell;
use crate::model::level::{Level, Tiles};

/// Of each cell the room in whose rectangle it lies.
pub(crate) struct Ground<'a> {
    pub(crate) tiles: Option<&'a Tiles>,
    /// By floor, row and column.
    rooms: Vec<Vec<Vec<Option<NodeIndex>>>>,
}

impl<'a> Ground<'a> {
    /// The ground of a level.
    pub(crate) fn of(level: &'a Level) -> Self {
        let tiles = level.tiles.as_ref();
        let floors = tiles.map_or(&[][..], |tiles| &tiles.floors);
        let blank =
            |floor: &crate::Grid| vec![vec![None; floor.cols() as usize]; floor.rows() as usize];
        let mut rooms: Vec<Vec<Vec<_>>> = floors.iter().map(blank).collect();
        for room in tiles.iter().flat_map(|tiles| &tiles.rooms) {
            for cell in room.cells() {
                rooms[cell.floor as usize][cell.row as usize][cell.col as usize] = Some(room.node);
            }
        }
        Self { tiles, rooms }
    }

    /// The room of a cell.
    pub(crate) fn room(&self, cell: Cell) -> Option<NodeIndex> {
        *self.rooms.get(cell.floor as usize)?.get(cell.row as usize)?.get(cell.col as usize)?
    }
}

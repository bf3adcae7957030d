//! Fog: the part of a level that the player has explored.
//!
//! In a level with rooms, entering a room explores it and the doors that lead out of it; cells outside of rooms are
//! explored from nearby. A level without rooms is fully visible. Invariant: explored cells stay explored.

use level::{Cell, Tile, Tiles};
use std::collections::BTreeSet;

/// Range of sight outside of rooms, in rows and columns.
const SIGHT: i32 = 3;

/// The explored parts of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fog {
    /// The room of each cell, by floor, row and column, as an index into the list of rooms.
    room_of: Vec<Vec<Vec<Option<usize>>>>,
    has_rooms: bool,
    entered: BTreeSet<usize>,
    /// Explored cells outside of rooms.
    near: BTreeSet<Cell>,
}

impl Fog {
    /// Fog over all rooms of a level, if it has any.
    pub(super) fn new(tiles: &Tiles) -> Self {
        let blank =
            |floor: &level::Grid| vec![vec![None; floor.cols() as usize]; floor.rows() as usize];
        let mut room_of: Vec<Vec<Vec<Option<usize>>>> = tiles.floors.iter().map(blank).collect();
        for (number, room) in tiles.rooms.iter().enumerate() {
            for cell in room.cells() {
                let row = room_of
                    .get_mut(cell.floor as usize)
                    .and_then(|rows| rows.get_mut(cell.row as usize));
                if let Some(place) = row.and_then(|row| row.get_mut(cell.col as usize)) {
                    *place = Some(number);
                }
            }
        }
        let has_rooms = !tiles.rooms.is_empty();
        Self { room_of, has_rooms, entered: BTreeSet::new(), near: BTreeSet::new() }
    }

    /// Index of the room of a cell in the list of rooms.
    pub(super) fn room(&self, cell: Cell) -> Option<usize> {
        let row = self.room_of.get(cell.floor as usize)?.get(cell.row as usize)?;
        row.get(cell.col as usize).copied().flatten()
    }

    /// Explores around the cell of the player. Returns true if the cell is in a room that was not entered before.
    pub(super) fn enter(&mut self, cell: Cell) -> bool {
        if let Some(room) = self.room(cell) {
            return self.entered.insert(room);
        }
        if self.has_rooms {
            let offsets = || -SIGHT..=SIGHT;
            let around =
                offsets().flat_map(|row| offsets().filter_map(move |col| cell.offset(row, col)));
            let outside: Vec<Cell> = around.filter(|&cell| self.room(cell).is_none()).collect();
            self.near.extend(outside);
        }
        false
    }

    /// True if a cell is explored.
    pub(super) fn is_seen(&self, cell: Cell, tiles: &Tiles) -> bool {
        let entered = |cell| self.room(cell).is_some_and(|room| self.entered.contains(&room));
        if !self.has_rooms || entered(cell) || self.near.contains(&cell) {
            return true;
        }
        // A room also shows the cells of its exits.
        let solid = |cell| matches!(tiles.tile(cell), None | Some(Tile::Wall | Tile::Void));
        !solid(cell) && cell.neighbours().any(|beside| entered(beside) && !solid(beside))
    }

    /// Number of entered rooms, and of all rooms.
    pub(super) fn share(&self, tiles: &Tiles) -> (usize, usize) {
        (self.entered.len(), tiles.rooms.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(rooms: &str) -> Tiles {
        let drawn = format!("quandary/level/1\n{rooms}\n\n##########\n#@../...*#\n##########\n");
        level::formats::text::read(&drawn).unwrap().tiles.unwrap()
    }

    const ROOMS: &str = "rooms: [{\"node\":0,\"floor\":0,\"row\":0,\"col\":0,\"rows\":3,\"cols\":4},\
        {\"node\":1,\"floor\":0,\"row\":0,\"col\":5,\"rows\":3,\"cols\":5}]\n\
        graph: {\"nodes\":[{\"id\":0},{\"id\":1}]}";

    fn shown(fog: &Fog, tiles: &Tiles) -> String {
        let cells = (0..10).map(|col| Cell::new(0, 1, col));
        cells.map(|cell| if fog.is_seen(cell, tiles) { 'x' } else { '.' }).collect()
    }

    #[test]
    fn a_room_is_seen_when_it_is_entered_and_its_doors_with_it() {
        let tiles = tiles(ROOMS);
        let mut fog = Fog::new(&tiles);
        assert_eq!(shown(&fog, &tiles), "..........");
        assert!(fog.enter(Cell::new(0, 1, 1)));
        assert_eq!(shown(&fog, &tiles), "xxxxx.....");
        assert!(!fog.enter(Cell::new(0, 1, 4)), "a doorway is no room");
        assert_eq!(shown(&fog, &tiles), "xxxxx.....");
        assert!(fog.enter(Cell::new(0, 1, 5)));
        assert_eq!(shown(&fog, &tiles), "xxxxxxxxxx");
        assert!(!fog.enter(Cell::new(0, 1, 1)), "it was entered before");
        assert_eq!(fog.share(&tiles), (2, 2));
    }

    #[test]
    fn without_rooms_there_is_no_fog() {
        let drawn = "##########\n#@../...*#\n##########\n";
        let tiles = level::formats::text::read(drawn).unwrap().tiles.unwrap();
        assert_eq!(shown(&Fog::new(&tiles), &tiles), "xxxxxxxxxx");
    }
}

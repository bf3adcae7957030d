//! A layout as the space of a mission: one room a room, its neighbours those it is connected with.

use crate::layout::Layout;
use crate::mission::constraints::{Cell, Cells};
use crate::mission::{Constraints, Coords};
use crate::puzzle::ways::Ways;

/// The rooms of a layout, numbered as they are.
pub(super) struct Rooms {
    coords: Vec<[i32; 3]>,
    ways: Ways,
    entry: Cell,
}

impl Rooms {
    pub(super) fn of(layout: &Layout) -> Self {
        let coords = layout.rooms.iter().map(|room| room.coords).collect();
        Self { coords, ways: Ways::of(layout), entry: layout.entry() }
    }
}

impl Constraints for Rooms {
    fn rooms(&self) -> usize {
        self.coords.len()
    }

    fn cells(&self) -> usize {
        self.coords.len()
    }

    fn first_cells(&self) -> Vec<Cell> {
        vec![self.entry]
    }

    fn neighbours(&self, cell: Cell, _: usize, into: &mut Cells) {
        into.extend(self.ways.from(cell).map(|(_, to)| to));
    }

    fn coords(&self, cell: Cell) -> Coords {
        Coords::Place(self.coords.get(cell as usize).copied().unwrap_or_default())
    }
}

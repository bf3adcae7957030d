//! Changes of a finished layout: passages closed and opened, rooms added.
//!
//! Whoever changes something sees to it that the layout stays in one piece, and calls [`Layout::settle`]
//! at the end, which brings distances and ordinary kinds up to date. Invariant: connections stay mutual.

use super::{Direction, Directions, Kind, Layout, Room};
use crate::puzzle::ways::Ways;

impl Layout {
    /// Closes the passage of a room in a direction, from both sides.
    pub(crate) fn close(&mut self, room: u32, direction: Direction) {
        self.set(room, direction, Directions::without);
    }

    /// Opens the passage of a room in a direction, from both sides, if there is a room.
    pub(crate) fn open(&mut self, room: u32, direction: Direction) {
        self.set(room, direction, Directions::with);
    }

    fn set(
        &mut self,
        room: u32,
        direction: Direction,
        to: fn(Directions, Direction) -> Directions,
    ) {
        let place = self.rooms.get(room as usize).map(|room| room.coords);
        let Some(other) = place.and_then(|place| self.index(direction.step(place))) else { return };
        for (room, direction) in [(room, direction), (other, direction.opposite())] {
            if let Some(room) = self.rooms.get_mut(room as usize) {
                room.connections = to(room.connections, direction);
            }
        }
    }

    /// Adds a chamber without passages where there is none yet, and widens the bounds to hold it.
    pub(crate) fn add(&mut self, coords: [i32; 3]) {
        let [x, y, z] = coords;
        let key = |room: &Room| [room.coords[2], room.coords[1], room.coords[0]];
        if let Err(at) = self.rooms.binary_search_by_key(&[z, y, x], key) {
            let connections = Directions::default();
            let room = Room { coords, kind: Kind::Chamber, connections, entry: false, distance: 0 };
            self.rooms.insert(at, room);
        }
        let bounds = &mut self.bounds;
        (bounds.min_x, bounds.max_x) = (bounds.min_x.min(x), bounds.max_x.max(x));
        (bounds.min_y, bounds.max_y) = (bounds.min_y.min(y), bounds.max_y.max(y));
        (bounds.min_z, bounds.max_z) = (bounds.min_z.min(z), bounds.max_z.max(z));
    }

    /// Measures distances again, and tells corridors from chambers by their connections.
    pub(crate) fn settle(&mut self) {
        let steps = Ways::of(self).distances(self.entry(), |_| true);
        for (room, step) in self.rooms.iter_mut().zip(steps) {
            room.distance = step;
            if matches!(room.kind, Kind::Corridor | Kind::Chamber) {
                let many = room.connections.is_many();
                room.kind = if many { Kind::Corridor } else { Kind::Chamber };
            }
        }
    }
}

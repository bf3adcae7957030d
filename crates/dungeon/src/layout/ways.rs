//! The passages of a layout as a graph: distances, bridges, and the rooms beyond a passage.
//!
//! Invariant: neighbours are visited in the order of [`Direction::ALL`] and rooms in their own order. The same layout
//! therefore gives the same results.
//!
//! A finished layout can be changed: passages can be closed and opened, rooms added. The caller keeps the layout
//! connected and finally calls `Layout::settle`, which updates distances and ordinary kinds. Invariant: connections
//! stay mutual.

use super::room::{Direction, Directions, Layout, Room, RoomIndex, RoomKind};
use std::collections::VecDeque;

/// The distance of a room that is not reached.
pub const UNREACHED: u32 = u32::MAX;

/// A passage, seen from one of its rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Passage {
    /// The room.
    pub room: RoomIndex,
    /// The direction of the passage.
    pub direction: Direction,
}

/// For each room, the room in each direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    next: Vec<[Option<RoomIndex>; 6]>,
}

impl Ways {
    /// The passages of a layout.
    #[must_use]
    pub fn of(layout: &Layout) -> Self {
        let at = |place: [i32; 3]| layout.index(place);
        let ways = |room: &Room| {
            Direction::ALL
                .map(|way| room.connections.has(way).then(|| at(way.step(room.coords))).flatten())
        };
        Self { next: layout.rooms.iter().map(ways).collect() }
    }

    /// Number of rooms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.next.len()
    }

    /// True if there are no rooms.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// The room at the far end of a passage.
    #[must_use]
    pub fn beyond(&self, Passage { room, direction }: Passage) -> Option<RoomIndex> {
        self.next.get(room as usize)?[direction as usize]
    }

    /// The passages of a room, each with the room at its far end.
    pub fn from(&self, room: RoomIndex) -> impl Iterator<Item = (Passage, RoomIndex)> + '_ {
        let ways = self.next.get(room as usize).copied().unwrap_or_default();
        Direction::ALL
            .into_iter()
            .zip(ways)
            .filter_map(move |(direction, to)| Some((Passage { room, direction }, to?)))
    }

    /// The same passage, seen from its other room.
    #[must_use]
    pub fn back(&self, passage: Passage) -> Option<Passage> {
        let room = self.beyond(passage)?;
        Some(Passage { room, direction: passage.direction.opposite() })
    }

    /// Closes a passage from both sides.
    pub fn close(&mut self, passage: Passage) {
        let sides = [Some(passage), self.back(passage)];
        for Passage { room, direction } in sides.into_iter().flatten() {
            if let Some(ways) = self.next.get_mut(room as usize) {
                ways[direction as usize] = None;
            }
        }
    }

    /// Number of steps from a room to every other, through passages for which `open` holds.
    #[must_use]
    pub fn distances(&self, from: RoomIndex, open: impl Fn(Passage) -> bool) -> Vec<u32> {
        let mut steps = vec![UNREACHED; self.len()];
        let mut queue = VecDeque::from([from]);
        if let Some(first) = steps.get_mut(from as usize) {
            *first = 0;
        }
        while let Some(here) = queue.pop_front() {
            let on = steps[here as usize] + 1;
            for (passage, to) in self.from(here) {
                if steps[to as usize] == UNREACHED && open(passage) {
                    steps[to as usize] = on;
                    queue.push_back(to);
                }
            }
        }
        steps
    }

    /// The bridges: passages whose closing cuts off rooms, each seen from the side of `entry`, in the order of rooms
    /// and directions (Tarjan, 1974; without recursion).
    #[must_use]
    pub fn bridges(&self, entry: RoomIndex) -> Vec<Passage> {
        let mut met = vec![0u32; self.len()];
        let mut low = met.clone();
        let mut time = 1;
        let mut found = Vec::new();
        // For each room: the passage by which it was entered, and how many of its passages were visited.
        let mut stack: Vec<(RoomIndex, Option<Passage>, usize)> = vec![(entry, None, 0)];
        if self.is_empty() {
            return found;
        }
        (met[entry as usize], low[entry as usize]) = (1, 1);
        while let Some(&mut (here, by, ref mut looked)) = stack.last_mut() {
            let Some(&direction) = Direction::ALL.get(*looked) else {
                stack.pop();
                if let Some(by) = by {
                    let (before, here) = (by.room as usize, here as usize);
                    low[before] = low[before].min(low[here]);
                    if low[here] > met[before] {
                        found.push(by);
                    }
                }
                continue;
            };
            *looked += 1;
            let passage = Passage { room: here, direction };
            let Some(to) = self.beyond(passage) else { continue };
            if by.and_then(|by| self.back(by)) == Some(passage) {
                continue;
            }
            if met[to as usize] == 0 {
                time += 1;
                (met[to as usize], low[to as usize]) = (time, time);
                stack.push((to, Some(passage), 0));
            } else {
                low[here as usize] = low[here as usize].min(met[to as usize]);
            }
        }
        found.sort_unstable();
        found
    }
}

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

    /// Adds a chamber without passages at free coordinates and widens the bounds to include it.
    pub(crate) fn add(&mut self, coords: [i32; 3]) {
        let [x, y, z] = coords;
        let key = |room: &Room| [room.coords[2], room.coords[1], room.coords[0]];
        if let Err(at) = self.rooms.binary_search_by_key(&[z, y, x], key) {
            let connections = Directions::default();
            let room =
                Room { coords, kind: RoomKind::Chamber, connections, entry: false, distance: 0 };
            self.rooms.insert(at, room);
        }
        let bounds = &mut self.bounds;
        (bounds.min_x, bounds.max_x) = (bounds.min_x.min(x), bounds.max_x.max(x));
        (bounds.min_y, bounds.max_y) = (bounds.min_y.min(y), bounds.max_y.max(y));
        (bounds.min_z, bounds.max_z) = (bounds.min_z.min(z), bounds.max_z.max(z));
    }

    /// Recomputes distances, and corridors and chambers from their numbers of connections.
    pub(crate) fn settle(&mut self) {
        let steps = Ways::of(self).distances(self.entry(), |_| true);
        for (room, step) in self.rooms.iter_mut().zip(steps) {
            room.distance = step;
            if matches!(room.kind, RoomKind::Corridor | RoomKind::Chamber) {
                let many = room.connections.is_many();
                room.kind = if many { RoomKind::Corridor } else { RoomKind::Chamber };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Request, generate};
    use search::Seed;

    #[test]
    fn bridges_cut_rooms_off_and_nothing_else_does() {
        for (name, seed) in [("cave", 1), ("ruins", 2), ("tower", 3), ("town", 4), ("inn", 5)] {
            let layout =
                generate(&Request::of(name).unwrap(), Seed::new(seed).unwrap(), Default::default())
                    .unwrap();
            let ways = Ways::of(&layout);
            let entry = layout.entry();
            let reached = |without: Passage| {
                let open = |p| p != without && Some(p) != ways.back(without);
                ways.distances(entry, open).iter().filter(|&&d| d != UNREACHED).count()
            };
            let mut naive = Vec::new();
            for room in 0..ways.len() as RoomIndex {
                for (passage, to) in ways.from(room) {
                    let near =
                        ways.distances(entry, |p| p != passage && Some(p) != ways.back(passage));
                    if reached(passage) < ways.len() && near[to as usize] == UNREACHED {
                        naive.push(passage);
                    }
                }
            }
            assert_eq!(ways.bridges(entry), naive, "{name}");
            let steps = ways.distances(entry, |_| true);
            assert!(layout.rooms.iter().zip(steps).all(|(room, step)| room.distance == step));
        }
    }
}

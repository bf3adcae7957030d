//! A layout of exactly so many rooms: cut out of a larger one around the entry, or grown where it is too small.
//!
//! Invariant: the layout that is left is in one piece, holds the entry, and has a room on every floor.

use crate::layout::{Direction, Kind, Layout};
use crate::puzzle::ways::Ways;
use search::Stream;
use std::collections::{BTreeSet, VecDeque};

/// Cuts or grows a layout to `rooms` rooms; never fewer than there are floors.
pub(super) fn fit(layout: &mut Layout, rooms: usize, stream: &mut Stream) {
    let floors = floors_outwards(layout);
    let mut kept = Kept::new(layout);
    for (done, &floor) in floors.iter().enumerate().skip(1) {
        let left = floors.len() - done;
        kept.climb(layout, floor, rooms.saturating_sub(left), stream);
    }
    kept.spread(layout, rooms, stream);
    kept.cut(layout);
    while layout.rooms.len() < rooms {
        grow(layout, stream);
    }
    layout.settle();
}

/// The floors, that of the entry first, then downwards and upwards.
fn floors_outwards(layout: &Layout) -> Vec<i32> {
    let bounds = layout.bounds;
    let first = layout.rooms.get(layout.entry() as usize).map_or(0, |room| room.coords[2]);
    let down = (bounds.min_z..first).rev();
    std::iter::once(first).chain(down).chain(first + 1..=bounds.max_z).collect()
}

/// The rooms that stay, by their coordinates: numbers change when rooms are added.
struct Kept {
    places: BTreeSet<[i32; 3]>,
}

impl Kept {
    fn new(layout: &Layout) -> Self {
        let entry = layout.rooms.get(layout.entry() as usize);
        Self { places: entry.map(|room| room.coords).into_iter().collect() }
    }

    /// Keeps a shortest way to a floor, if it takes no more than `most` rooms in all; else makes stairs there
    /// from a room that is kept.
    fn climb(&mut self, layout: &mut Layout, floor: i32, most: usize, stream: &mut Stream) {
        let way = self.way(layout, floor);
        if let Some(way) = way.filter(|way| self.places.len() + way.len() <= most + 1) {
            self.places.extend(way);
            return;
        }
        let beside = |place: &&[i32; 3]| (place[2] - floor).abs() == 1;
        let from: Vec<[i32; 3]> = self.places.iter().filter(beside).copied().collect();
        let Some(&from) = stream.pick(&from) else { return };
        let direction = if floor > from[2] { Direction::Up } else { Direction::Down };
        layout.add(direction.step(from));
        if let Some(room) = layout.index(from) {
            layout.open(room, direction);
        }
        self.places.insert(direction.step(from));
    }

    /// A shortest way from what is kept to a floor.
    fn way(&self, layout: &Layout, floor: i32) -> Option<Vec<[i32; 3]>> {
        let ways = Ways::of(layout);
        let mut by = vec![None; layout.rooms.len()];
        let mut queue: VecDeque<u32> =
            self.places.iter().filter_map(|&place| layout.index(place)).collect();
        for &room in &queue {
            by[room as usize] = Some(room);
        }
        while let Some(here) = queue.pop_front() {
            if layout.rooms[here as usize].coords[2] == floor {
                let (mut way, mut at) = (Vec::new(), here);
                while let Some(before) = by[at as usize].filter(|&before| before != at) {
                    way.push(layout.rooms[at as usize].coords);
                    at = before;
                }
                return Some(way);
            }
            for (_, to) in ways.from(here) {
                if by[to as usize].is_none() {
                    by[to as usize] = Some(here);
                    queue.push_back(to);
                }
            }
        }
        None
    }

    /// Keeps rooms beside those that are kept, drawn one by one, until there are enough or no more.
    fn spread(&mut self, layout: &Layout, rooms: usize, stream: &mut Stream) {
        let ways = Ways::of(layout);
        let mut is_kept = vec![false; layout.rooms.len()];
        let mut beside: Vec<u32> = Vec::new();
        let keep = |id: u32, is_kept: &mut Vec<bool>, beside: &mut Vec<u32>| {
            is_kept[id as usize] = true;
            beside.extend(ways.from(id).map(|(_, to)| to).filter(|&to| !is_kept[to as usize]));
        };
        let first: Vec<u32> = self.places.iter().filter_map(|&place| layout.index(place)).collect();
        for id in first {
            keep(id, &mut is_kept, &mut beside);
        }
        while self.places.len() < rooms && !beside.is_empty() {
            let id = beside.swap_remove(stream.index(beside.len()));
            if !is_kept[id as usize] {
                keep(id, &mut is_kept, &mut beside);
                self.places.insert(layout.rooms[id as usize].coords);
            }
        }
    }

    /// Takes all other rooms away.
    fn cut(&self, layout: &mut Layout) {
        for room in &mut layout.rooms {
            for direction in Direction::ALL {
                if !self.places.contains(&direction.step(room.coords)) {
                    room.connections = room.connections.without(direction);
                }
            }
        }
        layout.rooms.retain(|room| self.places.contains(&room.coords));
    }
}

/// Adds a room beside any other, with one passage.
fn grow(layout: &mut Layout, stream: &mut Stream) {
    let mut free = Vec::new();
    for room in &layout.rooms {
        for direction in &Direction::ALL[..4] {
            let place = direction.step(room.coords);
            if layout.index(place).is_none() {
                free.push((place, direction.opposite()));
            }
        }
    }
    // A finite set of rooms always has a free place beside it.
    if let Some(&(place, back)) = stream.pick(&free) {
        layout.add(place);
        if let Some(room) = layout.index(place) {
            layout.open(room, back);
        }
    }
}

/// Takes the boss's mark and all others away, for the mission to set its own.
pub(super) fn unmark(layout: &mut Layout) {
    for room in &mut layout.rooms {
        if !room.entry {
            room.kind = Kind::Chamber;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Request, make};
    use search::Seed;

    #[test]
    fn a_layout_has_as_many_rooms_as_are_asked_for() {
        for (name, floors) in [("dungeon", 2), ("cave", 3), ("inn", 1), ("tower", 3), ("shrine", 1)]
        {
            for rooms in [6, 16, 60] {
                for n in 0..20 {
                    let seed = Seed::new(n).unwrap();
                    let mut request = Request::of(name).unwrap();
                    (request.bounds.min_z, request.bounds.max_z) = (1 - floors, 0);
                    let mut layout = make(&request, seed).unwrap();
                    let entry = layout.rooms[layout.entry() as usize].coords;
                    fit(&mut layout, rooms, &mut seed.attempt(0).phase("fit"));
                    assert_eq!(layout.rooms.len(), rooms, "{name} {rooms} {n}");
                    assert_eq!(layout.rooms[layout.entry() as usize].coords, entry);
                    let steps = Ways::of(&layout).distances(layout.entry(), |_| true);
                    assert!(
                        layout.rooms.iter().zip(steps).all(|(room, step)| room.distance == step)
                    );
                    let levels: BTreeSet<i32> = layout.rooms.iter().map(|r| r.coords[2]).collect();
                    assert_eq!(levels.len(), floors as usize);
                }
            }
        }
    }
}

//! The passages of a layout as a graph: distances, bridges, and what lies behind a passage.
//!
//! Invariant: neighbours are looked at in the order of [`Direction::ALL`] and rooms in their own, so that the
//! same layout gives the same answers.

use super::RoomIndex;
use crate::layout::{Direction, Layout};
use std::collections::VecDeque;

/// The distance of a room that is not reached.
pub const UNREACHED: u32 = u32::MAX;

/// A passage, seen from one of its rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Passage {
    /// The room.
    pub room: RoomIndex,
    /// Where it leads.
    pub direction: Direction,
}

/// Of every room where each direction leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    next: Vec<[Option<RoomIndex>; 6]>,
}

impl Ways {
    /// The ways of a layout.
    #[must_use]
    pub fn of(layout: &Layout) -> Self {
        let at = |place: [i32; 3]| layout.index(place);
        let ways = |room: &crate::layout::Room| {
            Direction::ALL
                .map(|way| room.connections.has(way).then(|| at(way.step(room.coords))).flatten())
        };
        Self { next: layout.rooms.iter().map(ways).collect() }
    }

    /// How many rooms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.next.len()
    }

    /// Whether there are no rooms.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// Where a passage leads.
    #[must_use]
    pub fn beyond(&self, Passage { room, direction }: Passage) -> Option<RoomIndex> {
        self.next.get(room as usize)?[direction as usize]
    }

    /// The passages of a room, with where they lead.
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

    /// Closes a passage, from both sides.
    pub fn close(&mut self, passage: Passage) {
        let sides = [Some(passage), self.back(passage)];
        for Passage { room, direction } in sides.into_iter().flatten() {
            if let Some(ways) = self.next.get_mut(room as usize) {
                ways[direction as usize] = None;
            }
        }
    }

    /// Steps from a room to every other, through passages that are `open`.
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

    /// The bridges: passages whose closing cuts rooms off, each seen from the side of `entry`, in the order of
    /// rooms and directions (Tarjan, 1974; without recursion).
    #[must_use]
    pub fn bridges(&self, entry: RoomIndex) -> Vec<Passage> {
        let mut met = vec![0u32; self.len()];
        let mut low = met.clone();
        let mut time = 1;
        let mut found = Vec::new();
        // Whence a room was entered, and how many of its passages were looked at.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Request, make};
    use search::Seed;

    #[test]
    fn bridges_cut_rooms_off_and_nothing_else_does() {
        for (name, seed) in [("cave", 1), ("ruins", 2), ("tower", 3), ("town", 4), ("inn", 5)] {
            let layout = make(&Request::of(name).unwrap(), Seed::new(seed).unwrap()).unwrap();
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

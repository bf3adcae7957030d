//! The rooms of an area as a graph, and the laws of its layout.

use crate::defect::Defect;
use crate::graph::{Graph, entry, way};
use crate::ledger::Judged;
use crate::read::area::{Area, Puzzle};
use std::collections::HashMap;

/// Rooms by number, and where their connections lead.
pub(crate) struct Map {
    /// The number of the room at a place.
    pub(crate) places: HashMap<[i64; 3], usize>,
    /// Of each room where it leads; a connection that is not mutual leads nowhere.
    pub(crate) links: Vec<Vec<usize>>,
    pub(crate) entry: usize,
    /// Walking distance from the entry over all connections; None where there is no way.
    pub(crate) steps: Vec<Option<u64>>,
    /// Of each puzzle the passage that it blocks; None where there is none.
    pub(crate) gates: Vec<Option<(usize, usize)>>,
    /// Of each puzzle and of each item the number of its room; None where there is none.
    pub(crate) stands: Vec<Option<usize>>,
    pub(crate) lies: Vec<Option<usize>>,
}

impl Map {
    /// Reads the graph and notes what breaks the laws of layouts; None where there is no one entry,
    /// so that nothing can be walked.
    pub(crate) fn read(area: &Area, judged: &mut Judged) -> Option<Self> {
        let graph = Graph::read(area.bounds, &area.rooms, judged);
        let entry = entry(&area.rooms, judged)?;
        for room in &area.rooms {
            judged.expect((room.kind == "entry") == room.entry, Defect::Entry, || {
                format!("{:?} is {}", room.coords, room.kind)
            });
        }
        let steps = graph.walk(&area.rooms, entry, judged);
        let Graph { places, links } = graph;
        let place = |room: &[i64; 3]| places.get(room).copied();
        let gate = |puzzle: &Puzzle| {
            let from = place(&puzzle.room)?;
            let to = place(&way(&puzzle.direction, puzzle.room)?.0)?;
            links[from].contains(&to).then_some((from, to))
        };
        let gates = area.puzzles.iter().map(gate).collect();
        let stands = area.puzzles.iter().map(|puzzle| place(&puzzle.room)).collect();
        let lies = area.items.iter().map(|item| place(&item.room)).collect();
        Some(Self { places, links, entry, steps, gates, stands, lies })
    }

    /// The distance of the farthest of some rooms that are fewer steps away than so many and are not `passed`; only rooms
    /// farther than where something lies are looked at.
    pub(crate) fn farthest_but(
        &self,
        rooms: &[bool],
        most: u64,
        lies: usize,
        passed: impl Fn(&usize) -> bool,
    ) -> Option<u64> {
        let steps = |room: &usize| self.steps[*room];
        let farther =
            |room: &usize| rooms[*room] && steps(room) > steps(&lies) && steps(room) < Some(most);
        let mut all: Vec<usize> = (0..rooms.len()).filter(farther).collect();
        all.sort_by_key(|room| std::cmp::Reverse(steps(room)));
        all.iter().find(|room| !passed(room)).and_then(&steps).or(steps(&lies))
    }
}

//! The rooms of an area as a graph, and the laws of its layout.

use super::{Area, Defect};
use crate::audit::layout::way;
use crate::audit::ledger::Judged;
use std::collections::{HashMap, VecDeque};

/// Rooms by number, and where their connections lead.
pub(in crate::audit) struct Map {
    /// The number of the room at a place.
    pub(in crate::audit) places: HashMap<[i64; 3], usize>,
    /// Of each room where it leads; a connection that is not mutual leads nowhere.
    pub(in crate::audit) links: Vec<Vec<usize>>,
    pub(in crate::audit) entry: usize,
    /// Walking distance from the entry over all connections; None where there is no way.
    pub(in crate::audit) steps: Vec<Option<u64>>,
    /// Of each puzzle the passage that it blocks; None where there is none.
    pub(in crate::audit) gates: Vec<Option<(usize, usize)>>,
    /// Of each puzzle and of each item the number of its room; None where there is none.
    pub(in crate::audit) stands: Vec<Option<usize>>,
    pub(in crate::audit) lies: Vec<Option<usize>>,
}

impl Map {
    /// Reads the graph and notes what breaks the laws of layouts; None where there is no one entry,
    /// so that nothing can be walked.
    pub(in crate::audit) fn read(area: &Area, judged: &mut Judged<Defect>) -> Option<Self> {
        let entries: Vec<usize> =
            (0..area.rooms.len()).filter(|&id| area.rooms[id].entry).collect();
        let places = places(area, judged);
        let links = links(area, &places, judged);
        let [entry] = entries[..] else {
            judged.fail(Defect::Entry, format!("{} entries", entries.len()));
            return None;
        };
        for room in &area.rooms {
            if (room.kind == "entry") != room.entry {
                judged.fail(Defect::Entry, format!("{:?} is {}", room.coords, room.kind));
            }
        }
        let steps = distances(&links, entry);
        for (room, step) in area.rooms.iter().zip(&steps) {
            match step {
                None => judged.fail(Defect::Apart, format!("no way to {:?}", room.coords)),
                Some(step) if *step != room.distance => {
                    judged.fail(Defect::Distance, format!("{:?}: {step}", room.coords));
                }
                Some(_) => {}
            }
        }
        let gate = |puzzle: &super::Puzzle| {
            let from = *places.get(&puzzle.room)?;
            let (there, _) = way(&puzzle.direction, puzzle.room)?;
            let to = *places.get(&there)?;
            links[from].contains(&to).then_some((from, to))
        };
        let gates = area.puzzles.iter().map(gate).collect();
        let stands = area.puzzles.iter().map(|puzzle| places.get(&puzzle.room).copied()).collect();
        let lies = area.items.iter().map(|item| places.get(&item.room).copied()).collect();
        Some(Self { places, links, entry, steps, gates, stands, lies })
    }
}

/// The number of the room at each place.
fn places(area: &Area, judged: &mut Judged<Defect>) -> HashMap<[i64; 3], usize> {
    let [x0, x1, y0, y1, z0, z1] = area.bounds;
    let mut places = HashMap::new();
    for (id, room) in area.rooms.iter().enumerate() {
        let [x, y, z] = room.coords;
        let within = (x0..=x1).contains(&x) && (y0..=y1).contains(&y) && (z0..=z1).contains(&z);
        if places.insert(room.coords, id).is_some() || !within {
            judged.fail(Defect::Outside, format!("{:?}", room.coords));
        }
    }
    places
}

/// Where each room leads.
fn links(
    area: &Area,
    places: &HashMap<[i64; 3], usize>,
    judged: &mut Judged<Defect>,
) -> Vec<Vec<usize>> {
    let mut links = vec![Vec::new(); area.rooms.len()];
    for (id, room) in area.rooms.iter().enumerate() {
        for name in &room.connections {
            let there = way(name, room.coords)
                .and_then(|(to, back)| places.get(&to).map(|&to| (to, back)))
                .filter(|&(to, back)| area.rooms[to].connections.iter().any(|c| c == back));
            match there {
                Some((to, _)) if !links[id].contains(&to) => links[id].push(to),
                _ => judged.fail(Defect::OneWay, format!("{name} of {:?}", room.coords)),
            }
        }
    }
    links
}

/// Walking distances from a room.
fn distances(links: &[Vec<usize>], from: usize) -> Vec<Option<u64>> {
    let mut steps = vec![None; links.len()];
    let mut queue = VecDeque::from([(from, 0)]);
    steps[from] = Some(0);
    while let Some((here, step)) = queue.pop_front() {
        for &to in &links[here] {
            if steps[to].is_none() {
                steps[to] = Some(step + 1);
                queue.push_back((to, step + 1));
            }
        }
    }
    steps
}

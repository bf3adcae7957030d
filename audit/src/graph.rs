//! The rooms of a layout or an area as a graph, and the laws that hold for both.

use crate::defect::Defect;
use crate::ledger::Judged;
use crate::read::area::Room;
use std::collections::{BTreeSet, HashMap, VecDeque};

/// Rooms by number, and where their connections lead.
pub(crate) struct Graph {
    /// The number of the room at a place.
    pub(crate) places: HashMap<[i64; 3], usize>,
    /// Of each room where it leads; a connection that is not mutual leads nowhere.
    pub(crate) links: Vec<Vec<usize>>,
}

impl Graph {
    /// Reads the graph and notes what is out of bounds and what leads nowhere.
    pub(crate) fn read(bounds: [i64; 6], rooms: &[Room], judged: &mut Judged) -> Self {
        let places = places(bounds, rooms, judged);
        let mut links = vec![Vec::new(); rooms.len()];
        for (id, room) in rooms.iter().enumerate() {
            for name in &room.connections {
                let there = way(name, room.coords)
                    .and_then(|(to, back)| places.get(&to).map(|&to| (to, back)))
                    .filter(|&(to, back)| rooms[to].connections.iter().any(|c| c == back));
                match there {
                    Some((to, _)) if !links[id].contains(&to) => links[id].push(to),
                    _ => judged.fail(Defect::OneWay, format!("{name} of {:?}", room.coords)),
                }
            }
        }
        Self { places, links }
    }

    /// Walks from the entry and notes rooms that are not reached or not in as many steps as they say;
    /// the steps to each room.
    pub(crate) fn walk(
        &self,
        rooms: &[Room],
        entry: usize,
        judged: &mut Judged,
    ) -> Vec<Option<u64>> {
        let steps = steps(&self.links, entry);
        for (room, step) in rooms.iter().zip(&steps) {
            match step {
                None => judged.fail(Defect::Apart, format!("no way to {:?}", room.coords)),
                Some(step) => judged.expect(*step == room.distance, Defect::Distance, || {
                    format!("{:?}: {step}", room.coords)
                }),
            }
        }
        steps
    }
}

/// The number of the room at each place.
fn places(bounds: [i64; 6], rooms: &[Room], judged: &mut Judged) -> HashMap<[i64; 3], usize> {
    let [x0, x1, y0, y1, z0, z1] = bounds;
    let mut places = HashMap::new();
    for (id, room) in rooms.iter().enumerate() {
        let [x, y, z] = room.coords;
        let within = (x0..=x1).contains(&x) && (y0..=y1).contains(&y) && (z0..=z1).contains(&z);
        let alone = places.insert(room.coords, id).is_none();
        judged.expect(alone && within, Defect::Outside, || format!("{:?}", room.coords));
    }
    places
}

/// The one entry among rooms; where there is not one it is noted.
pub(crate) fn entry(rooms: &[Room], judged: &mut Judged) -> Option<usize> {
    let entries: Vec<usize> = (0..rooms.len()).filter(|&id| rooms[id].entry).collect();
    let one = if let [entry] = entries[..] { Some(entry) } else { None };
    judged.expect(one.is_some(), Defect::Entry, || format!("{} entries", entries.len()));
    one
}

/// As many boss rooms as belong to a generator.
pub(crate) fn boss(generator: &str, rooms: &[Room], judged: &mut Judged) {
    let bosses = rooms.iter().filter(|room| room.kind == "boss_room").count();
    let expected = !matches!(generator, "settlement" | "single_room");
    judged.expect(bosses == usize::from(expected), Defect::Boss, || format!("{bosses} boss rooms"));
}

/// The place that a direction leads to, and the way back.
pub(crate) fn way(name: &str, [x, y, z]: [i64; 3]) -> Option<([i64; 3], &'static str)> {
    Some(match name {
        "north" => ([x, y + 1, z], "south"),
        "south" => ([x, y - 1, z], "north"),
        "east" => ([x + 1, y, z], "west"),
        "west" => ([x - 1, y, z], "east"),
        "up" => ([x, y, z + 1], "down"),
        "down" => ([x, y, z - 1], "up"),
        _ => return None,
    })
}

/// Everything that can be reached from some places, by what is next to each.
pub(crate) fn flood<T: Copy + Ord, N: IntoIterator<Item = T>>(
    from: impl IntoIterator<Item = T>,
    near: impl Fn(T) -> N,
) -> BTreeSet<T> {
    let (mut open, mut seen) = (Vec::from_iter(from), BTreeSet::new());
    while let Some(here) = open.pop() {
        if seen.insert(here) {
            open.extend(near(here));
        }
    }
    seen
}

/// The fewest steps from a room to each; None where there is no way.
fn steps(links: &[Vec<usize>], from: usize) -> Vec<Option<u64>> {
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

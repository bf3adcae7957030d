//! The laws of a layout (`quandary/layout/1`): rooms on a three-dimensional grid, and their connections.

use crate::fault::{Law, Report};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The laws, in the order of the table.
pub const LAWS: [Law; 17] = [
    ("form", "a line is the requested quandary/layout/1"),
    ("entry", "there is one entry, on its level, nearest the centre"),
    ("outside", "rooms lie within the bounds, one in a place"),
    ("one-way", "every connection leads back"),
    ("apart", "every room is reached from the entry"),
    ("distance", "a distance is the least number of steps from the entry"),
    ("few", "there are 5 rooms, or as many as fit"),
    ("single", "every level has more than one cell, if more fit"),
    ("boss", "there is one boss room if the generator has one, on its level"),
    ("on-stairs", "the boss is not on the stairs, if another room is free"),
    ("not-end", "the boss is at a dead end, if there is one"),
    ("near", "the boss is at the farthest dead end of its level"),
    ("treasure", "there is a treasure room"),
    ("puzzle", "there is a puzzle room"),
    ("ends", "eight rooms have three dead ends"),
    ("bridges", "eight rooms have three bridges"),
    ("kinds", "the kind of a room fits its connections"),
];

/// A place: x, y, z.
pub(crate) type Spot = [i64; 3];

#[derive(Deserialize)]
struct Layout {
    format: String,
    category: String,
    generator: String,
    bounds: [i64; 6],
    seed: u64,
    rooms: Vec<Room>,
}

/// A room of a layout or an area.
#[derive(Clone, Deserialize)]
pub(crate) struct Room {
    pub(crate) coords: Spot,
    pub(crate) kind: String,
    pub(crate) connections: Vec<String>,
    pub(crate) entry: bool,
    pub(crate) distance: usize,
    /// Present in every room of an area, absent in a layout.
    pub(crate) blocked_directions: Option<Vec<String>>,
}

/// Rooms by number, with their connections.
pub(crate) struct Grid {
    pub(crate) places: BTreeMap<Spot, usize>,
    /// The neighbours of each room; a connection without its reverse is ignored.
    pub(crate) links: Vec<Vec<usize>>,
    pub(crate) entry: usize,
    /// The steps from the entry; `None` if unreachable.
    pub(crate) steps: Vec<Option<usize>>,
}

/// All nodes reachable from some nodes, by adjacency.
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

/// The steps from one node to each other; `None` if unreachable.
pub(crate) fn steps(links: &[Vec<usize>], from: usize) -> Vec<Option<usize>> {
    let mut steps = vec![None; links.len()];
    let mut ring = BTreeSet::from([from]);
    for step in 0..links.len() {
        ring.retain(|room| steps[*room].is_none());
        ring.iter().for_each(|room| steps[*room] = Some(step));
        ring = ring.into_iter().flat_map(|room| links[room].iter().copied()).collect();
    }
    steps
}

/// The target of a direction, and the reverse direction.
pub(crate) fn way(name: &str, [x, y, z]: Spot) -> Option<(Spot, &'static str)> {
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

impl Grid {
    /// Reads the rooms and checks the common laws of layouts and areas; `None` unless there is exactly one entry.
    pub(crate) fn of(bounds: [i64; 6], rooms: &[Room], report: &mut Report) -> Option<Self> {
        let [x0, x1, y0, y1, z0, z1] = bounds;
        let mut places = BTreeMap::new();
        for (number, room) in rooms.iter().enumerate() {
            let [x, y, z] = room.coords;
            let within = (x0..=x1).contains(&x) && (y0..=y1).contains(&y) && (z0..=z1).contains(&z);
            let alone = places.insert(room.coords, number).is_none();
            report.expect(alone && within, "outside", || format!("{:?}", room.coords));
        }
        let mut links = vec![Vec::new(); rooms.len()];
        for (number, room) in rooms.iter().enumerate() {
            for name in &room.connections {
                let there = way(name, room.coords);
                let there = there.and_then(|(to, back)| Some((*places.get(&to)?, back)));
                let mutual =
                    |to: &usize, back: &str| rooms[*to].connections.iter().any(|c| c == back);
                match there.filter(|(to, back)| mutual(to, back)) {
                    Some((to, _)) if !links[number].contains(&to) => links[number].push(to),
                    _ => report.fault("one-way", format!("{name} of {:?}", room.coords)),
                }
            }
        }
        let entries: Vec<usize> = (0..rooms.len()).filter(|room| rooms[*room].entry).collect();
        let [entry] = entries[..] else {
            report.fault("entry", format!("{} entries", entries.len()));
            return None;
        };
        let steps = steps(&links, entry);
        for (room, step) in rooms.iter().zip(&steps) {
            let at = room.coords;
            report.expect(step.is_some(), "apart", || format!("there is no way to {at:?}"));
            let right = step.is_none_or(|step| step == room.distance);
            report.expect(right, "distance", || format!("{at:?}: {step:?}"));
        }
        Some(Self { places, links, entry, steps })
    }
}

/// Checks the number of boss rooms of a generator.
pub(crate) fn bosses(generator: &str, rooms: &[Room], report: &mut Report) {
    let count = rooms.iter().filter(|room| room.kind == "boss_room").count();
    let due = usize::from(!matches!(generator, "settlement" | "single_room"));
    report.expect(count == due, "boss", || format!("{count} boss rooms"));
}

/// Checks a printed layout of a category, by a generator, of a seed.
pub fn check(line: &str, category: &str, generator: &str, seed: u64) -> Report {
    Report::of(line, |layout: Layout, report| {
        let is = (layout.category.as_str(), layout.generator.as_str(), layout.seed);
        let right = layout.format == "quandary/layout/1" && is == (category, generator, seed);
        report.expect(right, "form", || format!("{} of {is:?}", layout.format));
        let Some(grid) = Grid::of(layout.bounds, &layout.rooms, report) else { return };
        let entry = &layout.rooms[grid.entry];
        entry_place(&layout, entry, report);
        if generator != "single_room" {
            levels(&layout, report);
        }
        bosses(generator, &layout.rooms, report);
        boss(&layout, entry, report);
        ends(&layout.rooms, &grid, report);
        kinds(&layout.rooms, report);
    })
}

/// Checks that the entry is on its level, nearest the centre.
fn entry_place(layout: &Layout, entry: &Room, report: &mut Report) {
    let [x0, x1, y0, y1, z0, z1] = layout.bounds;
    let level = match (layout.generator.as_str(), layout.category.as_str()) {
        ("tower", _) => z0,
        ("cellular", _) => z1,
        // Above ground, if the bounds allow it.
        ("settlement" | "single_room", _) | (_, "temple" | "monastery" | "shrine") => {
            0.max(z0).min(z1)
        }
        _ => z1,
    };
    let at = entry.coords;
    let right = at[2] == level && entry.kind == "entry";
    report.expect(right, "entry", || format!("{at:?} is {}", entry.kind));
    let away = |[x, y, _]: Spot| (2 * x - x0 - x1).pow(2) + (2 * y - y0 - y1).pow(2);
    let here = layout.rooms.iter().map(|room| room.coords).filter(|at| at[2] == level);
    let nearest = here.map(away).min() == Some(away(at));
    report.expect(nearest, "entry", || format!("{at:?} is not nearest the centre"));
}

/// Checks that every level exists and has more than one cell, if more fit.
fn levels(layout: &Layout, report: &mut Report) {
    let [x0, x1, y0, y1, z0, z1] = layout.bounds;
    let fit = usize::try_from((x1 - x0 + 1) * (y1 - y0 + 1)).unwrap_or(0);
    let all = fit * usize::try_from(z1 - z0 + 1).unwrap_or(0);
    let rooms = layout.rooms.len();
    report.expect(rooms >= 5.min(all), "few", || format!("{rooms} rooms"));
    for z in z0..=z1 {
        let count = layout.rooms.iter().filter(|room| room.coords[2] == z).count();
        report.expect(count >= 2.min(fit), "single", || format!("level {z}: {count} rooms"));
    }
}

/// Checks that the boss is on the level farthest from the entry's, at its farthest dead end without stairs.
fn boss(layout: &Layout, entry: &Room, report: &mut Report) {
    let [.., z0, z1] = layout.bounds;
    let Some(boss) = layout.rooms.iter().find(|room| room.kind == "boss_room") else { return };
    let (first, at) = (entry.coords[2], boss.coords);
    // Of two equally far levels, the lower one.
    let level = if first - z0 >= z1 - first { z0 } else { z1 };
    report.expect(!boss.entry && at[2] == level, "boss", || format!("the boss is at {at:?}"));
    let stairs = |room: &Room| room.connections.iter().any(|way| way == "up" || way == "down");
    let rooms = layout.rooms.iter();
    let others: Vec<&Room> =
        rooms.filter(|room| room.coords[2] == level && !room.entry && !stairs(room)).collect();
    report.expect(!stairs(boss) || others.is_empty(), "on-stairs", || format!("{at:?}"));
    let ends = others.iter().filter(|room| room.connections.len() == 1);
    if let Some(farthest) = ends.map(|room| room.distance).max() {
        let (end, steps) = (boss.connections.len() == 1, boss.distance);
        report.expect(end, "not-end", || format!("{at:?}"));
        report
            .expect(!end || steps == farthest, "near", || format!("{steps} steps, not {farthest}"));
    }
}

/// Checks dead ends, bridges, treasures and puzzles.
fn ends(rooms: &[Room], grid: &Grid, report: &mut Report) {
    let ends = grid.links.iter().filter(|links| links.len() == 1).count();
    if rooms.len() >= 8 && ends < 3 {
        report.fault("ends", format!("{ends} dead ends"));
    }
    // In a connected graph every dead end has its own bridge.
    if rooms.len() >= 8 && ends < 3 && bridges(&grid.links) < 3 {
        report.fault("bridges", format!("{} bridges", bridges(&grid.links)));
    }
    for kind in ["treasure", "puzzle"] {
        let has = rooms.iter().any(|room| room.kind == kind);
        report.expect(has, kind, || format!("{} rooms", rooms.len()));
    }
}

/// The number of bridges: connections that disconnect a room if closed.
fn bridges(links: &[Vec<usize>]) -> usize {
    let cuts = |from: usize, to: usize| {
        let near = |here: usize| {
            let closed = move |there: &usize| [(from, to), (to, from)].contains(&(here, *there));
            links[here].iter().copied().filter(move |there| !closed(there)).collect::<Vec<_>>()
        };
        !flood([from], near).contains(&to)
    };
    let pairs = (0..links.len()).flat_map(|from| links[from].iter().map(move |to| (from, *to)));
    pairs.filter(|(from, to)| from < to && cuts(*from, *to)).count()
}

/// Checks that corridors have at least three connections; all others except the entry and the boss have fewer.
fn kinds(rooms: &[Room], report: &mut Report) {
    for room in rooms {
        let many = room.connections.len() >= 3;
        let fits = match room.kind.as_str() {
            "entry" => room.entry,
            "boss_room" => true,
            "corridor" => many && !room.entry,
            "chamber" | "treasure" | "puzzle" => !many && !room.entry,
            _ => false,
        };
        report.expect(fits, "kinds", || format!("{:?} is {}", room.coords, room.kind));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::{read, spoil};
    use serde_json::{Value, json};

    /// An entry between four rooms.
    const CROSS: &str = include_str!("spoilt/cross.json");

    fn laws(layout: &Value) -> Vec<&'static str> {
        check(&layout.to_string(), "cave", "cellular", 1).laws()
    }

    #[test]
    fn each_spoilt_value_is_seen() {
        spoil(include_str!("spoilt/layout.json"), || read(CROSS), |layout| laws(&layout));
        let mut layout = read(CROSS);
        layout["rooms"][0]["connections"] = json!(["north", "east"]);
        assert!(laws(&layout).contains(&"not-end"));
        assert_eq!(check(CROSS, "cave", "cellular", 2).laws(), ["form"]);
        assert_eq!(check("[]", "cave", "cellular", 1).laws(), ["form"]);
    }

    /// Rooms in a row or a ring, the entry in the middle.
    #[test]
    fn large_layouts_have_ends_and_bridges_and_a_boss_off_the_stairs() {
        let ring = [[0, 0], [1, 0], [2, 0], [2, 1], [2, 2], [1, 2], [0, 2], [0, 1]];
        let rooms: Vec<Value> = (0..8)
            .map(|n| {
                let [x, y]: [i64; 2] = ring[n];
                let near = [ring[(n + 1) % 8], ring[(n + 7) % 8]];
                let names: Vec<&str> = ["north", "south", "east", "west"]
                    .into_iter()
                    .filter(|name| {
                        way(name, [x, y, 0]).is_some_and(|(to, _)| near.contains(&[to[0], to[1]]))
                    })
                    .collect();
                let kind = [
                    "entry",
                    "chamber",
                    "treasure",
                    "puzzle",
                    "boss_room",
                    "chamber",
                    "chamber",
                    "chamber",
                ][n];
                json!({"coords": [x, y, 0], "kind": kind, "connections": names, "entry": n == 0,
                    "distance": n.min(8 - n)})
            })
            .collect();
        let mut layout = json!({"format": "quandary/layout/1", "category": "cave", "generator": "cellular",
            "bounds": [-2, 2, -2, 2, 0, 0], "seed": 1, "rooms": rooms});
        assert_eq!(laws(&layout), ["bridges", "ends"]);
        layout["rooms"][4]["connections"] = json!(["south", "west", "up"]);
        assert!(laws(&layout).contains(&"on-stairs"));
        layout["bounds"] = json!([-2, 2, -2, 2, -1, 0]);
        assert!(laws(&layout).contains(&"single"));
        layout["rooms"] = json!(rooms[..1]);
        assert!(laws(&layout).contains(&"few"));
    }

    #[test]
    fn bridges_are_counted() {
        assert_eq!(bridges(&[vec![1, 2, 3], vec![0, 2], vec![0, 1], vec![0]]), 1);
    }
}

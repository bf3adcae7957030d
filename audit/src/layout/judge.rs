//! One layout against every law: reached by a walk of its own, bridges by depth-first search.

use crate::defect::Defect;
use crate::graph::{Graph, boss as count_bosses, entry};
use crate::ledger::Judged;
use crate::read::area::{Layout, Room};

/// The name of the shares of the levels' bounding boxes that are open, and the share that is all.
pub(crate) const FILLED: &str = "filled";
pub(crate) const WHOLE: usize = 1_000_000_000_000;

/// Reads a line and goes over it: a layout of a category, by a generator.
pub(crate) fn judge(category: &str, generator: &str, seed: u64, line: &str) -> Judged {
    let mut judged = Judged::default();
    match serde_json::from_str::<Layout>(line) {
        Ok(layout) => {
            let is = (layout.category.as_str(), layout.generator.as_str(), layout.seed);
            let right = is == (category, generator, seed);
            judged.expect(right, Defect::Form, || format!("not the {category} of seed {seed}"));
            one(&layout, &mut judged);
        }
        Err(error) => judged.fail(Defect::Form, error.to_string()),
    }
    judged
}

/// Goes over a layout.
fn one(layout: &Layout, judged: &mut Judged) {
    let rooms = &layout.rooms;
    judged.number("rooms", rooms.len());
    let format = &layout.format;
    let right = format == "quandary/layout/1";
    judged.expect(right, Defect::Form, || format!("the format is {format:?}"));
    let graph = Graph::read(layout.bounds, rooms, judged);
    let Some(entry) = entry(rooms, judged) else { return };
    judge_entry(layout, &rooms[entry], judged);
    graph.walk(rooms, entry, judged);
    if layout.generator != "single_room" {
        levels(layout, judged);
    }
    count_bosses(&layout.generator, rooms, judged);
    boss(layout, &rooms[entry], judged);
    ends(rooms, &graph, entry, judged);
    kinds(rooms, judged);
}

/// The level of the entry: the top, for towers the bottom, for temples, monasteries and all above ground
/// level 0; and there the room nearest the centre.
fn judge_entry(layout: &Layout, entry: &Room, judged: &mut Judged) {
    let [x0, x1, y0, y1, ..] = layout.bounds;
    let level = entry_level(layout);
    if entry.coords[2] != level || entry.kind != "entry" {
        judged.fail(Defect::Entry, format!("{:?} is {}", entry.coords, entry.kind));
    }
    let away = |[x, y, _]: [i64; 3]| (2 * x - x0 - x1).pow(2) + (2 * y - y0 - y1).pow(2);
    let nearest =
        layout.rooms.iter().filter(|r| r.coords[2] == level).map(|r| away(r.coords)).min();
    if nearest != Some(away(entry.coords)) {
        judged.fail(Defect::Entry, format!("{:?} is not nearest the centre", entry.coords));
    }
}

fn entry_level(layout: &Layout) -> i64 {
    let [.., z0, z1] = layout.bounds;
    match (layout.generator.as_str(), layout.category.as_str()) {
        ("tower", _) => z0,
        ("cellular", _) => z1,
        (_, "temple" | "monastery" | "shrine") | ("settlement" | "single_room", _) => {
            0.clamp(z0, z1)
        }
        _ => z1,
    }
}

/// Every level is there and more than a cell, where more fits.
fn levels(layout: &Layout, judged: &mut Judged) {
    let [x0, x1, y0, y1, z0, z1] = layout.bounds;
    let fit = ((x1 - x0 + 1) * (y1 - y0 + 1)) as usize;
    if layout.rooms.len() < 5.min(fit * (z1 - z0 + 1) as usize) {
        judged.fail(Defect::Few, format!("{} rooms", layout.rooms.len()));
    }
    for z in z0..=z1 {
        let here: Vec<&Room> = layout.rooms.iter().filter(|room| room.coords[2] == z).collect();
        if here.len() < 2.min(fit) {
            judged.fail(Defect::Single, format!("level {z}: {} rooms", here.len()));
        }
        let span = |axis: usize| {
            let all = || here.iter().map(|room| room.coords[axis]);
            all().max().unwrap_or(0) - all().min().unwrap_or(0) + 1
        };
        judged.number(FILLED, here.len() * WHOLE / (span(0) * span(1)) as usize);
    }
}

/// The boss is on the level farthest from that of the entry, at its farthest dead end off the stairs.
fn boss(layout: &Layout, entry: &Room, judged: &mut Judged) {
    let [.., z0, z1] = layout.bounds;
    let Some(boss) = layout.rooms.iter().find(|room| room.kind == "boss_room") else { return };
    // The lower one of two.
    let first = entry.coords[2];
    let level = if first - z0 >= z1 - first { z0 } else { z1 };
    if boss.entry || boss.coords[2] != level {
        judged.fail(Defect::Boss, format!("the boss at {:?}", boss.coords));
    }
    let stairs = |room: &Room| room.connections.iter().any(|way| way == "up" || way == "down");
    let others: Vec<&Room> =
        layout.rooms.iter().filter(|r| r.coords[2] == level && !r.entry && !stairs(r)).collect();
    if stairs(boss) && !others.is_empty() {
        judged.fail(Defect::BossOnStairs, format!("{:?}", boss.coords));
    }
    let ends = others.iter().filter(|room| room.connections.len() == 1);
    if let Some(farthest) = ends.map(|room| room.distance).max() {
        if boss.connections.len() != 1 {
            judged.fail(Defect::BossNotAtEnd, format!("{:?}", boss.coords));
        } else if boss.distance != farthest {
            judged.fail(Defect::Near, format!("{} steps, not {farthest}", boss.distance));
        }
    }
}

/// Dead ends, bridges, treasures, puzzles.
fn ends(rooms: &[Room], graph: &Graph, entry: usize, judged: &mut Judged) {
    let ends = graph.links.iter().filter(|links| links.len() == 1).count();
    if rooms.len() >= 8 {
        judged.expect(ends >= 3, Defect::Ends, || format!("{ends} dead ends"));
        let bridges = bridges(graph, entry);
        judged.expect(bridges >= 3, Defect::Bridges, || format!("{bridges} bridges"));
    }
    let has = |kind: &str| rooms.iter().any(|room| room.kind == kind);
    for (kind, defect) in [("treasure", Defect::NoTreasure), ("puzzle", Defect::NoPuzzle)] {
        judged.expect(has(kind), defect, || format!("{} rooms", rooms.len()));
    }
}

/// Corridors have three connections or more, all else but the entry and the boss has fewer.
fn kinds(rooms: &[Room], judged: &mut Judged) {
    for room in rooms {
        let many = room.connections.len() >= 3;
        let fits = match room.kind.as_str() {
            "entry" => room.entry,
            "boss_room" => true,
            "corridor" => many && !room.entry,
            "chamber" | "treasure" | "puzzle" => !many && !room.entry,
            _ => false,
        };
        judged.expect(fits, Defect::Kinds, || format!("{:?} is {}", room.coords, room.kind));
    }
}

/// How many connections cut a room off when closed (Tarjan, 1974), without recursion.
fn bridges(graph: &Graph, entry: usize) -> usize {
    let mut met = vec![0usize; graph.links.len()];
    let mut low = met.clone();
    let (mut time, mut found) = (1, 0);
    let mut stack = vec![(entry, usize::MAX, 0)];
    (met[entry], low[entry]) = (1, 1);
    while let Some(&mut (here, from, ref mut next)) = stack.last_mut() {
        if let Some(&to) = graph.links[here].get(*next) {
            *next += 1;
            if to == from {
                continue;
            }
            if met[to] == 0 {
                time += 1;
                (met[to], low[to]) = (time, time);
                stack.push((to, here, 0));
            } else {
                low[here] = low[here].min(met[to]);
            }
        } else {
            stack.pop();
            if from != usize::MAX {
                low[from] = low[from].min(low[here]);
                found += usize::from(low[here] > met[from]);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(coords: [i64; 3], kind: &str, ways: &str, distance: u64) -> Room {
        let connections = ways.split_whitespace().map(str::to_owned).collect();
        let (kind, entry, blocked_directions) = (kind.to_owned(), kind == "entry", None);
        Room { coords, kind, connections, entry, distance, blocked_directions }
    }

    fn cross() -> Layout {
        Layout {
            format: "quandary/layout/1".to_owned(),
            category: "cave".to_owned(),
            generator: "cellular".to_owned(),
            bounds: [-1, 1, -1, 1, 0, 0],
            seed: 1,
            rooms: vec![
                room([0, -1, 0], "boss_room", "north", 1),
                room([-1, 0, 0], "treasure", "east", 1),
                room([0, 0, 0], "entry", "north south east west", 0),
                room([1, 0, 0], "puzzle", "west", 1),
                room([0, 1, 0], "chamber", "south", 1),
            ],
        }
    }

    fn defects(change: impl Fn(&mut Layout)) -> Vec<Defect> {
        let mut layout = cross();
        change(&mut layout);
        let mut judged = Judged::default();
        one(&layout, &mut judged);
        judged.kinds()
    }

    #[test]
    fn what_is_wrong_is_seen() {
        assert_eq!(defects(|_| ()), []);
        assert_eq!(defects(|l| l.rooms[1].kind = "chamber".into()), [Defect::NoTreasure]);
        assert_eq!(defects(|l| l.rooms[3].distance = 2), [Defect::Near, Defect::Distance]);
        assert!(defects(|l| l.bounds[1] = 0).contains(&Defect::Outside));
        assert_eq!(defects(|l| l.rooms[4].kind = "corridor".into()), [Defect::Kinds]);
        assert_eq!(defects(|l| l.rooms[0].kind = "chamber".into()), [Defect::Boss]);
        assert!(defects(|l| l.rooms[4].connections.clear()).contains(&Defect::OneWay));
        assert!(defects(|l| l.rooms[2].entry = false).contains(&Defect::Entry));
    }

    #[test]
    fn bridges_are_counted() {
        let layout = cross();
        let graph = Graph::read(layout.bounds, &layout.rooms, &mut Judged::default());
        assert_eq!(graph.links.len(), 5);
        assert_eq!(bridges(&graph, 2), 4);
    }
}

//! One layout against every law: reached by a walk of its own, bridges by depth-first search.

use super::{Defect, Layout, Room};
use std::collections::{HashMap, VecDeque};

/// What was found about one layout.
#[derive(Debug, Default)]
pub(in crate::audit) struct Judged {
    pub(super) defects: Vec<(Defect, String)>,
    pub(super) rooms: usize,
    /// Of each level, the share of its bounding box that is open.
    pub(super) boxes: Vec<f64>,
}

impl Judged {
    fn fail(&mut self, defect: Defect, what: impl Into<String>) {
        self.defects.push((defect, what.into()));
    }

    /// Notes that it is not what was asked for.
    pub(in crate::audit) fn form(&mut self, what: String) {
        self.fail(Defect::Form, what);
    }
}

/// The rooms as a graph: of each the numbers of those it leads to.
struct Graph<'a> {
    rooms: &'a [Room],
    links: Vec<Vec<usize>>,
}

/// Where a direction leads, and the way back.
pub(in crate::audit) fn way(name: &str, [x, y, z]: [i64; 3]) -> Option<([i64; 3], &'static str)> {
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

/// Goes over a layout.
pub(in crate::audit) fn judge(layout: &Layout) -> Judged {
    let mut judged = Judged { rooms: layout.rooms.len(), ..Judged::default() };
    if layout.format != "quandary/layout/1" {
        judged.form(format!("the format is {:?}", layout.format));
    }
    let graph = graph(layout, &mut judged);
    let entries: Vec<usize> = (0..layout.rooms.len()).filter(|&id| graph.rooms[id].entry).collect();
    let [entry] = entries[..] else {
        judged.fail(Defect::Entry, format!("{} entries", entries.len()));
        return judged;
    };
    judge_entry(layout, &graph.rooms[entry], &mut judged);
    walked(&graph, entry, &mut judged);
    if layout.generator != "single_room" {
        levels(layout, &mut judged);
    }
    boss(layout, &graph, entry, &mut judged);
    ends(&graph, entry, &mut judged);
    kinds(&graph, &mut judged);
    judged
}

fn graph<'a>(layout: &'a Layout, judged: &mut Judged) -> Graph<'a> {
    let [x0, x1, y0, y1, z0, z1] = layout.bounds;
    let mut places = HashMap::new();
    for (id, room) in layout.rooms.iter().enumerate() {
        let [x, y, z] = room.coords;
        let within = (x0..=x1).contains(&x) && (y0..=y1).contains(&y) && (z0..=z1).contains(&z);
        if !within || places.insert(room.coords, id).is_some() {
            judged.fail(Defect::Outside, format!("{:?}", room.coords));
        }
    }
    let mut links = vec![Vec::new(); layout.rooms.len()];
    for (id, room) in layout.rooms.iter().enumerate() {
        for name in &room.connections {
            let there = way(name, room.coords)
                .and_then(|(to, back)| places.get(&to).map(|&to| (to, back)))
                .filter(|&(to, back)| layout.rooms[to].connections.iter().any(|c| c == back));
            match there {
                Some((to, _)) if !links[id].contains(&to) => links[id].push(to),
                _ => judged.fail(Defect::OneWay, format!("{name} of {:?}", room.coords)),
            }
        }
    }
    Graph { rooms: &layout.rooms, links }
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

/// Every room is reached, in as many steps as it says.
fn walked(graph: &Graph<'_>, entry: usize, judged: &mut Judged) {
    let mut steps = vec![u64::MAX; graph.rooms.len()];
    let mut queue = VecDeque::from([entry]);
    steps[entry] = 0;
    while let Some(here) = queue.pop_front() {
        for &to in &graph.links[here] {
            if steps[to] == u64::MAX {
                steps[to] = steps[here] + 1;
                queue.push_back(to);
            }
        }
    }
    let lost = steps.iter().filter(|&&step| step == u64::MAX).count();
    if lost > 0 {
        judged.fail(Defect::Apart, format!("{lost} rooms are not reached"));
    }
    let wrong = graph.rooms.iter().zip(&steps).find(|(room, step)| room.distance != **step);
    if let Some((room, step)) = wrong {
        judged.fail(Defect::Distance, format!("{:?}: {step}", room.coords));
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
        judged.boxes.push(here.len() as f64 / (span(0) * span(1)) as f64);
    }
}

fn boss(layout: &Layout, graph: &Graph<'_>, entry: usize, judged: &mut Judged) {
    let [.., z0, z1] = layout.bounds;
    let bosses: Vec<&Room> = layout.rooms.iter().filter(|r| r.kind == "boss_room").collect();
    let expected = !matches!(layout.generator.as_str(), "settlement" | "single_room");
    if bosses.len() != usize::from(expected) {
        judged.fail(Defect::NoBoss, format!("{} boss rooms", bosses.len()));
    }
    let Some(boss) = bosses.first() else { return };
    // The level farthest from that of the entry, the lower one of two.
    let first = graph.rooms[entry].coords[2];
    let level = if first - z0 >= z1 - first { z0 } else { z1 };
    if boss.entry || boss.coords[2] != level {
        judged.fail(Defect::NoBoss, format!("the boss at {:?}", boss.coords));
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
fn ends(graph: &Graph<'_>, entry: usize, judged: &mut Judged) {
    let ends = graph.links.iter().filter(|links| links.len() == 1).count();
    if graph.rooms.len() >= 8 {
        if ends < 3 {
            judged.fail(Defect::Ends, format!("{ends} dead ends"));
        }
        let bridges = bridges(graph, entry);
        if bridges < 3 {
            judged.fail(Defect::Bridges, format!("{bridges} bridges"));
        }
    }
    let has = |kind: &str| graph.rooms.iter().any(|room| room.kind == kind);
    if !has("treasure") {
        judged.fail(Defect::NoTreasure, format!("{} rooms", graph.rooms.len()));
    }
    if !has("puzzle") {
        judged.fail(Defect::NoPuzzle, format!("{} rooms", graph.rooms.len()));
    }
}

/// Corridors have three connections or more, all else but the entry and the boss has fewer.
fn kinds(graph: &Graph<'_>, judged: &mut Judged) {
    for room in graph.rooms {
        let many = room.connections.len() >= 3;
        let fits = match room.kind.as_str() {
            "entry" => room.entry,
            "boss_room" => true,
            "corridor" => many && !room.entry,
            "chamber" | "treasure" | "puzzle" => !many && !room.entry,
            _ => false,
        };
        if !fits {
            judged.fail(Defect::Kinds, format!("{:?} is {}", room.coords, room.kind));
        }
    }
}

/// How many connections cut a room off when closed (Tarjan, 1974), without recursion.
fn bridges(graph: &Graph<'_>, entry: usize) -> usize {
    let mut met = vec![0usize; graph.rooms.len()];
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
        Room { coords, kind: kind.to_owned(), connections, entry: kind == "entry", distance }
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
        let mut found: Vec<Defect> = judge(&layout).defects.into_iter().map(|d| d.0).collect();
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn what_is_wrong_is_seen() {
        assert_eq!(defects(|_| ()), []);
        assert_eq!(defects(|l| l.rooms[1].kind = "chamber".into()), [Defect::NoTreasure]);
        assert_eq!(defects(|l| l.rooms[3].distance = 2), [Defect::Near, Defect::Distance]);
        assert!(defects(|l| l.bounds[1] = 0).contains(&Defect::Outside));
        assert_eq!(defects(|l| l.rooms[4].kind = "corridor".into()), [Defect::Kinds]);
        assert_eq!(defects(|l| l.rooms[0].kind = "chamber".into()), [Defect::NoBoss]);
        assert!(defects(|l| l.rooms[4].connections.clear()).contains(&Defect::OneWay));
        assert!(defects(|l| l.rooms[2].entry = false).contains(&Defect::Entry));
        let graph = graph(&cross(), &mut Judged::default()).links.len();
        assert_eq!(graph, 5);
    }

    #[test]
    fn bridges_are_counted() {
        let layout = cross();
        let graph = graph(&layout, &mut Judged::default());
        assert_eq!(bridges(&graph, 2), 4);
    }
}

//! One layout against every law.

use crate::defect::Defect;
use crate::graph::{Graph, boss as count_bosses, entry, flood};
use crate::ledger::Judged;
use crate::read::area::{Layout, Room};

/// The name of the shares of the levels' bounding boxes that are open, and the share that is all.
pub(crate) const FILLED: &str = "filled";
pub(crate) const WHOLE: usize = 1_000_000_000_000;

/// Reads a line and goes over it: a layout of a category, by a generator.
pub(crate) fn judge(category: &str, generator: &str, seed: u64, line: &str) -> Judged {
    Judged::read(line, |layout: &Layout, judged| {
        let is = (layout.category.as_str(), layout.generator.as_str(), layout.seed);
        let right = is == (category, generator, seed);
        judged.expect(right, Defect::Form, || format!("not the {category} of seed {seed}"));
        one(layout, judged);
    })
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
    ends(rooms, &graph, judged);
    kinds(rooms, judged);
}

/// The level of the entry: the top, for towers the bottom, for temples, monasteries and all above ground
/// level 0; and there the room nearest the centre.
fn judge_entry(layout: &Layout, entry: &Room, judged: &mut Judged) {
    let ([x0, x1, y0, y1, ..], at) = (layout.bounds, entry.coords);
    let level = entry_level(layout);
    let right = at[2] == level && entry.kind == "entry";
    judged.expect(right, Defect::Entry, || format!("{at:?} is {}", entry.kind));
    let away = |[x, y, _]: [i64; 3]| (2 * x - x0 - x1).pow(2) + (2 * y - y0 - y1).pow(2);
    let here = layout.rooms.iter().map(|room| room.coords).filter(|at| at[2] == level);
    let nearest = here.map(away).min() == Some(away(at));
    judged.expect(nearest, Defect::Entry, || format!("{at:?} is not nearest the centre"));
}

fn entry_level(layout: &Layout) -> i64 {
    let [.., z0, z1] = layout.bounds;
    match (layout.generator.as_str(), layout.category.as_str()) {
        ("tower", _) => z0,
        ("cellular", _) => z1,
        // Bounds that are the wrong way round would be too much for `clamp`.
        (_, "temple" | "monastery" | "shrine") | ("settlement" | "single_room", _) => {
            0.max(z0).min(z1)
        }
        _ => z1,
    }
}

/// Every level is there and more than a cell, where more fits.
fn levels(layout: &Layout, judged: &mut Judged) {
    let [x0, x1, y0, y1, z0, z1] = layout.bounds;
    let fit = ((x1 - x0 + 1) * (y1 - y0 + 1)) as usize;
    let rooms = layout.rooms.len();
    let few = rooms < 5.min(fit * (z1 - z0 + 1) as usize);
    judged.expect(!few, Defect::Few, || format!("{rooms} rooms"));
    for z in z0..=z1 {
        let here: Vec<&Room> = layout.rooms.iter().filter(|room| room.coords[2] == z).collect();
        let count = here.len();
        judged.expect(count >= 2.min(fit), Defect::Single, || format!("level {z}: {count} rooms"));
        let span = |axis: usize| {
            let all = || here.iter().map(|room| room.coords[axis]);
            all().max().unwrap_or(0) - all().min().unwrap_or(0) + 1
        };
        judged.number(FILLED, count * WHOLE / (span(0) * span(1)) as usize);
    }
}

/// The boss is on the level farthest from that of the entry, at its farthest dead end off the stairs.
fn boss(layout: &Layout, entry: &Room, judged: &mut Judged) {
    let [.., z0, z1] = layout.bounds;
    let Some(boss) = layout.rooms.iter().find(|room| room.kind == "boss_room") else { return };
    // The lower one of two.
    let (first, at) = (entry.coords[2], boss.coords);
    let level = if first - z0 >= z1 - first { z0 } else { z1 };
    let placed = !boss.entry && at[2] == level;
    judged.expect(placed, Defect::Boss, || format!("the boss at {at:?}"));
    let stairs = |room: &Room| room.connections.iter().any(|way| way == "up" || way == "down");
    let others: Vec<&Room> =
        layout.rooms.iter().filter(|r| r.coords[2] == level && !r.entry && !stairs(r)).collect();
    let off = !stairs(boss) || others.is_empty();
    judged.expect(off, Defect::BossOnStairs, || format!("{at:?}"));
    let ends = others.iter().filter(|room| room.connections.len() == 1);
    if let Some(farthest) = ends.map(|room| room.distance).max() {
        let (end, steps) = (boss.connections.len() == 1, boss.distance);
        judged.expect(end, Defect::BossNotAtEnd, || format!("{at:?}"));
        let far = !end || steps == farthest;
        judged.expect(far, Defect::Near, || format!("{steps} steps, not {farthest}"));
    }
}

/// Dead ends, bridges, treasures, puzzles.
fn ends(rooms: &[Room], graph: &Graph, judged: &mut Judged) {
    let ends = graph.links.iter().filter(|links| links.len() == 1).count();
    // If all rooms hang together, every dead end hangs on a bridge of its own.
    if rooms.len() >= 8 && ends < 3 {
        judged.fail(Defect::Ends, format!("{ends} dead ends"));
        let bridges = bridges(graph);
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

/// Number of connections that cut a room off when closed.
fn bridges(graph: &Graph) -> usize {
    let links = graph.links.iter().enumerate();
    let links = links.flat_map(|(from, links)| links.iter().map(move |&to| (from, to)));
    let cuts = |&(from, to): &(usize, usize)| {
        let near = |here: usize| {
            let closed = move |there: usize| [(from, to), (to, from)].contains(&(here, there));
            graph.links[here].iter().copied().filter(move |&there| !closed(there))
        };
        !flood([from], near).contains(&to)
    };
    links.filter(|(from, to)| from < to).filter(cuts).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spoil;
    use serde_json::Value;

    /// An entry in the middle of four rooms.
    const CROSS: &str = include_str!("sketch.json");

    #[test]
    fn what_is_wrong_is_seen() {
        spoil::each(include_str!("spoilt.json"), |change| {
            let mut layout: Value = serde_json::from_str(CROSS).unwrap();
            change(&mut layout);
            judge("cave", "cellular", 1, &layout.to_string()).kinds()
        });
    }

    #[test]
    fn bridges_are_counted() {
        let layout: Layout = serde_json::from_str(CROSS).unwrap();
        let graph = Graph::read(layout.bounds, &layout.rooms, &mut Judged::default());
        assert_eq!(graph.links.len(), 5);
        assert_eq!(bridges(&graph), 4);
    }
}

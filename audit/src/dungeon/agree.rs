//! Whether the mission and the area are of the same rooms, and are what was asked for.

use super::asked::Asked;
use crate::area::Map;
use crate::category::Style;
use crate::defect::Defect;
use crate::graph::way;
use crate::ledger::Judged;
use crate::read::area::Area;
use crate::read::dungeon::{Dungeon, Mission};
use crate::read::mission::Item;
use std::collections::{BTreeMap, BTreeSet};

/// How many rooms a dungeon has when nobody says how many, and how many keys.
const ROOMS: usize = 16;
const KEYS: usize = 2;
/// How many puzzles when nobody says how many.
const PUZZLES: std::ops::RangeInclusive<usize> = 1..=2;

/// Goes over everything that can be said without walking.
pub(crate) fn agree(asked: &Asked, seed: u64, dungeon: &Dungeon, judged: &mut Judged) {
    let Dungeon { mission, area, level, .. } = dungeon;
    let formats = [&dungeon.format, &area.format, &level.format].map(String::as_str);
    if formats != ["quandary/dungeon/1", "quandary/area/1", "quandary/level/1"] {
        judged.fail(Defect::Form, format!("the formats are {formats:?}"));
    }
    let category = (area.category.as_str(), area.generator.as_str());
    if dungeon.seed != seed || category != (asked.category, asked.generator) {
        let what = format!("{category:?}, seed {} in the place of {seed}", dungeon.seed);
        judged.fail(Defect::Form, what);
    }
    let proofs = [&dungeon.proof.winnable, &dungeon.proof.unlosable];
    if proofs.iter().any(|proved| !**proved) {
        judged.fail(Defect::Proof, "it says so itself");
    }
    rooms(asked, mission, area, judged);
    passages(mission, area, judged);
    ends(mission, area, judged);
    contents(asked.style, mission, area, judged);
}

/// Sixteen rooms on the floors asked for, the same in both.
fn rooms(asked: &Asked, mission: &Mission, area: &Area, judged: &mut Judged) {
    let of_mission: BTreeSet<[i64; 3]> = mission.rooms.iter().map(|room| room.coords).collect();
    let of_area: BTreeSet<[i64; 3]> = area.rooms.iter().map(|room| room.coords).collect();
    if of_mission != of_area {
        judged.fail(Defect::Agree, "other rooms in the area than in the mission");
    }
    let ids: BTreeSet<u64> = mission.rooms.iter().map(|room| room.id).collect();
    let numbers = [mission.rooms.len(), ids.len(), of_mission.len(), area.rooms.len()];
    if numbers != [ROOMS; 4] {
        judged.fail(Defect::Rooms, format!("{numbers:?} rooms, ids, places, rooms of the area"));
    }
    let floors: BTreeSet<i64> = of_area.iter().map(|coords| coords[2]).collect();
    let lowest = if asked.generator == "tower" { 0 } else { 1 - asked.floors };
    if !floors.iter().copied().eq(lowest..lowest + asked.floors) {
        judged.fail(Defect::Rooms, format!("floors {floors:?}"));
    }
}

/// The mission's edges are the area's connections, each listed once.
fn passages(mission: &Mission, area: &Area, judged: &mut Judged) {
    let places: BTreeMap<u64, [i64; 3]> =
        mission.rooms.iter().map(|room| (room.id, room.coords)).collect();
    let mut edges = BTreeSet::new();
    for edge in &mission.edges {
        let ends = places.get(&edge.a).zip(places.get(&edge.b));
        if !ends.is_some_and(|(a, b)| edges.insert((*a.min(b), *a.max(b)))) {
            judged.fail(Defect::Agree, format!("the edge from {} to {}", edge.a, edge.b));
        }
    }
    let mut connections = BTreeSet::new();
    for room in &area.rooms {
        for (to, _) in room.connections.iter().filter_map(|name| way(name, room.coords)) {
            connections.insert((room.coords.min(to), room.coords.max(to)));
        }
    }
    if let Some(ends) = edges.symmetric_difference(&connections).next() {
        judged.fail(Defect::Agree, format!("a passage of one and not of the other: {ends:?}"));
    }
}

/// Start, boss and goal hold their marks, no other room does; entry and boss room are the same.
fn ends(mission: &Mission, area: &Area, judged: &mut Judged) {
    let marks =
        [(mission.start, Item::Start), (mission.boss, Item::Boss), (mission.goal, Item::Goal)];
    for (id, mark) in marks {
        let marked = mission.rooms.iter().filter(|room| room.item == Some(mark));
        judged.expect(marked.map(|room| room.id).eq([id]), Defect::Agree, || {
            format!("room {id} is not the one {mark}")
        });
    }
    for (id, kind) in [(mission.start, "entry"), (mission.boss, "boss_room")] {
        let here = mission.rooms.iter().filter(|room| room.id == id).map(|room| room.coords);
        let there = area.rooms.iter().filter(|room| room.kind == kind).map(|room| room.coords);
        judged.expect(here.eq(there), Defect::Agree, || format!("room {id} is not the one {kind}"));
    }
}

/// Two keys of the style asked for, no switches, and as many puzzles as were asked for.
fn contents(style: Style, mission: &Mission, area: &Area, judged: &mut Judged) {
    let items = mission.rooms.iter().filter_map(|room| room.item);
    let items = items.filter(|item| !item.is_mark()).map(|item| item.to_string());
    let mut items: Vec<String> = items.collect();
    items.sort_unstable();
    let expected: [&str; KEYS] = match style {
        Style::Named => ["A", "B"],
        Style::Small => ["key", "key"],
    };
    judged.expect(items == expected, Defect::Keys, || format!("{items:?}"));
    if !area.chests.is_empty() || area.items.iter().any(|item| item.holder.is_some()) {
        judged.fail(Defect::Chest, "a chest, of which the tiles know nothing");
    }
    let (report, there) = (&area.report, area.puzzles.len());
    if !PUZZLES.contains(&report.asked) || [report.placed, there] != [report.asked; 2] {
        let what = format!("{} asked, {} placed, {there} there", report.asked, report.placed);
        judged.fail(Defect::Keys, what);
    }
}

/// Puzzles stand on passages without a lock.
pub(crate) fn unlocked(mission: &Mission, area: &Area, map: &Map, judged: &mut Judged) {
    let place = |id: u64| mission.rooms.iter().find(|room| room.id == id).map(|room| room.coords);
    for edge in mission.edges.iter().filter(|edge| edge.symbol.is_some()) {
        let ends = [edge.a, edge.b].map(place);
        for (puzzle, gate) in area.puzzles.iter().zip(&map.gates) {
            let blocks = |(a, b): (usize, usize)| [a, b].map(|room| Some(area.rooms[room].coords));
            let same = |gate| {
                let [a, b] = blocks(gate);
                ends == [a, b] || ends == [b, a]
            };
            if gate.is_some_and(same) {
                judged.fail(Defect::Locked, format!("{} on {:?}", puzzle.id, edge.symbol));
            }
        }
    }
}

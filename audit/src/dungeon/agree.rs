//! The mission and the area against each other and the request: both must be of the same rooms.

use super::asked::Asked;
use crate::area::Map;
use crate::category::Style;
use crate::defect::Defect;
use crate::graph::way;
use crate::ledger::Judged;
use crate::read::dungeon::Dungeon;
use crate::read::mission::Item;
use std::collections::BTreeSet;

/// Number of rooms of a dungeon when nobody says how many, and that of keys.
const ROOMS: usize = 16;
const KEYS: usize = 2;
/// Number of puzzles when nobody says how many.
const PUZZLES: std::ops::RangeInclusive<usize> = 1..=2;

/// Goes over everything that can be said without walking.
pub(crate) fn agree(asked: &Asked, seed: u64, dungeon: &Dungeon, judged: &mut Judged) {
    let Dungeon { area, level, proof, .. } = dungeon;
    let formats = [&dungeon.format, &area.format, &level.format].map(String::as_str);
    let right = formats == ["quandary/dungeon/1", "quandary/area/1", "quandary/level/1"];
    judged.expect(right, Defect::Form, || format!("the formats are {formats:?}"));
    let (is, category) = (dungeon.seed, (area.category.as_str(), area.generator.as_str()));
    let right = is == seed && category == (asked.category, asked.generator);
    judged
        .expect(right, Defect::Form, || format!("{category:?}, seed {is} in the place of {seed}"));
    judged.expect(proof.winnable && proof.unlosable, Defect::Proof, || "it says so itself");
    rooms(asked, dungeon, judged);
    passages(dungeon, judged);
    ends(dungeon, judged);
    contents(asked.style, dungeon, judged);
}

/// Sixteen rooms on the floors asked for, the same in both.
fn rooms(asked: &Asked, Dungeon { mission, area, .. }: &Dungeon, judged: &mut Judged) {
    let of_mission: BTreeSet<[i64; 3]> = mission.rooms.iter().map(|room| room.coords).collect();
    let of_area: BTreeSet<[i64; 3]> = area.rooms.iter().map(|room| room.coords).collect();
    let what = || "other rooms in the area than in the mission";
    judged.expect(of_mission == of_area, Defect::Agree, what);
    let ids: BTreeSet<u64> = mission.rooms.iter().map(|room| room.id).collect();
    let numbers = [mission.rooms.len(), ids.len(), of_mission.len(), area.rooms.len()];
    let what = || format!("{numbers:?} rooms, ids, places, rooms of the area");
    judged.expect(numbers == [ROOMS; 4], Defect::Rooms, what);
    let floors: BTreeSet<i64> = of_area.iter().map(|coords| coords[2]).collect();
    let lowest = if asked.generator == "tower" { 0 } else { 1 - asked.floors };
    let right = floors.iter().copied().eq(lowest..lowest + asked.floors);
    judged.expect(right, Defect::Rooms, || format!("floors {floors:?}"));
}

/// The mission's edges are the area's connections, each listed once.
fn passages(Dungeon { mission, area, .. }: &Dungeon, judged: &mut Judged) {
    let mut edges = BTreeSet::new();
    for edge in &mission.edges {
        let new = mission.ends(edge).is_some_and(|(a, b)| edges.insert((a.min(b), a.max(b))));
        judged.expect(new, Defect::Agree, || format!("the edge from {} to {}", edge.a, edge.b));
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
fn ends(Dungeon { mission, area, .. }: &Dungeon, judged: &mut Judged) {
    let marks =
        [(mission.start, Item::Start), (mission.boss, Item::Boss), (mission.goal, Item::Goal)];
    for (id, mark) in marks {
        let marked = mission.rooms.iter().filter(|room| room.item == Some(mark));
        let right = marked.map(|room| room.id).eq([id]);
        judged.expect(right, Defect::Agree, || format!("room {id} is not the one {mark}"));
    }
    for (id, kind) in [(mission.start, "entry"), (mission.boss, "boss_room")] {
        let here = mission.rooms.iter().filter(|room| room.id == id).map(|room| room.coords);
        let there = area.rooms.iter().filter(|room| room.kind == kind).map(|room| room.coords);
        judged.expect(here.eq(there), Defect::Agree, || format!("room {id} is not the one {kind}"));
    }
}

/// Two keys of the style asked for, no switches, and as many puzzles as were asked for.
fn contents(style: Style, Dungeon { mission, area, .. }: &Dungeon, judged: &mut Judged) {
    let items = mission.rooms.iter().filter_map(|room| room.item);
    let items = items.filter(|item| !item.is_mark()).map(|item| item.to_string());
    let mut items: Vec<String> = items.collect();
    items.sort_unstable();
    let expected: [&str; KEYS] = match style {
        Style::Named => ["A", "B"],
        Style::Small => ["key", "key"],
    };
    judged.expect(items == expected, Defect::Keys, || format!("{items:?}"));
    let open = area.chests.is_empty() && area.items.iter().all(|item| item.holder.is_none());
    judged.expect(open, Defect::Chest, || "a chest, of which the tiles know nothing");
    let (asked, placed, there) = (area.report.asked, area.report.placed, area.puzzles.len());
    let right = PUZZLES.contains(&asked) && [placed, there] == [asked; 2];
    let what = || format!("{asked} asked, {placed} placed, {there} there");
    judged.expect(right, Defect::Keys, what);
}

/// Puzzles stand on passages without a lock.
pub(crate) fn unlocked(dungeon: &Dungeon, map: &Map, judged: &mut Judged) {
    let Dungeon { mission, area, .. } = dungeon;
    let gates =
        map.gates.iter().map(|gate| gate.map(|(a, b)| [a, b].map(|room| area.rooms[room].coords)));
    for (puzzle, gate) in area.puzzles.iter().zip(gates) {
        for edge in mission.edges.iter().filter(|edge| edge.symbol.is_some()) {
            let ends = mission.ends(edge);
            let same = gate.is_some_and(|[a, b]| ends == Some((a, b)) || ends == Some((b, a)));
            judged.expect(!same, Defect::Locked, || format!("{} on {:?}", puzzle.id, edge.symbol));
        }
    }
}

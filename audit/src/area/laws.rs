//! The laws of puzzles that depend on what can be reached, for areas alone and in whole dungeons.

use super::map::Map;
use crate::category::Style;
use crate::defect::Defect;
use crate::graph::way;
use crate::ledger::Judged;
use crate::read::area::Area;
use std::collections::{BTreeMap, BTreeSet};

/// The rooms and puzzles that some player can reach and solve, in one way or another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reach {
    pub(crate) rooms: Vec<bool>,
    pub(crate) solved: Vec<bool>,
    /// The lack of a player who can get stuck.
    pub(crate) stuck: Option<String>,
    /// True if there was too much to look at.
    pub(crate) large: bool,
}

/// Goes over the puzzles: `all` is what can be reached, `without` what can be reached while one puzzle
/// is never solved. `passed` says if whoever comes to a room, with a puzzle never solved, passes another; given, keys lie where
/// nobody has to pass on the way to their lock.
pub(crate) fn laws(
    area: &Area,
    map: &Map,
    style: Style,
    all: &Reach,
    without: &[Reach],
    passed: Option<&dyn Fn(usize, usize, usize) -> bool>,
    judged: &mut Judged,
) {
    blocked(area, map, judged);
    key_names(area, style, judged);
    stands(area, map, judged);
    for (puzzle, solved) in area.puzzles.iter().zip(&all.solved) {
        judged.expect(*solved, Defect::NeverOpen, || &puzzle.id);
    }
    for (item, room) in area.items.iter().zip(&map.lies) {
        let taken = room.is_some_and(|room| all.rooms[room]);
        let what = || format!("{:?} in {:?}", item.name, item.room);
        judged.expect(taken, Defect::NoPickUp, what);
    }
    for (room, &reached) in area.rooms.iter().zip(&all.rooms) {
        let defect = if room.kind == "boss_room" { Defect::Boss } else { Defect::Apart };
        judged.expect(reached, defect, || format!("{:?}", room.coords));
    }
    for (number, (puzzle, reach)) in area.puzzles.iter().zip(without).enumerate() {
        let gates = map.gates[number].is_none() || !reach.rooms.iter().all(|&room| room);
        judged.expect(gates, Defect::Gates, || &puzzle.id);
        let near = map.stands[number].is_some_and(|room| reach.rooms[room]);
        judged.expect(near, Defect::FarSide, || &puzzle.id);
        if style == Style::Named {
            key_place(area, map, number, reach, passed, judged);
        }
    }
    let large = without.iter().chain([all]).any(|reach| reach.large);
    judged.expect(!large, Defect::Large, || "not everything was looked at");
    if let Some(lack) = &all.stuck {
        judged.fail(Defect::Stuck, lack);
    }
}

/// Real passages, blocked from both sides, and nothing else blocked.
fn blocked(area: &Area, map: &Map, judged: &mut Judged) {
    let mut expected: BTreeSet<(usize, &str)> = BTreeSet::new();
    for (puzzle, gate) in area.puzzles.iter().zip(&map.gates) {
        let Some((from, to)) = *gate else {
            let what = format!("{} blocks {} of {:?}", puzzle.id, puzzle.direction, puzzle.room);
            judged.fail(Defect::NoExit, what);
            continue;
        };
        let back = way(&puzzle.direction, puzzle.room).map_or("", |way| way.1);
        expected.extend([(from, puzzle.direction.as_str()), (to, back)]);
    }
    for (id, room) in area.rooms.iter().enumerate() {
        let told = room.blocked_directions.iter().flatten();
        let mut told: Vec<&str> = told.map(String::as_str).collect();
        told.sort_unstable();
        let right: Vec<&str> = expected.range((id, "")..(id + 1, "")).map(|way| way.1).collect();
        let what = || format!("{:?}: {told:?}, not {right:?}", room.coords);
        judged.expect(told == right, Defect::Blocked, what);
    }
}

/// Named keys have a name each, small ones one for all; there is a key for every door.
fn key_names(area: &Area, style: Style, judged: &mut Judged) {
    let doors = count(area.puzzles.iter().filter_map(|puzzle| puzzle.required_key.as_ref()));
    let alone = style == Style::Small || doors.values().all(|&doors| doors == 1);
    judged.expect(alone, Defect::KeyNames, || "one key, several doors");
    let alike = style == Style::Named || doors.len() <= 1;
    judged.expect(alike, Defect::KeyNames, || "not one name for all");
    let mut keys = count(area.items.iter().map(|item| &item.name));
    for (name, doors) in &doors {
        let lie = keys.remove(name).unwrap_or(0);
        let defect = if lie < *doors { Defect::NoPickUp } else { Defect::Names };
        judged.expect(lie == *doors, defect, || format!("{lie} of {name:?} for {doors} doors"));
    }
    // A key that opens a chest is gone over with the chests.
    for chest in &area.chests {
        keys.remove(&chest.required_key.to_lowercase());
    }
    if let Some(name) = keys.keys().next() {
        judged.fail(Defect::Form, format!("no door asks for {name:?}"));
    }
}

/// Number of times that each name is there, whatever its case.
fn count<'a>(names: impl Iterator<Item = &'a String>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    names.for_each(|name| *counts.entry(name.to_lowercase()).or_default() += 1);
    counts
}

/// Not in the entry room, no more than two a room, and hints of the rule.
fn stands(area: &Area, map: &Map, judged: &mut Judged) {
    let mut crowd = vec![0; area.rooms.len()];
    for (puzzle, room) in area.puzzles.iter().zip(&map.stands) {
        let Some(room) = *room else {
            judged.fail(Defect::Form, format!("{} is in no room", puzzle.id));
            continue;
        };
        judged.expect(room != map.entry, Defect::EntryRoom, || &puzzle.id);
        crowd[room] += 1;
        let (steps, threshold) = (map.steps[room].unwrap_or(0), puzzle.hint_threshold);
        let fits = threshold_fits(threshold, puzzle.room[2], steps);
        let what = || format!("{}: {threshold}, {steps} steps", puzzle.id);
        judged.expect(fits, Defect::Threshold, what);
    }
    let most = crowd.into_iter().max();
    judged.expect(most <= Some(2), Defect::Crowd, || format!("{most:?} in a room"));
}

/// True if some base from 10 to 16 makes the threshold of a hint so far from the entry, on this level.
pub(crate) fn threshold_fits(threshold: u64, z: i64, steps: u64) -> bool {
    let more = steps.min(3) + z.unsigned_abs();
    threshold <= 20 && (10..=16).any(|base| threshold == (base + more).min(20))
}

/// The key lies in a room that is reached before its door, is nearer to the entry than the door's, and
/// is the farthest such; of those that nobody has to pass on the way to the door, where that is asked for.
fn key_place(
    area: &Area,
    map: &Map,
    door: usize,
    before: &Reach,
    passed: Option<&dyn Fn(usize, usize, usize) -> bool>,
    judged: &mut Judged,
) {
    let puzzle = &area.puzzles[door];
    let Some(key) = &puzzle.required_key else { return };
    let mut items = area.items.iter().zip(&map.lies);
    let item = items.find(|(item, _)| item.name.to_lowercase() == key.to_lowercase());
    let (Some((_, Some(room))), Some(stand)) = (item, map.stands[door]) else { return };
    let (Some(steps), Some(most)) = (map.steps[*room], map.steps[stand]) else { return };
    if !before.rooms[*room] || steps >= most {
        let what = format!("{key:?} {steps} steps from the entry, its door {most}");
        return judged.fail(Defect::KeyBefore, what);
    }
    let is_passed = |&room: &usize| passed.is_some_and(|passed| passed(room, stand, door));
    judged.expect(!is_passed(room), Defect::IdleKey, || format!("everybody passes {key:?}"));
    let farthest = map.farthest_but(&before.rooms, most, *room, is_passed);
    let what = || format!("{key:?} {steps} steps from the entry, not {farthest:?}");
    judged.expect(farthest <= Some(steps), Defect::KeyFar, what);
}

/// Of each puzzle how many stand one behind the other up to it: a puzzle stands behind every other
/// without which it cannot be solved.
pub(crate) fn depths(without: &[Reach]) -> Vec<usize> {
    let behind = |later: usize, earlier: usize| later != earlier && !without[earlier].solved[later];
    let mut depths = vec![1; without.len()];
    for _ in 0..without.len() {
        for later in 0..without.len() {
            let before = (0..without.len()).filter(|&earlier| behind(later, earlier));
            // Two that wait for each other would count for ever.
            let deepest = before.map(|earlier| depths[earlier] + 1).max().unwrap_or(1);
            depths[later] = deepest.min(without.len());
        }
    }
    depths
}

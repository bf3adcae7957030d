//! The form of a mission, seen without walking it: numbers, items, parents, places, intensities.

use super::asked::Asked;
use super::board::Board;
use crate::defect::Defect;
use crate::graph::flood;
use crate::ledger::Judged;
use crate::read::mission::{Held, Item, Mission, Position, Room};
use std::collections::{HashMap, HashSet};

/// Notes every failure of form.
pub(crate) fn check(board: &Board<'_>, asked: &Asked, judged: &mut Judged) {
    format(board.mission, asked, judged);
    counts(board.mission, asked, judged);
    connected(board, judged);
    let tree = parents(board).and_then(|()| lineage(board));
    judged.hold(Defect::Tree, tree.and_then(|()| passages(board)).and_then(|()| ending(board)));
    judged.hold(Defect::Map, map(board));
    judged.hold(Defect::Items, items(board));
    judged.hold(Defect::Intensity, intensities(board));
}

/// The object names its format, and preconditions count or name keys as the key style has it.
fn format(mission: &Mission, asked: &Asked, judged: &mut Judged) {
    let format = &mission.format;
    let right = format == "quandary/mission/1";
    judged.expect(right, Defect::Form, || format!("the format is `{format}`"));
    let fits = |room: &&Room| matches!(room.precondition.keys, Held::Names(_)) == asked.named();
    if let Some(room) = mission.rooms.iter().find(|room| !fits(room)) {
        let what = format!("the precondition of room {} is of the other key style", room.id);
        judged.fail(Defect::Form, what);
    }
}

/// Exactly the rooms, keys and switches that were asked for, each once.
fn counts(mission: &Mission, asked: &Asked, judged: &mut Judged) {
    let (mut names, mut small, mut switches) = (Vec::new(), 0, Vec::new());
    for item in mission.rooms.iter().filter_map(|room| room.item) {
        match item {
            Item::Key(n) => names.push(n),
            Item::SmallKey => small += 1,
            Item::Switch(s) => switches.push(s),
            _ => {}
        }
    }
    names.sort_unstable();
    switches.sort_unstable();
    let (rooms, keys) = (mission.rooms.len(), asked.size.keys);
    let expected = if asked.named() { (keys, 0) } else { (0, keys) };
    let right = rooms == asked.size.rooms
        && names.iter().copied().eq(0..expected.0)
        && small == expected.1
        && switches.iter().copied().eq(0..asked.size.switches);
    judged.expect(right, Defect::Counts, || {
        format!("{rooms} rooms, named keys {names:?}, {small} small keys, switches {switches:?}")
    });
}

/// One can get from the start to every room, locks aside.
fn connected(board: &Board<'_>, judged: &mut Judged) {
    let near = |room| board.world.ways(room).iter().map(|way| way.to);
    let lost = board.rooms() - flood([board.world.start], near).len();
    judged.expect(lost == 0, Defect::Apart, || format!("{lost} rooms have no way to the start"));
}

/// The start alone has no parent, and the others have an edge to theirs.
fn parents(board: &Board<'_>) -> Result<(), String> {
    let start = board.world.start;
    for (room, parent) in (0..).zip(&board.parents) {
        match *parent {
            None if room != start => return Err(format!("room {room} has no parent")),
            Some(_) if room == start => return Err("the start has a parent".to_owned()),
            Some(parent) if !board.world.ways(room).iter().any(|way| way.to == parent) => {
                return Err(format!("no edge joins room {room} to its parent {parent}"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Every room descends from the start.
fn lineage(board: &Board<'_>) -> Result<(), String> {
    for room in 0..board.rooms() {
        let line = std::iter::successors(Some(room as u32), |last| board.parents[*last as usize]);
        if !line.take(board.rooms()).any(|room| room == board.world.start) {
            return Err(format!("room {room} does not descend from the start"));
        }
    }
    Ok(())
}

/// Every passage is listed once and joins two rooms, and `stats.cycles` counts the links.
fn passages(board: &Board<'_>) -> Result<(), String> {
    let mut seen = HashSet::with_capacity(board.world.edges.len());
    for &(a, b, _) in &board.world.edges {
        if a == b || !seen.insert((a.min(b), a.max(b))) {
            return Err(format!("the edge {a} to {b} is a loop, or listed twice"));
        }
    }
    let (links, cycles) = (board.links(), board.mission.stats.cycles);
    if links == cycles { Ok(()) } else { Err(format!("stats.cycles is {cycles}, not {links}")) }
}

/// Nothing leads to the goal room but one open passage from the boss's.
fn ending(board: &Board<'_>) -> Result<(), String> {
    let what = "the goal room has another way in than one open passage from the boss's";
    match board.world.ways(board.world.goal) {
        _ if board.world.goal == board.boss => Ok(()),
        [way] if way.to == board.boss && way.lock.is_open() => Ok(()),
        _ => Err(what.to_owned()),
    }
}

/// No cell belongs to two rooms, and rooms with a passage touch.
fn map(board: &Board<'_>) -> Result<(), String> {
    let mut owners = HashMap::with_capacity(board.rooms());
    for (place, room) in (0u32..).zip(&board.mission.rooms) {
        for &cell in &room.coords {
            if owners.insert(cell, place).is_some() {
                return Err(format!("two rooms lie on {cell:?}"));
            }
        }
    }
    for &(a, b, _) in &board.world.edges {
        let touches = |&[x, y]: &[i64; 2]| {
            let around = [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]];
            around.iter().any(|cell| owners.get(cell) == Some(&b))
        };
        if !board.mission.rooms[a as usize].coords.iter().any(touches) {
            return Err(format!("rooms {a} and {b} do not touch"));
        }
    }
    Ok(())
}

/// Start, boss and goal hold their own marks, no other room does, and nothing lies behind itself.
fn items(board: &Board<'_>) -> Result<(), String> {
    let keys = board.mission.rooms.iter().filter(|room| room.item == Some(Item::SmallKey)).count();
    for (place, room) in (0..).zip(&board.mission.rooms) {
        let mark = match place {
            _ if place == board.world.start => Some(Item::Start),
            _ if place == board.boss => Some(Item::Boss),
            _ if place == board.world.goal => Some(Item::Goal),
            _ => None,
        };
        let holds = if mark.is_some() { room.item } else { room.item.filter(Item::is_mark) };
        if holds != mark {
            return Err(format!("room {place} holds {holds:?}, its mark is {mark:?}"));
        }
        if behind_itself(room, keys as u32) {
            return Err(format!("room {place} asks for what lies there"));
        }
    }
    Ok(())
}

/// True if a room's precondition asks for what lies in the room: its key, all small keys, or its
/// switch turned on.
fn behind_itself(room: &Room, small_keys: u32) -> bool {
    match (room.item, room.precondition.keys) {
        (Some(Item::Key(n)), Held::Names(mask)) => mask >> n & 1 == 1,
        (Some(Item::SmallKey), Held::Count(count)) => count >= small_keys,
        (Some(Item::Switch(s)), _) => {
            room.precondition.switches.get(usize::from(s)) == Some(&Position::On)
        }
        _ => false,
    }
}

/// Intensities lie between 0 and 1; the boss's is 1, the goal's 0.
fn intensities(board: &Board<'_>) -> Result<(), String> {
    for (place, room) in (0..).zip(&board.mission.rooms) {
        let fits = match place {
            _ if place == board.boss => room.intensity == 1.0,
            _ if place == board.world.goal => room.intensity == 0.0,
            _ => (0.0..=1.0).contains(&room.intensity),
        };
        if !fits {
            return Err(format!("the intensity of room {place} is {}", room.intensity));
        }
    }
    Ok(())
}

//! What can be said of a mission without walking it: numbers, items, parents, places, intensities.

use super::board::Board;
use super::kind::{Failure, Kind};
use super::row::{Asked, KeyStyle};
use super::wire::{FORMAT, Held, Item, Mission, Position, Room};
use std::collections::{HashMap, HashSet};

/// Every failure of form.
pub(super) fn check(mission: &Mission, board: &Board, asked: &Asked) -> Vec<Failure> {
    let failures = [
        format(mission, asked),
        counts(mission, asked),
        connected(board),
        parents(board),
        lineage(board),
        passages(mission, board),
        ending(board),
        map(mission, board),
        items(mission, board),
        intensities(mission, board),
    ];
    failures.into_iter().flatten().collect()
}

/// The object names its format, and preconditions count or name keys as the key style has it.
fn format(mission: &Mission, asked: &Asked) -> Option<Failure> {
    if mission.format != FORMAT {
        return Some(Failure::new(Kind::Form, format!("the format is `{}`", mission.format)));
    }
    let named = asked.key_style == KeyStyle::Named;
    let fits = |room: &Room| matches!(room.precondition.keys, Held::Names(_)) == named;
    let room = mission.rooms.iter().find(|room| !fits(room))?;
    let what = format!("the precondition of room {} is of the other key style", room.id);
    Some(Failure::new(Kind::Form, what))
}

/// Exactly the rooms, keys and switches that were asked for, each once.
fn counts(mission: &Mission, asked: &Asked) -> Option<Failure> {
    let (mut names, mut small, mut switches) = (Vec::new(), 0, Vec::new());
    for room in &mission.rooms {
        match room.item {
            Some(Item::Key(n)) => names.push(n),
            Some(Item::SmallKey) => small += 1,
            Some(Item::Switch(s)) => switches.push(s),
            _ => {}
        }
    }
    names.sort_unstable();
    switches.sort_unstable();
    let named = asked.key_style == KeyStyle::Named;
    let expected = if named { (asked.row.keys, 0) } else { (0, asked.row.keys) };
    let right = mission.rooms.len() == asked.row.rooms
        && names.iter().copied().eq(0..expected.0)
        && small == expected.1
        && switches.iter().copied().eq(0..asked.row.switches);
    let rooms = mission.rooms.len();
    let what =
        format!("{rooms} rooms, named keys {names:?}, {small} small keys, switches {switches:?}");
    (!right).then(|| Failure::new(Kind::Counts, what))
}

/// One can get from the start to every room, locks aside.
fn connected(board: &Board) -> Option<Failure> {
    let mut seen = vec![false; board.rooms];
    let mut left = vec![board.start];
    while let Some(room) = left.pop() {
        if !std::mem::replace(&mut seen[room as usize], true) {
            left.extend(board.doors(room).iter().map(|door| door.to));
        }
    }
    let lost = seen.iter().filter(|seen| !**seen).count();
    let what = || format!("{lost} rooms have no way to the start");
    (lost > 0).then(|| Failure::new(Kind::Apart, what()))
}

/// The start alone has no parent, and the others have an edge to theirs.
fn parents(board: &Board) -> Option<Failure> {
    let what = (0..).zip(&board.parents).find_map(|(room, parent)| match *parent {
        None if room != board.start => Some(format!("room {room} has no parent")),
        Some(_) if room == board.start => Some("the start has a parent".to_owned()),
        Some(parent) if !board.doors(room).iter().any(|door| door.to == parent) => {
            Some(format!("no edge joins room {room} to its parent {parent}"))
        }
        _ => None,
    })?;
    Some(Failure::new(Kind::Tree, what))
}

/// Every room descends from the start.
fn lineage(board: &Board) -> Option<Failure> {
    let mut descends = vec![false; board.rooms];
    descends[board.start as usize] = true;
    for room in 0..board.rooms {
        let mut line = Vec::new();
        let mut last = room;
        while !descends[last] && line.len() <= board.rooms {
            line.push(last);
            last = board.parents[last].map_or(last, |parent| parent as usize);
        }
        if line.len() > board.rooms {
            let what = format!("room {room} does not descend from the start");
            return Some(Failure::new(Kind::Tree, what));
        }
        for room in line {
            descends[room] = true;
        }
    }
    None
}

/// Every passage is listed once and joins two rooms, and `stats.cycles` counts the links.
fn passages(mission: &Mission, board: &Board) -> Option<Failure> {
    let tree = |what: String| Some(Failure::new(Kind::Tree, what));
    let mut seen = HashSet::with_capacity(board.ends.len());
    for &(a, b) in &board.ends {
        if a == b || !seen.insert((a.min(b), a.max(b))) {
            return tree(format!("the edge {a} to {b} is a loop, or listed twice"));
        }
    }
    let (links, cycles) = (board.links(), mission.stats.cycles);
    if links != cycles { tree(format!("stats.cycles is {cycles}, not {links}")) } else { None }
}

/// Nothing leads to the goal room but one open passage from the boss's.
fn ending(board: &Board) -> Option<Failure> {
    if board.goal == board.boss {
        return None;
    }
    let fits = match board.doors(board.goal) {
        [door] => door.to == board.boss && door.is_open(),
        _ => false,
    };
    let what = "the goal room has another way in than one open passage from the boss's";
    (!fits).then(|| Failure::new(Kind::Tree, what))
}

/// No cell belongs to two rooms, and rooms with a passage touch.
fn map(mission: &Mission, board: &Board) -> Option<Failure> {
    let mut owners = HashMap::with_capacity(board.rooms);
    for (place, room) in (0u32..).zip(&mission.rooms) {
        for &cell in &room.coords.0 {
            if owners.insert(cell, place).is_some() {
                let what = format!("two rooms lie on {cell:?}");
                return Some(Failure::new(Kind::Map, what));
            }
        }
    }
    let touch = |&(a, b): &(u32, u32)| {
        mission.rooms[a as usize].coords.0.iter().any(|&(x, y)| {
            let around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
            around.iter().any(|cell| owners.get(cell) == Some(&b))
        })
    };
    let (a, b) = board.ends.iter().find(|ends| !touch(ends))?;
    Some(Failure::new(Kind::Map, format!("rooms {a} and {b} do not touch")))
}

/// Start, boss and goal hold their own marks, no other room does, and nothing lies behind itself.
fn items(mission: &Mission, board: &Board) -> Option<Failure> {
    let small_keys = board.small_keys();
    let what = (0..).zip(&mission.rooms).find_map(|(place, room)| {
        let mark = match place {
            _ if place == board.start => Some(Item::Start),
            _ if place == board.boss => Some(Item::Boss),
            _ if place == board.goal => Some(Item::Goal),
            _ => None,
        };
        let is_mark = |item: &Item| matches!(item, Item::Start | Item::Boss | Item::Goal);
        let holds = if mark.is_some() { room.item } else { room.item.filter(is_mark) };
        if holds != mark {
            return Some(format!("room {place} holds {holds:?}, its mark is {mark:?}"));
        }
        behind_itself(room, small_keys).then(|| format!("room {place} asks for what lies there"))
    })?;
    Some(Failure::new(Kind::Items, what))
}

/// Whether a room's precondition asks for what lies in the room: its key, all small keys, or its
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
fn intensities(mission: &Mission, board: &Board) -> Option<Failure> {
    for (place, room) in (0..).zip(&mission.rooms) {
        let fits = match place {
            _ if place == board.boss => room.intensity == 1.0,
            _ if place == board.goal => room.intensity == 0.0,
            _ => (0.0..=1.0).contains(&room.intensity),
        };
        if !fits {
            let what = format!("the intensity of room {place} is {}", room.intensity);
            return Some(Failure::new(Kind::Intensity, what));
        }
    }
    None
}

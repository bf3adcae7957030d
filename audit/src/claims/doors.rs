//! Conditions of steps: of passages between rooms, stairs, locks on cells, and doors of their own.

use super::board::{Board, Draft, NONE, opened};
use super::change::{Thing, told};
use super::facts::{Ask, Pay};
use crate::measures::read::{Arrow, Rectangle};
use crate::measures::site::At;
use std::collections::BTreeMap;

/// The conditions that names stand for; `pair` says which passage is paid for.
///
/// # Errors
/// A name that is none, or too many facts.
pub(super) fn ask<S: AsRef<str>>(
    draft: &mut Draft<'_>,
    names: &[S],
    pair: &str,
) -> Result<Ask, String> {
    let mut ask = Ask::default();
    for name in names.iter().map(AsRef::as_ref) {
        let fact = match name {
            "open" | "stair" | "soft_locked" => continue,
            "key_locked" => {
                ask.pays.push(pay(draft, Pay::Key, pair)?);
                continue;
            }
            "bombable" if draft.rules.bombs.is_some() => {
                ask.pays.push(pay(draft, Pay::Bomb, pair)?);
                continue;
            }
            "bombable" => "bombs",
            "boss_locked" => "boss_key",
            "item_locked" => "key_item",
            "switch" => "switch",
            _ => name,
        };
        conditions(draft, fact, &mut ask)?;
    }
    Ok(ask)
}

fn conditions(draft: &mut Draft<'_>, name: &str, ask: &mut Ask) -> Result<(), String> {
    let facts = &mut draft.facts;
    if let Some(lacking) = name.strip_prefix("lacks:") {
        ask.none |= facts.note(lacking)?;
    } else if let Some(toggle) = name.strip_suffix("=on") {
        ask.all |= facts.note(toggle)?;
    } else if let Some(toggle) = name.strip_suffix("=off") {
        ask.none |= facts.note(toggle)?;
    } else if let Some(plate) = name.strip_prefix("plate:") {
        let number = draft.level.plates.iter().position(|other| other.name == plate);
        let number = number.ok_or_else(|| format!("there is no plate {plate}"))?;
        ask.down |= 1u64.checked_shl(number as u32).ok_or("more than 64 plates")?;
    } else if name.starts_with("symbol:") || !name.contains(':') {
        ask.all |= facts.note(name)?;
    } else {
        return Err(format!("nothing is known of {name}"));
    }
    Ok(())
}

fn pay(draft: &mut Draft<'_>, pay: Pay, pair: &str) -> Result<(Pay, u128), String> {
    Ok((pay, draft.facts.note(&format!("{}{pair}", opened(pay)))?))
}

fn is_stair(edge: &Arrow) -> bool {
    edge.requires.names().contains(&"stair")
}

/// The passages of the graph.
///
/// # Errors
/// An edge of a node that there is not, or one that cannot be told.
pub(super) fn ways(board: &mut Board, draft: &mut Draft<'_>) -> Result<(), String> {
    let level = draft.level;
    let mut pairs: BTreeMap<(String, String), [Vec<&Arrow>; 2]> = BTreeMap::new();
    for edge in level.graph.edges.iter().filter(|edge| edge.from != edge.to) {
        let [from, to] = [told(&edge.from), told(&edge.to)];
        let back = from > to;
        let pair = if back { (to, from) } else { (from, to) };
        pairs.entry(pair).or_default()[usize::from(back)].push(edge);
    }
    for ((a, b), edges) in &pairs {
        let number = |name: &String| draft.rooms.get(name).copied();
        let numbers = number(a).zip(number(b)).ok_or_else(|| format!("no nodes {a} and {b}"))?;
        for (way, [here, there]) in [(0, [a, b]), (1, [b, a])] {
            let mut asks = Vec::new();
            for edge in usable([&edges[way], &edges[1 - way]]) {
                asks.push(ask(draft, &edge.requires.names(), &format!("{a}-{b}"))?);
            }
            if draft.closed(a, b) {
                asks.clear();
            }
            let rooms = if way == 0 { numbers } else { (numbers.1, numbers.0) };
            let stairs: Vec<&&Arrow> = edges[way].iter().filter(|edge| is_stair(edge)).collect();
            if !stairs.is_empty() && !draft.closed(a, b) {
                warps(board, draft, [here, there], &stairs)?;
            }
            if edges.iter().flatten().any(|edge| !is_stair(edge)) || draft.closed(a, b) {
                board.ways.insert(rooms, asks);
            }
        }
    }
    Ok(())
}

/// The edges by which a step can be made: those that way; if there are none, those back but one-way ones.
fn usable<'a>([that_way, back]: [&[&'a Arrow]; 2]) -> Vec<&'a Arrow> {
    let those: Vec<&Arrow> = that_way.iter().filter(|edge| !is_stair(edge)).copied().collect();
    if !those.is_empty() {
        return those;
    }
    let two_way =
        |edge: &&Arrow| !is_stair(edge) && !edge.requires.names().contains(&"soft_locked");
    back.iter().copied().filter(two_way).collect()
}

/// The stairs from a room into another.
fn warps(
    board: &mut Board,
    draft: &mut Draft<'_>,
    [from, to]: [&String; 2],
    edges: &[&&Arrow],
) -> Result<(), String> {
    let rectangle = |name: &String| {
        let found = draft.level.rooms.iter().find(|room| told(&room.node) == *name);
        found.ok_or_else(|| format!("the stairs of {name} lead nowhere that the search knows"))
    };
    let landing = landing(board, draft, rectangle(to)?)?;
    rectangle(from)?;
    let room = draft.rooms.get(from).copied().unwrap_or(NONE);
    for edge in edges {
        let asked = ask(draft, &edge.requires.names(), &format!("{from}-{to}"))?;
        for cell in 0..board.tiles.len() {
            if board.tiles[cell] == 42 && board.room[cell] == room {
                board.warps.entry(cell as u32).or_default().push((landing, asked.clone()));
            }
        }
    }
    Ok(())
}

/// The cell of a room on which stairs land.
fn landing(board: &Board, draft: &Draft<'_>, room: &Rectangle) -> Result<u32, String> {
    let rows = room.row..room.row + room.rows;
    let places = rows.flat_map(|row| (room.col..room.col + room.cols).map(move |col| (row, col)));
    let cells = places.filter_map(|(row, col)| draft.cells.get(&[room.floor, row, col]).copied());
    let cells: Vec<u32> = cells.collect();
    let tile = |cell: &u32| board.tiles[*cell as usize];
    let far = |cell: &u32| {
        let [_, row, col]: At = board.at[*cell as usize];
        row.abs_diff(room.row + room.rows / 2) + col.abs_diff(room.col + room.cols / 2)
    };
    let stair = cells.iter().find(|cell| tile(cell) == 42);
    let walked = |cell: &&u32| matches!(tile(cell), 1 | 10 | 13 | 15 | 20..=23 | 30..=33 | 41..=43);
    let nearest = || cells.iter().filter(walked).min_by_key(|cell| far(cell));
    stair.or_else(nearest).copied().ok_or_else(|| "stairs land on nothing".to_owned())
}

/// Puts the conditions of locks on the cells that they lock.
///
/// # Errors
/// A cell or a name that is none.
pub(super) fn locks(board: &mut Board, draft: &mut Draft<'_>) -> Result<(), String> {
    for lock in &draft.level.locks {
        let asked = ask(draft, &lock.needs, "")?;
        for at in &lock.cells {
            let needs = &mut board.needs[draft.cell(*at)? as usize];
            *needs = needs.and(&asked);
        }
    }
    Ok(())
}

/// Door tiles that no edge guards, and doors that are taken out.
///
/// # Errors
/// Too many facts.
pub(super) fn doors(board: &mut Board, draft: &mut Draft<'_>) -> Result<(), String> {
    let mut seen = vec![false; board.tiles.len()];
    for first in 0..board.tiles.len() {
        let tile = board.tiles[first];
        if !matches!(tile, 10..=15) || seen[first] {
            continue;
        }
        let door = doorway(board, first as u32, &mut seen);
        let name = match tile {
            11 => "key_locked",
            12 => "bombable",
            14 => "boss_locked",
            _ => "open",
        };
        let guarded = door.iter().any(|&cell| is_guarded(board, cell));
        if name != "open" && !guarded {
            let asked = ask(draft, &[name], &format!("at {:?}", board.at[first]))?;
            for &cell in &door {
                let needs = &mut board.needs[cell as usize];
                *needs = needs.and(&asked);
            }
        }
        let out = |cell: &u32| draft.without(&Thing::Door(board.at[*cell as usize]));
        if door.iter().any(out) {
            shut(board, &door);
        }
    }
    Ok(())
}

/// The cells of a door, joined through its own tile.
fn doorway(board: &Board, first: u32, seen: &mut [bool]) -> Vec<u32> {
    let mut door = vec![first];
    let mut next = 0;
    seen[first as usize] = true;
    while let Some(&cell) = door.get(next) {
        next += 1;
        for to in board.near[cell as usize].into_iter().filter(|to| *to != NONE) {
            let alike = board.tiles[to as usize] == board.tiles[first as usize];
            if alike && !std::mem::replace(&mut seen[to as usize], true) {
                door.push(to);
            }
        }
    }
    door
}

/// True if a cell lies next to a room to which a passage leads.
fn is_guarded(board: &Board, cell: u32) -> bool {
    let here = board.room[cell as usize];
    board.near[cell as usize].into_iter().filter(|to| *to != NONE).any(|to| {
        let there = board.room[to as usize];
        here != there && board.ways.contains_key(&(here, there))
    })
}

/// Nobody enters these cells any more.
fn shut(board: &mut Board, door: &[u32]) {
    for &cell in door {
        for near in board.near.iter_mut().flatten().filter(|near| **near == cell) {
            *near = NONE;
        }
    }
}

/// True if two words name the same passage.
pub(super) fn same_passage(one: &str, other: &str) -> bool {
    let ends = |word: &str| match super::change::thing(word) {
        Some(Thing::Passage(a, b)) => Some(if a < b { [a, b] } else { [b, a] }),
        _ => None,
    };
    ends(one).is_some() && ends(one) == ends(other)
}

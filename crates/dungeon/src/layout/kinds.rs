//! The purpose of each room: entry, boss, treasure, puzzle, corridor, chamber.
//!
//! Invariant: there is one entry and at most one boss, never the same room. If rooms are left there is a treasure, and
//! if more are left a puzzle, unless a share of 0 is requested.

use super::canvas::Reach;
use super::canvas::{Canvas, Cell, directions};
use super::request::Request;
use super::room::{Directions, Room, RoomKind};
use crate::bitgrid::cells::{self, Bits};
use search::{Attempt, Stream};

/// The room nearest the centre of a level; the first of several.
pub(super) fn centre(canvas: &Canvas, z: usize) -> Cell {
    let space = &canvas.space;
    let [columns, rows, _] = space.size;
    let middle = space.cell((columns - 1) / 2, (rows - 1) / 2, z);
    if columns % 2 == 1 && rows % 2 == 1 && canvas.is_open(middle) {
        return middle;
    }
    let (mut best, mut nearest) = (middle, usize::MAX);
    for cell in cells::cells(canvas.level(z)) {
        let away = space.off_centre(cell);
        if away < nearest {
            (best, nearest) = (z * space.words * 64 + cell, away);
        }
    }
    best
}

/// The rooms with their kinds, ordered by level, row and column.
pub(super) fn assign(
    canvas: &Canvas,
    request: &Request,
    attempt: Attempt,
    entry: Cell,
    boss_level: Option<usize>,
    reach: &mut Reach,
    ends: &mut Vec<u32>,
) -> Vec<Room> {
    connections(canvas, reach);
    reach.measure(&canvas.space, entry);
    let mut rooms = rooms(canvas, entry, reach);
    let boss = boss_level.and_then(|z| boss(&rooms, request.bounds.min_z + z as i32));
    ends.clear();
    for (id, room) in rooms.iter_mut().enumerate() {
        if room.entry {
            room.kind = RoomKind::Entry;
        } else if Some(id) == boss {
            room.kind = RoomKind::Boss;
        } else if room.connections.is_many() {
            room.kind = RoomKind::Corridor;
        } else if room.connections.is_one() {
            ends.push(id as u32);
        }
    }
    share(&mut rooms, ends, request, &mut attempt.phase("kinds"));
    rooms
}

/// Records the connections of all cells.
fn connections(canvas: &Canvas, reach: &mut Reach) {
    let (words, levels) = (canvas.space.words, canvas.space.size[2]);
    reach.ways.clear();
    reach.ways.resize(words * levels * 64, 0);
    for z in 0..levels {
        for (w, &open) in canvas.level(z).iter().enumerate() {
            let ways = canvas.ways(z, w);
            let base = (z * words + w) * 64;
            for bit in Bits(open) {
                if let Some(set) = reach.ways.get_mut(base + bit) {
                    *set = directions(&ways, bit);
                }
            }
        }
    }
}

/// All rooms, without their final kinds.
fn rooms(canvas: &Canvas, entry: Cell, reach: &Reach) -> Vec<Room> {
    let space = &canvas.space;
    let [left, bottom, low] = space.corner;
    let mut rooms = Vec::with_capacity(canvas.rooms() as usize);
    for z in 0..space.size[2] {
        let base = z * space.words * 64;
        // Cells come in order, so rows need no division.
        let (mut row, mut y) = (0, 0);
        for cell in cells::cells(canvas.level(z)) {
            while cell - row >= space.stride {
                (row, y) = (row + space.stride, y + 1);
            }
            rooms.push(Room {
                coords: [left + (cell - row) as i32, bottom + y, low + z as i32],
                kind: RoomKind::Chamber,
                connections: Directions(reach.ways.get(base + cell).copied().unwrap_or(0)),
                entry: base + cell == entry,
                distance: reach.steps.get(base + cell).copied().unwrap_or(0),
            });
        }
    }
    rooms
}

/// The room of the boss: on its level the dead end farthest from the entry, or else the farthest room. Rooms with
/// stairs come last. The first of several.
fn boss(rooms: &[Room], level: i32) -> Option<usize> {
    let (mut best, mut most) = (None, 0);
    for (id, room) in rooms.iter().enumerate() {
        if room.entry || room.coords[2] != level {
            continue;
        }
        // Order of importance: no stairs, dead end, distance (at least 1).
        let plain = u64::from(room.connections.0 >> 4 == 0);
        let end = u64::from(room.connections.is_one());
        let rank = plain << 33 | end << 32 | u64::from(room.distance);
        if rank > most {
            (best, most) = (Some(id), rank);
        }
    }
    best
}

/// Assigns treasures and puzzles to dead ends by their shares, if there are two or more dead ends.
fn share(rooms: &mut [Room], ends: &mut [u32], request: &Request, stream: &mut Stream) {
    if ends.len() < 2 { few(rooms, ends, request) } else { deal(rooms, ends, request, stream) }
}

/// Assigns to each kind its share of all dead ends, at least one unless its share is 0. The fractional part is drawn,
/// which makes the mean equal to the share; one draw for both keeps their sum within the dead ends.
fn deal(rooms: &mut [Room], ends: &mut [u32], request: &Request, stream: &mut Stream) {
    let (treasure, puzzle) = (request.treasure_share, request.puzzle_share);
    let (drawn, all) = (stream.unit(), ends.len());
    let upto = |share: f64| ((share * all as f64 + drawn) as usize).min(all);
    let least = |share: f64| usize::from(share > 0.0);
    let treasures = upto(treasure).clamp(least(treasure), all - least(puzzle));
    let puzzles = upto(treasure + puzzle).saturating_sub(upto(treasure));
    let puzzles = puzzles.clamp(least(puzzle), all - treasures);
    for at in 0..treasures + puzzles {
        ends.swap(at, at + stream.index(all - at));
        let kind = if at < treasures { RoomKind::Treasure } else { RoomKind::Puzzle };
        if let Some(room) = ends.get(at).and_then(|&end| rooms.get_mut(end as usize)) {
            room.kind = kind;
        }
    }
}

/// With fewer dead ends: dead ends first, then the farthest rooms with at most two connections, then any room.
fn few(rooms: &mut [Room], ends: &[u32], request: &Request) {
    let mut end = ends.first().copied();
    let shares =
        [(RoomKind::Treasure, request.treasure_share), (RoomKind::Puzzle, request.puzzle_share)];
    for (kind, share) in shares {
        if share <= 0.0 {
            continue;
        }
        let taken = end.take().map(|end| end as usize);
        let chosen = taken.or_else(|| farthest(rooms, 2)).or_else(|| farthest(rooms, 6));
        if let Some(room) = chosen.and_then(|id| rooms.get_mut(id)) {
            room.kind = kind;
        }
    }
}

/// The farthest room without a kind among those with at most `most` connections; the first of several.
fn farthest(rooms: &[Room], most: u32) -> Option<usize> {
    let mut best = None;
    for (id, room) in rooms.iter().enumerate() {
        let free = matches!(room.kind, RoomKind::Chamber | RoomKind::Corridor);
        if free && room.connections.len() <= most && best.is_none_or(|(far, _)| room.distance > far)
        {
            best = Some((room.distance, id));
        }
    }
    best.map(|(_, id)| id)
}

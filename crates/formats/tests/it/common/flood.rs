//! A flood fill that uses only the walls and doors of a floor. With closed doors its parts are the rooms; with open
//! doors, the cells connected by steps.

use level::{Cell, Tile};
use quandary_formats::{Kind, Place};
use std::collections::{BTreeMap, BTreeSet};

/// A border between two cells. The first is left of the second, or above it.
type Border = ([i64; 2], [i64; 2]);

/// The cell borders along a line.
fn borders(line: &[[f64; 2]]) -> Vec<Border> {
    let mut borders = Vec::new();
    for pair in line.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        assert!(a[0] == b[0] || a[1] == b[1], "a wall runs aslant: {pair:?}");
        let (low, high) = ([a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])]);
        let whole = |at: f64| {
            assert_eq!(at, at.round(), "{pair:?}");
            at as i64
        };
        if a[0] == b[0] {
            let x = whole(a[0]);
            borders.extend((whole(low[1])..whole(high[1])).map(|y| ([y, x - 1], [y, x])));
        } else {
            let y = whole(a[1]);
            borders.extend((whole(low[0])..whole(high[0])).map(|x| ([y - 1, x], [y, x])));
        }
    }
    borders
}

/// The lines of a floor, in cells: walls, and doors, which are not walls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    pub(crate) walls: Vec<Vec<[f64; 2]>>,
    pub(crate) doors: Vec<Vec<[f64; 2]>>,
    /// Columns and rows.
    pub(crate) size: [i64; 2],
}

/// The connected parts of a floor, as a number for each cell of the map.
fn flooded(lines: &Lines, closed: bool) -> BTreeMap<[i64; 2], usize> {
    let mut stops: BTreeSet<Border> = lines.walls.iter().flat_map(|line| borders(line)).collect();
    if closed {
        stops.extend(lines.doors.iter().flat_map(|line| borders(line)));
    }
    let [cols, rows] = lines.size;
    let mut part = BTreeMap::new();
    let mut number = 0;
    for row in -1..=rows {
        for col in -1..=cols {
            if part.contains_key(&[row, col]) {
                continue;
            }
            let mut next = vec![[row, col]];
            while let Some(at @ [r, c]) = next.pop() {
                if r < -1 || c < -1 || r > rows || c > cols || part.contains_key(&at) {
                    continue;
                }
                part.insert(at, number);
                for to in [[r - 1, c], [r + 1, c], [r, c - 1], [r, c + 1]] {
                    if !stops.contains(&(at, to)) && !stops.contains(&(to, at)) {
                        next.push(to);
                    }
                }
            }
            number += 1;
        }
    }
    part
}

/// The cells where the player can stand, with their rooms.
fn open(place: &Place, floor: u32) -> Vec<([i64; 2], usize)> {
    let rooms: Vec<_> = place.things.iter().filter(|thing| thing.kind == Kind::Room).collect();
    let cells =
        place.tiles().cells().filter(|(cell, tile)| cell.floor == floor && !tile.is_solid());
    cells
        .map(|(cell, _)| {
            let room = rooms.iter().position(|room| room.area.contains(cell)).unwrap();
            ([i64::from(cell.row), i64::from(cell.col)], room)
        })
        .collect()
}

/// The faults in the lines of a floor.
pub(crate) fn faults(place: &Place, floor: u32, lines: &Lines) -> Vec<String> {
    let mut faults = Vec::new();
    let cells = open(place, floor);
    let shut = flooded(lines, true);
    let mut of_part: BTreeMap<usize, usize> = BTreeMap::new();
    for (cell, room) in &cells {
        if shut[cell] == shut[&[-1, -1]] {
            faults.push(format!("{cell:?} is outside"));
        }
        if *of_part.entry(shut[cell]).or_insert(*room) != *room {
            faults.push(format!("{cell:?} of room {room} is in another room's part"));
        }
    }
    // No wall is part of a room.
    for &([row, col], room) in &cells {
        for to in [[row - 1, col], [row + 1, col], [row, col - 1], [row, col + 1]] {
            let at = |at: i64| u32::try_from(at).unwrap();
            let is_wall = place.tile(Cell::new(floor, at(to[0]), at(to[1]))) == Tile::Wall;
            if is_wall && shut[&to] == shut[&[row, col]] {
                faults.push(format!(
                    "nothing stops between {row}, {col} of room {room} and the wall {to:?}"
                ));
            }
        }
    }
    // With open doors the parts are the cells connected by steps.
    let wide = flooded(lines, false);
    let there: BTreeSet<[i64; 2]> = cells.iter().map(|(cell, _)| *cell).collect();
    for &[row, col] in &there {
        for to in [[row + 1, col], [row, col + 1]] {
            if there.contains(&to) && wide[&[row, col]] != wide[&to] {
                faults.push(format!("no way from {row}, {col} to {to:?}"));
            }
        }
        if wide[&[row, col]] == wide[&[-1, -1]] {
            faults.push(format!("{row}, {col} is outside with open doors"));
        }
    }
    // The doors join exactly the rooms with adjacent cells.
    let room_of: BTreeMap<[i64; 2], usize> = cells.iter().copied().collect();
    let mut beside = BTreeSet::new();
    for (&[row, col], &room) in &room_of {
        for to in [[row + 1, col], [row, col + 1]] {
            beside.extend(
                room_of
                    .get(&to)
                    .filter(|other| **other != room)
                    .map(|&other| (room.min(other), room.max(other))),
            );
        }
    }
    let mut joined = BTreeSet::new();
    for door in &lines.doors {
        for (a, b) in borders(door) {
            match (room_of.get(&a), room_of.get(&b)) {
                (Some(&a), Some(&b)) => drop(joined.insert((a.min(b), a.max(b)))),
                _ => faults.push(format!("a door between {a:?} and {b:?}, and there is a wall")),
            }
        }
    }
    if joined != beside {
        faults.push(format!("doors join {joined:?}, and beside each other lie {beside:?}"));
    }
    faults
}

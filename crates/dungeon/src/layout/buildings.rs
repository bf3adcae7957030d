//! Buildings: towers, settlements, single rooms.
//!
//! A tower has the same core on every level, with small rooms at its sides. A settlement has streets in a grid, and
//! houses along them, each with one door. A single room, such as a tavern or a grove, has two or three at its sides.
//!
//! Invariant: a level is one piece; side rooms and houses are dead ends.

use super::canvas::{Canvas, Cell};
use super::room::Direction;
use search::Stream;

/// The probability that a side of the core has a room.
const SIDE_ROOM: f64 = 0.3;
/// The longest side of a core.
const CORE: i64 = 7;

/// Columns and rows of the core: drawn once, so that levels stand on one another.
pub(super) fn tower_core(canvas: &Canvas, stream: &mut Stream) -> (usize, usize) {
    let (columns, rows) = canvas.space.usable_size();
    let mut side = |length: usize| {
        // A column or row at each side is left for side rooms, where there is one.
        let most = (length.saturating_sub(2) as i64).min(CORE);
        if most < 3 { length.min(3) } else { stream.between(3, most) as usize }
    };
    (side(columns), side(rows))
}

/// Builds a level around its core.
pub(super) fn tower(canvas: &mut Canvas, z: usize, core: (usize, usize), stream: &mut Stream) {
    let [left, _, bottom, _] = canvas.space.usable;
    let (columns, rows) = canvas.space.usable_size();
    let (x, y) = (left + (columns - core.0) / 2, bottom + (rows - core.1) / 2);
    for row in y..y + core.1 {
        for column in x..x + core.0 {
            canvas.carve(canvas.space.cell(column, row, z));
        }
    }
    canvas.join_level(z);
    for way in &Direction::ALL[..4] {
        if !stream.chance(SIDE_ROOM) {
            continue;
        }
        let place = match way {
            Direction::North => (x + stream.index(core.0), y + core.1 - 1),
            Direction::South => (x + stream.index(core.0), y),
            Direction::East => (x + core.0 - 1, y + stream.index(core.1)),
            _ => (x, y + stream.index(core.1)),
        };
        let cell = canvas.space.cell(place.0, place.1, z);
        if let Some(beside) = canvas.space.neighbour(cell, *way) {
            canvas.carve(beside);
            canvas.connect(cell, *way);
        }
    }
}

/// Every so many cells there is a street, counted from the middle.
const BLOCK: usize = 3;

/// Builds a level; `built` is the share of the cells beside a street with a house on it.
pub(super) fn settlement(canvas: &mut Canvas, z: usize, built: f64, stream: &mut Stream) {
    let [left, right, bottom, top] = canvas.space.usable;
    let [columns, rows, _] = canvas.space.size;
    let (middle, centre) = ((columns - 1) / 2, (rows - 1) / 2);
    let is_street = |x: usize, y: usize| {
        x.abs_diff(middle).is_multiple_of(BLOCK) || y.abs_diff(centre).is_multiple_of(BLOCK)
    };
    let places = || (bottom..=top).flat_map(|y| (left..=right).map(move |x| (x, y)));
    for (x, y) in places().filter(|&(x, y)| is_street(x, y)) {
        canvas.carve(canvas.space.cell(x, y, z));
    }
    canvas.join_level(z);
    for (x, y) in places().filter(|&(x, y)| !is_street(x, y)) {
        if !stream.chance(built) {
            continue;
        }
        let cell = canvas.space.cell(x, y, z);
        let mut doors = Direction::ALL[..4].to_vec();
        doors.retain(|&way| {
            let [east, north, _] = way.step([x as i32, y as i32, 0]);
            canvas.space.neighbour(cell, way).is_some() && is_street(east as usize, north as usize)
        });
        if let Some(&door) = stream.pick(&doors) {
            canvas.carve(cell);
            canvas.connect(cell, door);
        }
    }
}

/// The fewest and the most side rooms, where they fit.
const SIDE_ROOMS: (i64, i64) = (2, 3);

/// Builds the room at the middle of a level, and those beside it; answers with the room.
pub(super) fn single_room(canvas: &mut Canvas, z: usize, stream: &mut Stream) -> Cell {
    let [columns, rows, _] = canvas.space.size;
    let middle = canvas.space.cell((columns - 1) / 2, (rows - 1) / 2, z);
    canvas.carve(middle);
    let mut sides = Direction::ALL[..4].to_vec();
    sides.retain(|&way| canvas.space.neighbour(middle, way).is_some());
    stream.shuffle(&mut sides);
    let count = stream.between(SIDE_ROOMS.0, SIDE_ROOMS.1) as usize;
    for way in sides.into_iter().take(count) {
        if let Some(beside) = canvas.space.neighbour(middle, way) {
            canvas.carve(beside);
            canvas.connect(middle, way);
        }
    }
    middle
}

//! Buildings: towers, settlements, single rooms, and rooms with corridors.
//!
//! A tower has the same core on every level, with small rooms at its sides. A settlement has a grid of streets with
//! houses along them, each with one door. A single room, such as a tavern or a grove, has two or three side rooms. The
//! others use binary space partitioning: a level is divided repeatedly, each part gets a room, and a corridor joins the
//! two halves of every division.
//!
//! Invariant: a level is connected; side rooms and houses are dead ends.

use super::canvas::{Canvas, Cell};
use super::room::Direction;
use search::Stream;

/// The probability that a side of the core has a room.
const SIDE_ROOM: f64 = 0.3;
/// The longest side of a core.
const CORE: i64 = 7;

/// Numbers of columns and rows of the core, drawn once for all levels.
pub(super) fn tower_core(canvas: &Canvas, stream: &mut Stream) -> (usize, usize) {
    let (columns, rows) = canvas.space.usable_size();
    let mut side = |length: usize| {
        // Leaves a column or row at each side for side rooms, if possible.
        let most = (length.saturating_sub(2) as i64).min(CORE);
        if most < 3 { length.min(3) } else { stream.between(3, most) as usize }
    };
    (side(columns), side(rows))
}

/// Builds a level around the core.
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

/// The distance between streets in cells, counted from the middle.
const BLOCK: usize = 3;

/// Builds a level; `built` is the share of cells beside a street that have a house.
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

/// Minimum and maximum number of side rooms, if they fit.
const SIDE_ROOMS: (i64, i64) = (2, 3);

/// Builds the room in the middle of a level and its side rooms; returns a cell of the room.
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

/// Minimum side of a room, minimum side of a part, maximum number of divisions of a part.
const ROOM: usize = 3;
const PART: usize = 4;
const DEPTH: u32 = 6;

/// A rectangle of cells: first column and row, numbers of columns and rows.
#[derive(Clone, Copy)]
struct Part {
    x: usize,
    y: usize,
    columns: usize,
    rows: usize,
}

/// Builds a level.
pub(super) fn build(canvas: &mut Canvas, z: usize, stream: &mut Stream) {
    let [x, _, y, _] = canvas.space.usable;
    let (columns, rows) = canvas.space.usable_size();
    cut(canvas, z, Part { x, y, columns, rows }, DEPTH, stream);
    canvas.join_level(z);
}

/// Builds the left half of a level with a corridor to its axis.
pub(super) fn build_half(canvas: &mut Canvas, z: usize, stream: &mut Stream) {
    let [x, _, y, _] = canvas.space.usable;
    let (columns, rows) = canvas.space.usable_size();
    let columns = columns.div_ceil(2);
    let room = cut(canvas, z, Part { x, y, columns, rows }, DEPTH, stream);
    corridor(canvas, z, room, (x + columns - 1, room.1), stream);
}

/// Divides a part, or puts a room into it; returns a cell of a room.
fn cut(
    canvas: &mut Canvas,
    z: usize,
    part: Part,
    depth: u32,
    stream: &mut Stream,
) -> (usize, usize) {
    let Part { x, y, columns, rows } = part;
    let (wide, high) = (columns >= 2 * PART, rows >= 2 * PART);
    if depth == 0 || !wide && !high {
        return room(canvas, z, part, stream);
    }
    // Divides the longer side; if both are equal, either one.
    let across = wide && (!high || columns > rows || columns == rows && stream.below(2) == 0);
    let (first, second) = if across {
        let at = stream.between(PART as i64, (columns - PART) as i64) as usize;
        (Part { columns: at, ..part }, Part { x: x + at, columns: columns - at, ..part })
    } else {
        let at = stream.between(PART as i64, (rows - PART) as i64) as usize;
        (Part { rows: at, ..part }, Part { y: y + at, rows: rows - at, ..part })
    };
    let a = cut(canvas, z, first, depth - 1, stream);
    let b = cut(canvas, z, second, depth - 1, stream);
    corridor(canvas, z, a, b, stream);
    if stream.below(2) == 0 { a } else { b }
}

/// Puts a room into a part, with rock beside it if there is space for both.
fn room(canvas: &mut Canvas, z: usize, part: Part, stream: &mut Stream) -> (usize, usize) {
    let mut side = |length: usize| {
        let size =
            stream.between(ROOM.min(length) as i64, (length - 1).max(ROOM.min(length)) as i64);
        (stream.between(0, length as i64 - size) as usize, size as usize)
    };
    let (right, columns) = side(part.columns);
    let (up, rows) = side(part.rows);
    let (x, y) = (part.x + right, part.y + up);
    for row in y..y + rows {
        for column in x..x + columns {
            canvas.carve(canvas.space.cell(column, row, z));
        }
    }
    (x + stream.index(columns), y + stream.index(rows))
}

/// A corridor with one bend.
fn corridor(
    canvas: &mut Canvas,
    z: usize,
    a: (usize, usize),
    b: (usize, usize),
    stream: &mut Stream,
) {
    let (from, to) = if stream.below(2) == 0 { (a, b) } else { (b, a) };
    for x in from.0.min(to.0)..=from.0.max(to.0) {
        canvas.carve(canvas.space.cell(x, from.1, z));
    }
    for y in from.1.min(to.1)..=from.1.max(to.1) {
        canvas.carve(canvas.space.cell(to.0, y, z));
    }
}

//! Rooms and corridors by binary space partition: a level is cut in two again and again, a room stands in
//! each part, and a corridor joins the two halves of every cut.
//!
//! Invariant: a level is one piece, for each cut joins two pieces.

use super::canvas::Canvas;
use search::Stream;

/// The least side of a room, the least side of a part, and how often a part is cut at most.
const ROOM: usize = 3;
const PART: usize = 4;
const DEPTH: u32 = 6;

/// A rectangle of cells: its first column and row, its columns and rows.
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

/// Builds the left half of a level, with a corridor to its axis.
pub(super) fn build_half(canvas: &mut Canvas, z: usize, stream: &mut Stream) {
    let [x, _, y, _] = canvas.space.usable;
    let (columns, rows) = canvas.space.usable_size();
    let columns = columns.div_ceil(2);
    let room = cut(canvas, z, Part { x, y, columns, rows }, DEPTH, stream);
    corridor(canvas, z, room, (x + columns - 1, room.1), stream);
}

/// Cuts a part, or puts a room into it; answers with a cell of a room.
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
    // The longer side is cut, and of two alike either.
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

/// Puts a room into a part, with rock beside it where there is space for both.
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

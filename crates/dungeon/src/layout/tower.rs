//! Towers: level on level the same core, with small rooms at its sides.
//!
//! Invariant: a level is one piece; a side room touches the core in one cell and is a dead end.

use super::canvas::Canvas;
use super::room::Direction;
use search::Stream;

/// How often a side of the core has a room.
const SIDE_ROOM: f64 = 0.3;
/// The longest side of a core.
const CORE: i64 = 7;

/// Columns and rows of the core: drawn once, so that levels stand on one another.
pub(super) fn core(canvas: &Canvas, stream: &mut Stream) -> (usize, usize) {
    let (columns, rows) = canvas.space.usable_size();
    let mut side = |length: usize| {
        // A column or row at each side is left for side rooms, where there is one.
        let most = (length.saturating_sub(2) as i64).min(CORE);
        if most < 3 { length.min(3) } else { stream.between(3, most) as usize }
    };
    (side(columns), side(rows))
}

/// Builds a level around its core.
pub(super) fn build(canvas: &mut Canvas, z: usize, core: (usize, usize), stream: &mut Stream) {
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

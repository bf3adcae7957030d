//! Single rooms: a tavern, a grove; the room one enters, and two or three at its sides.
//!
//! Invariant: every side room has one connection, to the room one enters.

use super::canvas::{Canvas, Cell};
use super::room::Direction;
use search::Stream;

/// The fewest and the most side rooms, where they fit.
const SIDES: (i64, i64) = (2, 3);

/// Builds the room at the middle of a level, and those beside it; answers with the room.
pub(super) fn build(canvas: &mut Canvas, z: usize, stream: &mut Stream) -> Cell {
    let [columns, rows, _] = canvas.space.size;
    let middle = canvas.space.cell((columns - 1) / 2, (rows - 1) / 2, z);
    canvas.carve(middle);
    let mut sides = Direction::ALL[..4].to_vec();
    sides.retain(|&way| canvas.space.neighbour(middle, way).is_some());
    stream.shuffle(&mut sides);
    let count = stream.between(SIDES.0, SIDES.1) as usize;
    for way in sides.into_iter().take(count) {
        if let Some(beside) = canvas.space.neighbour(middle, way) {
            canvas.carve(beside);
            canvas.connect(middle, way);
        }
    }
    middle
}

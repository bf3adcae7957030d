//! Settlements: streets in a grid, and houses along them, each with one door.
//!
//! Invariant: streets are one piece, and a house is a dead end.

use super::canvas::Canvas;
use super::room::Direction;
use search::Stream;

/// Every so many cells there is a street, counted from the middle.
const BLOCK: usize = 3;

/// Builds a level; `built` is the share of the cells beside a street with a house on it.
pub(super) fn build(canvas: &mut Canvas, z: usize, built: f64, stream: &mut Stream) {
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

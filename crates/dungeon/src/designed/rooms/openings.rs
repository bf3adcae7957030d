//! Openings: where a door leads onto rock or a cut corner, a way is dug to the floor behind it, and its mirror image
//! too, so that what mirrors still does.

use super::drawing::{Axis, Drawing, Ground, Spot};
use super::wanted::Wanted;
use search::Stream;

/// The most cells that are dug for a mouth.
const DEEPEST: usize = 4;

/// Digs from mouths that are solid straight to the nearest floor; one that lies behind water stays shut.
pub(super) fn open(drawing: &mut Drawing, wanted: &Wanted<'_>, stream: &mut Stream) {
    let axis = axis(drawing, wanted.stairs, stream);
    for &mouth in wanted.mouths {
        for at in way(drawing, mouth).unwrap_or_default() {
            drawing.set(at, b'.');
            if let Some(axis) = axis {
                drawing.set(drawing.mirrored(at, axis), b'.');
            }
        }
    }
}

/// The axis at which openings are mirrored: where stairs are to come, one with cells on it.
fn axis(drawing: &Drawing, stairs: usize, stream: &mut Stream) -> Option<Axis> {
    let mut axes: Vec<_> = Axis::BOTH.into_iter().filter(|&axis| drawing.mirrors(axis)).collect();
    stream.shuffle(&mut axes);
    let cells_on = |axis: &Axis| match axis {
        Axis::LeftRight => drawing.cols() % 2 == 1,
        Axis::TopBottom => drawing.rows() % 2 == 1,
    };
    axes.into_iter().max_by_key(|axis| stairs == 1 && cells_on(axis))
}

/// The solid cells from a mouth to the nearest floor straight ahead; none if there is no floor near.
fn way(drawing: &Drawing, mouth: Spot) -> Option<Vec<Spot>> {
    let Spot { row, col } = mouth;
    let down = (0..DEEPEST).map(|i| Spot::new(row + i, col));
    let right = (0..DEEPEST).map(|i| Spot::new(row, col + i));
    let up = (0..DEEPEST).map_while(|i| Some(Spot::new(row.checked_sub(i)?, col)));
    let left = (0..DEEPEST).map_while(|i| Some(Spot::new(row, col.checked_sub(i)?)));
    let ways: [Vec<Spot>; 4] = [down.collect(), right.collect(), up.collect(), left.collect()];
    let dug = |way: Vec<Spot>| {
        let ground = |at: &Spot| Ground::of(drawing.at(*at));
        let end = way.iter().position(|at| ground(at) != Ground::Solid)?;
        (ground(way.get(end)?) == Ground::Floor).then(|| way.into_iter().take(end).collect())
    };
    ways.into_iter().filter_map(dug).min_by_key(|way: &Vec<Spot>| way.len())
}

//! Interiors where no template fits: floor with rows of props or without, which plain water may split.

use super::drawing::{Drawing, Spot};
use super::wanted::{Split, Wanted};

/// The interiors to try in the end, with their names, the best first.
pub(super) fn plain(wanted: &Wanted<'_>) -> Vec<(&'static str, Drawing)> {
    let bare = Drawing::filled(wanted.height, wanted.width, b'.');
    let floors = [propped(&bare, wanted), bare];
    let named = |name, all: fn(&Drawing) -> Vec<Drawing>| {
        floors.iter().flat_map(all).map(move |drawing| (name, drawing)).collect::<Vec<_>>()
    };
    match wanted.split {
        Split::Open => floors.map(|floor| ("plain", floor)).into(),
        Split::Water(_) => [named("ford", fords), named("island", islands)].concat(),
    }
}

/// Floor with rows of props, none in the way of a mouth, in the same places from both ends.
fn propped(floor: &Drawing, wanted: &Wanted<'_>) -> Drawing {
    let mut drawing = floor.clone();
    let rhythm = |at: usize, many: usize, every: usize| at.min(many - 1 - at) % every == 1;
    let stands = |at: Spot| {
        rhythm(at.row, floor.rows(), 3)
            && rhythm(at.col, floor.cols(), 4)
            && wanted.mouths.iter().all(|mouth| mouth.steps(at) > 1)
    };
    for at in floor.spots().filter(|&at| stands(at)) {
        drawing.set(at, b'#');
    }
    drawing
}

/// Floor with a straight river through it, or two: the nearest to the middle first.
fn fords(floor: &Drawing) -> Vec<Drawing> {
    let (rows, cols) = (floor.rows(), floor.cols());
    let mut all = Vec::new();
    let inner = |of: usize| {
        let mut lines: Vec<usize> = (1..of.saturating_sub(1)).collect();
        lines.sort_by_key(|&line| (2 * line).abs_diff(of - 1));
        lines
    };
    for row in inner(rows) {
        all.push(watered(floor, |at| at.row == row));
    }
    for col in inner(cols) {
        all.push(watered(floor, |at| at.col == col));
    }
    for row in 1..rows / 2 {
        all.push(watered(floor, |at| at.row == row || at.row == rows - 1 - row));
    }
    for col in 1..cols / 2 {
        all.push(watered(floor, |at| at.col == col || at.col == cols - 1 - col));
    }
    all
}

/// Floor with a ring of water around its middle.
fn islands(floor: &Drawing) -> Vec<Drawing> {
    let (rows, cols) = (floor.rows(), floor.cols());
    let depth = |at: Spot| at.row.min(at.col).min(rows - 1 - at.row).min(cols - 1 - at.col);
    let rings = 1..rows.min(cols).div_ceil(2).saturating_sub(1);
    rings.rev().map(|ring| watered(floor, |at| depth(at) == ring)).collect()
}

/// The drawing with water where it is said.
fn watered(floor: &Drawing, is: impl Fn(Spot) -> bool) -> Drawing {
    let mut drawing = floor.clone();
    for at in floor.spots().filter(|&at| is(at)) {
        drawing.set(at, b'~');
    }
    drawing
}

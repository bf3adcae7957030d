//! Stairs: where one level leads to the next, and the tunnel where no cell is open on both.
//!
//! Invariant: each level is one piece, and joined to the one before it on the way from the entry.

use super::board;
use super::canvas::{Canvas, Cell};
use super::reach::Reach;
use super::request::Stairs;
use super::room::Direction;

/// Joins all levels, from the level of the entry outwards.
pub(super) fn join(
    canvas: &mut Canvas,
    entry: Cell,
    stairs: Stairs,
    plain: bool,
    reach: &mut Reach,
) {
    let (first, levels) = (canvas.space.level(entry), canvas.space.size[2]);
    let mut from = entry;
    for z in (0..first).rev() {
        from = pair(canvas, from, z, stairs, plain, reach);
    }
    from = entry;
    for z in first + 1..levels {
        from = pair(canvas, from, z, stairs, plain, reach);
    }
}

/// Joins the level of a cell with level `z` beside it; answers with where one arrives.
///
/// The first stairs are the farthest from where the level is entered, and each further one is farthest, as
/// the crow flies, from those before it. Levels without an interior have theirs one above the other, so that
/// what is beside them are dead ends.
fn pair(
    canvas: &mut Canvas,
    from: Cell,
    z: usize,
    stairs: Stairs,
    plain: bool,
    reach: &mut Reach,
) -> Cell {
    let here = canvas.space.level(from);
    let level = canvas.space.words * 64;
    let direction = if z > here { Direction::Up } else { Direction::Down };
    let in_level = from % level;
    if !canvas.level(here).iter().zip(canvas.level(z)).any(|(a, b)| a & b != 0) {
        dig(canvas, here, z, reach);
    }
    let mut common: Vec<u64> = Vec::new();
    let farthest = {
        let (a, b) = (canvas.level(here), canvas.level(z));
        if stairs != Stairs::Count(1) {
            common.extend(a.iter().zip(b).map(|(a, b)| a & b));
        }
        let both = |w: usize| a.get(w).zip(b.get(w)).map_or(0, |(a, b)| a & b);
        if plain { None } else { reach.farthest(canvas, from, both) }
    };
    let first = farthest.unwrap_or(from) % level;
    canvas.connect(here * level + first, direction);
    match stairs {
        Stairs::All => {
            for cell in board::cells(&common) {
                canvas.connect(here * level + cell, direction);
            }
        }
        Stairs::Count(1) => {}
        Stairs::Count(count) => {
            let mut chosen = vec![in_level, first];
            board::take(&mut common, first);
            for _ in 1..count {
                let Some(next) = spread(canvas, &common, &chosen) else { break };
                board::take(&mut common, next);
                canvas.connect(here * level + next, direction);
                chosen.push(next);
            }
        }
    }
    z * level + first
}

/// The cell farthest from the nearest of those that are chosen; the first of several.
fn spread(canvas: &Canvas, cells: &[u64], chosen: &[Cell]) -> Option<Cell> {
    let apart = |a: Cell, b: Cell| {
        let ((ax, ay, _), (bx, by, _)) = (canvas.space.place(a), canvas.space.place(b));
        ax.abs_diff(bx) + ay.abs_diff(by)
    };
    let score = |cell: Cell| chosen.iter().map(|&other| apart(cell, other)).min().unwrap_or(0);
    let mut best = None;
    for cell in board::cells(cells) {
        let score = score(cell);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, cell));
        }
    }
    best.map(|(_, cell)| cell)
}

/// Digs the shortest tunnel on level `z` to a cell that is open on level `here`.
fn dig(canvas: &mut Canvas, here: usize, z: usize, reach: &mut Reach) {
    let level = canvas.space.words * 64;
    let way = reach.tunnel(&canvas.space, canvas.level(z), canvas.level(here));
    for &cell in &way {
        canvas.carve(z * level + cell);
    }
    for &cell in &way {
        for direction in &Direction::ALL[..4] {
            canvas.connect(z * level + cell, *direction);
        }
    }
}

//! Stairs: where one level leads to the next, and the tunnel where no cell is open on both.
//!
//! Dead ends are left to treasures and puzzles where other cells will do.
//!
//! Invariant: each level is one piece, and joined to the one before it on the way from the entry.

use super::canvas::{Canvas, Cell};
use super::reach::Reach;
use super::request::{Request, Stairs};
use super::room::Direction;
use crate::bitgrid::cells;
use smallvec::SmallVec;

/// Joins all levels, from the level of the entry outwards.
pub(super) fn join(
    canvas: &mut Canvas,
    request: &Request,
    entry: Cell,
    plain: bool,
    reach: &mut Reach,
) {
    let (first, levels) = (canvas.space.level(entry), canvas.space.size[2]);
    let mut pair = |from, z| pair(canvas, request, from, z, plain, reach);
    (0..first).rev().fold(entry, &mut pair);
    (first + 1..levels).fold(entry, pair);
}

/// Joins the level of a cell with level `z` beside it; answers with where one arrives.
///
/// The first stairs are the farthest from where the level is entered, and each further one is farthest, as
/// the crow flies, from those before it. Levels without an interior have theirs one above the other, so that
/// what is beside them are dead ends.
fn pair(
    canvas: &mut Canvas,
    request: &Request,
    from: Cell,
    z: usize,
    plain: bool,
    reach: &mut Reach,
) -> Cell {
    let stairs = request.stairs;
    let here = canvas.space.level(from);
    let level = canvas.space.words * 64;
    let direction = if z > here { Direction::Up } else { Direction::Down };
    let in_level = from % level;
    if !canvas.level(here).iter().zip(canvas.level(z)).any(|(a, b)| a & b != 0) {
        dig(canvas, here, z, reach);
    }
    let mut common = common(canvas, here, z);
    let mut fit = without_ends(canvas, here, z, &common);
    let wanted = |w: usize| fit.get(w).copied().unwrap_or(0);
    let farthest =
        if plain { None } else { reach.farthest(canvas, from, request.form().is_some(), wanted) };
    let first = farthest.unwrap_or(from) % level;
    canvas.connect(here * level + first, direction);
    match stairs {
        Stairs::All => {
            for cell in cells::cells(&common) {
                canvas.connect(here * level + cell, direction);
            }
        }
        Stairs::Count(1) => {}
        Stairs::Count(count) => {
            let mut chosen = vec![in_level, first];
            for _ in 1..count {
                for cells in [&mut common, &mut fit] {
                    chosen.iter().skip(1).for_each(|&cell| cells::take(cells, cell));
                }
                let next = spread(canvas, &fit, &chosen);
                let Some(next) = next.or_else(|| spread(canvas, &common, &chosen)) else { break };
                canvas.connect(here * level + next, direction);
                chosen.push(next);
            }
        }
    }
    z * level + first
}

/// The cells of a level, few words of them in most layouts.
type Cells = SmallVec<[u64; 4]>;

/// The cells that are open on two levels.
fn common(canvas: &Canvas, here: usize, z: usize) -> Cells {
    canvas.level(here).iter().zip(canvas.level(z)).map(|(a, b)| a & b).collect()
}

/// Those of some cells that are a dead end on neither level; all where each is one.
fn without_ends(canvas: &Canvas, here: usize, z: usize, cells: &Cells) -> Cells {
    let ends = |w: usize| canvas.dead_ends(here, w) | canvas.dead_ends(z, w);
    let rest: Cells = cells.iter().enumerate().map(|(w, cells)| cells & !ends(w)).collect();
    if cells::first(&rest).is_some() { rest } else { cells.clone() }
}

/// The cell farthest from the nearest of those that are chosen; the first of several.
fn spread(canvas: &Canvas, cells: &[u64], chosen: &[Cell]) -> Option<Cell> {
    let apart = |a: Cell, b: Cell| {
        let ((ax, ay, _), (bx, by, _)) = (canvas.space.place(a), canvas.space.place(b));
        ax.abs_diff(bx) + ay.abs_diff(by)
    };
    let score = |cell: Cell| chosen.iter().map(|&other| apart(cell, other)).min().unwrap_or(0);
    let mut best = None;
    for cell in cells::cells(cells) {
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

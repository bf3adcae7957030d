//! Dead ends, where a layout has too few: niches in the rock, or connections on cycles closed.
//!
//! Three dead ends besides the entry are three bridges too, and a boss, a treasure and a puzzle can have one
//! each. Invariant: no step here makes two pieces of one, and each adds a dead end.

use super::board::{self, beside, has, pick};
use super::canvas::{Canvas, Cell};
use super::room::Direction;
use search::{Attempt, Stream};
use std::ops::Range;

/// From so many rooms on a layout has at least [`LEAST`] dead ends besides the entry.
const MANY: u32 = 8;
const LEAST: u32 = 3;
/// The directions on a level, as bits.
const SIDES: u8 = 0b1111;

/// Sees to it that there are dead ends enough, and one for the boss at its level.
pub(super) fn provide(
    canvas: &mut Canvas,
    entry: Cell,
    boss_level: Option<usize>,
    attempt: Attempt,
) {
    let levels = 0..canvas.space.size[2];
    let mut stream = None;
    if let Some(z) = boss_level
        && board::count(canvas.level(z)) > 2
        && !(0..canvas.space.words).any(|w| free(canvas, entry, z, w) != 0)
    {
        let stream = stream.get_or_insert_with(|| attempt.phase("dead ends"));
        add(canvas, entry, z..z + 1, stream);
    }
    // Each round adds one; where none can be added, there is but a row of cells.
    for _ in 0..LEAST {
        if canvas.rooms() < MANY || total(canvas, entry) >= LEAST {
            return;
        }
        let stream = stream.get_or_insert_with(|| attempt.phase("dead ends"));
        if !add(canvas, entry, levels.clone(), stream) {
            return;
        }
    }
}

/// The dead ends of a word, the entry left out.
fn ends(canvas: &Canvas, entry: Cell, z: usize, w: usize) -> u64 {
    let ends = canvas.dead_ends(z, w);
    if z * canvas.space.words + w == entry / 64 { ends & !(1 << (entry & 63)) } else { ends }
}

/// Those that no stairs lead to.
fn free(canvas: &Canvas, entry: Cell, z: usize, w: usize) -> u64 {
    let (over, under) = canvas.stairs(z);
    let at = |board: &[u64]| board.get(w).copied().unwrap_or(0);
    ends(canvas, entry, z, w) & !at(over) & !at(under)
}

fn total(canvas: &Canvas, entry: Cell) -> u32 {
    let words = canvas.space.words;
    let all = (0..canvas.space.size[2]).flat_map(|z| (0..words).map(move |w| (z, w)));
    all.map(|(z, w)| ends(canvas, entry, z, w).count_ones()).sum()
}

/// Adds one dead end on one of the levels; false where none can be.
fn add(canvas: &mut Canvas, entry: Cell, levels: Range<usize>, stream: &mut Stream) -> bool {
    // A niche over or under an open cell would have stairs if all such cells have: others come first.
    for apart in [true, false] {
        if niche(canvas, entry, levels.clone(), apart, stream) {
            return true;
        }
    }
    close(canvas, entry, levels.clone(), stream) || branch(canvas, entry, levels, stream)
}

/// The rock that may be opened, by how many open cells it touches: of one only, or of any number.
fn rock(
    canvas: &Canvas,
    entry: Cell,
    levels: Range<usize>,
    allowed: impl Fn(usize, usize, [u64; 4]) -> u64,
) -> Vec<u64> {
    let (words, stride) = (canvas.space.words, canvas.space.stride);
    let mut found = vec![0; words * canvas.space.size[2]];
    for z in levels {
        let open = canvas.level(z);
        let ends: Vec<u64> = (0..words).map(|w| ends(canvas, entry, z, w)).collect();
        for (w, (&here, &inside)) in open.iter().zip(&canvas.space.inside).enumerate() {
            // What touches a dead end would only lengthen it.
            let spoilt = beside(&ends, w, stride).into_iter().fold(0, |a, b| a | b);
            let cells = allowed(z, w, beside(open, w, stride));
            let mut cells = cells & !here & inside & !spoilt;
            // The entry stays the room nearest the centre.
            if z == canvas.space.level(entry) {
                for bit in board::Bits(cells) {
                    let cell = (z * words + w) * 64 + bit;
                    if canvas.space.off_centre(cell) <= canvas.space.off_centre(entry) {
                        cells &= !(1 << bit);
                    }
                }
            }
            if let Some(word) = found.get_mut(z * words + w) {
                *word = cells;
            }
        }
    }
    found
}

/// Opens a cell of rock that touches exactly one open cell.
fn niche(
    canvas: &mut Canvas,
    entry: Cell,
    levels: Range<usize>,
    apart: bool,
    stream: &mut Stream,
) -> bool {
    let top = canvas.space.size[2];
    let found = rock(canvas, entry, levels, |z, w, sides| {
        let (mut one, mut more) = (0, 0);
        for side in sides {
            more |= one & side;
            one |= side;
        }
        let open = |z: usize| canvas.level(z).get(w).copied().unwrap_or(0);
        let below = z.checked_sub(1).map_or(0, open);
        let above = if z + 1 < top { open(z + 1) } else { 0 };
        one & !more & if apart { !(below | above) } else { u64::MAX }
    });
    let Some(cell) = pick(&found, stream) else { return false };
    canvas.carve(cell);
    for direction in &Direction::ALL[..4] {
        canvas.connect(cell, *direction);
    }
    true
}

/// Opens a cell of rock and joins it to one of the cells that it touches, none of them a dead end.
fn branch(canvas: &mut Canvas, entry: Cell, levels: Range<usize>, stream: &mut Stream) -> bool {
    let found = rock(canvas, entry, levels, |_, _, sides| sides.into_iter().fold(0, |a, b| a | b));
    let Some(cell) = pick(&found, stream) else { return false };
    let touching: Vec<Direction> = Direction::ALL[..4]
        .iter()
        .copied()
        .filter(|&way| canvas.space.neighbour(cell, way).is_some_and(|to| canvas.is_open(to)))
        .collect();
    canvas.carve(cell);
    if let Some(&way) = stream.pick(&touching) {
        canvas.connect(cell, way);
    }
    true
}

/// Makes a dead end of a cell that the rest holds together without: its connections but one are closed.
///
/// Cells without stairs come first, and those with stairs only where all have some.
fn close(canvas: &mut Canvas, entry: Cell, levels: Range<usize>, stream: &mut Stream) -> bool {
    let level = canvas.space.words * 64;
    for with_stairs in [false, true] {
        let mut found: Vec<Cell> = Vec::new();
        for z in levels.clone() {
            let (over, under) = canvas.stairs(z);
            let cells = board::cells(canvas.level(z)).filter(|&cell| {
                let cycle = canvas.directions(z * level + cell).count_ones() >= 2;
                let stairs = has(over, cell) || has(under, cell);
                cycle && z * level + cell != entry && stairs == with_stairs
            });
            found.extend(cells.map(|cell| z * level + cell));
        }
        stream.shuffle(&mut found);
        // The fewer connections are closed, the more cycles are left for those to come.
        found.sort_by_key(|&cell| canvas.directions(cell).count_ones());
        for cell in found {
            // Without stairs a level stays one piece by itself; with them, by way of the others.
            if holds_without(canvas, cell, with_stairs) {
                shut(canvas, cell, stream);
                return true;
            }
        }
    }
    false
}

/// Closes all connections of a cell but one, which lies on its level where it has such.
fn shut(canvas: &mut Canvas, cell: Cell, stream: &mut Stream) {
    let set = canvas.directions(cell);
    let ways = |set: u8| -> Vec<Direction> {
        Direction::ALL.into_iter().filter(|&way| set >> way as u8 & 1 == 1).collect()
    };
    let sides = if set & SIDES == 0 { set } else { set & SIDES };
    let kept = stream.pick(&ways(sides)).copied();
    for way in ways(set).into_iter().filter(|&way| Some(way) != kept) {
        canvas.close(cell, way);
    }
}

/// Whether what is left is one piece without a cell: its level by itself, or the whole layout.
fn holds_without(canvas: &Canvas, cell: Cell, whole: bool) -> bool {
    let space = &canvas.space;
    let z = space.level(cell);
    let (levels, ways) = if whole { (0..space.size[2], u8::MAX) } else { (z..z + 1, SIDES) };
    let mut rest = vec![0; space.words * levels.start];
    levels.for_each(|z| rest.extend_from_slice(canvas.level(z)));
    board::take(&mut rest, cell);
    let Some(first) = board::first(&rest) else { return false };
    let mut stack = vec![first];
    board::take(&mut rest, first);
    while let Some(here) = stack.pop() {
        for way in board::Bits((canvas.directions(here) & ways).into()) {
            let step = Direction::ALL.get(way).map_or(0, |way| space.step(*way));
            let to = (here as isize + step) as usize;
            if has(&rest, to) {
                board::take(&mut rest, to);
                stack.push(to);
            }
        }
    }
    board::first(&rest).is_none()
}

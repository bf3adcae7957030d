//! Drawings in other sizes: rows and columns are left out or repeated in pairs, so that what mirrors still does, or
//! the drawing stands twice, side by side with its mirror image.

use super::drawing::{Drawing, Spot, bare};

/// From so many times its size on a drawing stands twice, in hundredths.
const TWICE: usize = 170;
/// The strain of a drawing that stands twice, beside what each of the two is strained.
const DOUBLED: usize = 30;
/// The most rows or columns between a drawing and its mirror image.
const GAP: usize = 4;

/// The drawing with so many rows and columns.
pub(super) fn scaled(drawing: &Drawing, rows: usize, cols: usize) -> Drawing {
    let upright = drawing.transposed();
    drawing.mapped(&lines(&upright, rows), &lines(drawing, cols))
}

/// Distance from a length to another, in hundredths: 0 for the same, else it grows with what is left out or
/// repeated.
pub(super) fn strain(from: usize, to: usize) -> usize {
    if stands_twice(from, to) {
        return DOUBLED + strain(from, half(from, to));
    }
    from.abs_diff(to) * 100 / from.min(to).max(1)
}

/// True if a drawing of this length stands twice in that one.
fn stands_twice(from: usize, to: usize) -> bool {
    to * 100 >= from * TWICE
}

/// The length of each of two that stand in a length.
fn half(from: usize, to: usize) -> usize {
    if to.saturating_sub(2 * from) <= GAP { from.min(to / 2) } else { to / 2 }
}

/// The columns of a drawing that make one of `to` columns.
fn lines(drawing: &Drawing, to: usize) -> Vec<usize> {
    let from = drawing.cols();
    if !stands_twice(from, to) {
        return fitted(drawing, to);
    }
    let once = fitted(drawing, half(from, to));
    let last = once.last().copied().unwrap_or(0);
    let gap = std::iter::repeat_n(last, to - 2 * once.len());
    once.iter().copied().chain(gap).chain(once.iter().rev().copied()).collect()
}

/// The columns that make a drawing of `to`, the outermost kept.
fn fitted(drawing: &Drawing, to: usize) -> Vec<usize> {
    let mut lines: Vec<usize> = (0..drawing.cols()).collect();
    let middle = lines.len() / 2;
    if lines.len().abs_diff(to) % 2 == 1 {
        if lines.len() > to {
            lines.remove(middle);
        } else {
            lines.insert(middle, lines.get(middle).copied().unwrap_or(0));
        }
    }
    while lines.len() > to && lines.len() > 2 {
        let i = (1..lines.len() / 2).min_by_key(|&i| loss(drawing, &lines, i)).unwrap_or(0);
        lines.remove(lines.len() - 1 - i);
        lines.remove(i);
    }
    while lines.len() < to {
        let i = (0..lines.len() / 2).min_by_key(|&i| bulk(drawing, &lines, i)).unwrap_or(0);
        let last = lines.len() - 1 - i;
        lines.insert(last, lines.get(last).copied().unwrap_or(0));
        lines.insert(i, lines.get(i).copied().unwrap_or(0));
    }
    lines
}

/// Cost of leaving a column out: the cells in which it differs from a neighbour that stays.
fn loss(drawing: &Drawing, lines: &[usize], i: usize) -> usize {
    let differs = |other: usize| {
        let (Some(&a), Some(&b)) = (lines.get(i), lines.get(other)) else { return usize::MAX };
        let glyph = |row, col| bare(drawing.at(Spot::new(row, col)));
        (0..drawing.rows()).filter(|&row| glyph(row, a) != glyph(row, b)).count()
    };
    differs(i.wrapping_sub(1)).min(differs(i + 1))
}

/// Cost of repeating a column: what stands in it, and that it stands there often already.
fn bulk(drawing: &Drawing, lines: &[usize], i: usize) -> usize {
    let col = lines.get(i).copied().unwrap_or(0);
    let copies = lines.iter().filter(|&&line| line == col).count();
    let stands = |row: &usize| bare(drawing.at(Spot::new(*row, col))) != b'.';
    (0..drawing.rows()).filter(stands).count() + 3 * copies
}

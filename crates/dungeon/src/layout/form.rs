//! Forms: which cells of a carved level stay, which of them are joined, and which walls get doors, by category.
//!
//! A crypt has naves with chapels at their sides. A temple is symmetrical about its axis. Ruins have collapsed cells. A
//! dungeon is chambers with walls between them. The data define these ([`Form`]). Parts that a form separates are
//! rejoined through as few walls as possible.
//!
//! Invariant: a level stays connected and keeps its minimum number of rooms; mirrored cells are joined like their
//! twins.
//!
//! Connected pieces are union-find trees of cells. Invariant: both sides of a mirrored level are joined together at all
//! times, so the twins of cells in one piece are in one piece.

use super::canvas::{Canvas, Level};
use super::room::Direction;
use super::room::{Cut, Form};
use crate::bitgrid::cells::{self, has, put, take};
use search::Stream;

/// Working memory; it does not affect results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work {
    /// Per cell: its chamber.
    pub(super) chambers: Vec<u16>,
    /// Per cell: its parent in the tree of its piece; a root is its own parent.
    pub(super) pieces: Vec<u32>,
    /// Passages that are walls so far, by cell and direction.
    pub(super) walls: Vec<(u32, Direction)>,
}

/// The lanes of a level: every third is a nave, the lanes beside it are chapels.
#[derive(Clone, Copy)]
pub(super) struct Lanes {
    /// True if naves run from west to east.
    along_x: bool,
    /// The lane of the first nave.
    first: usize,
}

impl Lanes {
    const APART: usize = 3;

    /// True if a lane is a nave.
    fn is_nave(self, lane: usize) -> bool {
        lane % Self::APART == self.first
    }
}

/// A level to which a form is applied.
pub(super) struct Place<'a> {
    pub(super) level: Level<'a>,
    pub(super) form: &'a Form,
    pub(super) lanes: Lanes,
    pub(super) work: &'a mut Work,
}

/// Applies a form to a level; at least `least` of its cells stay.
pub(super) fn shape(
    canvas: &mut Canvas,
    z: usize,
    form: &Form,
    least: u32,
    stream: &mut Stream,
    work: &mut Work,
) {
    let (columns, rows) = canvas.space.usable_size();
    let along_x = columns > rows || columns == rows && stream.below(2) == 0;
    let lanes = Lanes { along_x, first: stream.index(Lanes::APART) };
    let mut place = Place { level: canvas.level_mut(z), form, lanes, work };
    match form.cut {
        Cut::Open => {}
        Cut::Halls => place.carve_naves(stream),
        Cut::Chambers(least, most) => place.cut([least, most], stream),
    }
    if form.mirrored {
        place.mirror();
    }
    place.thin(least, stream);
    place.join(stream);
}

impl Place<'_> {
    /// The mirrored column; the same column if the form is not mirrored.
    pub(super) fn twin(&self, x: usize) -> usize {
        let [left, right, ..] = self.level.space.usable;
        if self.form.mirrored { left + right - x } else { x }
    }

    /// The columns up to the axis, without twins of earlier columns.
    pub(super) fn columns(&self) -> std::ops::RangeInclusive<usize> {
        let [left, right, ..] = self.level.space.usable;
        left..=if self.form.mirrored { left + (right - left) / 2 } else { right }
    }

    pub(super) fn rows(&self) -> std::ops::RangeInclusive<usize> {
        let [_, _, bottom, top] = self.level.space.usable;
        bottom..=top
    }

    pub(super) fn cell(&self, x: usize, y: usize) -> usize {
        y * self.level.space.stride + x
    }

    /// Opens the twin of every open cell, and the axis if it is a nave.
    fn mirror(&mut self) {
        if self.form.axis {
            let axis = *self.columns().end();
            let open = |y: &usize| self.columns().any(|x| has(self.level.open, self.cell(x, *y)));
            let (first, last) = (self.rows().find(open), self.rows().rev().find(open));
            for y in first.zip(last).into_iter().flat_map(|(first, last)| first..=last) {
                let cell = self.cell(axis, y);
                put(self.level.open, cell);
            }
        }
        for y in self.rows() {
            for x in self.columns() {
                let (cell, twin) = (self.cell(x, y), self.cell(self.twin(x), y));
                if has(self.level.open, cell) || has(self.level.open, twin) {
                    put(self.level.open, cell);
                    put(self.level.open, twin);
                }
            }
        }
    }

    /// Extends the open area to both ends and opens the naves in it with the chapels beside them. A level is connected,
    /// so it crosses each nave.
    fn carve_naves(&mut self, stream: &mut Stream) {
        let along_x = self.lanes.along_x;
        let [left, right, bottom, top] = self.level.space.usable;
        let (ends, sides) = ([left, right], [bottom, top]);
        let (ends, sides) = if along_x { (ends, sides) } else { (sides, ends) };
        let [from, to, first, last] = self.spread();
        let from = stream.between(ends[0] as i64, from as i64) as usize;
        let to = stream.between(to as i64, ends[1] as i64) as usize;
        for nave in (first..=last).filter(|&lane| self.lanes.is_nave(lane)) {
            for lane in nave.saturating_sub(1).max(sides[0])..=(nave + 1).min(sides[1]) {
                for along in from..=to {
                    let (x, y) = if along_x { (along, lane) } else { (lane, along) };
                    let cell = self.cell(x, y);
                    put(self.level.open, cell);
                }
            }
        }
    }

    /// The first and last open cell along the naves, and the first and last lane.
    fn spread(&self) -> [usize; 4] {
        let mut found = [usize::MAX, 0, usize::MAX, 0];
        for y in self.rows() {
            for x in self.columns().filter(|&x| has(self.level.open, self.cell(x, y))) {
                let (along, lane) = if self.lanes.along_x { (x, y) } else { (y, x) };
                let [from, to, first, last] = found;
                found = [from.min(along), to.max(along), first.min(lane), last.max(lane)];
            }
        }
        found
    }

    /// Divides the level into chambers.
    fn cut(&mut self, sides: [usize; 2], stream: &mut Stream) {
        let (x, y) = (self.columns(), self.rows());
        let all = [*x.start(), *x.end() + 1, *y.start(), *y.end() + 1];
        self.work.chambers.clear();
        self.work.chambers.resize(self.level.space.words * 64, 0);
        let (mut parts, mut number) = (vec![all], 0);
        while let Some(part) = parts.pop() {
            if let Some(halves) = halves(part, sides, stream) {
                parts.extend(halves);
                continue;
            }
            number += 1;
            let [left, right, bottom, top] = part;
            for y in bottom..top {
                for x in left..right {
                    for x in [x, self.twin(x)] {
                        let cell = self.cell(x, y);
                        if let Some(chamber) = self.work.chambers.get_mut(cell) {
                            *chamber = number;
                        }
                    }
                }
            }
        }
    }

    /// Removes random cells: pillars among cells with open cells all around, collapsed cells elsewhere.
    fn thin(&mut self, least: u32, stream: &mut Stream) {
        let Form { fallen, pillars, .. } = *self.form;
        if fallen <= 0.0 && pillars <= 0.0 {
            return;
        }
        let mut left = cells::count(self.level.open);
        for y in self.rows() {
            for x in self.columns() {
                let (cell, twin) = (self.cell(x, y), self.cell(self.twin(x), y));
                if !has(self.level.open, cell) || self.is_kept(x, y) || left < least + 2 {
                    continue;
                }
                let share = if self.ring(cell) == u8::MAX { pillars } else { fallen };
                if stream.chance(share) {
                    left -= self.drop(cell, twin);
                }
            }
        }
    }

    /// True if a cell is part of a nave.
    fn is_kept(&self, x: usize, y: usize) -> bool {
        let lane = if self.lanes.along_x { y } else { x };
        self.form.cut == Cut::Halls && self.lanes.is_nave(lane)
    }

    /// Makes a cell and its twin solid if the rest stays connected; returns the number of removed cells.
    fn drop(&mut self, cell: usize, twin: usize) -> u32 {
        if !holds_without(self.ring(cell)) {
            return 0;
        }
        take(self.level.open, cell);
        if twin == cell {
            return 1;
        }
        if !holds_without(self.ring(twin)) {
            put(self.level.open, cell);
            return 0;
        }
        take(self.level.open, twin);
        2
    }

    /// The open cells around a cell as bits, clockwise from the north.
    fn ring(&self, cell: usize) -> u8 {
        let stride = self.level.space.stride as isize;
        let around = [stride, stride + 1, 1, 1 - stride, -stride, -stride - 1, -1, stride - 1];
        let open = |by: isize| u8::from(has(self.level.open, cell.wrapping_add_signed(by)));
        (0..).zip(around).fold(0, |ring, (bit, by)| ring | open(by) << bit)
    }
}

/// True if the cells of a ring stay connected without the cell in the middle: its neighbours form one run.
fn holds_without(ring: u8) -> bool {
    const NEIGHBOURS: u8 = 0b0101_0101;
    let (next, after) = (ring.rotate_right(1), ring.rotate_right(2));
    let runs = (ring & NEIGHBOURS & !(next & after)).count_ones();
    runs == 1 || ring == u8::MAX
}

/// The halves of a part, each as first column and row and those after the last; none if the part stays whole.
fn halves(
    part: [usize; 4],
    [least, most]: [usize; 2],
    stream: &mut Stream,
) -> Option<[[usize; 4]; 2]> {
    let [left, right, bottom, top] = part;
    let (columns, rows) = (right - left, top - bottom);
    let length = columns.max(rows);
    if length < 2 * least || length <= most && stream.below(2) == 0 {
        return None;
    }
    let at = stream.between(least as i64, (length - least) as i64) as usize;
    let across = columns > rows || columns == rows && stream.below(2) == 0;
    Some(if across {
        [[left, left + at, bottom, top], [left + at, right, bottom, top]]
    } else {
        [[left, right, bottom, bottom + at], [left, right, bottom + at, top]]
    })
}

impl Place<'_> {
    /// Joins the cells of the form, and opens as few walls as connect the level.
    pub(super) fn join(&mut self, stream: &mut Stream) {
        self.work.walls.clear();
        self.work.pieces.clear();
        self.work.pieces.extend(0..self.level.space.words as u32 * 64);
        self.level.east.fill(0);
        self.level.north.fill(0);
        for y in self.rows() {
            for x in self.columns() {
                for way in [Direction::East, Direction::North] {
                    if self.is_passage(x, y, way) {
                        self.decide(x, y, way, stream);
                    }
                }
            }
        }
        let mut walls = std::mem::take(&mut self.work.walls);
        stream.shuffle(&mut walls);
        for &(cell, way) in &walls {
            let cell = cell as usize;
            if self.piece(cell) != self.piece(cell + self.step(way)) {
                self.open(cell, way);
            }
        }
        self.work.walls = walls;
    }

    /// True if two adjacent open cells lie there, and their twins do not come first.
    fn is_passage(&self, x: usize, y: usize, way: Direction) -> bool {
        let cell = self.cell(x, y);
        let first = way != Direction::East || !self.form.mirrored || x < self.twin(x);
        first && has(self.level.open, cell) && has(self.level.open, cell + self.step(way))
    }

    /// Makes a passage open or a wall.
    fn decide(&mut self, x: usize, y: usize, way: Direction, stream: &mut Stream) {
        let Form { doors, walls, .. } = *self.form;
        let share = if self.is_wall(x, y, way) { doors } else { 1.0 - walls };
        let cell = self.cell(x, y);
        if share >= 1.0 || share > 0.0 && stream.chance(share) {
            self.open(cell, way);
        } else {
            self.work.walls.push((cell as u32, way));
        }
    }

    /// True if the form has a wall between two adjacent cells.
    fn is_wall(&self, x: usize, y: usize, way: Direction) -> bool {
        match self.form.cut {
            Cut::Open => false,
            Cut::Halls => {
                let lane = if self.lanes.along_x { y } else { x };
                let along = (way == Direction::East) == self.lanes.along_x;
                !self.lanes.is_nave(lane) && (along || !self.lanes.is_nave(lane + 1))
            }
            Cut::Chambers(..) => {
                let cell = self.cell(x, y);
                let chamber = |cell: usize| self.work.chambers.get(cell);
                // The axis stays passable.
                let axis = self.form.mirrored && x == self.twin(x);
                !axis && chamber(cell) != chamber(cell + self.step(way))
            }
        }
    }

    fn step(&self, way: Direction) -> usize {
        if way == Direction::East { 1 } else { self.level.space.stride }
    }

    /// Joins two adjacent cells, and their twins.
    fn open(&mut self, cell: usize, way: Direction) {
        self.join_one(cell, way);
        if self.form.mirrored {
            let stride = self.level.space.stride;
            let (x, y) = (cell % stride, cell / stride);
            // The western end of the twin is the twin of the eastern end.
            let x = if way == Direction::East { x + 1 } else { x };
            self.join_one(self.cell(self.twin(x), y), way);
        }
    }

    fn join_one(&mut self, cell: usize, way: Direction) {
        let board =
            if way == Direction::East { &mut *self.level.east } else { &mut *self.level.north };
        put(board, cell);
        let (a, b) = (self.piece(cell), self.piece(cell + self.step(way)));
        if let Some(root) = self.work.pieces.get_mut(a) {
            *root = b as u32;
        }
    }

    /// The root of the piece of a cell.
    fn piece(&mut self, mut cell: usize) -> usize {
        let pieces = &mut self.work.pieces[..];
        let at = |pieces: &[u32], cell: usize| pieces.get(cell).map_or(cell, |&to| to as usize);
        loop {
            let next = at(pieces, cell);
            if next == cell {
                return cell;
            }
            let after = at(pieces, next);
            if let Some(to) = pieces.get_mut(cell) {
                *to = after as u32;
            }
            cell = after;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_ring_holds_without_its_middle_if_its_neighbours_reach_each_other_along_it() {
        for ring in 0..=u8::MAX {
            let open: Vec<usize> = (0..8).filter(|bit| ring >> bit & 1 == 1).collect();
            let neighbours: BTreeSet<usize> = open.iter().copied().filter(|b| b % 2 == 0).collect();
            let mut met: Vec<usize> = neighbours.first().copied().into_iter().collect();
            let mut done = 0;
            while let Some(&here) = met.get(done) {
                done += 1;
                for to in [(here + 1) % 8, (here + 7) % 8] {
                    if open.contains(&to) && !met.contains(&to) {
                        met.push(to);
                    }
                }
            }
            let naive = !met.is_empty() && neighbours.iter().all(|n| met.contains(n));
            assert_eq!(holds_without(ring), naive, "{ring:08b}");
        }
    }
}

//! Walls: which neighbours of a level are joined, by its form, and through which walls a door is broken so that the
//! level is one piece.
//!
//! Pieces are kept as trees of cells (union and find). Invariant: what is joined on one side of a mirrored level is
//! joined on the other, at every moment, so that twins of cells in one piece are in one piece.

use super::category::{Cut, Form};
use super::form::Place;
use super::room::Direction;
use crate::bitgrid::cells::{has, put};
use search::Stream;

impl Place<'_> {
    /// Joins the cells: what the form has, and of its walls as many as it takes to make one piece.
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

    /// True if two open cells lie there side by side, and their twins do not come before them.
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

    /// True if the form has a wall between a cell and the one beside it.
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
                // The way along the axis is free.
                let axis = self.form.mirrored && x == self.twin(x);
                !axis && chamber(cell) != chamber(cell + self.step(way))
            }
        }
    }

    fn step(&self, way: Direction) -> usize {
        if way == Direction::East { 1 } else { self.level.space.stride }
    }

    /// Joins a cell with the one beside it, and their twins.
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

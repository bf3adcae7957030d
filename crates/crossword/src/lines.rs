//! The board as lines: the data of a row or column that the move generator needs.
//!
//! Each direction has fifteen lines. An empty square of a line stores the letters that may be placed on it: those that
//! form words with the tiles across (its *cross-set*) and that can stand beside the tiles of the line itself (its
//! *extension set*). Each run of tiles stores the graph node reached by reading it leftwards.
//!
//! Invariant: placing a move changes only the squares beside a run that grew, and the result equals lines built from
//! scratch. Places of a line are counted from 1: 0 and 16 are edges on which no tile can be placed.

use crate::alphabet::Letter;
use crate::board::{Direction, SIZE, Square};
use crate::lexicon::{Arc, Graph, Lexicon, summand};
use crate::moves::Move;
use crate::position::Position;
use std::ops::RangeInclusive;

/// Number of places of a line, both edges included.
pub(crate) const PLACES: usize = SIZE + 2;

/// Starting point of plays in a line: every play contains a run of tiles or places a tile on a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// A run of tiles from its first place to its last.
    Run(usize, usize),
    /// An empty square with a tile across and none beside it in the line; or the start.
    Hook(usize),
}

/// A row or column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// By place, the letters that may be placed; none on tiles and edges.
    pub(crate) fit: [u32; PLACES],
    /// Factors of a tile's value: lower half in the line, upper half in the cross word.
    pub(crate) counts: [u32; PLACES],
    /// Sum of the tiles across, in the upper half, word premium included.
    pub(crate) across: [u32; PLACES],
    /// The word premium.
    pub(crate) word: [u8; PLACES],
    /// 1 plus the number of the letter there; 0 if the square is empty.
    pub(crate) tile: [u8; PLACES],
    /// At both ends of a run, its other end and the sum of its values.
    pub(crate) run: [Run; PLACES],
    /// The squares with a tile, a bit each.
    pub(crate) occupied: u32,
    /// The empty squares with a tile across, a bit each.
    pub(crate) crossed: u32,
}

/// A run of tiles, as seen from one of its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    /// Its other end.
    pub(crate) other: u8,
    /// Sum of the values of its tiles.
    pub(crate) sum: u16,
    /// The back node of its letters; `None` if no word contains them.
    pub(crate) node: Option<Arc>,
    /// Their forth node; `None` if no word begins with them.
    pub(crate) front: Option<Arc>,
    /// The sum of its letters for the lexicon's filter.
    pub(crate) letters: u64,
}

impl Line {
    fn empty() -> Self {
        Self {
            fit: [0; PLACES],
            counts: [0; PLACES],
            across: [0; PLACES],
            word: [1; PLACES],
            tile: [0; PLACES],
            run: [Run::default(); PLACES],
            occupied: 0,
            crossed: 0,
        }
    }

    /// The letter at a place.
    #[inline]
    pub(crate) fn letter(&self, at: usize) -> Option<Letter> {
        self.tile[at].checked_sub(1).and_then(Letter::new)
    }

    /// True if the word of `front`, a letter that is known to follow it, and the tiles of some places is complete.
    fn ends(
        &self,
        graph: &Graph,
        front: Arc,
        letter: Letter,
        places: RangeInclusive<usize>,
    ) -> bool {
        let node = graph.forth().follow(front, letter.bit());
        let letters = places.filter_map(|at| self.letter(at));
        letters.fold(node, |node, letter| graph.forth().follow(node, letter.bit())).ends()
    }

    /// Anchors of the line from left to right: runs, and the empty squares with a tile across that are not beside a
    /// run. With each comes the last place that is closed to it: plays that reach so far left contain the anchor
    /// before.
    pub(crate) fn anchors(&self) -> impl Iterator<Item = (Anchor, usize)> + '_ {
        let mut left = self.occupied | self.crossed & !(self.occupied << 1 | self.occupied >> 1);
        let mut closed = 0;
        std::iter::from_fn(move || {
            let first = left.trailing_zeros() as usize;
            if first >= PLACES {
                return None;
            }
            let is_run = self.occupied >> first & 1 == 1;
            let last = if is_run { usize::from(self.run[first].other) } else { first };
            left &= u32::MAX << (last + 1);
            let anchor = if is_run { Anchor::Run(first, last) } else { Anchor::Hook(first) };
            let behind = last + usize::from(is_run);
            Some((anchor, std::mem::replace(&mut closed, behind)))
        })
    }
}

/// The lines of both directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    across: [Line; SIZE],
    down: [Line; SIZE],
}

/// Letters allowed on an empty square by the runs on both sides of it, in one direction.
struct Sides {
    /// The letters that make a word with both runs.
    word: u32,
    /// The letters that can stand between them at all.
    part: u32,
    /// The sum of the runs' values; `None` without runs.
    sum: Option<u16>,
}

impl Lines {
    /// The lines of a position.
    pub(crate) fn of(position: &Position, lexicon: &Lexicon) -> Self {
        let mut lines = Self {
            across: std::array::from_fn(|_| Line::empty()),
            down: std::array::from_fn(|_| Line::empty()),
        };
        let board = position.setting().board();
        for square in Square::all() {
            for direction in Direction::BOTH {
                let (line, at) = lines.place(square, direction);
                line.word[at] = board.premium(square).word;
                line.counts[at] = u32::from(board.premium(square).letter);
            }
            lines.update_from(position, square);
        }
        let graph = lexicon.graph();
        for square in Square::all() {
            for direction in Direction::BOTH {
                let (line, at) = direction.place(square);
                let line = lines.line(direction, line);
                if line.tile[at + 1] != 0 && line.tile[at + 2] == 0 {
                    lines.run(position, graph, square, direction);
                }
            }
        }
        for square in Square::all().filter(|&square| position.tile(square).is_none()) {
            lines.fit(graph, square, lexicon.alphabet().all());
        }
        lines
    }

    /// The line of a direction.
    #[inline]
    pub(crate) fn line(&self, direction: Direction, line: usize) -> &Line {
        match direction {
            Direction::Across => &self.across[line],
            Direction::Down => &self.down[line],
        }
    }

    /// The line of a direction through a square, and the square's place in it.
    fn place(&mut self, square: Square, direction: Direction) -> (&mut Line, usize) {
        let (line, at) = direction.place(square);
        let line = match direction {
            Direction::Across => &mut self.across[line],
            Direction::Down => &mut self.down[line],
        };
        (line, at + 1)
    }

    /// Updates the lines after a move was placed on the position.
    pub(crate) fn update(&mut self, position: &Position, lexicon: &Lexicon, a_move: &Move) {
        let placed =
            || a_move.squares().filter(|(_, tile)| tile.is_some()).map(|(square, _)| square);
        for square in placed() {
            self.update_from(position, square);
        }
        let (graph, letters) = (lexicon.graph(), lexicon.alphabet().all());
        let direction = a_move.direction();
        let along = a_move.start();
        for (square, direction) in
            placed().map(|square| (square, direction.other())).chain([(along, direction)])
        {
            for end in self.run(position, graph, square, direction).into_iter().flatten() {
                self.fit(graph, end, letters);
            }
        }
    }

    /// Writes the tile of a square into both its lines; its runs are not known yet.
    fn update_from(&mut self, position: &Position, square: Square) {
        let Some(tile) = position.tile(square) else { return };
        for direction in Direction::BOTH {
            let (line, at) = self.place(square, direction);
            line.tile[at] = tile.letter().number() + 1;
            line.occupied |= 1 << at;
            line.crossed &= !(1 << at);
            line.fit[at] = 0;
        }
    }

    /// Updates the run through a square; returns the empty squares at its ends.
    fn run(
        &mut self,
        position: &Position,
        graph: &Graph,
        square: Square,
        direction: Direction,
    ) -> [Option<Square>; 2] {
        let number = direction.place(square).0;
        let (line, at) = self.place(square, direction);
        let last = at + (!(line.occupied >> at)).trailing_zeros() as usize - 1;
        let first = at + 1 - (!(line.occupied << (31 - at))).leading_zeros() as usize;
        let mut node = Some(graph.back().root());
        let (mut sum, mut letters) = (0, 0u64);
        for at in (first..=last).rev() {
            node = node.zip(line.letter(at)).and_then(|(node, l)| graph.back().next(node, l));
            letters = letters.wrapping_add(line.letter(at).map_or(0, summand));
            let square = direction.square(number, at - 1);
            let tile = square.and_then(|square| position.tile(square));
            sum += tile.map_or(0, |tile| u16::from(position.setting().tiles().worth(tile)));
        }
        let letter = |at| line.letter(at).map_or(0, Letter::number);
        let begins = node.is_some_and(Arc::begins);
        let front = begins.then(|| graph.front(first, last + 1, letter));
        let run = Run { other: last as u8, sum, node, front, letters };
        line.run[first] = run;
        line.run[last] = Run { other: first as u8, ..run };
        let ends = [first.checked_sub(2), Some(last)];
        ends.map(|at| at.and_then(|at| direction.square(number, at)))
    }

    /// Computes the letters that may be placed on an empty square, for both its lines.
    fn fit(&mut self, graph: &Graph, square: Square, letters: u32) {
        let [across, down] =
            Direction::BOTH.map(|direction| self.sides(graph, square, direction, letters));
        for (direction, along, cross) in
            [(Direction::Across, &across, &down), (Direction::Down, &down, &across)]
        {
            let (line, at) = self.place(square, direction);
            line.fit[at] = along.part & cross.word;
            if let Some(sum) = cross.sum {
                let word = u32::from(line.word[at]);
                line.crossed |= 1 << at;
                let letter = line.counts[at] & 0xffff;
                line.counts[at] = letter | (letter * word) << 16;
                line.across[at] = (u32::from(sum) * word) << 16;
            }
        }
    }

    /// Letters that the runs beside an empty square allow, in one direction.
    fn sides(&self, graph: &Graph, square: Square, direction: Direction, letters: u32) -> Sides {
        let (line, at) = direction.place(square);
        let (line, at) = (self.line(direction, line), at + 1);
        let (before, behind) = (line.tile[at - 1] != 0, line.tile[at + 1] != 0);
        if !before && !behind {
            return Sides { word: letters, part: letters, sum: None };
        }
        let sum = if before { line.run[at - 1].sum } else { 0 }
            + if behind { line.run[at + 1].sum } else { 0 };
        let mut sides = Sides { word: 0, part: 0, sum: Some(sum) };
        let (mut from, mut last) = (Some(graph.back().root()), at);
        if behind {
            (from, last) = (line.run[at + 1].node, usize::from(line.run[at + 1].other));
        }
        let (mut front, mut first) = (Some(graph.forth().root()), at);
        if before {
            (front, first) = (line.run[at - 1].front, usize::from(line.run[at - 1].other));
        }
        let Some(from) = from else { return sides };
        for (letter, mut node) in graph.back().arcs_of(from) {
            let through = (first..at).rev().all(|at| {
                let next = line.letter(at).and_then(|letter| graph.back().next(node, letter));
                node = next.unwrap_or_default();
                next.is_some()
            });
            if through {
                sides.part |= letter.bit();
                let front = front.filter(|_| node.begins());
                let word =
                    front.is_some_and(|front| line.ends(graph, front, letter, at + 1..=last));
                sides.word |= if word { letter.bit() } else { 0 };
            }
        }
        sides
    }
}

//! Measures of a filled interior, by their definitions and with no help of what filled it.

use crate::designed::rooms::{
    Family, Filled, Library, Rock, Sides, Split, Spot, Used, Wanted, fill,
};
use crate::purpose::Purpose;
use level::Tile;
use search::{Seed, Stream};
use std::collections::BTreeSet;

/// Classes of cells: floor, outer wall, pillar, void, water, wet floor, stair, pattern.
pub(super) const CLASSES: usize = 8;
const OUTER: u8 = 1;
const WATER: u8 = 4;

/// An interior as classes of cells.
pub(super) struct Interior {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) classes: Vec<u8>,
}

/// The cells that are joined to some, through what is open.
pub(super) fn flood(
    rows: usize,
    cols: usize,
    from: Vec<(usize, usize)>,
    open: impl Fn(usize) -> bool,
) -> BTreeSet<usize> {
    let (mut seen, mut waiting) = (BTreeSet::new(), from);
    while let Some((row, col)) = waiting.pop() {
        let at = row * cols + col;
        if row < rows && col < cols && open(at) && seen.insert(at) {
            let beside = [(row + 1, col), (row, col + 1)];
            waiting.extend(beside);
            waiting.extend(row.checked_sub(1).map(|row| (row, col)));
            waiting.extend(col.checked_sub(1).map(|col| (row, col)));
        }
    }
    seen
}

impl Interior {
    pub(super) fn of(filled: &Filled) -> Self {
        let cols = filled.width;
        let rows = filled.tiles.len() / cols;
        let edge = |&(row, col): &(usize, usize)| {
            row == 0 || col == 0 || row + 1 == rows || col + 1 == cols
        };
        let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        let solid = |at: usize| matches!(filled.tiles[at], Tile::Wall | Tile::Void);
        let outer = flood(rows, cols, cells.filter(edge).collect(), solid);
        let class = |(at, tile): (usize, &Tile)| match tile {
            _ if outer.contains(&at) => OUTER,
            Tile::Floor => 0,
            Tile::Wall => 2,
            Tile::Void => 3,
            Tile::Element => WATER,
            Tile::ElementFloor => 5,
            Tile::Stair => 6,
            Tile::Puzzle => 7,
            other => panic!("{other:?}"),
        };
        Self { rows, cols, classes: filled.tiles.iter().enumerate().map(class).collect() }
    }

    fn at(&self, row: usize, col: usize) -> u8 {
        self.classes[row * self.cols + col]
    }

    pub(super) fn count(&self, class: u8) -> usize {
        self.classes.iter().filter(|&&c| c == class).count()
    }

    /// Share of features among the tiles that are no outer wall.
    pub(super) fn features(&self) -> f64 {
        let inside = self.classes.len() - self.count(OUTER);
        (inside - self.count(0)) as f64 / inside as f64
    }

    pub(super) fn is_plain(&self) -> bool {
        self.classes.iter().all(|&class| class == 0)
    }

    /// True if the box around all that is no outer wall mirrors.
    pub(super) fn mirrors(&self) -> bool {
        let inside: Vec<_> =
            (0..self.classes.len()).filter(|&i| self.classes[i] != OUTER).collect();
        let span = |along: &dyn Fn(usize) -> usize| {
            let of = || inside.iter().map(|&i| along(i));
            (of().min().unwrap(), of().max().unwrap())
        };
        let (top, bottom) = span(&|i| i / self.cols);
        let (left, right) = span(&|i| i % self.cols);
        let all = |image: &dyn Fn(usize, usize) -> (usize, usize)| {
            (top..=bottom).all(|row| {
                (left..=right).all(|col| {
                    let (r, c) = image(row, col);
                    self.at(row, col) == self.at(r, c)
                })
            })
        };
        all(&|r, c| (r, left + right - c)) || all(&|r, c| (top + bottom - r, c))
    }

    /// True if water splits floor.
    pub(super) fn is_split(&self) -> bool {
        let solid = |at: usize| matches!(self.classes[at], OUTER | 2 | 3);
        let parts = |open: &dyn Fn(usize) -> bool| {
            let mut left: BTreeSet<usize> = (0..self.classes.len()).filter(|&i| open(i)).collect();
            let mut parts = 0;
            while let Some(&at) = left.first() {
                let from = vec![(at / self.cols, at % self.cols)];
                left = &left - &flood(self.rows, self.cols, from, open);
                parts += 1;
            }
            parts
        };
        parts(&|at| !solid(at) && self.classes[at] != WATER) > parts(&|at| !solid(at))
    }

    /// The silhouette, written out by its least image.
    pub(super) fn silhouette(&self) -> Vec<Vec<u8>> {
        let ground = |class: u8| match class {
            OUTER | 2 | 3 => 2,
            WATER => 1,
            _ => 0,
        };
        let row = |row: &[u8]| row.iter().map(|&class| ground(class)).collect::<Vec<u8>>();
        let drawn: Vec<_> = self.classes.chunks(self.cols).map(row).collect();
        let left: Vec<_> =
            drawn.iter().map(|row| row.iter().rev().copied().collect::<Vec<_>>()).collect();
        let turn = |rows: &Vec<Vec<u8>>| rows.iter().rev().cloned().collect::<Vec<_>>();
        [turn(&drawn), turn(&left), drawn, left].into_iter().min().unwrap()
    }
}

/// Mouths of a room, at any offset along one to four of its sides.
pub(super) fn mouths(rows: usize, cols: usize, stream: &mut Stream) -> Vec<Spot> {
    let mut sides = [0, 1, 2, 3];
    stream.shuffle(&mut sides);
    let number = 1 + stream.index(4);
    let mouth = |side: usize| match side {
        0 => Spot::new(0, stream.index(cols)),
        1 => Spot::new(rows - 1, stream.index(cols)),
        2 => Spot::new(stream.index(rows), 0),
        _ => Spot::new(stream.index(rows), cols - 1),
    };
    let mut mouths: Vec<_> = sides.into_iter().take(number).map(mouth).collect();
    mouths.sort();
    mouths.dedup();
    mouths
}

/// The rooms of a dungeon of a family: mostly of one cell, some larger, one in seven split by water.
pub(super) fn rooms(family: Family, seed: u64, number: usize) -> Vec<Filled> {
    let stream = &mut Seed::new(seed).unwrap().attempt(0).phase(family.name());
    let mut used = Used::new(number);
    let purposes = Purpose::ALL;
    let room = |_| {
        let (height, width) = match stream.index(12) {
            0 => (9, 30),
            1 => (20, 14),
            2 if stream.chance(0.5) => (20, 30),
            _ => (9, 14),
        };
        // More than half of the rooms are for fights or to pass.
        let common = [Purpose::Fight, Purpose::Fight, Purpose::Passage];
        let often = stream.chance(0.5);
        let among = if often { &common[..] } else { &purposes[..] };
        let purpose = *stream.pick(among).unwrap();
        let split = stream.chance(0.15);
        let sides = Sides { mouths: &[Some(0)], things: &[Some(1)], stairs: &[] };
        let mouths = mouths(height, width, stream);
        let stairs = usize::from(stream.chance(if family == Family::Tower { 0.3 } else { 0.08 }));
        let wanted = Wanted {
            family,
            purpose,
            width,
            height,
            mouths: if split { &mouths[..1] } else { &mouths },
            things: if split { 1 } else { stream.index(3) },
            stairs,
            split: if split { Split::Water(sides) } else { Split::Open },
            liked: None,
            rock: Rock::default(),
        };
        let filled = fill(Library::builtin(), &wanted, &mut used, stream).unwrap();
        super::sizes::holds(&filled, &wanted);
        filled
    };
    (0..number).map(room).collect()
}

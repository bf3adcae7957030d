//! Sockets: where stairs, things and enemies go in a drawing whose lots have fallen.

use super::drawing::{Axis, Drawing, Ground, Parts, Spot, bare, connects};
use super::wanted::{Filled, Sides, Split, Wanted};
use crate::purpose::Purpose;
use search::Stream;
use std::collections::BTreeMap;

/// Least number of steps between a mouth and a thing or a stair, and between a mouth and an enemy.
const THING: usize = 2;
const ENEMY: usize = 3;
/// The most cells for enemies.
const ENEMIES: usize = 8;

/// Parts of the floor by the sides that were asked for.
#[derive(Clone, Debug, Default)]
struct Known(BTreeMap<u8, u16>);

impl Known {
    /// True if something on a side may lie in a part.
    fn allows(&self, side: Option<u8>, part: u16) -> bool {
        match side.map(|side| self.0.get(&side)) {
            None => part != 0,
            Some(Some(&known)) => part == known,
            Some(None) => part != 0 && self.0.values().all(|&other| other != part),
        }
    }

    fn note(&mut self, side: Option<u8>, part: u16) {
        self.0.extend(side.map(|side| (side, part)));
    }
}

/// A drawing with what is asked for in it, cell by cell.
struct Sockets<'a> {
    wanted: &'a Wanted<'a>,
    drawing: &'a Drawing,
    parts: Parts,
    known: Known,
    /// The lines that the drawing mirrors at.
    axes: Vec<Axis>,
    /// Cells of stairs and things.
    taken: Vec<Spot>,
}

/// Puts into a drawing what is asked for; none if it does not fit, or if the floor does not connect as asked.
pub(super) fn fit(
    drawing: &Drawing,
    name: &str,
    wanted: &Wanted<'_>,
    stream: &mut Stream,
) -> Option<Filled> {
    if !connects(drawing, matches!(wanted.split, Split::Water(_))) {
        return None;
    }
    let sides = match wanted.split {
        Split::Open => Sides::default(),
        Split::Water(sides) => sides,
    };
    let (parts, known) = (Parts::dry(drawing), Known::default());
    let axes = Axis::BOTH.into_iter().filter(|&axis| drawing.mirrors(axis)).collect();
    let mut sockets = Sockets { wanted, drawing, parts, known, axes, taken: Vec::new() };
    sockets.mouths(sides.mouths)?;
    let stairs = sockets.stairs(sides.stairs, stream)?;
    let things = sockets.things(sides.things, stream)?;
    let enemies = sockets.enemies(stream);
    let mut filled = Filled {
        template: name.to_owned(),
        width: drawing.cols(),
        tiles: drawing.glyphs().iter().map(|&glyph| super::drawing::tile(glyph)).collect(),
        things,
        enemies,
        stairs,
        parts: sockets.parts.of,
    };
    for (cells, tile) in
        [(&filled.things, level::Tile::Floor), (&filled.stairs, level::Tile::Stair)]
    {
        for index in cells.iter().filter_map(|&at| drawing.index(at)) {
            filled.tiles.get_mut(index).into_iter().for_each(|cell| *cell = tile);
        }
    }
    Some(filled)
}

impl Sockets<'_> {
    fn part(&self, at: Spot) -> u16 {
        self.parts.at(self.drawing, at)
    }

    /// Number of steps to the nearest mouth.
    fn far(&self, at: Spot) -> usize {
        self.wanted.mouths.iter().map(|&mouth| mouth.steps(at)).min().unwrap_or(usize::MAX)
    }

    /// Checks that mouths are floor, and on the sides that were asked for.
    fn mouths(&mut self, sides: &[Option<u8>]) -> Option<()> {
        for (number, &mouth) in self.wanted.mouths.iter().enumerate() {
            let (part, side) = (self.part(mouth), sides.get(number).copied().flatten());
            if !self.known.allows(side, part) {
                return None;
            }
            self.known.note(side, part);
        }
        Some(())
    }

    /// Cells of glyphs that lie far enough from mouths.
    fn cells(&self, is: impl Fn(u8) -> bool, far: usize) -> Vec<Spot> {
        let fits = |&at: &Spot| is(self.drawing.at(at)) && self.far(at) >= far;
        self.drawing.spots().filter(fits).collect()
    }

    /// Takes the first cell that something on a side may have, apart from what is there.
    fn take(&mut self, cells: &[Spot], side: Option<u8>) -> Option<Spot> {
        let apart = |at: Spot| self.taken.iter().all(|other| other.steps(at) >= THING);
        let fits = |&&at: &&Spot| apart(at) && self.known.allows(side, self.part(at));
        let at = *cells.iter().find(fits)?;
        self.known.note(side, self.part(at));
        self.taken.push(at);
        Some(at)
    }

    /// Takes cells for stairs: where the room mirrors with them, then drawn ones, then any.
    fn stairs(&mut self, sides: &[Option<u8>], stream: &mut Stream) -> Option<Vec<Spot>> {
        let mut cells = self.cells(|glyph| matches!(glyph, b'.' | b'>'), THING);
        stream.shuffle(&mut cells);
        let mut stairs: Vec<Spot> = Vec::new();
        for number in 0..self.wanted.stairs {
            let image = |at: Spot, axis| self.drawing.mirrored(at, axis);
            let mirrors = |at: Spot| self.axes.iter().any(|&a| image(at, a) == at);
            let partner = |at: Spot| {
                let is_image = |last, at| self.axes.iter().any(|&axis| image(last, axis) == at);
                stairs.last().is_some_and(|&last| is_image(last, at))
            };
            let drawn = |at: Spot| self.drawing.at(at) == b'>';
            cells.sort_by_key(|&at| (!partner(at), !mirrors(at), !drawn(at)));
            let at = self.take(&cells, sides.get(number).copied().flatten())?;
            stairs.push(at);
        }
        Some(stairs)
    }

    /// Takes cells for things: numbered ones, then drawn ones far from mouths, then any floor.
    fn things(&mut self, sides: &[Option<u8>], stream: &mut Stream) -> Option<Vec<Spot>> {
        let mut cells = self.cells(|glyph| matches!(glyph, b'1'..=b'9'), 1);
        cells.sort_by_key(|&at| self.drawing.at(at));
        let mut drawn = self.cells(|glyph| glyph == b'T', 1);
        stream.shuffle(&mut drawn);
        drawn.sort_by_key(|&at| std::cmp::Reverse(self.far(at)));
        cells.append(&mut drawn);
        for far in [THING, 1] {
            let mut others = self.cells(|glyph| bare(glyph) == b'.', far);
            stream.shuffle(&mut others);
            others.sort_by_key(|&at| (self.is_aside(at), self.off_middle(at)));
            cells.append(&mut others);
        }
        let side = |number: usize| sides.get(number).copied().flatten();
        (0..self.wanted.things).map(|number| self.take(&cells, side(number))).collect()
    }

    /// Number of steps to the middle, for rooms that are made for what stands in the middle; 0 in all others.
    fn off_middle(&self, at: Spot) -> usize {
        let (rows, cols) = (self.drawing.rows(), self.drawing.cols());
        let from_middle = |at: usize, many: usize| (2 * at + 1).abs_diff(many) / 2;
        match self.wanted.purpose {
            Purpose::Entrance | Purpose::Goal | Purpose::Boss => {
                from_middle(at.row, rows) + from_middle(at.col, cols)
            }
            _ => 0,
        }
    }

    /// True if a cell lies at a wall.
    fn is_at_wall(&self, at: Spot) -> bool {
        let (rows, cols) = (self.drawing.rows(), self.drawing.cols());
        at.row == 0 || at.col == 0 || at.row + 1 == rows || at.col + 1 == cols
    }

    /// True if a cell lies at a wall, or off every line that the room mirrors at: what lies there does not catch the eye.
    fn is_aside(&self, at: Spot) -> bool {
        let on = |&axis: &Axis| self.drawing.mirrored(at, axis).steps(at) <= 1;
        self.is_at_wall(at) || !(self.axes.is_empty() || self.axes.iter().any(on))
    }

    /// Cells for enemies: drawn ones, then any floor far from mouths.
    fn enemies(&self, stream: &mut Stream) -> Vec<Spot> {
        let mut cells = self.cells(|glyph| glyph == b'e', ENEMY);
        let floor =
            |glyph| glyph != b'e' && bare(glyph) == b'.' && Ground::of(glyph) == Ground::Floor;
        let mut others = self.cells(floor, ENEMY);
        stream.shuffle(&mut cells);
        stream.shuffle(&mut others);
        others.sort_by_key(|&at| self.is_at_wall(at));
        cells.append(&mut others);
        let mut enemies: Vec<Spot> = Vec::new();
        while enemies.len() < ENEMIES {
            let clear = |&at: &Spot| {
                self.taken.iter().chain(&enemies).all(|other: &Spot| other.steps(at) >= 2)
            };
            let image = |&at: &Spot| {
                let last = if enemies.len() % 2 == 1 { enemies.last() } else { None };
                let images = |last| self.axes.iter().map(move |&a| self.drawing.mirrored(last, a));
                last.is_some_and(|&last| images(last).any(|image| image == at))
            };
            // Every second one mirrors the one before it, where it can.
            let free = || cells.iter().copied().filter(clear);
            let Some(at) = free().find(image).or_else(|| free().next()) else { break };
            enemies.push(at);
        }
        enemies
    }
}

//! Interiors as requested and as filled; the sockets for stairs, things and enemies in a drawing after its lots are
//! drawn; and the silhouettes and templates already used in a dungeon.

use super::Family;
use super::drawing::{Axis, Drawing, Ground, Parts, Spot, bare, connects, mirrored};
use crate::purpose::Purpose;
use level::Tile;
use search::Stream;
use std::collections::BTreeMap;

/// The sides of a room that water must separate: items with the same number are in one part of the floor, items with
/// different numbers in different parts. Items without a number may be in any part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides<'a> {
    /// The sides of the mouths, in order.
    pub mouths: &'a [Option<u8>],
    /// The sides of the things.
    pub things: &'a [Option<u8>],
    /// The sides of the stairs.
    pub stairs: &'a [Option<u8>],
}

/// The required connections of the floor of an interior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split<'a> {
    /// All floor is connected.
    Open,
    /// Water separates the floor; with means to cross it, all floor is connected.
    Water(Sides<'a>),
}

/// The request for an interior.
#[derive(Clone, Debug)]
pub struct InteriorRequest<'a> {
    /// The family of the dungeon.
    pub family: Family,
    /// The purpose of the room.
    pub purpose: Purpose,
    /// Number of columns without walls.
    pub width: usize,
    /// Number of rows without walls.
    pub height: usize,
    /// The cells next to doors.
    pub mouths: &'a [Spot],
    /// Number of things to place apart from each other.
    pub things: usize,
    /// Number of stairs.
    pub stairs: usize,
    /// The required connections of the floor.
    pub split: Split<'a>,
    /// A preferred tile, such as water.
    pub liked: Option<Tile>,
    /// The rock from which the interior is cut.
    pub rock: Rock<'a>,
}

/// Existing rock, row by row: true for rock; empty if there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rock<'a> {
    /// The cells outside the shape of the room, such as the missing corner of an L.
    pub closed: &'a [bool],
    /// The part of the floor's cave map.
    pub map: &'a [bool],
}

impl Rock<'_> {
    /// Makes the cells outside the shape solid, and all floor that this cuts off from its largest part.
    pub(super) fn close(&self, drawing: &mut Drawing) {
        if self.closed.is_empty() {
            return;
        }
        for (glyph, _) in drawing.glyphs_mut().iter_mut().zip(self.closed).filter(|of| *of.1) {
            *glyph = b'#';
        }
        let parts = Parts::wet(drawing);
        let size = |part: &u16| parts.of.iter().filter(|&other| other == part).count();
        let largest = (1..=parts.count).max_by_key(size).unwrap_or(0);
        for (glyph, _) in
            drawing.glyphs_mut().iter_mut().zip(&parts.of).filter(|of| *of.1 != largest)
        {
            if *glyph != b'_' {
                *glyph = b'#';
            }
        }
    }
}

/// A filled interior.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interior {
    /// Name of the template, or of another source: `cellular`, `ford`, `island`, `plain`.
    pub template: String,
    /// Number of columns.
    pub width: usize,
    /// The tiles, row by row.
    pub tiles: Vec<Tile>,
    /// Cells for things, as many as requested; their tiles are floor.
    pub things: Vec<Spot>,
    /// Cells on which enemies may stand, best first; none near a mouth.
    pub enemies: Vec<Spot>,
    /// Cells of the stairs; their tiles are stairs.
    pub stairs: Vec<Spot>,
    /// The part of the floor of each cell if water cannot be crossed, from 1; 0 for none.
    pub parts: Vec<u16>,
}

impl Interior {
    /// The part of the floor of a cell, from 1; 0 if it is no floor.
    #[must_use]
    pub fn part(&self, at: Spot) -> u16 {
        let inside = at.col < self.width;
        inside.then(|| self.parts.get(at.row * self.width + at.col)).flatten().copied().unwrap_or(0)
    }
}

/// Up to this number of rooms a silhouette is used at most [`MOST`] times; in larger dungeons proportionally more
/// often.
const ROOMS: usize = 40;
const MOST: usize = 2;

/// An interior as solid, water and floor; equal to its mirror image and to its half turn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Silhouette(usize, Vec<Ground>);

impl Silhouette {
    pub(super) fn of(drawing: &Drawing) -> Self {
        let cols = drawing.cols();
        let drawn: Vec<Ground> = drawing.glyphs().iter().map(|&glyph| Ground::of(glyph)).collect();
        let [left, top] = Axis::BOTH.map(|axis| mirrored(&drawn, cols, axis));
        let turned = drawn.iter().rev().copied().collect();
        Self(cols, drawn.min(left).min(top).min(turned))
    }
}

/// Number of uses of each silhouette and each template in a dungeon.
#[derive(Clone, Debug, Default)]
pub struct UseCounts {
    times: BTreeMap<Silhouette, usize>,
    templates: BTreeMap<String, u64>,
    rooms: usize,
}

impl UseCounts {
    /// No uses yet, in a dungeon with this number of rooms.
    #[must_use]
    pub fn new(rooms: usize) -> Self {
        Self { rooms, ..Self::default() }
    }

    /// Number of uses of a silhouette.
    pub(super) fn times(&self, silhouette: &Silhouette) -> usize {
        self.times.get(silhouette).copied().unwrap_or(0)
    }

    /// True if a silhouette has reached its maximum number of uses.
    pub(super) fn is_worn(&self, silhouette: &Silhouette) -> bool {
        self.times(silhouette) >= MOST * self.rooms.div_ceil(ROOMS).max(1)
    }

    /// Number of uses of a template, for any of its drawings.
    pub(super) fn of_template(&self, name: &str) -> u64 {
        self.templates.get(name).copied().unwrap_or(0)
    }

    /// Counts a silhouette and its template.
    pub(super) fn note(&mut self, silhouette: Silhouette, template: &str) {
        *self.times.entry(silhouette).or_default() += 1;
        *self.templates.entry(template.to_owned()).or_default() += 1;
    }
}

/// Minimum number of steps between a mouth and a thing or a stair, and between a mouth and an enemy.
const THING: usize = 2;
const ENEMY: usize = 3;
/// Maximum number of cells for enemies.
const ENEMIES: usize = 8;

/// The part of the floor of each requested side.
#[derive(Clone, Debug, Default)]
struct SideParts(BTreeMap<u8, u16>);

impl SideParts {
    /// True if an item on a side may lie in a part.
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

/// A drawing with the cells assigned so far.
struct Sockets<'a> {
    request: &'a InteriorRequest<'a>,
    drawing: &'a Drawing,
    parts: Parts,
    known: SideParts,
    /// The axes at which the drawing is symmetrical.
    axes: Vec<Axis>,
    /// Cells of stairs and things.
    taken: Vec<Spot>,
}

/// Assigns cells in a drawing for a request; none if they do not fit or the floor is not connected as required.
pub(super) fn fit(
    drawing: &Drawing,
    name: &str,
    request: &InteriorRequest<'_>,
    stream: &mut Stream,
) -> Option<Interior> {
    if !connects(drawing, matches!(request.split, Split::Water(_))) {
        return None;
    }
    let sides = match request.split {
        Split::Open => Sides::default(),
        Split::Water(sides) => sides,
    };
    let (parts, known) = (Parts::dry(drawing), SideParts::default());
    let axes = Axis::BOTH.into_iter().filter(|&axis| drawing.mirrors(axis)).collect();
    let mut sockets = Sockets { request, drawing, parts, known, axes, taken: Vec::new() };
    sockets.mouths(sides.mouths)?;
    let stairs = sockets.stairs(sides.stairs, stream)?;
    let things = sockets.things(sides.things, stream)?;
    let enemies = sockets.enemies(stream);
    let mut filled = Interior {
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
        self.request.mouths.iter().map(|&mouth| mouth.steps(at)).min().unwrap_or(usize::MAX)
    }

    /// Checks that the mouths are floor and on the requested sides.
    fn mouths(&mut self, sides: &[Option<u8>]) -> Option<()> {
        for (number, &mouth) in self.request.mouths.iter().enumerate() {
            let (part, side) = (self.part(mouth), sides.get(number).copied().flatten());
            if !self.known.allows(side, part) {
                return None;
            }
            self.known.note(side, part);
        }
        Some(())
    }

    /// Cells with matching glyphs that are far enough from mouths.
    fn cells(&self, is: impl Fn(u8) -> bool, far: usize) -> Vec<Spot> {
        let fits = |&at: &Spot| is(self.drawing.at(at)) && self.far(at) >= far;
        self.drawing.spots().filter(fits).collect()
    }

    /// Takes the first cell allowed for a side that is apart from other assigned cells.
    fn take(&mut self, cells: &[Spot], side: Option<u8>) -> Option<Spot> {
        let apart = |at: Spot| self.taken.iter().all(|other| other.steps(at) >= THING);
        let fits = |&&at: &&Spot| apart(at) && self.known.allows(side, self.part(at));
        let at = *cells.iter().find(fits)?;
        self.known.note(side, self.part(at));
        self.taken.push(at);
        Some(at)
    }

    /// Takes cells for stairs: first cells that keep the symmetry, then cells drawn for stairs, then any.
    fn stairs(&mut self, sides: &[Option<u8>], stream: &mut Stream) -> Option<Vec<Spot>> {
        let mut cells = self.cells(|glyph| matches!(glyph, b'.' | b'>'), THING);
        stream.shuffle(&mut cells);
        let mut stairs: Vec<Spot> = Vec::new();
        for number in 0..self.request.stairs {
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

    /// Takes cells for things: numbered cells, then cells drawn for things far from mouths, then any floor.
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
        (0..self.request.things).map(|number| self.take(&cells, side(number))).collect()
    }

    /// Number of steps to the middle in rooms for purposes with a central object; 0 in all others.
    fn off_middle(&self, at: Spot) -> usize {
        let (rows, cols) = (self.drawing.rows(), self.drawing.cols());
        let from_middle = |at: usize, many: usize| (2 * at + 1).abs_diff(many) / 2;
        match self.request.purpose {
            Purpose::Entrance | Purpose::Goal | Purpose::Boss => {
                from_middle(at.row, rows) + from_middle(at.col, cols)
            }
            _ => 0,
        }
    }

    /// True if a cell is next to a wall.
    fn is_at_wall(&self, at: Spot) -> bool {
        let (rows, cols) = (self.drawing.rows(), self.drawing.cols());
        at.row == 0 || at.col == 0 || at.row + 1 == rows || at.col + 1 == cols
    }

    /// True if a cell is next to a wall, or off every axis of symmetry: an inconspicuous place.
    fn is_aside(&self, at: Spot) -> bool {
        let on = |&axis: &Axis| self.drawing.mirrored(at, axis).steps(at) <= 1;
        self.is_at_wall(at) || !(self.axes.is_empty() || self.axes.iter().any(on))
    }

    /// Cells for enemies: cells drawn for enemies, then any floor far from mouths.
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
            // Every second cell mirrors the previous one if possible.
            let free = || cells.iter().copied().filter(clear);
            let Some(at) = free().find(image).or_else(|| free().next()) else { break };
            enemies.push(at);
        }
        enemies
    }
}

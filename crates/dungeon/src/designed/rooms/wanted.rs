//! Interiors as they are asked for, and as they are filled, and the silhouettes and templates that a dungeon has used.

use super::drawing::{Axis, Drawing, Ground, Parts, Spot, mirrored};
use super::template::Family;
use crate::purpose::Purpose;
use level::Tile;
use std::collections::BTreeMap;

/// Sides of a room that water is to keep apart: what has one number lies in one part of the floor, what has different
/// numbers in different parts. What has none may lie in any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides<'a> {
    /// The sides of the mouths, in their order.
    pub mouths: &'a [Option<u8>],
    /// The sides of the things.
    pub things: &'a [Option<u8>],
    /// The sides of the stairs.
    pub stairs: &'a [Option<u8>],
}

/// Connections of the floor of an interior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split<'a> {
    /// All floor connects.
    Open,
    /// Water splits it, and all connects for who can cross it.
    Water(Sides<'a>),
}

/// An interior that is asked for.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// The family of the place.
    pub family: Family,
    /// The purpose of the room.
    pub purpose: Purpose,
    /// Number of columns, walls not counted.
    pub width: usize,
    /// Number of rows, walls not counted.
    pub height: usize,
    /// The cells next to doors.
    pub mouths: &'a [Spot],
    /// Number of things that are to lie apart from each other.
    pub things: usize,
    /// Number of stairs.
    pub stairs: usize,
    /// Connections of the floor.
    pub split: Split<'a>,
    /// What there is best some of, such as water.
    pub liked: Option<Tile>,
    /// The rock that the interior is cut from.
    pub rock: Rock<'a>,
}

/// Rock that is there before an interior is drawn; row by row, true where it is, and empty for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rock<'a> {
    /// The cells that are of no part of the room, such as the missing corner of an L.
    pub closed: &'a [bool],
    /// A part of the map from which all caves of a floor are cut.
    pub map: &'a [bool],
}

impl Rock<'_> {
    /// Makes what is of no part of the room solid, and so all floor that it cuts off from where most of it is.
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

/// An interior that is filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// Name of the template, or of what else drew it: `cellular`, `ford`, `island`, `plain`.
    pub template: String,
    /// Number of columns.
    pub width: usize,
    /// The tiles, row by row.
    pub tiles: Vec<Tile>,
    /// Cells for things, as many as were asked for; their tiles are floor.
    pub things: Vec<Spot>,
    /// Cells on which enemies may stand, the best first; none near a mouth.
    pub enemies: Vec<Spot>,
    /// Cells of the stairs; their tiles are stairs.
    pub stairs: Vec<Spot>,
    /// The part of the floor that each cell lies in without means to cross water, from 1; 0 for none.
    pub parts: Vec<u16>,
}

impl Filled {
    /// The part of the floor of a cell, from 1; 0 where it is none.
    #[must_use]
    pub fn part(&self, at: Spot) -> u16 {
        let inside = at.col < self.width;
        inside.then(|| self.parts.get(at.row * self.width + at.col)).flatten().copied().unwrap_or(0)
    }
}

/// Up to so many rooms a silhouette is used at most [`MOST`] times, and in proportion in larger dungeons.
const ROOMS: usize = 40;
const MOST: usize = 2;

/// An interior as solid, water and floor; mirrored or turned by half it is the same.
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

/// Number of times that each silhouette and each template was used in a dungeon.
#[derive(Clone, Debug, Default)]
pub struct Used {
    times: BTreeMap<Silhouette, usize>,
    templates: BTreeMap<String, u64>,
    rooms: usize,
}

impl Used {
    /// Nothing used yet, in a dungeon of so many rooms.
    #[must_use]
    pub fn new(rooms: usize) -> Self {
        Self { rooms, ..Self::default() }
    }

    /// Number of times that a silhouette was used.
    pub(super) fn times(&self, silhouette: &Silhouette) -> usize {
        self.times.get(silhouette).copied().unwrap_or(0)
    }

    /// True if a silhouette was used as often as it may be.
    pub(super) fn is_worn(&self, silhouette: &Silhouette) -> bool {
        self.times(silhouette) >= MOST * self.rooms.div_ceil(ROOMS).max(1)
    }

    /// Number of times that a template was used, whatever became of its drawing.
    pub(super) fn of_template(&self, name: &str) -> u64 {
        self.templates.get(name).copied().unwrap_or(0)
    }

    /// Counts a silhouette, and the template that it is of.
    pub(super) fn note(&mut self, silhouette: Silhouette, template: &str) {
        *self.times.entry(silhouette).or_default() += 1;
        *self.templates.entry(template.to_owned()).or_default() += 1;
    }
}

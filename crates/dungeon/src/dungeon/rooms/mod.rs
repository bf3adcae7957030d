//! Room templates: what the rooms of a dungeon look like, what may be changed in each and what it is for, and the
//! families of places whose rooms are furnished alike.
//!
//! Files of `data/rooms`, one a family, hold drawings with headers; [`fill()`] picks one that has floor at the doors
//! of a room, turns it, makes it as large as the room, lets its lots fall, and finds cells for stairs, things and
//! enemies. Caves are cut from an automaton. Invariant: in whatever is filled all floor connects as was asked for.

mod drawing;
mod read;
mod wanted;
mod cellular;
mod shore;
mod fill;
#[cfg(test)]
mod tests;

pub use cellular::map;
pub use drawing::{Drawing, Ground, Spot};
pub use fill::{fill, has_caves};
pub use read::{Fault, ReadError, RoomLibrary, read};
pub use wanted::{Filled, Rock, Sides, Split, Used, Wanted};

use crate::named::named;
use crate::purpose::Purpose;
use drawing::{Axis, bare};
use search::Stream;

named! {
    /// A family of places.
    pub enum Family {
        /// Organic caves.
        Cave = "cave",
        /// Galleries with pillars of ore.
        Mine = "mine",
        /// Inner walls, cells, halls of arms.
        Fortress = "fortress",
        /// Colonnades about both axes.
        Temple = "temple",
        /// Rows of graves, and pits.
        Tomb = "tomb",
        /// Round rooms with cut corners.
        Tower = "tower",
        /// Houses with lanes between them.
        Settlement = "settlement",
        /// Furniture along the walls, tables and rugs.
        House = "house",
        /// Trees and ponds.
        Wild = "wild",
        /// Pools that mirror, and wet floors.
        Shrine = "shrine",
    }
}

/// The family of each category.
const CATEGORIES: [(&str, Family); 24] = [
    ("cave", Family::Cave),
    ("mine", Family::Mine),
    ("dungeon", Family::Fortress),
    ("ruins", Family::Fortress),
    ("temple", Family::Temple),
    ("monastery", Family::Temple),
    ("tomb", Family::Tomb),
    ("crypt", Family::Tomb),
    ("shrine", Family::Shrine),
    ("tower", Family::Tower),
    ("town", Family::Settlement),
    ("village", Family::Settlement),
    ("city", Family::Settlement),
    ("settlement", Family::Settlement),
    ("outpost", Family::Settlement),
    ("camp", Family::Settlement),
    ("tavern", Family::House),
    ("shop", Family::House),
    ("inn", Family::House),
    ("grove", Family::Wild),
    ("waystation", Family::Wild),
    ("campsite", Family::Wild),
    ("hollow", Family::Wild),
    ("overlook", Family::Wild),
];

impl Family {
    /// The family of a category, by the category's name; none of an unknown one.
    #[must_use]
    pub fn of(category: &str) -> Option<Self> {
        CATEGORIES.iter().find(|(name, _)| *name == category).map(|&(_, family)| family)
    }
}

named! {
    /// The ways in which a drawing may be turned.
    pub enum Turns {
        /// As it is drawn.
        None = "none",
        /// Mirrored, left to right and top to bottom.
        Flip = "flip",
        /// Mirrored, and rows made columns.
        Any = "any",
    }
}

/// One drawing of lots a glyph, or one a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// All cells of the glyph get the same.
    Glyph,
    /// Each cell gets its own, partners in the mirror the same.
    Cell,
}

/// Lots for a glyph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lots {
    /// The glyph that stands for them.
    pub glyph: u8,
    /// One for all, or one a cell.
    pub per: Per,
    /// The glyphs to choose from, each equally likely.
    pub options: Vec<u8>,
}

/// A template of rooms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// Its name, in a library there once.
    pub name: String,
    /// The families that use it.
    pub families: Vec<Family>,
    /// The purposes that it is for; none: any.
    pub purposes: Vec<Purpose>,
    /// The ways in which it may be turned.
    pub turns: Turns,
    /// True if water splits its floor into parts.
    pub splits: bool,
    /// The glyphs that are drawn by lot.
    pub lots: Vec<Lots>,
    /// The drawing.
    pub drawing: Drawing,
}

impl Template {
    /// The cells at the edge of its drawing that are floor, however its lots fall: a door may lead to each of them.
    #[must_use]
    pub fn mouths(&self) -> Vec<Spot> {
        let (rows, cols) = (self.drawing.rows(), self.drawing.cols());
        let edge =
            |at: &Spot| at.row == 0 || at.col == 0 || at.row + 1 == rows || at.col + 1 == cols;
        let lots = |glyph| self.lots.iter().any(|lots| lots.glyph == glyph);
        let floor = |glyph| !lots(glyph) && Ground::of(glyph) == Ground::Floor;
        self.drawing.spots().filter(|at| edge(at) && floor(self.drawing.at(*at))).collect()
    }

    /// Number of cells that are drawn for things; more things lie on other floor.
    #[must_use]
    pub fn sockets(&self) -> usize {
        let is = |glyph: &&u8| matches!(glyph, b'1'..=b'9' | b'T');
        self.drawing.glyphs().iter().filter(is).count()
    }

    /// The drawing in one of the ways in which it may be turned; `upright`, its rows are made columns.
    fn turned_by_lot(&self, upright: bool, stream: &mut Stream) -> Drawing {
        let mut drawing = if upright { self.drawing.transposed() } else { self.drawing.clone() };
        for axis in Axis::BOTH {
            if self.turns != Turns::None && stream.chance(0.5) {
                drawing = drawing.flipped(axis);
            }
        }
        drawing
    }

    /// Draws the lots of a drawing of this template.
    fn drawn(&self, mut drawing: Drawing, stream: &mut Stream) -> Drawing {
        let axes = kept(&drawing, stream);
        for lots in &self.lots {
            let cells: Vec<_> =
                drawing.spots().filter(|&at| drawing.at(at) == lots.glyph).collect();
            let one = stream.pick(&lots.options).copied().unwrap_or(b'.');
            for at in cells {
                if drawing.at(at) != lots.glyph {
                    continue;
                }
                let glyph = match lots.per {
                    Per::Glyph => one,
                    Per::Cell => stream.pick(&lots.options).copied().unwrap_or(b'.'),
                };
                for partner in partners(&drawing, at, &axes) {
                    drawing.set(partner, glyph);
                }
            }
        }
        drawing
    }
}

/// The axes at which lots are to mirror: those of the drawing, or one of them where it has both.
fn kept(drawing: &Drawing, stream: &mut Stream) -> Vec<Axis> {
    let mut axes: Vec<_> = Axis::BOTH.into_iter().filter(|&a| drawing.mirrors(a)).collect();
    if axes.len() == 2 {
        match stream.index(4) {
            0 => drop(axes.pop()),
            1 => drop(axes.remove(0)),
            _ => (),
        }
    }
    axes
}

/// A cell and its mirror images at some axes.
fn partners(drawing: &Drawing, at: Spot, axes: &[Axis]) -> Vec<Spot> {
    let mut all = vec![at];
    for &axis in axes {
        let images: Vec<_> = all.iter().map(|&one| drawing.mirrored(one, axis)).collect();
        all.extend(images);
    }
    all.retain(|&one| bare(drawing.at(one)) == bare(drawing.at(at)));
    all
}

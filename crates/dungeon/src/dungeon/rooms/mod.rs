//! Room templates and the families of places whose rooms are furnished alike.
//!
//! The files of `data/rooms`, one per family, contain drawings with headers. [`fill()`] picks a template with floor at
//! the doors of a room, turns it, scales it to the size of the room, draws its lots, and finds cells for stairs, things
//! and enemies. Caves are cut by an automaton. Invariant: in every filled interior all floor is connected as requested.

mod drawing;
mod read;
mod interior;
mod cellular;
mod shore;
mod fill;
#[cfg(test)]
mod tests;

pub use cellular::map;
pub use drawing::{Drawing, Ground, Spot};
pub use fill::{fill, has_caves};
pub use interior::{Interior, InteriorRequest, Rock, Sides, Split, UseCounts};
pub use read::{Fault, ReadError, RoomLibrary, read};

use crate::named::named;
use crate::purpose::Purpose;
use drawing::{Axis, bare};
use search::Stream;

named! {
    /// A family of places.
    pub enum Family {
        /// Natural caves.
        Cave = "cave",
        /// Galleries with pillars of ore.
        Mine = "mine",
        /// Inner walls, cells, armouries.
        Fortress = "fortress",
        /// Colonnades along both axes.
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
        /// Reflecting pools, and wet floors.
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
    /// The family of a category by name; none for an unknown category.
    #[must_use]
    pub fn of(category: &str) -> Option<Self> {
        CATEGORIES.iter().find(|(name, _)| *name == category).map(|&(_, family)| family)
    }
}

named! {
    /// The allowed orientations of a drawing.
    pub enum Turns {
        /// As it is drawn.
        None = "none",
        /// Mirrored left to right and top to bottom.
        Flip = "flip",
        /// Mirrored, and rows and columns swapped.
        Any = "any",
    }
}

/// The scope of a lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// All cells with the glyph get the same outcome.
    Glyph,
    /// Each cell gets its own outcome, mirrored cells the same.
    Cell,
}

/// A lot: a random choice of glyphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lots {
    /// The glyph that stands for them.
    pub glyph: u8,
    /// Its scope.
    pub per: Per,
    /// The possible glyphs, each equally likely.
    pub options: Vec<u8>,
}

/// A room template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// Its name, unique in a library.
    pub name: String,
    /// The families that use it.
    pub families: Vec<Family>,
    /// Its purposes; empty for any.
    pub purposes: Vec<Purpose>,
    /// Its allowed orientations.
    pub turns: Turns,
    /// True if water splits its floor into parts.
    pub splits: bool,
    /// The glyphs that are drawn at random.
    pub lots: Vec<Lots>,
    /// The drawing.
    pub drawing: Drawing,
}

impl Template {
    /// The cells at the edge of its drawing that are floor for every outcome of its lots: a door may lead to each of
    /// them.
    #[must_use]
    pub fn mouths(&self) -> Vec<Spot> {
        let (rows, cols) = (self.drawing.rows(), self.drawing.cols());
        let edge =
            |at: &Spot| at.row == 0 || at.col == 0 || at.row + 1 == rows || at.col + 1 == cols;
        let lots = |glyph| self.lots.iter().any(|lots| lots.glyph == glyph);
        let floor = |glyph| !lots(glyph) && Ground::of(glyph) == Ground::Floor;
        self.drawing.spots().filter(|at| edge(at) && floor(self.drawing.at(*at))).collect()
    }

    /// Number of cells drawn for things; more things can lie on other floor.
    #[must_use]
    pub fn sockets(&self) -> usize {
        let is = |glyph: &&u8| matches!(glyph, b'1'..=b'9' | b'T');
        self.drawing.glyphs().iter().filter(is).count()
    }

    /// The drawing in a random allowed orientation; with `upright`, rows and columns are swapped.
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

/// The axes at which lots are mirrored: those of the drawing, or one of them if it has both.
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

/// A cell and its mirror images at the given axes.
fn partners(drawing: &Drawing, at: Spot, axes: &[Axis]) -> Vec<Spot> {
    let mut all = vec![at];
    for &axis in axes {
        let images: Vec<_> = all.iter().map(|&one| drawing.mirrored(one, axis)).collect();
        all.extend(images);
    }
    all.retain(|&one| bare(drawing.at(one)) == bare(drawing.at(at)));
    all
}

//! The look of a level's picture: its colours, and the figures of things.
//!
//! A plain level has the plain look. A dungeon has the look of its family: its own colours, furniture and textures, and
//! a figure for each enemy. Invariant: the plain look has no figures and no textures.

use super::svg::number;
use dungeon::dungeon::rooms::Family;
use dungeon::dungeon::texts::{Colour, Palette};
use level::Cell;
use std::collections::BTreeMap;

/// The look of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// The family that decides furniture and textures; none for a plain level.
    pub family: Option<Family>,
    /// The colours.
    pub colours: Colours,
    /// The figures of enemies and bosses, by cell.
    pub figures: BTreeMap<Cell, Foe>,
}

/// An enemy on a picture.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Foe {
    /// Its rank: a higher rank is drawn larger.
    pub rank: Rank,
    /// Its icon.
    pub icon: &'static str,
    /// The name of its kind, or its own name.
    pub name: String,
    /// The load of its kind, from 1 to 5; 0 for a boss.
    pub load: u8,
}

/// The rank of an enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// A common enemy.
    Common,
    /// A guard.
    Warden,
    /// A boss.
    Boss,
}

impl Rank {
    /// Scale of its icon.
    pub fn scale(self) -> f64 {
        match self {
            Self::Common => 1.1,
            Self::Warden => 1.5,
            Self::Boss => 1.75,
        }
    }
}

/// Colours of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    /// Floor.
    pub floor: Colour,
    /// Lines between cells.
    pub line: Colour,
    /// The top of walls.
    pub wall: Colour,
    /// The front of walls.
    pub front: Colour,
    /// Outlines of walls.
    pub edge: Colour,
    /// The light along the top of walls.
    pub light: Colour,
    /// Letters on walls.
    pub letters: Colour,
    /// Deep water.
    pub water: Colour,
    /// Waves on deep water.
    pub wave: Colour,
    /// Shallow water.
    pub shallow: Colour,
    /// Open doors.
    pub door: Colour,
    /// The worn edge of open doors.
    pub worn: Colour,
    /// Cracked walls.
    pub cracked: Colour,
    /// Pits: places inside a room without floor; none where they are blank.
    pub pit: Option<Colour>,
    /// The accent colour of the family.
    pub accent: Colour,
    /// Blocks that can be pushed.
    pub block: Colour,
}

/// The plain look.
pub static PLAIN: Look = Look { family: None, colours: Colours::PLAIN, figures: BTreeMap::new() };

impl Colours {
    /// The colours of a plain level.
    pub const PLAIN: Self = Self {
        floor: Colour([0xf1, 0xe9, 0xd9]),
        line: Colour([0xe3, 0xd8, 0xc2]),
        wall: Colour([0x8c, 0x95, 0xa6]),
        front: Colour([0x66, 0x70, 0x85]),
        edge: Colour([0x4e, 0x57, 0x6a]),
        light: Colour([0xb3, 0xba, 0xc8]),
        letters: Colour([0xe4, 0xe8, 0xf0]),
        water: Colour([0x9c, 0xc9, 0xe2]),
        wave: Colour([0x5f, 0x9d, 0xc2]),
        shallow: Colour([0xe2, 0xeb, 0xe6]),
        door: Colour([0xe0, 0xd2, 0xb2]),
        worn: Colour([0xb5, 0x9f, 0x74]),
        cracked: Colour([0xb9, 0xbf, 0xcb]),
        pit: None,
        accent: Colour([0xf2, 0xbd, 0x3a]),
        block: Colour([0xc9, 0xbb, 0x9c]),
    };

    /// The colours of a family: its palette, with lighter and darker shades.
    pub fn of(palette: Palette) -> Self {
        let Palette { floor, wall, water, void, block, accent } = palette;
        Self {
            floor,
            line: mixed(floor, wall, 0.13),
            wall,
            front: mixed(wall, BLACK, 0.3),
            edge: mixed(wall, BLACK, 0.55),
            light: mixed(wall, WHITE, 0.3),
            letters: mixed(wall, WHITE, 0.85),
            water,
            wave: mixed(water, BLACK, 0.3),
            shallow: mixed(floor, water, 0.35),
            door: mixed(floor, wall, 0.22),
            worn: mixed(floor, wall, 0.6),
            cracked: mixed(wall, WHITE, 0.5),
            pit: Some(mixed(void, wall, 0.3)),
            accent,
            block,
        }
    }
}

const BLACK: Colour = Colour([0; 3]);
const WHITE: Colour = Colour([0xff; 3]);

/// A mix of two colours: the first at 0, the second at 1.
pub fn mixed(Colour(from): Colour, Colour(to): Colour, share: f64) -> Colour {
    let mut mixed = from;
    for (one, other) in mixed.iter_mut().zip(to) {
        *one = (f64::from(*one) + (f64::from(other) - f64::from(*one)) * share).round() as u8;
    }
    Colour(mixed)
}

/// A lighter colour.
pub fn lighter(colour: Colour, share: f64) -> Colour {
    mixed(colour, WHITE, share)
}

/// A darker colour.
pub fn darker(colour: Colour, share: f64) -> Colour {
    mixed(colour, BLACK, share)
}

/// The icon in the colours of a look, if the look replaces the plain icon.
pub fn own_icon(look: &Look, name: &str) -> Option<String> {
    look.family?;
    match name {
        "block" => Some(block(look.colours.block)),
        "puzzle" => Some(paving(look)),
        _ => None,
    }
}

/// A block, lit from above.
fn block(colour: Colour) -> String {
    let (light, shade, front) = (lighter(colour, 0.45), darker(colour, 0.22), darker(colour, 0.45));
    let edge = darker(colour, 0.72);
    format!(
        "<path d=\"M-7.2 -7.2H7.2V7.4H-7.2Z\" fill=\"{front}\" stroke=\"{edge}\" stroke-width=\"1\" \
         stroke-linejoin=\"round\"/><path d=\"M-7 -7H7V4.4H-7Z\" fill=\"{colour}\"/>\
         <path d=\"M-7 -7H7L4.6 -4.6H-4.6V2L-7 4.4Z\" fill=\"{light}\"/>\
         <path d=\"M7 -7V4.4H-7L-4.6 2H4.6V-4.6Z\" fill=\"{shade}\"/>\
         <path d=\"M0 -4.4L1.8 -2.6H-1.8ZM0 1.8L1.8 0H-1.8ZM-3.8 -1.3L-2.2 -2.9V.3ZM3.8 -1.3L2.2 -2.9V.3Z\" fill=\"{edge}\"/>"
    )
}

/// Paving: a rug in a house, moss in the wild, slabs elsewhere.
fn paving(look: &Look) -> String {
    let Colours { floor, accent, wall, .. } = look.colours;
    match look.family {
        Some(Family::House) => {
            let (rug, line) = (mixed(floor, accent, 0.5), mixed(floor, accent, 0.85));
            let star = number(3.2);
            format!(
                "<path d=\"M-8 -8H8V8H-8Z\" fill=\"{rug}\"/><path d=\"M0 -{star}L{star} 0L0 {star}L-{star} 0Z\" \
                 fill=\"none\" stroke=\"{line}\" stroke-width=\"1\"/>\
                 <path d=\"M-8 -6.4H8M-8 6.4H8\" stroke=\"{line}\" stroke-width=\".8\"/>"
            )
        }
        Some(Family::Wild) => {
            let (moss, tuft) = (mixed(floor, wall, 0.28), mixed(floor, wall, 0.55));
            format!(
                "<path d=\"M-8 -8H8V8H-8Z\" fill=\"{moss}\"/><path d=\"M-5 -2q1 -3 2 0q1 -3 2 0M1 5q1 -3 2 0q1 -3 2 0\" \
                 fill=\"none\" stroke=\"{tuft}\" stroke-width=\"1\"/>"
            )
        }
        _ => {
            // Paving that is decoration has the accent colour.
            let tint = match look.family {
                Some(Family::Fortress | Family::Temple | Family::Tower | Family::Shrine) => accent,
                _ => wall,
            };
            let (slab, line) = (mixed(floor, tint, 0.24), mixed(floor, tint, 0.55));
            format!(
                "<path d=\"M-8 -8H8V8H-8Z\" fill=\"{slab}\"/><path d=\"M-8 -8H8V8H-8ZM-8 0H8M0 -8V0M-4 0V8M4 0V8\" \
                 fill=\"none\" stroke=\"{line}\" stroke-width=\".9\"/>"
            )
        }
    }
}

#[cfg(test)]
mod tests;

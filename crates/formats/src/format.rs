//! The formats, with their names and file extensions.

use crate::ldtk::{self, Worlds};
pub use crate::place::FloorPicture;
use crate::place::{ExportError, Place, Sheet, wrong};
use crate::{foundry, tmj, tscn, uvtt};

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// A scene of Godot.
    Tscn,
    /// A project of LDtk.
    Ldtk,
    /// A map of Tiled.
    Tmj,
    /// A floor for virtual tables (Universal VTT).
    Uvtt,
    /// A floor as a scene of Foundry.
    Foundry,
}

/// The files to refer to, and the part of the place to print.
#[derive(Clone, Copy, Debug)]
pub struct Using<'a> {
    /// The picture of the tiles.
    pub sheet: Sheet<'a>,
    /// The part of the place that becomes a level of LDtk.
    pub worlds: Worlds,
    /// The floor to print, for formats whose files hold one; not needed if the place has one.
    pub floor: Option<u32>,
    /// The picture of that floor, for virtual tables.
    pub picture: Option<FloorPicture<'a>>,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Tscn, Self::Ldtk, Self::Tmj, Self::Uvtt, Self::Foundry];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tscn => "tscn",
            Self::Ldtk => "ldtk",
            Self::Tmj => "tmj",
            Self::Uvtt => "uvtt",
            Self::Foundry => "foundry",
        }
    }

    /// The extension of its files.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Uvtt => "dd2vtt",
            Self::Foundry => "json",
            other => other.name(),
        }
    }

    /// True if its files hold one floor only.
    #[must_use]
    pub fn is_a_floor(self) -> bool {
        matches!(self, Self::Uvtt | Self::Foundry)
    }

    /// True if its files refer to the picture of the tiles, which is a file beside them.
    #[must_use]
    pub fn has_sheet(self) -> bool {
        !self.is_a_floor()
    }

    /// Prints a place.
    ///
    /// # Errors
    /// When the format cannot hold the place, or a floor must be chosen.
    pub fn print(self, place: &Place, using: &Using<'_>) -> Result<String, ExportError> {
        match self {
            Self::Tscn => tscn::print(place, using.sheet),
            Self::Ldtk => ldtk::print(place, using.sheet, using.worlds),
            Self::Tmj => tmj::print(place, using.sheet.file, None),
            Self::Uvtt => Ok(uvtt::print(place, self.floor(place, using)?, using.picture)),
            Self::Foundry => Ok(foundry::print(place, self.floor(place, using)?, using.picture)),
        }
    }

    fn floor(self, place: &Place, using: &Using<'_>) -> Result<u32, ExportError> {
        let many = place.floors.len() as u32;
        match using.floor {
            Some(floor) if floor < many => Ok(floor),
            None if many == 1 => Ok(0),
            None => Err(wrong(
                "floors",
                format!("are {many}, and a file of {} has one: say which, from 0", self.name()),
            )),
            Some(floor) => {
                let there = diagnostics::counted(many.into(), "floor", "floors");
                Err(wrong(
                    "floors",
                    format!("has no floor {floor}: the level has {there}, counted from 0"),
                ))
            }
        }
    }
}

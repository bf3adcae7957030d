//! Levels from and for game engines, editors and virtual tables.
//!
//! [`tiled`], [`ldtk`] and [`xsb`] read levels of other programs, with a table of [`aliases`] for foreign names of
//! tiles. [`vglc`] reads the corpus of tiles and room graphs, and [`mod@graph`] missions that are drawn as graphs. To be
//! written, a level and its annotations become a [`Place`]: floors, and things with typed fields that refer to each
//! other. Writers read only the place, and therefore agree with each other. [`mod@format`] names the formats, and
//! [`pack`] writes all of them.
//!
//! ```
//! use quandary_formats::{Place, Kind, annotations::Annotations};
//! let level = level::formats::text::read("#######\n#@k#.*#\n#..+..#\n#######\n")?; // a key, and a locked door
//! let place = Place::of(&level, &Annotations::default())?;
//! let lock = place.things.iter().find(|thing| thing.kind == Kind::Lock).unwrap();
//! assert_eq!(place.keys_of(lock).map(|key| key.name.as_str()).collect::<Vec<_>>(), ["KEY_SMALL"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows no generator. It reads a dungeon from the dungeon's JSON. Invariant: the same place gives the same
//! bytes.

pub mod aliases;
mod grid;
mod walls;
mod rooms;
pub mod import;
pub mod meaning;
pub mod mapping;
pub mod drawing;
pub mod graph;
mod guess;
pub mod tiled;
pub mod xsb;
pub mod kind;
mod ways;
pub mod place;
pub mod annotations;
pub mod layout;
mod gather;
pub mod uvtt;
pub mod foundry;
pub mod tscn;
pub mod format;
pub mod pack;
pub mod tmj;
pub mod ldtk;
pub mod vglc;
pub mod roguelike;
pub mod nethack;
pub mod gvgai;
pub mod arrays;
pub mod watabou;
pub mod donjon;

pub use import::Import;
pub use kind::{Field, Kind, Type};
pub use place::{ExportError, FieldValue, Floor, Place, Sheet, Thing};
pub use ways::{Area, Crossing};

/// The most cells of a file with several levels.
pub const MOST_CELLS: u64 = 1 << 24;

/// Checks the number of cells of a file.
///
/// # Errors
/// When there are too many.
fn check_cells(cells: u64) -> Result<(), String> {
    if cells <= MOST_CELLS {
        return Ok(());
    }
    let most = diagnostics::grouped(MOST_CELLS);
    Err(format!("makes more than {most} cells, the most of a file"))
}

/// Names for a note: the first few, and the number of the others.
fn quoted(names: &[&str]) -> String {
    const MOST: usize = 20;
    let first: Vec<String> =
        names.iter().take(MOST).map(|name| format!("{:?}", diagnostics::short(name))).collect();
    match names.len().saturating_sub(MOST) {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// Two rooms joined by a key, a one-way passage back, and a stair down.
#[cfg(test)]
const TWO: &str = include_str!("../tests/samples/two.json");

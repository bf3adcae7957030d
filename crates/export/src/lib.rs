//! Levels as files of game engines, editors and virtual tables.
//!
//! A level, and what is told of it beside, becomes a [`Place`]: floors, and things with typed fields that refer to each
//! other. Every writer takes from a place and from nothing else, so that all of them say the same. [`format`] names the
//! formats, [`pack`] writes them all.
//!
//! ```
//! use quandary_export::{Place, Kind, told::Told};
//! let level = level::formats::text::read("#######\n#@k#.*#\n#..+..#\n#######\n")?; // a key, and a locked door
//! let place = Place::of(&level, &Told::default())?;
//! let lock = place.things.iter().find(|thing| thing.kind == Kind::Lock).unwrap();
//! assert_eq!(place.keys_of(lock).map(|key| key.name.as_str()).collect::<Vec<_>>(), ["KEY_SMALL"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows no generator: what it knows of a dungeon stands in the dungeon's JSON. Invariant: the same place gives
//! the same bytes.

pub mod kind;
pub mod place;
pub mod told;
mod ways;
mod gather;

pub use kind::{Field, Kind, Type};
pub use place::{Area, ExportError, Floor, Place, Thing, Value};
pub use ways::Way;

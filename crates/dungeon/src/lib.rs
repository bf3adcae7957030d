//! Generators of missions, layouts, caves, puzzles and whole dungeons, all proved.
//!
//! [`dungeon::generate`] generates a whole dungeon. Each part has its own generator with the same signature,
//! `generate(request, seed, options)`: [`mission`], [`layout`], [`cave`] and [`puzzle`]. The `level` crate proves the
//! results; it does not depend on this crate.

mod named;
pub mod reject;
pub mod options;
pub mod bitgrid;
pub mod mission;
pub mod cave;
pub mod layout;
pub mod purpose;
pub mod puzzle;
pub mod dungeon;
pub mod game;
pub mod json;

pub use json::dungeon::Dungeon;
/// The verifier of everything that is generated here.
pub use level;
pub use options::{Attempts, Options, Scratch};
pub use reject::{MissionFault, RejectReason};

/// Seeds, budgets and reports.
pub use search;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
#[cfg(test)]
mod messages;

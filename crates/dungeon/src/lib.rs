//! Generators of dungeons: missions, layouts, caves, puzzles, and all of it together, proved.
//!
//! [`dungeon::generate`] makes a whole dungeon. Every part can be had alone, in one shape: `generate(request, seed,
//! options)` of [`mission`], [`layout`], [`cave`] and [`puzzle`]. What is made here is proved by the `level` crate, which
//! knows nothing of this one.

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
/// The judge, which proves everything that is made here.
pub use level;
pub use options::{Attempts, Options, Scratch};
pub use reject::{MissionFault, RejectReason};

/// Seeds, budgets and reports.
pub use search;

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
#[cfg(test)]
mod messages;

//! Levels, and the judge that proves whether they can be finished.
//!
//! [`model`] says what a level is, [`formats`] reads and prints it. [`rules`] is the only place where the world's
//! rules are written. [`solve`](mod@solve) finds the cheapest plan or proves that there is none, [`plan`] holds
//! plans and replays them, and [`check`](mod@check) goes beyond: whether a player can get stuck, what is needed, in
//! which order things open up, and why a level cannot be won. [`measure`](mod@measure) says what a level is like
//! to play in. [`play`] is a level being played, move by move, and [`hint`](mod@hint) helps whoever plays.
//! [`rate`](mod@rate) says how hard a level is, by what a [`trial`](mod@trial) of the judge finds, and [`survey`] what sets of
//! levels are like.
//!
//! ```
//! use quandary_level::{Limits, Rules, Verdict, check};
//! let level = quandary_level::formats::text::read("#######\n#@k#.*#\n#..+..#\n#######\n")?; // a key, and a locked door
//! let check = check(&level, &Rules::default(), &Limits::default())?;
//! assert!(matches!(check.verdict, Verdict::Solvable { optimal: true, .. }));
//! assert!(check.is_softlock_free());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate knows no generator: whoever made a level is never trusted.

pub mod model;
pub mod formats;
pub mod rules;
pub mod limits;
pub mod plan;
pub mod play;
pub mod solve;
pub mod check;
pub mod measure;
pub mod trial;
pub mod rate;
pub mod survey;
pub mod report;
pub mod hint;

pub use check::{Check, Safety, check};
pub use limits::{Limit, Limits, Watch};
pub use model::graph::{
    Content, Edge, Graph, Node, NodeId, NodeIndex, PlateId, Requirement, SymbolId,
};
pub use model::grid::{Cell, Grid};
pub use model::level::{Level, LevelError, Mark, Plate, Room, TileLock, Tiles};
pub use model::tile::{TILES, Tile};
pub use plan::{Plan, Walk, replay};
pub use rules::{Collect, Inventory, Position, Preset, Rules, TooManyBits};
pub use solve::{Heuristic, Options, Solution, Verdict, solve};

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

//! Levels, and the verifier that proves if they can be finished.
//!
//! [`model`] defines levels, and [`formats`] reads and prints them. [`rules`] is the only place that implements the
//! rules of the world. [`solve`](mod@solve) finds a cheapest plan or proves that there is none. [`plan`] holds plans
//! and replays them. [`check`](mod@check) proves more: if a player can get stuck, which things are needed, in which
//! order things become reachable, and why a level cannot be won. [`measure`](mod@measure) computes measures of a
//! level's rooms and passages. [`play`] plays a level move by move, and [`hint`](mod@hint) gives hints for a level in
//! play. [`rate`](mod@rate) rates the difficulty of a level from the results of a [`trial`](mod@trial), and
//! [`survey`] describes sets of levels.
//! ```
//! use quandary_level::{Limits, Rules, Verdict, check};
//! let level = quandary_level::formats::text::read("#######\n#@k#.*#\n#..+..#\n#######\n")?; // a key, and a locked door
//! let check = check(&level, &Rules::default(), &Limits::default())?;
//! assert!(matches!(check.verdict, Verdict::Solvable { optimal: true, .. }));
//! assert!(check.is_softlock_free());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate depends on no generator and trusts none.

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

//! Makes puzzles, proves them, and ranks them: the complete engine in one library.
//!
//! [`Dungeon`] is a complete dungeon: generated from a seed, proved, drawn, saved and loaded, with every proved claim.
//! [`check()`] verifies any level: can it be won, and can a player get stuck? [`solve`] finds a plan, [`hint`] gives hints
//! for a state, [`rate`] rates the difficulty, and a [`Game`] plays the level.
//! [`words`] finds plays on a crossword board and generates riddles.
//!
//! ```
//! use quandary::{Dungeon, check, read_level};
//!
//! let dungeon = Dungeon::generate("temple", 7)?;
//! for passage in &dungeon.passages {
//!     println!("{} to {}: {}", passage.a, passage.b, passage.kind.name());
//! }
//! assert_eq!(Dungeon::from_json(&dungeon.to_json()?)?, dungeon);
//! println!("{}", check(&read_level("#######\n#@k#.*#\n#..+..#\n#######\n")?)?);
//! # Ok::<(), quandary::Error>(())
//! ```
//!
//! The same request, seed and version of the algorithm give the same bytes, with any number of threads. Each of these
//! crates can also be used alone:
//!
//! - [`level`]: the verifier: levels, their rules, searches and proofs.
//! - [`dungeon`]: the generators: missions, layouts, caves, puzzles.
//! - [`crossword`]: lexicons, moves, robots, riddles.
//! - [`draw`]: text, SVG and PNG of all of these.
//! - [`formats`]: files of Tiled, LDtk, Sokoban, Godot and others, read and written.
//! - [`ask`]: the requests of the program, the service and the bindings, as data.
//! - [`search`]: attempts, seeds and budgets, for your own generators.
//!
//! `default-features = false` leaves out the feature `program`, which is the command line.

pub use ask::{self, AreaRequest, DungeonRequest, LayoutRequest, MissionRequest};
pub use dungeon::dungeon::rooms::RoomLibrary;
pub use dungeon::json::dungeon::{Lock, Passage, Room};
pub use dungeon::{self, Options};
pub use level::measure::measure;
pub use level::play::Game;
pub use level::{self, Level, Limits, Rules};
pub use library::{
    Dungeon, Error, Judgement, Solution, check, check_with, hint, rate, read_level,
    read_level_file, read_levels_file, solve, solve_with,
};
pub use {crossword, draw, formats, search};

mod library;
pub mod words;

/// The examples of the library in the README and in the book, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/library.md")]
pub struct Pages;

//! Makes puzzles, proves them, and ranks them: the engine behind one name.
//!
//! [`Dungeon`] is a whole dungeon: made from a seed, proved, drawn, saved and loaded, with every claim that was proved.
//! [`check()`] judges a level of anybody's: whether it can be won, and whether a player can get stuck; [`solve`] finds a plan,
//! [`hint`] helps whoever plays, [`rate`] says how hard it is, and a [`Game`] plays it.
//! [`words`] finds plays on a crossword board and makes riddles.
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
//! The same request, seed and version of the algorithm give the same bytes, with any number of threads. Each of the crates below can be used alone, and says more of what it does.
//!
//! - [`level`]: what a level is, its rules, searches and proofs: the judge.
//! - [`dungeon`]: missions, layouts, caves, puzzles: the generators.
//! - [`crossword`]: lexicons, moves, robots, riddles.
//! - [`draw`]: text, SVG and PNG of all of these.
//! - [`formats`]: files of Tiled, LDtk, Sokoban, Godot and others, read and written.
//! - [`ask`]: everything that can be asked for, as data: the requests of the program, the service and the bindings.
//! - [`search`]: attempts, seeds and budgets, for generators of one's own.
//!
//! Without the feature `program` nothing of the command line is built: `default-features = false`.

pub use ask::{self, AreaRequest, DungeonRequest, LayoutRequest, MissionRequest};
pub use dungeon::dungeon::rooms::RoomLibrary;
pub use dungeon::json::dungeon::{Lock, Passage, Room};
pub use dungeon::{self, Options};
pub use level::measure::measure;
pub use level::play::Game;
pub use level::{self, Level, Limits, Rules};
pub use library::{
    Dungeon, Error, Judgement, Solution, check, check_with, hint, rate, read_level,
    read_level_file, solve, solve_with,
};
pub use {crossword, draw, formats, search};

mod library;
pub mod words;

/// The examples of a library in the README and in the book, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/library.md")]
pub struct Pages;

//! Makes puzzles, proves them, and ranks them: the engine behind one name.
//!
//! [`Dungeon`] is a whole dungeon: made from a seed, proved, walked through room by room, drawn, saved and loaded.
//! [`Designed`] is one that is worth playing, with every claim that was proved of it.
//! [`check()`] judges a level of anybody's: whether it can be won, and whether a player can get stuck.
//! [`words`] finds plays on a crossword board and makes riddles.
//!
//! ```
//! use quandary::{Dungeon, check, read_level};
//!
//! let dungeon = Dungeon::generate("temple", 7)?;
//! for passage in dungeon.rooms().flat_map(|room| room.passages()) {
//!     println!("{passage:?}, locked by {:?}", passage.lock());
//! }
//! assert_eq!(Dungeon::from_json(&dungeon.to_json())?, dungeon);
//! println!("{}", check(&read_level("#######\n#@k#.*#\n#..+..#\n#######\n")?)?);
//! # Ok::<(), quandary::Error>(())
//! ```
//!
//! The same request, seed and version of the algorithm give the same bytes, with any number of threads: see
//! [`dungeon::version`]. Each of the crates below can be used alone, and says more of what it does.
//!
//! - [`level`]: what a level is, its rules, searches and proofs: the judge.
//! - [`dungeon`]: missions, layouts, caves, puzzles: the author.
//! - [`crossword`]: lexicons, moves, robots, riddles.
//! - [`draw`]: text, SVG and PNG of all of these.
//! - [`search`]: attempts, seeds and budgets, for generators of one's own.
//!
//! Without the feature `program` nothing of the command line is built: `default-features = false`.

pub use crossword;
pub use draw;
pub use dungeon;
pub use level;
pub use search;

mod library;
pub mod words;

pub use dungeon::{Lock, Options, Passage, Request, Room};
pub use level::{Level, Rules};
pub use library::designed::Designed;
pub use library::dungeon::Dungeon;
pub use library::error::Error;
pub use library::judge::{Judgement, check, check_with, read_level};

/// The examples of a library in the README and in the book, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/library.md")]
pub struct Pages;

//! A crossword-board engine: lexicon, moves, games and robots, in six locales.
//!
//! Read it in this order: [`alphabet`], [`tile`], [`rack`], [`bag`] and [`locale`] are the material, [`lexicon`] the
//! words, [`board`] and [`position`] the board and its tiles. [`moves`] defines a move and its notations, [`movegen`]
//! finds all moves or the best one, and [`score`](mod@score) counts the points. [`game`] holds the rules, [`robot`]
//! chooses turns, and [`riddle`] generates positions in which the player looks for the best play.
//!
//! The crate is pure: it maps bytes to bytes and uses no files and no clock. Threads and all random streams come from
//! [`search`].
//!
//! ```
//! use quandary_crossword::{lexicon, locale::Locale, movegen, position::{Notation, Position, Setting}};
//!
//! let words = "CAB\nCABS\nSCAB\nTO\nTOO\n".as_bytes();
//! let (lexicon, _) = lexicon::build(words, Locale::EnUs, &lexicon::Options::default())?;
//! let setting = Setting::standard(Locale::EnUs);
//! let position = Position::empty(setting).with_rack("ABCS")?;
//! let best = movegen::best(&position, &lexicon)?.expect("a word fits");
//! assert_eq!(best.describe(&position), "H5 cabs 16");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod alphabet;
pub mod tile;
pub mod rack;
pub mod bag;
pub mod locale;
pub mod lexicon;
pub mod board;
pub mod position;
pub mod moves;
mod lines;
pub mod movegen;
pub mod score;
pub mod game;
pub mod robot;
pub mod json;
pub mod riddle;
/// Seeds, budgets and reports for requests of riddles.
pub use search;

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
#[cfg(test)]
mod messages;

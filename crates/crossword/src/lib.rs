//! A crossword-board engine: lexicon, moves, games and robots, in six locales.
//!
//! Read it in this order: [`alphabet`], [`tile`], [`rack`], [`bag`] and [`locale`] say what is played
//! with, [`lexicon`] which words there are, [`board`] and [`position`] where. [`moves`] says what a move
//! is and writes it down, [`movegen`] finds all of them or the best one, and [`score`](mod@score) is the
//! one place where points are counted. [`game`] plays by the rules, [`robot`] chooses, [`riddle`] makes
//! positions whose best play is to be found.
//!
//! The crate is pure: bytes come in and bytes go out; there are no files and no clock, threads are those
//! of [`search`], and every random choice comes from a stream of it.
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
/// Seeds, budgets and reports, as requests of riddles take them.
pub use search;

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
#[cfg(test)]
mod messages;

//! Areas: what is asked of the program, and every one played in every way there is.
//!
//! Written from the description of the format and of the laws of puzzles; nothing of the author's
//! code was looked at.

mod asked;
mod map;
mod fields;
mod laws;
mod play;
mod chests;
mod judge;
mod command;

pub(crate) use command::Puzzles;

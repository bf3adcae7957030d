//! Maps of one bit a cell, sixty-four cells a word: what layouts and caves have in common.
//!
//! Two arrangements are used. A [`grid`] has its rows in whole words, a set bit is a solid cell, and all outside is
//! solid: for maps of any size, whose bands of rows threads share. A set of `cells` has its rows one after another with
//! a blank column between them, a set bit is an open cell, and all outside is not in the set: for levels of layouts,
//! which often fit into one word. The [`automaton`] is one for both; their [`noise`]s have streams of their own.

pub(crate) mod cells;
pub mod grid;
pub mod noise;
pub mod automaton;
pub mod runs;
pub mod regions;
pub(crate) mod flood;

pub use grid::{Border, Grid};

//! Small levels of tiles drawn by hand, each with what is to be said of it.
//!
//! Rules are settings that follow the strict preset. States are counted by hand beside each level: for every
//! way in which things can stand (what was taken, what is open, where the blocks are), the cells in reach.

mod judged;
mod plates;
mod things;
mod ways;

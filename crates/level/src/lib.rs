//! What a level is, and whether it can be finished: the judge.
//!
//! Read it in this order: [`tile`], [`grid`], [`graph`] and [`level`] say what a level is, [`json`] and
//! [`text`] read and print it, [`tiled`] as a map of the editor Tiled. [`rules`] is the only place where the world's rules are written. [`solve`](mod@solve) finds the cheapest plan or proves that
//! there is none, [`plan`] holds plans and replays them, and [`check`](mod@check) goes beyond: whether a player
//! can get stuck, what is needed, in which order things open up, and why a level cannot be won.
//!
//! The crate knows no generator: whoever made a level is never trusted.

pub mod tile;
pub mod grid;
pub mod graph;
pub mod level;
mod names;
pub mod json;
pub mod text;
pub mod tiled;
pub mod rules;
pub mod plan;
pub mod solve;
pub mod check;
#[cfg(test)]
mod messages;

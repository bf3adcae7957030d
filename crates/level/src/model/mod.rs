//! A level as a value: tiles on floors, a graph of rooms, or both.

pub mod tile;
pub mod grid;
pub(crate) mod contents;
pub mod graph;
pub(crate) mod ruleset;
pub mod level;
mod checked;

//! Levels as text: `quandary/level/1` as JSON and as drawings, maps of the editor Tiled, and levels of Sokoban.

pub mod json;
pub mod text;
pub mod tiled;
pub mod xsb;

/// The name of the format of levels, in JSON and before drawings.
pub const FORMAT: &str = "quandary/level/1";

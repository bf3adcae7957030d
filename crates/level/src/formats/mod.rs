//! Levels as text: `quandary/level/1` as JSON and as drawings, maps of the editors
//! Tiled and LDtk, and levels of Sokoban.

pub mod aliases;
pub mod json;
pub mod text;
pub mod tiled;
pub mod ldtk;
pub mod xsb;

/// The name of the format of levels, in JSON and before drawings.
pub const FORMAT: &str = "quandary/level/1";

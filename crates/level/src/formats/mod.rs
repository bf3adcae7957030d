//! Levels as text: `quandary/level/1` as JSON and as drawings, and maps of the editor Tiled.

pub mod json;
pub mod text;
pub mod tiled;

/// The name of the format of levels, in JSON and before drawings.
pub const FORMAT: &str = "quandary/level/1";

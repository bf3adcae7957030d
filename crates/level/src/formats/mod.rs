//! Levels as text: `quandary/level/1` as JSON and as drawings. The crate `formats` handles foreign formats.

pub mod json;
pub mod text;

/// The name of the level format, in JSON and before drawings.
pub const FORMAT: &str = "quandary/level/1";

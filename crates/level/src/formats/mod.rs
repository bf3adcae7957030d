//! Levels as text: `quandary/level/1` as JSON and as drawings. The formats of others are of the crate `formats`.

pub mod json;
pub mod text;

/// The name of the format of levels, in JSON and before drawings.
pub const FORMAT: &str = "quandary/level/1";

//! The one reader of what the program prints: JSON by the description of each format.
//!
//! The shapes are written down here a second time, from the formats' descriptions and not from the
//! program's own types, so that the audit sees what any reader of the JSON sees.

pub(crate) mod level;

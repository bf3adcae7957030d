//! `quandary/dungeon/1`: the JSON of a whole dungeon: its mission, its area, its level, and what was proved.

mod claims;
mod print;
mod read;

pub(crate) use claims::{Claim, Claims};
pub(crate) use print::{Artefact, Asked, flips};
pub(crate) use read::read;

/// The name of the format.
pub(crate) const FORMAT: &str = "quandary/dungeon/1";

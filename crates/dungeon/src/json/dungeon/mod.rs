//! `quandary/dungeon/1`: the JSON of a whole dungeon: its mission, its area, its level, and what was proved.

mod claims;
mod print;
mod read;
mod load;

pub use claims::{Claim, Claims};
pub use load::load;
pub use print::{Artefact, Asked, flips};
pub use read::{FORMAT, read};

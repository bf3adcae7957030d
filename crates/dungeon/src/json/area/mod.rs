//! `quandary/area/1`: the JSON of an area: a layout's fields, and the puzzles and keys in it.
//!
//! A designer edits such files: reading is strict about what decides how one plays, and says where something
//! is wrong; how the area was made, and what was proved of it, may be missing. Invariant: what is printed is
//! read back as the same area.

mod print;
pub mod made;
mod read;
mod origin;
mod puzzle;
mod words;
mod held;
mod faults;

pub use origin::{Origin, origin};
pub use print::{Artefact, Extras};
pub use read::{FORMAT, read};

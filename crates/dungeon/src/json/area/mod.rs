//! `quandary/area/1`: the JSON of an area: a layout's fields, and the puzzles and keys in it.
//!
//! A designer edits such files: reading is strict about what decides how one plays, and says where something
//! is wrong; how the area was made, and what was proved of it, may be missing. Invariant: what is printed is
//! read back as the same area.

mod print;
pub mod made;
mod read;
mod puzzle;
mod held;
mod faults;

pub use print::{Artefact, Extras};
pub use read::read;
pub(super) use read::{RawArea, area};

/// The name of the format.
pub const FORMAT: &str = "quandary/area/1";

/// The directions that puzzles block, room by room, from both sides.
fn blocked(area: &crate::puzzle::Area) -> Vec<crate::layout::Directions> {
    let mut sides = vec![Vec::new(); area.layout.rooms.len()];
    for puzzle in &area.puzzles {
        let far = area.beyond(puzzle).map(|far| (far, puzzle.direction.opposite()));
        for (room, direction) in [Some((puzzle.room, puzzle.direction)), far].into_iter().flatten()
        {
            if let Some(side) = sides.get_mut(room as usize) {
                side.push(direction);
            }
        }
    }
    sides.into_iter().map(|side| side.into_iter().collect()).collect()
}

#[cfg(test)]
mod tests;

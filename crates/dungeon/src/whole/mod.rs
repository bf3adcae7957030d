//! Whole dungeons: a mission in a layout, puzzles on passages that no lock takes, and all of it as tiles.
//!
//! A layout is cut or grown to so many rooms; a mission takes each of them for a room and its connections for
//! neighbours, and what it does not use is closed; puzzles go on bridges without a lock. The judge proves the
//! whole at room level, then [`crate::realise`] lays it out in tiles, and the judge proves it again there.
//!
//! Invariant: nothing leaves this module unproved.

pub mod request;
mod fit;
mod space;
pub mod level_graph;
pub mod proof;
pub mod rank;
pub mod walk;
pub mod make;

use crate::mission::Mission;
use crate::puzzle::{Area, Placement};

pub use make::{DungeonReport, Reject, Scratch, make, make_with};
pub use proof::Proof;
pub use rank::{Rank, Weights};
pub use request::{Request, RequestError, Version};

/// A dungeon: what opens what, where it is, and what stands in the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Dungeon {
    /// The lock-and-key graph. Its rooms lie where those of the area's layout do.
    pub mission: Mission,
    /// The rooms, with the passages that the mission uses, and the puzzles.
    pub area: Area,
    /// How many puzzles were asked for and placed, and what was lacking for the others.
    pub placement: Placement,
}

impl Dungeon {
    /// Of each room of the layout its number in the mission.
    #[must_use]
    pub fn mission_rooms(&self) -> Vec<u32> {
        let mut numbers = vec![0; self.area.layout.rooms.len()];
        for (number, room) in (0..).zip(&self.mission.rooms) {
            if let crate::mission::Coords::Place(place) = room.coords
                && let Some(id) = self.area.layout.index(place)
            {
                numbers[id as usize] = number;
            }
        }
        numbers
    }

    /// Of each room of the mission its number in the layout.
    #[must_use]
    pub fn layout_rooms(&self) -> Vec<u32> {
        let mut numbers = vec![0; self.mission.rooms.len()];
        for (id, number) in (0..).zip(self.mission_rooms()) {
            numbers[number as usize] = id;
        }
        numbers
    }
}

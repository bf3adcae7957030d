//! A finished dungeon as one thing: rooms, and passages between them with their locks.
//!
//! A dungeon is made of a mission and an area, each with rooms of its own; here they are joined once, by where they lie.
//! Rooms are numbered as in the area's layout, in the order of floor, row and column. Passages stand in the order of the
//! mission's edges; all of them lead both ways.

mod joined;
mod dungeon;
mod level_graph;
pub mod walk;

pub use dungeon::{Dungeon, Lock, Parts, Passage, Room};
pub(crate) use joined::{passages_of_mission, rooms_of_mission};
pub(crate) use level_graph::is_of_mission;
pub use level_graph::level_graph;

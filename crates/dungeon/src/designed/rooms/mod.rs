//! Room templates: what the rooms of a designed dungeon look like.
//!
//! Files of `data/rooms`, one a family, hold drawings with headers; [`fill()`] picks one that has floor at the doors
//! of a room, turns it, makes it as large as the room, lets its lots fall, and finds cells for stairs, things and
//! enemies. Caves are cut from an automaton. Invariant: in whatever is filled all floor connects as was asked for.

mod drawing;
mod template;
mod read;
mod wanted;
mod sockets;
mod cellular;
mod shore;
mod fill;

pub use cellular::map;
pub use drawing::{Drawing, Ground, Spot};
pub use fill::{fill, has_caves};
pub use read::{Fault, Library, ReadError, read};
pub use template::{Family, Lots, Per, Template, Turns};
pub use wanted::{Filled, Rock, Sides, Split, Used, Wanted};

#[cfg(test)]
mod tests;

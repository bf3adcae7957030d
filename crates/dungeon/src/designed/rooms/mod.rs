//! Room templates: what the rooms of a designed dungeon look like.
//!
//! Files of `data/rooms`, one a family, hold drawings with headers; [`fill()`] picks one that has floor at the doors
//! of a room, turns it, makes it as large as the room, lets its lots fall, and finds cells for stairs, things and
//! enemies. Caves are cut from an automaton. Invariant: in whatever is filled all floor connects as was asked for.

mod drawing;
mod family;
mod parts;
mod template;
mod fault;
mod check;
mod read;
mod library;
mod scale;
mod used;
mod wanted;
mod sockets;
mod openings;
mod cellular;
mod shore;
mod plain;
mod fill;

pub use cellular::map;
pub use drawing::{Drawing, Ground, Spot};
pub use family::Family;
pub use fault::{Fault, ReadError};
pub use fill::{fill, has_caves};
pub use library::Library;
pub use read::read;
pub use template::{Lots, Per, Template, Turns};
pub use used::Used;
pub use wanted::{Filled, Rock, Sides, Split, Wanted};

#[cfg(test)]
mod tests;

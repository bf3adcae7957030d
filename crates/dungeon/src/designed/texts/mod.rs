//! Names and texts of designed dungeons.
//!
//! Files of `data/texts`, one a family and one that all share, hold phrases; a [`Teller`] puts them together for one
//! dungeon, without repeats. [`RoomFacts`] says what a room is for and what is seen in it, [`Won`] what was won.

mod palette;
mod data;
mod family;
mod shared;
mod slots;
mod deck;
mod facts;
mod phrases;
mod names;
mod things;
mod ending;
mod teller;

pub use data::{Item, Kind, Texts, Use};
pub use ending::{Won, spoils};
pub use facts::{Gate, RoomFacts, Seen};
pub use palette::{Colour, ColourError, Palette};
pub use teller::{Teller, Told};
pub use things::symbol;

#[cfg(test)]
mod tests;

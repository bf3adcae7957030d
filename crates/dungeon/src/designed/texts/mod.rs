//! Names and texts of designed dungeons.
//!
//! Files of `data/texts`, one a family and one that all share, hold phrases; a [`Teller`] puts them together for one
//! dungeon, without repeats. [`RoomFacts`] says what a room is for and what is seen in it; a [`Note`] is true for a
//! time.

mod palette;
mod data;
mod deck;
mod facts;
mod phrases;
mod names;
mod voice;
mod teller;
mod area;

pub use area::{with_more_words, with_words};
pub use data::{Item, Kind, Lever, Texts, Use};
pub use facts::{Gate, Lying, Note, Pulled, RoomFacts, Seen, While, WhileError};
pub use names::{plural, symbol};
pub use palette::{Colour, ColourError, Figure, Palette};
pub use teller::{Teller, Told};
pub use voice::{
    Sense, appraisal, bested, company, family_of, fought, glanced, parley, portrait, presence,
    prize, quest, sensed, spoils, watched,
};

#[cfg(test)]
mod tests;

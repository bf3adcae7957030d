//! Names and texts of designed dungeons.
//!
//! Files of `data/texts`, one a family and one that all share, hold phrases; a [`Teller`] puts them together for one
//! dungeon, without repeats. [`RoomFacts`] says what a room is for and what is seen in it; a [`Note`] is true for a time.

mod palette;
mod figure;
mod data;
mod family;
mod shared;
mod slots;
mod deck;
mod facts;
mod note;
mod phrases;
mod names;
mod things;
mod voice;
mod ending;
mod teller;
mod area;

pub use area::{with_more_words, with_words};
pub use data::{Item, Kind, Lever, Texts, Use};
pub use ending::{appraisal, bested, company, fought, quest, spoils};
pub use facts::{Gate, Lying, Pulled, RoomFacts, Seen};
pub use figure::Figure;
pub use note::{Note, While, WhileError};
pub use palette::{Colour, ColourError, Palette};
pub use teller::{Teller, Told};
pub use things::{plural, symbol};
pub use voice::{Sense, family_of, glanced, parley, portrait, presence, prize, sensed, watched};

#[cfg(test)]
mod tests;

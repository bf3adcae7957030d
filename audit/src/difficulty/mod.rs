//! Difficulty: ratings held against players that are simulated here, by rules of their own.
//!
//! [`wander`] has explorers of dungeons, who look a few rooms ahead and forget where they were; [`push`] has players of
//! block rooms, who search a few pushes ahead; [`riddles`] has players of riddles, who know so many words and overlook plays.
//! None knows what a rating is made of. [`rank`] says how alike ratings and
//! failures order the same levels, and [`fit`] finds weights that make them so, on seeds that the figures are not from.

pub(crate) mod dice;
pub(crate) mod rank;
pub(crate) mod place;
pub(crate) mod wander;
pub(crate) mod yard;
pub(crate) mod push;
pub(crate) mod items;
pub(crate) mod riddles;
pub(crate) mod fit;
mod command;
#[cfg(test)]
mod tests;

pub(crate) use command::Difficulty;

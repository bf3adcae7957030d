//! Riddles on which ratings are tried: made by the program, played by simulated players, and rated by the program.
//!
//! [`board`] finds the words that a play makes by rules of its own, [`words`] says which of them a vocabulary has, and
//! [`guess`] has the players.

pub(crate) mod board;
pub(crate) mod guess;
pub(crate) mod words;
mod made;
#[cfg(test)]
mod tests;

pub(crate) use made::riddles;

/// The profiles of riddles; [`super::items::Item::rooms`] is the number of one, from 1.
pub(crate) const PROFILES: [&str; 3] = ["design", "daily", "open"];

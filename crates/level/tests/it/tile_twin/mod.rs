//! The verifier of tile levels compared with its naive twin: hand-drawn levels with results counted by hand, and
//! thousands of random levels.
//!
//! A failure prints the family, the seed, the level as text and the rules.

mod twin;
mod cases;
mod further;
mod designs;
pub(crate) mod levels;
mod walks;
pub(crate) mod compare;
mod matters;
mod explanations;
mod reach;
mod searches;
mod rounds;
pub(crate) mod workshop;
mod designers;
mod pits;

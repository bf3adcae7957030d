//! The JSON of results, each with its version in `format`: the only place where it is laid out.
//!
//! Invariant: what is serialised is borrowed; names are written straight into the output.

pub(crate) mod cave;
pub(crate) mod outline;
pub(crate) mod lines;
pub(crate) mod mission;
pub(crate) mod layout;
mod strict;
pub(crate) mod area;
pub(crate) mod dungeon;
pub(crate) mod playable;
pub(crate) mod foreign;
pub(crate) mod judged;
pub(crate) mod place;
pub(crate) mod names;
pub(crate) mod walk;
pub(crate) mod solution;
pub(crate) mod check;
pub(crate) mod import;
pub(crate) mod positions;
pub(crate) mod game;
pub(crate) mod riddle;
pub(crate) mod stored_riddle;

//! The referee: a slow, obvious second opinion on what the program prints.
//!
//! It reads the JSON that the program prints, knows the rules of the world from their description
//! (`docs/rules.md`, `docs/formats.md`, decision 0010, and the pages on missions, layouts, areas and
//! dungeons), plays them out, and says which law does not hold. It imports none of the project's crates:
//! a fault that the verifier shares with a generator is seen here.
//!
//! In the order in which the work happens:
//!
//! 1. [`level`], [`rules`], [`change`]: what is read: a level, its rules, how a question changes it.
//! 2. [`world`] and `build`: states and moves, the only place that decides a move.
//! 3. [`search`] and `visits`: everything that can happen; least cost, dead states, what is needed.
//! 4. [`mission`], [`layout`], [`area`], [`dungeon`] (with [`claims`], [`passages`], [`cycles`]): the
//!    laws of each artefact, as short checks that name what is wrong.
//!
//! It deliberately does not know how anything is made, how the fast search works, what a good dungeon
//! looks like (statistics are not laws), and how to run the program: whoever calls it hands it lines.

pub mod level;
pub mod rules;
pub mod change;
mod facts;
pub mod world;
mod build;
pub mod search;
mod visits;
pub mod fault;
pub mod mission;
pub mod layout;
pub mod area;
pub mod passages;
pub mod cycles;
pub mod claims;
pub mod dungeon;
#[cfg(test)]
mod sketch;
#[cfg(test)]
mod played;

pub use build::Count;
pub use fault::{Fault, Report};

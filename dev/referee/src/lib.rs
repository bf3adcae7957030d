//! The referee: a slow and simple independent verifier of the program's output.
//!
//! It reads the JSON that the program prints, implements the rules of the game from their description (`docs/rules.md`,
//! `docs/formats.md`, decision 0010, and the pages on missions, layouts, areas and dungeons), plays the level out, and
//! reports each law that does not hold. It imports none of the project's crates, so it also finds faults that the
//! verifier shares with a generator.
//!
//! The modules, in the order of the work:
//!
//! 1. [`level`], [`rules`], [`change`]: the input: a level, its rules, and the changes of a query.
//! 2. [`world`] and `build`: states and moves; only these decide a move.
//! 3. [`search`] and `visits`: all reachable states; least cost, dead states, needed things.
//! 4. [`mission`], [`layout`], [`area`], [`dungeon`] (with [`claims`], [`passages`], [`cycles`]): the laws of each
//!    format, as short checks that name the fault.
//!
//! The referee deliberately knows nothing about generation, the fast search, the quality of a dungeon (statistics are
//! not laws), or running the program: the caller passes lines.

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

//! The rules of the world, and what they make of a level.
//!
//! [`Rules`] is a set of switches with two presets. This folder is the only place where the rules are written: the
//! solver, the replay of plans and the proofs all ask `world::World` what a move does. `room` makes the world of
//! a graph, `tiles` that of a level of tiles, and both leave the making to `world::builder`.

mod told;
pub(crate) mod bits;
pub(crate) mod facts;
pub(crate) mod blocks;
pub(crate) mod door;
mod rows;
mod player;
mod lock;
#[doc(hidden)]
pub mod world;
pub(crate) mod room;
pub(crate) mod tiles;
pub(crate) mod prepared;

pub use crate::model::assign::{Assignment, KNOWN, RuleError};
pub use crate::model::ruleset::{
    BlockReset, Bombs, Inventory, Locks, OneWay, Preset, Push, PushOnto, Rules, StairEdges,
    Switches, Warps,
};
pub use door::{Location, Way};
pub use facts::{Fact, MOST_BITS, TooManyBits};
pub use player::{Holdings, Position};
pub(crate) use rows::Rows;
pub use tiles::sketch::Collect;
pub use told::Told;

//! The rules of the world, and what they make of a level.
//!
//! [`Rules`] is a set of switches with two presets. This folder is the only place where the rules are written: the
//! solver, the replay of plans and the proofs all ask `world::World` what a move does. `prepared` makes the world of
//! a graph, `tiles` that of a level of tiles, and both leave the making to `world::builder`.

mod summary;
pub(crate) mod bits;
pub(crate) mod facts;
pub(crate) mod blocks;
pub(crate) mod door;
mod lock;
#[doc(hidden)]
pub mod world;
pub(crate) mod tiles;
pub(crate) mod prepared;

pub use crate::model::ruleset::{
    Assignment, BlockReset, Bombs, Inventory, KNOWN, Locks, OneWay, Preset, Push, PushOnto,
    RuleError, Rules, StairEdges, Switches, Warps,
};
pub(crate) use bits::{Bits, Rows};
pub(crate) use blocks::{Arrangement, BlockMap, Blocks};
pub(crate) use door::Door;
pub use door::{Holdings, Location, Position, Way};
pub use facts::{Fact, MOST_BITS, TooManyBits};
pub(crate) use facts::{Facts, pair};
pub(crate) use prepared::{Prepared, in_world, is_too_large};
pub use summary::RulesSummary;
pub use tiles::Collect;
pub(crate) use world::{Config, World};

//! The rules of the world, and the worlds they define.
//!
//! [`Rules`] is a set of switches with two presets. This folder is the only place that implements the rules: the
//! solver, the replay of plans and the proofs all use `world::World` for the effect of a move. `prepared` describes
//! the world of a graph, and `tiles` describes the world of a level of tiles. Both construct it with
//! `world::builder`.

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
pub(crate) use facts::{Facts, pair, taken};
pub(crate) use prepared::{Prepared, in_world, is_too_large};
pub use summary::RulesSummary;
pub use tiles::Collect;
pub(crate) use tiles::landings;
pub(crate) use world::{Config, World};

//! A designed dungeon as it is made: a draft, and then all that was proved of it.

use super::claims::Claims;
use super::lay::Tiled;
use super::plan::Plan;
use super::tale::Tale;
use level::measure::Metrics;
use level::plan::Walk;

/// A draft: its plan and its tiles.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Draft {
    /// The plan.
    pub plan: Plan,
    /// The tiles.
    pub tiled: Tiled,
}

/// A designed dungeon, proved.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Designed {
    /// The number of its attempt.
    pub attempt: u64,
    /// Its rank.
    pub rank: f64,
    /// The plan and the tiles.
    pub draft: Draft,
    /// Number of places of the tiles, from each of which a goal can be reached with what is held there at least.
    pub places: u64,
    /// A cheapest plan, replayed.
    pub walk: Walk,
    /// The measures.
    pub metrics: Metrics,
    /// The claims that hold.
    pub claims: Claims,
    /// Its words.
    pub tale: Tale,
}

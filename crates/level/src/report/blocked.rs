//! The JSON of the reasons why a level cannot be won.

use super::names::Thing;
use crate::check::why_not::{Tried, WhyNot};
use crate::model::level::Level;
use serde::Serialize;

/// Core and repair of a level that cannot be won.
#[derive(Serialize)]
pub(crate) struct Blocked<'a> {
    core: Vec<Thing<'a>>,
    repair: Option<Vec<Thing<'a>>>,
    /// True if it is proved that no repair is smaller.
    smallest: bool,
    /// What else helps by itself.
    also: Vec<Thing<'a>>,
    /// How what is outside of the core was tried.
    tried: Tried,
}

impl<'a> Blocked<'a> {
    /// The JSON of an explanation.
    pub(crate) fn new(level: &'a Level, why_not: &WhyNot) -> Self {
        let things = |changes: &Vec<_>| changes.iter().map(|c| Thing::of(level, c)).collect();
        let repair = why_not.repair.as_ref().map(things);
        let WhyNot { smallest, tried, .. } = *why_not;
        Self { core: things(&why_not.core), repair, smallest, also: things(&why_not.also), tried }
    }
}

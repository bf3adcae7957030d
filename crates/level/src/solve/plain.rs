//! A plain search of every state, which the tests of the others are held against.

use super::cheapest::cheapest;
use crate::limits::{Clock, Limits};
use crate::model::level::Level;
use crate::plan::{Cost, replay_in};
use crate::rules::blocks::Blocks;
use crate::rules::prepared::Prepared;
use crate::rules::{Collect, Rules};

/// The least cost that a plain search finds; `None` where there is no plan. Not answered for levels that are too large.
pub(super) fn least(level: &Level, rules: &Rules, collect: Collect) -> Option<Option<Cost>> {
    let prepared = Prepared::of(level, rules, collect);
    let world = prepared.world::<1>();
    let limits = Limits { states: Some(60_000), ..Limits::default() };
    let clock = Clock::start(&limits);
    let wins = |location, config: &_| world.is_goal(location, config);
    let plan = cheapest(&world, &Blocks::default(), &clock, wins, |_, _| true).ok()?;
    Some(plan.map(|plan| replay_in(&world, &plan).unwrap().cost))
}

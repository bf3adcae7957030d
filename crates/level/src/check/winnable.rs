//! Winnability of a level, without a plan: the question that most others are made of.

use super::reversible;
use crate::limits::Limits;
use crate::model::level::Level;
use crate::rules::facts::with_width;
use crate::rules::prepared::{self, Prepared};
use crate::rules::world::World;
use crate::rules::{Collect, Rules};
use crate::solve::explore::{Scope, Space};
use crate::solve::{self, Options, Verdict};

/// True if making a level ready would take more memory than allowed.
pub(super) fn is_too_large(level: &Level, limits: &Limits<'_>) -> bool {
    limits.memory.is_some_and(|memory| prepared::bytes(level) > memory)
}

/// Limit on states of one question among many about a level with blocks.
const MOST_WITH_BLOCKS: u64 = 3_000_000;

/// True if a level can be won, without a plan; `None` when a limit came first.
pub(super) fn winnable(
    level: &Level,
    rules: &Rules,
    collect: Collect,
    limits: &Limits<'_>,
) -> Option<bool> {
    if is_too_large(level, limits) {
        return None;
    }
    let prepared = Prepared::of(level, rules, collect);
    with_width!(prepared.facts().len(), winnable_in::<W>(level, &prepared, collect, limits)).ok()?
}

fn winnable_in<const W: usize>(
    level: &Level,
    prepared: &Prepared<'_>,
    collect: Collect,
    limits: &Limits<'_>,
) -> Option<bool> {
    let world = prepared.world::<W>();
    if !solve::best(&world).could_win(&world) {
        return Some(false);
    }
    if !world.has_blocks() {
        return explored_to_a_goal(&world, limits);
    }
    // Most often it is not the blocks that decide: who can walk past them all wins, who loses without any loses.
    if explored_to_a_goal(&world.with_fixed_blocks(), limits) == Some(true) {
        return Some(true);
    }
    if explored_to_a_goal(&world.with_real_blocks(&[]), limits) == Some(false) {
        return Some(false);
    }
    let options = Options { collect, ..Options::default() };
    let states = limits.states.map_or(MOST_WITH_BLOCKS, |states| states.min(MOST_WITH_BLOCKS));
    let limits = Limits { states: Some(states), ..*limits };
    let solution = solve::solve(level, prepared.rules, &options, &limits).ok()?;
    match solution.verdict {
        Verdict::Solvable { .. } => Some(true),
        Verdict::Unsolvable => Some(false),
        Verdict::Unknown(_) => None,
    }
}

/// True if the contracted world, explored within limits, holds a goal; `None` when a limit came first.
fn explored_to_a_goal<const W: usize>(world: &World<W>, limits: &Limits<'_>) -> Option<bool> {
    if reversible::loses_nothing(world) {
        return Some(reversible::plan(world).is_some());
    }
    let contracted = world.is_of_tiles().then(|| world.contracted().world);
    let mut space = Space::default();
    let ended = space.explore(contracted.as_ref().unwrap_or(world), Scope::FirstGoal, limits);
    match ended {
        _ if space.goal().is_some() => Some(true),
        Ok(()) => Some(false),
        Err(_) => None,
    }
}

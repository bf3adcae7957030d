//! The replay of plans, by the rules alone and without the search that found them.

use super::{Action, Cost, Move, Plan, Record, Walk};
use crate::model::level::Level;
use crate::rules::blocks::Blocks;
use crate::rules::facts::with_width;
use crate::rules::prepared::Prepared;
use crate::rules::world::{Config, World};
use crate::rules::{Collect, Location, Rules, TooManyBits};

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {} of the plan is not allowed: {reason}", .index + 1)]
#[non_exhaustive]
pub struct ReplayError {
    /// Number of the move in the plan, from 0.
    pub index: usize,
    /// The reason, in words.
    pub reason: &'static str,
}

/// A step of a replay, as it is handed to the observer.
pub(crate) struct Seen<'a, const W: usize> {
    /// The action of the player.
    pub(crate) action: Action,
    /// The position of the player after it.
    pub(crate) location: Location,
    /// The configuration after it.
    pub(crate) config: &'a Config<W>,
    /// The cells from which and to which it pushed a block, as the map of pushes numbers them.
    pub(crate) pushed: Option<(u32, u32)>,
    /// True if blocks returned to where they started.
    pub(crate) resets: bool,
}

/// The record of a step of whoever stood there with `stood` before; `None` where a warp only passes.
pub(crate) fn record<const W: usize>(
    world: &World<W>,
    stood: &Config<W>,
    seen: &Seen<'_, W>,
) -> Option<Record> {
    let position = world.position(seen.location)?;
    let changed = seen.config.bits.symmetric_difference(&stood.bits);
    let changed = changed.iter().filter_map(|bit| world.facts().get(bit).copied());
    Some(Record {
        action: seen.action,
        position,
        holdings: world.holdings(seen.config),
        changed: changed.collect(),
        pushed: seen.pushed.and_then(|(from, to)| world.block_cells(from, to)),
        resets: seen.resets,
    })
}

/// Follows a plan to its end, by the rules alone.
///
/// # Errors
/// The first move that the rules do not allow.
pub(crate) fn follow<const W: usize>(
    world: &World<W>,
    plan: &Plan,
    blocks: &mut Blocks,
    mut seen: impl FnMut(Seen<'_, W>, &Blocks),
) -> Result<(Location, Config<W>), ReplayError> {
    let none = ReplayError { index: 0, reason: "the level has no start" };
    let (mut location, mut config) = world.start(blocks).ok_or(none)?;
    for (index, &action) in plan.moves.iter().enumerate() {
        let no = |reason| ReplayError { index, reason };
        if world.is_goal(location, &config) {
            return Err(no("no move leaves a goal"));
        }
        let (mut pushed, mut resets) = (None, false);
        let action = match action {
            Move::Goto { to, door } => {
                let door =
                    *world.doors(location).get(door as usize).ok_or(no("there is no such door"))?;
                if door.to != to {
                    return Err(no("the door leads elsewhere"));
                }
                (pushed, resets) = (world.pushed(&config, door, blocks), door.resets);
                config = world.step(&config, door, blocks).ok_or(no("the door is locked"))?;
                location = to;
                Action::Go(door.way)
            }
            Move::Flip { flip } => {
                let toggle = world
                    .flips(location)
                    .get(flip as usize)
                    .ok_or(no("there is no such toggle"))?;
                config = world.flip(&config, toggle).ok_or(no("the toggle is stuck"))?;
                Action::Flip
            }
        };
        seen(Seen { action, location, config: &config, pushed, resets }, blocks);
    }
    match world.is_passed(location) {
        true => Err(ReplayError { index: plan.moves.len(), reason: "a warp does not end" }),
        false => Ok((location, config)),
    }
}

/// Walks a plan through a level and records each move. `collect` is the condition that the goal of the plan
/// had.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things; within, the first move that the rules do not
/// allow.
pub fn replay(
    level: &Level,
    rules: &Rules,
    collect: Collect,
    plan: &Plan,
) -> Result<Result<Walk, ReplayError>, TooManyBits> {
    let prepared = Prepared::of(level, rules, collect);
    with_width!(prepared.facts().len(), replay_prepared::<W>(&prepared, plan))
}

fn replay_prepared<const W: usize>(
    prepared: &Prepared<'_>,
    plan: &Plan,
) -> Result<Walk, ReplayError> {
    replay_in(&prepared.world::<W>(), plan)
}

/// Walks a plan through a world and records each move.
///
/// # Errors
/// The first move that the rules do not allow.
pub(crate) fn replay_in<const W: usize>(
    world: &World<W>,
    plan: &Plan,
) -> Result<Walk, ReplayError> {
    let mut blocks = Blocks::default();
    let none = ReplayError { index: 0, reason: "the level has no start" };
    let (start, config) = world.start(&mut blocks).ok_or(none)?;
    let mut walk = Walk {
        start: world.position(start).ok_or(none)?,
        holdings: world.holdings(&config),
        records: Vec::with_capacity(plan.moves.len()),
        cost: Cost::default(),
        wins: false,
    };
    // The configuration at the last location where the player stood.
    let mut stood = config;
    let (end, config) = follow(world, plan, &mut blocks, |seen, _| {
        let cost = match seen.action {
            Action::Go(way) => Cost::of(way),
            Action::Flip => Cost { straight: 1, diagonal: 0 },
        };
        walk.cost = walk.cost.plus(cost);
        if let Some(record) = record(world, &stood, &seen) {
            walk.records.push(record);
            stood = *seen.config;
        }
    })?;
    walk.wins = world.is_goal(end, &config);
    Ok(walk)
}

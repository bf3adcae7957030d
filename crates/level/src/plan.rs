//! Plans, and their replay.
//!
//! A plan is a list of moves. [`replay`] executes it step by step by the rules alone, independent of the search that
//! found it. Every plan is replayed before it is reported.

use crate::model::{Cell, Level};
use crate::rules::{
    Blocks, Collect, Config, Fact, Holdings, Location, Position, Prepared, Rules, TooManyBits, Way,
    World, in_world,
};
use std::cmp::Ordering;
use std::fmt::{self, Display};

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Through a door of the location the player is in.
    Goto {
        /// The location it leads to.
        to: Location,
        /// Number of the door among the location's doors, from 0.
        door: u32,
    },
    /// Flip a toggle of the location the player is in.
    Flip {
        /// Number of the toggle among the location's toggles, from 0.
        flip: u32,
    },
}

/// A list of moves. A warp across nodes that have no rectangle takes several moves; only the first has a cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The moves, first to last.
    pub moves: Vec<Move>,
}

impl Plan {
    /// The number of moves. At room level, where each costs 1, it is the cost of the plan.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// True if the plan has no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

/// An action of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Passes a door.
    Go(Way),
    /// Flips a toggle.
    Flip,
}

impl Action {
    /// The name of the action in a file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Action::Flip => "flip",
            Action::Go(way) => match way {
                Way::Goto => "goto",
                Way::Up => "up",
                Way::Down => "down",
                Way::Left => "left",
                Way::Right => "right",
                Way::UpLeft => "up_left",
                Way::UpRight => "up_right",
                Way::DownLeft => "down_left",
                Way::DownRight => "down_right",
                Way::Warp | Way::Pass => "warp",
            },
        }
    }
}

/// The record of one move of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The action of the player.
    pub action: Action,
    /// The position of the player after it.
    pub position: Position,
    /// The holdings of the player after it.
    pub holdings: Holdings,
    /// The facts that the move changed: pick-ups taken, locks opened, symbols gained, a toggle flipped.
    pub changed: Vec<Fact>,
    /// The cells from which and to which it pushed a block.
    pub pushed: Option<(Cell, Cell)>,
    /// True if it led out of a room whose blocks then returned to where they started.
    pub resets: bool,
}

/// A whole replay.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Walk {
    /// The position in which the player began.
    pub start: Position,
    /// The holdings of the player there, after taking the contents of the start.
    pub holdings: Holdings,
    /// A record of each move.
    pub records: Vec<Record>,
    /// The cost of all moves.
    pub cost: Cost,
    /// True if the last state is a goal.
    pub wins: bool,
}

impl Walk {
    /// The positions of the player, the start included: one more than moves.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        std::iter::once(self.start).chain(self.records.iter().map(|record| record.position))
    }
}

// -------------------------------------------------------------------------------------------------
// The replay of plans, by the rules alone and independent of the search.

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

/// A step of a replay, as the observer receives it.
pub(crate) struct ReplayStep<'a, const W: usize> {
    /// The action of the player.
    pub(crate) action: Action,
    /// The position of the player after it.
    pub(crate) location: Location,
    /// The configuration after it.
    pub(crate) config: &'a Config<W>,
    /// The cells from which and to which it pushed a block, by number in the push map.
    pub(crate) pushed: Option<(u32, u32)>,
    /// True if blocks returned to where they started.
    pub(crate) resets: bool,
}

/// The record of a step; `stood` is the configuration at the player's previous position. `None` for a step of a warp
/// that only passes a node.
pub(crate) fn record<const W: usize>(
    world: &World<W>,
    stood: &Config<W>,
    seen: &ReplayStep<'_, W>,
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

/// Follows a plan to its end by the rules.
///
/// # Errors
/// The first move that the rules do not allow.
pub(crate) fn follow<const W: usize>(
    world: &World<W>,
    plan: &Plan,
    blocks: &mut Blocks,
    mut seen: impl FnMut(ReplayStep<'_, W>, &Blocks),
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
        seen(ReplayStep { action, location, config: &config, pushed, resets }, blocks);
    }
    match world.is_passed(location) {
        true => Err(ReplayError { index: plan.moves.len(), reason: "a warp does not end" }),
        false => Ok((location, config)),
    }
}

/// Replays a plan in a level and records each move. `collect` is the goal condition for which the plan was made.
///
/// # Errors
/// The first move that the rules do not allow, or the first move at all for a level that has too many facts.
pub fn replay(
    level: &Level,
    rules: &Rules,
    collect: Collect,
    plan: &Plan,
) -> Result<Walk, ReplayError> {
    let prepared = Prepared::of(level, rules, collect);
    let large = ReplayError { index: 0, reason: "the level keeps track of too many things" };
    in_world!(prepared, world => replay_in(&world, plan)).map_err(|_: TooManyBits| large)?
}

/// Replays a plan in a world and records each move.
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

// -------------------------------------------------------------------------------------------------
// The cost of plans, compared exactly.

/// The cost of moves: 1 each, √2 for diagonal steps. Costs are compared exactly, as real numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cost {
    /// The number of moves that cost 1.
    pub straight: u64,
    /// The number of moves that cost √2.
    pub diagonal: u64,
}

impl Cost {
    /// The cost of passing a door.
    #[inline]
    #[must_use]
    pub fn of(way: Way) -> Self {
        match way {
            Way::Pass => Self::default(),
            _ if way.is_diagonal() => Self { straight: 0, diagonal: 1 },
            _ => Self { straight: 1, diagonal: 0 },
        }
    }

    /// The sum of both.
    #[inline]
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { straight: self.straight + other.straight, diagonal: self.diagonal + other.diagonal }
    }

    /// The cost as a number.
    #[inline]
    #[must_use]
    pub fn value(self) -> f64 {
        self.straight as f64 + self.diagonal as f64 * std::f64::consts::SQRT_2
    }
}

impl Ord for Cost {
    /// Compares `a + b√2` with `c + d√2` exactly: compares `a - c` with `(d - b)√2` by signs and squares.
    fn cmp(&self, other: &Self) -> Ordering {
        if self.diagonal == other.diagonal {
            return self.straight.cmp(&other.straight);
        }
        // If the difference is larger than the rounding error, the floating-point numbers decide.
        let (one, two) = (self.value(), other.value());
        if (one - two).abs() > 1e-14 * (one + two) {
            return one.total_cmp(&two);
        }
        let straight = i128::from(self.straight) - i128::from(other.straight);
        let diagonal = i128::from(other.diagonal) - i128::from(self.diagonal);
        let signed_square = |n: i128| n * n.abs();
        signed_square(straight).cmp(&(2 * signed_square(diagonal)))
    }
}

impl PartialOrd for Cost {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.diagonal {
            0 => write!(f, "{}", self.straight),
            _ => write!(f, "{:.3}", self.value()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_compare_as_real_numbers() {
        let cost = |straight, diagonal| Cost { straight, diagonal };
        for a in 0..12 {
            for b in 0..12 {
                for c in 0..12 {
                    for d in 0..12 {
                        let (one, other) = (cost(a, b), cost(c, d));
                        let numbers = one.value().partial_cmp(&other.value()).unwrap();
                        let expect = if one == other { Ordering::Equal } else { numbers };
                        assert_eq!(one.cmp(&other), expect, "{one} {other}");
                    }
                }
            }
        }
        // Quotients slightly below and above √2; doubles cannot distinguish the last ones.
        for (less, times) in [(7, 5), (1_393, 985), (54_608_393, 38_613_965)] {
            assert!(cost(less, 0) < cost(0, times) && cost(0, times) > cost(less, 0));
        }
        for (more, times) in [(3, 2), (577, 408), (22_619_537, 15_994_428)] {
            assert!(cost(more, 0) > cost(0, times) && cost(0, times) < cost(more, 0));
        }
        assert_eq!((cost(3, 0).to_string(), cost(1, 2).to_string()), ("3".into(), "3.828".into()));
    }
}

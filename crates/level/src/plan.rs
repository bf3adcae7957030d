//! Plans, and their replay.
//!
//! A plan is a list of moves. [`replay`] walks it step by step by the rules alone, without the search
//! that found it; no plan is believed before that.

use crate::grid::Cell;
use crate::rules::blocks::Blocks;
use crate::rules::layout::Meaning;
use crate::rules::world::{Config, Holdings, Place, Position, Way, World};
use std::cmp::Ordering;
use std::fmt::{self, Display};

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Through a door of the place the player is in.
    Goto {
        /// The place it leads to.
        to: Place,
        /// Which of the place's doors, from 0.
        door: u32,
    },
    /// Flip a toggle of the place the player is in.
    Flip {
        /// Which of the place's toggles, from 0.
        flip: u32,
    },
}

/// A list of moves. A warp over nodes that have no rectangle is several, of which the first has a cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The moves, first to last.
    pub moves: Vec<Move>,
}

impl Plan {
    /// How many moves there are. At room level, where each costs 1, it is what the plan costs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

/// What moves cost: 1 each, diagonal steps √2. Costs are compared as the real numbers they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cost {
    /// How many moves cost 1.
    pub straight: u64,
    /// How many cost √2.
    pub diagonal: u64,
}

impl Cost {
    /// The cost of passing a door in a way.
    #[inline]
    #[must_use]
    pub fn of(way: Way) -> Self {
        match way {
            Way::Pass => Self::default(),
            _ if way.is_diagonal() => Self { straight: 0, diagonal: 1 },
            _ => Self { straight: 1, diagonal: 0 },
        }
    }

    /// Both together.
    #[inline]
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self { straight: self.straight + other.straight, diagonal: self.diagonal + other.diagonal }
    }

    /// As a number.
    #[inline]
    #[must_use]
    pub fn value(self) -> f64 {
        self.straight as f64 + self.diagonal as f64 * std::f64::consts::SQRT_2
    }
}

impl Ord for Cost {
    /// `a + b√2` against `c + d√2`: whether `a - c` is more than `(d - b)√2`, by signs and squares.
    fn cmp(&self, other: &Self) -> Ordering {
        // Where they differ by more than rounding can, the numbers themselves tell.
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

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Passes a door in a way.
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

/// What a replay saw after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What the player did.
    pub action: Action,
    /// Where the player is now.
    pub position: Position,
    /// What the player holds now.
    pub holdings: Holdings,
    /// What the move changed: pick-ups taken, locks opened, symbols gained, a toggle flipped.
    pub changed: Vec<Meaning>,
    /// From where to where it pushed a block.
    pub pushed: Option<(Cell, Cell)>,
}

/// A whole replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Where the player began.
    pub start: Position,
    /// What the player held there, what lies there taken.
    pub holdings: Holdings,
    /// What each move did.
    pub records: Vec<Record>,
    /// What the moves cost.
    pub cost: Cost,
    /// Whether the last state is a goal.
    pub wins: bool,
}

impl Walk {
    /// Where the player was, the start included: one more than moves.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        std::iter::once(self.start).chain(self.records.iter().map(|record| record.position))
    }
}

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {} of the plan is not allowed: {reason}", .index + 1)]
pub struct ReplayError {
    /// Which move, from 0.
    pub index: usize,
    /// Why.
    pub reason: &'static str,
}

/// What a replay passes on after each move.
pub struct Seen<'a, const W: usize> {
    /// What the player did.
    pub action: Action,
    /// Where the player came from, and what the state was there.
    pub before: (Place, &'a Config<W>),
    /// Where the player is now.
    pub place: Place,
    /// What the state is now.
    pub config: &'a Config<W>,
}

/// Where a plan ends, by the rules alone.
///
/// # Errors
/// The first move that the rules do not allow.
pub fn follow<const W: usize>(
    world: &World<W>,
    plan: &Plan,
    blocks: &mut Blocks,
    mut seen: impl FnMut(Seen<'_, W>, &Blocks),
) -> Result<(Place, Config<W>), ReplayError> {
    let none = ReplayError { index: 0, reason: "the level has no start" };
    let (mut place, mut config) = world.start(blocks).ok_or(none)?;
    for (index, &action) in plan.moves.iter().enumerate() {
        let no = |reason| ReplayError { index, reason };
        if world.is_goal(place, &config) {
            return Err(no("no move leaves a goal"));
        }
        let (before, old) = (place, config);
        let action = match action {
            Move::Goto { to, door } => {
                let door =
                    *world.doors(place).get(door as usize).ok_or(no("there is no such door"))?;
                if door.to != to {
                    return Err(no("the door leads elsewhere"));
                }
                config = world.step(&config, door, blocks).ok_or(no("the door is locked"))?;
                place = to;
                Action::Go(door.way)
            }
            Move::Flip { flip } => {
                let toggle =
                    world.flips(place).get(flip as usize).ok_or(no("there is no such toggle"))?;
                config = world.flip(&config, toggle).ok_or(no("the toggle is stuck"))?;
                Action::Flip
            }
        };
        seen(Seen { action, before: (before, &old), place, config: &config }, blocks);
    }
    match world.is_passed(place) {
        true => Err(ReplayError { index: plan.moves.len(), reason: "a warp does not end" }),
        false => Ok((place, config)),
    }
}

/// Walks a plan and tells what each move did.
///
/// # Errors
/// The first move that the rules do not allow.
pub fn replay<const W: usize>(world: &World<W>, plan: &Plan) -> Result<Walk, ReplayError> {
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
    // The configuration at the last place where the player stood.
    let mut stood = config;
    let (end, config) = follow(world, plan, &mut blocks, |seen, blocks| {
        let cost = match seen.action {
            Action::Go(way) => Cost::of(way),
            Action::Flip => Cost { straight: 1, diagonal: 0 },
        };
        walk.cost = walk.cost.plus(cost);
        if let Some(position) = world.position(seen.place) {
            let changed = seen.config.bits.symmetric_difference(&stood.bits);
            let changed = changed.iter().filter_map(|bit| world.meanings().get(bit).copied());
            walk.records.push(Record {
                action: seen.action,
                position,
                holdings: world.holdings(seen.config),
                changed: changed.collect(),
                pushed: world.pushed(&stood, seen.config, blocks),
            });
            stood = *seen.config;
        }
    })?;
    walk.wins = world.is_goal(end, &config);
    Ok(walk)
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
        // 577 / 408 is a little more than √2.
        assert!(cost(577, 0) > cost(0, 408) && cost(1393, 0) < cost(0, 985));
        assert_eq!((cost(3, 0).to_string(), cost(1, 2).to_string()), ("3".into(), "3.828".into()));
    }
}

//! Plans, and their replay.
//!
//! A plan is a list of moves. [`replay`] walks it step by step by the rules alone, without the search
//! that found it; no plan is believed before that.

use crate::graph::NodeIndex;
use crate::rules::bits::Bits;
use crate::rules::layout::Meaning;
use crate::rules::room::{Holdings, World};

/// One move at room level. Every move costs 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Through the `door`-th door of the node the player is in.
    Goto {
        /// The node it leads to.
        to: NodeIndex,
        /// Which of the node's doors, from 0.
        door: u32,
    },
    /// Flip the `flip`-th toggle of the node the player is in.
    Flip {
        /// Which of the node's toggles, from 0.
        flip: u32,
    },
}

/// A list of moves; its length is its cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The moves, first to last.
    pub moves: Vec<Move>,
}

impl Plan {
    /// What the plan costs, in moves.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.moves.len() as u64
    }
}

/// What a replay saw after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The move.
    pub action: Move,
    /// Where the player is now.
    pub node: NodeIndex,
    /// What the player holds now.
    pub holdings: Holdings,
    /// What the move changed: pick-ups taken, locks opened, symbols gained, a toggle flipped.
    pub changed: Vec<Meaning>,
}

/// A whole replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Where the player began.
    pub start: NodeIndex,
    /// What the player held there, the start's contents taken.
    pub holdings: Holdings,
    /// What each move did.
    pub records: Vec<Record>,
    /// Whether the last state is a goal.
    pub wins: bool,
}

/// A move that the rules do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {index} of the plan is not allowed: {reason}")]
pub struct ReplayError {
    /// Which move, from 0.
    pub index: usize,
    /// Why.
    pub reason: &'static str,
}

/// Where a plan ends, by the rules alone.
///
/// # Errors
/// The first move that the rules do not allow.
pub fn follow<const W: usize>(
    world: &World<W>,
    plan: &Plan,
    mut seen: impl FnMut(Move, NodeIndex, &Bits<W>),
) -> Result<(NodeIndex, Bits<W>), ReplayError> {
    let none = ReplayError { index: 0, reason: "the level has no start" };
    let (mut node, mut bits) = world.start().ok_or(none)?;
    for (index, &action) in plan.moves.iter().enumerate() {
        let no = |reason| ReplayError { index, reason };
        if world.is_goal(node) {
            return Err(no("no move leaves a goal"));
        }
        match action {
            Move::Goto { to, door } => {
                let door =
                    world.doors(node).get(door as usize).ok_or(no("there is no such door"))?;
                if door.to != to {
                    return Err(no("the door leads elsewhere"));
                }
                bits = world.step(&bits, *door).ok_or(no("the door is locked"))?;
                node = to;
            }
            Move::Flip { flip } => {
                let toggle =
                    world.flips(node).get(flip as usize).ok_or(no("there is no such toggle"))?;
                bits = world.flip(&bits, toggle).ok_or(no("the toggle is stuck"))?;
            }
        }
        seen(action, node, &bits);
    }
    Ok((node, bits))
}

/// Walks a plan and tells what each move did.
///
/// # Errors
/// The first move that the rules do not allow.
pub fn replay<const W: usize>(world: &World<W>, plan: &Plan) -> Result<Walk, ReplayError> {
    let none = ReplayError { index: 0, reason: "the level has no start" };
    let (start, mut before) = world.start().ok_or(none)?;
    let holdings = world.holdings(&before);
    let mut records = Vec::with_capacity(plan.moves.len());
    let (end, _) = follow(world, plan, |action, node, bits| {
        let flipped = bits.symmetric_difference(&before);
        let changed = flipped.iter().filter_map(|bit| world.meanings().get(bit).copied());
        let changed = changed.collect();
        records.push(Record { action, node, holdings: world.holdings(bits), changed });
        before = *bits;
    })?;
    Ok(Walk { start, holdings, records, wins: world.is_goal(end) })
}

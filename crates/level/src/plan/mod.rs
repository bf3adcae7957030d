//! Plans, and their replay.
//!
//! A plan is a list of moves. [`replay`] walks it step by step by the rules alone, without the search
//! that found it; no plan is believed before that.

mod cost;
mod replay;

use crate::model::grid::Cell;
use crate::rules::{Fact, Holdings, Location, Position, Way};

pub use cost::Cost;
pub use replay::{ReplayError, replay};
pub(crate) use replay::{follow, replay_in};

/// One move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Through a door of the place the player is in.
    Goto {
        /// The place it leads to.
        to: Location,
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
    pub changed: Vec<Fact>,
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

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
pub(crate) use replay::{Seen, follow, record, replay_in};

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

/// A list of moves. A warp over nodes that have no rectangle is several, of which the first has a cost.
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
    /// The holdings of the player there, what lies there taken.
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
        std::iter::once(self.start).chain(self.records.iter().map(|told| told.position))
    }
}

//! All that is known of a world for any question, the questions themselves, and what a question changes.

use super::pieces::Pieces;
use super::ports::Ports;
use crate::rules::Location;
use crate::rules::bits::Bits;
use crate::rules::blocks::Blocks;
use crate::rules::world::World;
use crate::solve::heuristic::Distances;
use crate::solve::rooms::Rooms;
use rustc_hash::FxHashMap;

/// A question: changes of the world.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Question<const W: usize> {
    /// The only goals, where they are others.
    pub(crate) goals: Option<Vec<Location>>,
    /// Bits that cannot be set.
    pub(crate) banned: Bits<W>,
    /// Locations of which some gifts are gone, with those that are left.
    pub(crate) emptied: Vec<(Location, Bits<W>)>,
    /// Pairs of regions between which no door leads, the lower first.
    pub(crate) closed: Vec<(u32, u32)>,
    /// Locations of blocks that are not there, and of those that are walls.
    pub(crate) taken: Vec<Location>,
    pub(crate) walled: Vec<Location>,
    /// True if nothing can be pushed.
    pub(crate) is_fixed: bool,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// It can be won in so many moves at least.
    Moves(u64),
    /// It cannot be won.
    Never,
    /// More states than allowed would have to be met.
    TooMany,
    /// A room takes too long.
    TooLong,
}

/// A world with all that is known of it for any question.
pub(crate) struct Atlas<const W: usize> {
    pub(super) world: World<W>,
    /// By location: its region.
    pub(super) regions: Vec<u32>,
    pub(super) ports: Ports,
    pub(super) pieces: Pieces<W>,
    pub(super) rooms: Rooms<W>,
    pub(super) blocks: Blocks,
    /// No location is far from a goal, for there may be others.
    pub(super) bound: Distances,
    /// The rooms in which blocks can stand, the locations of plates with what they set, and the goals.
    pub(super) yards: Vec<u32>,
    pub(super) pressed: Vec<(Location, Bits<W>)>,
    pub(super) goals: Vec<Location>,
    /// The bits that can ever be set.
    pub(super) settable: Bits<W>,
    /// The questions that were answered.
    pub(super) known: FxHashMap<Question<W>, Asked>,
    /// The number of states that all searches met.
    pub(crate) met: u64,
}

/// The rooms that a question changes, and how their blocks stand.
pub(super) struct Anew<const W: usize> {
    pub(super) rooms: Rooms<W>,
    /// By room.
    pub(super) is_changed: Vec<bool>,
    pub(super) blocks: Blocks,
}

//! Reject reasons of missions, areas and dungeons in one table.
//!
//! The tally lists them in this order.

/// The phase of mission generation that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum MissionFault {
    /// No cell may be the entrance.
    #[error("no place for the entrance")]
    NoEntrance,
    /// The rooms did not fit, or a key-level had no room.
    #[error("no space for all rooms and key-levels")]
    NoSpace,
    /// No room suits the boss or the goal.
    #[error("no rooms for the boss and the goal")]
    NoBoss,
    /// A switch has no base room or no object room.
    #[error("no circuit for a switch")]
    NoCircuit,
    /// The way to the goal would require only one position of a switch; both are wanted.
    #[error("one position of a switch is never asked for")]
    OnePosition,
    /// Every room for a key would make a lock redundant, or no room is left.
    #[error("no room for a key")]
    NoRoomForKey,
    /// The mission violates a constraint.
    #[error("refused by the constraints")]
    Refused,
}

/// The reason for rejecting an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum RejectReason {
    /// The mission could not be placed.
    #[error(transparent)]
    Mission(#[from] MissionFault),
    /// No path through the rooms is long enough, or some rooms could not be joined to it.
    #[error("no long path through the rooms")]
    NoPath,
    /// A room is too small for its contents.
    #[error("a room too small for what is to lie in it")]
    NoFurniture,
    /// The numbers of rooms, keys, switches, puzzles, blocks or bridges differ from the requested ones.
    #[error("not as many rooms, keys, switches, puzzles, blocks or bridges as were asked for")]
    OtherNumbers,
    /// No arrangement of blocks was found that opens the portcullis of a room, or bridges pits to a lever.
    #[error("no blocks that open a portcullis or bridge pits")]
    NoBlockRoom,
    /// It is not proved that a bridge of blocks and each of its blocks are needed for the room behind it.
    #[error("a bridge of blocks that is not proved to be needed")]
    UnprovedBridge,
    /// The proof reached its limit.
    #[error("too large to prove")]
    TooLargeToProve,
    /// The verifier found no plan through the rooms.
    #[error("not winnable")]
    Unwinnable,
    /// A room can never be entered.
    #[error("a room out of reach")]
    UnreachableRoom,
    /// The player can get stuck.
    #[error("a softlock")]
    Softlock,
    /// The goal of a mission can be reached without one of its keys.
    #[error("a needless key")]
    NeedlessKey,
    /// The goal of a mission can be reached without flipping one of its switches.
    #[error("a needless switch")]
    NeedlessSwitch,
    /// A lock has no effect.
    #[error("a redundant lock")]
    RedundantLock,
    /// A partial order of keys is requested, but no two keys can be collected in either order.
    #[error("no choice of keys")]
    NoChoiceOfKeys,
    /// The dungeon can be won without one of its keys or switches.
    #[error("a needless key or switch")]
    Needless,
    /// A puzzle gates nothing.
    #[error("a needless puzzle")]
    NeedlessPuzzle,
    /// No free place beside an ordinary room for another room.
    #[error("no place for another room")]
    NoPlaceForRoom,
    /// The verifier found no plan through the tiles.
    #[error("tiles that cannot be won")]
    TilesUnwinnable,
    /// The player can get stuck among the tiles.
    #[error("tiles with a softlock")]
    TilesSoftlock,
    /// The rating is outside the requested range.
    #[error("not as hard as was asked for")]
    OtherDifficulty,
    /// The commands of the plan do not win the text game.
    #[error("a walkthrough that does not win")]
    Walkthrough,
}

impl RejectReason {
    /// Fails with the first reason that holds.
    pub(crate) fn first(wrong: &[(bool, Self)]) -> Result<(), Self> {
        wrong.iter().find(|(holds, _)| *holds).map_or(Ok(()), |&(_, reason)| Err(reason))
    }
}

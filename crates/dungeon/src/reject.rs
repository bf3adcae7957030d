//! Rejects: the reasons for which attempts are thrown away, of missions, areas and dungeons in one table.
//!
//! Their order is the order in which a tally lists them.

/// The phase of a mission that could not do its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum MissionFault {
    /// The entrance may be nowhere.
    #[error("no place for the entrance")]
    NoEntrance,
    /// The rooms did not fit, or a key-level had no room.
    #[error("no space for all rooms and key-levels")]
    NoSpace,
    /// No rooms suited the boss and the goal.
    #[error("no rooms for the boss and the goal")]
    NoBoss,
    /// No base or no object room for a switch.
    #[error("no circuit for a switch")]
    NoCircuit,
    /// The way to the goal would ask for one position of a switch, where both are wanted.
    #[error("one position of a switch is never asked for")]
    OnePosition,
    /// Every room for a key would have made a lock redundant, or there was none.
    #[error("no room for a key")]
    NoRoomForKey,
    /// The constraints refused it.
    #[error("refused by the constraints")]
    Refused,
}

/// A reason to throw an attempt away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[non_exhaustive]
pub enum RejectReason {
    /// A mission that could not be laid out.
    #[error(transparent)]
    Mission(#[from] MissionFault),
    /// No path through the rooms was long enough, or some did not hang on it.
    #[error("no long path through the rooms")]
    NoPath,
    /// A room was too small for what was to lie in it.
    #[error("a room too small for what is to lie in it")]
    NoFurniture,
    /// Not as many rooms, keys, switches, puzzles or blocks as were asked for.
    #[error("not as many rooms, keys, switches, puzzles or blocks as were asked for")]
    OtherNumbers,
    /// No blocks were found that open the portcullis of a room.
    #[error("no blocks that open a portcullis")]
    NoBlockRoom,
    /// The proof ran into its limit.
    #[error("too large to prove")]
    TooLargeToProve,
    /// The judge found no plan through the rooms.
    #[error("not winnable")]
    Unwinnable,
    /// A room that can never be entered.
    #[error("a room out of reach")]
    UnreachableRoom,
    /// A player can get stuck.
    #[error("a softlock")]
    Losable,
    /// The goal of a mission can be reached without one of its keys.
    #[error("a needless key")]
    NeedlessKey,
    /// The goal of a mission can be reached without flipping one of its switches.
    #[error("a needless switch")]
    NeedlessSwitch,
    /// A lock that changes nothing.
    #[error("a redundant lock")]
    RedundantLock,
    /// The order of keys is to be partial, but no two keys can be had in either order.
    #[error("no choice of keys")]
    NoChoiceOfKeys,
    /// A key or a switch that a dungeon does not need.
    #[error("a needless key or switch")]
    Needless,
    /// A puzzle that gates nothing.
    #[error("a needless puzzle")]
    NeedlessPuzzle,
    /// No place beside an ordinary room for one more.
    #[error("no place for another room")]
    NoPlaceForRoom,
    /// The judge found no plan through the tiles.
    #[error("tiles that cannot be won")]
    TilesUnwinnable,
    /// A player can get stuck among the tiles.
    #[error("tiles with a softlock")]
    TilesLosable,
    /// Its rating lies outside of what is asked for.
    #[error("not as hard as was asked for")]
    OtherDifficulty,
    /// The plan, put into commands, does not win the game of words.
    #[error("a walkthrough that does not win")]
    Walkthrough,
}

impl RejectReason {
    /// The first of some reasons that holds, as an error.
    pub(crate) fn first(wrong: &[(bool, Self)]) -> Result<(), Self> {
        wrong.iter().find(|(holds, _)| *holds).map_or(Ok(()), |&(_, reason)| Err(reason))
    }
}

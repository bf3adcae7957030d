//! Missions: the lock-and-key graph of a dungeon, made in Metazelda's manner (Coxon, 2013), extended.
//!
//! A *symbol* is a truth that a player can gain: a key, kept for good, or a switch position. A
//! *condition* is what must hold to be in a room. *Key-level* n is the rooms that can be reached with n
//! keys and not with n − 1; the key for level n lies below it. *Intensity* is the relative difficulty of
//! a room, *nonlinearity* the number of rooms that a shortest solution re-enters.
//!
//! [`make()`] searches; `generate` is one attempt, the phases in their order. A mission is solvable by
//! construction, and then proved all the same: [`certificate`].

pub mod symbol;
pub mod condition;
pub mod graph;
pub mod constraints;
mod shapes;
pub mod request;
mod ladder;
mod draft;
mod entrance;
mod rooms;
mod goal;
mod switches;
mod toggle;
mod intensity;
mod keys;
mod graphify;
mod fixed;
pub mod linearity;
pub mod level_graph;
pub mod certificate;
pub mod make;

pub use certificate::{Certificate, spheres};
pub use constraints::{Constraints, Count, Freeform, Mask, SpaceError};
pub use graph::{Coords, Edge, KeyStyle, Mission, Room, RoomId};
pub use level_graph::level_graph;
pub use make::{MissionReport, Scratch, make, make_with};
pub use request::{KeyOrder, Request, RequestError, SwitchStyle, Version};
pub use symbol::{Position, Symbol};

use draft::Draft;
use search::Attempt;

/// Why an attempt was thrown away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Reject {
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
    /// The proof ran into its limit.
    #[error("too large to prove")]
    TooLargeToProve,
    /// The judge found no plan.
    #[error("not winnable")]
    Unwinnable,
    /// A room can never be entered.
    #[error("a room out of reach")]
    UnreachableRoom,
    /// A player can get stuck.
    #[error("losable")]
    Losable,
    /// The goal can be reached without one of the keys.
    #[error("a needless key")]
    NeedlessKey,
    /// The goal can be reached without flipping one of the switches.
    #[error("a needless switch")]
    NeedlessSwitch,
    /// A lock that changes nothing.
    #[error("a redundant lock")]
    RedundantLock,
    /// A partial order in which no two keys can be had in either order.
    #[error("no choice of keys")]
    NoChoiceOfKeys,
}

/// One attempt at a mission: the phases, in their order.
pub(crate) fn generate<C: Constraints + ?Sized>(
    request: &Request,
    space: &C,
    attempt: Attempt,
    draft: &mut Draft,
) -> Result<Mission, Reject> {
    entrance::place(draft, space, request, attempt)?;
    rooms::grow(draft, space, request, attempt)?;
    goal::choose(draft, space, request, attempt)?;
    switches::lay(draft, space, request, attempt)?;
    intensity::rise(draft, request, attempt);
    keys::hide(draft, space, request)?;
    graphify::link(draft, space, attempt);
    let mission = draft.mission(space, request);
    if space.accepts(&mission) { Ok(mission) } else { Err(Reject::Refused) }
}

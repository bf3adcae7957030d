//! The plan into a state, told by the states before it.

use crate::plan::{Move, Plan};
use crate::rules::Location;

/// The number of no state.
pub(super) const NONE: u32 = u32::MAX;
/// The mark of a flip among moves.
pub(super) const FLIP: u32 = 1 << 31;

/// The last move into a state.
#[derive(Clone, Copy)]
pub(super) struct Last {
    /// The location of the state.
    pub(super) location: Location,
    /// The state before, or [`NONE`].
    pub(super) parent: u32,
    /// The move: a door of the location before by its number, or [`FLIP`] and the number of a toggle there.
    pub(super) by: u32,
}

/// The plan into a state; `last` is the last move into each that was found.
pub(super) fn plan(state: u32, last: impl Fn(u32) -> Option<Last>) -> Plan {
    let mut moves = Vec::new();
    let mut at = state;
    while let Some(Last { location, parent, by }) = last(at)
        && parent != NONE
    {
        moves.push(match by & FLIP {
            0 => Move::Goto { to: location, door: by },
            _ => Move::Flip { flip: by & !FLIP },
        });
        at = parent;
    }
    moves.reverse();
    Plan { moves }
}

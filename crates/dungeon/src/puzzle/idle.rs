//! Locks that do nothing: whoever comes to one has been in the room of its key.
//!
//! From `area/4` on none is made. A lock is idle if its room cannot be reached without passing the room of its key, and
//! so is a chest that cannot be reached without passing the room of its own.

use super::site::{Field, Spot};
use crate::layout::RoomIndex;

/// True if nobody comes to a room, with a puzzle never solved, who does not pass another.
pub(super) fn is_passed(field: &Field<'_>, passed: RoomIndex, to: RoomIndex, shut: usize) -> bool {
    let reached = field.reached_past(Some(passed), |other, _| other == shut);
    !reached.get(to as usize).copied().unwrap_or(false)
}

/// The last of the new doors that is idle, or whose chest is.
pub(super) fn idle(field: &Field<'_>, old: usize) -> Option<usize> {
    let is_idle = |&door: &usize| {
        let spot = field.spots.get(door);
        spot.is_some_and(|spot| links(spot).any(|(key, to)| is_passed(field, key, to, door)))
    };
    (old..field.spots.len()).rev().find(is_idle)
}

/// The locks of a door, the chests of its key among them: the room of the key of each, and its own.
fn links(spot: &Spot) -> impl Iterator<Item = (RoomIndex, RoomIndex)> {
    let keys = spot.key.into_iter().chain(spot.chest.iter().copied());
    let locks = std::iter::once(spot.passage.room).chain(keys.clone());
    keys.zip(locks)
}

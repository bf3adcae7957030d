//! What a mission puts in a player's way, in the terms of a layout: locks on passages, items in rooms.
//!
//! An area without a mission has none of it.

use super::RoomIndex;
use super::ways::Passage;
use crate::mission::Symbol;

/// Locks and items by room.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gates {
    /// Of each room the locks of its passages; empty without a mission.
    pub(crate) locks: Vec<[Option<Symbol>; 6]>,
    /// Of each room what lies in it; empty without a mission.
    pub(crate) items: Vec<Option<Symbol>>,
    /// Of each room how many keys whoever is there has found.
    pub(crate) levels: Vec<u8>,
    /// The room that ends the play.
    pub(crate) goal: Option<RoomIndex>,
}

impl Gates {
    /// The lock of a passage.
    pub(crate) fn lock(&self, Passage { room, direction }: Passage) -> Option<Symbol> {
        self.locks.get(room as usize)?[direction as usize]
    }

    /// What lies in a room.
    pub(crate) fn item(&self, room: RoomIndex) -> Option<Symbol> {
        self.items.get(room as usize).copied().flatten()
    }

    /// The key-level of a room; 0 without a mission.
    pub(crate) fn level(&self, room: RoomIndex) -> u8 {
        self.levels.get(room as usize).copied().unwrap_or(0)
    }
}

//! Rooms as they are visited: with what a player has in hand, and by which entry.

use crate::rules::Location;
use crate::rules::bits::Bits;
use crate::rules::world::rooms::Balance;
use crate::solve::zones::ZoneIndex;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A room, and the bits that matter in it.
pub(super) struct Room<const W: usize> {
    pub(super) locations: Vec<Location>,
    pub(super) relevant: Bits<W>,
    /// The most keys and bombs that may be used up in it.
    pub(super) spends: Balance,
    /// True if it is too large for all of its states to be counted.
    pub(super) is_vast: bool,
}

/// A site with all that does not matter in it.
pub(super) struct Place<const W: usize> {
    pub(super) site: u32,
    /// The bits that do not matter.
    pub(super) others: Bits<W>,
    /// The entries into it.
    pub(super) entries: Vec<u32>,
    /// By way out of the site: the entry that it leads to.
    pub(super) beyond: FxHashMap<u32, u32>,
    /// By zone of the site, true if it is alive here; shared by places that are alike.
    pub(super) alive: Rc<Vec<bool>>,
    pub(super) counted: [u64; 2],
}

/// A zone of a site that is entered from another room, or from the beginning.
pub(super) struct Entry {
    pub(super) place: u32,
    pub(super) zone: ZoneIndex,
    /// The entry from which it was found first, and the way out of its place.
    pub(super) parent: Option<(u32, u32)>,
    /// True if a goal can be reached from it.
    pub(super) is_alive: bool,
}

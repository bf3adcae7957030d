//! Visits of a room: the beginning and the end of one, and how long it may take.

use crate::rules::Location;
use crate::rules::bits::Bits;
use crate::rules::blocks::Arrangement;
use crate::rules::world::rooms::Balance;

/// The numbers of states above which a room is left to the search itself.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Most {
    /// Those that one visit may look at.
    pub(in super::super) visit: u64,
    /// Those that all visits of a room may look at for each time that it is passed, besides those of one.
    pub(in super::super) passage: u64,
}

/// Most visits are over after a few hundred states, or never soon.
pub(in super::super) const USUAL: Most = Most { visit: 30_000, passage: 128 };

/// The end of a visit: a state from which the room is left, or one that wins.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Ending<const W: usize> {
    pub(in super::super) at: Location,
    /// The bits that matter to moves within the room.
    pub(super) bits: Bits<W>,
    pub(super) blocks: Arrangement,
    /// The least cost, and the number of ghost blocks met.
    pub(in super::super) cost: u32,
    pub(in super::super) shunned: u16,
}

/// The beginning of a visit, as far as it matters.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Visit<const W: usize> {
    pub(super) at: Location,
    pub(super) bits: Bits<W>,
    pub(super) blocks: Arrangement,
    pub(super) balance: Balance,
}

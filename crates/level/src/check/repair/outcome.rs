//! The answer to the question for a repair.

use super::mend::Mend;
use crate::limits::Limit;
use crate::model::level::Level;

/// The answer to the question for a repair.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The changes that mend the level.
    Mended(Box<Repair>),
    /// Nothing is to be mended: the level cannot be lost.
    Needless,
    /// The level cannot be won, so that there is nothing to be lost; [`why_not`](crate::check::why_not) tells what would help.
    NotWinnable,
    /// No set of changes mends it: proved.
    Impossible,
    /// No repair was found before this limit came.
    Unknown(Limit),
}

/// A repair.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Repair {
    /// The changes, in the order of the list.
    pub changes: Vec<Mend>,
    /// True if it is proved that no repair comes before it.
    pub smallest: bool,
    /// The mended level.
    pub level: Level,
}

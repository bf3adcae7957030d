//! The facade: a dungeon, a judgement, one error.

pub(crate) mod dungeon;
pub(crate) mod error;
pub(crate) mod judge;

//! Measures of dungeons: how full, gated, looped and furnished they are, worked out again from the levels that the
//! program prints, and held against what is to be reached.

pub(crate) mod rows;
pub(crate) mod read;
pub(crate) mod site;
pub(crate) mod links;
pub(crate) mod gates;
pub(crate) mod inside;
pub(crate) mod count;
pub(crate) mod table;
pub(crate) mod ask;
mod command;

pub(crate) use command::Measures;

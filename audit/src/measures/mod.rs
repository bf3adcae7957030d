//! Measures of dungeons: how full, gated, looped and furnished they are, worked out again from the levels that the
//! program prints, and held against what is to be reached.

mod rows;
mod read;
mod site;
mod links;
mod gates;
mod inside;
mod count;
mod table;
mod ask;
mod command;

pub(crate) use command::Measures;

//! Missions: what is asked of the program, and every one walked from end to end.

mod asked;
mod board;
mod form;
mod walk;
mod judge;
mod command;
#[cfg(test)]
mod sketch;

pub(crate) use command::Missions;

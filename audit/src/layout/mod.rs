//! Layouts: what is asked of the program, and every one gone over room by room.

mod judge;
mod command;

pub(crate) use command::Layouts;

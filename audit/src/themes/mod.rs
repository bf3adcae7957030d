//! Themes: the family of a dungeon guessed from its tiles, and categories that share them.

mod print;
mod shapes;
mod look;
mod command;

pub(crate) use command::Themes;

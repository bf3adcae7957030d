//! Claims of designed dungeons, asked again by a search that knows the rules from their description alone; and the
//! figures that such dungeons are held against.

mod change;
mod facts;
mod rules;
mod board;
mod doors;
mod lay;
mod spots;
mod game;
mod hall;
mod look;
mod halls;
mod search;
mod stuck;
mod print;
mod asking;
mod kinds;
mod agree;
mod walk;
mod patterns;
mod plan;
mod figures;
mod ablation;
pub(crate) mod rooms;
mod judge;
mod sum;
mod table;
mod command;

pub(crate) use agree::Joined;
pub(crate) use command::Claims;
pub(crate) use print::Printed;

//! Whole dungeons: what is asked of the program, and mission, area and tiles judged each by itself and
//! against each other.

mod asked;
mod signs;
mod agree;
mod world;
mod ground;
mod building;
mod tiles;
mod shape;
mod marks;
mod claims;
mod play;
mod text;
mod again;
mod judge;
mod command;
#[cfg(test)]
mod sketch;

pub(crate) use command::Dungeons;

//! What is made: dungeons, missions, layouts, areas, caves, riddles, each shown as the command line shows it.

mod area;
mod cave;
mod common;
mod dungeon;
mod layout;
mod mission;
mod riddle;
mod thing;

pub(crate) use area::make_area;
pub(crate) use cave::make_cave;
pub(crate) use dungeon::make_dungeon;
pub(crate) use layout::make_layout;
pub(crate) use mission::make_mission;
pub(crate) use riddle::{lexicon, make_riddle};
pub(crate) use thing::Made;

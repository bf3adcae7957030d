//! Playing a designed dungeon in words, by the rules of its room graph.
//!
//! A [`Scene`] is what is played; it does not change. A [`Game`] takes one line after another and answers each with a
//! reply, as the [game of areas](crate::puzzle::play) does, of which it has the names, the replies and the saves.
//! [`walkthrough`] turns the judge's plan into the commands that win; a [`Mirror`] tells in words of a game that is played
//! on the tiles, and [`onto_tiles`] takes a game in words there.
//!
//! A room of blocks is solved by one command, `push stones`: the tiles are not played here. What is taken, pulled or
//! pushed is so for good; a lock is opened by a command and stays open, and a small key is used up by it.
//!
//! Invariant: no line, no save and no scene makes it panic; a line that is refused changes nothing.

mod parts;
mod fault;
mod ground;
mod scene;
mod thing;
mod state;
mod here;
mod foes;
mod scenery;
mod ways;
mod hint;
mod tell;
mod map;
mod synonyms;
mod verbs;
mod senses;
mod recent;
mod judge;
mod told;
mod line;
mod choose;
mod meaning;
mod travel;
mod unlock;
mod deeds;
mod tries;
mod understand;
mod ending;
mod game;
mod save;
mod walkthrough;
mod mirror;
mod onto;
mod advice;
mod aim;

pub use ending::{effort, share};
pub use fault::SceneError;
pub use game::Game;
pub use judge::Judge;
pub use mirror::Mirror;
pub use onto::{NotOnTiles, onto_tiles};
pub use parts::{Called, Room, Words};
pub use scene::Scene;
pub use walkthrough::{Step, commands, is_won, room_at, steps, steps_of, walkthrough};

//! Playing a designed dungeon in words, by the rules of its room graph.
//!
//! A [`Scene`] is what is played; it does not change. A [`Game`] takes one line after another and answers each with a
//! reply, as the [game of areas](crate::puzzle::play) does, of which it has the names, the replies and the saves.
//! [`walkthrough`] turns the judge's plan into the commands that win; a [`Mirror`] tells in words of a game that is
//! played on the tiles, and [`onto_tiles`] takes a game in words there.
//!
//! A room of blocks is solved by one command, `push stones`: the tiles are not played here. What is taken, pulled or
//! pushed is so for good; a lock is opened by a command and stays open, and a small key is used up by it.
//!
//! Invariant: no line, no save and no scene makes it panic; a line that is refused changes nothing.

mod scene;
mod thing;
mod state;
mod here;
mod foes;
mod ways;
mod tell;
mod map;
mod verbs;
mod choose;
mod travel;
mod deeds;
mod understand;
mod ending;
mod game;
mod walkthrough;
mod onto;
mod advice;

pub use ending::{effort, share};
pub use game::{Game, Judge};
pub use onto::{NotOnTiles, onto_tiles};
pub use scene::{Called, Room, Scene, SceneError, Words};
pub use walkthrough::{Mirror, Step, commands, is_won, room_at, steps, steps_of, walkthrough};

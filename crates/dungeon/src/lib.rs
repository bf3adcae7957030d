//! How a dungeon is made.
//!
//! [`version`] names what each part's algorithms were and are.
//! [`mission`] makes the lock-and-key graph of a dungeon: rooms, locked edges, keys and switches.
//! [`layout`] makes the space: the rooms of caves, halls, towers and towns on a grid.
//! [`puzzle`] blocks passages of it with doors, levers, plates, riddles and sequences.
//! What is made here is proved by the `level` crate, which knows nothing of this one.

pub mod version;
pub mod mission;
pub mod cave;
pub mod layout;
pub mod puzzle;
pub mod whole;
pub mod realise;
pub mod json;
pub mod task;

/// The examples of a library in the README and in the book, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/library.md")]
pub struct Pages;
#[cfg(test)]
mod messages;
#[cfg(test)]
extern crate self as dungeon;
#[cfg(test)]
#[allow(dead_code, reason = "several crates share these")]
#[path = "../../../tests/samples/missions.rs"]
mod samples;

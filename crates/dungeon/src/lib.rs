//! How a dungeon is made.
//!
//! [`mission`] makes the lock-and-key graph of a dungeon: rooms, locked edges, keys and switches.
//! What is made here is proved by the `level` crate, which knows nothing of this one.

pub mod mission;

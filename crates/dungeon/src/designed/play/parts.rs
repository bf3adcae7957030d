//! The parts of a scene: rooms in words, and the ways between them.

use crate::designed::plan::site::Place;
use crate::designed::texts::Note;
use crate::layout::Direction;
use level::Requirement;
use std::collections::BTreeMap;

/// A room in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// Its cells: one, or several that hang together.
    pub cells: Vec<Place>,
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Sentences that are true of it for a time.
    pub notes: Vec<Note>,
    /// The names of its enemies.
    pub foes: Vec<String>,
}

/// The name of a thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Called {
    /// Its name with an article, such as `the cook's key`.
    pub name: String,
    /// A sentence about it; empty if there is none.
    pub text: String,
}

/// A dungeon in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The name of the place, if it has one.
    pub name: Option<String>,
    /// The thing that is sought, with an article, if it has a name.
    pub goal: Option<String>,
    /// The text for whoever wins; empty if there is none.
    pub ending: String,
    /// The names of things, by those that they have in the level.
    pub things: BTreeMap<String, Called>,
    /// The rooms, in the order of the nodes of the level.
    pub rooms: Vec<Room>,
}

/// A way out of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// The room that it leaves.
    pub(super) from: usize,
    /// The room that it leads to.
    pub(super) to: usize,
    /// The side on which it leaves.
    pub(super) direction: Direction,
    /// Its requirements, stairs left out.
    pub(super) needs: Vec<Requirement>,
}

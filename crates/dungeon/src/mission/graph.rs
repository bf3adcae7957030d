//! A mission: the lock-and-key graph of a dungeon, as a plain value.
//!
//! Invariants of a mission that leaves this crate: the rooms are connected; every lock is on an edge
//! between rooms whose conditions it separates; a key for level n lies at a level below n; the start,
//! the boss and the goal hold nothing but their own mark.

use super::condition::Condition;
use super::symbol::Symbol;
use std::sync::Arc;

/// A place in [`Mission::rooms`].
pub type RoomId = u32;

/// How keys work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeyStyle {
    /// Every key has a name and a lock of its own, and is kept.
    #[default]
    Named,
    /// Keys are alike, and a lock uses one up.
    Small,
}

/// Where a room lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Coords {
    /// One cell of a grid, x to the east, y to the north.
    Cell(i32, i32),
    /// Several cells, in reading order from the north; a free-form room.
    Cells(Arc<[(i32, i32)]>),
    /// A room of a layout: x to the east, y to the north, z upwards.
    Place([i32; 3]),
}

impl Coords {
    /// The cells, at least one; of a room of a layout the one that it takes on its floor.
    pub fn cells(&self) -> impl Iterator<Item = (i32, i32)> + '_ {
        let (one, many) = match self {
            Coords::Cell(x, y) => (Some((*x, *y)), &[][..]),
            Coords::Cells(cells) => (None, &cells[..]),
            Coords::Place([x, y, _]) => (Some((*x, *y)), &[][..]),
        };
        one.into_iter().chain(many.iter().copied())
    }
}

/// One room.
#[derive(Clone, Debug, PartialEq)]
pub struct Room {
    /// Where it lies.
    pub coords: Coords,
    /// What lies in it.
    pub item: Option<Symbol>,
    /// What holds for whoever is in it.
    pub precondition: Condition,
    /// Relative difficulty, 0 to 1.
    pub intensity: f64,
    /// The room it was grown from; the entrance has none.
    pub parent: Option<RoomId>,
}

/// A passage between two rooms, open both ways to whoever satisfies its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// One room.
    pub a: RoomId,
    /// The other.
    pub b: RoomId,
    /// Its lock; `None` for an open passage.
    pub symbol: Option<Symbol>,
}

/// A mission. Room ids are places in `rooms`.
#[derive(Clone, Debug, PartialEq)]
pub struct Mission {
    /// The rooms, the entrance first.
    pub rooms: Vec<Room>,
    /// The passages: the tree of parents and children first, then the links.
    pub edges: Vec<Edge>,
    /// The entrance.
    pub start: RoomId,
    /// The boss's room.
    pub boss: RoomId,
    /// The goal; the boss's own room where there is no goal room.
    pub goal: RoomId,
    /// How many keys there are.
    pub keys: u8,
    /// How many switches there are.
    pub switches: u8,
    /// How keys work.
    pub key_style: KeyStyle,
}

impl Mission {
    /// How many independent cycles the graph has: edges − rooms + 1.
    #[must_use]
    pub fn cycles(&self) -> usize {
        (self.edges.len() + 1).saturating_sub(self.rooms.len())
    }

    /// The rooms that were grown from `room`.
    pub fn children(&self, room: RoomId) -> impl Iterator<Item = RoomId> + '_ {
        (0..).zip(&self.rooms).filter(move |(_, r)| r.parent == Some(room)).map(|(id, _)| id)
    }
}

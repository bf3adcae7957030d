//! The plan of a designed dungeon: rooms and passages, what gates them, what lies where, and which loops mean what.
//!
//! A [`site`] says where rooms are and which touch; a [`shape`] lays a long path through it, with arcs and branches;
//! [`mod@gates`] makes patterns of the arcs, locks passages and lays keys before their locks. Nothing here is believed:
//! the judge sees the tiles alone.

pub mod site;
pub mod shape;
mod gating;
pub mod gates;
pub(in crate::designed) mod steps;
pub(in crate::designed) mod outing;
mod chords;
mod fill;
mod keepers;

use crate::designed::holder::Holder;
use crate::layout::Direction;
use crate::named::named;
use crate::purpose::Purpose;
use site::{RoomId, Side, Site};
use std::sync::Arc;

/// Number of rooms up to which many plans are drawn and compared; of more rooms one plan is.
pub(super) const COMPARED_UP_TO: usize = 60;

/// Something that lies in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thing {
    /// The key with a number.
    Key(usize),
    /// The key item, which crosses water.
    Item,
    /// Bombs.
    Bombs,
    /// A treasure, by its number.
    Treasure(usize),
    /// The thing that solves the puzzle with a number.
    Solution(usize),
    /// A small key, which a lock uses up.
    SmallKey,
    /// The switch with a number.
    Switch(usize),
}

/// The gate on a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gate {
    /// None.
    Open,
    /// A wall that a bomb opens.
    Bombable,
    /// Locks of keys, all of which are asked for, both ways.
    Keys(Vec<usize>),
    /// A puzzle, which bars the way from the first room to the second; the way back is open. It is solved in either.
    Puzzle(usize),
    /// A portcullis, which bars the way from the first room to the second until blocks stand on the plates of the first.
    Plate(usize),
    /// Water, which the key item crosses.
    Water,
    /// A drop: only from the first room to the second.
    OneWay,
    /// A lock that uses a small key up.
    SmallLock,
    /// Shut for good to whoever has taken a key.
    Shutter(usize),
    /// Open while a switch is on, or while it is off.
    Switch(usize, bool),
}

/// A passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The rooms that it joins; a gate that has a direction leads from the first to the second.
    pub ends: [RoomId; 2],
    /// The side of a cell of the first room through which it leads.
    pub side: Side,
    /// Its gate.
    pub gate: Gate,
}

impl Passage {
    /// True if it leads up or down.
    #[must_use]
    pub fn is_stair(&self) -> bool {
        matches!(self.side.direction, Direction::Up | Direction::Down)
    }
}

named! {
    /// The meaning of a loop.
    pub enum Pattern {
        /// Either arc will do.
        TwoPaths = "two_paths",
        /// Each arc holds a key, and both are asked for.
        TwoKeys = "two_keys",
        /// A secret wall saves much of the way.
        HiddenShortcut = "hidden_shortcut",
        /// The short arc is the dangerous one.
        DangerousRoute = "dangerous_route",
        /// The lock is met before its key, which lies near.
        LockAndKey = "lock_and_key",
        /// A drop, from which the way back is long.
        BlockedRetreat = "blocked_retreat",
        /// The way back is another one than the way there.
        AlteredReturn = "altered_return",
        /// A decoy stands where the goal might be.
        FalseGoal = "false_goal",
        /// A place that comes late is seen early, behind a lock.
        Foreshadowing = "foreshadowing",
        /// A way that costs a small key, and is not needed.
        Gambit = "gambit",
    }
}

/// A loop: two arcs that share their ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Its meaning.
    pub pattern: Pattern,
    /// The rooms of one arc, ends included.
    pub arc_a: Vec<RoomId>,
    /// Those of the other.
    pub arc_b: Vec<RoomId>,
}

/// A plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The places of the rooms, which all plans of an attempt share.
    pub site: Arc<Site>,
    /// The main path, from the entrance to the goal; the boss is in the room before it.
    pub path: Vec<RoomId>,
    /// Of each room the place on the path up to which it is reached at the earliest.
    pub at: Vec<usize>,
    /// The passages.
    pub passages: Vec<Passage>,
    /// The loops that mean something.
    pub cycles: Vec<Cycle>,
    /// Of each room what lies in it.
    pub things: Vec<Vec<Thing>>,
    /// Number of keys.
    pub keys: usize,
    /// The key that the boss's door asks for.
    pub boss_key: Option<usize>,
    /// Number of treasures.
    pub treasures: usize,
    /// Their names, without articles.
    pub treasure_names: Vec<String>,
    /// Number of puzzles that are solved by something that lies in the room before them.
    pub puzzles: usize,
    /// Number of rooms in which blocks open a portcullis.
    pub plates: usize,
    /// Number of switches.
    pub switches: usize,
    /// Of each room what keeps its key, if it holds one.
    pub holders: Vec<Option<Holder>>,
    /// Of each room the load of its enemies, 1 to 5; 0 where there are none.
    pub enemies: Vec<u8>,
    /// Of each room what it is for.
    pub purposes: Vec<Purpose>,
    /// True of a place without enemies and without a boss.
    pub peaceful: bool,
}

impl Plan {
    /// The entrance.
    #[must_use]
    pub fn start(&self) -> RoomId {
        self.path.first().copied().unwrap_or(0)
    }

    /// The room of the goal.
    #[must_use]
    pub fn goal(&self) -> RoomId {
        self.path.last().copied().unwrap_or(0)
    }

    /// The room of the boss.
    #[must_use]
    pub fn boss(&self) -> RoomId {
        self.path.iter().rev().nth(1).copied().unwrap_or(0)
    }

    /// The passages of a room.
    pub fn passages_of(&self, room: RoomId) -> impl Iterator<Item = &Passage> {
        self.passages.iter().filter(move |passage| passage.ends.contains(&room))
    }
}

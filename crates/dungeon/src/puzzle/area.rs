//! An area as a plain value: a layout, and the puzzles, keys and chests in it.

use crate::layout::{self, Direction, Layout, RoomIndex};
use crate::purpose::Purpose;
use std::collections::BTreeMap;

/// A kind of puzzle, with its own fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A door; a key with this name opens it and is used up.
    LockedDoor {
        /// The name of the key.
        key: String,
    },
    /// A lever to pull.
    Lever,
    /// A plate to step on.
    PressurePlate,
    /// A question to answer.
    Riddle {
        /// The question.
        text: String,
        /// All accepted answers; walkthroughs use the first.
        answers: Vec<String>,
    },
    /// Objects to touch in the right order.
    Sequence {
        /// The names of the objects, in the order in which the room lists them.
        objects: Vec<String>,
        /// The solution: each index into `objects` once.
        order: Vec<u8>,
        /// The text that gives the order away.
        clue: String,
    },
}

impl Kind {
    /// The names of all kinds, in the order of the enum.
    pub const NAMES: [&str; 5] = ["locked_door", "lever", "pressure_plate", "riddle", "sequence"];

    /// Its name in files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::LockedDoor { .. } => Self::NAMES[0],
            Self::Lever => Self::NAMES[1],
            Self::PressurePlate => Self::NAMES[2],
            Self::Riddle { .. } => Self::NAMES[3],
            Self::Sequence { .. } => Self::NAMES[4],
        }
    }

    /// The name of the key of a locked door.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::LockedDoor { key } => Some(key),
            _ => None,
        }
    }
}

/// A puzzle, and the passage that it blocks from both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its id, such as `p1`: unique in the area.
    pub id: String,
    /// Its name: unique in the area, ignoring case.
    pub name: String,
    /// The text on examining it.
    pub description: String,
    /// The room of the puzzle: the near side of the passage.
    pub room: RoomIndex,
    /// The direction of the passage from that room.
    pub direction: Direction,
    /// The hint.
    pub hint: Hint,
    /// Its kind.
    pub kind: Kind,
}

/// A key: of a locked door, or of a chest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// The text on examining it, if there is one.
    pub description: Option<String>,
    /// The room where it lies, or where its chest stands.
    pub room: RoomIndex,
    /// Its position in the room.
    pub holder: Holder,
}

/// The position of an item in its room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holder {
    /// In the open.
    #[default]
    Open,
    /// In a chest; the value is an index into [`Area::chests`].
    Chest(usize),
}

/// A locked chest. It blocks no passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chest {
    /// Its id, such as `c1`: unique among puzzles and chests.
    pub id: String,
    /// Its name: unique among puzzles and chests, ignoring case.
    pub name: String,
    /// The text on examining it.
    pub description: String,
    /// The room where it stands.
    pub room: RoomIndex,
    /// The name of the key that opens it and is used up.
    pub key: String,
    /// The hint.
    pub hint: Hint,
}

/// A layout with puzzles in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// The rooms, without the connections that were closed for puzzles.
    pub layout: Layout,
    /// The puzzles, in the order of their ids.
    pub puzzles: Vec<Puzzle>,
    /// The keys of doors, in the order of the doors, then those of chests.
    pub items: Vec<Item>,
    /// The locked chests, in the order of their ids.
    pub chests: Vec<Chest>,
    /// Names and texts of rooms, by coordinates; may be empty.
    pub words: BTreeMap<[i32; 3], RoomWords>,
}

/// The name and text of a room. They stay true during the whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomWords {
    /// Its purpose.
    pub purpose: Purpose,
    /// Its name: unique in the area.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl Area {
    /// A layout with nothing in it.
    #[must_use]
    pub fn bare(layout: Layout) -> Self {
        Self {
            layout,
            puzzles: Vec::new(),
            items: Vec::new(),
            chests: Vec::new(),
            words: BTreeMap::new(),
        }
    }

    /// The room behind a puzzle's passage, if there is one.
    #[must_use]
    pub fn beyond(&self, puzzle: &Puzzle) -> Option<RoomIndex> {
        let room = self.layout.rooms.get(puzzle.room as usize)?;
        room.connections.has(puzzle.direction).then_some(())?;
        self.layout.index(puzzle.direction.step(room.coords))
    }

    /// The boss's room; without a boss the room farthest from the entry, the first of several.
    #[must_use]
    pub fn last_room(&self) -> Option<RoomIndex> {
        let rooms = &self.layout.rooms;
        let most = rooms.iter().map(|room| room.distance).max()?;
        let boss = rooms.iter().position(|room| room.kind == layout::RoomKind::Boss);
        let last = boss.or_else(|| rooms.iter().position(|room| room.distance == most));
        last.map(|id| id as RoomIndex)
    }
}

/// The highest INT that a hint can need.
pub const HIGHEST_THRESHOLD: u8 = 20;
/// The distance from the entry, in rooms, beyond which the threshold does not rise.
const FAR: u32 = 3;

/// A hint. A player with enough INT sees it on examining the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The INT that it needs.
    pub threshold: u8,
    /// Its text.
    pub text: String,
}

impl Hint {
    /// A hint in a room of a layout; `base` is its threshold at the entry.
    pub(super) fn at(layout: &Layout, room: RoomIndex, base: u8, text: &str) -> Self {
        let room = layout.rooms.get(room as usize);
        let (distance, z) = room.map_or((0, 0), |room| (room.distance, room.coords[2]));
        Self { threshold: threshold(base, distance, z), text: text.to_owned() }
    }
}

/// The threshold of a hint: the base, plus the distance from the entry (at most three rooms), plus the distance from
/// level 0; at most [`HIGHEST_THRESHOLD`].
///
/// ```
/// use quandary_dungeon::puzzle::threshold;
/// assert_eq!(threshold(12, 2, -1), 15);
/// assert_eq!(threshold(12, 50, 0), 15);
/// assert_eq!(threshold(16, 9, -4), 20);
/// ```
#[must_use]
pub fn threshold(base: u8, distance: u32, z: i32) -> u8 {
    let sum = u64::from(base) + u64::from(distance.min(FAR)) + u64::from(z.unsigned_abs());
    sum.min(HIGHEST_THRESHOLD.into()) as u8
}

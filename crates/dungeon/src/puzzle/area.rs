//! An area as a plain value: a layout, and the puzzles, keys and chests in it.

use crate::layout::{self, Direction, Layout, RoomIndex};
use crate::purpose::Purpose;
use std::collections::BTreeMap;

/// A kind of puzzle, with the fields of that kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A door that a key with this name opens, and keeps.
    LockedDoor {
        /// The name of the key.
        key: String,
    },
    /// A lever to be pulled.
    Lever,
    /// A plate to be stepped on.
    PressurePlate,
    /// A question to be answered.
    Riddle {
        /// The question.
        text: String,
        /// Every answer that is accepted; the first is the one that is told.
        answers: Vec<String>,
    },
    /// Objects to be touched in the right order.
    Sequence {
        /// The names of the objects, as they stand in the room.
        objects: Vec<String>,
        /// The order that solves it: places in `objects`, each once.
        order: Vec<u8>,
        /// The text that tells the order.
        clue: String,
    },
}

impl Kind {
    /// The names of all kinds, in the order of the enum.
    pub const NAMES: [&str; 5] = ["locked_door", "lever", "pressure_plate", "riddle", "sequence"];

    /// Its name, as in files.
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

    /// The name of the key that it asks for, if it is a locked door.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::LockedDoor { key } => Some(key),
            _ => None,
        }
    }
}

/// A puzzle, and the passage it blocks, from both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Its id, such as `p1`: unique in the area.
    pub id: String,
    /// Its name: unique in the area, whatever the case of its letters.
    pub name: String,
    /// The text that one reads on looking.
    pub description: String,
    /// The room it stands in: the near side of the passage.
    pub room: RoomIndex,
    /// The direction of the passage from there.
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
    /// The text that one reads on looking, where somebody says.
    pub description: Option<String>,
    /// The room where it lies, or where its chest stands.
    pub room: RoomIndex,
    /// The holder that it lies in.
    pub holder: Holder,
}

/// The holder of a thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holder {
    /// Nothing: it lies in the open.
    #[default]
    Open,
    /// A chest, by its place in [`Area::chests`].
    Chest(usize),
}

/// A locked chest. It blocks no passage: what it keeps back is what lies in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chest {
    /// Its id, such as `c1`: unique among puzzles and chests.
    pub id: String,
    /// Its name: unique among puzzles and chests, whatever the case of its letters.
    pub name: String,
    /// The text that one reads on looking.
    pub description: String,
    /// The room where it stands.
    pub room: RoomIndex,
    /// The name of the key that opens it, and stays in it.
    pub key: String,
    /// The hint.
    pub hint: Hint,
}

/// A layout with puzzles in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Area {
    /// The rooms. Connections that were closed to make passages that gate something are not among them.
    pub layout: Layout,
    /// The puzzles, in the order of their ids.
    pub puzzles: Vec<Puzzle>,
    /// The keys: of doors in the order of the doors, then of chests.
    pub items: Vec<Item>,
    /// The locked chests, in the order of their ids.
    pub chests: Vec<Chest>,
    /// The words about rooms, by their coordinates; none where nobody has told any.
    pub words: BTreeMap<[i32; 3], Words>,
}

/// The words about a room. They hold whatever is done in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
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

/// The highest threshold of a hint.
pub const HIGHEST_THRESHOLD: u8 = 20;
/// From so many rooms on, distance asks for no more.
const FAR: u32 = 3;

/// A hint, shown to whoever examines a puzzle and has INT enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The INT it takes.
    pub threshold: u8,
    /// Its text.
    pub text: String,
}

impl Hint {
    /// A hint of something in a room of a layout; `base` is the INT that it takes at the entry.
    pub(super) fn at(layout: &Layout, room: RoomIndex, base: u8, text: &str) -> Self {
        let room = layout.rooms.get(room as usize);
        let (distance, z) = room.map_or((0, 0), |room| (room.distance, room.coords[2]));
        Self { threshold: threshold(base, distance, z), text: text.to_owned() }
    }
}

/// The threshold of a hint: harder to see the farther from the entry, up to three rooms, and the farther
/// above or below the ground; never above [`HIGHEST_THRESHOLD`].
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

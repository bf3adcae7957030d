//! A layout, and what it is made of: directions, kinds, rooms.

use super::bounds::Bounds;
use super::category::{Category, Generator};
use crate::named::named;
use serde::{Serialize, Serializer};

/// A place in [`Layout::rooms`].
pub type RoomIndex = u32;

named! {
    /// The six ways out of a room, in the order in which they are written: each beside its opposite.
    pub enum Direction {
        /// Towards larger y.
        North = "north",
        /// Towards smaller y.
        South = "south",
        /// Towards larger x.
        East = "east",
        /// Towards smaller x.
        West = "west",
        /// Towards larger z.
        Up = "up",
        /// Towards smaller z.
        Down = "down",
    }
}

impl Direction {
    /// The way back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 1]
    }

    /// The place one step on.
    #[must_use]
    pub const fn step(self, [x, y, z]: [i32; 3]) -> [i32; 3] {
        const STEPS: [[i32; 3]; 6] =
            [[0, 1, 0], [0, -1, 0], [1, 0, 0], [-1, 0, 0], [0, 0, 1], [0, 0, -1]];
        let [east, north, up] = STEPS[self as usize];
        [x + east, y + north, z + up]
    }
}

/// A set of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Directions(pub(super) u8);

impl Directions {
    /// True if a direction is among them.
    #[must_use]
    pub const fn has(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 == 1
    }

    /// Number of directions.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// True if there is exactly one, as in a dead end.
    #[must_use]
    pub const fn is_one(self) -> bool {
        self.0 != 0 && self.0 & (self.0 - 1) == 0
    }

    /// True if there are three or more, as in a corridor.
    #[must_use]
    pub const fn is_many(self) -> bool {
        let rest = self.0 & self.0.wrapping_sub(1);
        rest & rest.wrapping_sub(1) != 0
    }

    /// True if there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// They and one more.
    #[must_use]
    pub const fn with(self, direction: Direction) -> Self {
        Self(self.0 | 1 << direction as u8)
    }

    /// They without one.
    #[must_use]
    pub const fn without(self, direction: Direction) -> Self {
        Self(self.0 & !(1 << direction as u8))
    }

    /// True if stairs are among them.
    #[must_use]
    pub const fn has_stairs(self) -> bool {
        self.has(Direction::Up) || self.has(Direction::Down)
    }

    /// They, in the order of [`Direction::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&direction| self.has(direction))
    }
}

impl Serialize for Directions {
    /// A list of them.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl FromIterator<Direction> for Directions {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        Self(directions.into_iter().fold(0, |set, direction| set | 1 << direction as u8))
    }
}

named! {
    /// The purpose of a room.
    pub enum Kind {
        /// The room where the layout is entered.
        Entry = "entry",
        /// Three connections or more.
        Corridor = "corridor",
        /// Any other room.
        Chamber = "chamber",
        /// The far end.
        Boss = "boss_room",
        /// A reward lies here.
        Treasure = "treasure",
        /// Something to be solved stands here.
        Puzzle = "puzzle",
    }
}

/// One cell of a layout that can be entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Room {
    /// x, y and z.
    pub coords: [i32; 3],
    /// Its purpose.
    pub kind: Kind,
    /// The ways out of it.
    pub connections: Directions,
    /// True if the layout is entered here.
    pub entry: bool,
    /// Number of steps from the entry, along connections.
    pub distance: u32,
}

/// The rooms of an interior.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The kind of place.
    pub category: &'static Category,
    /// The bounds that it stays within.
    pub bounds: Bounds,
    /// In the order of level, row and column, lowest first; the first and only entry among them.
    pub rooms: Vec<Room>,
}

impl Layout {
    /// The generator that made it.
    #[must_use]
    pub fn generator(&self) -> Generator {
        self.category.generator
    }

    /// The place in `rooms` of the room at some coordinates.
    #[must_use]
    pub fn index(&self, [x, y, z]: [i32; 3]) -> Option<u32> {
        let key = |room: &Room| [room.coords[2], room.coords[1], room.coords[0]];
        self.rooms.binary_search_by_key(&[z, y, x], key).ok().map(|at| at as u32)
    }

    /// Number of passages.
    #[must_use]
    pub fn passages(&self) -> u32 {
        self.rooms.iter().map(|room| room.connections.len()).sum::<u32>() / 2
    }

    /// The place in `rooms` of the entry.
    #[must_use]
    pub fn entry(&self) -> u32 {
        self.rooms.iter().position(|room| room.entry).unwrap_or(0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for direction in Direction::ALL {
            assert_eq!(direction.opposite().step(direction.step([1, 2, 3])), [1, 2, 3]);
        }
        let some = Directions(0b10_0101);
        let names: Vec<_> = some.iter().map(Direction::name).collect();
        assert!(some.is_many() && !some.is_one() && Directions(4).is_one());
        assert!(!Directions(5).is_many() && !Directions(5).is_one() && !Directions(0).is_many());
        assert_eq!((names, some.len()), (vec!["north", "east", "down"], 3));
    }
}

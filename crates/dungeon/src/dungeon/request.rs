//! The request for a dungeon, and its limits.

use super::rooms::{Family, RoomLibrary};
use crate::layout::{self, Bounds};
use crate::mission::{MOST_KEYS, MOST_SWITCHES};
use level::rate::Band;
use serde::Serialize;
use std::borrow::Cow;

/// Minimum number of rooms: an entrance, two rooms of the path, the boss and the goal.
pub const LEAST_ROOMS: usize = 5;
/// Maximum number of rooms.
pub const MOST_ROOMS: usize = 2_000;
/// Maximum number of floors.
pub const MOST_FLOORS: u32 = 16;
/// Minimum and maximum side of a room in tiles, including walls.
pub const SIDES: (u32, u32) = (7, 40);
/// Maximum number of blocks that can be requested.
pub const MOST_BLOCKS: usize = 16;

/// The request for a dungeon.
#[derive(Clone, Debug)]
pub struct Request {
    /// The category and everything else that determines the layout; its bounds are those of the floors.
    pub layout: layout::Request,
    /// Exact number of rooms.
    pub rooms: usize,
    /// Size of the cells of rooms.
    pub size: Size,
    /// The family of the category, which determines the style of rooms.
    pub family: Family,
    /// The room templates.
    pub library: Cow<'static, RoomLibrary>,
    /// The requested numbers.
    pub numbers: Numbers,
    /// The accepted ratings ([`level::rate`]); any by default.
    pub difficulty: Option<Band>,
}

/// The size of a cell in tiles, including walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Width in tiles.
    pub width: u32,
    /// Height in tiles.
    pub height: u32,
}

impl Default for Size {
    /// The default, 16 by 11, is the size of rooms in the console game.
    fn default() -> Self {
        Self { width: 16, height: 11 }
    }
}

/// A request that cannot be satisfied.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The request of the layout cannot be satisfied.
    #[error(transparent)]
    Layout(#[from] layout::RequestError),
    /// Rooms too small or too large.
    #[error("rooms of {0}x{1} tiles are asked for; each side is between {low} and {high}", low = SIDES.0, high = SIDES.1)]
    Sides(u32, u32),
    /// Too few rooms, or too many.
    #[error("{}", diagnostics::asked(*.0 as u64, "room", "rooms", LEAST_ROOMS as u64..=MOST_ROOMS as u64))]
    Rooms(usize),
    /// An invalid number of floors.
    #[error("{}", diagnostics::asked((*.0).into(), "floor", "floors", 1..=MOST_FLOORS.into()))]
    Floors(u32),
    /// More floors than rooms.
    #[error("{floors} floors are asked for, and {}: every floor has at least one", diagnostics::counted(*rooms as u64, "room", "rooms"))]
    Bare {
        /// Number of floors.
        floors: u64,
        /// Number of rooms.
        rooms: usize,
    },
    /// Too many keys.
    #[error("{}", diagnostics::asked(*.0 as u64, "key", "keys", 0..=MOST_KEYS as u64))]
    Keys(usize),
    /// Too many switches.
    #[error("{}", diagnostics::asked(*.0 as u64, "switch", "switches", 0..=MOST_SWITCHES as u64))]
    Switches(usize),
    /// Too many blocks.
    #[error("{}", diagnostics::asked(*.0 as u64, "block", "blocks", 0..=MOST_BLOCKS as u64))]
    Blocks(usize),
    /// Too many bridges of blocks.
    #[error("{}", diagnostics::asked(*.0 as u64, "bridge", "bridges", 0..=MOST_BLOCKS as u64))]
    Bridges(usize),
    /// More bridges than blocks or puzzles.
    #[error(
        "{} and {} are asked for: {why}",
        diagnostics::counted(*bridges as u64, "bridge", "bridges"),
        diagnostics::counted(*others as u64, unit.0, unit.1)
    )]
    FewForBridges {
        /// Number of bridges.
        bridges: usize,
        /// Number of blocks or puzzles.
        others: usize,
        /// Their name, in singular and plural.
        unit: (&'static str, &'static str),
        /// The reason why each bridge needs one.
        why: &'static str,
    },
}

impl Numbers {
    /// Checks the limits.
    fn check(&self) -> Result<(), RequestError> {
        let above = |asked: Option<usize>, most: usize| asked.filter(|&asked| asked > most);
        if let Some(keys) = above(self.keys, MOST_KEYS) {
            return Err(RequestError::Keys(keys));
        }
        if let Some(switches) = above(self.switches, MOST_SWITCHES) {
            return Err(RequestError::Switches(switches));
        }
        if let Some(blocks) = above(self.blocks, MOST_BLOCKS) {
            return Err(RequestError::Blocks(blocks));
        }
        self.check_bridges()
    }

    /// Checks that there are enough blocks and puzzles for the bridges.
    fn check_bridges(&self) -> Result<(), RequestError> {
        let Some(bridges) = self.bridges else { return Ok(()) };
        if bridges > MOST_BLOCKS {
            return Err(RequestError::Bridges(bridges));
        }
        let too_few = |others: Option<usize>, unit, why| match others {
            Some(others) if others < bridges => {
                Err(RequestError::FewForBridges { bridges, others, unit, why })
            }
            _ => Ok(()),
        };
        too_few(self.blocks, ("block", "blocks"), "a bridge is made of at least one block")?;
        too_few(self.puzzles, ("puzzle", "puzzles"), "the lever behind a bridge is a puzzle")
    }

    /// The number of blocks for each block room, as even as possible, if a number is requested.
    pub(super) fn shared(&self, rooms: usize) -> impl Fn(usize) -> Option<usize> {
        let blocks = self.blocks;
        move |room| blocks.map(|all| all / rooms.max(1) + usize::from(room < all % rooms.max(1)))
    }
}

/// Maximum number of blocks per room.
const MOST_OF_ROOM: usize = 3;

/// The range of the number of block rooms for this number of blocks.
pub(super) fn block_rooms(blocks: usize) -> std::ops::RangeInclusive<usize> {
    blocks.div_ceil(MOST_OF_ROOM)..=blocks
}

/// Exact numbers if requested; the others are random.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Numbers {
    /// Number of keys, including the boss key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<usize>,
    /// Number of switches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub switches: Option<usize>,
    /// Number of puzzles that are solved in the room before them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<usize>,
    /// Number of pushable blocks, up to three per room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<usize>,
    /// Number of block rooms in which blocks that fill pits are the bridge to a lever; none if no number is requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bridges: Option<usize>,
}

impl Request {
    /// The default request of a category: 16 rooms of 16 by 11 tiles on one floor.
    ///
    /// # Errors
    /// If there is no such category.
    pub fn of(category: &str) -> Result<Self, RequestError> {
        let request = Self {
            layout: layout::Request { all_joined: true, ..layout::Request::of(category)? },
            rooms: 16,
            size: Size::default(),
            family: Family::of(category).unwrap_or(Family::Fortress),
            library: Cow::Borrowed(RoomLibrary::builtin()),
            numbers: Numbers::default(),
            difficulty: None,
        };
        request.on_floors(1)
    }

    /// The request with this number of floors: from z = −N + 1 to 0, in a tower from 0 to N − 1.
    ///
    /// # Errors
    /// If the number of floors is 0 or too large.
    pub fn on_floors(mut self, floors: u32) -> Result<Self, RequestError> {
        if !(1..=MOST_FLOORS).contains(&floors) {
            return Err(RequestError::Floors(floors));
        }
        let above = floors as i32 - 1;
        let tower = self.layout.category.generator == layout::Generator::Tower;
        let (min_z, max_z) = if tower { (0, above) } else { (-above, 0) };
        self.layout.bounds = Bounds { min_z, max_z, ..self.layout.bounds };
        Ok(self)
    }

    /// Number of floors.
    #[must_use]
    pub fn floors(&self) -> u64 {
        self.layout.bounds.size()[2]
    }

    /// Checks the limits of the request.
    ///
    /// # Errors
    /// The violated limit.
    pub fn check(&self) -> Result<(), RequestError> {
        self.layout.check()?;
        self.numbers.check()?;
        let Size { width, height } = self.size;
        let fits = |side: u32| (SIDES.0..=SIDES.1).contains(&side);
        if !fits(width) || !fits(height) {
            return Err(RequestError::Sides(width, height));
        }
        if !(LEAST_ROOMS..=MOST_ROOMS).contains(&self.rooms) {
            return Err(RequestError::Rooms(self.rooms));
        }
        if (self.rooms as u64) < self.floors() {
            return Err(RequestError::Bare { floors: self.floors(), rooms: self.rooms });
        }
        Ok(())
    }
}

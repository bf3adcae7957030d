//! The request for a designed dungeon, and its limits.

use super::plan::Plan;
use super::rooms::Family;
use crate::generate::request::{LEAST_ROOMS, MOST_DESIGNED};
use crate::generate::{self, RequestError};
use crate::layout;
use crate::tiles;
use level::rate::Band;
use serde::Serialize;

/// A designed dungeon to be made.
#[derive(Clone, Debug)]
pub struct Request {
    /// The category and everything else that decides the layout; its bounds are those of the floors.
    pub layout: layout::Request,
    /// Number of rooms, exactly.
    pub rooms: usize,
    /// Size of rooms in tiles; the number of blocks is that of `numbers`.
    pub tiles: tiles::Request,
    /// The family of the category, which says what rooms look like.
    pub family: Family,
    /// The numbers that are asked for.
    pub numbers: Numbers,
    /// The ratings that will do ([`level::rate`]); none is asked for by itself.
    pub difficulty: Option<Band>,
}

impl Numbers {
    /// True if a plan has them.
    pub(super) fn are_met(&self, plan: &Plan) -> bool {
        let is_met = |asked: Option<usize>, there: usize| asked.is_none_or(|asked| asked == there);
        is_met(self.keys, plan.keys)
            && is_met(self.switches, plan.switches)
            && is_met(self.puzzles, plan.puzzles)
            && self.blocks.is_none_or(|blocks| yards(blocks).contains(&plan.plates))
    }

    /// The blocks of each room where they are pushed, if a number is asked for: as even as may be.
    pub(super) fn shared(&self, rooms: usize) -> impl Fn(usize) -> Option<usize> {
        let blocks = self.blocks;
        move |room| blocks.map(|all| all / rooms.max(1) + usize::from(room < all % rooms.max(1)))
    }
}

/// The most blocks of a room.
const MOST_OF_ROOM: usize = 3;

/// Numbers of rooms in which so many blocks can be pushed.
pub(super) fn yards(blocks: usize) -> std::ops::RangeInclusive<usize> {
    blocks.div_ceil(MOST_OF_ROOM)..=blocks
}

/// Numbers that a dungeon has exactly, where they are asked for; the others are drawn to suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Numbers {
    /// Number of keys, that of the boss's door among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<usize>,
    /// Number of switches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub switches: Option<usize>,
    /// Number of puzzles that are solved by something in the room before them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<usize>,
    /// Number of blocks that can be pushed, up to three a room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocks: Option<usize>,
}

impl Request {
    /// The usual dungeon of a category: 16 rooms of 16 by 11 tiles on one floor.
    ///
    /// # Errors
    /// When there is no such category.
    pub fn of(category: &str) -> Result<Self, RequestError> {
        let usual = generate::Request::of(category)?;
        let family = Family::of(category).unwrap_or(Family::Fortress);
        let (tiles, numbers) = (tiles::Request::default(), Numbers::default());
        Ok(Self { layout: usual.layout, rooms: 16, tiles, family, numbers, difficulty: None })
    }

    /// The same request with this number of floors.
    ///
    /// # Errors
    /// When there are no floors, or too many.
    pub fn on_floors(mut self, floors: u32) -> Result<Self, RequestError> {
        let usual = generate::Request::of(&self.layout.category.name)?.on_floors(floors)?;
        self.layout.bounds = usual.layout.bounds;
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
    /// The limit that is broken.
    pub fn check(&self) -> Result<(), RequestError> {
        self.layout.check()?;
        self.tiles.check()?;
        if !(LEAST_ROOMS..=MOST_DESIGNED).contains(&self.rooms) {
            return Err(RequestError::DesignedRooms(self.rooms));
        }
        if (self.rooms as u64) < self.floors() {
            return Err(RequestError::Bare { floors: self.floors(), rooms: self.rooms });
        }
        Ok(())
    }
}

//! The request for a dungeon, and its limits.

use crate::layout::{self, Bounds};
use crate::mission::{self, KeyStyle};
use crate::puzzle::{self, Wanted, templates::Packs};
use crate::tiles::{self, BlockSpots};
use crate::version::versions;
use std::sync::Arc;

versions! {
    /// A mission of mission/1 in a layout of layout/1.
    V1 = "dungeon/1",
    /// A mission of mission/2 in a layout of layout/2.
    V2 = "dungeon/2",
    /// The same, and no block stands or can come to stand on a key or a switch.
    #[default]
    V3 = "dungeon/3",
}

impl Version {
    /// The version of the missions that belong to it.
    #[must_use]
    pub const fn missions(self) -> mission::Version {
        match self {
            Self::V1 => mission::Version::V1,
            Self::V2 | Self::V3 => mission::Version::V2,
        }
    }
}

/// The fewest rooms of a designed dungeon: an entrance, two rooms of the way, the boss and the goal.
pub const LEAST_ROOMS: usize = 5;
/// The most rooms of a dungeon.
pub const MOST_ROOMS: usize = 400;
/// The most floors.
pub const MOST_FLOORS: u32 = 16;

/// Weights of the figures of a rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// For each move and flip of a shortest solution.
    pub solution: f64,
    /// For each time that it enters a room again.
    pub nonlinearity: f64,
    /// For each sphere: each time that something new comes into reach.
    pub spheres: f64,
    /// For each lock or puzzle that stands behind another, on the longest such chain.
    pub gating: f64,
    /// For the share of rooms that a shortest solution never enters, 0 to 1.
    pub optional: f64,
}

impl Default for Weights {
    /// Long, deep and layered is good; walking back and forth is not; half of the rooms may be left aside.
    fn default() -> Self {
        Self { solution: 0.2, nonlinearity: -0.5, spheres: 2.0, gating: 2.0, optional: 3.0 }
    }
}

/// A dungeon to be made.
#[derive(Clone, Debug)]
pub struct Request {
    /// The version of the algorithm; [`Request::in_version`] sets those of the parts with it.
    pub version: Version,
    /// The category and everything else that decides the layout; its bounds are those of the floors.
    pub layout: layout::Request,
    /// Number of rooms, exactly.
    pub rooms: usize,
    /// Keys, switches and the kind of keys.
    pub mission: mission::Request,
    /// Number of puzzles.
    pub puzzles: Wanted,
    /// Templates of puzzles.
    pub packs: Arc<Packs>,
    /// Size of rooms in tiles, and number of blocks; `None` for no tiles.
    pub tiles: Option<tiles::Request>,
    /// Weights of the rank, by which the best of several is chosen.
    pub weights: Weights,
}

/// A request that nothing can satisfy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The layout's request is impossible.
    #[error(transparent)]
    Layout(#[from] layout::RequestError),
    /// The mission's request is impossible.
    #[error(transparent)]
    Mission(#[from] mission::RequestError),
    /// The puzzles' request is impossible.
    #[error(transparent)]
    Puzzles(#[from] puzzle::RequestError),
    /// The tiles' request is impossible.
    #[error(transparent)]
    Tiles(#[from] tiles::RequestError),
    /// Too many rooms.
    #[error("{}", voice::asked(*.0 as u64, "room", "rooms", 1..=MOST_ROOMS as u64))]
    Rooms(usize),
    /// Too few rooms for a designed dungeon, or too many.
    #[error("{}", voice::asked(*.0 as u64, "room", "rooms", LEAST_ROOMS as u64..=MOST_ROOMS as u64))]
    DesignedRooms(usize),
    /// Floors that cannot be.
    #[error("{}", voice::asked((*.0).into(), "floor", "floors", 1..=MOST_FLOORS.into()))]
    Floors(u32),
    /// More floors than rooms.
    #[error("{floors} floors are asked for, and {}: every floor has at least one", voice::counted(*rooms as u64, "room", "rooms"))]
    Bare {
        /// Number of floors.
        floors: u64,
        /// Number of rooms.
        rooms: usize,
    },
}

impl Request {
    /// The usual dungeon of a category: 16 rooms on one floor, two keys, one or two puzzles.
    ///
    /// # Errors
    /// When there is no such category.
    pub fn of(category: &str) -> Result<Self, RequestError> {
        let layout = layout::Request::of(category)?;
        let request = Self {
            version: Version::default(),
            layout,
            rooms: 16,
            mission: mission::Request { keys: 2, ..mission::Request::default() },
            puzzles: Wanted::Between(1, 2),
            packs: Arc::new(Packs::default()),
            tiles: Some(tiles::Request::default()),
            weights: Weights::default(),
        };
        request.in_version(Version::default()).on_floors(1)
    }

    /// The same in a version of the algorithm, with the versions of the parts that belong to it.
    #[must_use]
    pub fn in_version(mut self, version: Version) -> Self {
        self.version = version;
        self.mission.version = version.missions();
        self.layout.version = match version {
            Version::V1 => layout::Version::V1,
            Version::V2 | Version::V3 => layout::Version::V2,
        };
        self
    }

    /// The version of the algorithm by which puzzles are placed.
    pub(crate) fn puzzle_version(&self) -> puzzle::Version {
        match self.version {
            Version::V1 => puzzle::Version::V1,
            Version::V2 | Version::V3 => puzzle::Version::V2,
        }
    }

    /// Cells on which blocks may stand.
    pub(crate) fn spots(&self) -> BlockSpots {
        match self.version {
            Version::V1 | Version::V2 => BlockSpots::Anywhere,
            Version::V3 => BlockSpots::Clear,
        }
    }

    /// The same request with this number of floors: from z = −N + 1 to 0, in a tower from 0 to N − 1.
    ///
    /// # Errors
    /// When there are no floors, or too many.
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

    /// Kind of the keys of doors: that of the mission.
    #[must_use]
    pub fn key_style(&self) -> KeyStyle {
        self.mission.key_style
    }

    /// Checks the limits of the request.
    ///
    /// # Errors
    /// The limit that is broken.
    pub fn check(&self) -> Result<(), RequestError> {
        self.layout.check()?;
        if self.rooms > MOST_ROOMS {
            return Err(RequestError::Rooms(self.rooms));
        }
        self.mission.check(self.rooms)?;
        if self.rooms < self.floors() as usize {
            return Err(RequestError::Bare { floors: self.floors(), rooms: self.rooms });
        }
        self.puzzles.check()?;
        if let Some(tiles) = &self.tiles {
            tiles.check()?;
        }
        Ok(())
    }
}

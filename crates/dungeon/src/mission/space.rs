//! The space in which a mission is made: the number of rooms, the cells, and their neighbours.
//!
//! A cell is a place where a room can be. [`Constraints`] hides whether cells are squares of a grid or
//! regions of any shape. Supplied are [`Count`], an unbounded half-plane of squares; and [`Given`](super::Given), given
//! squares or regions, all of which become rooms.
//! They hold no state: using one twice changes nothing. Each can be told where the entrance is (`starting_at`), and
//! how likely extra links are (`with_link_chance`).

use super::graph::{Coords, Mission};
use super::symbol::Symbol;
use voice::grouped;

/// A cell, numbered from 0.
pub type Cell = u32;
/// A few cells.
pub type Cells = Vec<Cell>;

/// The fewest rooms of any mission: its entrance and its boss.
pub const LEAST_ROOMS: usize = 2;
/// The most rooms that [`Count`] takes.
pub const MOST_ROOMS: usize = 2_000;
/// The most rooms of a [`Given`](super::Given) space.
pub const MOST_CELLS: usize = 100_000;
/// Largest distance of a half-plane's entrance from the origin, in cells.
pub const FARTHEST_START: i32 = 1_000_000;
/// The usual probability of an extra link. The original asks with 0.2 from either side: 1 − 0.8².
pub const LINK_CHANCE: f64 = 0.36;

/// A space: the cells in which rooms may lie, and their neighbours.
///
/// Whoever has a space of their own implements this. Here rooms lie around a lake, the entrance is on its southern
/// shore, and a mission is only taken if the boss is far from it:
///
/// ```
/// use quandary_dungeon::mission::space::{Cell, Cells};
/// use quandary_dungeon::mission::{Constraints, Coords, Mission, Request, generate};
/// use quandary_dungeon::{MissionFault, Options, Reject};
///
/// /// A ring of so many rooms, and a quay of one room at each.
/// struct Lake {
///     shore: u32,
/// }
///
/// impl Constraints for Lake {
///     fn rooms(&self) -> usize {
///         2 * self.shore as usize
///     }
///     /// The allowed first positions: the three southern rooms of the shore, of which one is drawn.
///     fn first_cells(&self) -> Vec<Cell> {
///         vec![self.shore - 1, 0, 1]
///     }
///     fn neighbours(&self, cell: Cell, _level: usize, into: &mut Cells) {
///         let ring = |by: u32| (cell + by) % self.shore;
///         match cell {
///             quay if quay >= self.shore => into.push(quay - self.shore),
///             room => into.extend([ring(1), ring(self.shore - 1), room + self.shore]),
///         }
///     }
///     fn coords(&self, cell: Cell) -> Coords {
///         Coords::Cell((cell % self.shore) as i32, (cell / self.shore) as i32)
///     }
///     /// The check after generation: a mission that is refused here is thrown away, and the next attempt is made.
///     fn accepts(&self, mission: &Mission) -> bool {
///         let x = |room: u32| mission.rooms[room as usize].coords.cells().next().map(|(x, _)| x);
///         let (start, boss) = (x(mission.start), x(mission.boss));
///         let apart = start.zip(boss).map_or(0, |(a, b)| a.abs_diff(b));
///         apart.min(self.shore - apart) >= 3
///     }
/// }
///
/// let lake = Lake { shore: 9 };
/// let request = Request { keys: 2, attempts: 1_000, ..Request::default() };
/// let mut refused = 0;
/// for seed in 0..20 {
///     let report = generate(&request, &lake, search::Seed::new(seed)?, Options::default())?;
///     let found = &report.found[0];
///     assert!(lake.accepts(&found.draft));
///     let Coords::Cell(x, 0) = found.draft.rooms[0].coords else { panic!("not on the shore") };
///     assert!([8, 0, 1].contains(&x));
///     refused += report.tally.iter().filter(|(reason, _)| **reason == Reject::Mission(MissionFault::Refused)).count();
/// }
/// assert!(refused > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Constraints: Send + Sync {
    /// Number of rooms of a mission, exactly.
    fn rooms(&self) -> usize;
    /// Number of cells: cells are numbered below this. By itself each becomes a room.
    fn cells(&self) -> usize {
        self.rooms()
    }
    /// Cells in which the entrance may be; at least one.
    fn first_cells(&self) -> Vec<Cell>;
    /// The neighbours of a cell that a room of key-level `level` may be grown into.
    fn neighbours(&self, cell: Cell, level: usize, into: &mut Cells);
    /// True if some neighbours are to be chosen more often than others, as [`Constraints::weight`] says.
    fn is_weighted(&self) -> bool {
        false
    }
    /// Weight with which a room is grown from one cell into another, against the other neighbours: weight 2 is
    /// chosen twice as often as weight 1, weight 0 never.
    fn weight(&self, _from: Cell, _into: Cell, _level: usize) -> f64 {
        1.0
    }
    /// The probability of an extra link between two neighbouring cells; [`LINK_CHANCE`] by itself.
    fn link_chance(&self, _a: Cell, _b: Cell) -> f64 {
        LINK_CHANCE
    }
    /// Place of a cell.
    fn coords(&self, cell: Cell) -> Coords;
    /// True if the room in a cell may hold an item.
    fn may_hold(&self, _cell: Cell, _item: Symbol) -> bool {
        true
    }
    /// The last word on a finished mission.
    fn accepts(&self, _mission: &Mission) -> bool {
        true
    }
    /// The grid, where the space is an unbounded half-plane: there a fixed construction always fits.
    fn half_plane(&self) -> Option<&Count> {
        None
    }
}

/// A space that no mission can be made in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// Nothing is marked.
    #[error("the space has no cells")]
    Empty,
    /// Too much is marked.
    #[error("the space has {} rooms; at most {} are taken", grouped(*.0 as u64), grouped(MOST_CELLS as u64))]
    TooLarge(usize),
    /// Some cells cannot be reached from others.
    #[error(
        "the space is in pieces: of its {all} rooms only {reached} can be come to from {first}"
    )]
    Pieces {
        /// Number of cells that are joined to the first.
        reached: usize,
        /// Number of cells.
        all: usize,
        /// Place of the first cell.
        first: String,
    },
    /// A neighbour that is not there, or not mutual.
    #[error("room {room} names the neighbour {neighbour}, {fault}")]
    Neighbour {
        /// The room, from 0.
        room: usize,
        /// The neighbour.
        neighbour: u32,
        /// The fault.
        fault: &'static str,
    },
    /// A room without cells.
    #[error("room {0} has no cells")]
    NoCells(usize),
    /// An entrance outside the half-plane.
    #[error(
        "the entrance is asked for at ({0}, {1}); x is between -{FARTHEST_START} and {FARTHEST_START}, \
         y between 0 and {FARTHEST_START}"
    )]
    StartOutside(i32, i32),
    /// An entrance where there is no room.
    #[error(
        "the entrance is asked for at ({x}, {y}), where no room is; the nearest one has the cell ({}, {})",
        nearest.0, nearest.1
    )]
    NoRoomAt {
        /// The column that was asked for.
        x: i32,
        /// The row.
        y: i32,
        /// A cell of the nearest room.
        nearest: (i32, i32),
    },
    /// No probability.
    #[error("a link chance of {0} is asked for; it is between 0 and 1")]
    LinkChance(String),
}

/// A probability of extra links.
pub(super) fn chance(p: f64) -> Result<f64, SpaceError> {
    if (0.0..=1.0).contains(&p) { Ok(p) } else { Err(SpaceError::LinkChance(p.to_string())) }
}

/// An unbounded half-plane of squares, y ≥ 0, entered at its edge, with a number of rooms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Count {
    rooms: u32,
    start: (i32, i32),
    links: f64,
}

impl Count {
    /// A half-plane for `rooms` rooms, at most [`MOST_ROOMS`].
    #[must_use]
    pub fn new(rooms: usize) -> Self {
        Self { rooms: rooms.min(MOST_ROOMS) as u32, start: (0, 0), links: LINK_CHANCE }
    }

    /// The same, entered at a square of one's choice.
    ///
    /// # Errors
    /// When the square is outside, or farther from the origin than [`FARTHEST_START`].
    pub fn starting_at(self, x: i32, y: i32) -> Result<Self, SpaceError> {
        let inside = x.unsigned_abs() <= FARTHEST_START as u32 && (0..=FARTHEST_START).contains(&y);
        if inside {
            Ok(Self { start: (x, y), ..self })
        } else {
            Err(SpaceError::StartOutside(x, y))
        }
    }

    /// The same with another probability of extra links.
    ///
    /// # Errors
    /// When it is none.
    pub fn with_link_chance(self, p: f64) -> Result<Self, SpaceError> {
        Ok(Self { links: chance(p)?, ..self })
    }

    /// The cells are the squares that `rooms` rooms can reach from the entrance, and a rim around
    /// them so that every cell in use has its neighbours: rows of this width.
    fn width(self) -> u32 {
        2 * self.rooms + 3
    }

    /// The lowest row of cells.
    fn bottom(self) -> i32 {
        (self.start.1 - self.rooms as i32 - 1).max(0)
    }

    /// The cell at a square, given as columns and rows from the entrance, at most as many as there are rooms.
    pub(crate) fn cell(self, x: i32, y: i32) -> Cell {
        let column = i64::from(x) + i64::from(self.rooms) + 1;
        let row = i64::from(self.start.1 - self.bottom() + y);
        (row * i64::from(self.width()) + column) as Cell
    }

    fn square(self, cell: Cell) -> (i32, i32) {
        let (row, column) = (cell / self.width(), cell % self.width());
        (self.start.0 + column as i32 - self.rooms as i32 - 1, self.bottom() + row as i32)
    }
}

impl Constraints for Count {
    fn rooms(&self) -> usize {
        self.rooms as usize
    }

    fn cells(&self) -> usize {
        let below = (self.start.1 - self.bottom()) as usize;
        self.width() as usize * (below + self.rooms as usize + 2)
    }

    fn first_cells(&self) -> Vec<Cell> {
        vec![self.cell(0, 0)]
    }

    #[inline]
    fn neighbours(&self, cell: Cell, _: usize, into: &mut Cells) {
        let width = self.width();
        into.push(cell - 1);
        into.push(cell + 1);
        into.push(cell + width);
        // The edge of the half-plane has no southern neighbour.
        if cell >= width {
            into.push(cell - width);
        }
    }

    fn link_chance(&self, _: Cell, _: Cell) -> f64 {
        self.links
    }

    fn coords(&self, cell: Cell) -> Coords {
        let (x, y) = self.square(cell);
        Coords::Cell(x, y)
    }

    fn half_plane(&self) -> Option<&Count> {
        Some(self)
    }
}

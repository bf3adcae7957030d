//! The space in which a mission is made: the number of rooms, the cells, and their neighbours.
//!
//! A cell is a place for a room. [`Constraints`] hides whether cells are squares of a grid or regions of any shape.
//! There are two implementations: [`Count`], an unbounded half-plane of squares, and [`GivenRooms`], a mask of squares
//! or a set of regions, where every cell becomes a room. They have no state. For both the entrance (`starting_at`) and
//! the probability of extra links (`with_link_chance`) can be set.
//!
//! Invariant: the cells are connected, and neighbours are mutual.

use super::graph::{Coords, Mission};
use super::symbol::Symbol;
use diagnostics::grouped;
use std::collections::HashMap;

/// A cell, numbered from 0.
pub type Cell = u32;
/// A few cells.
pub type Cells = Vec<Cell>;

/// The least number of rooms of a mission: entrance and boss.
pub const LEAST_ROOMS: usize = 2;
/// The largest number of rooms of a [`Count`].
pub const MOST_ROOMS: usize = 2_000;
/// The largest number of rooms of a [`GivenRooms`].
pub const MOST_CELLS: usize = 100_000;
/// Largest distance of a half-plane's entrance from the origin, in cells.
pub const FARTHEST_START: i32 = 1_000_000;
/// The default probability of an extra link. The original tries with 0.2 from either side: 1 − 0.8².
pub const LINK_CHANCE: f64 = 0.36;

/// A space: the cells for rooms, and their neighbours.
///
/// Implement it for a space of your own. In this example the rooms lie around a lake, the entrance is on the southern
/// shore, and a mission is accepted only if the boss is far from the entrance:
///
/// ```
/// use quandary_dungeon::mission::space::{Cell, Cells};
/// use quandary_dungeon::mission::{Constraints, Coords, Mission, Request, generate};
/// use quandary_dungeon::{MissionFault, Options, RejectReason};
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
///     assert!(lake.accepts(&found.candidate));
///     let Coords::Cell(x, 0) = found.candidate.rooms[0].coords else { panic!("not on the shore") };
///     assert!([8, 0, 1].contains(&x));
///     refused += report.tally.iter().filter(|(reason, _)| **reason == RejectReason::Mission(MissionFault::Refused)).count();
/// }
/// assert!(refused > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Constraints: Send + Sync {
    /// The exact number of rooms of a mission.
    fn rooms(&self) -> usize;
    /// Number of cells; cells are numbered below this. By default every cell becomes a room.
    fn cells(&self) -> usize {
        self.rooms()
    }
    /// The cells where the entrance may be; at least one.
    fn first_cells(&self) -> Vec<Cell>;
    /// The neighbours of a cell that a room of key-level `level` may be grown into.
    fn neighbours(&self, cell: Cell, level: usize, into: &mut Cells);
    /// True if [`Constraints::weight`] is to be used.
    fn is_weighted(&self) -> bool {
        false
    }
    /// The weight with which a room grows from one cell into another, relative to the other neighbours: weight 2 is
    /// chosen twice as often as weight 1, weight 0 never.
    fn weight(&self, _from: Cell, _into: Cell, _level: usize) -> f64 {
        1.0
    }
    /// The probability of an extra link between two neighbouring cells; by default [`LINK_CHANCE`].
    fn link_chance(&self, _a: Cell, _b: Cell) -> f64 {
        LINK_CHANCE
    }
    /// Coordinates of a cell.
    fn coords(&self, cell: Cell) -> Coords;
    /// True if the room in a cell may hold an item.
    fn may_hold(&self, _cell: Cell, _item: Symbol) -> bool {
        true
    }
    /// True if a finished mission is accepted.
    fn accepts(&self, _mission: &Mission) -> bool {
        true
    }
    /// The grid of an unbounded half-plane, where the fixed construction is possible; `None` for any other space.
    fn half_plane(&self) -> Option<&Count> {
        None
    }
}

/// Reason why a space is not possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// No cells.
    #[error("the space has no cells")]
    Empty,
    /// Too many cells.
    #[error("the space has {} rooms; at most {} are taken", grouped(*.0 as u64), grouped(MOST_CELLS as u64))]
    TooLarge(usize),
    /// The cells are not connected.
    #[error(
        "the space is in pieces: of its {all} rooms only {reached} can be reached from {first}"
    )]
    Pieces {
        /// Number of cells connected to the first.
        reached: usize,
        /// Number of cells.
        all: usize,
        /// The first cell.
        first: String,
    },
    /// A neighbour that does not exist or is not mutual.
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
    /// An entrance without a room.
    #[error(
        "the entrance is asked for at ({x}, {y}), where no room is; the nearest one has the cell ({}, {})",
        nearest.0, nearest.1
    )]
    NoRoomAt {
        /// The requested column.
        x: i32,
        /// The requested row.
        y: i32,
        /// A cell of the nearest room.
        nearest: (i32, i32),
    },
    /// Not a probability.
    #[error("a link chance of {0} is asked for; it is between 0 and 1")]
    LinkChance(String),
}

/// Checks a probability of extra links.
pub(super) fn chance(p: f64) -> Result<f64, SpaceError> {
    if (0.0..=1.0).contains(&p) { Ok(p) } else { Err(SpaceError::LinkChance(p.to_string())) }
}

/// An unbounded half-plane of squares, y ≥ 0, with a number of rooms; by default the entrance is at its edge.
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

    /// Sets the square of the entrance.
    ///
    /// # Errors
    /// Fails if the square is outside, or farther from the origin than [`FARTHEST_START`].
    pub fn starting_at(self, x: i32, y: i32) -> Result<Self, SpaceError> {
        let inside = x.unsigned_abs() <= FARTHEST_START as u32 && (0..=FARTHEST_START).contains(&y);
        if inside {
            Ok(Self { start: (x, y), ..self })
        } else {
            Err(SpaceError::StartOutside(x, y))
        }
    }

    /// Sets the probability of extra links.
    ///
    /// # Errors
    /// Fails if it is not a probability.
    pub fn with_link_chance(self, p: f64) -> Result<Self, SpaceError> {
        Ok(Self { links: chance(p)?, ..self })
    }

    /// The width of a row of cells. The cells are the squares that `rooms` rooms can reach from the entrance, with a
    /// margin, so every used cell has its neighbours.
    fn width(self) -> u32 {
        2 * self.rooms + 3
    }

    /// The lowest row of cells.
    fn bottom(self) -> i32 {
        (self.start.1 - self.rooms as i32 - 1).max(0)
    }

    /// The cell at a square, in columns and rows from the entrance; both at most the number of rooms.
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

/// Given rooms: the squares of a mask, or regions of any shape.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenRooms {
    rooms: Vec<Coords>,
    neighbours: Vec<Vec<Cell>>,
    first: Vec<Cell>,
    links: f64,
}

impl GivenRooms {
    /// The squares of a mask, x to the east, y to the north; duplicates are ignored. The entrance is in its lowest
    /// row.
    ///
    /// # Errors
    /// Fails if there are none or too many, or they are not connected.
    pub fn squares(squares: &[(i32, i32)]) -> Result<Self, SpaceError> {
        let mut squares = squares.to_vec();
        squares.sort_unstable_by_key(|&(x, y)| (y, x));
        squares.dedup();
        let index: HashMap<_, Cell> = squares.iter().copied().zip(0..).collect();
        let near = |&(x, y): &(i32, i32)| -> Vec<Cell> {
            let (west, east) = (x.checked_sub(1), x.checked_add(1));
            let (south, north) = (y.checked_sub(1), y.checked_add(1));
            let beside = [west, east].map(|x| Some((x?, y)));
            let above_and_below = [north, south].map(|y| Some((x, y?)));
            let sides = beside.into_iter().chain(above_and_below).flatten();
            sides.filter_map(|side| index.get(&side).copied()).collect()
        };
        let neighbours: Vec<Vec<Cell>> = squares.iter().map(near).collect();
        let corner = squares.first().copied().unwrap_or_default();
        in_one_piece(&neighbours, format!("the cell at ({}, {})", corner.0, corner.1))?;
        let lowest = squares.iter().take_while(|square| square.1 == corner.1).count() as Cell;
        let rooms = squares.into_iter().map(|(x, y)| Coords::Cell(x, y)).collect();
        Ok(Self { rooms, neighbours, first: (0..lowest).collect(), links: LINK_CHANCE })
    }

    /// Regions of any shape, by their cells, and their neighbours. The entrance may be anywhere.
    ///
    /// # Errors
    /// Fails if there are none or too many, one is empty, a neighbour does not exist or is not mutual, or they are not
    /// connected.
    pub fn regions(
        regions: Vec<Vec<(i32, i32)>>,
        mut neighbours: Vec<Vec<Cell>>,
    ) -> Result<Self, SpaceError> {
        if let Some(empty) = regions.iter().position(Vec::is_empty) {
            return Err(SpaceError::NoCells(empty));
        }
        neighbours.resize(regions.len(), Vec::new());
        for (room, near) in neighbours.iter().enumerate() {
            for &neighbour in near {
                let fault = match neighbours.get(neighbour as usize) {
                    None => "which is not there",
                    Some(_) if neighbour as usize == room => "which is itself",
                    Some(back) if !back.contains(&(room as Cell)) => "which does not name it back",
                    Some(_) => continue,
                };
                return Err(SpaceError::Neighbour { room, neighbour, fault });
            }
        }
        in_one_piece(&neighbours, "the first".to_owned())?;
        let first = (0..regions.len() as Cell).collect();
        let rooms = regions.into_iter().map(|cells| Coords::Cells(cells.into())).collect();
        Ok(Self { rooms, neighbours, first, links: LINK_CHANCE })
    }

    /// Sets the entrance to the room with a cell.
    ///
    /// # Errors
    /// Fails if no room has the cell.
    pub fn starting_at(self, x: i32, y: i32) -> Result<Self, SpaceError> {
        let has = |room: &Coords| room.cells().any(|cell| cell == (x, y));
        if let Some(room) = self.rooms.iter().position(has) {
            return Ok(Self { first: vec![room as Cell], ..self });
        }
        let away = |&(cx, cy): &(i32, i32)| u64::from(cx.abs_diff(x)) + u64::from(cy.abs_diff(y));
        let nearest = self.rooms.iter().flat_map(Coords::cells).min_by_key(away);
        Err(SpaceError::NoRoomAt { x, y, nearest: nearest.unwrap_or_default() })
    }

    /// Sets the probability of extra links.
    ///
    /// # Errors
    /// Fails if it is not a probability.
    pub fn with_link_chance(self, p: f64) -> Result<Self, SpaceError> {
        Ok(Self { links: chance(p)?, ..self })
    }
}

impl Constraints for GivenRooms {
    fn rooms(&self) -> usize {
        self.rooms.len()
    }

    fn first_cells(&self) -> Vec<Cell> {
        self.first.clone()
    }

    fn neighbours(&self, cell: Cell, _: usize, into: &mut Cells) {
        into.extend_from_slice(&self.neighbours[cell as usize]);
    }

    fn link_chance(&self, _: Cell, _: Cell) -> f64 {
        self.links
    }

    fn coords(&self, cell: Cell) -> Coords {
        self.rooms[cell as usize].clone()
    }
}

/// Checks that a graph of cells is not empty, not too large, and connected.
fn in_one_piece(neighbours: &[Vec<Cell>], first: String) -> Result<(), SpaceError> {
    let all = neighbours.len();
    match all {
        0 => return Err(SpaceError::Empty),
        1..=MOST_CELLS => {}
        _ => return Err(SpaceError::TooLarge(all)),
    }
    let mut seen = vec![false; all];
    let mut stack = vec![0];
    let mut reached = 0;
    while let Some(cell) = stack.pop() {
        if std::mem::replace(&mut seen[cell as usize], true) {
            continue;
        }
        reached += 1;
        stack.extend(neighbours[cell as usize].iter().filter(|&&n| !seen[n as usize]));
    }
    if reached == all { Ok(()) } else { Err(SpaceError::Pieces { reached, all, first }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mission::Count;

    fn around(space: &dyn Constraints, cell: Cell) -> Vec<Coords> {
        let mut cells = Cells::new();
        space.neighbours(cell, 0, &mut cells);
        cells.iter().map(|&cell| space.coords(cell)).collect()
    }

    #[test]
    fn the_half_plane_ends_at_the_entrance() {
        let count = Count::new(5);
        let entrance = count.first_cells()[0];
        let expect = [(-1, 0), (1, 0), (0, 1)].map(|(x, y)| Coords::Cell(x, y));
        assert_eq!(around(&count, entrance), expect);
        let far = count.cell(-5, 5);
        let expect = [(-6, 5), (-4, 5), (-5, 6), (-5, 4)].map(|(x, y)| Coords::Cell(x, y));
        assert_eq!(around(&count, far), expect);
        assert!((count.cell(5, 6) as usize) < count.cells());
    }

    #[test]
    fn a_mask_is_entered_from_below() {
        let mask = GivenRooms::squares(&[(0, 1), (1, 1), (1, 0), (0, 1)]).unwrap();
        assert_eq!((mask.rooms(), mask.first_cells()), (3, vec![0]));
        assert_eq!(mask.coords(0), Coords::Cell(1, 0));
        assert_eq!(around(&mask, 0), [Coords::Cell(1, 1)]);
    }

    #[test]
    fn a_space_is_entered_where_one_likes() {
        let count = Count::new(5).starting_at(-7, 3).unwrap();
        let entrance = count.first_cells()[0];
        assert_eq!(count.coords(entrance), Coords::Cell(-7, 3));
        let expect = [(-8, 3), (-6, 3), (-7, 4), (-7, 2)].map(|(x, y)| Coords::Cell(x, y));
        assert_eq!(around(&count, entrance), expect);
        // Five rooms reach the edge, and not further.
        let edge = count.cell(0, -3);
        assert_eq!(count.coords(edge), Coords::Cell(-7, 0));
        assert_eq!(around(&count, edge).len(), 3);
        let high = Count::new(5).starting_at(0, 900).unwrap();
        assert_eq!(high.cells(), 13 * 13);
        assert_eq!(high.coords(high.cell(4, -5)), Coords::Cell(4, 895));
        let mask = GivenRooms::squares(&[(0, 1), (1, 1), (1, 0)]).unwrap();
        assert_eq!(mask.clone().starting_at(0, 1).unwrap().first_cells(), [1]);
        let regions = vec![vec![(0, 0)], vec![(1, 0), (2, 0)]];
        let free = GivenRooms::regions(regions, vec![vec![1], vec![0]]).unwrap();
        assert_eq!(free.clone().starting_at(2, 0).unwrap().first_cells(), [1]);
        let check = |error: SpaceError, part: &str| {
            assert!(error.to_string().contains(part), "{error}");
        };
        check(Count::new(5).starting_at(0, -1).unwrap_err(), "y between 0 and 1000000");
        check(Count::new(5).starting_at(i32::MIN, 0).unwrap_err(), "x is between -1000000");
        check(mask.starting_at(2, 2).unwrap_err(), "at (2, 2), where no room is; the nearest");
        check(free.starting_at(9, 0).unwrap_err(), "has the cell (2, 0)");
        check(Count::new(5).with_link_chance(1.5).unwrap_err(), "chance of 1.5 is asked for");
        check(Count::new(5).with_link_chance(f64::NAN).unwrap_err(), "between 0 and 1");
    }

    #[test]
    fn bad_spaces_are_refused() {
        assert_eq!(GivenRooms::squares(&[]), Err(SpaceError::Empty));
        let pieces = GivenRooms::squares(&[(0, 0), (1, 0), (3, 0)]).unwrap_err().to_string();
        assert_eq!(
            pieces,
            "the space is in pieces: of its 3 rooms only 2 can be reached from the cell at (0, 0)"
        );
        assert!(GivenRooms::squares(&[(i32::MIN, 0), (i32::MAX, 0)]).is_err());
        let region = |n: usize| vec![vec![(0, 0)]; n];
        let check = |neighbours: Vec<Vec<Cell>>, part: &str| {
            let said = GivenRooms::regions(region(2), neighbours).unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        };
        check(vec![vec![1], vec![]], "does not name it back");
        check(vec![vec![7], vec![]], "not there");
        check(vec![vec![0], vec![]], "itself");
        check(vec![], "in pieces");
        assert_eq!(GivenRooms::regions(vec![vec![]], vec![]), Err(SpaceError::NoCells(0)));
        assert!(GivenRooms::regions(region(2), vec![vec![1], vec![0]]).is_ok());
    }
}

//! The space a mission is made in: how many rooms, which cells, which neighbours.
//!
//! A cell is a place where a room can be. [`Constraints`] hides whether cells are squares of a grid or
//! regions of any shape. Supplied are [`Count`], an unbounded half-plane of squares; [`Mask`], a given
//! set of squares, all of which become rooms; and [`Freeform`], given regions and their neighbours.
//! They hold no state: using one twice changes nothing.

use super::graph::{Coords, Mission};
use super::symbol::Symbol;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::Arc;

/// A cell, numbered from 0.
pub type Cell = u32;
/// A few cells.
pub type Cells = Vec<Cell>;

/// The most rooms that [`Count`] takes.
pub const MOST_ROOMS: usize = 2_000;
/// The most rooms of a [`Mask`] or a [`Freeform`] space.
pub const MOST_CELLS: usize = 100_000;

/// Where rooms may lie and how they may be joined.
pub trait Constraints: Sync {
    /// How many rooms a mission has, exactly.
    fn rooms(&self) -> usize;
    /// How many cells there are: cells are numbered below this.
    fn cells(&self) -> usize;
    /// Where the entrance may be; at least one cell.
    fn first_cells(&self) -> Vec<Cell>;
    /// The neighbours of a cell that a room of key-level `level` may be grown into.
    fn neighbours(&self, cell: Cell, level: usize, into: &mut Cells);
    /// Whether some neighbours are to be chosen more often than others, as [`Constraints::weight`] says.
    fn is_weighted(&self) -> bool {
        false
    }
    /// How often a room is grown from one cell into another, against the other neighbours: one of weight
    /// 2 is chosen twice as often as one of weight 1, one of weight 0 never.
    fn weight(&self, _from: Cell, _into: Cell, _level: usize) -> f64 {
        1.0
    }
    /// The probability of an extra link between two neighbouring cells. The default is that of the
    /// original, which asks with 0.2 from either side: 1 − 0.8².
    fn link_chance(&self, _a: Cell, _b: Cell) -> f64 {
        0.36
    }
    /// Where a cell lies.
    fn coords(&self, cell: Cell) -> Coords;
    /// Whether the room in a cell may hold an item.
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
pub enum SpaceError {
    /// Nothing is marked.
    #[error("the space has no cells")]
    Empty,
    /// Too much is marked.
    #[error("the space has {0} rooms; at most {MOST_CELLS} are taken")]
    TooLarge(usize),
    /// Some cells cannot be reached from others.
    #[error("the space is in pieces: {reached} of its {all} rooms hang together with {first}")]
    Pieces {
        /// How many cells are joined to the first.
        reached: usize,
        /// How many there are.
        all: usize,
        /// Where the first one lies.
        first: String,
    },
    /// A neighbour that is not there, or not mutual.
    #[error("room {room} names the neighbour {neighbour}, {fault}")]
    Neighbour {
        /// The room, from 0.
        room: usize,
        /// The neighbour.
        neighbour: u32,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// A room without cells.
    #[error("room {0} has no cells")]
    NoCells(usize),
}

// --------------------------------------------------------------------------------------- count

/// An unbounded half-plane of squares, y ≥ 0, entered at its edge, with a number of rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    rooms: u32,
}

impl Count {
    /// A half-plane for `rooms` rooms, at most [`MOST_ROOMS`].
    #[must_use]
    pub fn new(rooms: usize) -> Self {
        Self { rooms: rooms.min(MOST_ROOMS) as u32 }
    }

    /// The cells are the squares that `rooms` rooms can reach from the entrance, and a rim around
    /// them so that every cell in use has its neighbours: rows of this width.
    fn width(self) -> u32 {
        2 * self.rooms + 3
    }

    /// The cell at a square, |x| and y at most the number of rooms.
    pub(crate) fn cell(self, x: i32, y: i32) -> Cell {
        let column = i64::from(x) + i64::from(self.rooms) + 1;
        (i64::from(y) * i64::from(self.width()) + column) as Cell
    }

    fn square(self, cell: Cell) -> (i32, i32) {
        let (row, column) = (cell / self.width(), cell % self.width());
        (column as i32 - self.rooms as i32 - 1, row as i32)
    }
}

impl Constraints for Count {
    fn rooms(&self) -> usize {
        self.rooms as usize
    }

    fn cells(&self) -> usize {
        self.width() as usize * (self.rooms as usize + 2)
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

    fn coords(&self, cell: Cell) -> Coords {
        let (x, y) = self.square(cell);
        Coords::Cell(x, y)
    }

    fn half_plane(&self) -> Option<&Count> {
        Some(self)
    }
}

// ------------------------------------------------------------------------- masks and free forms

/// A given set of squares: each becomes a room. Entered in its lowest row.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    squares: Vec<(i32, i32)>,
    neighbours: Vec<SmallVec<[Cell; 4]>>,
}

impl Mask {
    /// The space of the given squares, x to the east, y to the north; repetitions do nothing.
    ///
    /// # Errors
    /// When there are none or too many, or they do not hang together.
    pub fn new(squares: &[(i32, i32)]) -> Result<Self, SpaceError> {
        let mut squares = squares.to_vec();
        squares.sort_unstable_by_key(|&(x, y)| (y, x));
        squares.dedup();
        let index: HashMap<_, Cell> = squares.iter().copied().zip(0..).collect();
        let sides = |&(x, y): &(i32, i32)| {
            let (west, east) = (x.checked_sub(1), x.checked_add(1));
            let (south, north) = (y.checked_sub(1), y.checked_add(1));
            [
                west.map(|x| (x, y)),
                east.map(|x| (x, y)),
                north.map(|y| (x, y)),
                south.map(|y| (x, y)),
            ]
        };
        let neighbours: Vec<SmallVec<[Cell; 4]>> = squares
            .iter()
            .map(|square| {
                sides(square).iter().flatten().filter_map(|s| index.get(s).copied()).collect()
            })
            .collect();
        let first = squares.first().map(|(x, y)| format!("the cell at ({x}, {y})"));
        in_one_piece(&neighbours, first.unwrap_or_default())?;
        Ok(Self { squares, neighbours })
    }
}

impl Constraints for Mask {
    fn rooms(&self) -> usize {
        self.squares.len()
    }

    fn cells(&self) -> usize {
        self.squares.len()
    }

    fn first_cells(&self) -> Vec<Cell> {
        let lowest = self.squares.first().map_or(0, |square| square.1);
        (0..).zip(&self.squares).take_while(|(_, s)| s.1 == lowest).map(|(cell, _)| cell).collect()
    }

    fn neighbours(&self, cell: Cell, _: usize, into: &mut Cells) {
        into.extend_from_slice(&self.neighbours[cell as usize]);
    }

    fn coords(&self, cell: Cell) -> Coords {
        let (x, y) = self.squares[cell as usize];
        Coords::Cell(x, y)
    }
}

/// Given regions of any shape, each a room, and which of them touch. Entered anywhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Freeform {
    regions: Vec<Arc<[(i32, i32)]>>,
    neighbours: Vec<Vec<Cell>>,
}

impl Freeform {
    /// The space of the given regions, by their cells and their neighbours.
    ///
    /// # Errors
    /// When there are none or too many, one is empty, a neighbour is not there or not mutual, or they
    /// do not hang together.
    pub fn new(
        regions: Vec<Vec<(i32, i32)>>,
        neighbours: Vec<Vec<Cell>>,
    ) -> Result<Self, SpaceError> {
        if let Some(empty) = regions.iter().position(Vec::is_empty) {
            return Err(SpaceError::NoCells(empty));
        }
        let mut neighbours = neighbours;
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
        Ok(Self { regions: regions.into_iter().map(Into::into).collect(), neighbours })
    }
}

impl Constraints for Freeform {
    fn rooms(&self) -> usize {
        self.regions.len()
    }

    fn cells(&self) -> usize {
        self.regions.len()
    }

    fn first_cells(&self) -> Vec<Cell> {
        (0..self.regions.len() as Cell).collect()
    }

    fn neighbours(&self, cell: Cell, _: usize, into: &mut Cells) {
        into.extend_from_slice(&self.neighbours[cell as usize]);
    }

    fn coords(&self, cell: Cell) -> Coords {
        Coords::Cells(Arc::clone(&self.regions[cell as usize]))
    }
}

/// Whether a graph of cells is not empty, not too large, and connected.
fn in_one_piece<N: AsRef<[Cell]>>(neighbours: &[N], first: String) -> Result<(), SpaceError> {
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
        stack.extend(neighbours[cell as usize].as_ref().iter().filter(|&&n| !seen[n as usize]));
    }
    if reached == all { Ok(()) } else { Err(SpaceError::Pieces { reached, all, first }) }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mask = Mask::new(&[(0, 1), (1, 1), (1, 0), (0, 1)]).unwrap();
        assert_eq!((mask.rooms(), mask.first_cells()), (3, vec![0]));
        assert_eq!(mask.coords(0), Coords::Cell(1, 0));
        assert_eq!(around(&mask, 0), [Coords::Cell(1, 1)]);
    }

    #[test]
    fn bad_spaces_are_refused() {
        assert_eq!(Mask::new(&[]), Err(SpaceError::Empty));
        let pieces = Mask::new(&[(0, 0), (1, 0), (3, 0)]).unwrap_err().to_string();
        assert_eq!(
            pieces,
            "the space is in pieces: 2 of its 3 rooms hang together with the cell at (0, 0)"
        );
        assert!(Mask::new(&[(i32::MIN, 0), (i32::MAX, 0)]).is_err());
        let region = |n: usize| vec![vec![(0, 0)]; n];
        let check = |neighbours: Vec<Vec<Cell>>, part: &str| {
            let said = Freeform::new(region(2), neighbours).unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        };
        check(vec![vec![1], vec![]], "does not name it back");
        check(vec![vec![7], vec![]], "not there");
        check(vec![vec![0], vec![]], "itself");
        check(vec![], "in pieces");
        assert_eq!(Freeform::new(vec![vec![]], vec![]), Err(SpaceError::NoCells(0)));
        assert!(Freeform::new(region(2), vec![vec![1], vec![0]]).is_ok());
    }
}

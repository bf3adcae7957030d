//! The board of a world in which nothing matters but where the blocks stand.
//!
//! Squares are numbered in reading order over the rectangle that holds them all, so that a step is a shift of bits.

use super::field::Field;
use crate::rules::Location;
use crate::rules::world::pushing::Pushing;

/// The number of no square.
pub(super) const NONE: u32 = u32::MAX;

/// A direction: up, down, left, right.
pub(super) type Direction = usize;

/// The direction against another.
pub(super) fn against(direction: Direction) -> Direction {
    direction ^ 1
}

/// The most squares of a board: as many as the longest field has bits.
const MOST: u64 = 512;

/// A board, as lists.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) width: usize,
    /// The number of squares of the rectangle.
    pub(super) squares: usize,
    /// By square: its location, or [`NONE`].
    pub(super) location: Vec<Location>,
    /// By square: the next square in each direction, where one can step there, or [`NONE`].
    pub(super) steps: Vec<[u32; 4]>,
    /// By square: the destination of a block that is pushed in each direction, where one can stand behind it, or
    /// [`NONE`].
    pub(super) pushes: Vec<[u32; 4]>,
    pub(super) player: u32,
    pub(super) blocks: Vec<u32>,
    pub(super) targets: Vec<u32>,
}

impl Board {
    /// The board of a world; `None` where it would have too many squares.
    pub(super) fn of(world: &Pushing) -> Option<Self> {
        let rows = || world.cells.iter().map(|cell| cell.row);
        let cols = || world.cells.iter().map(|cell| cell.col);
        let (top, left) = (rows().min()?, cols().min()?);
        let (height, width) = (rows().max()? - top + 1, cols().max()? - left + 1);
        if u64::from(height) * u64::from(width) > MOST {
            return None;
        }
        let squares = (height * width) as usize;
        let square = |at: Location| {
            let cell = world.cells[at as usize];
            (cell.row - top) * width + (cell.col - left)
        };
        let all = |locations: &[Location]| locations.iter().map(|&at| square(at)).collect();
        let mut board = Self {
            width: width as usize,
            squares,
            location: vec![NONE; squares],
            steps: vec![[NONE; 4]; squares],
            pushes: vec![[NONE; 4]; squares],
            player: square(world.player),
            blocks: all(&world.blocks),
            targets: all(&world.targets),
        };
        for at in 0..world.cells.len() as Location {
            let here = square(at) as usize;
            board.location[here] = at;
            let squares = |all: [Option<Location>; 4]| all.map(|to| to.map_or(NONE, square));
            board.steps[here] = squares(world.steps[at as usize]);
            board.pushes[here] = squares(world.pushes[at as usize]);
        }
        for (pushes, steps) in board.pushes.iter_mut().zip(&board.steps) {
            for direction in 0..4 {
                // Steps can be taken back: who could step back from a block could step onto its square.
                if steps[against(direction)] == NONE {
                    pushes[direction] = NONE;
                }
            }
        }
        Some(board)
    }

    /// True if every block must stand on a target in the end: there are as many of them, or fewer blocks.
    pub(super) fn is_tight(&self) -> bool {
        self.blocks.len() <= self.targets.len()
    }

    /// The squares from which a step leads on in each direction.
    pub(super) fn steppable<const N: usize>(&self) -> [Field<N>; 4] {
        self.sides(|square, direction| self.steps[square as usize][direction] != NONE)
    }

    /// The squares from which a block can be pushed on in each direction onto one of some squares.
    pub(super) fn pushable<const N: usize>(&self, onto: &Field<N>) -> [Field<N>; 4] {
        self.sides(|square, direction| {
            let to = self.pushes[square as usize][direction];
            to != NONE && onto.holds(to)
        })
    }

    /// By direction: the squares of which something is true.
    fn sides<const N: usize>(&self, is: impl Fn(u32, Direction) -> bool) -> [Field<N>; 4] {
        let squares = 0..self.squares as u32;
        [0, 1, 2, 3].map(|way| squares.clone().filter(|&square| is(square, way)).collect())
    }
}

//! Given shapes as spaces: masks of squares, and free forms. Every cell of theirs becomes a room.
//!
//! Invariant: a shape is in one piece, and neighbours are neighbours both ways.

use super::graph::Coords;
use super::space::{Cell, Cells, Constraints, LINK_CHANCE, MOST_CELLS, SpaceError, chance};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::Arc;

/// The error that no room is at a cell, with the nearest of those that have one.
fn no_room_at(x: i32, y: i32, cells: impl Iterator<Item = (i32, i32)>) -> SpaceError {
    let away = |&(cx, cy): &(i32, i32)| u64::from(cx.abs_diff(x)) + u64::from(cy.abs_diff(y));
    SpaceError::NoRoomAt { x, y, nearest: cells.min_by_key(away).unwrap_or_default() }
}

/// A given set of squares: each becomes a room. Entered in its lowest row.
#[derive(Clone, Debug, PartialEq)]
pub struct Mask {
    squares: Vec<(i32, i32)>,
    neighbours: Vec<SmallVec<[Cell; 4]>>,
    start: Option<Cell>,
    links: f64,
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
        Ok(Self { squares, neighbours, start: None, links: LINK_CHANCE })
    }

    /// The same, entered at a square of one's choice.
    ///
    /// # Errors
    /// When the square is none of the mask's.
    pub fn starting_at(self, x: i32, y: i32) -> Result<Self, SpaceError> {
        match self.squares.binary_search_by_key(&(y, x), |&(x, y)| (y, x)) {
            Ok(cell) => Ok(Self { start: Some(cell as Cell), ..self }),
            Err(_) => Err(no_room_at(x, y, self.squares.iter().copied())),
        }
    }

    /// The same with another probability of extra links.
    ///
    /// # Errors
    /// When it is none.
    pub fn with_link_chance(self, p: f64) -> Result<Self, SpaceError> {
        Ok(Self { links: chance(p)?, ..self })
    }
}

impl Constraints for Mask {
    fn rooms(&self) -> usize {
        self.squares.len()
    }

    fn first_cells(&self) -> Vec<Cell> {
        if let Some(start) = self.start {
            return vec![start];
        }
        let lowest = self.squares.first().map_or(0, |square| square.1);
        (0..).zip(&self.squares).take_while(|(_, s)| s.1 == lowest).map(|(cell, _)| cell).collect()
    }

    fn neighbours(&self, cell: Cell, _: usize, into: &mut Cells) {
        into.extend_from_slice(&self.neighbours[cell as usize]);
    }

    fn link_chance(&self, _: Cell, _: Cell) -> f64 {
        self.links
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
    start: Option<Cell>,
    links: f64,
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
        let regions = regions.into_iter().map(Into::into).collect();
        Ok(Self { regions, neighbours, start: None, links: LINK_CHANCE })
    }

    /// The same, entered in the region that has a cell of one's choice.
    ///
    /// # Errors
    /// When no region has it.
    pub fn starting_at(self, x: i32, y: i32) -> Result<Self, SpaceError> {
        match self.regions.iter().position(|region| region.contains(&(x, y))) {
            Some(cell) => Ok(Self { start: Some(cell as Cell), ..self }),
            None => Err(no_room_at(x, y, self.regions.iter().flat_map(|all| all.iter().copied()))),
        }
    }

    /// The same with another probability of extra links.
    ///
    /// # Errors
    /// When it is none.
    pub fn with_link_chance(self, p: f64) -> Result<Self, SpaceError> {
        Ok(Self { links: chance(p)?, ..self })
    }
}

impl Constraints for Freeform {
    fn rooms(&self) -> usize {
        self.regions.len()
    }

    fn first_cells(&self) -> Vec<Cell> {
        self.start.map_or_else(|| (0..self.regions.len() as Cell).collect(), |start| vec![start])
    }

    fn link_chance(&self, _: Cell, _: Cell) -> f64 {
        self.links
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
mod tests;

//! Given shapes as spaces: masks of squares, and free forms. Every cell of theirs becomes a room.
//!
//! Invariant: a shape is in one piece, and neighbours are neighbours both ways.

use super::graph::Coords;
use super::space::{Cell, Cells, Constraints, LINK_CHANCE, MOST_CELLS, SpaceError, chance};
use std::collections::HashMap;

/// Given rooms: the squares of a mask, or regions of any shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    rooms: Vec<Coords>,
    neighbours: Vec<Vec<Cell>>,
    first: Vec<Cell>,
    links: f64,
}

impl Given {
    /// The squares of a mask, x to the east, y to the north; repetitions do nothing. It is entered in its lowest row.
    ///
    /// # Errors
    /// When there are none or too many, or they do not hang together.
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

    /// Regions of any shape, by their cells, and which of them touch. It is entered anywhere.
    ///
    /// # Errors
    /// When there are none or too many, one is empty, a neighbour is not there or not mutual, or they
    /// do not hang together.
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

    /// The same, entered in the room that has a cell of one's choice.
    ///
    /// # Errors
    /// When no room has it.
    pub fn starting_at(self, x: i32, y: i32) -> Result<Self, SpaceError> {
        let has = |room: &Coords| room.cells().any(|cell| cell == (x, y));
        if let Some(room) = self.rooms.iter().position(has) {
            return Ok(Self { first: vec![room as Cell], ..self });
        }
        let away = |&(cx, cy): &(i32, i32)| u64::from(cx.abs_diff(x)) + u64::from(cy.abs_diff(y));
        let nearest = self.rooms.iter().flat_map(Coords::cells).min_by_key(away);
        Err(SpaceError::NoRoomAt { x, y, nearest: nearest.unwrap_or_default() })
    }

    /// The same with another probability of extra links.
    ///
    /// # Errors
    /// When it is none.
    pub fn with_link_chance(self, p: f64) -> Result<Self, SpaceError> {
        Ok(Self { links: chance(p)?, ..self })
    }
}

impl Constraints for Given {
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
mod tests;

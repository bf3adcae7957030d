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
        let mask = Given::squares(&[(0, 1), (1, 1), (1, 0), (0, 1)]).unwrap();
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
        // Five rooms reach the edge, and not beyond it.
        let edge = count.cell(0, -3);
        assert_eq!(count.coords(edge), Coords::Cell(-7, 0));
        assert_eq!(around(&count, edge).len(), 3);
        let high = Count::new(5).starting_at(0, 900).unwrap();
        assert_eq!(high.cells(), 13 * 13);
        assert_eq!(high.coords(high.cell(4, -5)), Coords::Cell(4, 895));
        let mask = Given::squares(&[(0, 1), (1, 1), (1, 0)]).unwrap();
        assert_eq!(mask.clone().starting_at(0, 1).unwrap().first_cells(), [1]);
        let regions = vec![vec![(0, 0)], vec![(1, 0), (2, 0)]];
        let free = Given::regions(regions, vec![vec![1], vec![0]]).unwrap();
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
        assert_eq!(Given::squares(&[]), Err(SpaceError::Empty));
        let pieces = Given::squares(&[(0, 0), (1, 0), (3, 0)]).unwrap_err().to_string();
        assert_eq!(
            pieces,
            "the space is in pieces: of its 3 rooms only 2 can be come to from the cell at (0, 0)"
        );
        assert!(Given::squares(&[(i32::MIN, 0), (i32::MAX, 0)]).is_err());
        let region = |n: usize| vec![vec![(0, 0)]; n];
        let check = |neighbours: Vec<Vec<Cell>>, part: &str| {
            let said = Given::regions(region(2), neighbours).unwrap_err().to_string();
            assert!(said.contains(part), "{said}");
        };
        check(vec![vec![1], vec![]], "does not name it back");
        check(vec![vec![7], vec![]], "not there");
        check(vec![vec![0], vec![]], "itself");
        check(vec![], "in pieces");
        assert_eq!(Given::regions(vec![vec![]], vec![]), Err(SpaceError::NoCells(0)));
        assert!(Given::regions(region(2), vec![vec![1], vec![0]]).is_ok());
    }
}

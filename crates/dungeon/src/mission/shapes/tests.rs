//! Tests of spaces drawn by hand: entrances, neighbours, refusals.

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

//! The distance of each open cell from a start cell in orthogonal steps: a breadth-first search.

use crate::bitgrid::Grid;

/// The distance of cells that are solid or unreachable.
pub const OUT_OF_REACH: u32 = u32::MAX;

/// A cell of a map, `(x, y)`.
pub type Cell = (u32, u32);

/// A map of distances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    /// The start cell.
    pub from: Cell,
    /// The largest distance.
    pub most: u32,
    width: u32,
    cells: Vec<u32>,
}

impl Distances {
    /// The distances of a row, [`OUT_OF_REACH`] for cells without one; empty outside the map.
    #[must_use]
    pub fn row(&self, y: u32) -> &[u32] {
        let (start, width) = (y as usize * self.width as usize, self.width as usize);
        self.cells.get(start..start + width).unwrap_or_default()
    }
}

/// Measures the distance of every open cell from one of them; none if that cell is solid.
///
/// ```
/// use quandary_dungeon::bitgrid::Grid;
/// use quandary_dungeon::cave::distance::{OUT_OF_REACH as NO, measure};
/// let distances = measure(&Grid::drawn(".#.\n..#\n"), (0, 0)).unwrap();
/// assert_eq!((distances.row(0), distances.row(1)), (&[0, NO, NO][..], &[1, 2, NO][..]));
/// assert_eq!(distances.most, 2);
/// ```
#[must_use]
pub fn measure(grid: &Grid, from: Cell) -> Option<Distances> {
    let width = grid.width();
    // The cells not reached yet; each is removed when it is reached.
    let mut free = grid.clone();
    let mut cells = vec![OUT_OF_REACH; width as usize * grid.height() as usize];
    let mut reach = |(x, y): Cell, distance: u32, ring: &mut Vec<Cell>| {
        if !free.is_solid(i64::from(x), i64::from(y)) {
            free.set(x, y, true);
            let place = y as usize * width as usize + x as usize;
            cells.get_mut(place).into_iter().for_each(|cell| *cell = distance);
            ring.push((x, y));
        }
    };
    let (mut ring, mut next) = (Vec::new(), Vec::new());
    reach(from, 0, &mut ring);
    if ring.is_empty() {
        return None;
    }
    let mut most = 0;
    loop {
        for &(x, y) in &ring {
            // A coordinate below 0 wraps to far beyond the map, which counts as solid.
            for cell in [(x, y.wrapping_sub(1)), (x.wrapping_sub(1), y), (x + 1, y), (x, y + 1)] {
                reach(cell, most + 1, &mut next);
            }
        }
        if next.is_empty() {
            return Some(Distances { from, most, width, cells });
        }
        most += 1;
        ring.clear();
        std::mem::swap(&mut ring, &mut next);
    }
}

/// The open cell nearest the middle, as the crow flies; of several, the first in reading order.
#[must_use]
pub fn nearest_the_middle(grid: &Grid) -> Option<Cell> {
    let (width, height) = (i64::from(grid.width()), i64::from(grid.height()));
    // Doubles the distance, which makes the middle of an even side an integer.
    let off = |at: i64, side: i64| (2 * at + 1 - side).pow(2);
    let from_middle = |side: i64| {
        let mut order: Vec<i64> = (0..side).collect();
        order.sort_by_key(|&at| off(at, side));
        order
    };
    let (columns, rows) = (from_middle(width), from_middle(height));
    let mut best: Option<(i64, i64, i64)> = None;
    for &y in &rows {
        let row = off(y, height);
        if best.is_some_and(|(least, ..)| row > least) {
            break;
        }
        let found = columns.iter().find(|&&x| !grid.is_solid(x, y));
        let found = found.map(|&x| (row + off(x, width), y, x));
        best = best.into_iter().chain(found).min();
    }
    best.map(|(_, y, x)| (x as u32, y as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_what_is_nearest() {
        let check =
            |map: &str, expect| assert_eq!(nearest_the_middle(&Grid::drawn(map)), expect, "{map}");
        check("###\n###\n", None);
        check("....\n....\n....\n....\n", Some((1, 1)));
        check("....\n.##.\n.##.\n....\n", Some((1, 0)));
        check("#####\n#.#.#\n#####\n", Some((1, 1)));
        check(".##\n", Some((0, 0)));
    }

    #[test]
    fn a_solid_cell_has_no_distances() {
        assert_eq!(measure(&Grid::drawn("#.\n"), (0, 0)), None);
        assert_eq!(measure(&Grid::drawn("#.\n"), (5, 5)), None);
    }
}

//! Walls: the lines between cells that can be seen across and cells that cannot, for tables on which players move.
//!
//! Walls run along the edges of cells, as long as they are straight, and close around what they enclose. Ways are in no
//! wall. A pit, which is VOID that walls or floor surround, can be seen across, and is told apart.

use level::{Cell, Grid, Tile};
use std::collections::BTreeMap;

/// A line through corners of cells, each as column and row; closed where its ends are one.
pub(crate) type Line = Vec<[u32; 2]>;

/// The cells of a floor by what they stop.
pub(crate) struct Ground<'a> {
    grid: &'a Grid,
    /// True for cells of VOID that hang together with the outside.
    outside: Vec<bool>,
}

impl<'a> Ground<'a> {
    /// The ground of a floor.
    pub(crate) fn of(grid: &'a Grid) -> Self {
        let mut ground = Self { grid, outside: vec![false; grid.tiles().len()] };
        let (rows, cols) = (grid.rows(), grid.cols());
        let edge = |row: u32, col: u32| row == 0 || col == 0 || row + 1 == rows || col + 1 == cols;
        let all = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        let mut next: Vec<(u32, u32)> = all.filter(|&(row, col)| edge(row, col)).collect();
        while let Some((row, col)) = next.pop() {
            let at = (row * cols + col) as usize;
            if grid.get(row, col) != Some(Tile::Void) || ground.outside.get(at) != Some(&false) {
                continue;
            }
            if let Some(outside) = ground.outside.get_mut(at) {
                *outside = true;
            }
            next.extend(Cell::new(0, row, col).neighbours().map(|cell| (cell.row, cell.col)));
        }
        ground
    }

    /// True if nobody sees across a cell: a wall, and everything outside.
    pub(crate) fn is_shut(&self, row: i64, col: i64) -> bool {
        let place = (u32::try_from(row), u32::try_from(col));
        let (Ok(row), Ok(col)) = place else { return true };
        match self.grid.get(row, col) {
            None | Some(Tile::Wall) => true,
            Some(Tile::Void) => {
                self.outside.get((row * self.grid.cols() + col) as usize).copied().unwrap_or(true)
            }
            Some(_) => false,
        }
    }

    /// True if a cell is a pit.
    pub(crate) fn is_pit(&self, row: i64, col: i64) -> bool {
        let place = (u32::try_from(row), u32::try_from(col));
        let (Ok(row), Ok(col)) = place else { return false };
        self.grid.get(row, col) == Some(Tile::Void) && !self.is_shut(row.into(), col.into())
    }

    /// The walls.
    pub(crate) fn walls(&self) -> Vec<Line> {
        self.around(&|row, col| self.is_shut(row, col))
    }

    /// The edges of pits, as far as no wall is there.
    pub(crate) fn pits(&self) -> Vec<Line> {
        self.around(&|row, col| !self.is_pit(row, col))
    }

    /// The lines around the cells that are not shut: each has them on its right hand.
    fn around(&self, is_shut: &dyn Fn(i64, i64) -> bool) -> Vec<Line> {
        let mut edges: BTreeMap<[u32; 2], Vec<[u32; 2]>> = BTreeMap::new();
        for row in 0..self.grid.rows() {
            for col in 0..self.grid.cols() {
                let (r, c) = (i64::from(row), i64::from(col));
                if is_shut(r, c) {
                    continue;
                }
                let mut edge = |shut: bool, from: [u32; 2], to: [u32; 2]| {
                    if shut {
                        edges.entry(from).or_default().push(to);
                    }
                };
                edge(is_shut(r - 1, c), [col, row], [col + 1, row]);
                edge(is_shut(r, c + 1), [col + 1, row], [col + 1, row + 1]);
                edge(is_shut(r + 1, c), [col + 1, row + 1], [col, row + 1]);
                edge(is_shut(r, c - 1), [col, row + 1], [col, row]);
            }
        }
        let mut lines = Vec::new();
        while let Some((&from, _)) = edges.first_key_value() {
            lines.push(straightened(&traced(from, &mut edges)));
        }
        lines
    }
}

/// Follows edges from a corner until it comes back there.
fn traced(from: [u32; 2], edges: &mut BTreeMap<[u32; 2], Vec<[u32; 2]>>) -> Line {
    let mut line = vec![from];
    let mut at = from;
    while let Some(next) = edges.get_mut(&at) {
        let Some(to) = next.pop() else { break };
        if next.is_empty() {
            edges.remove(&at);
        }
        line.push(to);
        at = to;
        if at == from {
            break;
        }
    }
    line
}

/// A closed line without the corners at which it goes straight on.
fn straightened(line: &[[u32; 2]]) -> Line {
    let turns = |at: usize| {
        let before = if at == 0 { line.len().checked_sub(2) } else { Some(at - 1) };
        let after = if at + 1 == line.len() { 1 } else { at + 1 };
        match (before.and_then(|before| line.get(before)), line.get(at), line.get(after)) {
            (Some(a), Some(b), Some(c)) => {
                !((a[0] == b[0] && b[0] == c[0]) || (a[1] == b[1] && b[1] == c[1]))
            }
            _ => true,
        }
    };
    let kept = (0..line.len().saturating_sub(1)).filter(|&at| turns(at));
    let mut line: Line = kept.filter_map(|at| line.get(at).copied()).collect();
    line.extend(line.first().copied());
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walls(drawing: &str) -> Vec<Line> {
        let level = level::formats::text::read(drawing).unwrap();
        let tiles = level.tiles.unwrap();
        let ground = Ground::of(&tiles.floors[0]);
        let mut walls = ground.walls();
        walls.extend(ground.pits().into_iter().map(|mut pit| {
            pit.insert(0, [99, 99]);
            pit
        }));
        walls
    }

    #[test]
    fn a_room_is_one_closed_wall_and_a_pillar_another() {
        let room = walls("#####\n#@..#\n#.#.#\n#..*#\n#####\n");
        assert_eq!(
            room,
            [
                vec![[1, 1], [4, 1], [4, 4], [1, 4], [1, 1]],
                vec![[2, 2], [2, 3], [3, 3], [3, 2], [2, 2]],
            ]
        );
    }

    #[test]
    fn outside_stops_and_a_pit_does_not() {
        let room = walls("-@..*\n-.-..\n-....\n");
        assert_eq!(room[0], [[1, 0], [5, 0], [5, 3], [1, 3], [1, 0]]);
        assert_eq!(room[1], [[99, 99], [2, 1], [3, 1], [3, 2], [2, 2], [2, 1]]);
        assert_eq!(room.len(), 2);
    }

    #[test]
    fn corners_that_touch_are_closed_lines() {
        let both = walls("####\n#@##\n##*#\n####\n");
        assert_eq!(both.len(), 1);
        let corners: Vec<_> = both.iter().flatten().filter(|at| **at == [2, 2]).collect();
        assert_eq!(corners.len(), 2);
    }
}

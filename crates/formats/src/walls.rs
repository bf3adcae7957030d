//! Maps of virtual tables as cells: their walls and doors are lines, and mostly lie between cells.
//!
//! A map becomes a grid of twice its resolution: the cell in column x and row y becomes the one in column 2x+1 and
//! row 2y+1, and between two cells that touch lies a cell for the border between them. It is wall if a wall crosses the
//! line from the middle of one cell to that of the other, a door if a door crosses it, and otherwise floor. The places
//! where four borders meet are floor only if all four are. So a player can walk from cell to cell exactly where no wall
//! is between them, wherever walls are drawn. A wall through the middle of a cell counts as if it lay a little to the
//! right, and very little above; this way a closed line of walls stays closed.

use crate::aliases::Aliases;
use crate::grid::{Draft, named};
use diagnostics::counted;
use level::{Cell, Tile};

/// The most borders that the walls of a map cross.
const MOST_CROSSED: u64 = 1 << 26;
/// The most rows or columns of a map.
const MOST_SIDE: f64 = 16_384.0;

/// A point, as x and y in cells.
pub(crate) type Point = [f64; 2];

/// A border between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Border {
    Free,
    Wall,
    Door,
    Secret,
    Locked,
}

/// The borders of a map's cells.
pub(crate) struct Walls {
    rows: usize,
    cols: usize,
    /// The borders to the right of the cells, row by row.
    right: Vec<Border>,
    /// The borders below the cells, row by row.
    below: Vec<Border>,
    crossed: u64,
    /// The number of open, secret and locked doors.
    doors: [u64; 3],
}

impl Walls {
    /// A map of some columns and rows without walls.
    ///
    /// # Errors
    /// When the size is none of a map.
    pub(crate) fn of([cols, rows]: Point) -> Result<Self, String> {
        if !(cols >= 1.0 && rows >= 1.0 && cols <= MOST_SIDE && rows <= MOST_SIDE) {
            return Err(format!(
                "is {cols} × {rows} cells; expected 1 to {MOST_SIDE} on each side"
            ));
        }
        let (rows, cols) = (rows.ceil() as usize, cols.ceil() as usize);
        crate::check_cells(4 * (rows as u64) * (cols as u64))?;
        let none = vec![Border::Free; rows * cols];
        Ok(Self { rows, cols, right: none.clone(), below: none, crossed: 0, doors: [0; 3] })
    }

    /// Puts a straight wall on the borders that it crosses.
    ///
    /// # Errors
    /// When walls cross too many borders.
    pub(crate) fn wall(&mut self, from: Point, to: Point) -> Result<(), String> {
        self.cross(from, to, Border::Wall).map(drop)
    }

    /// Puts a door on the borders that it crosses, or else on the one nearest to its middle. Doors come after walls.
    ///
    /// # Errors
    /// When doors and walls cross too many borders.
    pub(crate) fn door(&mut self, from: Point, to: Point, door: Border) -> Result<(), String> {
        match door {
            Border::Door => self.doors[0] += 1,
            Border::Secret => self.doors[1] += 1,
            Border::Locked => self.doors[2] += 1,
            Border::Free | Border::Wall => {}
        }
        if self.cross(from, to, door)? {
            return Ok(());
        }
        let [x, y] = [f64::midpoint(from[0], to[0]), f64::midpoint(from[1], to[1])];
        if (from[0] - to[0]).abs() < (from[1] - to[1]).abs() {
            self.put(true, y.floor(), x.round() - 1.0, door);
        } else {
            self.put(false, y.round() - 1.0, x.floor(), door);
        }
        Ok(())
    }

    /// Puts a line on the borders that it crosses; false if it crosses none.
    fn cross(&mut self, from: Point, to: Point, border: Border) -> Result<bool, String> {
        let mut is_any = false;
        // The rows of middles between its ends: there it may cross the borders to the right of cells.
        let (low, high) = (from[1].min(to[1]), from[1].max(to[1]));
        let rows = between((low - 0.5).ceil(), (high - 0.5).ceil(), self.rows);
        // The columns of middles between its ends: there it may cross the borders below cells.
        let (left, right) = (from[0].min(to[0]), from[0].max(to[0]));
        let cols = between((left - 0.5).floor() + 1.0, (right - 0.5).floor() + 1.0, self.cols);
        self.crossed += (rows.len() + cols.len()) as u64 + 1;
        if self.crossed > MOST_CROSSED {
            return Err("cross too many borders of cells".to_owned());
        }
        for row in rows {
            let row = row as f64;
            let x = along(row + 0.5, [from[1], to[1]], [from[0], to[0]]);
            self.put(true, row, (x - 0.5).floor(), border);
            is_any = true;
        }
        // A line that is moved to the right by more than it is moved up lies lower there if it rises.
        let is_rising = (to[1] - from[1]) * (to[0] - from[0]) < 0.0;
        for col in cols {
            let col = col as f64;
            let y = along(col + 0.5, [from[0], to[0]], [from[1], to[1]]);
            let row = if is_rising { (y - 0.5).floor() } else { (y - 0.5).ceil() - 1.0 };
            self.put(false, row, col, border);
            is_any = true;
        }
        Ok(is_any)
    }

    /// Sets the border to the right of a cell, or the one below it; does nothing off the map.
    fn put(&mut self, to_right: bool, row: f64, col: f64, border: Border) {
        let is_inside = |at: f64, many: usize| at >= 0.0 && at < many as f64;
        if !is_inside(row, self.rows) || !is_inside(col, self.cols) {
            return;
        }
        let at = row as usize * self.cols + col as usize;
        let borders = if to_right { &mut self.right } else { &mut self.below };
        if let Some(found) = borders.get_mut(at) {
            *found = border;
        }
    }

    /// The cells. A table of names may name other tiles for `door`, `secret door` and `locked door`.
    ///
    /// # Errors
    /// When there are too many cells.
    pub(crate) fn cells(&self, aliases: &Aliases) -> Result<Draft, String> {
        let tile = |border: Border| match border {
            Border::Free => Tile::Floor,
            Border::Wall => Tile::Wall,
            Border::Door => named(aliases, "door", Tile::DoorOpen),
            Border::Secret => named(aliases, "secret door", Tile::DoorOpen),
            Border::Locked => named(aliases, "locked door", Tile::DoorLocked),
        };
        let size = [2 * self.rows + 1, 2 * self.cols + 1];
        let mut draft = Draft::filled(size, Tile::Wall, &mut 0)?;
        let border = |borders: &[Border], row: usize, col: usize| {
            borders.get(row * self.cols + col).copied().unwrap_or(Border::Wall)
        };
        for row in 0..self.rows {
            for col in 0..self.cols {
                let mut put = |down: usize, right: usize, tile: Tile| {
                    let (row, col) = (2 * row + 1 + down, 2 * col + 1 + right);
                    draft.put(Cell::new(0, row as u32, col as u32), tile);
                };
                put(0, 0, Tile::Floor);
                let (is_last_row, is_last_col) = (row + 1 == self.rows, col + 1 == self.cols);
                let (right, below) = (border(&self.right, row, col), border(&self.below, row, col));
                if !is_last_col {
                    put(0, 1, tile(right));
                }
                if !is_last_row {
                    put(1, 0, tile(below));
                }
                if !is_last_row && !is_last_col {
                    let next =
                        [border(&self.right, row + 1, col), border(&self.below, row, col + 1)];
                    if next.into_iter().chain([right, below]).all(|border| border == Border::Free) {
                        put(1, 1, Tile::Floor);
                    }
                }
            }
        }
        Ok(draft)
    }

    /// Notes on how the map was read.
    pub(crate) fn notes(&self, aliases: &Aliases) -> Vec<String> {
        let mut notes = vec![
            "walls lie between cells: the map is read with twice as many rows and columns, cell x,y as 2x+1,2y+1"
                .to_owned(),
        ];
        let [doors, secret, locked] = self.doors;
        let mut add = |many: u64, name: &str, one: &str, more: &str, how: &str| {
            if many > 0 && aliases.said(name).is_none() {
                notes.push(format!("{} read as {how}", counted(many, one, more)));
            }
        };
        add(doors, "door", "door is", "doors are", "open");
        add(secret, "secret door", "secret door is", "secret doors are", "open");
        add(
            locked,
            "locked door",
            "locked door is",
            "locked doors are",
            "needing a small key each",
        );
        notes
    }
}

/// The whole numbers from one on and before another that are below `many`.
fn between(from: f64, to: f64, many: usize) -> std::ops::Range<usize> {
    let inside = |at: f64| at.clamp(0.0, many as f64) as usize;
    inside(from)..inside(to)
}

/// The coordinate of a line where its other coordinate has a value between both ends.
fn along(at: f64, [from, to]: Point, [start, end]: Point) -> f64 {
    start + (end - start) * ((at - from) / (to - from))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(walls: &Walls) -> Vec<String> {
        let draft = walls.cells(&Aliases::default()).unwrap();
        draft.grid.iter_rows().map(|row| row.iter().map(|tile| tile.letter()).collect()).collect()
    }

    #[test]
    fn a_wall_with_a_door_parts_two_cells() {
        let mut walls = Walls::of([3.0, 2.0]).unwrap();
        walls.wall([1.0, 0.0], [1.0, 2.0]).unwrap();
        walls.door([1.0, 1.1], [1.0, 1.4], Border::Door).unwrap();
        walls.door([2.0, 1.0], [3.0, 1.0], Border::Locked).unwrap();
        assert_eq!(drawn(&walls), ["#######", "#.#...#", "#.#.#+#", "#./...#", "#######"]);
        assert_eq!(walls.notes(&Aliases::default()).len(), 3);
    }

    #[test]
    fn a_closed_line_stays_closed_wherever_it_runs() {
        // A square around the middle cell of five by five, grown in small steps; some pass through middles of cells.
        for size in 1..20 {
            let half = f64::from(size) / 8.0 + 0.05 * f64::from(size % 4 / 3);
            for tilt in [0.0, 0.25, 0.5, 1.0] {
                let at =
                    |x: f64, y: f64| [2.5 + half * (x - tilt * y), 2.5 + half * (y + tilt * x)];
                let corners =
                    [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0), at(-1.0, -1.0)];
                let mut walls = Walls::of([9.0, 9.0]).unwrap();
                let shift = |[x, y]: Point| [x + 2.0, y + 2.0];
                for pair in corners.windows(2) {
                    walls.wall(shift(pair[0]), shift(pair[1])).unwrap();
                }
                let draft = walls.cells(&Aliases::default()).unwrap();
                let mut seen = std::collections::BTreeSet::from([Cell::new(0, 9, 9)]);
                let mut next = vec![Cell::new(0, 9, 9)];
                while let Some(cell) = next.pop() {
                    let open = |cell: &Cell| draft.tile(*cell) == Some(Tile::Floor);
                    next.extend(cell.neighbours().filter(open).filter(|cell| seen.insert(*cell)));
                }
                assert!(!seen.contains(&Cell::new(0, 1, 1)), "half {half}, tilt {tilt}");
            }
        }
    }

    #[test]
    fn sizes_and_numbers_of_any_kind_are_safe() {
        for size in [[0.0, 1.0], [f64::NAN, 1.0], [1e9, 1.0], [16_384.0, 16_384.0]] {
            assert!(Walls::of(size).is_err());
        }
        let mut walls = Walls::of([2.0, 2.0]).unwrap();
        for far in [f64::MAX, f64::INFINITY, f64::NAN, -1e300] {
            walls.wall([far, -far], [1.0, far]).unwrap();
            walls.door([far, 0.0], [-far, far], Border::Secret).unwrap();
        }
        drawn(&walls);
    }
}

//! Rectangles of cells; ways, which are the borders between cells of two rooms, and doors inside rooms; and walls for
//! virtual tables, which are the lines between cells that block sight and cells that do not.
//!
//! Coordinates of ways are in half cells, which makes the middle of a cell an integer. Walls run along the edges of
//! cells in straight pieces and close around the cells inside; no way is in a wall. A pit is VOID surrounded by walls
//! or floor; it does not block sight and is marked separately. Invariant: two open cells that touch and are in
//! different rooms have a way between them; with all ways closed, no room can be left.

use level::{Cell, Grid, Tile, Tiles};
use std::collections::{BTreeMap, BTreeSet};

/// A line that can be crossed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The floor.
    pub floor: u32,
    /// Both ends, as x and y in half cells; the second is below the first or to its right.
    pub line: [[u32; 2]; 2],
    /// The cells on both sides, or the cells of the door that it crosses.
    pub cells: Vec<Cell>,
    /// The rooms to its left or above, and to its right or below, as indices in the list of rooms.
    pub rooms: [Option<usize>; 2],
    /// The thing on the line, as an index in the list of things.
    pub thing: usize,
}

impl Crossing {
    /// True if the line is vertical: it is crossed from left to right, not from above to below.
    #[must_use]
    pub fn is_upright(&self) -> bool {
        self.line[0][0] == self.line[1][0]
    }
}

/// The room of each cell.
pub(crate) struct RoomAt {
    floors: Vec<(u32, Vec<Option<u32>>)>,
}

impl RoomAt {
    /// The rooms of a level.
    pub(crate) fn of(tiles: &Tiles) -> Self {
        let blank = |grid: &level::Grid| (grid.cols(), vec![None; grid.tiles().len()]);
        let mut at = Self { floors: tiles.floors.iter().map(blank).collect() };
        for (room, number) in tiles.rooms.iter().zip(0..) {
            for cell in room.cells() {
                if let Some((cols, cells)) = at.floors.get_mut(cell.floor as usize)
                    && cell.col < *cols
                    && let Some(place) = cells.get_mut((cell.row * *cols + cell.col) as usize)
                {
                    *place = Some(number);
                }
            }
        }
        at
    }

    /// The room of a cell, as an index in the list of rooms.
    pub(crate) fn get(&self, cell: Cell) -> Option<usize> {
        let (cols, cells) = self.floors.get(cell.floor as usize)?;
        if cell.col >= *cols {
            return None;
        }
        let number = *cells.get((cell.row * cols + cell.col) as usize)?;
        number.map(|number| number as usize)
    }
}

/// True if the player can ever stand on a tile.
pub(crate) fn is_open(tile: Option<Tile>) -> bool {
    tile.is_some_and(|tile| !tile.is_solid())
}

/// The ways of a level, without their things: first those between rooms, then doors and locks inside rooms.
pub(crate) fn ways(tiles: &Tiles, rooms: &RoomAt) -> Vec<Crossing> {
    let mut ways = between(tiles, rooms);
    let mut crossed: BTreeSet<Cell> = ways.iter().flat_map(|way| way.cells.clone()).collect();
    for (cell, _) in tiles.cells().filter(|(_, tile)| tile.is_door()) {
        if crossed.contains(&cell) {
            continue;
        }
        let mut piece = tiles.piece(cell);
        let is_new = !piece.iter().any(|cell| crossed.contains(cell));
        crossed.extend(&piece);
        if is_new {
            piece.sort_unstable();
            ways.extend(Area::all(&piece).into_iter().map(|area| across(tiles, rooms, area)));
        }
    }
    for lock in &tiles.locks {
        if !lock.cells.iter().any(|cell| crossed.contains(cell)) {
            ways.extend(Area::all(&lock.cells).into_iter().map(|area| across(tiles, rooms, area)));
            crossed.extend(&lock.cells);
        }
    }
    ways
}

/// The ways between cells of different rooms. Each straight run between two rooms is one way.
fn between(tiles: &Tiles, rooms: &RoomAt) -> Vec<Crossing> {
    /// The positions along each line, by floor, direction, line, and rooms.
    type Runs = BTreeMap<(u32, bool, u32, [Option<usize>; 2]), Vec<u32>>;
    let mut runs = Runs::new();
    for (cell, _) in tiles.cells().filter(|&(_, tile)| is_open(Some(tile))) {
        let here = rooms.get(cell);
        for (upright, beside) in [(true, cell.offset(0, 1)), (false, cell.offset(1, 0))] {
            let Some(beside) = beside.filter(|&beside| is_open(tiles.tile(beside))) else {
                continue;
            };
            let there = rooms.get(beside);
            if here != there {
                let (line, at) =
                    if upright { (beside.col, cell.row) } else { (beside.row, cell.col) };
                runs.entry((cell.floor, upright, line, [here, there])).or_default().push(at);
            }
        }
    }
    let mut ways = Vec::new();
    for ((floor, upright, line, rooms), mut places) in runs {
        places.sort_unstable();
        for run in places.chunk_by(|a, b| a + 1 == *b) {
            let (Some(&first), Some(&last)) = (run.first(), run.last()) else { continue };
            let point = |at: u32| if upright { [2 * line, 2 * at] } else { [2 * at, 2 * line] };
            let sides = run.iter().flat_map(|&at| match upright {
                true => [Cell::new(floor, at, line - 1), Cell::new(floor, at, line)],
                false => [Cell::new(floor, line - 1, at), Cell::new(floor, line, at)],
            });
            let mut cells: Vec<Cell> = sides.collect();
            cells.sort_unstable();
            let line = [point(first), point(last + 1)];
            ways.push(Crossing { floor, line, cells, rooms, thing: 0 });
        }
    }
    ways
}

/// The way across the middle of an area.
fn across(tiles: &Tiles, rooms: &RoomAt, area: Area) -> Crossing {
    let Area { corner, rows, cols } = area;
    let open = |row: i32, col: i32| is_open(corner.offset(row, col).and_then(|at| tiles.tile(at)));
    let (below, right) = (rows as i32, cols as i32);
    let sideways = open(0, -1) && open(0, right);
    let lengthways = open(-1, 0) && open(below, 0);
    let upright = sideways && (!lengthways || rows > cols);
    let (x, y) = (2 * corner.col, 2 * corner.row);
    let line = match upright {
        true => [[x + cols, y], [x + cols, y + 2 * rows]],
        false => [[x, y + rows], [x + 2 * cols, y + rows]],
    };
    let room = rooms.get(corner);
    Crossing {
        floor: corner.floor,
        line,
        cells: area.cells().collect(),
        rooms: [room, room],
        thing: 0,
    }
}

/// A line through corners of cells, each as column and row. It is closed if both ends are equal.
pub(crate) type Line = Vec<[u32; 2]>;

/// The cells of a floor, classified for walls.
pub(crate) struct Ground<'a> {
    grid: &'a Grid,
    /// True for VOID cells that are connected to the outside.
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

    /// True if a cell blocks sight: it is a wall, or outside.
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

    /// The edges of pits that are not walls.
    pub(crate) fn pits(&self) -> Vec<Line> {
        self.around(&|row, col| !self.is_pit(row, col))
    }

    /// The lines around the cells that are not shut. These cells are on the right-hand side of each line.
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

/// Follows edges from a corner until it is reached again.
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

/// A closed line without the corners where it continues straight.
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

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Area {
    /// The upper left cell.
    pub corner: Cell,
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub cols: u32,
}

impl Area {
    /// The area of one cell.
    #[must_use]
    pub fn of(corner: Cell) -> Self {
        Self { corner, rows: 1, cols: 1 }
    }

    /// Its cells in reading order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let Self { corner, rows, cols } = self;
        (0..rows).flat_map(move |row| {
            (0..cols).map(move |col| Cell::new(corner.floor, corner.row + row, corner.col + col))
        })
    }

    /// True if a cell is in it.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        let inside = |at: u32, from: u32, many: u32| at >= from && at - from < many;
        cell.floor == self.corner.floor
            && inside(cell.row, self.corner.row, self.rows)
            && inside(cell.col, self.corner.col, self.cols)
    }

    /// Rectangles with the same cells in the same order.
    #[must_use]
    pub fn all(cells: &[Cell]) -> Vec<Self> {
        let mut areas: Vec<Self> = Vec::new();
        let is_next = |a: &Cell, b: &Cell| {
            (a.floor, a.row, a.col.checked_add(1)) == (b.floor, b.row, Some(b.col))
        };
        for run in cells.chunk_by(is_next) {
            let Some(&corner) = run.first() else { continue };
            let cols = run.len() as u32;
            match areas.last_mut() {
                Some(above)
                    if above.cols == cols
                        && (above.corner.floor, above.corner.col) == (corner.floor, corner.col)
                        && above.corner.row + above.rows == corner.row =>
                {
                    above.rows += 1;
                }
                _ => areas.push(Self { corner, rows: 1, cols }),
            }
        }
        areas
    }
}

/// The first index that a span covers, and the index after the last. An index is covered if more than half of it is in
/// the span; at least one is.
pub(crate) fn covered(from: f64, to: f64) -> (f64, f64) {
    let (first, end) = (from.round(), to.round());
    if first < end {
        return (first, end);
    }
    let middle = f64::midpoint(from, to).floor();
    (middle, middle + 1.0)
}

/// The part of a span of indices below `many`: the first index, and their number.
pub(crate) fn within((first, end): (f64, f64), many: u32) -> Option<(u32, u32)> {
    let (low, high) = (first.max(0.0), end.min(f64::from(many)));
    (first < end && low < high).then_some((low as u32, (high - low) as u32))
}

/// True for a single-cell tile, which fills one cell whatever its drawn size. Other tiles fill all cells that they cover.
pub(crate) fn is_one(tile: Tile) -> bool {
    tile.is_item() || matches!(tile, Tile::Start | Tile::Enemy | Tile::Boss | Tile::Puzzle)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(drawing: &str) -> Tiles {
        level::formats::text::read(drawing).unwrap().tiles.unwrap()
    }

    #[test]
    fn a_door_inside_of_a_room_is_crossed_in_its_middle() {
        let tiles = tiles("#######\n#@k#.*#\n#..+..#\n#######\n");
        let ways = ways(&tiles, &RoomAt::of(&tiles));
        assert_eq!(ways.len(), 1);
        assert_eq!((ways[0].line, ways[0].is_upright()), ([[7, 4], [7, 6]], true));
        assert_eq!((ways[0].cells.clone(), ways[0].rooms), (vec![Cell::new(0, 2, 3)], [None; 2]));
    }

    #[test]
    fn rooms_that_touch_have_a_way_for_each_run_of_open_cells() {
        let mut tiles = tiles("######\n#@//.#\n#.##.#\n#..*.#\n######\n");
        let room = |node, col| level::Room { node, corner: Cell::new(0, 0, col), rows: 5, cols: 3 };
        tiles.rooms = vec![room(0, 0), room(1, 3)];
        let ways = ways(&tiles, &RoomAt::of(&tiles));
        let lines: Vec<_> = ways.iter().map(|way| (way.line, way.rooms)).collect();
        let rooms = [Some(0), Some(1)];
        assert_eq!(lines, [([[6, 2], [6, 4]], rooms), ([[6, 6], [6, 8]], rooms)]);
        assert_eq!(ways[0].cells, [Cell::new(0, 1, 2), Cell::new(0, 1, 3)]);
    }

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

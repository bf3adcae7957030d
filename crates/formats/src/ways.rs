//! Ways through: where cells of two rooms touch, and doors inside rooms.
//!
//! Invariant: two open cells that touch and lie in different rooms have a way between them, so that with all ways closed
//! nothing leads out of a room. Lengths are in half cells, so that the middle of a cell is a whole number.

use crate::area::Area;
use level::{Cell, Tile, Tiles};
use std::collections::{BTreeMap, BTreeSet};

/// A line across which somebody passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The floor.
    pub floor: u32,
    /// Both ends, each as x and y in half cells: downwards or to the right.
    pub line: [[u32; 2]; 2],
    /// The cells on both sides, or those of the door that it crosses.
    pub cells: Vec<Cell>,
    /// The rooms to its left or above, and to its right or below, as places in the list of rooms.
    pub rooms: [Option<usize>; 2],
    /// The thing that is passed, as a place in the list of things.
    pub thing: usize,
}

impl Way {
    /// True if it is passed from left to right, and not from above to below.
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

    /// The room of a cell, as a place in the list of rooms.
    pub(crate) fn get(&self, cell: Cell) -> Option<usize> {
        let (cols, cells) = self.floors.get(cell.floor as usize)?;
        if cell.col >= *cols {
            return None;
        }
        let number = *cells.get((cell.row * cols + cell.col) as usize)?;
        number.map(|number| number as usize)
    }
}

/// True if somebody may stand on a tile at some time.
pub(crate) fn is_open(tile: Option<Tile>) -> bool {
    tile.is_some_and(|tile| !tile.is_solid())
}

/// The ways of a level, things left out: those between rooms, then doors and locks that lie inside of rooms.
pub(crate) fn ways(tiles: &Tiles, rooms: &RoomAt) -> Vec<Way> {
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

/// The ways between cells of different rooms: each straight run of them between two rooms is one.
fn between(tiles: &Tiles, rooms: &RoomAt) -> Vec<Way> {
    /// By floor, direction, line, and rooms: the places along the line.
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
            ways.push(Way { floor, line, cells, rooms, thing: 0 });
        }
    }
    ways
}

/// The way across an area: through its middle.
fn across(tiles: &Tiles, rooms: &RoomAt, area: Area) -> Way {
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
    Way { floor: corner.floor, line, cells: area.cells().collect(), rooms: [room, room], thing: 0 }
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
}

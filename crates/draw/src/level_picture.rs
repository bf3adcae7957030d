//! The parts of a level's picture besides its tiles: doors of several tiles, requirements of the room graph at
//! doorways, and a way through the level.
//!
//! Invariant: only the level is read, no plan and no rules.

#[cfg(test)]
mod tests;

use level::{Cell, Edge, Graph, Grid, Requirement, Room, Tile, Tiles};
use std::collections::{BTreeMap, BTreeSet};

/// A door of more cells than this is drawn cell by cell.
const LARGEST_DOOR: usize = 16;

/// A way to draw over a level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// Its title, for the head of the page.
    pub title: String,
    /// The cells of the way, from the start on.
    pub cells: Vec<Cell>,
    /// Indices in `cells` that are reached by a warp.
    pub warps: BTreeSet<usize>,
    /// Events: an index in `cells`, and words.
    pub events: Vec<(usize, String)>,
    /// The kind of its end.
    pub end: End,
}

/// The end of a way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// At a goal.
    #[default]
    Goal,
    /// At a dead state, from which no goal can be reached.
    DeadState,
}

/// Door tiles of one kind that fill a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Door {
    /// The kind.
    pub tile: Tile,
    /// The upper left cell.
    pub first: Cell,
    /// The lower right cell.
    pub last: Cell,
}

/// The doors of a level. Door tiles that touch form one door, unless they are too many or fill no rectangle.
pub fn doors(tiles: &Tiles) -> Vec<Door> {
    let mut seen = BTreeSet::<Cell>::new();
    let mut doors = Vec::new();
    for (cell, tile) in tiles.cells().filter(|(_, tile)| tile.is_door()) {
        if seen.contains(&cell) {
            continue;
        }
        let cells = BTreeSet::from_iter(tiles.piece(cell));
        seen.extend(&cells);
        let low = |at: fn(&Cell) -> u32| cells.iter().map(at).min().unwrap_or_default();
        let high = |at: fn(&Cell) -> u32| cells.iter().map(at).max().unwrap_or_default();
        let first = Cell::new(cell.floor, low(|c| c.row), low(|c| c.col));
        let last = Cell::new(cell.floor, high(|c| c.row), high(|c| c.col));
        let area = (last.row - first.row + 1) as usize * (last.col - first.col + 1) as usize;
        if area == cells.len() && area <= LARGEST_DOOR {
            doors.push(Door { tile, first, last });
        } else {
            doors.extend(cells.iter().map(|&cell| Door { tile, first: cell, last: cell }));
        }
    }
    doors
}

/// Requirements of the room graph at a doorway.
#[derive(Clone, Debug, PartialEq)]
pub struct Badge {
    /// The floor.
    pub floor: u32,
    /// The middle of the doorway, in rows and columns from the floor's corner.
    pub at: (f64, f64),
    /// The requirements, each once.
    pub asks: Vec<Requirement>,
    /// The passable direction of a one-way doorway: rows down and columns right.
    pub one_way: Option<(i32, i32)>,
}

/// The badges of all doorways between rooms that have requirements in the graph or are one-way.
pub fn badges(tiles: &Tiles, graph: &Graph) -> Vec<Badge> {
    let rooms: BTreeMap<u32, &Room> = tiles.rooms.iter().map(|room| (room.node, room)).collect();
    let mut pairs = BTreeMap::<_, Vec<&Edge>>::new();
    let plain = |edge: &&Edge| edge.from != edge.to && !edge.requires(Requirement::Stair);
    for edge in graph.edges.iter().filter(plain) {
        pairs.entry((edge.from.min(edge.to), edge.from.max(edge.to))).or_default().push(edge);
    }
    let mut badges = Vec::new();
    for ((a, b), edges) in pairs {
        if let (Some(&a), Some(&b)) = (rooms.get(&a), rooms.get(&b)) {
            let ways = doorways(tiles, a, b).into_iter();
            badges.extend(ways.filter_map(|way| badge(tiles, &way, a, &edges)));
        }
    }
    badges
}

/// The STAIR tiles of rooms, with the nodes that the room's stairs lead to.
pub fn stairs_of(tiles: &Tiles, graph: &Graph) -> Vec<(Cell, BTreeSet<u32>)> {
    let mut leads = BTreeMap::<u32, BTreeSet<u32>>::new();
    for edge in graph.edges.iter().filter(|edge| edge.requires(Requirement::Stair)) {
        leads.entry(edge.from).or_default().insert(edge.to);
    }
    let mut stairs = Vec::new();
    for room in &tiles.rooms {
        if let Some(to) = leads.get(&room.node) {
            let there = room.cells().filter(|&cell| tiles.tile(cell) == Some(Tile::Stair));
            stairs.extend(there.map(|cell| (cell, to.clone())));
        }
    }
    stairs
}

/// A straight run of steps from one room to another: the cells before the step, its direction, and the tiles.
struct Doorway {
    cells: Vec<Cell>,
    way: (i32, i32),
    tiles: BTreeSet<Tile>,
}

fn doorways(tiles: &Tiles, a: &Room, b: &Room) -> Vec<Doorway> {
    let inside = |cell: Cell| {
        let tile = tiles.tile(cell)?;
        (!matches!(tile, Tile::Wall | Tile::Void)).then_some(tile)
    };
    let mut ways = Vec::new();
    if !a.is_adjacent(b) {
        return ways;
    }
    for way in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
        let step = |cell: Cell| {
            let next = cell.offset(way.0, way.1).filter(|&next| b.contains(next))?;
            Some((cell, [inside(cell)?, inside(next)?]))
        };
        let steps: Vec<_> = a.cells().filter_map(step).collect();
        let beside = |x: Cell, y: Cell| x.row.abs_diff(y.row) + x.col.abs_diff(y.col) == 1;
        for run in steps.chunk_by(|x, y| beside(x.0, y.0)) {
            let cells = run.iter().map(|step| step.0).collect();
            ways.push(Doorway { cells, way, tiles: run.iter().flat_map(|step| step.1).collect() });
        }
    }
    ways
}

/// The badge of a doorway out of a room; none if it is passable both ways and its tiles show all requirements.
fn badge(tiles: &Tiles, doorway: &Doorway, room: &Room, edges: &[&Edge]) -> Option<Badge> {
    let (rows, cols) = doorway.way;
    let here = |cell: &Cell| {
        let back = cell.offset(-rows, -cols);
        doorway.cells.contains(cell) || back.is_some_and(|cell| doorway.cells.contains(&cell))
    };
    let locked = |asked: &Requirement| {
        let mut locks = tiles.locks.iter().filter(|lock| lock.needs.contains(asked));
        locks.any(|lock| lock.cells.iter().any(here))
    };
    let shown = |asked: &Requirement| match asked {
        Requirement::KeyLocked => doorway.tiles.contains(&Tile::DoorLocked),
        Requirement::BossLocked => doorway.tiles.contains(&Tile::DoorBoss),
        Requirement::Bombable => doorway.tiles.contains(&Tile::DoorBomb),
        Requirement::SoftLocked => true,
        other => locked(other),
    };
    let asks: BTreeSet<Requirement> =
        edges.iter().flat_map(|edge| edge.requires.iter().copied()).filter(|r| !shown(r)).collect();
    let one_way =
        only_way(edges).map(|from| if from == room.node { (rows, cols) } else { (-rows, -cols) });
    if asks.is_empty() && one_way.is_none() {
        return None;
    }
    let (first, last) = (doorway.cells.first()?, doorway.cells.last()?);
    let middle = |first: u32, last: u32, step: i32| {
        f64::from(first + last + 1) / 2.0 + f64::from(step) / 2.0
    };
    let at = (middle(first.row, last.row, rows), middle(first.col, last.col, cols));
    Some(Badge { floor: first.floor, at, asks: asks.into_iter().collect(), one_way })
}

/// The room from which the edges between two rooms lead, if all are one-way and leave the same room.
fn only_way(edges: &[&Edge]) -> Option<u32> {
    let from = edges.first()?.from;
    let one = |edge: &&Edge| edge.from == from && edge.requires(Requirement::SoftLocked);
    edges.iter().all(one).then_some(from)
}

/// The side of a cell, in units of the picture.
pub const SIDE: f64 = 16.0;
/// The distance between two floors, in cells; the caption of a floor is in it.
const BETWEEN: f64 = 2.0;
/// Number of page widths that are tried.
const MOST_TRIED: usize = 64;
/// The position of each floor on the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Places {
    /// For each floor the corner of its shown part, and the corner of its first cell, which may be cropped.
    corners: Vec<[(f64, f64); 2]>,
    /// The width of all floors.
    pub width: f64,
    /// The height of all floors.
    pub height: f64,
}

impl Places {
    /// Places the shown part of each floor, in rows. The width of the page is chosen for little blank space and a good
    /// aspect ratio.
    pub fn of(floors: &[Grid]) -> Self {
        let head = if floors.len() > 1 { BETWEEN } else { 0.0 };
        let crops: Vec<Crop> = floors.iter().map(Crop::of).collect();
        let widths = crops.iter().map(|part| f64::from(part.cols) + BETWEEN);
        let mut most = 0.0;
        let pages = widths.take(MOST_TRIED).map(|width| {
            most += width;
            Shelves::fill(&crops, most, head)
        });
        let used: f64 = crops.iter().map(|part| part.area(head)).sum();
        let best = pages.min_by(|a, b| a.cost(used).total_cmp(&b.cost(used))).unwrap_or_default();
        let corner = |(&(x, y), part): (&(f64, f64), &Crop)| {
            let (left, top) = (x - f64::from(part.left), y - f64::from(part.top));
            [(x * SIDE, y * SIDE), (left * SIDE, top * SIDE)]
        };
        Self {
            corners: best.corners.iter().zip(&crops).map(corner).collect(),
            width: best.width * SIDE,
            height: best.height * SIDE,
        }
    }

    /// The upper left corner of the shown part of a floor.
    pub fn shown(&self, floor: usize) -> (f64, f64) {
        self.corners.get(floor).copied().unwrap_or_default()[0]
    }

    /// The upper left corner of a floor's first cell.
    pub fn floor(&self, floor: usize) -> (f64, f64) {
        self.corners.get(floor).copied().unwrap_or_default()[1]
    }

    /// The upper left corner of a cell.
    pub fn corner(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.floor(cell.floor as usize);
        (x + f64::from(cell.col) * SIDE, y + f64::from(cell.row) * SIDE)
    }

    /// The middle of a cell.
    pub fn middle(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = self.corner(cell);
        (x + SIDE / 2.0, y + SIDE / 2.0)
    }
}

/// The shown part of a floor: all but blank rows and columns at its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Crop {
    top: u32,
    left: u32,
    rows: u32,
    cols: u32,
}

impl Crop {
    fn of(floor: &Grid) -> Self {
        let there = |row: &[Tile]| row.iter().any(|&tile| tile != Tile::Void);
        let rows: Vec<usize> =
            floor.iter_rows().enumerate().filter(|(_, row)| there(row)).map(|(y, _)| y).collect();
        let edge = |row: &[Tile]| row.iter().position(|&tile| tile != Tile::Void);
        let back = |row: &[Tile]| row.iter().rposition(|&tile| tile != Tile::Void);
        let left = floor.iter_rows().filter_map(edge).min();
        let right = floor.iter_rows().filter_map(back).max();
        match (rows.first(), rows.last(), left, right) {
            (Some(&top), Some(&bottom), Some(left), Some(right)) => Self {
                top: top as u32,
                left: left as u32,
                rows: (bottom - top + 1) as u32,
                cols: (right - left + 1) as u32,
            },
            // A blank floor is not cropped.
            _ => Self { rows: floor.rows(), cols: floor.cols(), ..Self::default() },
        }
    }

    /// Area on the page, including its caption and the space beside it.
    fn area(&self, head: f64) -> f64 {
        (f64::from(self.cols) + BETWEEN) * (f64::from(self.rows) + head)
    }
}

/// Floors side by side in rows, in their order; lengths are in cells.
#[derive(Clone, Debug, Default)]
struct Shelves {
    corners: Vec<(f64, f64)>,
    width: f64,
    height: f64,
}

impl Shelves {
    /// Fills rows of at most `most` cells.
    fn fill(floors: &[Crop], most: f64, head: f64) -> Self {
        let mut page = Self::default();
        let (mut x, mut y, mut deepest) = (0.0, 0.0, 0.0_f64);
        for floor in floors {
            let wide = f64::from(floor.cols) + BETWEEN;
            if x > 0.0 && x + wide > most {
                (x, y, deepest) = (0.0, y + deepest, 0.0);
            }
            page.corners.push((x, y + head));
            x += wide;
            deepest = deepest.max(f64::from(floor.rows) + head);
            page.width = page.width.max(x - BETWEEN);
            page.height = page.height.max(y + deepest);
        }
        page
    }

    /// The cost of a page: its share of blank space, and the distance from an aspect ratio of 1.4.
    fn cost(&self, used: f64) -> f64 {
        let (wide, high) = ((self.width + BETWEEN).max(1.0), self.height.max(1.0));
        4.0 * (wide * high / used.max(1.0)).ln() + (wide / high / 1.4).ln().abs()
    }
}

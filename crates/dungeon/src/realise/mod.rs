//! From rooms to tiles: a dungeon laid out as a level that can be walked.
//!
//! Every room is a rectangle of tiles with walls around it, every passage a pair of doors that face each other,
//! every way up or down a stair. The room graph goes with the tiles: what a passage asks for stands on its
//! edge, and the doors only look like it. Keys, switches and what solves a puzzle lie on tiles.
//!
//! Invariant: nothing that is laid for looks cuts anything off. Pillars, pools and blocks keep a ring of floor
//! around them, and the doors stay clear; see `chamber`.

mod chamber;
mod furnish;
mod blocks;
mod contents;

use crate::layout::{Direction, Layout};
use crate::mission::{Mission, Symbol};
use crate::puzzle::{Kind, Puzzle};
use crate::whole::level_graph::level_graph;
use crate::whole::{Dungeon, Version};
use chamber::Chamber;
use level::{Cell, Content, Grid, Level, Mark, Room, Tile, Tiles};
use search::Attempt;

pub use blocks::{Blocks, Lack};

/// The least and the most tiles of a side of a room, walls included.
pub const SIDES: (u32, u32) = (7, 40);
/// The most blocks that can be asked for.
pub const MOST_BLOCKS: u32 = 16;
/// The most states that a level with blocks may have.
pub const MOST_STATES: u64 = 1_000_000;

/// How rooms become tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// How many tiles a room has across, walls included.
    pub width: u32,
    /// How many it has down.
    pub height: u32,
    /// How many blocks there are at most; fewer where more would make too many states.
    pub blocks: u32,
}

/// Tiles that cannot be laid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// A room too small or too large.
    #[error("rooms of {0}x{1} tiles are asked for; each side is between {low} and {high}", low = SIDES.0, high = SIDES.1)]
    Sides(u32, u32),
    /// Too many blocks.
    #[error("{}", voice::asked((*.0).into(), "block", "blocks", 0..=MOST_BLOCKS.into()))]
    Blocks(u32),
}

impl Default for Request {
    /// The rooms of the console game, 16 by 11, and up to four blocks.
    fn default() -> Self {
        Self { width: 16, height: 11, blocks: 4 }
    }
}

impl Request {
    /// Whether it can be had.
    ///
    /// # Errors
    /// The limit that is broken.
    pub fn check(&self) -> Result<(), RequestError> {
        let fits = |side: u32| (SIDES.0..=SIDES.1).contains(&side);
        if !fits(self.width) || !fits(self.height) {
            return Err(RequestError::Sides(self.width, self.height));
        }
        if self.blocks > MOST_BLOCKS {
            return Err(RequestError::Blocks(self.blocks));
        }
        Ok(())
    }
}

/// Lays a dungeon out in tiles; says what came of the blocks.
#[must_use]
pub fn lay(
    dungeon: &Dungeon,
    request: &Request,
    version: Version,
    attempt: Attempt,
) -> (Level, Blocks) {
    let mut rooms = chambers(dungeon, request);
    // Before anything lies in a corner that is rounded off.
    furnish::round(dungeon, &mut rooms, &mut attempt.phase("corners"));
    contents::lay(dungeon, &mut rooms, &mut attempt.phase("contents"));
    let ladder = furnish::furnish(dungeon, &mut rooms, &mut attempt.phase("furniture"));
    let mut level = assemble(dungeon, request, &rooms);
    if let Some(ladder) = ladder {
        level.graph.nodes[ladder.room].contents.push(Content::KeyItem);
        level.graph.nodes[ladder.island].contents.push(Content::ItemMinor);
    }
    let stream = &mut attempt.phase("blocks");
    let blocks = blocks::lay(&mut level, &rooms, request.blocks, version, stream);
    (level, blocks)
}

/// The rooms with their walls and doors, in the order of the layout.
fn chambers(dungeon: &Dungeon, request: &Request) -> Vec<Chamber> {
    let layout = &dungeon.area.layout;
    let doors = doors(dungeon);
    let rooms = (0..).zip(&layout.rooms).map(|(id, room): (u32, _)| {
        let corner = corner(layout, request, room.coords);
        let mut chamber = Chamber::new(request.width, request.height, corner);
        for direction in room.connections.iter() {
            chamber.door(direction, doors.tile(id, direction));
        }
        chamber
    });
    rooms.collect()
}

/// The upper left cell of a room: every floor begins with its own westernmost column and northernmost row.
fn corner(layout: &Layout, request: &Request, [x, y, z]: [i32; 3]) -> Cell {
    let of = |axis: usize| {
        layout
            .rooms
            .iter()
            .filter(move |room| room.coords[2] == z)
            .map(move |room| room.coords[axis])
    };
    let (west, north) = (of(0).min().unwrap_or(x), of(1).max().unwrap_or(y));
    let top = layout.rooms.iter().map(|room| room.coords[2]).max().unwrap_or(z);
    Cell {
        floor: (top - z) as u32,
        row: (north - y) as u32 * request.height,
        col: (x - west) as u32 * request.width,
    }
}

/// The floors, empty, each as large as its rooms take, the topmost first.
fn floors(layout: &Layout, request: &Request) -> Vec<Grid> {
    let span = |z: Option<i32>, axis: usize| {
        let here = layout.rooms.iter().filter(|room| z.is_none_or(|z| room.coords[2] == z));
        let of: Vec<i32> = here.map(|room| room.coords[axis]).collect();
        let (low, high) = (of.iter().min().copied(), of.iter().max().copied());
        low.zip(high).map(|(low, high)| (high - low + 1) as u32)
    };
    let top = layout.rooms.iter().map(|room| room.coords[2]).max().unwrap_or(0);
    let floors = 0..span(None, 2).unwrap_or(0) as i32;
    let floor = |down: i32| {
        let size = |axis| span(Some(top - down), axis).unwrap_or(1);
        Grid::filled(size(1) * request.height, size(0) * request.width, Tile::Void)
    };
    floors.map(floor).collect()
}

/// The tiles, the graph, and which rectangle is which node.
fn assemble(dungeon: &Dungeon, request: &Request, rooms: &[Chamber]) -> Level {
    let mut floors = floors(&dungeon.area.layout, request);
    let mut tiles = Tiles {
        floors: Vec::new(),
        start: None,
        goals: None,
        rooms: Vec::new(),
        marks: Vec::new(),
        locks: Vec::new(),
    };
    let graph = level_graph(dungeon);
    for (node, chamber) in (0..).zip(rooms) {
        for (cell, tile) in chamber.cells() {
            if let Some(floor) = floors.get_mut(cell.floor as usize) {
                floor.set(cell.row, cell.col, tile);
            }
        }
        let (corner, rows, cols) = (chamber.corner, request.height, request.width);
        tiles.rooms.push(Room { node, corner, rows, cols });
        let symbol = |name: &str| graph.symbols.iter().position(|known| known == name);
        for (cell, gives) in chamber.marks() {
            let gives = match gives {
                Gives::Toggle(number) => Some(Content::Toggle(*number)),
                Gives::Symbol(name) => symbol(name).map(|id| Content::Symbol(id as u32)),
            };
            tiles.marks.extend(gives.map(|gives| Mark { cell, gives }));
        }
    }
    tiles.floors = floors;
    Level { name: None, tiles: Some(tiles), graph, provenance: None }
}

/// What a mark on a tile gives.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Gives {
    Symbol(String),
    Toggle(u32),
}

/// What doors look like: by the mission's locks and by the puzzles.
struct Doors<'a> {
    mission: &'a Mission,
    layout: &'a Layout,
    puzzles: &'a [Puzzle],
    numbers: Vec<u32>,
}

fn doors(dungeon: &Dungeon) -> Doors<'_> {
    let Dungeon { mission, area, .. } = dungeon;
    Doors {
        mission,
        layout: &area.layout,
        puzzles: &area.puzzles,
        numbers: dungeon.mission_rooms(),
    }
}

impl Doors<'_> {
    /// The tile of a door: closed by a small key, by something else, or open.
    fn tile(&self, room: u32, direction: Direction) -> Tile {
        let Some(place) = self.layout.rooms.get(room as usize).map(|room| room.coords) else {
            return Tile::DoorOpen;
        };
        let Some(to) = self.layout.index(direction.step(place)) else { return Tile::DoorOpen };
        let blocks = |puzzle: &&Puzzle| {
            let at = |id: u32| self.layout.rooms.get(id as usize).map(|room| room.coords);
            let far =
                at(puzzle.room).and_then(|from| self.layout.index(puzzle.direction.step(from)));
            (puzzle.room, far) == (room, Some(to)) || (puzzle.room, far) == (to, Some(room))
        };
        let ends = [room, to].map(|id| self.numbers.get(id as usize).copied());
        let is_edge = |a: u32, b: u32| ends == [Some(a), Some(b)] || ends == [Some(b), Some(a)];
        let lock = self.mission.edges.iter().find(|edge| is_edge(edge.a, edge.b));
        match (lock.and_then(|edge| edge.symbol), self.puzzles.iter().find(blocks)) {
            (Some(Symbol::SmallKey), _) => Tile::DoorLocked,
            (Some(_), _) => Tile::DoorPuzzle,
            (None, Some(puzzle)) if is_small(&puzzle.kind) => Tile::DoorLocked,
            (None, Some(_)) => Tile::DoorPuzzle,
            (None, None) => Tile::DoorOpen,
        }
    }
}

/// Whether a puzzle is a door that any small key opens.
fn is_small(kind: &Kind) -> bool {
    matches!(kind, Kind::LockedDoor { key } if key == crate::puzzle::level_graph::SMALL_KEY)
}

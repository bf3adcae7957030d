//! From rooms to tiles: a dungeon laid out as a level that can be walked.
//!
//! Every room is a rectangle of tiles with walls around it, every passage a pair of doors that face each other,
//! every way up or down a stair. The room graph goes with the tiles: what a passage asks for stands on its
//! edge, and the doors only look like it. Keys, switches and what solves a puzzle lie on tiles.
//!
//! Invariant: nothing that is laid for looks cuts anything off. Pillars, pools and blocks keep a ring of floor
//! around them, and the doors stay clear; see `chamber`.

pub mod request;
mod chamber;
mod furnish;
mod blocks;
mod contents;

pub use blocks::{Blocks, Lack};
pub(crate) use request::BlockSpots;
pub use request::{MOST_BLOCKS, MOST_STATES, Request, RequestError, SIDES};

use crate::layout::{Direction, Layout};
use crate::mission::Symbol;
use crate::model::{Dungeon, Lock, Passage, level_graph};
use crate::puzzle::proof::is_small;
use chamber::{Chamber, Gives};
use level::{Cell, Content, Grid, Level, Mark, Room, Tile, Tiles};
use search::Attempt;

/// Lays a dungeon out in tiles; returns the level and the numbers of blocks.
#[must_use]
pub(crate) fn lay(
    dungeon: &Dungeon,
    request: &Request,
    spots: BlockSpots,
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
    let blocks = blocks::lay(&mut level, &rooms, request.blocks, spots, stream);
    (level, blocks)
}

/// The rooms with their walls and doors, in their order.
fn chambers(dungeon: &Dungeon, request: &Request) -> Vec<Chamber> {
    let rooms = dungeon.rooms().map(|room| {
        let corner = corner(&dungeon.area.layout, request, room.coords());
        let mut chamber = Chamber::new(request.width, request.height, corner);
        for direction in Direction::ALL {
            if let Some(passage) = room.passage(direction) {
                chamber.door(direction, door(passage));
            }
        }
        chamber
    });
    rooms.collect()
}

/// The tile of a door: closed by a small key, by something else, or open.
fn door(passage: Passage<'_>) -> Tile {
    match passage.lock() {
        Some(Lock::Symbol(Symbol::SmallKey)) => Tile::DoorLocked,
        Some(Lock::Puzzle(puzzle)) if is_small(&puzzle.kind) => Tile::DoorLocked,
        Some(_) => Tile::DoorPuzzle,
        None => Tile::DoorOpen,
    }
}

/// The least and the greatest coordinate along an axis of the rooms of a floor, or of all.
fn span(layout: &Layout, floor: Option<i32>, axis: usize) -> Option<(i32, i32)> {
    let here = layout.rooms.iter().filter(|room| floor.is_none_or(|z| room.coords[2] == z));
    let along = here.map(|room| room.coords[axis]);
    along.clone().min().zip(along.max())
}

/// The upper left cell of a room: every floor begins with its own westernmost column and northernmost row.
fn corner(layout: &Layout, request: &Request, [x, y, z]: [i32; 3]) -> Cell {
    let (west, _) = span(layout, Some(z), 0).unwrap_or((x, x));
    let (_, north) = span(layout, Some(z), 1).unwrap_or((y, y));
    let (_, top) = span(layout, None, 2).unwrap_or((z, z));
    Cell {
        floor: (top - z) as u32,
        row: (north - y) as u32 * request.height,
        col: (x - west) as u32 * request.width,
    }
}

/// The floors, empty, each as large as its rooms take, the topmost first.
fn floors(layout: &Layout, request: &Request) -> Vec<Grid> {
    let Some((lowest, top)) = span(layout, None, 2) else { return Vec::new() };
    let floor = |z: i32| {
        let size = |axis| span(layout, Some(z), axis).map_or(1, |(a, b)| (b - a + 1) as u32);
        Grid::filled(size(1) * request.height, size(0) * request.width, Tile::Void)
    };
    (lowest..=top).rev().map(floor).collect()
}

/// The tiles, the graph, and which rectangle is which node.
fn assemble(dungeon: &Dungeon, request: &Request, rooms: &[Chamber]) -> Level {
    let mut floors = floors(&dungeon.area.layout, request);
    let mut tiles = Tiles::default();
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
    Level { graph, ..Level::of_tiles(tiles) }
}

//! The cells that can ever hold a block, and the destination of each push.
//!
//! A block is pushed by who stands on the other side of it, onto floor, floor among water, or a cell that a
//! block stood on at the start; with `push_onto=walkable` onto whatever can always be entered and asks for
//! nothing. With `push=free` a block goes on from where it was pushed to, and with `blocks=reset` none leaves its room.

use super::terrain::Terrain;
use super::warps;
use crate::model::ruleset::{BlockReset, Push, PushOnto};
use crate::model::tile::Tile;
use crate::rules::blocks::{self, BlockMap, NONE};
use crate::rules::door::Location;

/// Up, down, left, right, in the order of the directions of a push.
pub(super) const DIRECTIONS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// The map of the pushes of a level; empty where nothing can be pushed.
pub(super) fn block_map(terrain: &Terrain<'_>) -> BlockMap {
    let mut map = BlockMap { once: blocks::once(terrain.rules.push), ..BlockMap::default() };
    let of_start = |&(_, tile): &(Location, &Tile)| *tile == Tile::Block;
    let mut locations: Vec<Location> =
        (0..).zip(&terrain.tile).filter(of_start).map(|(location, _)| location).collect();
    if terrain.rules.push == Push::Off || locations.is_empty() {
        return map;
    }
    map.start = (0..locations.len() as u32).collect();
    map.cell_of = vec![NONE; terrain.cells.len()];
    for (cell, &location) in (0..).zip(&locations) {
        map.cell_of[location as usize] = cell;
    }
    let mut done = 0;
    while let Some(&location) = locations.get(done) {
        let can_move = !map.once || done < map.start.len();
        let mut next = [NONE; 4];
        for (direction, next) in next.iter_mut().enumerate().filter(|_| can_move) {
            let Some(to) = pushed(terrain, location, direction) else { continue };
            let cell = &mut map.cell_of[to as usize];
            if *cell == NONE {
                *cell = locations.len() as u32;
                locations.push(to);
            }
            *next = *cell;
        }
        map.next.push(next);
        done += 1;
    }
    map
}

/// The location a block is pushed to from here in a direction; `None` if nobody can stand behind it or it
/// cannot stand ahead.
fn pushed(terrain: &Terrain<'_>, location: Location, direction: usize) -> Option<Location> {
    let (rows, cols) = DIRECTIONS[direction];
    let cell = terrain.cells[location as usize];
    terrain.location(cell.offset(-rows, -cols)?)?;
    let to = terrain.location(cell.offset(rows, cols)?)?;
    let resets = terrain.rules.blocks == BlockReset::Reset;
    let stays = !resets || terrain.room_at(location) == terrain.room_at(to);
    (stays && can_be_pushed_onto(terrain, to)).then_some(to)
}

/// True if a location takes a block, where none stands on it.
pub(crate) fn can_be_pushed_onto(terrain: &Terrain<'_>, location: Location) -> bool {
    match (terrain.tile[location as usize], terrain.rules.push_onto) {
        (tile, PushOnto::Walkable) => {
            let walkable = tile.is_always_walkable() || tile == Tile::Block;
            walkable && warps::entry(terrain, location).is_empty()
        }
        (Tile::Floor | Tile::ElementFloor | Tile::Block, PushOnto::Floor) => true,
        _ => false,
    }
}

//! Doors of tiles: which tiles are one door, and which of them the graph opens from the beginning.

use super::guards::Guards;
use super::terrain::Terrain;
use crate::model::graph::{NodeIndex, Requirement};
use crate::model::grid::Cell;
use crate::model::ruleset::{Bombs, Locks};
use crate::model::tile::Tile;
use crate::rules::door::Location;
use crate::rules::facts::Fact;
use crate::rules::lock::{Ask, Asks};
use rustc_hash::FxHashSet;

/// A door of tiles: the tile it is made of, and the locations of its cells in reading order.
pub(super) struct Doorway {
    pub(super) tile: Tile,
    pub(super) locations: Vec<Location>,
    /// Its first cell, which it is named by.
    pub(super) first: Cell,
    /// True if the graph joins the rooms on its two sides, so that the edges alone are its lock.
    pub(super) is_open: bool,
}

/// The doors of a level that ask for something.
pub(super) fn doorways(terrain: &Terrain<'_>, guards: &Guards<'_>) -> Vec<Doorway> {
    let mut doorways = Vec::new();
    let mut seen = FxHashSet::<Location>::default();
    for (location, &tile) in (0..).zip(&terrain.tile) {
        if tile.asks().is_none() || seen.contains(&location) {
            continue;
        }
        let mut locations = vec![location];
        if terrain.rules.locks == Locks::Doorway {
            let cells = terrain.tiles.piece(terrain.cells[location as usize]);
            locations = cells.into_iter().filter_map(|cell| terrain.location(cell)).collect();
            locations.sort_unstable();
            seen.extend(&locations);
        }
        let is_open = terrain.rules.locks == Locks::Doorway
            && locations.iter().any(|&location| is_guarded(terrain, guards, location));
        let first = terrain.cells[location as usize];
        doorways.push(Doorway { tile, locations, first, is_open });
    }
    doorways
}

/// True if a location of one room lies next to another room that the graph joins with it.
fn is_guarded(terrain: &Terrain<'_>, guards: &Guards<'_>, location: Location) -> bool {
    let node = |room: u32| terrain.rectangle(room).map(|room| room.node);
    let Some(here) = terrain.room_at(location).and_then(node) else { return false };
    let cell = terrain.cells[location as usize];
    let beside = |cell: Cell| -> Option<NodeIndex> {
        let rooms = &terrain.tiles.rooms;
        match terrain.location(cell) {
            Some(location) => terrain.room_at(location).and_then(node),
            // A wall belongs to a room too.
            None => rooms.iter().find(|room| room.contains(cell)).map(|room| room.node),
        }
    };
    cell.neighbours().filter_map(beside).any(|there| there != here && guards.joins(here, there))
}

/// Requirements for entering a cell of a door.
pub(super) fn asks(doorway: &Doorway, bombs: Bombs) -> Asks {
    let ask = match doorway.tile {
        _ if doorway.is_open => return Asks::new(),
        Tile::DoorLocked => Ask::Spend(Requirement::KeyLocked, Fact::KeyDoor(doorway.first)),
        Tile::DoorBomb if bombs == Bombs::Consumed => {
            Ask::Spend(Requirement::Bombable, Fact::BombDoor(doorway.first))
        }
        Tile::DoorBomb => Ask::For(Requirement::Bombable),
        _ => Ask::For(Requirement::BossLocked),
    };
    Asks::from_iter([ask])
}

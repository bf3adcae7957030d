//! The cells that can be entered, each a location of the world, with what lies there.
//!
//! Locations are numbered floor by floor in reading order. Invariant: a cell that can ever be entered, by
//! whatever means and after whatever pushes, has a location.

use crate::model::graph::NodeIndex;
use crate::model::grid::Cell;
use crate::model::level::{Level, Room, Tiles};
use crate::model::ruleset::{Push, Rules};
use crate::model::tile::Tile;
use crate::rules::door::Location;
use rustc_hash::FxHashMap;

/// The number of no location and no room.
pub(super) const NONE: u32 = u32::MAX;

/// The cells of a level that can be entered.
pub(super) struct Terrain<'a> {
    pub(super) level: &'a Level,
    pub(super) tiles: &'a Tiles,
    pub(super) rules: &'a Rules,
    /// By location: its cell.
    pub(super) cells: Vec<Cell>,
    /// By location: its tile, as the rules see it.
    pub(super) tile: Vec<Tile>,
    /// By location: the room it lies in, as an index into the level's list, or [`NONE`].
    pub(super) room: Vec<u32>,
    /// By node: the room that realises it.
    room_of_node: FxHashMap<NodeIndex, u32>,
    /// By floor: its rows, its columns, and the number of cells before it.
    sizes: Vec<(u32, u32, usize)>,
    /// By cell, floor by floor in reading order: its location, or [`NONE`].
    location: Vec<u32>,
    /// By location: the locks that its cell belongs to, as indices into the level's list.
    pub(super) locks: FxHashMap<Location, Vec<u32>>,
}

impl<'a> Terrain<'a> {
    /// Surveys a level.
    pub(super) fn of(level: &'a Level, tiles: &'a Tiles, rules: &'a Rules) -> Self {
        let mut sizes = Vec::with_capacity(tiles.floors.len());
        let mut many = 0;
        for grid in &tiles.floors {
            sizes.push((grid.rows(), grid.cols(), many));
            many += grid.tiles().len();
        }
        let mut terrain = Self {
            level,
            tiles,
            rules,
            cells: Vec::new(),
            tile: Vec::new(),
            room: Vec::new(),
            room_of_node: (0..).zip(&tiles.rooms).map(|(i, room)| (room.node, i)).collect(),
            sizes,
            location: vec![NONE; many],
            locks: FxHashMap::default(),
        };
        for ((cell, tile), i) in tiles.cells().zip(0..) {
            let tile = terrain.as_seen(tile);
            if terrain.can_be_entered(tile) {
                terrain.location[i] = terrain.cells.len() as u32;
                terrain.cells.push(cell);
                terrain.tile.push(tile);
            }
        }
        terrain.room = terrain.rooms();
        for (i, lock) in (0..).zip(&tiles.locks) {
            for &cell in &lock.cells {
                if let Some(location) = terrain.location(cell) {
                    let locks = terrain.locks.entry(location).or_default();
                    if locks.last() != Some(&i) {
                        locks.push(i);
                    }
                }
            }
        }
        terrain
    }

    /// The tile of a cell as the rules see it: with an explicit start START is floor, with explicit goals
    /// TRIFORCE is. Outside the floors there is nothing.
    pub(super) fn seen(&self, cell: Cell) -> Tile {
        self.tiles.tile(cell).map_or(Tile::Void, |tile| self.as_seen(tile))
    }

    fn as_seen(&self, tile: Tile) -> Tile {
        match tile {
            Tile::Start if self.tiles.start.is_some() => Tile::Floor,
            Tile::Triforce if self.tiles.goals.is_some() => Tile::Floor,
            tile => tile,
        }
    }

    fn can_be_entered(&self, tile: Tile) -> bool {
        match tile {
            Tile::Void | Tile::Wall => false,
            Tile::Block => self.rules.push != Push::Off,
            _ => true,
        }
    }

    /// By location, the room it lies in.
    fn rooms(&self) -> Vec<u32> {
        let mut rooms = vec![NONE; self.cells.len()];
        for (i, room) in (0..).zip(&self.tiles.rooms) {
            for location in room.cells().filter_map(|cell| self.location(cell)) {
                rooms[location as usize] = i;
            }
        }
        rooms
    }

    /// The number of a cell among all, floor by floor in reading order.
    pub(super) fn flat(&self, cell: Cell) -> Option<usize> {
        let &(rows, cols, before) = self.sizes.get(cell.floor as usize)?;
        let is_inside = cell.row < rows && cell.col < cols;
        is_inside.then(|| before + cell.row as usize * cols as usize + cell.col as usize)
    }

    /// The location of a cell, if it can be entered.
    pub(super) fn location(&self, cell: Cell) -> Option<Location> {
        let location = *self.location.get(self.flat(cell)?)?;
        (location != NONE).then_some(location)
    }

    /// The room of a location.
    pub(super) fn room_at(&self, location: Location) -> Option<u32> {
        self.room.get(location as usize).copied().filter(|&room| room != NONE)
    }

    /// The room that realises a node.
    pub(super) fn room_of(&self, node: NodeIndex) -> Option<u32> {
        self.room_of_node.get(&node).copied()
    }

    /// A room of the level.
    pub(super) fn rectangle(&self, room: u32) -> Option<&'a Room> {
        self.tiles.rooms.get(room as usize)
    }
}

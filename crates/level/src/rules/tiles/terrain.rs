//! The cells that can be entered, each a location of the world, with their contents and the pushes of blocks.
//!
//! Locations are numbered floor by floor in reading order. Invariant: a cell that can ever be entered, with any items
//! and after any pushes, has a location.

use crate::model::{Cell, Level, NodeIndex, Room, Tile, Tiles};
use crate::rules::lock::{Need, Needs};
use crate::rules::{BlockMap, BlockReset, Location, Push, PushOnto, Rules, blocks};
use rustc_hash::FxHashMap;

/// Marks the absence of a location or a room.
pub(super) const NONE: u32 = u32::MAX;

/// The cells of a level that can be entered.
pub(super) struct Terrain<'a> {
    pub(super) level: &'a Level,
    pub(super) tiles: &'a Tiles,
    pub(super) rules: &'a Rules,
    /// By location, its cell.
    pub(super) cells: Vec<Cell>,
    /// By location, its tile under the rules.
    pub(super) tile: Vec<Tile>,
    /// By location, its room as an index into the level's list, or [`NONE`].
    pub(super) room: Vec<u32>,
    /// By node, the room that realises it.
    room_of_node: FxHashMap<NodeIndex, u32>,
    /// By floor, its number of rows, its number of columns, and the number of cells before it.
    sizes: Vec<(u32, u32, usize)>,
    /// By cell, floor by floor in reading order, its location, or [`NONE`].
    location: Vec<u32>,
    /// By location, the locks of its cell, as indices into the level's list.
    pub(super) locks: FxHashMap<Location, Vec<u32>>,
}

impl<'a> Terrain<'a> {
    /// Finds the terrain of a level.
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

    /// The tile of a cell under the rules. START counts as floor if the level gives its start explicitly, and
    /// TRIFORCE if it gives its goals explicitly. Cells outside the floors are void.
    pub(super) fn seen(&self, cell: Cell) -> Tile {
        self.tiles.tile(cell).map_or(Tile::Void, |tile| self.as_seen(tile))
    }

    fn as_seen(&self, tile: Tile) -> Tile {
        match tile {
            Tile::Start if self.tiles.start.is_some() => Tile::Floor,
            Tile::Goal if self.tiles.goals.is_some() => Tile::Floor,
            tile => tile,
        }
    }

    fn can_be_entered(&self, tile: Tile) -> bool {
        match tile {
            Tile::Void | Tile::Wall => false,
            Tile::Block | Tile::Pit => self.rules.push != Push::Off,
            _ => true,
        }
    }

    /// By location, its room.
    fn rooms(&self) -> Vec<u32> {
        let mut rooms = vec![NONE; self.cells.len()];
        for (i, room) in (0..).zip(&self.tiles.rooms) {
            for location in room.cells().filter_map(|cell| self.location(cell)) {
                rooms[location as usize] = i;
            }
        }
        rooms
    }

    /// The index of a cell among all cells, floor by floor in reading order.
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

// -------------------------------------------------------------------------------------------------
// The cells that can ever hold a block, and the destination of each push.
//
// A player pushes a block from the opposite side. It can be pushed onto floor, floor among water, or a cell that held
// a block at the start, or a pit; with `push_onto=walkable`, onto any cell that can always be entered and requires
// nothing, and onto a pit that requires nothing.
// With `push=free` a block can be pushed on from its new cell. With `blocks=reset` no block leaves its room.

/// Offsets of up, down, left and right: the order of push directions.
pub(super) const DIRECTIONS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// The push map of a level; empty if nothing can be pushed.
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
    let (mut done, mut bottoms) = (0, Vec::new());
    while let Some(&location) = locations.get(done) {
        let is_bottom = bottoms.binary_search_by_key(&done, |(_, bottom)| *bottom).is_ok();
        let can_move = !is_bottom && (!map.once || done < map.start.len());
        let mut next = [NONE; 4];
        for (direction, next) in next.iter_mut().enumerate().filter(|_| can_move) {
            let Some(to) = pushed(terrain, location, direction) else { continue };
            let cell = &mut map.cell_of[to as usize];
            if *cell == NONE {
                *cell = locations.len() as u32;
                locations.push(to);
                if terrain.tile[to as usize] == Tile::Pit {
                    bottoms.push((*cell, locations.len()));
                    locations.push(to);
                }
            }
            *next = *cell;
        }
        map.next.push(next);
        done += 1;
    }
    if !bottoms.is_empty() {
        map.bottom = vec![NONE; map.next.len()];
        bottoms.iter().for_each(|&(cell, bottom)| map.bottom[cell as usize] = bottom as u32);
    }
    map
}

/// The destination of the block at a location when it is pushed in a direction; `None` if no player can stand behind
/// it or it cannot stand ahead.
fn pushed(terrain: &Terrain<'_>, location: Location, direction: usize) -> Option<Location> {
    let (rows, cols) = DIRECTIONS[direction];
    let cell = terrain.cells[location as usize];
    terrain.location(cell.offset(-rows, -cols)?)?;
    let to = terrain.location(cell.offset(rows, cols)?)?;
    let resets = terrain.rules.blocks == BlockReset::Reset;
    let stays = !resets || terrain.room_at(location) == terrain.room_at(to);
    (stays && can_be_pushed_onto(terrain, to)).then_some(to)
}

/// True if a block can be pushed onto a location that holds none.
pub(crate) fn can_be_pushed_onto(terrain: &Terrain<'_>, location: Location) -> bool {
    match (terrain.tile[location as usize], terrain.rules.push_onto) {
        (tile, PushOnto::Walkable) => {
            let walkable = tile.is_always_walkable() || matches!(tile, Tile::Block | Tile::Pit);
            walkable && entry(terrain, location).is_empty()
        }
        (Tile::Floor | Tile::ElementFloor | Tile::Block | Tile::Pit, PushOnto::Floor) => true,
        _ => false,
    }
}

/// The requirements of the locks of a cell, for entering it.
pub(super) fn entry(terrain: &Terrain<'_>, location: Location) -> Needs {
    let locks = terrain.locks.get(&location).into_iter().flatten();
    let locks = locks.filter_map(|&lock| terrain.tiles.locks.get(lock as usize));
    locks.flat_map(|lock| lock.needs.iter().map(|&need| Need::For(need))).collect()
}

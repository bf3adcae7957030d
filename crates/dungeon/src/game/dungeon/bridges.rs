//! The levers of a level that stand beyond pits: a player comes to them only over blocks that were pushed into the pits.

use super::{LEVER, Scene};
use level::rules::Push;
use level::{Cell, Content, Level, Room, SymbolId, Tile, Tiles};
use std::collections::{BTreeMap, BTreeSet};

/// Words for what bridges the way to a lever.
pub(super) const BRIDGE_WORDS: &[&str] =
    &["stones", "stone", "blocks", "block", "rocks", "boulders", "crates", "pits", "pit", "bridge"];

impl Scene {
    /// The number of blocks before a lever that stands beyond pits; `None` for any other thing.
    pub(super) fn bridge(&self, content: Content) -> Option<usize> {
        match content {
            Content::Symbol(id) => self.bridges.get(&id).copied(),
            _ => None,
        }
    }
}

/// For each lever that no walk from the edge of its room reaches, in a room with blocks and pits, the number of blocks in
/// the room.
pub(super) fn bridges(level: &Level) -> BTreeMap<SymbolId, usize> {
    let Some(tiles) = &level.tiles else { return BTreeMap::new() };
    if level.rules_under(None).push == Push::Off {
        return BTreeMap::new();
    }
    let levers = tiles.marks.iter().filter_map(|mark| match mark.gives {
        Content::Symbol(id) if level.graph.symbol_name(id).starts_with(LEVER) => {
            Some((id, mark.cell))
        }
        _ => None,
    });
    levers.filter_map(|(id, cell)| Some((id, blocks_before(tiles, cell)?))).collect()
}

/// The number of blocks in the room of a cell, if it has pits and no walk from its edge reaches the cell.
fn blocks_before(tiles: &Tiles, cell: Cell) -> Option<usize> {
    let room = *tiles.rooms.iter().find(|room| room.contains(cell))?;
    let count = |tile| room.cells().filter(|&at| tiles.tile(at) == Some(tile)).count();
    let blocks = count(Tile::Block);
    let barred = blocks > 0 && count(Tile::Pit) > 0 && !is_walked_to(tiles, &room, cell);
    barred.then_some(blocks)
}

/// True if a walk from the edge of a room reaches a cell without pushing.
fn is_walked_to(tiles: &Tiles, room: &Room, cell: Cell) -> bool {
    // Doors that something opens count as open.
    let is_open = |at: Cell| {
        let tile = tiles.tile(at).filter(|_| room.contains(at));
        tile.is_some_and(|tile| !matches!(tile, Tile::Void | Tile::Wall | Tile::Block | Tile::Pit))
    };
    let is_edge = |at: &Cell| {
        let (down, right) = (at.row - room.corner.row, at.col - room.corner.col);
        down == 0 || right == 0 || down + 1 == room.rows || right + 1 == room.cols
    };
    let mut waiting: Vec<Cell> = room.cells().filter(is_edge).filter(|&at| is_open(at)).collect();
    let mut seen: BTreeSet<Cell> = waiting.iter().copied().collect();
    while let Some(at) = waiting.pop() {
        let (up, left) = (at.row.checked_sub(1), at.col.checked_sub(1));
        let next = [
            up.map(|row| Cell { row, ..at }),
            left.map(|col| Cell { col, ..at }),
            at.row.checked_add(1).map(|row| Cell { row, ..at }),
            at.col.checked_add(1).map(|col| Cell { col, ..at }),
        ];
        for to in next.into_iter().flatten().filter(|&to| is_open(to)) {
            if seen.insert(to) {
                waiting.push(to);
            }
        }
    }
    seen.contains(&cell)
}

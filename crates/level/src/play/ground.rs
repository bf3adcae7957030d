//! The map of a level as the player changes it: things taken, doors opened, blocks moved.
//!
//! It applies the records of steps and knows no rules. Invariant: undoing an edit restores the previous map.

use crate::model::{Cell, Tile, Tiles};
use crate::plan::Record;
use crate::rules::{Fact, Locks, Position, Rules};
use std::collections::BTreeSet;

/// The current map.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The visible tiles.
    shown: Tiles,
    /// The tiles without blocks.
    under: Tiles,
    /// The original tiles, which decide the extent of a door.
    whole: Tiles,
    locks: Locks,
    /// The cells of blocks: initially, and now.
    at_start: BTreeSet<Cell>,
    blocks: BTreeSet<Cell>,
    /// The pits that blocks have filled.
    filled: BTreeSet<Cell>,
}

/// The changes of one step to a map, for undo.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    /// The previous tiles of changed cells, without blocks.
    tiles: Vec<(Cell, Tile)>,
    /// The cells that a block left, and the cells that a block entered.
    left: Vec<Cell>,
    came: Vec<Cell>,
}

impl Edits {
    /// The cells whose look may have changed.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let tiles = self.tiles.iter().map(|(cell, _)| *cell);
        tiles.chain(self.left.iter().copied()).chain(self.came.iter().copied())
    }
}

impl Ground {
    /// The initial map, with the things on the start cell taken. START becomes floor, because the player is drawn
    /// separately.
    #[must_use]
    pub fn of(tiles: &Tiles, rules: &Rules) -> Self {
        let at_start: BTreeSet<Cell> = tiles.holding(Tile::Block).collect();
        let mut under = tiles.clone();
        at_start.iter().for_each(|&cell| set(&mut under, cell, Tile::Floor));
        let (shown, whole, blocks) = (tiles.clone(), tiles.clone(), at_start.clone());
        let (locks, filled) = (rules.locks, BTreeSet::new());
        let mut ground = Self { shown, under, whole, locks, at_start, blocks, filled };
        if let Some(start) = tiles.start_cell() {
            ground.enter(start, &mut Edits::default());
            if tiles.tile(start) == Some(Tile::Start) {
                ground.lay(start, Tile::Floor, &mut Edits::default());
            }
        }
        ground
    }

    /// The current tiles. Rooms, plates, locks and marks are the original ones.
    #[must_use]
    pub fn tiles(&self) -> &Tiles {
        &self.shown
    }

    /// Applies the record of a step.
    pub fn after(&mut self, record: &Record) -> Edits {
        let mut edits = Edits::default();
        if let Position::Cell(cell) = record.position {
            self.enter(cell, &mut edits);
        }
        for &fact in &record.changed {
            let (Fact::KeyDoor(door) | Fact::BombDoor(door)) = fact else { continue };
            let piece = match self.locks {
                Locks::Doorway => self.whole.piece(door),
                Locks::Tile => vec![door],
            };
            piece.into_iter().for_each(|cell| self.lay(cell, Tile::DoorOpen, &mut edits));
        }
        self.push(record, &mut edits);
        edits
    }

    /// Undoes a step.
    pub fn undo(&mut self, edits: &Edits) {
        for &(cell, tile) in edits.tiles.iter().rev() {
            self.put(cell, tile);
        }
        edits.came.iter().for_each(|cell| _ = self.blocks.remove(cell));
        self.blocks.extend(edits.left.iter().copied());
        edits.cells().for_each(|cell| self.show(cell));
    }

    /// Takes the thing or opens the door on an entered cell.
    fn enter(&mut self, cell: Cell, edits: &mut Edits) {
        match self.under.tile(cell) {
            Some(tile) if tile.is_item() => self.lay(cell, Tile::Floor, edits),
            Some(tile) if tile.is_conditional_door() => self.lay(cell, Tile::DoorOpen, edits),
            _ => {}
        }
    }

    /// Moves the blocks of a step: first those that return, with their pits, then the pushed one.
    fn push(&mut self, record: &Record, edits: &mut Edits) {
        let mut now = self.blocks.clone();
        if record.resets {
            now.clone_from(&self.at_start);
            let filled = std::mem::take(&mut self.filled);
            filled.into_iter().for_each(|cell| self.lay(cell, Tile::Pit, edits));
        }
        if let Some((from, to)) = record.pushed {
            now.remove(&from);
            if self.under.tile(to) == Some(Tile::Pit) {
                self.lay(to, Tile::Floor, edits);
            } else {
                now.insert(to);
            }
        }
        edits.left.extend(self.blocks.difference(&now));
        edits.came.extend(now.difference(&self.blocks));
        self.blocks = now;
        edits.left.iter().chain(&edits.came).for_each(|&cell| self.show(cell));
    }

    /// Sets a tile, below a block if there is one.
    fn lay(&mut self, cell: Cell, tile: Tile, edits: &mut Edits) {
        let before = self.under.tile(cell).unwrap_or_default();
        if before != tile {
            edits.tiles.push((cell, before));
            self.put(cell, tile);
            self.show(cell);
        }
    }

    /// Sets a tile below a block, and notes if a pit is filled.
    fn put(&mut self, cell: Cell, tile: Tile) {
        set(&mut self.under, cell, tile);
        if self.whole.tile(cell) == Some(Tile::Pit) && tile != Tile::Pit {
            self.filled.insert(cell);
        } else {
            self.filled.remove(&cell);
        }
    }

    fn show(&mut self, cell: Cell) {
        let under = self.under.tile(cell).unwrap_or_default();
        let is_block = self.blocks.contains(&cell);
        set(&mut self.shown, cell, if is_block { Tile::Block } else { under });
    }
}

fn set(tiles: &mut Tiles, cell: Cell, tile: Tile) {
    if let Some(floor) = tiles.floors.get_mut(cell.floor as usize) {
        floor.set(cell.row, cell.col, tile);
    }
}

//! Pits for random levels: moats with blocks before them, and pits next to blocks.

use super::{Maker, Size};
use quandary_level::{Cell, Tile};

impl Maker {
    /// A moat from side to side, with blocks before it and room to push them; sometimes two cells wide.
    pub(super) fn moat(&mut self, size: Size) {
        let (rows, cols) = (self.tiles.floors[0].rows(), self.tiles.floors[0].cols());
        if !self.random.chance(if size == Size::Row { 90 } else { 75 }) || cols < 4 {
            return;
        }
        let (line, wide) = (2 + self.random.below(cols - 3), u32::from(self.random.chance(25)));
        let mirrored = self.random.chance(30);
        let at = |row: u32, col: u32| {
            let col = if mirrored { cols - 1 - col } else { col };
            Cell::new(0, row, col)
        };
        for row in 0..rows {
            for col in (line..=line + wide).filter(|col| *col < cols) {
                let tile = if self.random.chance(70) { Tile::Pit } else { Tile::Wall };
                self.put(at(row, col), tile);
            }
        }
        for _ in 0..1 + self.random.below(3) {
            let row = self.random.below(rows);
            (line..=line + wide).filter(|col| *col < cols).for_each(|col| {
                self.put(at(row, col), Tile::Pit);
                self.openings.push(at(row, col));
            });
            let block = line - 1 - u32::from(line > 2 && self.random.chance(25));
            self.put(at(row, block - 1), Tile::Floor);
            self.put(at(row, block), Tile::Block);
        }
    }

    /// Further pits, mostly next to blocks, and sometimes further blocks.
    pub(super) fn pits(&mut self) {
        for _ in 0..[0, 1, 1, 2, 3][self.random.below(5) as usize] {
            let cell = if self.random.chance(75) { self.near_a_block() } else { self.free() };
            if let Some(cell) = cell.filter(|cell| self.can_change(*cell)) {
                self.put(cell, Tile::Pit);
            }
        }
        if self.random.chance(25)
            && let Some(cell) = self.free().filter(|cell| self.can_change(*cell))
        {
            self.put(cell, Tile::Block);
        }
    }

    /// True if a cell is floor on which nobody starts.
    fn can_change(&self, cell: Cell) -> bool {
        self.is_floor(cell) && self.tiles.start != Some(cell)
    }
}

//! One room as tiles while it is laid: walls, doors, floor, and the permitted use of each cell.
//!
//! Three kinds of cells matter: *clear* ones stay floor, *taken* ones hold something, all other floor is free. A
//! feature, be it a pillar or a pool, takes a rectangle of free cells whose ring of eight neighbours and more
//! is floor, and clears the ring. Invariant: the floor of a room stays in one piece, for every way that a
//! feature cuts goes around it on its ring.

use crate::layout::Direction;
use level::{Cell, Tile};
use search::Stream;

/// Number of places that are drawn for something before it is left out.
const TRIES: u32 = 30;

/// A key or a switch that lies on a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Gives {
    Symbol(String),
    Toggle(u32),
}

/// Permitted use of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// Anything.
    Free,
    /// Nothing that stands in the way.
    Clear,
    /// Nothing.
    Taken,
}

/// Floor on which a block may stand, and come to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    /// Any, also where a key or a switch lies: a mark is on a tile of floor.
    Marks,
    /// Such as nothing lies on.
    Nothing,
}

/// A cell of a room, by row and column from its corner.
pub(super) type Spot = (u32, u32);

/// A room.
#[derive(Clone, Debug)]
pub(super) struct Chamber {
    /// Its upper left cell.
    pub(super) corner: Cell,
    width: u32,
    height: u32,
    tiles: Vec<Tile>,
    uses: Vec<Use>,
    marks: Vec<(Spot, Gives)>,
}

impl Chamber {
    /// Four walls.
    pub(super) fn new(width: u32, height: u32, corner: Cell) -> Self {
        let size = (width * height) as usize;
        let mut chamber = Self {
            corner,
            width,
            height,
            tiles: vec![Tile::Wall; size],
            uses: vec![Use::Taken; size],
            marks: Vec::new(),
        };
        for row in 1..height - 1 {
            for col in 1..width - 1 {
                chamber.set((row, col), Tile::Floor, Use::Free);
            }
        }
        chamber
    }

    fn index(&self, (row, col): Spot) -> Option<usize> {
        (row < self.height && col < self.width).then(|| (row * self.width + col) as usize)
    }

    fn set(&mut self, spot: Spot, tile: Tile, r#use: Use) {
        if let Some(at) = self.index(spot) {
            (self.tiles[at], self.uses[at]) = (tile, r#use);
        }
    }

    fn is_free(&self, spot: Spot) -> bool {
        self.index(spot).is_some_and(|at| self.uses[at] == Use::Free)
    }

    fn is_floor(&self, spot: Spot) -> bool {
        self.index(spot).is_some_and(|at| self.uses[at] != Use::Taken || self.is_marked(spot))
    }

    /// True if a thing lies there that one can walk over.
    fn is_marked(&self, spot: Spot) -> bool {
        self.index(spot).is_some_and(|at| self.tiles[at].is_always_walkable())
    }

    /// Every cell of the level with its tile.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Cell, Tile)> + '_ {
        (0..self.height).flat_map(move |row| {
            (0..self.width).filter_map(move |col| {
                let tile = *self.tiles.get(self.index((row, col))?)?;
                Some((self.cell((row, col)), tile))
            })
        })
    }

    /// A cell of the level.
    pub(super) fn cell(&self, (row, col): Spot) -> Cell {
        Cell { row: self.corner.row + row, col: self.corner.col + col, ..self.corner }
    }

    /// Keys and switches that lie on tiles, each with its cell.
    pub(super) fn marks(&self) -> impl Iterator<Item = (Cell, &Gives)> {
        self.marks.iter().map(|(spot, gives)| (self.cell(*spot), gives))
    }

    /// The middle of the room.
    pub(super) fn middle(&self) -> Spot {
        (self.height / 2, self.width / 2)
    }

    /// Cell of the door of a direction; `None` up and down.
    fn doorway(&self, direction: Direction) -> Option<Spot> {
        let (row, col) = self.middle();
        Some(match direction {
            Direction::North => (0, col),
            Direction::South => (self.height - 1, col),
            Direction::East => (row, self.width - 1),
            Direction::West => (row, 0),
            Direction::Up | Direction::Down => return None,
        })
    }

    /// The cell before the door of a direction; up and down, the cell beside the stair.
    pub(super) fn mouth(&self, direction: Direction) -> Spot {
        let (row, col) = self.middle();
        match direction {
            Direction::North => (1, col),
            Direction::South => (self.height - 2, col),
            Direction::East => (row, self.width - 2),
            Direction::West => (row, 1),
            Direction::Up | Direction::Down => (self.stair().0, self.stair().1 + 1),
        }
    }

    /// Cell of a stair.
    fn stair(&self) -> Spot {
        (2, 2)
    }

    /// Makes a door, or a stair, and keeps the cell before it clear.
    pub(super) fn door(&mut self, direction: Direction, tile: Tile) {
        match self.doorway(direction) {
            Some(spot) => self.set(spot, tile, Use::Taken),
            None => self.set(self.stair(), Tile::Stair, Use::Taken),
        }
        self.set(self.mouth(direction), Tile::Floor, Use::Clear);
    }

    /// Lays a tile that can be walked on and takes its cell: on a spot, or on one that is near it.
    pub(super) fn put(&mut self, near: Spot, tile: Tile) -> Option<Spot> {
        let spot = self.nearest(near)?;
        self.set(spot, tile, Use::Taken);
        Some(spot)
    }

    /// Lays a mark, on a tile that shows it.
    pub(super) fn mark(&mut self, near: Spot, tile: Tile, gives: Gives) {
        if let Some(spot) = self.put(near, tile) {
            self.marks.push((spot, gives));
        }
    }

    /// The free cell nearest to a spot, the first of several.
    fn nearest(&self, (row, col): Spot) -> Option<Spot> {
        let spots = (0..self.height).flat_map(|r| (0..self.width).map(move |c| (r, c)));
        let away = |&(r, c): &Spot| r.abs_diff(row) + c.abs_diff(col);
        spots.filter(|&spot| self.is_free(spot)).min_by_key(away)
    }

    /// A free cell drawn anywhere, or the nearest to where that failed.
    pub(super) fn anywhere(&self, stream: &mut Stream) -> Spot {
        let mut spot = self.middle();
        for _ in 0..TRIES {
            spot = (self.inner(self.height, stream), self.inner(self.width, stream));
            if self.is_free(spot) {
                break;
            }
        }
        spot
    }

    fn inner(&self, side: u32, stream: &mut Stream) -> u32 {
        stream.between(1, i64::from(side) - 2) as u32
    }

    /// Rounds a corner off: walls in steps, `depth` cells along each side. `south` and `east` say which.
    pub(super) fn round(&mut self, south: bool, east: bool, depth: u32) {
        for down in 0..depth {
            for right in 0..depth - down {
                let row = if south { self.height - 2 - down } else { 1 + down };
                let col = if east { self.width - 2 - right } else { 1 + right };
                if self.is_free((row, col)) {
                    self.set((row, col), Tile::Wall, Use::Taken);
                }
            }
        }
    }

    /// Largest depth to which corners may be rounded so that doors, stairs and what lies beside them stay free.
    pub(super) fn deepest(&self) -> u32 {
        (self.width.min(self.height) / 2).saturating_sub(3).min(3)
    }

    /// Puts a feature somewhere: a rectangle of rows of tiles, with a ring of floor around it.
    pub(super) fn feature(&mut self, rows: &[&[Tile]], stream: &mut Stream) -> bool {
        let high = rows.len() as u32;
        let wide = rows.iter().map(|row| row.len()).max().unwrap_or(0) as u32;
        if high + 4 > self.height || wide + 4 > self.width {
            return false;
        }
        for _ in 0..TRIES {
            let top = stream.between(2, i64::from(self.height - 2 - high)) as u32;
            let left = stream.between(2, i64::from(self.width - 2 - wide)) as u32;
            if self.has_room(top, left, high, wide) {
                self.build(top, left, rows);
                return true;
            }
        }
        false
    }

    /// True if a rectangle is free and the ring around it is floor.
    fn has_room(&self, top: u32, left: u32, high: u32, wide: u32) -> bool {
        let inside = |row: u32, col: u32| {
            (top..top + high).contains(&row) && (left..left + wide).contains(&col)
        };
        (top - 1..=top + high).all(|row| {
            (left - 1..=left + wide).all(|col| {
                if inside(row, col) { self.is_free((row, col)) } else { self.is_floor((row, col)) }
            })
        })
    }

    fn build(&mut self, top: u32, left: u32, rows: &[&[Tile]]) {
        let high = rows.len() as u32;
        let wide = rows.iter().map(|row| row.len()).max().unwrap_or(0) as u32;
        for row in top - 1..=top + high {
            for col in left - 1..=left + wide {
                if self.is_free((row, col)) {
                    self.set((row, col), Tile::Floor, Use::Clear);
                }
            }
        }
        for (row, tiles) in (top..).zip(rows) {
            for (col, &tile) in (left..).zip(*tiles) {
                self.set((row, col), tile, Use::Taken);
            }
        }
    }

    /// The cells along the northern wall where a block can stand: pushed east or west by one, it still has a
    /// row of floor before it, and nothing lies where it may come to stand. `beside` says which floor counts as
    /// free of things.
    pub(super) fn block_sites(&self, beside: Beside) -> impl Iterator<Item = Spot> + '_ {
        let clear = move |spot: Spot| {
            let free = |at: usize| beside == Beside::Marks || self.uses[at] != Use::Taken;
            self.index(spot).is_some_and(|at| self.tiles[at] == Tile::Floor && free(at))
        };
        let mouth = self.mouth(Direction::North).1;
        (3..self.width.saturating_sub(3)).map(|col| (1, col)).filter(move |&(row, col)| {
            let away = col.abs_diff(mouth) >= 3;
            away && (col - 2..=col + 2).all(|c| clear((row, c)) && clear((row + 1, c)))
        })
    }
}

//! The floor of a free-form mission: the room of each cell, and the places of walls and marks.
//!
//! Rows are counted from the north and columns from the west, as on a screen. The grid of the floor may be coarser than
//! the grid of the mission; then a block belongs to the smallest room that has a cell in it.

use dungeon::mission::Mission;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A cell of the floor, or a block of cells: column from the west, row from the north.
pub type Block = (i64, i64);

/// A wall one block long. An upright wall is on the west side of its block, any other on the north side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wall {
    /// True if it is upright.
    pub upright: bool,
    /// The block east or south of it.
    pub block: Block,
}

/// The room number of a block outside all rooms.
const OUTSIDE: u32 = u32::MAX;

/// The room of each block.
pub struct Floor {
    /// The rooms of the blocks, row by row.
    owners: Vec<u32>,
    /// Blocks from west to east.
    pub columns: i64,
    /// Blocks from north to south.
    pub rows: i64,
}

impl Floor {
    /// The floor of a mission, on a grid of at most `most` blocks each way; none without rooms.
    pub fn of(mission: &Mission, most: i64) -> Option<Self> {
        let all = || mission.rooms.iter().flat_map(|room| room.coords.cells());
        let (west, east) = (all().map(|c| c.0).min()?, all().map(|c| c.0).max()?);
        let (south, north) = (all().map(|c| c.1).min()?, all().map(|c| c.1).max()?);
        let [west, east, south, north] = [west, east, south, north].map(i64::from);
        let step = (east - west).max(north - south) / most.max(1) + 1;
        let (columns, rows) = ((east - west) / step + 1, (north - south) / step + 1);
        let owners = vec![OUTSIDE; (columns * rows) as usize];
        let mut floor = Self { owners, columns, rows };
        for id in smallest_first(mission) {
            for (x, y) in mission.rooms.get(id)?.coords.cells() {
                let block = ((i64::from(x) - west) / step, (north - i64::from(y)) / step);
                floor.claim(block, id as u32);
            }
        }
        Some(floor)
    }

    /// Assigns a block to a room, unless it already has one.
    fn claim(&mut self, block: Block, id: u32) {
        if let Some(owner) = self.index(block).and_then(|at| self.owners.get_mut(at))
            && *owner == OUTSIDE
        {
            *owner = id;
        }
    }

    /// The index of a block in row order, if it is on the floor.
    fn index(&self, (x, y): Block) -> Option<usize> {
        let inside = (0..self.columns).contains(&x) && (0..self.rows).contains(&y);
        inside.then_some((y * self.columns + x) as usize)
    }

    /// The room a block belongs to.
    pub fn owner(&self, block: Block) -> Option<usize> {
        let owner = self.index(block).and_then(|at| self.owners.get(at));
        owner.filter(|&&owner| owner != OUTSIDE).map(|&owner| owner as usize)
    }

    /// The blocks that belong to rooms, row by row, with their rooms.
    pub fn blocks(&self) -> impl Iterator<Item = (Block, usize)> + '_ {
        let all = (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| (x, y)));
        all.filter_map(|block| Some((block, self.owner(block)?)))
    }

    /// True if a wall separates two blocks.
    pub fn parts(&self, a: Block, b: Block) -> bool {
        self.owner(a) != self.owner(b)
    }

    /// The walls between each pair of rooms that touch, in order along each line. The key has the lower room number
    /// first.
    pub fn shared_walls(&self) -> BTreeMap<(usize, usize), Vec<Wall>> {
        let mut walls = BTreeMap::<_, Vec<_>>::new();
        for (block @ (x, y), here) in self.blocks() {
            for (other, upright) in [((x - 1, y), true), ((x, y - 1), false)] {
                if let Some(there) = self.owner(other).filter(|&there| there != here) {
                    let pair = (here.min(there), here.max(there));
                    walls.entry(pair).or_default().push(Wall { upright, block });
                }
            }
        }
        for shared in walls.values_mut() {
            shared.sort_unstable_by_key(|wall| (wall.upright, wall.line(), wall.along()));
        }
        walls
    }

    /// The block of each room's mark, and the number of steps from there to the room's border. It is the deepest block;
    /// among equally deep ones the nearest to the room's middle.
    pub fn marks(&self) -> BTreeMap<usize, (Block, u32)> {
        let mut blocks = BTreeMap::<usize, Vec<Block>>::new();
        for (block, id) in self.blocks() {
            blocks.entry(id).or_default().push(block);
        }
        let depths = self.depths();
        let depth = |block| self.index(block).and_then(|at| depths.get(at)).copied().unwrap_or(0);
        blocks.into_iter().filter_map(|(id, blocks)| Some((id, deepest(&blocks, depth)?))).collect()
    }

    /// Steps from each block to the border of its room, in row order; 0 at the border.
    fn depths(&self) -> Vec<u32> {
        let borders = |&block: &Block| around(block).any(|other| self.parts(block, other));
        let mut front: Vec<Block> = self.blocks().map(|(block, _)| block).filter(borders).collect();
        let mut depths = vec![u32::MAX; self.owners.len()];
        for depth in 0.. {
            for at in front.iter().filter_map(|&block| self.index(block)) {
                if let Some(place) = depths.get_mut(at) {
                    *place = depth;
                }
            }
            let unknown = |&block: &Block| {
                self.owner(block).is_some()
                    && self.index(block).and_then(|at| depths.get(at)) == Some(&u32::MAX)
            };
            let mut next: Vec<Block> =
                front.iter().flat_map(|&block| around(block)).filter(unknown).collect();
            next.sort_unstable();
            next.dedup();
            if next.is_empty() {
                break;
            }
            front = next;
        }
        depths
    }
}

impl Wall {
    /// The line the wall lies on: a column for an upright one, else a row.
    fn line(self) -> i64 {
        if self.upright { self.block.0 } else { self.block.1 }
    }

    /// The position along that line.
    fn along(self) -> i64 {
        if self.upright { self.block.1 } else { self.block.0 }
    }
}

/// The wall in the middle of the longest straight run, and the length of the run. The walls must be in order.
pub fn door(walls: &[Wall]) -> Option<(Wall, usize)> {
    let straight = |a: &Wall, b: &Wall| {
        (a.upright, a.line(), a.along() + 1) == (b.upright, b.line(), b.along())
    };
    let mut best: &[Wall] = &[];
    for run in walls.chunk_by(straight) {
        if run.len() > best.len() {
            best = run;
        }
    }
    Some((*best.get(best.len() / 2)?, best.len()))
}

/// The wall nearest to the middle of all walls.
pub fn middle(walls: &[Wall]) -> Option<Wall> {
    let blocks: Vec<Block> = walls.iter().map(|wall| wall.block).collect();
    let away = distance_from_mean(&blocks);
    walls.iter().copied().min_by_key(|wall| away(wall.block))
}

/// The rooms by number of cells, the smallest first; equal rooms by number.
fn smallest_first(mission: &Mission) -> Vec<usize> {
    let mut ids: Vec<usize> = (0..mission.rooms.len()).collect();
    ids.sort_by_cached_key(|&id| mission.rooms.get(id).map(|room| room.coords.cells().count()));
    ids
}

/// The four blocks beside a block.
fn around((x, y): Block) -> impl Iterator<Item = Block> {
    [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)].into_iter()
}

/// The deepest block of a room, and its depth. Among equally deep blocks it is the nearest to the mean of all.
fn deepest(blocks: &[Block], depth: impl Fn(Block) -> u32) -> Option<(Block, u32)> {
    let away = distance_from_mean(blocks);
    let best = blocks.iter().copied().min_by_key(|&block| (Reverse(depth(block)), away(block)))?;
    Some((best, depth(best)))
}

/// The distance of a block from the mean of some blocks, multiplied by the number of blocks.
fn distance_from_mean(blocks: &[Block]) -> impl Fn(Block) -> i64 {
    let n = blocks.len() as i64;
    let (sum_x, sum_y) = blocks.iter().fold((0, 0), |(sx, sy), &(x, y)| (sx + x, sy + y));
    move |(x, y)| (x * n - sum_x).abs() + (y * n - sum_y).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::missions;
    use dungeon::mission::Coords;

    #[test]
    fn rooms_lie_north_up_and_share_walls() {
        let floor = Floor::of(&missions::freeform(), 99).unwrap();
        assert_eq!((floor.columns, floor.rows), (3, 3));
        assert_eq!(floor.owner((0, 0)), Some(3));
        assert_eq!(floor.owner((0, 2)), Some(0));
        let walls = floor.shared_walls();
        let pairs: Vec<_> = walls.iter().map(|(&pair, walls)| (pair, walls.len())).collect();
        assert_eq!(
            pairs,
            [((0, 1), 2), ((0, 2), 1), ((0, 3), 1), ((1, 2), 1), ((1, 3), 1), ((2, 3), 1)]
        );
        assert_eq!(door(&walls[&(2, 3)]), Some((Wall { upright: false, block: (2, 1) }, 1)));
        assert_eq!(door(&[]), None);
    }

    #[test]
    fn marks_go_where_there_is_most_room() {
        let mut mission = missions::freeform();
        let long = (0..9).map(|x| (x, 3)).chain((4..7).flat_map(|y| (0..3).map(move |x| (x, y))));
        mission.rooms[3].coords = Coords::Cells(long.collect());
        let floor = Floor::of(&mission, 99).unwrap();
        assert_eq!(floor.marks().get(&3), Some(&((1, 2), 1)));
    }

    #[test]
    fn a_coarse_floor_keeps_small_rooms() {
        let mut mission = missions::freeform();
        mission.rooms[3].coords = Coords::Cells((0..4000).map(|x| (x, 2)).collect());
        let floor = Floor::of(&mission, 20).unwrap();
        assert!(floor.columns <= 20 && floor.rows == 1);
        assert_eq!(floor.owner((0, 0)), Some(1));
    }
}

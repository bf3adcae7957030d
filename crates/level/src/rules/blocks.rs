//! Positions of the blocks.
//!
//! Only some cells can ever hold a block: the cells with a block at the start, and the cells that a block can be
//! pushed onto. These cells are numbered. An *arrangement* is the set of cells that hold a block now. If each block
//! may be pushed only once, an arrangement is two sets: the blocks that were not pushed yet, and the blocks that
//! were. Blocks are interchangeable. Arrangements are interned: each has a number, and two are equal exactly if their
//! numbers are equal.
//!
//! A pit has two cells: one for a block on the floor that the pit becomes, and one, its *bottom*, for the block that
//! fills it. No location has a bottom as its cell, and no push leads to one: the first block that is pushed onto the pit
//! falls there, and stays. So an arrangement says which pits are filled.

use super::{Location, Push};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::Hasher;

/// Marks the absence of a cell.
pub(super) const NONE: u32 = u32::MAX;

/// The cells that can hold a block, and the destination of each push. Cells are numbered by [`BlockMap::next`].
#[derive(Clone, Debug, Default)]
pub(crate) struct BlockMap {
    /// True if each block can be pushed only once.
    pub(super) once: bool,
    /// By location of the world, the number of its cell, or [`NONE`]. Empty in a world without blocks.
    pub(super) cell_of: Vec<u32>,
    /// By cell, the destination of a push up, down, left and right, or [`NONE`].
    pub(super) next: Vec<[u32; 4]>,
    /// By cell of a pit, its bottom; for other cells, [`NONE`]. Empty in a world without pits.
    pub(super) bottom: Vec<u32>,
    /// The cells that hold a block at the start.
    pub(super) start: Vec<u32>,
    /// The blocks that were moved before the start. Each is a home cell, from [`BlockMap::start`], and the cell on
    /// which the block stands now. A block returns to its home cell.
    pub(super) moved: Vec<(u32, u32)>,
}

impl BlockMap {
    /// True if nothing can be pushed.
    pub(super) fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// The cell of a location, if it can ever hold a block.
    #[inline]
    pub(super) fn cell(&self, location: Location) -> Option<u32> {
        self.cell_of.get(location as usize).copied().filter(|&cell| cell != NONE)
    }

    /// The bottom of a cell, if it is the cell of a pit.
    #[inline]
    pub(super) fn bottom(&self, cell: u32) -> Option<u32> {
        self.bottom.get(cell as usize).copied().filter(|&bottom| bottom != NONE)
    }

    /// The bottoms of all pits that blocks can fill.
    pub(super) fn bottoms(&self) -> impl Iterator<Item = u32> + '_ {
        self.bottom.iter().copied().filter(|&bottom| bottom != NONE)
    }
}

/// True if each block may be pushed only once.
pub(super) fn once(push: Push) -> bool {
    push == Push::Once
}

pub(crate) type Arrangement = u32;

pub(super) const AT_START: Arrangement = 0;

/// The arrangements met so far. Most differ from the first by a few pushes, so each is stored as its changes: a
/// sorted list of the cells that lost their starting block, and of the cells that gained a block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    once: bool,
    /// By cell, true if it holds a block at the start.
    at_start: Vec<bool>,
    /// The arrangement of the player's first state: the starting one, unless blocks were moved before.
    first: Arrangement,
    /// True if there are so many cells that a change takes two numbers of 16 bits.
    wide: bool,
    /// The changes of all arrangements, one after another.
    changes: Vec<u16>,
    /// By arrangement, the end of its changes.
    ends: Vec<u32>,
    numbers: HashTable<Arrangement>,
    /// Working memory of a push.
    next: Vec<u32>,
}

/// The change of a cell that lost the block of the start.
fn lost(cell: u32) -> u32 {
    cell << 1
}

/// The change of a cell that gained a block.
fn gained(cell: u32) -> u32 {
    cell << 1 | 1
}

impl Blocks {
    /// Prepares the table for a world; its first arrangement has the number 0.
    pub(super) fn begin(&mut self, map: &BlockMap) {
        self.once = map.once;
        self.wide = map.next.len() >= 1 << 15;
        self.first = AT_START;
        self.changes.clear();
        self.ends.clear();
        self.numbers.clear();
        self.at_start.clear();
        if map.next.is_empty() {
            return;
        }
        self.at_start.resize(map.next.len(), false);
        for &cell in &map.start {
            self.at_start[cell as usize] = true;
        }
        self.next.clear();
        self.first = self.intern();
        if !map.moved.is_empty() {
            let changes = map.moved.iter().flat_map(|&(home, cell)| [lost(home), gained(cell)]);
            self.next.extend(changes);
            self.next.sort_unstable();
            self.first = self.intern();
        }
    }

    /// The arrangement of the player's first state.
    pub(super) fn first(&self) -> Arrangement {
        self.first
    }

    /// True if the world has no blocks.
    pub(crate) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of bytes used.
    pub(crate) fn bytes(&self) -> u64 {
        (self.changes.len() * 2 + self.ends.len() * 4 + self.numbers.capacity() * 5) as u64
    }

    fn changes(&self, arrangement: Arrangement) -> &[u16] {
        let end = |n: u32| self.ends.get(n as usize).map_or(0, |&end| end as usize);
        let begin = arrangement.checked_sub(1).map_or(0, end);
        self.changes.get(begin..end(arrangement)).unwrap_or(&[])
    }

    #[inline]
    fn has(&self, arrangement: Arrangement, change: u32) -> bool {
        let changes = self.changes(arrangement);
        match self.wide {
            false => changes.contains(&(change as u16)),
            true => changes.chunks_exact(2).any(|pair| *pair == halves(change)),
        }
    }

    /// True if a cell still holds its starting block.
    #[inline]
    fn kept(&self, arrangement: Arrangement, cell: u32) -> bool {
        self.at_start.get(cell as usize) == Some(&true) && !self.has(arrangement, lost(cell))
    }

    /// True if a block stands on a cell.
    #[inline]
    pub(super) fn holds(&self, arrangement: Arrangement, cell: u32) -> bool {
        self.kept(arrangement, cell) || self.has(arrangement, gained(cell))
    }

    /// True if a cell is an open pit: one that no block has filled yet.
    #[inline]
    pub(super) fn is_open_pit(&self, map: &BlockMap, arrangement: Arrangement, cell: u32) -> bool {
        map.bottom(cell).is_some_and(|bottom| !self.holds(arrangement, bottom))
    }

    /// The cells on which blocks stand, ascending, each with a flag: true if its block may still be pushed. A block that
    /// fills a pit stands on its bottom.
    pub(super) fn standing(&self, arrangement: Arrangement) -> Vec<(u32, bool)> {
        let cells = (0..self.at_start.len() as u32).filter(|&cell| self.holds(arrangement, cell));
        cells.map(|cell| (cell, self.is_movable(arrangement, cell))).collect()
    }

    /// The blocks that are not on their starting cells. Each is a starting cell, and a cell on which one of these
    /// blocks stands now.
    pub(super) fn moved(&self, arrangement: Arrangement) -> Vec<(u32, u32)> {
        let cells = || 0..self.at_start.len() as u32;
        let lost = cells().filter(|&cell| self.has(arrangement, lost(cell)));
        lost.zip(cells().filter(|&cell| self.has(arrangement, gained(cell)))).collect()
    }

    /// True if the block on a cell may still be pushed.
    pub(super) fn is_movable(&self, arrangement: Arrangement, cell: u32) -> bool {
        self.kept(arrangement, cell) || !self.once && self.has(arrangement, gained(cell))
    }

    /// The arrangement after pushing the block of a cell onto another cell; `None` if the push is not allowed.
    pub(super) fn push(
        &mut self,
        arrangement: Arrangement,
        from: u32,
        to: u32,
    ) -> Option<Arrangement> {
        if !self.is_movable(arrangement, from) || self.holds(arrangement, to) {
            return None;
        }
        let kept = self.kept(arrangement, from);
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        match self.wide {
            false => next.extend(self.changes(arrangement).iter().map(|&half| u32::from(half))),
            true => next.extend(self.changes(arrangement).chunks_exact(2).map(whole)),
        }
        // Blocks that may be pushed again are interchangeable: one that moves onto another's starting cell restores
        // that cell.
        if kept {
            next.push(lost(from));
        } else {
            next.retain(|&change| change != gained(from));
        }
        let returns = !self.once && self.at_start.get(to as usize) == Some(&true);
        if returns {
            next.retain(|&change| change != lost(to));
        } else {
            next.push(gained(to));
        }
        next.sort_unstable();
        self.next = next;
        Some(self.intern())
    }

    /// Converts an arrangement of another table over the same cells: the same blocks are moved. A block that is
    /// missing in one of the two worlds is moved in neither.
    pub(crate) fn like(&mut self, other: &Self, arrangement: Arrangement) -> Arrangement {
        if arrangement == AT_START {
            return AT_START;
        }
        self.next.clear();
        let changes = other.changes(arrangement);
        match other.wide {
            false => self.next.extend(changes.iter().map(|&half| u32::from(half))),
            true => self.next.extend(changes.chunks_exact(2).map(whole)),
        }
        self.intern()
    }

    /// The number of the arrangement in the working memory; a new arrangement gets the next number.
    fn intern(&mut self) -> Arrangement {
        let mut list: SmallVec<[u16; 32]> = SmallVec::new();
        for &change in &self.next {
            match self.wide {
                false => list.push(change as u16),
                true => list.extend(halves(change)),
            }
        }
        if let Some(&number) = self.numbers.find(hash(&list), |&n| self.changes(n) == &*list) {
            return number;
        }
        let number = self.ends.len() as u32;
        self.changes.extend_from_slice(&list);
        self.ends.push(self.changes.len() as u32);
        let Self { changes, ends, numbers, .. } = self;
        let of = |n: u32| {
            let begin = n.checked_sub(1).map_or(0, |before| ends[before as usize]);
            &changes[begin as usize..ends[n as usize] as usize]
        };
        numbers.insert_unique(hash(&list), number, |&n| hash(of(n)));
        number
    }
}

fn halves(change: u32) -> [u16; 2] {
    [(change >> 16) as u16, change as u16]
}

fn whole(pair: &[u16]) -> u32 {
    u32::from(pair[0]) << 16 | u32::from(pair[1])
}

fn hash(changes: &[u16]) -> u64 {
    let mut hasher = FxHasher::default();
    changes.iter().for_each(|&half| hasher.write_u16(half));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row_of_three(once: bool) -> BlockMap {
        let next = vec![[NONE, NONE, NONE, 1], [NONE, NONE, 0, 2], [NONE, NONE, 1, NONE]];
        let cell_of = vec![0, 1, 2];
        BlockMap { once, cell_of, next, start: vec![0], ..BlockMap::default() }
    }

    #[test]
    fn a_block_is_pushed_again_and_again_or_once() {
        for once in [false, true] {
            let mut blocks = Blocks::default();
            blocks.begin(&row_of_three(once));
            let there = blocks.push(0, 0, 1).unwrap();
            assert_eq!([blocks.holds(there, 0), blocks.holds(there, 1)], [false, true]);
            assert_eq!(blocks.push(there, 0, 1), None);
            assert_eq!(blocks.push(there, 1, 2).is_some(), !once);
            let back = blocks.push(there, 1, 0);
            assert_eq!(back, (!once).then_some(0));
        }
    }
}

//! Where blocks stand.
//!
//! Only some cells can ever hold a block: those that hold one at the start, and those onto which one can
//! be pushed. They are numbered, and an *arrangement* is the set of those that hold a block now; where each
//! block may be pushed but once, it is two sets, of the blocks not pushed yet and of those pushed. The
//! blocks themselves are interchangeable. Arrangements are interned: a number stands for each, and two
//! are equal exactly when their numbers are.

use super::Push;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A place of the world; see [`super::world`].
type Place = u32;

/// The number of no cell.
pub(super) const NONE: u32 = u32::MAX;

/// Which cells can hold a block, and where a push moves it. Numbers of cells are their places in
/// [`BlockMap::next`].
#[derive(Clone, Debug, Default)]
pub(super) struct BlockMap {
    /// Whether each block can be pushed but once.
    pub(super) once: bool,
    /// By place of the world: the number of its cell, or [`NONE`]. Empty in a world without blocks.
    pub(super) cell_of: Vec<u32>,
    /// By cell: where a push up, down, left and right moves the block, or [`NONE`].
    pub(super) next: Vec<[u32; 4]>,
    /// The cells that hold a block at the start.
    pub(super) start: Vec<u32>,
}

impl BlockMap {
    /// The cell of a place, if it can ever hold a block.
    #[inline]
    pub(super) fn cell(&self, place: Place) -> Option<u32> {
        self.cell_of.get(place as usize).copied().filter(|&cell| cell != NONE)
    }
}

/// What `pushing` calls for of the rules.
pub(super) fn once(push: Push) -> bool {
    push == Push::Once
}

/// The number of an arrangement.
pub type Arrangement = u32;

/// The arrangements met so far.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    /// How many words a set takes.
    words: usize,
    /// How many sets an arrangement takes: one, or two where blocks are pushed but once.
    sets: usize,
    arrangements: Vec<u64>,
    numbers: HashTable<Arrangement>,
    /// Working memory of a push.
    next: Vec<u64>,
}

impl Blocks {
    /// Begins a world: its first arrangement has the number 0.
    pub(super) fn begin(&mut self, map: &BlockMap) {
        self.words = map.next.len().div_ceil(64);
        self.sets = 1 + usize::from(map.once);
        self.arrangements.clear();
        self.numbers.clear();
        if self.words == 0 {
            return;
        }
        self.next.clear();
        self.next.resize(self.words * self.sets, 0);
        for &cell in &map.start {
            self.next[cell as usize / 64] |= 1 << (cell % 64);
        }
        self.intern();
    }

    /// How many arrangements were met.
    #[must_use]
    pub fn len(&self) -> usize {
        self.arrangements.len().checked_div(self.words * self.sets).unwrap_or(0)
    }

    /// Whether none was met: the world has no blocks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arrangements.is_empty()
    }

    /// How many bytes they take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.arrangements.len() * 8 + self.numbers.capacity() * 5) as u64
    }

    /// Whether a block stands on a cell.
    #[inline]
    pub(super) fn holds(&self, arrangement: Arrangement, cell: u32) -> bool {
        let at = arrangement as usize * self.words * self.sets + cell as usize / 64;
        let word = |i: usize| self.arrangements.get(i).copied().unwrap_or(0);
        let both = word(at) | if self.sets == 2 { word(at + self.words) } else { 0 };
        both >> (cell % 64) & 1 == 1
    }

    /// The arrangement after the block of a cell was pushed onto another, or `None` where it may not be.
    pub(super) fn push(
        &mut self,
        arrangement: Arrangement,
        from: u32,
        to: u32,
    ) -> Option<Arrangement> {
        let size = self.words * self.sets;
        let at = arrangement as usize * size;
        let bit = 1 << (from % 64);
        let movable = self.arrangements.get(at + from as usize / 64).is_some_and(|w| w & bit != 0);
        if !movable || self.holds(arrangement, to) {
            return None;
        }
        self.next.clear();
        self.next.extend_from_slice(self.arrangements.get(at..at + size)?);
        self.next[from as usize / 64] &= !bit;
        let pushed = (self.sets - 1) * self.words;
        self.next[pushed + to as usize / 64] |= 1 << (to % 64);
        Some(self.intern())
    }

    /// The number of the arrangement in the working memory; a new one gets the next.
    fn intern(&mut self) -> Arrangement {
        let Self { arrangements, numbers, next, .. } = self;
        let size = next.len();
        let at = |n: u32| n as usize * size..(n as usize + 1) * size;
        let known = numbers.find(hash(next), |&n| arrangements[at(n)] == **next);
        if let Some(&number) = known {
            return number;
        }
        let number = (arrangements.len() / size) as u32;
        arrangements.extend_from_slice(next);
        numbers.insert_unique(hash(next), number, |&n| hash(&arrangements[at(n)]));
        number
    }
}

fn hash(words: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    words.iter().for_each(|&word| hasher.write_u64(word));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row_of_three(once: bool) -> BlockMap {
        let next = vec![[NONE, NONE, NONE, 1], [NONE, NONE, 0, 2], [NONE, NONE, 1, NONE]];
        BlockMap { once, cell_of: vec![0, 1, 2], next, start: vec![0] }
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

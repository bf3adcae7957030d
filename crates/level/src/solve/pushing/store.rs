//! The states that were met, packed: the squares of the blocks as bits, and what leads there.

use super::field::Field;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// The number of no state.
pub(super) const NONE: u32 = u32::MAX;

/// The bit of the moves that says that a state was expanded since.
const CLOSED: u32 = 1 << 31;

/// Cost of a plan into a state: its pushes where they are what counts, else 0, and its moves.
pub(super) type Worth = (u32, u32);

/// A state: where the blocks stand, and the player, who has just pushed one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State<const N: usize> {
    /// The squares of the blocks, by their numbers among those that blocks can stand on.
    pub(super) key: Field<N>,
    pub(super) player: u32,
}

/// The states that were met, by number. Each takes some words, one after another:
/// the key, the state before, the moves, player and bound in one, and the pushes where they count.
#[derive(Debug, Default)]
pub(super) struct Store {
    words: Vec<u32>,
    /// The number of words of a key, and of a state.
    key: usize,
    stride: usize,
    has_pushes: bool,
    numbers: HashTable<u32>,
    /// By number: the square; and by square: its number.
    squares: Vec<u32>,
    number: Vec<u32>,
}

impl Store {
    /// No states yet, of blocks that can stand on some squares of a board of so many.
    pub(super) fn new(squares: Vec<u32>, all: usize, has_pushes: bool) -> Self {
        let key = squares.len().div_ceil(32).max(1);
        let mut number = vec![NONE; all];
        for (n, &square) in (0..).zip(&squares) {
            number[square as usize] = n;
        }
        let stride = key + 3 + usize::from(has_pushes);
        Self { key, stride, has_pushes, squares, number, ..Self::default() }
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.words.len() / self.stride
    }

    /// The number of bytes they take.
    pub(super) fn bytes(&self) -> u64 {
        (self.words.len() * 4 + self.numbers.capacity() * 5) as u64
    }

    /// The key of some squares.
    pub(super) fn key_of<const N: usize>(&self, blocks: Field<N>) -> Field<N> {
        blocks.iter().map(|square| self.number[square as usize]).collect()
    }

    /// The key after a block was pushed from one square to another.
    #[inline(always)]
    pub(super) fn pushed<const N: usize>(&self, key: Field<N>, from: u32, to: u32) -> Field<N> {
        key.without(self.number[from as usize]).with(self.number[to as usize])
    }

    /// The squares of the blocks of a state.
    #[inline(always)]
    pub(super) fn blocks<const N: usize>(&self, state: &State<N>) -> Field<N> {
        state.key.iter().map(|number| self.squares[number as usize]).collect()
    }

    #[inline(always)]
    fn row(&self, state: u32) -> &[u32] {
        let begin = state as usize * self.stride;
        &self.words[begin..begin + self.stride]
    }

    /// A state that was met.
    #[inline(always)]
    pub(super) fn read<const N: usize>(&self, state: u32) -> State<N> {
        let row = self.row(state);
        State { key: Field::of_halves(&row[..self.key]), player: row[self.key + 2] & 0xffff }
    }

    /// The state before, or [`NONE`].
    pub(super) fn parent(&self, state: u32) -> u32 {
        self.row(state)[self.key]
    }

    /// The worth of a state.
    #[inline(always)]
    pub(super) fn worth(&self, state: u32) -> Worth {
        let row = self.row(state);
        let pushes = if self.has_pushes { row[self.key + 3] } else { 0 };
        (pushes, row[self.key + 1] & !CLOSED)
    }

    /// The bound on the pushes that are left.
    #[inline(always)]
    pub(super) fn bound(&self, state: u32) -> u32 {
        self.row(state)[self.key + 2] >> 16
    }

    /// Notes that a state is expanded; false if it was.
    #[inline(always)]
    pub(super) fn close(&mut self, state: u32) -> bool {
        let moves = &mut self.words[state as usize * self.stride + self.key + 1];
        let is_new = *moves & CLOSED == 0;
        *moves |= CLOSED;
        is_new
    }

    /// The number of a state that was met.
    #[inline(always)]
    pub(super) fn find<const N: usize>(&self, state: &State<N>) -> Option<u32> {
        let is = |&n: &u32| {
            let row = self.row(n);
            let is_same = row[self.key + 2] & 0xffff == state.player;
            is_same && row[..self.key].iter().zip(state.key.halves()).all(|(a, b)| *a == b)
        };
        self.numbers.find(hash(state.key.halves().take(self.key), state.player), is).copied()
    }

    /// Adds a state that was not met.
    #[inline(always)]
    pub(super) fn add<const N: usize>(
        &mut self,
        state: &State<N>,
        parent: u32,
        worth: Worth,
        bound: u32,
    ) -> u32 {
        let next = self.len() as u32;
        self.words.extend(state.key.halves().take(self.key));
        self.words.extend([parent, worth.1, state.player | bound.min(0xffff) << 16]);
        self.words.extend(self.has_pushes.then_some(worth.0));
        let Self { words, key, stride, numbers, .. } = self;
        let of = |&n: &u32| {
            let row = &words[n as usize * *stride..];
            hash(row[..*key].iter().copied(), row[*key + 2] & 0xffff)
        };
        let own = hash(state.key.halves().take(*key), state.player);
        numbers.insert_unique(own, next, of);
        next
    }

    /// Notes a better way into a state; it is to be expanded again.
    pub(super) fn better(&mut self, state: u32, parent: u32, worth: Worth) {
        let begin = state as usize * self.stride + self.key;
        self.words[begin] = parent;
        self.words[begin + 1] = worth.1;
        if self.has_pushes {
            self.words[begin + 3] = worth.0;
        }
    }
}

#[inline(always)]
fn hash(key: impl Iterator<Item = u32>, player: u32) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(player);
    key.for_each(|word| hasher.write_u32(word));
    hasher.finish()
}

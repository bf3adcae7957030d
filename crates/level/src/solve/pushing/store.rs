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
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The squares that blocks can stand on, by their numbers among these.
    pub(super) key: Vec<u32>,
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
    pub(super) fn key_of<const N: usize>(&self, blocks: Field<N>) -> Vec<u32> {
        let mut key = vec![0; self.key];
        blocks.iter().for_each(|square| self.turn(&mut key, square));
        key
    }

    /// Puts a block onto a square of a key, or takes it away.
    #[inline(always)]
    pub(super) fn turn(&self, key: &mut [u32], square: u32) {
        let number = self.number[square as usize];
        key[number as usize / 32] ^= 1 << (number % 32);
    }

    fn row(&self, state: u32) -> &[u32] {
        let begin = state as usize * self.stride;
        &self.words[begin..begin + self.stride]
    }

    /// Copies a state.
    #[inline(always)]
    pub(super) fn read(&self, state: u32, into: &mut State) {
        let row = self.row(state);
        into.key.clear();
        into.key.extend_from_slice(&row[..self.key]);
        into.player = row[self.key + 2] & 0xffff;
    }

    /// The squares of the blocks of a state.
    #[inline(always)]
    pub(super) fn blocks<const N: usize>(&self, state: &State) -> Field<N> {
        let mut blocks = Field::default();
        for (first, &word) in (0..).step_by(32).zip(&state.key) {
            let mut word = word;
            while word != 0 {
                blocks = blocks.with(self.squares[first + word.trailing_zeros() as usize]);
                word &= word - 1;
            }
        }
        blocks
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
    pub(super) fn find(&self, state: &State) -> Option<u32> {
        let is = |&n: &u32| {
            let row = self.row(n);
            row[..self.key] == *state.key && row[self.key + 2] & 0xffff == state.player
        };
        self.numbers.find(hash(&state.key, state.player), is).copied()
    }

    /// Adds a state that was not met.
    #[inline(always)]
    pub(super) fn add(&mut self, state: &State, parent: u32, worth: Worth, bound: u32) -> u32 {
        let next = self.len() as u32;
        self.words.extend_from_slice(&state.key);
        self.words.extend([parent, worth.1, state.player | bound.min(0xffff) << 16]);
        self.words.extend(self.has_pushes.then_some(worth.0));
        let Self { words, key, stride, numbers, .. } = self;
        let of = |&n: &u32| {
            let row = &words[n as usize * *stride..];
            hash(&row[..*key], row[*key + 2] & 0xffff)
        };
        numbers.insert_unique(hash(&state.key, state.player), next, of);
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
fn hash(key: &[u32], player: u32) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(player);
    key.iter().for_each(|&word| hasher.write_u32(word));
    hasher.finish()
}

//! The graph for move generation: two automata, one for each reading direction. Their nodes are sets of letters.
//!
//! *Forth* is the minimal automaton of the words. *Back* reads leftwards from any letter of any word. Its nodes hold
//! the letters that may precede those read, and a mark if those read begin a word. So the search for a play starts at
//! any square and goes left to the play's beginning. There it turns: it reads the same letters forth from the root and
//! continues to the right. After Gordon, "A Faster Scrabble Move Generation Algorithm" (1994), whose single automaton
//! for both directions needs no second reading and is five times as large.
//!
//! An arc is one `u64` and describes the node it leads to, so one step is one memory access. It holds the letters of
//! the node's arcs (the lower half, a bit each), the index of the first of these arcs, and a mark: forth, a word ends
//! here; back, a word begins here. The index of a letter's arc is the number of set bits below its own.
//!
//! Invariant, checked for every new side: each run of arcs lies inside the list with its padding and before all arcs
//! that lead to it. So there are no cycles.

use crate::alphabet::{Letter, MOST_LETTERS};

/// An arc, and the node that it leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arc(u64);

const MARK: u64 = 1 << 63;
/// The most arcs of a side.
pub(crate) const MOST_ARCS: usize = 1 << 29;
/// Number of empty arcs behind the others: the largest number of arcs of a node.
const PADDING: usize = 32;

impl Arc {
    pub(crate) fn new(mask: u32, base: usize) -> Self {
        Self(u64::from(mask) | (base as u64) << 32)
    }

    /// The arc, with its mark set if `mark` is true.
    #[inline]
    pub(crate) fn marked(self, mark: bool) -> Self {
        Self(self.0 | u64::from(mark) << 63)
    }

    /// The letters of the node's arcs, a bit each.
    #[inline]
    pub(crate) fn mask(self) -> u32 {
        self.0 as u32
    }

    /// Index of the node's first arc.
    #[inline]
    pub(crate) fn base(self) -> usize {
        (self.0 >> 32) as usize & (MOST_ARCS - 1)
    }

    /// The indices of the node's arcs.
    pub(crate) fn places(self) -> std::ops::Range<usize> {
        self.base()..self.base() + self.mask().count_ones() as usize
    }

    /// In the forth automaton: true if the letters up to here are a word.
    #[inline]
    pub(crate) fn ends(self) -> bool {
        self.0 & MARK != 0
    }

    /// In the back automaton: true if a word begins with the letters from here on.
    #[inline]
    pub(crate) fn begins(self) -> bool {
        self.0 & MARK != 0
    }
}

/// The arcs of one reading direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    /// All arcs, then [`PADDING`] empty ones: no run of arcs reaches beyond the list.
    arcs: Vec<Arc>,
    len: usize,
    root: Arc,
}

/// Error of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The root leads out of the list.
    #[error("the graph has no valid root")]
    Root,
    /// An arc leads to arcs that do not stand before it.
    #[error("arc {0} may lead back to itself, or out of the graph")]
    Order(usize),
    /// An arc has a letter outside the alphabet.
    #[error("arc {0} has a letter that is not in the alphabet")]
    Letter(usize),
    /// There are too many arcs.
    #[error("the number of arcs is {0}, which is more than fit")]
    TooMany(usize),
}

impl Side {
    /// A side of these arcs. Each must stand behind the arcs it leads to.
    pub(crate) fn new(mut arcs: Vec<Arc>, root: Arc, letters: u32) -> Result<Self, GraphError> {
        let len = arcs.len();
        if len > MOST_ARCS {
            return Err(GraphError::TooMany(len));
        }
        // There are many arcs, so the check does not branch on each.
        let bad = |at: usize, arc: Arc| {
            let late = (at as u64).wrapping_sub(arc.places().end as u64) >> 63;
            u64::from(arc.mask() & !letters) | late
        };
        if bad(len, root) != 0 || root.ends() {
            return Err(GraphError::Root);
        }
        if arcs.iter().enumerate().fold(0, |any, (at, &arc)| any | bad(at, arc)) != 0 {
            let wrong = arcs.iter().enumerate().find(|&(at, &arc)| bad(at, arc) != 0);
            let (at, arc) = wrong.map_or((0, Arc::default()), |(at, &arc)| (at, arc));
            let letter = arc.mask() & !letters != 0;
            return Err(if letter { GraphError::Letter(at) } else { GraphError::Order(at) });
        }
        arcs.extend([Arc::default(); PADDING]);
        Ok(Self { arcs, len, root })
    }

    /// All arcs.
    pub(crate) fn arcs(&self) -> &[Arc] {
        self.arcs.get(..self.len).unwrap_or_default()
    }

    /// The root.
    #[inline]
    pub(crate) fn root(&self) -> Arc {
        self.root
    }

    /// The arc of a letter that `from` is known to have.
    #[inline]
    pub(crate) fn follow(&self, from: Arc, bit: u32) -> Arc {
        let at = from.base() + (from.mask() & (bit - 1)).count_ones() as usize;
        self.arcs[at]
    }

    /// The arc of a letter, if `from` has it.
    #[inline]
    pub(crate) fn next(&self, from: Arc, letter: Letter) -> Option<Arc> {
        (from.mask() & letter.bit() != 0).then(|| self.follow(from, letter.bit()))
    }

    /// The arcs of a node, each with its letter.
    pub(crate) fn arcs_of(&self, node: Arc) -> impl Iterator<Item = (Letter, Arc)> + use<'_> {
        let mut left = node.mask();
        let arcs = self.arcs.get(node.places()).unwrap_or_default().iter();
        arcs.filter_map(move |&arc| {
            let letter = Letter::new(left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some((letter, arc))
        })
    }
}

/// The automata of a lexicon's words, one for each reading direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Graph {
    forth: Side,
    back: Side,
    /// The forth node of the first two letters: most strings that are read forth again are short.
    pairs: Vec<Arc>,
}

impl Graph {
    pub(crate) fn new(forth: Side, back: Side) -> Self {
        let letters = || (0..MOST_LETTERS as u8).filter_map(Letter::new);
        let pair = |first, second| forth.next(forth.next(forth.root, first)?, second);
        let pairs = letters().flat_map(|first| letters().map(move |second| (first, second)));
        let pairs = pairs.map(|(first, second)| pair(first, second).unwrap_or_default());
        Self { pairs: pairs.collect(), forth, back }
    }

    /// Words, read from left to right.
    #[inline]
    pub(crate) fn forth(&self) -> &Side {
        &self.forth
    }

    /// Parts of words, read from right to left.
    #[inline]
    pub(crate) fn back(&self) -> &Side {
        &self.back
    }

    /// The forth node of letters that are known to begin a word, given by place.
    #[inline(always)]
    pub(crate) fn front(&self, first: usize, end: usize, letter: impl Fn(usize) -> u8) -> Arc {
        if end - first == 1 {
            return self.forth.follow(self.forth.root, 1 << (letter(first) & 31));
        }
        let pair = usize::from(letter(first) & 31) << 5 | usize::from(letter(first + 1) & 31);
        let mut node = self.pairs[pair];
        for at in first + 2..end {
            node = self.forth.follow(node, 1 << (letter(at) & 31));
        }
        node
    }

    /// Memory in bytes.
    pub(crate) fn memory(&self) -> usize {
        [&self.forth.arcs, &self.back.arcs, &self.pairs]
            .map(|arcs| size_of_val(arcs.as_slice()))
            .iter()
            .sum()
    }
}

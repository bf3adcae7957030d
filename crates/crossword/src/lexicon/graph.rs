//! The graph that moves are found in: a GADDAG whose nodes are sets of letters.
//!
//! After Gordon, "A Faster Scrabble Move Generation Algorithm" (1994): for every way to cut a word in two
//! the graph holds the first part backwards, a turn, and the second part forwards. So a play can start at
//! any square, go left to its beginning, and turn.
//!
//! An arc is one `u64` and says everything about the node it leads to, so that a step is one look into
//! memory: which letters lead on (the lower half, a bit each), where their arcs begin, and three flags. The
//! arc of a letter is found by counting the bits below its own. Read leftwards, a node may be turned at; the
//! arc of the turn stands just before those of the letters. Where there is nothing but the turn, the arc is
//! already turned.
//!
//! Invariant, checked whenever a graph is made: every run of arcs begins inside its part of the list and lies
//! inside the list with its padding, and what is read forwards has no cycles, since the arcs of a node stand
//! before those that lead to it.

use crate::alphabet::Letter;

/// An arc, and the node that it leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Arc(pub(crate) u64);

const ENDS: u64 = 1 << 63;
const TURN: u64 = 1 << 62;
const TURNED: u64 = 1 << 61;
/// The bits of the upper half that say where arcs begin.
const BASE: u32 = (1 << 29) - 1;
/// The most arcs of a graph.
pub(crate) const MOST_ARCS: usize = 1 << 29;
/// How many empty arcs stand behind the others: as many as a node can have.
const PADDING: usize = 32;

impl Arc {
    pub(crate) fn new(mask: u32, base: usize, ends: bool) -> Self {
        Self(u64::from(mask) | (base as u64) << 32 | if ends { ENDS } else { 0 })
    }

    /// The arc with a turn before the letters' arcs.
    pub(crate) fn with_turn(self) -> Self {
        Self(self.0 | TURN)
    }

    /// The arc as one that has been turned.
    pub(crate) fn turned(self) -> Self {
        Self(self.0 | TURNED)
    }

    /// Which letters lead on.
    #[inline]
    pub(crate) fn mask(self) -> u32 {
        self.0 as u32
    }

    /// Where the letters' arcs begin.
    #[inline]
    pub(crate) fn base(self) -> usize {
        (self.0 >> 32) as usize & (MOST_ARCS - 1)
    }

    /// Whether the letters up to here are a word; leftwards, read from left to right.
    #[inline]
    pub(crate) fn ends(self) -> bool {
        self.0 & ENDS != 0
    }

    /// Whether this is a leftward node with letters before it and a turn.
    #[inline]
    pub(crate) fn has_turn(self) -> bool {
        self.0 & TURN != 0
    }

    /// Whether leftwards nothing but the turn is left, and it is made already.
    #[inline]
    pub(crate) fn is_turned(self) -> bool {
        self.0 & TURNED != 0
    }
}

/// A lexicon's arcs: the forward part first, then the leftward part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Graph {
    /// All arcs, and behind them empty ones, so that no run of arcs leads out of the list.
    arcs: Vec<Arc>,
    len: usize,
    forward: usize,
    root: Arc,
    left_root: Arc,
}

/// What is wrong with a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// An arc leads out of the list.
    #[error("arc {0} leads out of the graph")]
    Outside(usize),
    /// One of the roots is none.
    #[error("a root of the graph is none")]
    Root,
    /// A forward arc leads to arcs that do not stand before it.
    #[error("arc {0} may lead back to itself")]
    Cycle(usize),
    /// A letter that the alphabet has not.
    #[error("arc {0} has a letter that is not in the alphabet")]
    Letter(usize),
    /// There are too many arcs.
    #[error("the number of arcs is {0}, which is more than fit")]
    TooMany(usize),
}

impl Graph {
    /// A graph of these arcs, of which the first `forward` are the forward part.
    pub(crate) fn new(
        mut arcs: Vec<Arc>,
        forward: usize,
        root: Arc,
        left_root: Arc,
        letters: u32,
    ) -> Result<Self, GraphError> {
        if arcs.len() > MOST_ARCS {
            return Err(GraphError::TooMany(arcs.len()));
        }
        let len = arcs.len();
        arcs.extend([Arc::default(); PADDING]);
        let graph = Self { arcs, len, forward: forward.min(MOST_ARCS), root, left_root };
        graph.check(letters)?;
        Ok(graph)
    }

    fn check(&self, letters: u32) -> Result<(), GraphError> {
        let (forward, all) = (self.forward, self.len);
        let fits = |arc: Arc, from: usize, to: usize| {
            arc.mask() & !letters == 0
                && arc.base() >= from
                && arc.base() + arc.mask().count_ones() as usize <= to
        };
        let lefts = |arc: Arc| {
            if arc.is_turned() {
                fits(arc, 0, forward) && !arc.has_turn()
            } else {
                fits(arc, forward + usize::from(arc.has_turn()), all)
            }
        };
        let flags = TURN | TURNED;
        let plain = (self.root.0 | self.left_root.0) & (ENDS | flags) == 0;
        if forward > all || !plain || !fits(self.root, 0, forward) || !lefts(self.left_root) {
            return Err(GraphError::Root);
        }
        for (at, &arc) in self.arcs.iter().take(forward).enumerate() {
            if arc.0 & flags != 0 || !fits(arc, 0, at) {
                return Err(self.complaint(at, letters));
            }
        }
        // There are many leftward arcs, so they are asked without branching whether all is well, and in
        // halves, of which a processor takes several at once.
        let (from, end) = (forward as u32, all as u32);
        let bad = |arc: Arc| {
            let (mask, upper) = (arc.mask(), (arc.0 >> 32) as u32);
            let (base, turn, turned) = (upper & BASE, upper >> 30 & 1, upper >> 29 & 1);
            let is_turned = 0u32.wrapping_sub(turned);
            let least = (from + turn) & !is_turned;
            let most = from & is_turned | end & !is_turned;
            // Numbers below 2^31: a difference has the highest bit exactly if it is below zero.
            let outside = (base.wrapping_sub(least) | most.wrapping_sub(base)) >> 31;
            mask & !letters | turn & turned | outside
        };
        let leftward = self.arcs.get(forward..all).unwrap_or_default();
        if leftward.iter().fold(0u32, |any, &arc| any | bad(arc)) != 0 {
            let at = leftward.iter().position(|&arc| bad(arc) != 0).unwrap_or(0);
            return Err(self.complaint(forward + at, letters));
        }
        Ok(())
    }

    /// Which of the laws the arc at `at` breaks.
    fn complaint(&self, at: usize, letters: u32) -> GraphError {
        let arc = self.arcs.get(at).copied().unwrap_or_default();
        let end = arc.base() + arc.mask().count_ones() as usize;
        match arc.mask() & !letters {
            0 if at < self.forward && end <= self.forward => GraphError::Cycle(at),
            0 => GraphError::Outside(at),
            _ => GraphError::Letter(at),
        }
    }

    /// All arcs, the forward part first.
    pub(crate) fn arcs(&self) -> &[Arc] {
        self.arcs.get(..self.len).unwrap_or_default()
    }

    /// How many of the arcs are the forward part.
    pub(crate) fn forward(&self) -> usize {
        self.forward
    }

    /// Where words are read forwards from.
    #[inline]
    pub(crate) fn root(&self) -> Arc {
        self.root
    }

    /// Where words are read from any of their letters, leftwards.
    #[inline]
    pub(crate) fn left_root(&self) -> Arc {
        self.left_root
    }

    /// The arc of a letter that is known to lead on from `from`.
    #[inline]
    pub(crate) fn follow(&self, from: Arc, bit: u32) -> Arc {
        let at = from.base() + (from.mask() & (bit - 1)).count_ones() as usize;
        self.arcs[at]
    }

    /// The forward node behind the letters of a leftward one; of no meaning if it neither is turned nor has
    /// a turn, but looked up all the same, since that is faster than to ask.
    #[inline]
    pub(crate) fn turned(&self, from: Arc) -> Arc {
        let turn = self.arcs.get(from.base().wrapping_sub(1)).copied().unwrap_or_default();
        if from.is_turned() { from } else { turn }
    }

    /// The arc of a letter, if it leads on from `from`.
    #[inline]
    pub(crate) fn next(&self, from: Arc, letter: Letter) -> Option<Arc> {
        (from.mask() & letter.bit() != 0).then(|| self.follow(from, letter.bit()))
    }

    /// Leftwards the arc of a letter; an arc that is turned has no letters before it.
    #[inline]
    pub(crate) fn next_left(&self, from: Arc, letter: Letter) -> Option<Arc> {
        if from.is_turned() { None } else { self.next(from, letter) }
    }
}

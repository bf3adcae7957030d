//! The search in one line: from its anchors leftwards, then a turn, then rightwards.
//!
//! After Gordon (1994), on a graph whose nodes are sets of letters: what can be laid on a square is what the
//! node, the square and the rack have in common, one `and` each, so nothing is tried in vain. Where what lies
//! there begins a word, it is read once more from left to right, and the search goes on behind it.
//!
//! It goes breadth first and hardly branches. What is open stands in two lists, one leftwards and one
//! rightwards. A step takes the lowest option of the first open entry, writes what comes of it behind the
//! last one, and counts it only if something can be laid there; plays are written and counted in the same
//! way. A processor can neither foretell where words end nor wait for each look into memory, and in this
//! order it need not: the next steps do not depend on how this one turns out.
//!
//! Invariant: each play of the line comes up once, from the leftmost anchor that it holds. Anchors are taken
//! from left to right, and no play goes left onto the one before.

use super::hand::{Hand, Left, both};
use crate::board::Direction;
use crate::lexicon::{Arc, Graph, Side};
use crate::lines::{Anchor, Line, PLACES};
use crate::moves::Move;
use crate::rack::RACK_SIZE;
use crate::score::total;

/// Receiver of plays.
pub(crate) trait Sink {
    /// Takes a play with its points; `make` writes it down.
    fn take(&mut self, score: u32, make: impl FnOnce() -> Move);

    /// True if it wants no more plays; asked before each line.
    #[inline]
    fn has_enough(&self) -> bool {
        false
    }
}

/// Plays through an anchor that are still to be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(super) bound: u32,
    /// Number of the line among those that have anchors.
    pub(super) line: usize,
    pub(super) anchor: Anchor,
    pub(super) closed: usize,
    pub(super) laying: Laying,
}

/// The memory of searches, to be used for one after another.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    lefts: List<Open>,
    rights: List<Open>,
    plays: List<Play>,
    pub(super) candidates: Vec<Candidate>,
}

/// By place, the byte of the tile laid there.
type Strip = [u8; 16];

/// A node at which something can be laid.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    strip: Strip,
    node: Arc,
    /// Options still to be laid.
    options: u64,
    laid: Laid,
    /// Leftwards, the last place that is closed.
    closed: u8,
}

/// A play that was found.
#[derive(Clone, Copy, Debug, Default)]
struct Play {
    strip: Strip,
    laid: Laid,
}

/// Tiles laid so far: the range of places, the points, and the word premiums.
#[derive(Clone, Copy, Debug, Default)]
struct Laid {
    /// Points in the line in the lower half, of cross words in the upper half.
    points: u32,
    multiplier: u8,
    first: u8,
    end: u8,
    /// Tiles left in the rack.
    left: Left,
}

/// The search of one line.
pub(crate) struct Search<'a, W> {
    pub(crate) graph: &'a Graph,
    pub(crate) hand: &'a Hand,
    pub(crate) line: &'a Line,
    /// Direction and number of the line.
    pub(crate) at: (Direction, usize),
    /// The plays that are wanted.
    pub(crate) wanted: W,
}

impl<W: Wanted> Search<'_, W> {
    /// Hands every play to `sink` that goes through one of these anchors, and that does not go left onto the
    /// places closed to the anchor.
    pub(crate) fn run(
        &self,
        anchors: impl Iterator<Item = (Anchor, usize)>,
        scratch: &mut Scratch,
        sink: &mut impl Sink,
    ) {
        scratch.clear();
        for (anchor, closed) in anchors {
            scratch.make_room();
            let (node, laid) = self.start(anchor);
            let closed = self.wanted.closed(closed);
            if let Anchor::Run(..) = anchor {
                // Its front is no node if it begins no word.
                let front = self.line.run[usize::from(laid.first)].front.unwrap_or_default();
                self.behind(front, &[0; 16], laid, &mut scratch.rights);
            }
            self.before(node, &[0; 16], laid, closed, &mut scratch.lefts);
        }
        while scratch.lefts.has_next() || scratch.rights.has_next() {
            scratch.make_room();
            self.go_left(scratch);
            scratch.make_room();
            self.go_right(scratch);
        }
        for play in scratch.plays.made() {
            self.hand_on(play, sink);
        }
    }

    /// The node and the place that an anchor starts from.
    fn start(&self, anchor: Anchor) -> (Arc, Laid) {
        let left = self.hand.full();
        match anchor {
            Anchor::Run(first, last) => {
                let run = self.line.run[first];
                let points = u32::from(run.sum);
                let (first, end) = (first as u8, last as u8 + 1);
                // A run that no word has is a node without letters.
                let node = run.node.unwrap_or_default();
                (node, Laid { points, multiplier: 1, first, end, left })
            }
            Anchor::Hook(at) => {
                let (first, end) = (at as u8 + 1, at as u8 + 1);
                (self.graph.back().root(), Laid { points: 0, multiplier: 1, first, end, left })
            }
        }
    }

    /// Opens a back node, if a tile can be laid before the tiles laid.
    #[inline]
    fn before(
        &self,
        node: Arc,
        strip: &Strip,
        laid: Laid,
        closed: usize,
        lefts: &mut List<Open>,
    ) -> usize {
        let at = usize::from(laid.first) - 1;
        let letters = if at > closed { node.mask() & self.line.fit[at] } else { 0 };
        let options = both(letters) & self.hand.options(laid.left) & self.wanted.options();
        let open = Open { strip: *strip, node, options, laid, closed: closed as u8 };
        lefts.push_if(options != 0, open)
    }

    /// The forth node of the tiles laid, which are known to begin a word; `byte` is the first tile laid.
    #[inline]
    fn front(&self, strip: &Strip, at: usize, byte: u8, laid: Laid) -> Arc {
        let mut word = *strip;
        word[at & 15] = byte;
        // The byte of a tile that is laid or lies there is 1 more than the number of its letter.
        let letter = |at: usize| (word[at & 15] | self.line.tile[at]).wrapping_sub(1);
        self.graph.front(usize::from(laid.first), usize::from(laid.end), letter)
    }

    /// Opens a forth node, if a tile can be laid behind the tiles laid.
    #[inline]
    fn behind(&self, node: Arc, strip: &Strip, laid: Laid, rights: &mut List<Open>) -> usize {
        let letters = node.mask() & self.line.fit[usize::from(laid.end)];
        let wanted = if self.ends(laid) >> 1 != 0 { self.wanted.options() } else { 0 };
        let options = both(letters) & self.hand.options(laid.left) & wanted;
        let open = Open { strip: *strip, node, options, laid, closed: 0 };
        rights.push_if(options != 0, open)
    }

    /// The places behind a stretch that is wanted and begins as the tiles laid do: bit 0 is the one behind them.
    #[inline]
    fn ends(&self, laid: Laid) -> u32 {
        self.wanted.ends(laid.first, laid.end)
    }

    /// Lays the lowest option of an open entry at a place. Returns the node behind it, the tiles laid, and the
    /// tile's byte.
    #[inline]
    fn lay(&self, side: &Side, open: &Open, at: usize) -> (Arc, Laid, u8) {
        let laying = self.hand.laying(open.options);
        let node = side.follow(open.node, 1 << (open.options.trailing_zeros() & 31));
        let value = u32::from(laying.value);
        let laid = Laid {
            points: open.laid.points + value * self.line.counts[at] + self.line.across[at],
            multiplier: open.laid.multiplier * self.line.word[at],
            left: laying.rest(open.laid.left),
            ..open.laid
        };
        (node, laid, laying.byte)
    }

    /// Follows the open nodes leftwards, as long as there is room in the lists. No run lies before a tile that is laid:
    /// a run is an anchor, and the place behind it is closed to those that follow.
    #[inline(never)]
    fn go_left(&self, scratch: &mut Scratch) {
        let Scratch { lefts, rights, plays, .. } = scratch;
        while lefts.has_next() && lefts.has_room() && rights.has_room() && plays.has_room() {
            let open = lefts.next();
            let at = usize::from(open.laid.first) - 1;
            let (node, mut laid, byte) = self.lay(self.graph.back(), open, at);
            let closed = usize::from(open.closed);
            let strip = open.strip;
            let rest = open.options & (open.options - 1);
            open.options = rest;
            lefts.done_if(rest == 0);
            laid.first = at as u8;
            if node.begins() && self.ends(laid) != 0 {
                let front = self.front(&strip, at, byte, laid);
                let is_play = front.ends() && self.ends(laid) & 1 == 1;
                let play = plays.push_if(is_play, Play { strip, laid });
                plays.list[play].strip[at & 15] = byte;
                let right = self.behind(front, &strip, laid, rights);
                rights.list[right].strip[at & 15] = byte;
            }
            let left = self.before(node, &strip, laid, closed, lefts);
            lefts.list[left].strip[at & 15] = byte;
        }
    }

    /// Follows the open nodes rightwards, as long as there is room in the lists.
    #[inline(never)]
    fn go_right(&self, scratch: &mut Scratch) {
        let Scratch { rights, plays, .. } = scratch;
        while rights.has_next() && rights.has_room() && plays.has_room() {
            let open = rights.next();
            let at = usize::from(open.laid.end);
            let (mut node, mut laid, byte) = self.lay(self.graph.forth(), open, at);
            let strip = open.strip;
            let rest = open.options & (open.options - 1);
            open.options = rest;
            rights.done_if(rest == 0);
            laid.end = at as u8 + 1;
            if self.line.tile[at + 1] != 0 {
                let run = self.line.run[at + 1];
                let Some(through) = self.through_right(node, at + 1, run.other) else { continue };
                laid.end = run.other + 1;
                laid.points += u32::from(run.sum);
                node = through;
            }
            let is_play = node.ends() && self.ends(laid) & 1 == 1;
            let play = plays.push_if(is_play, Play { strip, laid });
            plays.list[play].strip[at & 15] = byte;
            let right = self.behind(node, &strip, laid, rights);
            rights.list[right].strip[at & 15] = byte;
        }
    }

    /// Rightwards over the tiles from `first` to `last`.
    fn through_right(&self, mut node: Arc, first: usize, last: u8) -> Option<Arc> {
        for at in first..=usize::from(last) {
            node = self.graph.forth().next(node, self.line.letter(at)?)?;
        }
        Some(node)
    }

    /// Hands a play on, unless it is one tile that the other direction finds.
    #[inline]
    fn hand_on(&self, play: &Play, sink: &mut impl Sink) {
        let Play { strip, laid } = play;
        let count = self.hand.laid(laid.left);
        if count == 1 && self.is_twin(*laid) {
            return;
        }
        let (letters, crosses) = (laid.points & 0xffff, laid.points >> 16);
        let score = total(letters, u32::from(laid.multiplier), crosses, count);
        sink.take(score, || {
            Move::from_strip(u128::from_le_bytes(*strip), self.at, (laid.first, laid.end), score)
        });
    }

    /// True if the only tile laid, in a line down, makes a word across too: that play is listed across.
    fn is_twin(&self, laid: Laid) -> bool {
        let (direction, _) = self.at;
        let squares = !(u32::MAX << laid.end) & u32::MAX << laid.first;
        direction == Direction::Down && squares & self.line.crossed != 0
    }
}

impl Scratch {
    fn clear(&mut self) {
        self.lefts.clear();
        self.rights.clear();
        self.plays.clear();
    }

    fn make_room(&mut self) {
        self.lefts.make_room();
        self.rights.make_room();
        self.plays.make_room();
    }
}

/// A queue that is taken from at its front while it grows at its end.
///
/// An entry is written first and counted then, so that pushing needs no branch on whether it is wanted.
#[derive(Clone, Debug, Default)]
pub(super) struct List<T> {
    pub(super) list: Vec<T>,
    begin: usize,
    end: usize,
}

/// Least number of entries for which room is made.
const ROOM: usize = 256;

impl<T: Clone + Default> List<T> {
    pub(super) fn clear(&mut self) {
        (self.begin, self.end) = (0, 0);
    }

    /// Makes room for [`ROOM`] entries.
    #[inline]
    pub(super) fn make_room(&mut self) {
        if self.list.len() < self.end + ROOM {
            self.grow();
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.list.resize(2 * self.end + 2 * ROOM, T::default());
    }

    #[inline]
    pub(super) fn has_room(&self) -> bool {
        self.end < self.list.len()
    }

    #[inline]
    pub(super) fn has_next(&self) -> bool {
        self.begin < self.end
    }

    /// The entry at the front.
    #[inline]
    pub(super) fn next(&mut self) -> &mut T {
        &mut self.list[self.begin]
    }

    /// Takes the entry at the front away.
    #[inline]
    pub(super) fn done_if(&mut self, done: bool) {
        self.begin += usize::from(done);
    }

    /// Writes an entry, and adds it to the list if it is wanted; where it was written.
    #[inline]
    pub(super) fn push_if(&mut self, wanted: bool, entry: T) -> usize {
        let at = self.end;
        self.list[at] = entry;
        self.end += usize::from(wanted);
        at
    }

    /// Everything that was added.
    pub(super) fn made(&self) -> &[T] {
        self.list.get(..self.end).unwrap_or_default()
    }
}

/// How much of a rack a play lays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Laying {
    Part,
    /// All tiles of a full rack, a bingo.
    Whole,
}

impl Laying {
    pub(super) const BOTH: [Self; 2] = [Self::Part, Self::Whole];

    pub(super) fn of(tiles: usize) -> Self {
        if tiles == RACK_SIZE { Self::Whole } else { Self::Part }
    }
}

/// What a search may leave out.
pub(crate) trait Wanted {
    /// Options that are laid, a bit each: letters in the lower half, letters of blanks in the upper half.
    fn options(&self) -> u64;

    /// The last place that is closed to the left.
    fn closed(&self, closed: usize) -> usize;

    /// The places behind a stretch that is wanted, of those that begin at `first`: bit 0 is the place `end`.
    fn ends(&self, first: u8, end: u8) -> u32;
}

/// Every play.
pub(crate) struct Every;

impl Wanted for Every {
    #[inline]
    fn options(&self) -> u64 {
        u64::MAX
    }

    #[inline]
    fn closed(&self, closed: usize) -> usize {
        closed
    }

    #[inline]
    fn ends(&self, _: u8, _: u8) -> u32 {
        u32::MAX
    }
}

/// The plays on some stretches, with blanks as some letters.
#[derive(Clone, Debug)]
pub(crate) struct Within {
    /// By first place, the places behind the last one, a bit each.
    ends: [u32; PLACES],
    /// The lowest first place.
    lowest: usize,
    options: u64,
}

impl Within {
    /// No stretches.
    pub(crate) fn none() -> Self {
        Self { ends: [0; PLACES], lowest: PLACES, options: u64::from(u32::MAX) }
    }

    /// Adds the stretch from `first` to before `end`, and the letters of blanks there, a bit each.
    #[inline]
    pub(crate) fn add(&mut self, first: usize, end: usize, blanks: u32) {
        self.ends[first] |= 1 << end;
        self.lowest = self.lowest.min(first);
        self.options |= u64::from(blanks) << 32;
    }
}

impl Wanted for Within {
    #[inline]
    fn options(&self) -> u64 {
        self.options
    }

    #[inline]
    fn closed(&self, closed: usize) -> usize {
        closed.max(self.lowest - 1)
    }

    #[inline]
    fn ends(&self, first: u8, end: u8) -> u32 {
        self.ends[usize::from(first)] >> end
    }
}

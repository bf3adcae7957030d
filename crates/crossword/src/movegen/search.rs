//! The search in one line: from its anchors leftwards, then a turn, then rightwards.
//!
//! After Gordon (1994), on a graph whose nodes are sets of letters. The letters that can be placed on a square are the
//! intersection of those of the node, the square and the rack: two `and` operations and no failed attempts. If the
//! tiles so far begin a word, they are read once more from left to right, and the search continues behind them.
//!
//! The search is breadth-first and almost branch-free. Open entries are kept in two lists, one for each direction. A
//! step takes the lowest option of the first open entry, always writes the successor behind the last entry, and counts
//! it only if a tile can be placed there; plays are written in the same way. A processor cannot predict where words
//! end and should not wait for each memory access. In this order it does neither: the next steps do not depend on the
//! result of this one.
//!
//! Invariant: each play of the line is found once, from the leftmost anchor that it contains. Anchors are taken from
//! left to right, and no play extends left onto an earlier anchor.

use super::hand::{Hand, Left, both};
use crate::board::Direction;
use crate::lexicon::{Arc, Graph, Side};
use crate::lines::{Anchor, Line, PLACES};
use crate::moves::Move;
use crate::rack::RACK_SIZE;
use crate::score::total;

/// Receiver of plays.
pub(crate) trait Sink {
    /// Takes a play with its score; `make` builds the play.
    fn take(&mut self, score: u32, make: impl FnOnce() -> Move);

    /// True if it needs no more plays. Checked before each line.
    #[inline]
    fn has_enough(&self) -> bool {
        false
    }
}

/// An anchor still to be searched, with the bound of its plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(super) bound: u32,
    /// Index of the line among those with anchors.
    pub(super) line: usize,
    pub(super) anchor: Anchor,
    pub(super) closed: usize,
    pub(super) rack_use: RackUse,
}

/// Reusable memory of searches.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    lefts: List<Open>,
    rights: List<Open>,
    plays: List<Play>,
    pub(super) candidates: Vec<Candidate>,
}

/// The bytes of the tiles placed, by place.
type Strip = [u8; 16];

/// A node at which a tile can be placed.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    strip: Strip,
    node: Arc,
    /// The options still to try.
    options: u64,
    placed: Placed,
    /// The last closed place, for entries that go left.
    closed: u8,
}

/// A play.
#[derive(Clone, Copy, Debug, Default)]
struct Play {
    strip: Strip,
    placed: Placed,
}

/// The tiles placed so far: their range of places, points and word premiums.
#[derive(Clone, Copy, Debug, Default)]
struct Placed {
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
    /// The plays to search for.
    pub(crate) restriction: W,
}

impl<W: Restriction> Search<'_, W> {
    /// Passes to `sink` every play through one of these anchors that does not extend left onto the places closed to
    /// the anchor.
    pub(crate) fn run(
        &self,
        anchors: impl Iterator<Item = (Anchor, usize)>,
        scratch: &mut Scratch,
        sink: &mut impl Sink,
    ) {
        scratch.clear();
        for (anchor, closed) in anchors {
            scratch.make_room();
            let (node, placed) = self.start(anchor);
            let closed = self.restriction.closed(closed);
            if let Anchor::Run(..) = anchor {
                // A run that begins no word has no front node.
                let front = self.line.run[usize::from(placed.first)].front.unwrap_or_default();
                self.behind(front, &[0; 16], placed, &mut scratch.rights);
            }
            self.before(node, &[0; 16], placed, closed, &mut scratch.lefts);
        }
        while scratch.lefts.has_next() || scratch.rights.has_next() {
            scratch.make_room();
            self.go_left(scratch);
            scratch.make_room();
            self.go_right(scratch);
        }
        for play in scratch.plays.entries() {
            self.hand_on(play, sink);
        }
    }

    /// The node and the place at which an anchor starts.
    fn start(&self, anchor: Anchor) -> (Arc, Placed) {
        let left = self.hand.full();
        match anchor {
            Anchor::Run(first, last) => {
                let run = self.line.run[first];
                let points = u32::from(run.sum);
                let (first, end) = (first as u8, last as u8 + 1);
                // A run that no word contains has a node without letters.
                let node = run.node.unwrap_or_default();
                (node, Placed { points, multiplier: 1, first, end, left })
            }
            Anchor::Hook(at) => {
                let (first, end) = (at as u8 + 1, at as u8 + 1);
                (self.graph.back().root(), Placed { points: 0, multiplier: 1, first, end, left })
            }
        }
    }

    /// Opens a back node if a tile can be placed before those placed.
    #[inline]
    fn before(
        &self,
        node: Arc,
        strip: &Strip,
        placed: Placed,
        closed: usize,
        lefts: &mut List<Open>,
    ) -> usize {
        let at = usize::from(placed.first) - 1;
        let letters = if at > closed { node.mask() & self.line.fit[at] } else { 0 };
        let options = both(letters) & self.hand.options(placed.left) & self.restriction.options();
        let open = Open { strip: *strip, node, options, placed, closed: closed as u8 };
        lefts.push_if(options != 0, open)
    }

    /// The forth node of the tiles placed, which are known to begin a word; `byte` is the first tile.
    #[inline]
    fn front(&self, strip: &Strip, at: usize, byte: u8, placed: Placed) -> Arc {
        let mut word = *strip;
        word[at & 15] = byte;
        // The byte of a tile is 1 plus the number of its letter.
        let letter = |at: usize| (word[at & 15] | self.line.tile[at]).wrapping_sub(1);
        self.graph.front(usize::from(placed.first), usize::from(placed.end), letter)
    }

    /// Opens a forth node if a tile can be placed behind those placed.
    #[inline]
    fn behind(&self, node: Arc, strip: &Strip, placed: Placed, rights: &mut List<Open>) -> usize {
        let letters = node.mask() & self.line.fit[usize::from(placed.end)];
        let restriction = if self.ends(placed) >> 1 != 0 { self.restriction.options() } else { 0 };
        let options = both(letters) & self.hand.options(placed.left) & restriction;
        let open = Open { strip: *strip, node, options, placed, closed: 0 };
        rights.push_if(options != 0, open)
    }

    /// The permitted end places of plays that begin where the tiles placed begin: bit 0 is the place behind the tiles
    /// placed.
    #[inline]
    fn ends(&self, placed: Placed) -> u32 {
        self.restriction.ends(placed.first, placed.end)
    }

    /// Places the lowest option of an open entry. Returns the node behind it, the tiles placed, and the tile's byte.
    #[inline]
    fn place(&self, side: &Side, open: &Open, at: usize) -> (Arc, Placed, u8) {
        let placement = self.hand.placement(open.options);
        let node = side.follow(open.node, 1 << (open.options.trailing_zeros() & 31));
        let value = u32::from(placement.value);
        let placed = Placed {
            points: open.placed.points + value * self.line.counts[at] + self.line.across[at],
            multiplier: open.placed.multiplier * self.line.word[at],
            left: placement.rest(open.placed.left),
            ..open.placed
        };
        (node, placed, placement.byte)
    }

    /// Follows the open nodes leftwards as long as there is room in the lists. No run precedes a placed tile: a run is
    /// an anchor, and the place behind it is closed to later anchors.
    #[inline(never)]
    fn go_left(&self, scratch: &mut Scratch) {
        let Scratch { lefts, rights, plays, .. } = scratch;
        while lefts.has_next() && lefts.has_room() && rights.has_room() && plays.has_room() {
            let open = lefts.next();
            let at = usize::from(open.placed.first) - 1;
            let (node, mut placed, byte) = self.place(self.graph.back(), open, at);
            let closed = usize::from(open.closed);
            let strip = open.strip;
            let rest = open.options & (open.options - 1);
            open.options = rest;
            lefts.done_if(rest == 0);
            placed.first = at as u8;
            if node.begins() && self.ends(placed) != 0 {
                let front = self.front(&strip, at, byte, placed);
                let is_play = front.ends() && self.ends(placed) & 1 == 1;
                let play = plays.push_if(is_play, Play { strip, placed });
                plays.list[play].strip[at & 15] = byte;
                let right = self.behind(front, &strip, placed, rights);
                rights.list[right].strip[at & 15] = byte;
            }
            let left = self.before(node, &strip, placed, closed, lefts);
            lefts.list[left].strip[at & 15] = byte;
        }
    }

    /// Follows the open nodes rightwards as long as there is room in the lists.
    #[inline(never)]
    fn go_right(&self, scratch: &mut Scratch) {
        let Scratch { rights, plays, .. } = scratch;
        while rights.has_next() && rights.has_room() && plays.has_room() {
            let open = rights.next();
            let at = usize::from(open.placed.end);
            let (mut node, mut placed, byte) = self.place(self.graph.forth(), open, at);
            let strip = open.strip;
            let rest = open.options & (open.options - 1);
            open.options = rest;
            rights.done_if(rest == 0);
            placed.end = at as u8 + 1;
            if self.line.tile[at + 1] != 0 {
                let run = self.line.run[at + 1];
                let Some(through) = self.through_right(node, at + 1, run.other) else { continue };
                placed.end = run.other + 1;
                placed.points += u32::from(run.sum);
                node = through;
            }
            let is_play = node.ends() && self.ends(placed) & 1 == 1;
            let play = plays.push_if(is_play, Play { strip, placed });
            plays.list[play].strip[at & 15] = byte;
            let right = self.behind(node, &strip, placed, rights);
            rights.list[right].strip[at & 15] = byte;
        }
    }

    /// Reads the tiles from `first` to `last` rightwards.
    fn through_right(&self, mut node: Arc, first: usize, last: u8) -> Option<Arc> {
        for at in first..=usize::from(last) {
            node = self.graph.forth().next(node, self.line.letter(at)?)?;
        }
        Some(node)
    }

    /// Passes a play on, unless it is a single tile that the other direction finds.
    #[inline]
    fn hand_on(&self, play: &Play, sink: &mut impl Sink) {
        let Play { strip, placed } = play;
        let count = self.hand.placed(placed.left);
        if count == 1 && self.is_twin(*placed) {
            return;
        }
        let (letters, crosses) = (placed.points & 0xffff, placed.points >> 16);
        let score = total(letters, u32::from(placed.multiplier), crosses, count);
        sink.take(score, || {
            Move::from_strip(
                u128::from_le_bytes(*strip),
                self.at,
                (placed.first, placed.end),
                score,
            )
        });
    }

    /// True if the only tile placed, in a line down, also forms a word across: that play is listed across.
    fn is_twin(&self, placed: Placed) -> bool {
        let (direction, _) = self.at;
        let squares = !(u32::MAX << placed.end) & u32::MAX << placed.first;
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

/// A queue.
///
/// An entry is always written and then counted or not, so pushing needs no branch.
#[derive(Clone, Debug, Default)]
pub(super) struct List<T> {
    pub(super) list: Vec<T>,
    begin: usize,
    end: usize,
}

/// The least free entries after [`List::make_room`].
const ROOM: usize = 256;

impl<T: Clone + Default> List<T> {
    pub(super) fn clear(&mut self) {
        (self.begin, self.end) = (0, 0);
    }

    /// Makes room for [`ROOM`] more entries.
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

    /// Removes the entry at the front if `done` is true.
    #[inline]
    pub(super) fn done_if(&mut self, done: bool) {
        self.begin += usize::from(done);
    }

    /// Writes an entry and adds it to the list if `counts` is true. Returns the index at which it was written.
    #[inline]
    pub(super) fn push_if(&mut self, counts: bool, entry: T) -> usize {
        let at = self.end;
        self.list[at] = entry;
        self.end += usize::from(counts);
        at
    }

    /// All entries, removed ones included.
    pub(super) fn entries(&self) -> &[T] {
        self.list.get(..self.end).unwrap_or_default()
    }
}

/// The share of the rack that a play uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RackUse {
    Part,
    /// All tiles of a full rack, a bingo.
    Whole,
}

impl RackUse {
    pub(super) const BOTH: [Self; 2] = [Self::Part, Self::Whole];

    pub(super) fn of(tiles: usize) -> Self {
        if tiles == RACK_SIZE { Self::Whole } else { Self::Part }
    }
}

/// A restriction of a search to some plays.
pub(crate) trait Restriction {
    /// The options allowed, a bit each: letters in the lower half, letters of blanks in the upper half.
    fn options(&self) -> u64;

    /// The last closed place on the left.
    fn closed(&self, closed: usize) -> usize;

    /// The permitted end places of plays that begin at `first`: bit 0 is the place `end`.
    fn ends(&self, first: u8, end: u8) -> u32;
}

/// Every play.
pub(crate) struct Every;

impl Restriction for Every {
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

/// The plays on some stretches, with some letters for blanks.
#[derive(Clone, Debug)]
pub(crate) struct Within {
    /// By first place, the permitted end places, a bit each.
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

    /// Adds the stretch `first..end` and the letters of blanks there, a bit each.
    #[inline]
    pub(crate) fn add(&mut self, first: usize, end: usize, blanks: u32) {
        self.ends[first] |= 1 << end;
        self.lowest = self.lowest.min(first);
        self.options |= u64::from(blanks) << 32;
    }
}

impl Restriction for Within {
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

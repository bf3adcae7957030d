//! The rules at room level: what a move along an edge, or a flip, does to a player's state.
//!
//! A state is a node and a set of bits: one for each node whose contents are taken one by one, each
//! pair of nodes whose small-key or bomb lock is open, each symbol held, each toggle that is on, and,
//! where bombs are not used up, one for holding bombs. Everything else follows: how many keys are
//! left is the keys taken less the locks opened. [`World`] is a graph under given rules, made ready
//! for that: edges in rows by node, edges that ask for the same share a lock.
//!
//! Invariants: bits of pick-ups, opened locks and symbols are only ever set; only a flip clears a
//! toggle. Payment comes before what lies in the node entered is taken.

mod build;

use super::Rules;
use super::bits::Bits;
use super::layout::{Layout, Meaning};
use crate::graph::{Graph, NodeIndex};
use build::Asked;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A passage of the world: where it leads, and what it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Door {
    /// The node it leads to.
    pub to: NodeIndex,
    /// A place among the world's locks; 0 asks for nothing.
    pub lock: u32,
    /// Whether it asks for nothing and leads to where nothing is to be had: passing it changes the node
    /// alone.
    pub plain: bool,
}

/// What a passage asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lock<const W: usize> {
    /// It can never be passed: it asks for what stands nowhere.
    never: bool,
    /// Bits that must be set.
    set: Bits<W>,
    /// Bits that must not be set.
    unset: Bits<W>,
    /// Of each of these sets, one bit must be set.
    any: SmallVec<[Bits<W>; 1]>,
    /// The bit of a lock that uses up a small key.
    key: Bits<W>,
    /// The bit of a lock that uses up a bomb.
    bomb: Bits<W>,
}

/// What a player holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// Small keys left.
    pub keys: u32,
    /// Bombs left; where they are not used up, 1 for "some".
    pub bombs: u32,
    /// The boss key.
    pub boss_key: bool,
    /// The key item.
    pub key_item: bool,
    /// Symbols held, as places in the graph's table.
    pub symbols: Vec<u32>,
    /// Toggles that are on, rising.
    pub toggles: Vec<u32>,
}

/// A graph under rules. See the module's page.
#[derive(Clone, Debug, Default)]
pub struct World<const W: usize> {
    start: Option<NodeIndex>,
    goal: Vec<bool>,
    gain: Vec<Bits<W>>,
    /// Two rows a node: the plain doors, and the others.
    first_door: Vec<u32>,
    doors: Vec<Door>,
    locks: Vec<Lock<W>>,
    first_flip: Vec<u32>,
    flips: Vec<Bits<W>>,
    meanings: Vec<Meaning>,
    keys: Counter<W>,
    bombs: Counter<W>,
    boss_keys: Bits<W>,
    key_items: Bits<W>,
    rules: Rules,
    /// Whether every door has a door back with the same lock, and no lock uses anything up.
    reversible: bool,
    /// Bits that can no longer be set: pick-ups taken away, toggles stuck, locks welded shut.
    banned: Bits<W>,
    /// Working memory of [`World::set`]: the doors in the order of the edges, each with the node it
    /// leaves, and the locks by what they ask for.
    laid: Vec<(NodeIndex, Door)>,
    kinds: FxHashMap<Asked, u32>,
}

/// How a consumable is counted: what the player starts with, what each of a set of pick-ups brings,
/// and the set of locks that used one up.
#[derive(Clone, Debug, Default)]
struct Counter<const W: usize> {
    start: u32,
    each: u32,
    from: Bits<W>,
    used: Bits<W>,
}

impl<const W: usize> Counter<W> {
    fn left(&self, bits: &Bits<W>) -> u32 {
        let got = self.start + self.each * bits.intersection(&self.from).count();
        got.saturating_sub(bits.intersection(&self.used).count())
    }
}

impl<const W: usize> World<W> {
    /// The world of `graph` under `rules`; `layout` is [`Layout::of`] the same two, and its bits fit
    /// into `W` words.
    #[must_use]
    pub fn new(graph: &Graph, rules: &Rules, layout: &Layout) -> Self {
        let mut world = Self::default();
        world.set(graph, rules, layout);
        world
    }
}

// ------------------------------------------------------------------------------------ the moves

impl<const W: usize> World<W> {
    /// How many nodes there are.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.goal.len()
    }

    /// The state a player begins in: the start's contents are taken. `None` in a graph without a start.
    #[must_use]
    pub fn start(&self) -> Option<(NodeIndex, Bits<W>)> {
        let mut bits = Bits::default();
        if self.rules.start.bombs > 0 {
            for (i, _) in
                self.meanings.iter().enumerate().filter(|(_, m)| **m == Meaning::BombsHeld)
            {
                bits = bits.union(&Bits::one(i));
            }
        }
        self.start.map(|start| (start, self.enter(&bits, start)))
    }

    /// Whether a node is a goal. No move leaves a goal.
    #[inline]
    #[must_use]
    pub fn is_goal(&self, node: NodeIndex) -> bool {
        self.goal.get(node as usize).copied().unwrap_or(false)
    }

    /// The doors out of a node, the plain ones first.
    #[inline]
    #[must_use]
    pub fn doors(&self, node: NodeIndex) -> &[Door] {
        row(&self.first_door, &self.doors, 2 * node as usize..2 * node as usize + 2)
    }

    /// The plain doors out of a node, and the others.
    #[inline]
    #[must_use]
    pub fn doors_by_kind(&self, node: NodeIndex) -> (&[Door], &[Door]) {
        let half = 2 * node as usize;
        let row = |from| row(&self.first_door, &self.doors, from..from + 1);
        (row(half), row(half + 1))
    }

    /// The toggles that can be flipped in a node, each as the set of its bit.
    #[inline]
    #[must_use]
    pub fn flips(&self, node: NodeIndex) -> &[Bits<W>] {
        row(&self.first_flip, &self.flips, node as usize..node as usize + 1)
    }

    /// The bits after a move through `door`, or `None` where it may not be passed.
    #[inline(always)]
    #[must_use]
    pub fn step(&self, bits: &Bits<W>, door: Door) -> Option<Bits<W>> {
        let paid = if door.lock == 0 { *bits } else { self.pay(bits, door.lock)? };
        Some(self.enter(&paid, door.to))
    }

    /// The bits after a move through `door` as if it asked for nothing.
    #[inline]
    #[must_use]
    pub fn step_unasked(&self, bits: &Bits<W>, door: Door) -> Bits<W> {
        self.enter(bits, door.to)
    }

    /// Whether every way can be walked back. Then who can win at all can win from every state: walk back
    /// to the start, flipping back what was flipped, and take the winning way with more in hand than
    /// before. True only where the edges stand in pairs, one way and back, with the same requirements.
    #[must_use]
    pub fn is_reversible(&self) -> bool {
        self.reversible
    }

    /// Whether passing `door` can use something up.
    #[must_use]
    pub fn uses_up(&self, door: Door) -> bool {
        self.locks.get(door.lock as usize).is_some_and(|l| !l.key.is_empty() || !l.bomb.is_empty())
    }

    /// What entering a node gives, to whom it is new.
    #[inline]
    #[must_use]
    pub fn gives(&self, node: NodeIndex) -> Bits<W> {
        self.gain.get(node as usize).copied().unwrap_or_default()
    }

    /// The bits after a flip; `None` for a toggle that is stuck.
    #[inline]
    #[must_use]
    pub fn flip(&self, bits: &Bits<W>, toggle: &Bits<W>) -> Option<Bits<W>> {
        (!self.banned.meets(toggle)).then(|| bits.symmetric_difference(toggle))
    }

    #[inline]
    fn enter(&self, bits: &Bits<W>, node: NodeIndex) -> Bits<W> {
        match self.gain.get(node as usize) {
            Some(gain) => bits.union(&gain.difference(&self.banned)),
            None => *bits,
        }
    }

    #[inline(never)]
    fn pay(&self, bits: &Bits<W>, lock: u32) -> Option<Bits<W>> {
        let lock = self.locks.get(lock as usize)?;
        let refused = lock.never
            || !bits.contains(&lock.set)
            || bits.meets(&lock.unset)
            || lock.any.iter().any(|any| !bits.meets(any));
        if refused {
            return None;
        }
        let mut paid = *bits;
        for (bit, counter) in [(&lock.key, &self.keys), (&lock.bomb, &self.bombs)] {
            if !bits.contains(bit) {
                if self.banned.meets(bit) || counter.left(&paid) == 0 {
                    return None;
                }
                paid = paid.union(bit);
            }
        }
        Some(paid)
    }
}

// ------------------------------------------------------------------------- what the bits mean

impl<const W: usize> World<W> {
    /// What a player in this state holds.
    #[must_use]
    pub fn holdings(&self, bits: &Bits<W>) -> Holdings {
        let mut holdings = Holdings {
            keys: self.keys.left(bits),
            bombs: self.bombs.left(bits),
            boss_key: self.rules.start.boss_key || bits.meets(&self.boss_keys),
            key_item: self.rules.start.key_item || bits.meets(&self.key_items),
            ..Holdings::default()
        };
        for bit in bits.iter() {
            match self.meanings.get(bit) {
                Some(Meaning::Symbol(id)) => holdings.symbols.push(*id),
                Some(Meaning::Toggle(id)) => holdings.toggles.push(*id),
                Some(Meaning::BombsHeld) => holdings.bombs = 1,
                _ => {}
            }
        }
        holdings.toggles.sort_unstable();
        holdings
    }

    /// What the bits of the world stand for, by bit.
    #[must_use]
    pub fn meanings(&self) -> &[Meaning] {
        &self.meanings
    }

    /// Takes pick-ups away, sticks toggles, welds locks shut: whatever these bits stand for can no
    /// longer happen. Replaces an earlier ban.
    pub fn ban(&mut self, bits: Bits<W>) {
        self.banned = bits;
    }
}

/// Rows of a table of rows, next to each other.
#[inline]
fn row<'a, T>(first: &[u32], items: &'a [T], rows: std::ops::Range<usize>) -> &'a [T] {
    match (first.get(rows.start), first.get(rows.end)) {
        (Some(&a), Some(&b)) => items.get(a as usize..b as usize).unwrap_or(&[]),
        _ => &[],
    }
}

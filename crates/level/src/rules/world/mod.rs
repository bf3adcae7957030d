//! The rules, made ready: what a move does to a player's state.
//!
//! A [`World`] is a level under given rules: places, and doors between them. At room level the places are
//! the nodes of the graph; at tile level they are the cells that can be entered, and a step onto the next
//! cell is a door too. Both are judged by the same searches, which know nothing else.
//!
//! A state is a place and a [`Config`]: a set of bits (a pick-up taken, a lock open, a symbol held, a
//! toggle on, and, where bombs are not used up, bombs held) and where the blocks stand. Everything else
//! follows: how many keys are left is the keys taken less the locks opened.
//!
//! Invariants: bits of pick-ups, opened locks and symbols are only ever set; only a flip clears a
//! toggle. Payment comes before what lies in the place entered is taken. No move leaves a goal.

mod tell;
mod guide;
mod lay;

use super::Rules;
use super::bits::Bits;
use super::blocks::{Arrangement, BlockMap, Blocks};
use super::layout::Meaning;
use super::lock::{Counter, Lock, Means};
use super::room::Asked;
use crate::graph::NodeIndex;
use crate::grid::Cell;
use lay::row;
use rustc_hash::FxHashMap;

/// A place of a world: a node of the graph, or a cell.
pub type Place = u32;

/// How a door is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Way {
    /// Along an edge of the graph.
    Goto,
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One column left.
    Left,
    /// One column right.
    Right,
    /// Diagonally.
    UpLeft,
    /// Diagonally.
    UpRight,
    /// Diagonally.
    DownLeft,
    /// Diagonally.
    DownRight,
    /// By a stair or a door to a room elsewhere; perhaps over nodes that have no rectangle.
    Warp,
    /// On along a warp: it costs nothing more.
    Pass,
}

impl Way {
    /// Which of up, down, left and right it is, if it is one of them.
    #[inline]
    pub(super) fn direction(self) -> Option<usize> {
        match self {
            Way::Up => Some(0),
            Way::Down => Some(1),
            Way::Left => Some(2),
            Way::Right => Some(3),
            _ => None,
        }
    }

    /// Whether it is diagonal: then it costs √2.
    #[inline]
    #[must_use]
    pub fn is_diagonal(self) -> bool {
        matches!(self, Way::UpLeft | Way::UpRight | Way::DownLeft | Way::DownRight)
    }
}

/// A passage of the world: where it leads, and what it asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Door {
    /// The place it leads to.
    pub to: Place,
    /// A place among the world's locks; 0 asks for nothing.
    pub lock: u32,
    /// How it is passed.
    pub way: Way,
    /// Whether it asks for nothing and leads to where nothing is to be had and no block can stand: passing
    /// it changes the place alone.
    pub plain: bool,
}

/// All of a state but the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Config<const W: usize> {
    /// What was taken, opened and set.
    pub bits: Bits<W>,
    /// Where the blocks stand.
    pub blocks: Arrangement,
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

/// Where a player is, as a file names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// In a node.
    Node(NodeIndex),
    /// On a cell.
    Cell(Cell),
}

/// A level under rules. See the module's page.
#[derive(Clone, Debug, Default)]
pub struct World<const W: usize> {
    pub(super) start: Option<Place>,
    pub(super) goal: Vec<bool>,
    pub(super) gain: Vec<Bits<W>>,
    /// Two rows a place: the plain doors, and the others.
    pub(super) first_door: Vec<u32>,
    pub(super) doors: Vec<Door>,
    pub(super) locks: Vec<Lock<W>>,
    pub(super) first_flip: Vec<u32>,
    pub(super) flips: Vec<Bits<W>>,
    pub(super) meanings: Vec<Meaning>,
    pub(super) keys: Counter<W>,
    pub(super) bombs: Counter<W>,
    pub(super) means: Means<W>,
    pub(super) rules: Rules,
    /// Whether every door has a door back with the same lock, and no lock uses anything up.
    pub(super) reversible: bool,
    /// Bits that can no longer be set: pick-ups taken away, toggles stuck, locks welded shut.
    pub(super) banned: Bits<W>,
    /// What a goal asks for besides: every pick-up, where that is the task.
    pub(super) collect: Bits<W>,
    /// By place the cell, at tile level. Places beyond are nodes that a warp passes.
    pub(super) cells: Vec<Cell>,
    /// The nodes that a warp passes, by place after those of the cells.
    pub(super) passed: Vec<NodeIndex>,
    /// By place how many states of the level it stands for; empty where it is one each. A place that a warp
    /// passes stands for none.
    pub(super) weights: Vec<u32>,
    pub(super) blocks: BlockMap,
    /// By place whether a block stood there at the start that stops nobody, in a world that has such blocks.
    pub(super) shunned: Vec<bool>,
    /// By lock how many such blocks a step that asks for it brushes; empty where none does.
    pub(super) brushed: Vec<u16>,
    /// Working memory of [`World::set`]: the doors in the order of the edges, each with the place it
    /// leaves, and the locks by what they ask for.
    pub(super) laid: Vec<(Place, Door)>,
    pub(super) kinds: FxHashMap<Asked, u32>,
}

// ------------------------------------------------------------------------------------ the moves

impl<const W: usize> World<W> {
    /// How many places there are.
    #[must_use]
    pub fn places(&self) -> usize {
        self.goal.len()
    }

    /// The state a player begins in: what lies there is taken. `None` in a world without a start.
    /// `blocks` is made ready for this world.
    #[must_use]
    pub fn start(&self, blocks: &mut Blocks) -> Option<(Place, Config<W>)> {
        blocks.begin(&self.blocks);
        let bits = |start| self.enter(&self.start_bits(), start);
        self.start.map(|start| (start, Config { bits: bits(start), blocks: 0 }))
    }

    /// What a player holds before the start is entered.
    pub(crate) fn start_bits(&self) -> Bits<W> {
        let held = self.rules.start.bombs > 0;
        let bit = self.meanings.iter().position(|m| held && *m == Meaning::BombsHeld);
        bit.map_or_else(Bits::default, Bits::one)
    }

    /// Where a player begins.
    #[must_use]
    pub fn start_place(&self) -> Option<Place> {
        self.start
    }

    /// Whether moves leave a place at all.
    #[inline]
    pub(crate) fn goes_on(&self, place: Place) -> bool {
        !self.is_goal_place(place) || !self.collect.is_empty()
    }

    /// Whether a state is a goal. No move leaves a goal.
    #[inline]
    #[must_use]
    pub fn is_goal(&self, place: Place, config: &Config<W>) -> bool {
        self.is_goal_place(place) && config.bits.contains(&self.collect)
    }

    /// Whether a place can be a goal.
    #[inline]
    #[must_use]
    pub fn is_goal_place(&self, place: Place) -> bool {
        self.goal.get(place as usize).copied().unwrap_or(false)
    }

    /// The doors out of a place, the plain ones first.
    #[inline]
    #[must_use]
    pub fn doors(&self, place: Place) -> &[Door] {
        row(&self.first_door, &self.doors, 2 * place as usize..2 * place as usize + 2)
    }

    /// The plain doors out of a place, and the others.
    #[inline]
    #[must_use]
    pub fn doors_by_kind(&self, place: Place) -> (&[Door], &[Door]) {
        let half = 2 * place as usize;
        let row = |from| row(&self.first_door, &self.doors, from..from + 1);
        (row(half), row(half + 1))
    }

    /// The toggles that can be flipped in a place, each as the set of its bit.
    #[inline]
    #[must_use]
    pub fn flips(&self, place: Place) -> &[Bits<W>] {
        row(&self.first_flip, &self.flips, place as usize..place as usize + 1)
    }

    /// What a move through `door` makes of a configuration, or `None` where it may not be passed.
    #[inline(always)]
    #[must_use]
    pub fn step(&self, config: &Config<W>, door: Door, blocks: &mut Blocks) -> Option<Config<W>> {
        let paid = if door.lock == 0 { config.bits } else { self.pay(config, door.lock, blocks)? };
        let blocks = match self.blocks.cell(door.to) {
            Some(cell) if blocks.holds(config.blocks, cell) => {
                self.push(config.blocks, cell, door.way, blocks)?
            }
            _ => config.blocks,
        };
        Some(Config { bits: self.enter(&paid, door.to), blocks })
    }

    /// What a move through `door` makes of a configuration as if it asked for nothing.
    #[inline]
    #[must_use]
    pub fn step_unasked(&self, config: &Config<W>, door: Door) -> Config<W> {
        Config { bits: self.enter(&config.bits, door.to), ..*config }
    }

    /// Whether every way can be walked back. Then who can win at all can win from every state: walk back
    /// to the start, flipping back what was flipped, and take the winning way with more in hand than
    /// before. True only where the doors stand in pairs, one way and back, with the same requirements.
    #[must_use]
    pub fn is_reversible(&self) -> bool {
        self.reversible
    }

    /// Whether passing `door` can use something up.
    #[must_use]
    pub fn uses_up(&self, door: Door) -> bool {
        self.locks.get(door.lock as usize).is_some_and(Lock::uses_up)
    }

    /// What entering a place gives, to whom it is new.
    #[inline]
    #[must_use]
    pub fn gives(&self, place: Place) -> Bits<W> {
        self.gain.get(place as usize).copied().unwrap_or_default()
    }

    /// The configuration after a flip; `None` for a toggle that is stuck.
    #[inline]
    #[must_use]
    pub fn flip(&self, config: &Config<W>, toggle: &Bits<W>) -> Option<Config<W>> {
        let flipped = || Config { bits: config.bits.symmetric_difference(toggle), ..*config };
        (!self.banned.meets(toggle)).then(flipped)
    }

    #[inline]
    fn enter(&self, bits: &Bits<W>, place: Place) -> Bits<W> {
        match self.gain.get(place as usize) {
            Some(gain) => bits.union(&gain.difference(&self.banned)),
            None => *bits,
        }
    }

    #[inline(never)]
    fn pay(&self, config: &Config<W>, lock: u32, blocks: &Blocks) -> Option<Bits<W>> {
        let lock = self.locks.get(lock as usize)?;
        let bits = &config.bits;
        if lock.refuses(bits) || lock.clear.iter().any(|&cell| blocks.holds(config.blocks, cell)) {
            return None;
        }
        let mut paid = *bits;
        for (asked, counter) in [(&lock.key, &self.keys), (&lock.bomb, &self.bombs)] {
            let closed = asked.difference(bits);
            if !closed.is_empty() {
                if self.banned.meets(&closed) || counter.left(&paid) < closed.count() {
                    return None;
                }
                paid = paid.union(&closed);
            }
        }
        Some(paid)
    }

    /// Pushes the block of a cell on in the way walked; only up, down, left and right push.
    #[cold]
    fn push(
        &self,
        arrangement: Arrangement,
        cell: u32,
        way: Way,
        blocks: &mut Blocks,
    ) -> Option<Arrangement> {
        let next = self.blocks.next.get(cell as usize)?[way.direction()?];
        (next != super::blocks::NONE).then(|| blocks.push(arrangement, cell, next))?
    }
}

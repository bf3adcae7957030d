//! The rules, made ready: what a move does to a player's state.
//!
//! A `World` is a level under given rules: locations, and doors between them. At room level the locations are
//! the nodes of the graph; at tile level they are the cells that can be entered, and a step onto the next
//! cell is a door too. Both are judged by the same searches, which know nothing else.
//!
//! A state is a location and a `Config`: a set of bits (a pick-up taken, a lock open, a symbol held, a
//! toggle on, and, where bombs are not used up, bombs held) and where the blocks stand. Everything else
//! follows: how many keys are left is the keys taken less the locks opened.
//!
//! Invariants: bits of pick-ups, opened locks and symbols are only ever set; only a flip clears a
//! toggle, and only blocks that move clear the bit of a plate. Payment comes before what lies in the location entered is taken. No move leaves a goal.

pub(crate) mod builder;
pub(crate) mod report;
pub(crate) mod rooms;
mod bounds;
mod changed;
pub(crate) mod pushing;
pub(crate) mod contract;

use super::blocks::{AT_START, NONE};
use super::lock::{Counter, Lock, Means};
use super::{Arrangement, Bits, BlockMap, Blocks, Door, Fact, Location, Rows, Rules, Way};
use crate::model::{Cell, NodeIndex};
use smallvec::SmallVec;

/// All of a state but the location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Config<const W: usize> {
    /// The bits of everything taken, opened and set.
    pub(crate) bits: Bits<W>,
    pub(crate) blocks: Arrangement,
}

/// A level under rules. See the module's page.
#[derive(Clone, Debug, Default)]
pub(crate) struct World<const W: usize> {
    law: Law<W>,
    start: Option<Location>,
    goal: Vec<bool>,
    gain: Vec<Bits<W>>,
    /// Two rows a location: the plain doors, and the others.
    doors: Rows<Door>,
    flips: Rows<Bits<W>>,
    /// True if every door has a door back with the same lock, and no lock uses anything up.
    reversible: bool,
    /// By location the cell, at tile level. Locations beyond are nodes that a warp passes.
    cells: Vec<Cell>,
    /// The nodes that a warp passes, by location after those of the cells.
    passed: Vec<NodeIndex>,
    /// By location, the number of states of the level that it stands for; empty where it is one each. A
    /// location that a warp passes stands for none.
    weights: Vec<u32>,
    blocks: BlockMap,
    /// By location, true if a relaxed block stood there at the start; empty in a world without relaxed blocks.
    is_relaxed: Vec<bool>,
    /// By lock, the number of relaxed blocks that a step with it brushes; empty where there are none.
    brushed: Vec<u16>,
}

/// The terms of a world, the same wherever a player is: requirements of doors and goals, and counts of
/// consumables.
#[derive(Clone, Debug, Default)]
struct Law<const W: usize> {
    /// The locks of doors; the first asks for nothing.
    locks: Vec<Lock<W>>,
    /// By bit: its fact.
    facts: Vec<Fact>,
    keys: Counter<W>,
    bombs: Counter<W>,
    means: Means<W>,
    rules: Rules,
    /// Bits that can no longer be set: pick-ups taken away, toggles stuck, locks welded shut.
    banned: Bits<W>,
    /// The bits that a goal asks for besides: every pick-up, where that is the task.
    collect: Bits<W>,
    /// The conditions that win wherever a player stands, as a lock is satisfied.
    win: Option<Lock<W>>,
    /// The pressure plates that blocks can press.
    plates: Vec<Plate<W>>,
    /// The bits that are set while these are down.
    down: Bits<W>,
    /// The bits of all plates, and the symbols they give.
    pressed: Bits<W>,
    /// The bits that plates set at the start, with the blocks where they stand then.
    pressed_at_start: Bits<W>,
    /// All bits of the start, of a world that begins in the midst of a game.
    began: Option<Bits<W>>,
}

/// A pressure plate.
#[derive(Clone, Debug)]
struct Plate<const W: usize> {
    /// Its cells, as the map of pushes numbers them.
    cells: SmallVec<[u32; 4]>,
    down: Bits<W>,
    /// The symbol that is held once it was.
    gives: Bits<W>,
}

// ------------------------------------------------------------------------------------ the moves

impl<const W: usize> World<W> {
    pub(crate) fn locations(&self) -> usize {
        self.goal.len()
    }

    /// The state a player begins in: what lies there is taken. `None` in a world without a start.
    /// `blocks` is made ready for this world.
    pub(crate) fn start(&self, blocks: &mut Blocks) -> Option<(Location, Config<W>)> {
        blocks.begin(&self.blocks);
        let bits = |start| self.enter(&self.start_bits(), start);
        let blocks = blocks.first();
        self.start.map(|start| (start, Config { bits: bits(start), blocks }))
    }

    /// The bits that are set before the start is entered.
    pub(crate) fn start_bits(&self) -> Bits<W> {
        if let Some(bits) = self.law.began {
            return bits.difference(&self.law.banned);
        }
        let held = self.law.rules.start.bombs > 0;
        let bit = self.law.facts.iter().position(|m| held && *m == Fact::BombsHeld);
        let held = bit.map_or_else(Bits::default, Bits::one);
        held.union(&self.law.pressed_at_start.difference(&self.law.banned))
    }

    pub(crate) fn start_location(&self) -> Option<Location> {
        self.start
    }

    /// True if moves lead out of a location at all.
    #[inline]
    pub(crate) fn goes_on(&self, location: Location) -> bool {
        !self.is_goal_location(location) || !self.law.collect.is_empty()
    }

    /// True if a state is a goal. No move leaves a goal.
    #[inline]
    pub(crate) fn is_goal(&self, location: Location, config: &Config<W>) -> bool {
        (self.is_goal_location(location) || self.wins_anywhere(location, &config.bits))
            && config.bits.contains(&self.law.collect)
    }

    /// True if the conditions hold that win wherever a player stands.
    #[inline]
    fn wins_anywhere(&self, location: Location, bits: &Bits<W>) -> bool {
        let holds = |win: &Lock<W>| !win.refuses(bits) && !self.is_passed(location);
        self.law.win.as_ref().is_some_and(holds)
    }

    #[inline]
    pub(crate) fn is_goal_location(&self, location: Location) -> bool {
        self.goal.get(location as usize).copied().unwrap_or(false)
    }

    pub(crate) fn goals(&self) -> impl Iterator<Item = Location> + '_ {
        (0..).zip(&self.goal).filter(|(_, is_goal)| **is_goal).map(|(location, _)| location)
    }

    /// The doors out of a location, the plain ones first.
    #[inline]
    pub(crate) fn doors(&self, location: Location) -> &[Door] {
        self.doors.rows(2 * location as usize..2 * location as usize + 2)
    }

    /// The plain doors out of a location, and the others.
    #[inline]
    pub(crate) fn doors_by_kind(&self, location: Location) -> (&[Door], &[Door]) {
        let plain = 2 * location as usize;
        (self.doors.row(plain), self.doors.row(plain + 1))
    }

    /// The toggles that can be flipped in a location, each as the set of its bit.
    #[inline]
    pub(crate) fn flips(&self, location: Location) -> &[Bits<W>] {
        self.flips.row(location as usize)
    }

    /// The configuration after a move through `door`; `None` where it may not be passed.
    #[inline(always)]
    pub(crate) fn step(
        &self,
        config: &Config<W>,
        door: Door,
        blocks: &mut Blocks,
    ) -> Option<Config<W>> {
        let paid = if door.lock == 0 { config.bits } else { self.pay(config, door.lock, blocks)? };
        // The blocks of the room left return; those of the room entered stand where they started.
        let before = if door.resets { AT_START } else { config.blocks };
        let after = match self.blocks.cell(door.to) {
            Some(cell) if blocks.holds(before, cell) => {
                self.push(before, cell, door.way, blocks)?
            }
            _ => before,
        };
        let mut bits = self.enter(&paid, door.to);
        if after != config.blocks && !self.law.plates.is_empty() {
            bits = self.press(&bits, after, blocks);
        }
        Some(Config { bits, blocks: after })
    }

    /// The bits with the plates that an arrangement of blocks holds down, and with what these give.
    #[cold]
    fn press(&self, bits: &Bits<W>, arrangement: Arrangement, blocks: &Blocks) -> Bits<W> {
        let Law { plates, down, banned, .. } = &self.law;
        let pressed = plates
            .iter()
            .filter(|plate| plate.cells.iter().all(|&cell| blocks.holds(arrangement, cell)));
        pressed.fold(bits.difference(down), |bits, plate| {
            bits.union(&plate.down.union(&plate.gives).difference(banned))
        })
    }

    /// The cells from which and to which passing a door pushes a block, as the map of pushes numbers them.
    pub(crate) fn pushed(
        &self,
        config: &Config<W>,
        door: Door,
        blocks: &Blocks,
    ) -> Option<(u32, u32)> {
        let before = if door.resets { AT_START } else { config.blocks };
        let cell = self.blocks.cell(door.to).filter(|&cell| blocks.holds(before, cell))?;
        Some((cell, self.blocks.next.get(cell as usize)?[door.way.direction()?]))
    }

    /// The configuration after a move through `door`, as if it asked for nothing.
    #[inline]
    pub(crate) fn step_unchecked(&self, config: &Config<W>, door: Door) -> Config<W> {
        Config { bits: self.enter(&config.bits, door.to), ..*config }
    }

    /// True if every way can be walked back. Then who can win at all can win from every state: walk back
    /// to the start, flipping back what was flipped, and take the winning way with more in hand than
    /// before. True only where the doors stand in pairs, one way and back, with the same requirements.
    pub(crate) fn is_reversible(&self) -> bool {
        self.reversible
    }

    /// True if passing `door` can use something up.
    pub(crate) fn uses_up(&self, door: Door) -> bool {
        self.law.locks.get(door.lock as usize).is_some_and(Lock::uses_up)
    }

    /// True if entering a location changes the location alone, by a door that asks for nothing: no block stands there,
    /// and all that lies there was taken.
    #[inline]
    pub(crate) fn is_free(&self, config: &Config<W>, location: Location, blocks: &Blocks) -> bool {
        let holds = |cell| blocks.holds(config.blocks, cell);
        self.enter(&config.bits, location) == config.bits
            && !self.blocks.cell(location).is_some_and(holds)
    }

    /// The bits that entering a location sets.
    #[inline]
    pub(crate) fn gives(&self, location: Location) -> Bits<W> {
        self.gain.get(location as usize).copied().unwrap_or_default()
    }

    /// The configuration after a flip; `None` for a toggle that is stuck.
    #[inline]
    pub(crate) fn flip(&self, config: &Config<W>, toggle: &Bits<W>) -> Option<Config<W>> {
        let flipped = || Config { bits: config.bits.symmetric_difference(toggle), ..*config };
        (!self.law.banned.meets(toggle)).then(flipped)
    }

    #[inline]
    fn enter(&self, bits: &Bits<W>, location: Location) -> Bits<W> {
        match self.gain.get(location as usize) {
            Some(gain) => bits.union(&gain.difference(&self.law.banned)),
            None => *bits,
        }
    }

    #[inline(never)]
    fn pay(&self, config: &Config<W>, lock: u32, blocks: &Blocks) -> Option<Bits<W>> {
        let lock = self.law.locks.get(lock as usize)?;
        let bits = &config.bits;
        if lock.refuses(bits) || lock.clear.iter().any(|&cell| blocks.holds(config.blocks, cell)) {
            return None;
        }
        let mut paid = *bits;
        for (asked, counter) in [(&lock.key, &self.law.keys), (&lock.bomb, &self.law.bombs)] {
            let closed = asked.difference(bits);
            if !closed.is_empty() {
                if self.law.banned.meets(&closed) || counter.left(&paid) < closed.count() {
                    return None;
                }
                paid.add(&closed);
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
        (next != NONE).then(|| blocks.push(arrangement, cell, next))?
    }
}

//! The executable form of the rules: the effect of a move on a player's state.
//!
//! A `World` is a level under given rules: locations, and doors between them. At room level the locations are the
//! nodes of the graph. At tile level they are the cells that can be entered, and a step onto the next cell is a door
//! too. The same searches work on both levels.
//!
//! A state is a location and a `Config`: a set of bits and the positions of the blocks. A bit stands for a pick-up
//! that was taken, a lock that is open, a symbol that is held, a toggle that is on, or bombs that are held (if they
//! are not used up). Everything else follows: the number of keys left is the keys taken minus the locks opened.
//!
//! Invariants: bits of pick-ups, opened locks and symbols are only ever set. Only a flip clears a toggle, and only a
//! moving block clears the bit of a plate. A player pays for a lock before taking the contents of the location
//! entered. No move leaves a goal.

pub(crate) mod builder;
pub(crate) mod report;
pub(crate) mod rooms;
mod bounds;
mod changed;
pub(crate) mod pushing;
pub(crate) mod contract;
mod pits;

use super::blocks::{AT_START, NONE};
use super::lock::{Counter, Lock, Means};
use super::{Arrangement, Bits, BlockMap, Blocks, Door, Fact, Location, Rows, Rules, Way};
use crate::model::{Cell, NodeIndex};
use smallvec::SmallVec;

/// A state without its location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Config<const W: usize> {
    /// The bits of everything taken, opened and set.
    pub(crate) bits: Bits<W>,
    pub(crate) blocks: Arrangement,
}

/// A level under rules. See the documentation of the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct World<const W: usize> {
    law: Law<W>,
    start: Option<Location>,
    goal: Vec<bool>,
    gain: Vec<Bits<W>>,
    /// Two rows for each location: the plain doors, and the others.
    doors: Rows<Door>,
    flips: Rows<Bits<W>>,
    /// True if every door has a door back with the same lock, and no lock uses anything up.
    reversible: bool,
    /// By location the cell, at tile level. The locations after the cells are nodes that a warp passes.
    cells: Vec<Cell>,
    /// The nodes that a warp passes, by location after those of the cells.
    passed: Vec<NodeIndex>,
    /// By location, the number of states of the level that it stands for; empty if each stands for one. A location
    /// that a warp passes stands for none.
    weights: Vec<u32>,
    blocks: BlockMap,
    /// By location, true if a relaxed block stood there at the start; empty in a world without relaxed blocks.
    is_relaxed: Vec<bool>,
    /// By lock, the number of relaxed blocks at the corners of a diagonal step with this lock; empty if there are
    /// none.
    brushed: Vec<u16>,
}

/// The part of a world that does not depend on locations: the requirements of doors and goals, and the counts of
/// consumables.
#[derive(Clone, Debug, Default)]
struct Law<const W: usize> {
    /// The locks of doors; the first has no requirements.
    locks: Vec<Lock<W>>,
    /// By bit, its fact.
    facts: Vec<Fact>,
    keys: Counter<W>,
    bombs: Counter<W>,
    means: Means<W>,
    rules: Rules,
    /// Bits that cannot be set: removed pick-ups, stuck toggles, locks that never open.
    banned: Bits<W>,
    /// The bits that a goal requires besides being reached: every pick-up, if all must be collected.
    collect: Bits<W>,
    /// The conditions that win wherever a player stands, in the form of a lock.
    win: Option<Lock<W>>,
    /// The pressure plates that blocks can press.
    plates: Vec<Plate<W>>,
    /// The bits that are set while these plates are down.
    down: Bits<W>,
    /// The bits of all plates, and the symbols they give.
    pressed: Bits<W>,
    /// The bits that plates set at the start, with the blocks at their starting cells.
    pressed_at_start: Bits<W>,
    /// All bits of the start, if the world starts in the middle of a game.
    began: Option<Bits<W>>,
}

/// A pressure plate.
#[derive(Clone, Debug)]
struct Plate<const W: usize> {
    /// Its cells, by number in the push map.
    cells: SmallVec<[u32; 4]>,
    down: Bits<W>,
    /// The symbol that is held for good once the plate was down.
    gives: Bits<W>,
}

// ------------------------------------------------------------------------------------ the moves

impl<const W: usize> World<W> {
    pub(crate) fn locations(&self) -> usize {
        self.goal.len()
    }

    /// The first state of the player, after taking the contents of the start. `None` in a world without a start.
    /// Prepares `blocks` for this world.
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

    /// True if moves lead out of a location.
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

    /// The configuration after a move through `door`; `None` if the rules do not allow it.
    #[inline(always)]
    pub(crate) fn step(
        &self,
        config: &Config<W>,
        door: Door,
        blocks: &mut Blocks,
    ) -> Option<Config<W>> {
        let paid = if door.lock == 0 { config.bits } else { self.pay(config, door.lock, blocks)? };
        // The blocks of the room left return; the blocks of the room entered are on their starting cells.
        let before = if door.resets { AT_START } else { config.blocks };
        let after = match self.blocks.cell(door.to) {
            Some(cell) if blocks.holds(before, cell) => {
                self.push(before, cell, door.way, blocks)?
            }
            Some(cell) if blocks.is_open_pit(&self.blocks, before, cell) => return None,
            _ => before,
        };
        let mut bits = self.enter(&paid, door.to);
        if after != config.blocks && !self.law.plates.is_empty() {
            bits = self.press(&bits, after, blocks);
        }
        Some(Config { bits, blocks: after })
    }

    /// The bits after an arrangement of blocks has pressed its plates, with the symbols these give.
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

    /// The cells from which and to which passing a door pushes a block, by number in the push map. Of a pit it is the
    /// cell on its floor, even if the block fills it.
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

    /// The configuration after a move through `door`, without checking its requirements.
    #[inline]
    pub(crate) fn step_unchecked(&self, config: &Config<W>, door: Door) -> Config<W> {
        Config { bits: self.enter(&config.bits, door.to), ..*config }
    }

    /// True if every move can be undone. Then a player who can win from the start can win from every state: walk back
    /// to the start, flip the toggles back, and follow the winning plan with at least as many items. True only if the
    /// doors come in pairs, there and back, with the same requirements.
    pub(crate) fn is_reversible(&self) -> bool {
        self.reversible
    }

    /// True if passing `door` can use something up.
    pub(crate) fn uses_up(&self, door: Door) -> bool {
        self.law.locks.get(door.lock as usize).is_some_and(Lock::uses_up)
    }

    /// True if whoever can pass a door can always pass it: its lock uses nothing up, and neither the absence of a
    /// symbol nor a free cell is required.
    pub(crate) fn stays_open(&self, door: Door) -> bool {
        let lock = self.law.locks.get(door.lock as usize);
        lock.is_none_or(|lock| !lock.uses_up() && lock.lacked.is_empty() && lock.clear.is_empty())
    }

    /// True if entering a location by a door without requirements changes the location alone: no block stands there, it
    /// is no open pit, and all its contents were taken.
    #[inline]
    pub(crate) fn is_free(&self, config: &Config<W>, location: Location, blocks: &Blocks) -> bool {
        let stops = |cell| {
            blocks.holds(config.blocks, cell)
                || blocks.is_open_pit(&self.blocks, config.blocks, cell)
        };
        self.enter(&config.bits, location) == config.bits
            && !self.blocks.cell(location).is_some_and(stops)
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
        for (required, counter) in [(&lock.key, &self.law.keys), (&lock.bomb, &self.law.bombs)] {
            let closed = required.difference(bits);
            if !closed.is_empty() {
                if self.law.banned.meets(&closed) || counter.left(&paid) < closed.count() {
                    return None;
                }
                paid.add(&closed);
            }
        }
        Some(paid)
    }

    /// Pushes the block of a cell in the direction of the step; diagonal steps do not push. A block that is pushed onto
    /// an open pit falls to its bottom.
    #[cold]
    fn push(
        &self,
        arrangement: Arrangement,
        cell: u32,
        way: Way,
        blocks: &mut Blocks,
    ) -> Option<Arrangement> {
        let next = self.blocks.next.get(cell as usize)?[way.direction()?];
        let bottom = self.blocks.bottom(next).filter(|&at| !blocks.holds(arrangement, at));
        (next != NONE).then(|| blocks.push(arrangement, cell, bottom.unwrap_or(next)))?
    }
}

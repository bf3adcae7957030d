//! The tables of a search: configurations, states, and the plans to them.
//!
//! Configurations change rarely, so each is interned, and a state is stored as the number of its configuration and
//! its location.

use crate::plan::{Move, Plan};
use crate::rules::{Config, Location};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The configurations met so far, by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Configs<const W: usize> {
    all: Vec<Config<W>>,
    numbers: HashTable<u32>,
}

impl<const W: usize> Configs<W> {
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.numbers.clear();
    }

    /// The number of configurations.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The configuration with a number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &Config<W> {
        &self.all[number as usize]
    }

    /// The number of a configuration that was met.
    #[inline]
    pub(crate) fn find(&self, config: &Config<W>) -> Option<u32> {
        self.numbers.find(hash(config), |&n| self.all[n as usize] == *config).copied()
    }

    /// The number of a configuration; a new one gets the next.
    #[inline]
    pub(crate) fn number(&mut self, config: &Config<W>) -> u32 {
        let Self { all, numbers } = self;
        let hashed = hash(config);
        if let Some(&number) = numbers.find(hashed, |&n| all[n as usize] == *config) {
            return number;
        }
        let number = all.len() as u32;
        all.push(*config);
        numbers.insert_unique(hashed, number, |&n| hash(&all[n as usize]));
        number
    }

    /// The number of bytes used.
    pub(crate) fn bytes(&self) -> u64 {
        (self.all.len() * (size_of::<Config<W>>() + 5)) as u64
    }
}

#[inline]
fn hash<const W: usize>(config: &Config<W>) -> u64 {
    let mut hasher = FxHasher::default();
    config.bits.hash(&mut hasher);
    if config.blocks != 0 {
        hasher.write_u32(config.blocks);
    }
    hasher.finish()
}

// -------------------------------------------------------------------------------------------------
// The table of states, by configuration and location.
//
// Without blocks, a search meets many locations with each configuration. The table then has pages of 64 locations,
// which are allocated on the first state in them, so most look-ups of neighbours stay within a page. With blocks
// there are many configurations with few locations each, and a hash table of the states needs less memory.

/// Marks the absence of a state or a page.
pub(crate) const NONE: u32 = u32::MAX;

const BITS: usize = 6;
const SIZE: usize = 1 << BITS;

/// The table of states.
#[derive(Clone, Debug)]
pub(crate) enum Slots {
    /// Pages of 64 locations.
    Pages(Pages),
    /// The numbers of the states.
    Table(HashTable<u32>),
}

/// Pages of 64 locations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pages {
    /// The number of pages that a configuration can have.
    row: usize,
    /// By configuration and page, the index of the page, or [`NONE`].
    rows: Vec<u32>,
    pages: Vec<[u32; SIZE]>,
}

impl Slots {
    /// A table for a world with a number of locations, with blocks or without.
    pub(crate) fn new(locations: usize, has_blocks: bool) -> Self {
        match has_blocks {
            true => Slots::Table(HashTable::new()),
            false => Slots::Pages(Pages { row: locations.div_ceil(SIZE), ..Pages::default() }),
        }
    }

    /// The known state of a configuration and a location; if there is none, stores `next` as its state and returns
    /// `None`. `of` gives the configuration and the location of a state.
    #[inline(always)]
    pub(crate) fn meet(
        &mut self,
        (config, location): (u32, u32),
        next: u32,
        of: impl Fn(u32) -> (u32, u32),
    ) -> Option<u32> {
        match self {
            Slots::Pages(pages) => {
                let slot = pages.slot(config, location);
                let known = *slot;
                if known == NONE {
                    *slot = next;
                    return None;
                }
                Some(known)
            }
            Slots::Table(table) => {
                let same = |&state: &u32| of(state) == (config, location);
                match table.entry(mixed(config, location), same, |&state| {
                    let (config, location) = of(state);
                    mixed(config, location)
                }) {
                    Entry::Occupied(known) => Some(*known.get()),
                    Entry::Vacant(slot) => {
                        slot.insert(next);
                        None
                    }
                }
            }
        }
    }

    /// The state of a configuration and a location, if it was met.
    #[inline]
    pub(crate) fn get(
        &self,
        (config, location): (u32, u32),
        of: impl Fn(u32) -> (u32, u32),
    ) -> Option<u32> {
        match self {
            Slots::Pages(pages) => pages.get(config, location),
            Slots::Table(table) => table
                .find(mixed(config, location), |&state| of(state) == (config, location))
                .copied(),
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Slots::Pages(pages) => (pages.rows.len() * 4 + pages.pages.len() * SIZE * 4) as u64,
            Slots::Table(table) => (table.capacity() * 8 / 7 * 5) as u64,
        }
    }
}

impl Pages {
    #[inline(always)]
    fn slot(&mut self, config: u32, location: u32) -> &mut u32 {
        let at = config as usize * self.row + (location as usize >> BITS);
        if at >= self.rows.len() {
            self.rows.resize((config as usize + 1) * self.row, NONE);
        }
        let mut page = self.rows[at];
        if page == NONE {
            page = self.pages.len() as u32;
            self.rows[at] = page;
            self.pages.push([NONE; SIZE]);
        }
        &mut self.pages[page as usize][location as usize & (SIZE - 1)]
    }

    #[inline]
    fn get(&self, config: u32, location: u32) -> Option<u32> {
        let at = config as usize * self.row + (location as usize >> BITS);
        let page = self.rows.get(at).and_then(|&page| self.pages.get(page as usize))?;
        let state = page[location as usize & (SIZE - 1)];
        (state != NONE).then_some(state)
    }
}

/// Mixes both numbers into all bits.
#[inline(always)]
fn mixed(config: u32, location: u32) -> u64 {
    let both = u64::from(config) << 32 | u64::from(location);
    let mixed = both.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}

// -------------------------------------------------------------------------------------------------
// The plan to a state, reconstructed from its parents.

/// Marks a flip among the moves.
pub(super) const FLIP: u32 = 1 << 31;

/// The states on the path to a state, which comes last; `before` gives the parent of each, or [`NONE`].
pub(super) fn way(state: u32, before: impl Fn(u32) -> u32) -> Vec<u32> {
    let before = |&at: &u32| Some(before(at)).filter(|&before| before != NONE);
    let mut way: Vec<u32> = std::iter::successors(Some(state), before).collect();
    way.reverse();
    way
}

/// The last move to a state.
#[derive(Clone, Copy)]
pub(super) struct Last {
    /// The location of the state.
    pub(super) location: Location,
    /// The previous state, or [`NONE`].
    pub(super) parent: u32,
    /// The move: the number of a door of the previous location, or [`FLIP`] and the number of a toggle there.
    pub(super) by: u32,
}

/// The plan to a state; `last` gives the last move to each state.
pub(super) fn plan(state: u32, last: impl Fn(u32) -> Option<Last>) -> Plan {
    let mut moves = Vec::new();
    let mut at = state;
    while let Some(Last { location, parent, by }) = last(at)
        && parent != NONE
    {
        moves.push(match by & FLIP {
            0 => Move::Goto { to: location, door: by },
            _ => Move::Flip { flip: by & !FLIP },
        });
        at = parent;
    }
    moves.reverse();
    Plan { moves }
}

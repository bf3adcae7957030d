//! The site where puzzles are placed, and the rooms a player can come to with some of them left unsolved.
//!
//! Whoever stands before a puzzle can solve it, but for a locked door, which wants its key. Nothing gained is
//! ever lost here: toggles are taken for both positions at once, and small keys of a mission are counted, not
//! spent. That is enough to place by; what holds is for the judge to say.

use super::area::Area;
use super::request::Version;
use super::templates::{self, Template};
use crate::layout::RoomIndex;
use crate::layout::ways::{Passage, Ways};
use crate::mission::{KeyStyle, Symbol};

/// The area that puzzles are placed into, and the rules by which they are.
pub(crate) struct Site<'a> {
    /// The layout, and what stands in it already, and stays.
    pub(crate) area: Area,
    /// The locks and things that a mission puts in the way; with one, no passage is closed.
    pub(crate) gates: Gates,
    pub(crate) key_style: KeyStyle,
    pub(crate) templates: &'a [Template],
    /// The chests that keys may be locked away in; without any, all keys lie in the open.
    pub(crate) chest_templates: &'a [templates::Chest],
    pub(crate) version: Version,
    /// True if a room may lose passages.
    pub(crate) may_close: &'a dyn Fn(RoomIndex) -> bool,
    /// True if the passage to a room may be blocked.
    pub(crate) may_block: &'a dyn Fn(RoomIndex) -> bool,
}

impl Site<'_> {
    /// Number of steps from the entry to a room.
    pub(super) fn distance(&self, room: RoomIndex) -> u32 {
        self.area.layout.rooms.get(room as usize).map_or(0, |room| room.distance)
    }
}

/// The locks and things that a mission puts in a player's way, in the terms of a layout; none without a mission.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gates {
    /// Of each room the locks of its passages; empty without a mission.
    pub(crate) locks: Vec<[Option<Symbol>; 6]>,
    /// Of each room what lies in it; empty without a mission.
    pub(crate) items: Vec<Option<Symbol>>,
    /// Of each room how many keys whoever is there has found.
    pub(crate) levels: Vec<u8>,
    /// The room that ends the play.
    pub(crate) goal: Option<RoomIndex>,
}

impl Gates {
    /// The lock of a passage.
    pub(crate) fn lock(&self, Passage { room, direction }: Passage) -> Option<Symbol> {
        self.locks.get(room as usize)?[direction as usize]
    }

    /// The thing that lies in a room.
    pub(crate) fn item(&self, room: RoomIndex) -> Option<Symbol> {
        self.items.get(room as usize).copied().flatten()
    }

    /// The key-level of a room; 0 without a mission.
    pub(crate) fn level(&self, room: RoomIndex) -> u8 {
        self.levels.get(room as usize).copied().unwrap_or(0)
    }
}

/// A puzzle as placement sees it.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    /// The passage it blocks, seen from the near side.
    pub(super) passage: Passage,
    /// True if it is a locked door.
    pub(super) is_door: bool,
    /// The room where the key of a door lies; a door without one stays locked.
    pub(super) key: Option<RoomIndex>,
    /// The rooms of the keys of the chests that it is locked away in: one behind the other.
    pub(super) chest: Vec<RoomIndex>,
}

/// A layout with everything that stands in a player's way.
pub(super) struct Field<'a> {
    pub(super) ways: &'a Ways,
    pub(super) gates: &'a Gates,
    pub(super) entry: RoomIndex,
    pub(super) spots: Vec<Spot>,
    /// The puzzle of each passage, from both sides.
    on: Vec<[Option<u16>; 6]>,
}

impl<'a> Field<'a> {
    pub(super) fn new(
        ways: &'a Ways,
        gates: &'a Gates,
        entry: RoomIndex,
        spots: Vec<Spot>,
    ) -> Self {
        let mut on = vec![[None; 6]; ways.len()];
        for (number, spot) in (0..).zip(&spots) {
            for side in [Some(spot.passage), ways.back(spot.passage)].into_iter().flatten() {
                on[side.room as usize][side.direction as usize] = Some(number);
            }
        }
        Self { ways, gates, entry, spots, on }
    }

    /// Takes a puzzle away; those after it are numbered anew.
    pub(super) fn remove(&mut self, number: usize) {
        let mut spots = std::mem::take(&mut self.spots);
        spots.remove(number);
        *self = Self::new(self.ways, self.gates, self.entry, spots);
    }

    /// The puzzle on a passage.
    fn spot(&self, passage: Passage) -> Option<(usize, &Spot)> {
        let number = self.on.get(passage.room as usize)?[passage.direction as usize]?;
        self.spots.get(usize::from(number)).map(|spot| (number.into(), spot))
    }

    /// The rooms that can be reached while the puzzles that are `shut` stay unsolved.
    pub(super) fn reached(&self, shut: impl Fn(usize, &Spot) -> bool) -> Vec<bool> {
        self.reached_past(None, shut)
    }

    /// The same by whoever never enters a room.
    pub(super) fn reached_past(
        &self,
        avoided: Option<RoomIndex>,
        shut: impl Fn(usize, &Spot) -> bool,
    ) -> Vec<bool> {
        let mut reached = vec![false; self.ways.len()];
        let mut found = Found::default();
        let mut stack = vec![self.entry];
        let mut waiting: Vec<(Passage, RoomIndex)> = Vec::new();
        loop {
            while let Some(here) = stack.pop() {
                if avoided == Some(here) || std::mem::replace(&mut reached[here as usize], true) {
                    continue;
                }
                found.take(self.gates.item(here));
                waiting.extend(self.ways.from(here).filter(|&(_, to)| !reached[to as usize]));
            }
            let opens = |passage: Passage, to| {
                let locked = self.gates.lock(passage);
                let level = self.gates.level(passage.room).max(self.gates.level(to));
                locked.is_none_or(|symbol| found.opens(symbol, level))
                    && self.spot(passage).is_none_or(|(n, spot)| {
                        let has = |room: &RoomIndex| reached[*room as usize];
                        let has_key =
                            spot.key.as_ref().is_some_and(has) && spot.chest.iter().all(has);
                        (!spot.is_door || has_key)
                            && reached[spot.passage.room as usize]
                            && !shut(n, spot)
                    })
            };
            waiting.retain(|&(passage, to)| {
                let open = opens(passage, to);
                if open {
                    stack.push(to);
                }
                !open && !reached[to as usize]
            });
            if stack.is_empty() {
                return reached;
            }
        }
    }
}

/// The things of a mission that were found so far.
#[derive(Default)]
struct Found {
    keys: u32,
    small: u8,
    switches: u8,
}

impl Found {
    fn take(&mut self, item: Option<Symbol>) {
        match item {
            Some(Symbol::Key(n)) => self.keys |= bit(n),
            Some(Symbol::SmallKey) => self.small += 1,
            Some(Symbol::SwitchObject(n)) => self.switches |= bit(n) as u8,
            _ => {}
        }
    }

    fn opens(&self, lock: Symbol, level: u8) -> bool {
        match lock {
            Symbol::Key(n) => self.keys & bit(n) != 0,
            Symbol::SmallKey => self.small >= level,
            Symbol::Switch(n, _) => u32::from(self.switches) & bit(n) != 0,
            _ => true,
        }
    }
}

fn bit(n: u8) -> u32 {
    1u32.checked_shl(n.into()).unwrap_or(0)
}

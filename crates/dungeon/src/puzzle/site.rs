//! The site where puzzles are placed, and the rooms a player can come to with some of them left unsolved.
//!
//! Whoever stands before a puzzle can solve it, but for a locked door, which wants its key. That is enough to place by;
//! what holds is for the judge to say.

use super::area::Area;
use super::templates::{self, Template};
use crate::layout::RoomIndex;
use crate::layout::ways::{Passage, Ways};
use crate::mission::KeyStyle;

/// The area that puzzles are placed into, and the rules by which they are.
pub(crate) struct Site<'a> {
    /// The layout, and what stands in it already, and stays.
    pub(crate) area: Area,
    pub(crate) key_style: KeyStyle,
    pub(crate) templates: &'a [Template],
    /// The chests that keys may be locked away in; without any, all keys lie in the open.
    pub(crate) chest_templates: &'a [templates::Chest],
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
    pub(super) entry: RoomIndex,
    pub(super) spots: Vec<Spot>,
    /// The puzzle of each passage, from both sides.
    on: Vec<[Option<u16>; 6]>,
}

impl<'a> Field<'a> {
    pub(super) fn new(ways: &'a Ways, entry: RoomIndex, spots: Vec<Spot>) -> Self {
        let mut on = vec![[None; 6]; ways.len()];
        for (number, spot) in (0..).zip(&spots) {
            for side in [Some(spot.passage), ways.back(spot.passage)].into_iter().flatten() {
                on[side.room as usize][side.direction as usize] = Some(number);
            }
        }
        Self { ways, entry, spots, on }
    }

    /// Takes a puzzle away; those after it are numbered anew.
    pub(super) fn remove(&mut self, number: usize) {
        let mut spots = std::mem::take(&mut self.spots);
        spots.remove(number);
        *self = Self::new(self.ways, self.entry, spots);
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
        let mut stack = vec![self.entry];
        let mut waiting: Vec<(Passage, RoomIndex)> = Vec::new();
        loop {
            while let Some(here) = stack.pop() {
                if avoided == Some(here) || std::mem::replace(&mut reached[here as usize], true) {
                    continue;
                }
                waiting.extend(self.ways.from(here).filter(|&(_, to)| !reached[to as usize]));
            }
            let opens = |passage: Passage| {
                self.spot(passage).is_none_or(|(n, spot)| {
                    let has = |room: &RoomIndex| reached[*room as usize];
                    let has_key = spot.key.as_ref().is_some_and(has) && spot.chest.iter().all(has);
                    (!spot.is_door || has_key)
                        && reached[spot.passage.room as usize]
                        && !shut(n, spot)
                })
            };
            waiting.retain(|&(passage, to)| {
                let open = opens(passage);
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

//! Places, the ways between them, and what is held at each at least.

use crate::limits::{Clock, Limit};
use crate::rules::Location;
use crate::rules::bits::Bits;
use crate::rules::blocks::{Arrangement, Blocks};
use crate::rules::world::{Config, World};
use crate::solve::relax::{Keys, relax};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::collections::VecDeque;

/// The number of a place.
pub(super) type PlaceId = u32;

/// A location, how the blocks of its room stand, and the bits of its mode.
type Place<const W: usize> = (Location, Arrangement, Bits<W>);

/// A way from a place to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<const W: usize> {
    /// The place that it leads to.
    pub(super) to: PlaceId,
    /// The lock of the door.
    lock: u32,
    /// The bits that are held behind it for sure, besides those held before.
    gives: Bits<W>,
}

/// All places that might be reached, and perhaps some that cannot be.
pub(super) struct Places<const W: usize> {
    modes: Bits<W>,
    all: IndexMap<Place<W>, Bits<W>, FxBuildHasher>,
    /// The ways, by the place that they leave.
    ways: Vec<Way<W>>,
    /// Of each place where its ways end; they begin where those of the place before end.
    ends: Vec<u32>,
    /// Of each place, true if it is a goal.
    goals: Vec<bool>,
    /// The places of the start, one for each mode.
    pub(super) homes: Vec<PlaceId>,
}

impl<const W: usize> Places<W> {
    /// Finds all places of a world; `None` in a world without a start.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn find(
        world: &World<W>,
        modes: Bits<W>,
        clock: &Clock<'_>,
    ) -> Result<Option<Self>, Limit> {
        let mut blocks = Blocks::default();
        let Some((start, config)) = world.start(&mut blocks) else { return Ok(None) };
        let mut places = Self {
            modes,
            all: IndexMap::default(),
            ways: Vec::new(),
            ends: Vec::new(),
            goals: Vec::new(),
            homes: Vec::new(),
        };
        let best = relax(world, Keys::One).held;
        places.meet(start, &config);
        let mut next = 0;
        while let Some((&(location, arrangement, mode), _)) = places.all.get_index(next) {
            let from = next as PlaceId;
            next += 1;
            if next.is_multiple_of(256) {
                clock.check_amounts(next as u64, || places.bytes())?;
            }
            let here = Config { bits: mode, blocks: arrangement };
            let is_goal = world.is_goal(location, &here);
            places.goals.push(is_goal);
            if location == start && arrangement == config.blocks {
                places.homes.push(from);
            }
            if !is_goal {
                for &door in world.doors(location) {
                    let after = world.step_at_best(&here, door, (&best, &modes), &mut blocks);
                    let Some(after) = after else { continue };
                    let to = places.meet(door.to, &after);
                    places.ways.push(Way { to, lock: door.lock, gives: after.bits });
                }
                for toggle in world.flips(location) {
                    let Some(after) = world.flip(&here, toggle) else { continue };
                    let to = places.meet(location, &after);
                    places.ways.push(Way { to, lock: 0, gives: after.bits });
                }
            }
            places.ends.push(places.ways.len() as u32);
        }
        places.settle(&config.bits);
        Ok(Some(places))
    }

    /// The place of a location and a configuration.
    fn meet(&mut self, location: Location, config: &Config<W>) -> PlaceId {
        let place = (location, config.blocks, config.bits.intersection(&self.modes));
        // At first all bits are held; every way there takes some away.
        self.all.insert_full(place, Bits::all()).0 as PlaceId
    }

    /// Works out what is held at each place at least: what all ways there have in common.
    fn settle(&mut self, at_start: &Bits<W>) {
        let mut waiting = VecDeque::from([0]);
        let mut waits = vec![false; self.all.len()];
        self.all[0] = *at_start;
        while let Some(from) = waiting.pop_front() {
            waits[from as usize] = false;
            let held = self.all[from as usize].difference(&self.modes);
            for way in self.ways.get(self.range(from)).unwrap_or_default() {
                let least = &mut self.all[way.to as usize];
                let common = least.intersection(&held.union(&way.gives));
                if common != *least {
                    *least = common;
                    if !std::mem::replace(&mut waits[way.to as usize], true) {
                        waiting.push_back(way.to);
                    }
                }
            }
        }
    }

    /// Number of places.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// True of a goal.
    pub(super) fn is_goal(&self, place: PlaceId) -> bool {
        self.goals[place as usize]
    }

    /// The bits that are held at a place at least, its mode among them.
    pub(super) fn least(&self, place: PlaceId) -> &Bits<W> {
        &self.all[place as usize]
    }

    /// The bits of a set that are of no mode.
    pub(super) fn lasting(&self, bits: &Bits<W>) -> Bits<W> {
        bits.difference(&self.modes)
    }

    fn range(&self, from: PlaceId) -> std::ops::Range<usize> {
        let begin = from.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        begin as usize..self.ends[from as usize] as usize
    }

    /// The ways from a place that are open for whoever holds some lasting bits besides those that are held there.
    pub(super) fn open<'a>(
        &'a self,
        world: &'a World<W>,
        from: PlaceId,
        held: &Bits<W>,
    ) -> impl Iterator<Item = &'a Way<W>> {
        let bits = self.least(from).union(held);
        let ways = self.ways.get(self.range(from)).unwrap_or_default();
        ways.iter().filter(move |way| way.lock == 0 || world.satisfies(&bits, way.lock))
    }

    /// The places among some from which ways lead to an end, for whoever holds some lasting bits.
    pub(super) fn back(
        &self,
        world: &World<W>,
        held: &Bits<W>,
        among: impl Fn(PlaceId) -> bool,
        ends: &[PlaceId],
    ) -> Vec<bool> {
        let mut into: Vec<(PlaceId, PlaceId)> = Vec::new();
        for from in (0..self.len() as PlaceId).filter(|&from| among(from)) {
            into.extend(self.open(world, from, held).map(|way| (way.to, from)));
        }
        into.sort_unstable();
        let mut leads = vec![false; self.len()];
        let mut waiting = ends.to_vec();
        for &end in ends {
            leads[end as usize] = true;
        }
        while let Some(to) = waiting.pop() {
            let first = into.partition_point(|way| way.0 < to);
            for &(_, from) in into[first..].iter().take_while(|way| way.0 == to) {
                if !std::mem::replace(&mut leads[from as usize], true) {
                    waiting.push(from);
                }
            }
        }
        leads
    }

    /// True if ways lead from every place to one of some others or to a goal, for whoever holds no more than the least.
    pub(super) fn all_lead_to(&self, world: &World<W>, homes: &[PlaceId]) -> bool {
        let goals = (0..self.len() as PlaceId).filter(|&place| self.is_goal(place));
        let ends: Vec<PlaceId> = homes.iter().copied().chain(goals).collect();
        self.back(world, &Bits::default(), |_| true, &ends).into_iter().all(|leads| leads)
    }

    fn bytes(&self) -> u64 {
        let place = size_of::<Place<W>>() + size_of::<Bits<W>>() + 24;
        (self.all.len() * place + self.ways.len() * size_of::<Way<W>>()) as u64
    }
}

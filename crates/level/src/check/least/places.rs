//! Places, the ways between them, and lower bounds on the bits held at each.
//!
//! Sets of bits are interned, because there are far fewer sets than places.

use crate::limits::{Clock, Limit};
use crate::rules::{Arrangement, Bits, Blocks, Config, Location, World};
use crate::solve::heuristic::{Keys, relax};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::{SmallVec, smallvec};
use std::collections::VecDeque;
use std::ops::Range;

pub(super) type PlaceId = u32;

/// Index of a set of bits.
type SetId = u32;

/// A location, the arrangement of the blocks of its room, and the bits of its mode.
type Place = (Location, Arrangement, SetId);

/// The set of all bits: the initial bound, before any way is known.
const ALL: SetId = 0;

/// A way from a place to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The place that it leads to.
    pub(super) to: PlaceId,
    /// The lock of the door.
    lock: u32,
    /// The bits certainly held behind the way, besides those held before.
    gives: SetId,
}

/// A superset of the reachable places.
pub(super) struct Places<const W: usize> {
    modes: Bits<W>,
    sets: IndexSet<Bits<W>, FxBuildHasher>,
    all: IndexSet<Place, FxBuildHasher>,
    /// By place: the lower bound on the bits held there, including its mode.
    least: Vec<SetId>,
    /// The ways, sorted by the place they leave.
    ways: Vec<Way>,
    /// By place: the end of its ways. They begin where those of the preceding place end.
    ends: Vec<u32>,
    /// By place, true if it is a goal.
    goals: Vec<bool>,
    /// The places of the start, one per mode.
    pub(super) homes: Vec<PlaceId>,
}

impl<const W: usize> Places<W> {
    /// Finds all places of a world; `None` if the world has no start.
    pub(super) fn find(
        world: &World<W>,
        modes: Bits<W>,
        clock: &Clock<'_>,
    ) -> Result<Option<Self>, Limit> {
        let mut blocks = Blocks::default();
        let Some((start, config)) = world.start(&mut blocks) else { return Ok(None) };
        let mut places = Self {
            modes,
            sets: IndexSet::from_iter([Bits::all()]),
            all: IndexSet::default(),
            least: Vec::new(),
            ways: Vec::new(),
            ends: Vec::new(),
            goals: Vec::new(),
            homes: Vec::new(),
        };
        let best = relax(world, Keys::One).held;
        let mode = places.set(config.bits.intersection(&modes));
        places.meet(start, config.blocks, mode);
        let mut next = 0;
        while let Some(&(location, blocks_there, mode)) = places.all.get_index(next) {
            if location == start && blocks_there == config.blocks {
                places.homes.push(next as PlaceId);
            }
            next += 1;
            if next.is_multiple_of(256) {
                clock.check_amounts(next as u64, || places.bytes() + blocks.bytes())?;
            }
            places.leave(world, (location, blocks_there, mode), &best, &mut blocks);
        }
        places.settle(&config.bits);
        Ok(Some(places))
    }

    /// Adds the ways from a place. A goal has none.
    fn leave(
        &mut self,
        world: &World<W>,
        (location, arrangement, mode): Place,
        best: &Bits<W>,
        blocks: &mut Blocks,
    ) {
        let here = &Config { bits: self.sets[mode as usize], blocks: arrangement };
        let is_goal = world.is_goal(location, here);
        self.goals.push(is_goal);
        if !is_goal {
            let modes = self.modes;
            for &door in world.doors(location) {
                if let Some(after) = world.step_at_best(here, door, (best, &modes), blocks) {
                    if after.bits == here.bits {
                        let to = self.meet(door.to, after.blocks, mode);
                        self.ways.push(Way { to, lock: door.lock, gives: mode });
                    } else {
                        self.lead(door.to, door.lock, &after);
                    }
                }
            }
            for toggle in world.flips(location) {
                if let Some(after) = world.flip(here, toggle) {
                    self.lead(location, 0, &after);
                }
            }
        }
        self.ends.push(self.ways.len() as u32);
    }

    /// Adds a way to a location.
    fn lead(&mut self, location: Location, lock: u32, after: &Config<W>) {
        let mode = self.set(after.bits.intersection(&self.modes));
        let to = self.meet(location, after.blocks, mode);
        let gives = self.set(after.bits);
        self.ways.push(Way { to, lock, gives });
    }

    fn meet(&mut self, location: Location, blocks: Arrangement, mode: SetId) -> PlaceId {
        let (place, new) = self.all.insert_full((location, blocks, mode));
        if new {
            // At first the bound is all bits; every way to the place removes some.
            self.least.push(ALL);
        }
        place as PlaceId
    }

    fn set(&mut self, bits: Bits<W>) -> SetId {
        self.sets.insert_full(bits).0 as SetId
    }

    /// Computes the bound of each place: the intersection over all ways to it.
    fn settle(&mut self, at_start: &Bits<W>) {
        let mut waiting = VecDeque::from([0]);
        let mut waits = vec![false; self.all.len()];
        self.least[0] = self.set(*at_start);
        while let Some(from) = waiting.pop_front() {
            waits[from as usize] = false;
            let held = self.lasting(self.least(from));
            for number in self.range(from) {
                let Way { to, gives, .. } = self.ways[number];
                let least = self.least(to);
                let brought = held.union(&self.sets[gives as usize]);
                if brought.contains(least) {
                    continue;
                }
                let common = least.intersection(&brought);
                self.least[to as usize] = self.set(common);
                if !std::mem::replace(&mut waits[to as usize], true) {
                    waiting.push_back(to);
                }
            }
        }
    }

    /// Number of places.
    pub(super) fn len(&self) -> usize {
        self.least.len()
    }

    pub(super) fn is_goal(&self, place: PlaceId) -> bool {
        self.goals[place as usize]
    }

    /// The lower bound on the bits held at a place, including its mode.
    pub(super) fn least(&self, place: PlaceId) -> &Bits<W> {
        &self.sets[self.least[place as usize] as usize]
    }

    /// The bits of a set that belong to no mode.
    pub(super) fn lasting(&self, bits: &Bits<W>) -> Bits<W> {
        bits.difference(&self.modes)
    }

    /// The indices of the ways from a place.
    pub(super) fn range(&self, from: PlaceId) -> Range<usize> {
        let begin = from.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        begin as usize..self.ends[from as usize] as usize
    }

    pub(super) fn ways(&self) -> usize {
        self.ways.len()
    }

    /// The place that a way leads to.
    pub(super) fn beyond(&self, way: usize) -> PlaceId {
        self.ways[way].to
    }

    /// True if a way from a place is open with the bound of that place and some further lasting bits.
    pub(super) fn is_open(
        &self,
        world: &World<W>,
        from: PlaceId,
        way: usize,
        held: &Bits<W>,
    ) -> bool {
        let lock = self.ways[way].lock;
        lock == 0 || world.satisfies(&self.least(from).union(held), lock)
    }

    /// The places from which ways that are open at the bound lead to a home in `homes` or to a goal.
    pub(super) fn back_to(&self, world: &World<W>, homes: &[PlaceId]) -> Back {
        let mut back = Back::new(self);
        let nothing = Bits::default();
        for from in 0..self.len() as PlaceId {
            for way in self.range(from).filter(|&way| self.is_open(world, from, way, &nothing)) {
                back.join(self, from, way);
            }
        }
        let goals = (0..self.len() as PlaceId).filter(|&place| self.is_goal(place));
        goals.chain(homes.iter().copied()).for_each(|end| {
            back.lead(end);
        });
        back
    }

    fn bytes(&self) -> u64 {
        let sets = self.sets.len() * (size_of::<Bits<W>>() + 16);
        let places = self.len() * (size_of::<Place>() + 40);
        (sets + places + self.ways.len() * size_of::<Way>()) as u64
    }
}

/// No way.
const NONE: u32 = u32::MAX;

/// The places from which open ways lead to an end. Ways are opened one after another.
pub(super) struct Back {
    /// By place, true if a way leads from it to an end.
    pub(super) leads: Vec<bool>,
    /// Linked lists of open ways: by place the last way to it, and by way the one before it and the place it leaves.
    last: Vec<u32>,
    before: Vec<(u32, PlaceId)>,
}

impl Back {
    /// No way is open.
    pub(super) fn new<const W: usize>(places: &Places<W>) -> Self {
        Self {
            leads: vec![false; places.len()],
            last: vec![NONE; places.len()],
            before: vec![(NONE, 0); places.ways()],
        }
    }

    /// Opens a way. Returns the places that newly lead to an end.
    pub(super) fn join<const W: usize>(
        &mut self,
        places: &Places<W>,
        from: PlaceId,
        way: usize,
    ) -> Vec<PlaceId> {
        let to = places.beyond(way) as usize;
        self.before[way] = (std::mem::replace(&mut self.last[to], way as u32), from);
        if self.leads[to] { self.lead(from) } else { Vec::new() }
    }

    /// Makes a place an end. Returns the places that newly lead to an end.
    pub(super) fn lead(&mut self, end: PlaceId) -> Vec<PlaceId> {
        let mut new = Vec::new();
        if !std::mem::replace(&mut self.leads[end as usize], true) {
            new.push(end);
        }
        let mut next = 0;
        while let Some(&here) = new.get(next) {
            next += 1;
            let mut way = self.last[here as usize];
            while way != NONE {
                let (before, from) = self.before[way as usize];
                if !std::mem::replace(&mut self.leads[from as usize], true) {
                    new.push(from);
                }
                way = before;
            }
        }
        new
    }
}

// -------------------------------------------------------------------------------------------------
// Places split by the bits that are brought there.
//
// The bits common to all paths to a place may be too few to leave it, while the bits of each single path suffice.
// Example: a lever behind a lock opens a second way in, and either the key or the lever leads out.

/// Limit on sets per place. More sets are replaced by their intersection.
const MOST: usize = 16;

/// Sets of bits, of which every visitor of a place holds at least one. None contains another.
#[derive(Clone, Default)]
struct Brought {
    sets: SmallVec<[SetId; 4]>,
    /// True once the limit was exceeded.
    is_common: bool,
}

impl<const W: usize> Places<W> {
    /// Splits each place into one place per set of bits.
    pub(super) fn split(mut self) -> Self {
        let brought = self.brought();
        let mut first = Vec::with_capacity(brought.len());
        let mut nodes: PlaceId = 0;
        for one in &brought {
            first.push(nodes);
            nodes += one.sets.len() as PlaceId;
        }
        let (mut ways, mut ends, mut goals, mut least) = (vec![], vec![], vec![], vec![]);
        for place in 0..brought.len() as PlaceId {
            for &set in &brought[place as usize].sets {
                let held = self.lasting(&self.sets[set as usize]);
                for number in self.range(place) {
                    let way = self.ways[number];
                    let there = &brought[way.to as usize].sets;
                    let with = held.union(&self.sets[way.gives as usize]);
                    // The largest set that is certainly held there.
                    let best = (0..there.len())
                        .filter(|&at| with.contains(&self.sets[there[at] as usize]))
                        .max_by_key(|&at| self.sets[there[at] as usize].count());
                    if let Some(best) = best {
                        let to = first[way.to as usize] + best as PlaceId;
                        ways.push(Way { to, ..way });
                    }
                }
                ends.push(ways.len() as u32);
                goals.push(self.goals[place as usize]);
                least.push(set);
            }
        }
        let homes = self.homes.iter().flat_map(|&home| {
            let sets = brought[home as usize].sets.len() as PlaceId;
            (0..sets).map(|at| first[home as usize] + at).collect::<Vec<_>>()
        });
        let homes = homes.collect();
        Self { least, ways, ends, goals, homes, all: IndexSet::default(), ..self }
    }

    /// Computes the sets of every place.
    fn brought(&mut self) -> Vec<Brought> {
        let mut brought = vec![Brought::default(); self.len()];
        let mut waiting = VecDeque::from([0]);
        let mut waits = vec![false; self.len()];
        brought[0].sets = smallvec![self.least[0]];
        while let Some(from) = waiting.pop_front() {
            waits[from as usize] = false;
            for set in brought[from as usize].sets.clone() {
                let held = self.lasting(&self.sets[set as usize]);
                for number in self.range(from) {
                    let Way { to, gives, .. } = self.ways[number];
                    let with = held.union(&self.sets[gives as usize]);
                    let new = self.admit(&mut brought[to as usize], with);
                    if new && !std::mem::replace(&mut waits[to as usize], true) {
                        waiting.push_back(to);
                    }
                }
            }
        }
        brought
    }

    /// Adds a set; false if it adds nothing new.
    fn admit(&mut self, brought: &mut Brought, with: Bits<W>) -> bool {
        if brought.sets.iter().any(|&set| with.contains(&self.sets[set as usize])) {
            return false;
        }
        brought.sets.retain(|set| !self.sets[*set as usize].contains(&with));
        brought.sets.push(self.set(with));
        brought.is_common |= brought.sets.len() > MOST;
        if brought.is_common {
            let all = brought.sets.iter().map(|&set| self.sets[set as usize]);
            let common = all.reduce(|a, b| a.intersection(&b));
            brought.sets = common.into_iter().map(|bits| self.set(bits)).collect();
        }
        true
    }
}

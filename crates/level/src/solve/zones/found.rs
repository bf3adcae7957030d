//! The findings of an exploration: zones, the states they stand for, how they hang together, and the ways out.

use super::{Exit, NONE, Zone, ZoneIndex, Zones};
use crate::rules::Location;
use crate::rules::blocks::Blocks;
use crate::rules::world::{Config, World};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;

impl<const W: usize> Zones<W> {
    /// The number of zones that were found.
    pub(crate) fn len(&self) -> usize {
        self.zones.len()
    }

    /// True if all moves of a zone were made.
    pub(crate) fn is_expanded(&self, zone: ZoneIndex) -> bool {
        (zone as usize) < self.expanded
    }

    /// True if all moves of all zones were made.
    pub(crate) fn is_done(&self) -> bool {
        self.expanded == self.zones.len()
    }

    /// The number of bytes they take, arrangements of blocks aside.
    pub(crate) fn bytes(&self) -> u64 {
        let zones = self.zones.len() * (size_of::<Zone>() + 8 * self.words + 4);
        let moves = self.next.len() * 4 + self.exits.len() * size_of::<Exit>();
        (zones + moves + self.first.len() * 4) as u64 + self.configs.bytes()
    }

    /// The zone of a state, if it was found.
    pub(crate) fn zone(&self, location: Location, config: &Config<W>) -> Option<ZoneIndex> {
        self.among(self.configs.find(config)?, self.ground.number(location)?)
    }

    /// The configuration of a zone.
    pub(crate) fn config(&self, zone: ZoneIndex) -> &Config<W> {
        self.configs.get(self.zones[zone as usize].configuration)
    }

    /// True if a zone is a state that wins.
    pub(crate) fn wins(&self, zone: ZoneIndex) -> bool {
        self.zones[zone as usize].wins
    }

    /// True if a goal or a way out might be reached from a zone, so far as one can tell without exploring it.
    pub(crate) fn has_hope(&self, world: &World<W>, blocks: &Blocks, zone: ZoneIndex) -> bool {
        let first = self.members(zone).next().map(|number| self.ground.location(number));
        let out = |door| self.ground.is_out(door);
        first.is_none_or(|at| world.has_hope(at, self.config(zone), blocks, out))
    }

    /// The locations of a zone.
    pub(crate) fn locations(&self, zone: ZoneIndex) -> impl Iterator<Item = Location> + '_ {
        self.members(zone).map(|number| self.ground.location(number))
    }

    /// The number of states of the level that a zone stands for.
    pub(crate) fn weight(&self, zone: ZoneIndex) -> u64 {
        let begin = zone as usize * self.words;
        self.ground.weight(&self.members[begin..begin + self.words])
    }

    /// The number of states of the level that all zones stand for.
    pub(crate) fn states(&self) -> u64 {
        self.states
    }

    /// The zones on the way on which a zone was found, itself first.
    pub(crate) fn way(&self, zone: ZoneIndex) -> impl Iterator<Item = ZoneIndex> + '_ {
        let parent = |&zone: &ZoneIndex| {
            self.zones.get(zone as usize).map(|zone| zone.parent).filter(|&parent| parent != NONE)
        };
        std::iter::successors(Some(zone), parent)
    }

    /// The zones that a zone leads to.
    pub(crate) fn next(&self, zone: ZoneIndex) -> &[ZoneIndex] {
        let end = |zone: usize| self.ends.get(zone).map_or(self.next.len(), |&end| end as usize);
        let begin = (zone as usize).checked_sub(1).map_or(0, end);
        self.next.get(begin..end(zone as usize)).unwrap_or(&[])
    }

    /// All zones that some zones lead to, themselves among them.
    pub(crate) fn from(&self, zones: &[ZoneIndex]) -> Vec<ZoneIndex> {
        let mut met = vec![false; self.len()];
        let mut all = Vec::new();
        let meet = |zone: ZoneIndex, met: &mut Vec<bool>| {
            zone != NONE && !std::mem::replace(&mut met[zone as usize], true)
        };
        all.extend(zones.iter().copied().filter(|&zone| meet(zone, &mut met)));
        let mut done = 0;
        while let Some(&zone) = all.get(done) {
            done += 1;
            all.extend(self.next(zone).iter().copied().filter(|&next| meet(next, &mut met)));
        }
        all
    }

    /// A shortest way over zones from one to the nearest that is `wanted`, both among it; empty where there is none.
    pub(crate) fn path(
        &self,
        from: ZoneIndex,
        wanted: impl Fn(ZoneIndex) -> bool,
    ) -> Vec<ZoneIndex> {
        let mut before = FxHashMap::from_iter([(from, NONE)]);
        let mut waiting = VecDeque::from([from]);
        while let Some(zone) = waiting.pop_front() {
            if wanted(zone) {
                let back =
                    |zone: &ZoneIndex| before.get(zone).copied().filter(|&zone| zone != NONE);
                return std::iter::successors(Some(zone), back).collect();
            }
            for &next in self.next(zone).iter().filter(|&&next| next != NONE) {
                if let Entry::Vacant(new) = before.entry(next) {
                    new.insert(zone);
                    waiting.push_back(next);
                }
            }
        }
        Vec::new()
    }

    /// The ways out, in the order of their zones.
    pub(crate) fn exits(&self) -> &[Exit] {
        &self.exits
    }

    /// For each zone: whether one of the zones that are `alive` can be reached from it.
    pub(crate) fn reaches(&self, alive: impl Fn(ZoneIndex) -> bool) -> Vec<bool> {
        let many = self.len() as ZoneIndex;
        let mut before = crate::rules::Rows::default();
        let back =
            (0..many).flat_map(|from| self.next(from).iter().map(move |&to| (to as usize, from)));
        before.fill(self.len(), back.filter(|&(to, _)| to != NONE as usize));
        let mut reaches: Vec<bool> = (0..many).map(alive).collect();
        let mut waiting: Vec<ZoneIndex> =
            (0..many).filter(|&zone| reaches[zone as usize]).collect();
        while let Some(zone) = waiting.pop() {
            for &from in before.row(zone as usize) {
                if !std::mem::replace(&mut reaches[from as usize], true) {
                    waiting.push(from);
                }
            }
        }
        reaches
    }
}

//! A world with blocks, explored zone by zone.

use super::sinks::sinks;
use super::space::{Counted, Explored};
use crate::limits::{Limit, Limits};
use crate::rules::Location;
use crate::rules::blocks::Blocks;
use crate::rules::world::{Config, World};
use crate::solve::zones::{ZoneIndex, Zones};
use clock::Instant;
use rustc_hash::FxHashSet;

/// The zones, and which are alive.
pub(super) struct Zoned<const W: usize> {
    zones: Zones<W>,
    blocks: Blocks,
    limit: Option<Limit>,
    /// By zone, true if a goal can be reached from it; empty where a limit came first.
    alive: Vec<bool>,
    goal: Option<ZoneIndex>,
    /// The zones on the way to the first goal.
    way: FxHashSet<ZoneIndex>,
    /// A zone that is known to be dead where a limit came first, with those on the way to it.
    dead: Option<(ZoneIndex, FxHashSet<ZoneIndex>)>,
}

/// The number of zones that are looked at, the first ones first, for one without hope, where a limit came first.
const LOOK: ZoneIndex = 100_000;

/// The number of zones after which it is looked whether there is time for more.
const LOOKS: ZoneIndex = 64;

impl<const W: usize> Zoned<W> {
    pub(super) fn explore(world: &World<W>, limits: &Limits<'_>) -> Self {
        let begin = Instant::now();
        let (mut zones, mut blocks) = (Zones::of_world(world), Blocks::default());
        let limit = zones.explore(world, &mut blocks, limits).err();
        let alive = match limit {
            None => zones.reaches(|zone| zones.wins(zone)),
            Some(_) => Vec::new(),
        };
        let goal = (0..zones.len() as ZoneIndex).find(|&zone| zones.wins(zone));
        let way = goal.into_iter().flat_map(|goal| zones.way(goal)).collect();
        let is_dead =
            |zone: &ZoneIndex| zones.weight(*zone) > 0 && !zones.has_hope(world, &blocks, *zone);
        let looked_at = limit.map_or(0, |_| LOOK.min(zones.len() as ZoneIndex));
        // The first ones are looked at whatever the time.
        let is_over = |zone: ZoneIndex| {
            zone > 0
                && zone.is_multiple_of(LOOKS)
                && (limit == Some(Limit::Cancelled) || limits.reached_since(begin).is_some())
        };
        let mut looked_at = (0..looked_at).take_while(|&zone| !is_over(zone));
        let dead = looked_at.find(is_dead).map(|zone| (zone, zones.way(zone).collect()));
        Self { zones, blocks, limit, alive, goal, way, dead }
    }

    /// The sum of the states of those zones that are counted.
    fn sum(&self, is_counted: impl Fn(ZoneIndex) -> bool) -> u64 {
        let zones = (0..self.zones.len() as ZoneIndex).filter(|&zone| is_counted(zone));
        zones.map(|zone| self.zones.weight(zone)).sum()
    }

    fn is_alive(&self, zone: ZoneIndex) -> bool {
        match &self.dead {
            Some((dead, _)) => zone != *dead,
            None => self.alive.get(zone as usize) != Some(&false),
        }
    }
}

impl<const W: usize> Explored<W> for Zoned<W> {
    fn limit(&self) -> Option<Limit> {
        self.limit
    }

    fn counted(&self) -> (Counted, u64) {
        let dead = || self.sum(|zone| !self.is_alive(zone));
        let dead_states = self.limit.is_none().then(dead);
        (Counted { states: self.zones.states(), dead_states }, self.zones.len() as u64)
    }

    fn has_goal(&self) -> bool {
        self.goal.is_some()
    }

    fn has_dead(&self) -> bool {
        self.sum(|zone| !self.is_alive(zone)) > 0
    }

    fn is_dead(&self, location: Location, config: &Config<W>) -> bool {
        self.zones.zone(location, config).is_some_and(|zone| !self.is_alive(zone))
    }

    fn may_lead_to_a_dead_state(&self, location: Location, config: &Config<W>) -> bool {
        self.dead.as_ref().is_none_or(|(_, way)| {
            self.zones.zone(location, config).is_some_and(|zone| way.contains(&zone))
        })
    }

    fn is_on_the_way(&self, location: Location, config: &Config<W>) -> bool {
        self.zones.zone(location, config).is_some_and(|zone| self.way.contains(&zone))
    }

    fn traps(&self, most: usize) -> Vec<Vec<Location>> {
        if self.limit.is_some() {
            return Vec::new();
        }
        let is_dead = |zone: ZoneIndex| !self.is_alive(zone);
        let sinks = sinks(self.zones.len(), is_dead, |zone| self.zones.next(zone), most);
        let is_stood_in =
            |sink: &Vec<ZoneIndex>| sink.iter().any(|&zone| self.zones.weight(zone) > 0);
        let trap = |sink: Vec<ZoneIndex>| {
            let way = sink.first().into_iter().flat_map(|&zone| self.zones.way(zone));
            let zones = way.chain(sink.iter().copied());
            zones.flat_map(|zone| self.zones.locations(zone)).collect()
        };
        sinks.into_iter().filter(is_stood_in).map(trap).collect()
    }

    fn blocks(&self) -> &Blocks {
        &self.blocks
    }
}

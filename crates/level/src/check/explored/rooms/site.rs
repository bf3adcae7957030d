//! A room explored with given keys and bombs left over: its zones, and the ways out of it.

use crate::limits::{Clock, Limit};
use crate::rules::Location;
use crate::rules::bits::Bits;
use crate::rules::blocks::Blocks;
use crate::rules::door::Door;
use crate::rules::world::{Config, World};
use crate::solve::zones::{ZoneIndex, Zones};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// What a zone leads to.
#[derive(Debug, Default)]
pub(super) struct Ways {
    /// The ways out of the room, rising.
    pub(super) out: Vec<u32>,
    /// True if a goal is reached within the room.
    pub(super) wins: bool,
}

/// A room as it is visited with given bits that do not matter to it.
pub(super) struct Site<const W: usize> {
    pub(super) room: u32,
    /// The bits that do not matter, of the visit that it was explored for.
    pub(super) others: Bits<W>,
    pub(super) zones: Zones<W>,
    /// The distinct ways out, each with the first exit that takes it.
    ways: Vec<u32>,
    /// By exit of the zones: its way.
    way_of_exit: Vec<u32>,
    numbers: FxHashMap<(Location, Door, Bits<W>), u32>,
    known: RefCell<FxHashMap<ZoneIndex, Rc<Ways>>>,
}

impl<const W: usize> Site<W> {
    pub(super) fn new(
        world: &World<W>,
        room: u32,
        locations: Vec<Location>,
        others: Bits<W>,
    ) -> Self {
        Self {
            room,
            others,
            zones: Zones::of_room(world, locations),
            ways: Vec::new(),
            way_of_exit: Vec::new(),
            numbers: FxHashMap::default(),
            known: RefCell::default(),
        }
    }

    /// The zone of a state, explored with all that it leads to. `kept` is the number of zones of other sites.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn enter(
        &mut self,
        world: &World<W>,
        blocks: &mut Blocks,
        location: Location,
        config: &Config<W>,
        kept: u64,
        clock: &Clock<'_>,
    ) -> Result<ZoneIndex, Limit> {
        let zone = self.zones.enter(world, blocks, location, config);
        self.zones.go_on(world, blocks, kept, clock)?;
        for (number, exit) in (0..).zip(self.zones.exits()).skip(self.way_of_exit.len()) {
            let bits = self.zones.config(exit.zone).bits;
            let next = self.ways.len() as u32;
            let way = *self.numbers.entry((exit.from, exit.door, bits)).or_insert(next);
            if way == next {
                self.ways.push(number);
            }
            self.way_of_exit.push(way);
        }
        Ok(zone)
    }

    /// The number of ways out.
    pub(super) fn many_ways(&self) -> u32 {
        self.ways.len() as u32
    }

    /// The door of a way out, and a configuration in which it is open.
    pub(super) fn way(&self, way: u32) -> (Door, &Config<W>) {
        let exit = self.zones.exits()[self.ways[way as usize] as usize];
        (exit.door, self.zones.config(exit.zone))
    }

    /// What a zone leads to.
    pub(super) fn ways(&self, zone: ZoneIndex) -> Rc<Ways> {
        if let Some(known) = self.known.borrow().get(&zone) {
            return Rc::clone(known);
        }
        let mut out = vec![false; self.ways.len()];
        let mut ways = Ways::default();
        for zone in self.zones.from(&[zone]) {
            self.ways_of(zone).for_each(|way| out[way as usize] = true);
            ways.wins |= self.zones.wins(zone);
        }
        ways.out = (0..).zip(out).filter(|(_, is_taken)| *is_taken).map(|(way, _)| way).collect();
        let ways = Rc::new(ways);
        self.known.borrow_mut().insert(zone, Rc::clone(&ways));
        ways
    }

    /// The ways out of one zone.
    fn ways_of(&self, zone: ZoneIndex) -> impl Iterator<Item = u32> + '_ {
        let exits = self.zones.exits();
        let begin = exits.partition_point(|exit| exit.zone < zone);
        let ways = self.way_of_exit[begin..].iter().zip(&exits[begin..]);
        ways.take_while(move |(_, exit)| exit.zone == zone).map(|(way, _)| *way)
    }

    /// For each zone: whether it wins, or leads to a way out that `leads` to a goal.
    pub(super) fn alive(&self, leads: impl Fn(u32) -> bool) -> Vec<bool> {
        self.zones.reaches(|zone| self.zones.wins(zone) || self.ways_of(zone).any(&leads))
    }

    /// The number of states that some zones lead to, and of those that are not alive.
    pub(super) fn count(&self, world: &World<W>, zones: &[ZoneIndex], alive: &[bool]) -> [u64; 2] {
        self.zones.from(zones).into_iter().fold([0, 0], |[all, dead], zone| {
            let weight = self.zones.weight(world, zone);
            [all + weight, dead + if alive[zone as usize] { 0 } else { weight }]
        })
    }

    /// The number of states of all its zones.
    pub(super) fn found(&self, world: &World<W>) -> u64 {
        let zones = 0..self.zones.len() as ZoneIndex;
        zones.map(|zone| self.zones.weight(world, zone)).sum()
    }
}

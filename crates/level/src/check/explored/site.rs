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

/// The ends of the ways from a zone.
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
    /// By zone: true if it was not explored, and might yet lead to a goal or out of the room.
    hoped: Vec<bool>,
    known: RefCell<FxHashMap<ZoneIndex, Rc<Ways>>>,
}

impl<const W: usize> Site<W> {
    pub(super) fn new(room: u32, others: Bits<W>, zones: Zones<W>) -> Self {
        Self {
            room,
            others,
            zones,
            ways: Vec::new(),
            way_of_exit: Vec::new(),
            numbers: FxHashMap::default(),
            hoped: Vec::new(),
            known: RefCell::default(),
        }
    }

    /// The zone of a state, explored with all that it leads to. `kept` is the number of zones of other sites,
    /// `most` the number of states above which it is left at that.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn enter(
        &mut self,
        world: &World<W>,
        blocks: &mut Blocks,
        location: Location,
        config: &Config<W>,
        (kept, most): (u64, u64),
        clock: &Clock<'_>,
    ) -> Result<ZoneIndex, Limit> {
        let zone = self.zones.enter(world, blocks, location, config);
        self.zones.go_on(world, blocks, kept, most, clock)?;
        let known = self.way_of_exit.len();
        for (number, exit) in (known as u32..).zip(&self.zones.exits()[known..]) {
            let bits = self.zones.config(exit.zone).bits;
            let next = self.ways.len() as u32;
            let way = *self.numbers.entry((exit.from, exit.door, bits)).or_insert(next);
            if way == next {
                self.ways.push(number);
            }
            self.way_of_exit.push(way);
        }
        let new = self.hoped.len() as ZoneIndex..self.zones.len() as ZoneIndex;
        let zones = &self.zones;
        let is_hoped = |zone| !zones.is_expanded(zone) && zones.has_hope(world, blocks, zone);
        self.hoped.extend(new.map(is_hoped));
        Ok(zone)
    }

    /// True if there are zones that were not explored.
    pub(super) fn is_vast(&self) -> bool {
        !self.zones.is_done()
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

    /// The ends of the ways from a zone.
    pub(super) fn ways(&self, zone: ZoneIndex) -> Rc<Ways> {
        if let Some(known) = self.known.borrow().get(&zone) {
            return Rc::clone(known);
        }
        let mut out = vec![false; self.ways.len()];
        let mut ways = Ways::default();
        for zone in self.zones.from(&[zone]) {
            self.ways_of(zone).for_each(|way| out[way as usize] = true);
            ways.wins |= self.zones.wins(zone) || self.hoped[zone as usize];
        }
        ways.out = (0..).zip(out).filter(|(_, is_taken)| *is_taken).map(|(way, _)| way).collect();
        let ways = Rc::new(ways);
        self.known.borrow_mut().insert(zone, Rc::clone(&ways));
        ways
    }

    /// True if a way out leaves from a zone.
    pub(super) fn has_way(&self, zone: ZoneIndex, way: u32) -> bool {
        self.ways_of(zone).any(|found| found == way)
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
        self.zones.reaches(|zone| {
            self.zones.wins(zone) || self.hoped[zone as usize] || self.ways_of(zone).any(&leads)
        })
    }

    /// The number of states that some zones lead to, and of those that are not alive.
    pub(super) fn count(&self, zones: &[ZoneIndex], alive: &[bool]) -> [u64; 2] {
        self.zones.from(zones).into_iter().fold([0, 0], |[all, dead], zone| {
            let weight = self.zones.weight(zone);
            [all + weight, dead + if alive[zone as usize] { 0 } else { weight }]
        })
    }
}

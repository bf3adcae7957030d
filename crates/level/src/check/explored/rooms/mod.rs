//! A world whose blocks return, explored room by room.
//!
//! The blocks of different rooms never stand away from home at once, so that the space is a sum over rooms and no
//! product. And what a player has in hand matters to a room only as far as the room asks for it: two visits that agree
//! in the room's relevant bits and in the keys and bombs left are alike. So each room is explored once for each such
//! *site*; a *place* is a site with all the other bits, and stands for as many states as its entries reach in the site.
//!
//! Dead states are found in two steps: which entries lead to a goal, over the entries alone; and then in each place
//! which zones lead to an exit whose entry does, or to a goal.

mod site;

use super::Explored;
use crate::check::count::Counted;
use crate::limits::{Clock, Limit, Limits};
use crate::rules::Location;
use crate::rules::bits::Bits;
use crate::rules::blocks::Blocks;
use crate::rules::world::rooms::Balance;
use crate::rules::world::{Config, World};
use crate::solve::zones::ZoneIndex;
use rustc_hash::{FxHashMap, FxHashSet};
use site::{Site, Ways};
use std::rc::Rc;

/// A room, and the bits that matter in it.
struct Room<const W: usize> {
    locations: Vec<Location>,
    relevant: Bits<W>,
    /// True if keys or bombs may be used up in it.
    spends: bool,
}

/// A site with all that does not matter in it.
struct Place<const W: usize> {
    site: u32,
    /// The bits that do not matter.
    others: Bits<W>,
    /// The entries into it.
    entries: Vec<u32>,
    /// By way out of the site: the entry that it leads to.
    beyond: FxHashMap<u32, u32>,
    /// By zone of the site, true if it is alive here; shared by places that are alike.
    alive: Rc<Vec<bool>>,
    counted: [u64; 2],
}

/// A zone of a site that is entered from another room, or from the beginning.
struct Entry {
    place: u32,
    zone: ZoneIndex,
    /// The entry from which it was found first.
    parent: Option<u32>,
    /// True if a goal can be reached from it.
    is_alive: bool,
}

/// A space explored room by room.
pub(super) struct Rooms<'a, const W: usize> {
    world: &'a World<W>,
    blocks: Blocks,
    rooms: Vec<Room<W>>,
    room_of: Vec<u32>,
    sites: Vec<Site<W>>,
    site_of: FxHashMap<(u32, Balance), u32>,
    places: Vec<Place<W>>,
    place_of: FxHashMap<(u32, Bits<W>), u32>,
    entries: Vec<Entry>,
    entry_of: FxHashMap<(u32, ZoneIndex), u32>,
    limit: Option<Limit>,
    /// The places on the way to the first goal.
    way: FxHashSet<u32>,
}

impl<'a, const W: usize> Rooms<'a, W> {
    pub(super) fn explore(world: &'a World<W>, limits: &Limits<'_>) -> Self {
        let mut all = Self::of(world);
        all.limit = all.enter_all(&Clock::start(limits)).err();
        all.way = all.first_goal().into_iter().flat_map(|goal| all.places_to(goal)).collect();
        if all.limit.is_none() {
            all.judge();
        }
        all
    }

    fn of(world: &'a World<W>) -> Self {
        let rooms = world.rooms().into_iter().map(|locations| Room {
            relevant: world.relevant(&locations),
            spends: world.spends(&locations),
            locations,
        });
        let rooms: Vec<Room<W>> = rooms.collect();
        let mut room_of = vec![0; world.locations()];
        for (number, room) in (0..).zip(&rooms) {
            room.locations.iter().for_each(|&location| room_of[location as usize] = number);
        }
        Self {
            world,
            blocks: Blocks::default(),
            rooms,
            room_of,
            sites: Vec::new(),
            site_of: FxHashMap::default(),
            places: Vec::new(),
            place_of: FxHashMap::default(),
            entries: Vec::new(),
            entry_of: FxHashMap::default(),
            limit: None,
            way: FxHashSet::default(),
        }
    }

    /// Enters rooms from the start on, until there is nothing new.
    ///
    /// # Errors
    /// The limit that came first.
    fn enter_all(&mut self, clock: &Clock<'_>) -> Result<(), Limit> {
        if let Some((location, config)) = self.world.start(&mut self.blocks) {
            self.enter(location, &config, None, clock)?;
        }
        let mut next = 0;
        while let Some(&Entry { place, zone, .. }) = self.entries.get(next as usize) {
            let Ways { out, .. } = &*self.sites[self.site(place)].ways(zone);
            for &way in out {
                if !self.places[place as usize].beyond.contains_key(&way) {
                    let (location, config) = self.leave(place, way);
                    let entry = self.enter(location, &config, Some(next), clock)?;
                    self.places[place as usize].beyond.insert(way, entry);
                }
            }
            next += 1;
        }
        Ok(())
    }

    fn site(&self, place: u32) -> usize {
        self.places[place as usize].site as usize
    }

    /// The state beyond a way out of a place.
    fn leave(&mut self, place: u32, way: u32) -> (Location, Config<W>) {
        let site = &self.sites[self.site(place)];
        let (door, config) = site.way(way);
        let config = self.own(place, config);
        match self.world.step(&config, door, &mut self.blocks) {
            Some(after) => (door.to, after),
            None => unreachable!("a door was open in one of two places that are alike"),
        }
    }

    /// A configuration of a site as it is in a place.
    fn own(&self, place: u32, config: &Config<W>) -> Config<W> {
        let Place { others, .. } = &self.places[place as usize];
        let relevant = &self.rooms[self.sites[self.site(place)].room as usize].relevant;
        Config { bits: config.bits.intersection(relevant).union(others), ..*config }
    }

    /// The place of a state, and its configuration as the site has it; `None` for a place that was not entered.
    fn place(&self, location: Location, config: &Config<W>) -> Option<(u32, Config<W>)> {
        let room = self.room_of[location as usize];
        let relevant = &self.rooms[room as usize].relevant;
        let place = *self.place_of.get(&(room, config.bits.difference(relevant)))?;
        let usual = &self.sites[self.site(place)].others;
        Some((place, Config { bits: config.bits.intersection(relevant).union(usual), ..*config }))
    }

    /// The entry of a state: its zone is explored, if it is new.
    ///
    /// # Errors
    /// The limit that came first.
    fn enter(
        &mut self,
        location: Location,
        config: &Config<W>,
        parent: Option<u32>,
        clock: &Clock<'_>,
    ) -> Result<u32, Limit> {
        let (place, config) = match self.place(location, config) {
            Some(found) => found,
            None => {
                self.found(self.room_of[location as usize], config);
                self.place(location, config).ok_or(Limit::Memory)?
            }
        };
        let kept = self.kept();
        let number = self.site(place);
        let site = &mut self.sites[number];
        let others = kept - site.zones.len() as u64;
        let zone = site.enter(self.world, &mut self.blocks, location, &config, others, clock)?;
        let next = self.entries.len() as u32;
        let entry = *self.entry_of.entry((place, zone)).or_insert(next);
        if entry == next {
            self.entries.push(Entry { place, zone, parent, is_alive: false });
            self.places[place as usize].entries.push(entry);
            clock.check_amounts(kept + u64::from(next), || self.bytes())?;
        }
        Ok(entry)
    }

    /// Adds the place of a room with the bits of a configuration that do not matter there.
    fn found(&mut self, room: u32, config: &Config<W>) {
        let Room { relevant, spends, locations } = &self.rooms[room as usize];
        let others = config.bits.difference(relevant);
        let balance = if *spends { self.world.balance(&others) } else { Balance::default() };
        let next = self.sites.len() as u32;
        let site = *self.site_of.entry((room, balance)).or_insert(next);
        if site == next {
            self.sites.push(Site::new(self.world, room, locations.clone(), others));
        }
        self.place_of.insert((room, others), self.places.len() as u32);
        self.places.push(Place {
            site,
            others,
            entries: Vec::new(),
            beyond: FxHashMap::default(),
            alive: Rc::default(),
            counted: [0; 2],
        });
    }

    fn kept(&self) -> u64 {
        self.sites.iter().map(|site| site.zones.len() as u64).sum()
    }

    fn bytes(&self) -> u64 {
        let places = self.places.len() * (size_of::<Place<W>>() + 64);
        let entries = self.entries.len() * (size_of::<Entry>() + 24);
        let sites = self.sites.iter().map(|site| site.zones.bytes());
        (places + entries) as u64 + sites.sum::<u64>() + self.blocks.bytes()
    }

    /// The first entry whose zone leads to a goal without leaving the room.
    fn first_goal(&mut self) -> Option<u32> {
        let entries = (0..).zip(&self.entries).map(|(n, entry)| (n, entry.place, entry.zone));
        let entries: Vec<(u32, u32, ZoneIndex)> = entries.collect();
        let wins = |&(_, place, zone): &(u32, u32, ZoneIndex)| {
            let site = self.site(place);
            self.sites[site].ways(zone).wins
        };
        entries.iter().find(|entry| wins(entry)).map(|&(n, ..)| n)
    }

    /// The places through which an entry was found.
    fn places_to(&self, entry: u32) -> Vec<u32> {
        let parent = |entry: &u32| self.entries[*entry as usize].parent;
        let entries = std::iter::successors(Some(entry), parent);
        entries.map(|entry| self.entries[entry as usize].place).collect()
    }

    /// Finds out which entries lead to a goal, and then which zones do in each place.
    fn judge(&mut self) {
        let many = self.entries.len();
        let mut before = vec![Vec::new(); many];
        let mut alive = Vec::new();
        for (n, entry) in (0..).zip(&self.entries) {
            let ways = self.sites[self.site(entry.place)].ways(entry.zone);
            if ways.wins {
                alive.push(n);
            }
            let beyond = &self.places[entry.place as usize].beyond;
            ways.out.iter().for_each(|way| before[beyond[way] as usize].push(n));
        }
        alive.iter().for_each(|&n: &u32| self.entries[n as usize].is_alive = true);
        while let Some(n) = alive.pop() {
            for &from in &before[n as usize] {
                if !std::mem::replace(&mut self.entries[from as usize].is_alive, true) {
                    alive.push(from);
                }
            }
        }
        let mut known = Known::default();
        for place in 0..self.places.len() {
            self.judge_place(place, &mut known);
        }
    }

    /// Finds out which zones of a place are alive, and counts its states.
    fn judge_place(&mut self, place: usize, known: &mut Known) {
        let Place { site, entries, beyond, .. } = &self.places[place];
        let leads =
            |way: u32| beyond.get(&way).is_some_and(|&entry| self.entries[entry as usize].is_alive);
        let site_number = *site;
        let site = &self.sites[site_number as usize];
        let out: Vec<u32> = (0..site.many_ways()).filter(|&way| leads(way)).collect();
        let mut zones: Vec<ZoneIndex> =
            entries.iter().map(|&entry| self.entries[entry as usize].zone).collect();
        zones.sort_unstable();
        let key = (site_number, out);
        let alive = known.alive.entry(key.clone()).or_insert_with(|| Rc::new(site.alive(leads)));
        let alive = Rc::clone(alive);
        let counted = known.counted.entry((key, zones));
        let counted =
            counted.or_insert_with_key(|(_, zones)| site.count(self.world, zones, &alive));
        let counted = *counted;
        let place = &mut self.places[place];
        (place.alive, place.counted) = (alive, counted);
    }
}

/// What was found out about places, by their site and the ways out that lead to a goal, and by their entries.
#[derive(Default)]
struct Known {
    alive: FxHashMap<(u32, Vec<u32>), Rc<Vec<bool>>>,
    counted: FxHashMap<((u32, Vec<u32>), Vec<ZoneIndex>), [u64; 2]>,
}

impl<const W: usize> Explored<W> for Rooms<'_, W> {
    fn limit(&self) -> Option<Limit> {
        self.limit
    }

    fn counted(&self) -> (Counted, u64) {
        let sum = |which: usize| self.places.iter().map(|place| place.counted[which]).sum();
        let counted = match self.limit {
            None => Counted { states: sum(0), dead_states: Some(sum(1)) },
            Some(_) => Counted { states: self.found_so_far(), dead_states: None },
        };
        (counted, self.kept())
    }

    fn has_goal(&self) -> bool {
        !self.way.is_empty()
    }

    fn has_dead(&self) -> bool {
        self.places.iter().any(|place| place.counted[1] > 0)
    }

    fn is_dead(&self, location: Location, config: &Config<W>) -> bool {
        self.place(location, config).is_some_and(|(place, config)| {
            let zone = self.sites[self.site(place)].zones.zone(location, &config);
            zone.is_some_and(|zone| !self.places[place as usize].alive[zone as usize])
        })
    }

    fn is_on_the_way(&self, location: Location, config: &Config<W>) -> bool {
        self.place(location, config).is_some_and(|(place, _)| self.way.contains(&place))
    }

    fn blocks(&self) -> &Blocks {
        &self.blocks
    }
}

impl<const W: usize> Rooms<'_, W> {
    /// The number of states found before a limit came, those of one place for each site.
    fn found_so_far(&self) -> u64 {
        self.sites.iter().map(|site| site.found(self.world)).sum()
    }
}

//! A world with returning blocks, explored room by room.
//!
//! At most one room at a time has blocks away from their start cells, so the space is a sum over rooms, not a product.
//! The player's holdings affect a room only by the bits that are relevant to it. Two visits with the same relevant bits
//! and the same number of spare keys and bombs are alike. Each room is explored once for each such combination, called
//! a *site*. A *place* is a site together with all other bits. It counts as many states as its entries reach in the
//! site.
//!
//! Dead states are found in two steps: first the entries that lead to a goal, over the entries alone; then in each
//! place the zones that lead to a goal, or to an exit whose entry leads to one.

use super::{Counted, Explored};
use crate::limits::{Clock, Limit, Limits, MOST_STATES_OF_A_ROOM};
use crate::rules::world::rooms::Balance;
use crate::rules::{Bits, Blocks, Config, Door, Location, World};
use crate::solve::zones::{ZoneIndex, Zones};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;

/// The sizes above which a room is vast: too large to count all of its states.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    /// Limit on counted states of a room.
    states: u64,
    /// Limit on arrangements of blocks. A room whose upper bound is larger counts as vast without being explored.
    arrangements: f64,
    /// Number of explored states of a vast room.
    few: u64,
    /// Number of entries before the first search for dead states, if rooms are vast.
    look: usize,
}

const USUAL: Bounds =
    Bounds { states: MOST_STATES_OF_A_ROOM, arrangements: 1e8, few: 200_000, look: 1_000 };

/// A space explored room by room.
pub(super) struct Rooms<'a, const W: usize> {
    world: &'a World<W>,
    bounds: Bounds,
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
    /// Number of zones of all sites.
    kept: u64,
    /// Number of entries whose exits have been followed.
    done: usize,
    /// The zones on the path to the first goal, each with its place.
    way: FxHashSet<(u32, ZoneIndex)>,
    /// The zones on the path to a dead state, if rooms are vast.
    way_to_dead: FxHashSet<(u32, ZoneIndex)>,
}

impl<'a, const W: usize> Rooms<'a, W> {
    pub(super) fn explore(world: &'a World<W>, limits: &Limits<'_>) -> Self {
        Self::within(USUAL, world, limits)
    }

    fn within(bounds: Bounds, world: &'a World<W>, limits: &Limits<'_>) -> Self {
        let mut all = Self::of(bounds, world);
        all.limit = all.enter_all(&Clock::start(limits)).err();
        if all.limit.is_none() {
            all.find_alive();
        }
        all.way = all.first_goal();
        if all.is_vast() {
            all.way_to_dead = all.first_dead();
        }
        all
    }

    fn of(bounds: Bounds, world: &'a World<W>) -> Self {
        let rooms = world.rooms().into_iter().map(|locations| Room {
            relevant: world.relevant(&locations, |_| true),
            spends: world.spends(&locations, |_| true),
            is_vast: world.arrangements(&locations) > bounds.arrangements,
            locations,
        });
        let rooms: Vec<Room<W>> = rooms.collect();
        let mut room_of = vec![0; world.locations()];
        for (number, room) in (0..).zip(&rooms) {
            room.locations.iter().for_each(|&location| room_of[location as usize] = number);
        }
        Self {
            world,
            bounds,
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
            kept: 0,
            done: 0,
            way: FxHashSet::default(),
            way_to_dead: FxHashSet::default(),
        }
    }

    /// Enters rooms from the start until there are no new entries.
    fn enter_all(&mut self, clock: &Clock<'_>) -> Result<(), Limit> {
        if let Some((location, config)) = self.world.start(&mut self.blocks) {
            self.enter(location, &config, None, clock)?;
        }
        let mut look = self.bounds.look;
        while let Some(&Entry { place, zone, .. }) = self.entries.get(self.done) {
            let ways = self.sites[self.site(place)].ways(zone);
            for &way in &ways.out {
                if !self.places[place as usize].beyond.contains_key(&way) {
                    let (location, config) = self.leave(place, way);
                    let entry =
                        self.enter(location, &config, Some((self.done as u32, way)), clock)?;
                    self.places[place as usize].beyond.insert(way, entry);
                }
            }
            self.done += 1;
            // If not all states can be counted, one dead state is enough.
            if self.done >= look && self.is_vast() {
                look *= 2;
                self.find_alive();
                if self.has_dead() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn site(&self, place: u32) -> usize {
        self.places[place as usize].site as usize
    }

    /// The state behind an exit of a place.
    fn leave(&mut self, place: u32, way: u32) -> (Location, Config<W>) {
        let site = &self.sites[self.site(place)];
        let (door, config) = site.way(way);
        let config = self.own(place, config);
        match self.world.step(&config, door, &mut self.blocks) {
            Some(after) => (door.to, after),
            None => unreachable!("a door was open in one of two places that are alike"),
        }
    }

    /// Translates a configuration of the site into the place's own.
    fn own(&self, place: u32, config: &Config<W>) -> Config<W> {
        let Place { others, .. } = &self.places[place as usize];
        let relevant = &self.rooms[self.sites[self.site(place)].room as usize].relevant;
        Config { bits: config.bits.intersection(relevant).union(others), ..*config }
    }

    /// The place of a state, and its configuration translated to the site; `None` if the place was not entered.
    fn place(&self, location: Location, config: &Config<W>) -> Option<(u32, Config<W>)> {
        let room = self.room_of[location as usize];
        let relevant = &self.rooms[room as usize].relevant;
        let place = *self.place_of.get(&(room, config.bits.difference(relevant)))?;
        let usual = &self.sites[self.site(place)].others;
        Some((place, Config { bits: config.bits.intersection(relevant).union(usual), ..*config }))
    }

    /// The entry of a state. Its zone is explored if it is new.
    fn enter(
        &mut self,
        location: Location,
        config: &Config<W>,
        parent: Option<(u32, u32)>,
        clock: &Clock<'_>,
    ) -> Result<u32, Limit> {
        let (place, config) = match self.place(location, config) {
            Some(found) => found,
            None => {
                self.found(self.room_of[location as usize], config);
                self.place(location, config).ok_or(Limit::Memory)?
            }
        };
        let number = self.site(place);
        let site = &mut self.sites[number];
        let room = &mut self.rooms[site.room as usize];
        let most = if room.is_vast { self.bounds.few } else { self.bounds.states };
        let limits = (self.kept - site.zones.len() as u64, most);
        let zone = site.enter(self.world, &mut self.blocks, location, &config, limits, clock)?;
        self.kept = limits.0 + site.zones.len() as u64;
        room.is_vast |= site.is_vast();
        let next = self.entries.len() as u32;
        let entry = *self.entry_of.entry((place, zone)).or_insert(next);
        if entry == next {
            self.entries.push(Entry { place, zone, parent, is_alive: false });
            self.places[place as usize].entries.push(entry);
            clock.check_amounts(self.kept + u64::from(next), || self.bytes())?;
        }
        Ok(entry)
    }

    /// Adds the place of a room with the irrelevant bits of a configuration.
    fn found(&mut self, room: u32, config: &Config<W>) {
        let Room { relevant, spends, locations, .. } = &self.rooms[room as usize];
        let others = config.bits.difference(relevant);
        let balance = self.world.balance(&others, *spends);
        let next = self.sites.len() as u32;
        let site = *self.site_of.entry((room, balance)).or_insert(next);
        if site == next {
            let zones = Zones::of_room(self.world, locations.clone());
            self.sites.push(Site::new(room, others, zones));
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

    fn bytes(&self) -> u64 {
        let places = self.places.len() * (size_of::<Place<W>>() + 64);
        let entries = self.entries.len() * (size_of::<Entry>() + 24);
        let sites = self.sites.iter().map(|site| site.zones.bytes());
        (places + entries) as u64 + sites.sum::<u64>() + self.blocks.bytes()
    }
}

impl<const W: usize> Explored<W> for Rooms<'_, W> {
    fn limit(&self) -> Option<Limit> {
        self.limit
    }

    fn counted(&self) -> (Counted, u64) {
        let sum = |which: usize| self.places.iter().map(|place| place.counted[which]).sum();
        let counted = match self.limit {
            None if !self.is_vast() => Counted { states: sum(0), dead_states: Some(sum(1)) },
            // Counts one place for each site.
            _ => Counted {
                states: self.sites.iter().map(|site| site.zones.states()).sum(),
                dead_states: None,
            },
        };
        (counted, self.kept)
    }

    fn is_vast(&self) -> bool {
        self.sites.iter().any(Site::is_vast)
    }

    fn has_goal(&self) -> bool {
        !self.way.is_empty()
    }

    fn has_dead(&self) -> bool {
        self.places.iter().any(|place| place.counted[1] > 0)
    }

    fn is_dead(&self, location: Location, config: &Config<W>) -> bool {
        let zone = self.zone(location, config);
        zone.is_some_and(|(place, zone)| !self.places[place as usize].alive[zone as usize])
    }

    fn may_lead_to_a_dead_state(&self, location: Location, config: &Config<W>) -> bool {
        !self.is_vast()
            || self.zone(location, config).is_some_and(|zone| self.way_to_dead.contains(&zone))
    }

    fn is_on_the_way(&self, location: Location, config: &Config<W>) -> bool {
        self.zone(location, config).is_some_and(|zone| self.way.contains(&zone))
    }

    fn blocks(&self) -> &Blocks {
        &self.blocks
    }
}

// -------------------------------------------------------------------------------------------------
// Visits of rooms: the holdings, and the entry.

/// A room with its relevant bits.
struct Room<const W: usize> {
    locations: Vec<Location>,
    relevant: Bits<W>,
    /// Upper bounds on keys and bombs used up in the room.
    spends: Balance,
    /// True if the room is too large to count all of its states.
    is_vast: bool,
}

/// A site with the bits that are irrelevant to it.
struct Place<const W: usize> {
    site: u32,
    /// The irrelevant bits.
    others: Bits<W>,
    /// The entries into the place.
    entries: Vec<u32>,
    /// By exit of the site: the entry it leads to.
    beyond: FxHashMap<u32, u32>,
    /// By zone of the site, true if it is alive here. Shared by places that are alike.
    alive: Rc<Vec<bool>>,
    counted: [u64; 2],
}

/// A zone of a site in which a visit begins: at the start, or from another room.
struct Entry {
    place: u32,
    zone: ZoneIndex,
    /// The entry from which it was first found, and the exit taken there.
    parent: Option<(u32, u32)>,
    /// True if a goal can be reached from it.
    is_alive: bool,
}

// -------------------------------------------------------------------------------------------------
// Living entries and zones: first over the entries alone, then in each place.

/// A site, and its exits that lead to a goal.
type Leading = (u32, Vec<u32>);

/// Results for places, cached by site and living exits, and by entries.
#[derive(Default)]
struct Known {
    alive: FxHashMap<Leading, Rc<Vec<bool>>>,
    counted: FxHashMap<(Leading, Vec<ZoneIndex>), [u64; 2]>,
}

impl<const W: usize> Rooms<'_, W> {
    /// Marks the entries that lead to a goal, and in each place the zones that do.
    fn find_alive(&mut self) {
        let many = self.entries.len();
        let mut before = vec![Vec::new(); many];
        // Entries whose exits have not been followed count as alive.
        let mut alive: Vec<u32> = (self.done as u32..many as u32).collect();
        for (n, entry) in (0..).zip(&self.entries[..self.done]) {
            let ways = self.sites[self.site(entry.place)].ways(entry.zone);
            if ways.wins {
                alive.push(n);
            }
            let beyond = &self.places[entry.place as usize].beyond;
            ways.out.iter().for_each(|way| before[beyond[way] as usize].push(n));
        }
        self.entries.iter_mut().for_each(|entry| entry.is_alive = false);
        alive.iter().for_each(|&n| self.entries[n as usize].is_alive = true);
        while let Some(n) = alive.pop() {
            for &from in &before[n as usize] {
                if !std::mem::replace(&mut self.entries[from as usize].is_alive, true) {
                    alive.push(from);
                }
            }
        }
        let mut known = Known::default();
        for place in 0..self.places.len() {
            self.find_alive_in(place, &mut known);
        }
    }

    /// Marks the living zones of a place and counts its states.
    fn find_alive_in(&mut self, place: usize, known: &mut Known) {
        let Place { site, entries, beyond, .. } = &self.places[place];
        let leads =
            |way: u32| beyond.get(&way).is_none_or(|&entry| self.entries[entry as usize].is_alive);
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
        let counted = counted.or_insert_with_key(|(_, zones)| site.count(zones, &alive));
        let counted = *counted;
        let place = &mut self.places[place];
        (place.alive, place.counted) = (alive, counted);
    }
}

// -------------------------------------------------------------------------------------------------
// Zones on the path from the start to a target.

impl<const W: usize> Rooms<'_, W> {
    /// The zone of a state with its place, if it was found.
    fn zone(&self, location: Location, config: &Config<W>) -> Option<(u32, ZoneIndex)> {
        let (place, config) = self.place(location, config)?;
        Some((place, self.sites[self.site(place)].zones.zone(location, &config)?))
    }

    /// The zones on the path to the first goal.
    fn first_goal(&self) -> FxHashSet<(u32, ZoneIndex)> {
        let wins = |_: u32, site: &Site<W>, zone: ZoneIndex| site.zones.wins(zone);
        let may_win = |entry: &u32| {
            let Entry { place, zone, .. } = self.entries[*entry as usize];
            self.sites[self.site(place)].ways(zone).wins
        };
        self.first((0..self.entries.len() as u32).filter(may_win), wins)
    }

    /// The zones on the path to the first dead zone.
    fn first_dead(&self) -> FxHashSet<(u32, ZoneIndex)> {
        let is_dead = |place: u32, site: &Site<W>, zone: ZoneIndex| {
            let alive = &self.places[place as usize].alive;
            alive.get(zone as usize) == Some(&false) && site.zones.weight(zone) > 0
        };
        let places = self.places.iter().filter(|place| place.counted[1] > 0);
        self.first(places.flat_map(|place| place.entries.iter().copied()), is_dead)
    }

    /// The zones on the path from the start to the first wanted zone that one of the entries reaches within its room.
    fn first(
        &self,
        mut entries: impl Iterator<Item = u32>,
        wanted: impl Fn(u32, &Site<W>, ZoneIndex) -> bool,
    ) -> FxHashSet<(u32, ZoneIndex)> {
        let path = |entry: u32, wanted: &dyn Fn(u32, &Site<W>, ZoneIndex) -> bool| {
            let Entry { place, zone, .. } = self.entries[entry as usize];
            let site = &self.sites[self.site(place)];
            let path = site.zones.path(zone, |zone| wanted(place, site, zone));
            path.into_iter().map(move |zone| (place, zone))
        };
        let found = entries.find_map(|entry| {
            let path: FxHashSet<_> = path(entry, &wanted).collect();
            (!path.is_empty()).then_some((entry, path))
        });
        let Some((mut at, mut way)) = found else { return FxHashSet::default() };
        while let Some((parent, out)) = self.entries[at as usize].parent {
            let leaves = |_: u32, site: &Site<W>, zone: ZoneIndex| site.has_way(zone, out);
            way.extend(path(parent, &leaves));
            at = parent;
        }
        way
    }
}

// -------------------------------------------------------------------------------------------------
// A room explored with a given number of spare keys and bombs: its zones and exits.

/// The ends of the paths from a zone.
#[derive(Debug, Default)]
pub(super) struct Ways {
    /// The exits of the room, ascending.
    pub(super) out: Vec<u32>,
    /// True if a goal is reached within the room.
    pub(super) wins: bool,
}

/// A room explored for given irrelevant bits.
pub(super) struct Site<const W: usize> {
    pub(super) room: u32,
    /// The irrelevant bits of the visit for which it was explored.
    pub(super) others: Bits<W>,
    pub(super) zones: Zones<W>,
    /// The distinct exits, each as the index of its first exit among the zones' exits.
    ways: Vec<u32>,
    /// By exit of the zones: its index in `ways`.
    way_of_exit: Vec<u32>,
    numbers: FxHashMap<(Location, Door, Bits<W>), u32>,
    /// By zone: true if it was not expanded and may lead to a goal or to an exit.
    unresolved: Vec<bool>,
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
            unresolved: Vec::new(),
            known: RefCell::default(),
        }
    }

    /// The zone of a state, explored with everything it leads to. `kept` is the number of zones of other sites, `most`
    /// the number of states after which exploration stops.
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
        let new = self.unresolved.len() as ZoneIndex..self.zones.len() as ZoneIndex;
        let zones = &self.zones;
        let is_unresolved =
            |zone| !zones.is_expanded(zone) && zones.may_win_or_leave(world, blocks, zone);
        self.unresolved.extend(new.map(is_unresolved));
        Ok(zone)
    }

    /// True if some zones were not expanded.
    pub(super) fn is_vast(&self) -> bool {
        !self.zones.is_done()
    }

    /// Number of exits.
    pub(super) fn many_ways(&self) -> u32 {
        self.ways.len() as u32
    }

    /// The door of an exit, and a configuration in which it is open.
    pub(super) fn way(&self, way: u32) -> (Door, &Config<W>) {
        let exit = self.zones.exits()[self.ways[way as usize] as usize];
        (exit.door, self.zones.config(exit.zone))
    }

    /// The ends of the paths from a zone.
    pub(super) fn ways(&self, zone: ZoneIndex) -> Rc<Ways> {
        if let Some(known) = self.known.borrow().get(&zone) {
            return Rc::clone(known);
        }
        let mut out = vec![false; self.ways.len()];
        let mut ways = Ways::default();
        for zone in self.zones.from(&[zone]) {
            self.ways_of(zone).for_each(|way| out[way as usize] = true);
            ways.wins |= self.zones.wins(zone) || self.unresolved[zone as usize];
        }
        ways.out = (0..).zip(out).filter(|(_, is_taken)| *is_taken).map(|(way, _)| way).collect();
        let ways = Rc::new(ways);
        self.known.borrow_mut().insert(zone, Rc::clone(&ways));
        ways
    }

    /// True if an exit leaves from a zone.
    pub(super) fn has_way(&self, zone: ZoneIndex, way: u32) -> bool {
        self.ways_of(zone).any(|found| found == way)
    }

    /// The exits of one zone.
    fn ways_of(&self, zone: ZoneIndex) -> impl Iterator<Item = u32> + '_ {
        let exits = self.zones.exits();
        let begin = exits.partition_point(|exit| exit.zone < zone);
        let ways = self.way_of_exit[begin..].iter().zip(&exits[begin..]);
        ways.take_while(move |(_, exit)| exit.zone == zone).map(|(way, _)| *way)
    }

    /// By zone: true if it reaches a goal, or an exit for which `leads` is true.
    pub(super) fn alive(&self, leads: impl Fn(u32) -> bool) -> Vec<bool> {
        self.zones.reaches(|zone| {
            self.zones.wins(zone)
                || self.unresolved[zone as usize]
                || self.ways_of(zone).any(&leads)
        })
    }

    /// Number of states reachable from some zones, and number of those that are not alive.
    pub(super) fn count(&self, zones: &[ZoneIndex], alive: &[bool]) -> [u64; 2] {
        self.zones.from(zones).into_iter().fold([0, 0], |[all, dead], zone| {
            let weight = self.zones.weight(zone);
            [all + weight, dead + if alive[zone as usize] { 0 } else { weight }]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Zoned;
    use super::*;
    use crate::formats::text;
    use crate::rules::prepared::Prepared;
    use crate::rules::{BlockReset, Collect, Push, Rules};
    use crate::solve::explore::{Scope, Space};
    use testing::dice::Random;
    use testing::times;

    /// Two or three rooms side by side: blocks, walls, a key and its door, and one goal.
    fn drawing(dice: &mut Random) -> String {
        let rooms = 2 + dice.below(2) as usize;
        let mut rows = vec![vec!['.'; 5 * rooms]; 4];
        for row in &mut rows {
            for cell in row.iter_mut() {
                *cell = match dice.below(20) {
                    0..4 => 'o',
                    4..8 => '#',
                    8 => 'k',
                    9 => '+',
                    _ => '.',
                };
            }
        }
        rows[dice.below(4) as usize][dice.below(5) as usize] = '@';
        let last = 5 * rooms - 1 - dice.below(5) as usize;
        rows[dice.below(4) as usize][last] = '*';
        let room = |n: usize| {
            format!(r#"{{"node":{n},"floor":0,"row":0,"col":{},"rows":4,"cols":5}}"#, 5 * n)
        };
        let rectangles: Vec<String> = (0..rooms).map(room).collect();
        let nodes: Vec<String> = (0..rooms).map(|n| format!(r#"{{"id":{n}}}"#)).collect();
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        format!(
            "quandary/level/1\nrooms: [{}]\ngraph: {{\"nodes\":[{}]}}\n\n{}\n",
            rectangles.join(","),
            nodes.join(","),
            rows.join("\n")
        )
    }

    /// Number of levels with dead states, of levels with a vast room, and of vast levels with a known dead state.
    #[derive(Default)]
    struct Seen {
        with_softlock: u32,
        vast: u32,
        found: u32,
    }

    fn compare(dice: &mut Random, push: Push, seen: &mut Seen) {
        let drawing = drawing(dice);
        let Ok(level) = text::read(&drawing) else { return };
        let rules = Rules { push, blocks: BlockReset::Reset, ..Rules::default() };
        let prepared = Prepared::of(&level, &rules, Collect::Nothing);
        let world = prepared.world::<1>().contracted().world;
        if !world.resets() {
            return;
        }
        let limits = Limits::default();
        let (zoned, rooms) = (Zoned::explore(&world, &limits), Rooms::explore(&world, &limits));
        assert_eq!(zoned.counted().0, rooms.counted().0, "{drawing}");
        assert_eq!(zoned.has_goal(), rooms.has_goal(), "{drawing}");
        let few = 1 + u64::from(dice.below(400));
        let tiny = Bounds { states: 2 * few, arrangements: 100.0, few, look: 1 };
        let vast = Rooms::within(tiny, &world, &limits);
        seen.with_softlock += u32::from(rooms.has_dead());
        seen.vast += u32::from(vast.is_vast());
        seen.found += u32::from(vast.is_vast() && vast.has_dead());
        if !vast.is_vast() {
            assert_eq!(vast.counted(), rooms.counted(), "{drawing}");
        }
        assert!(!vast.has_dead() || rooms.has_dead(), "{drawing}");
        // Each exploration numbers arrangements in its own way. Only states with all blocks at home are comparable.
        let mut space = Space::default();
        space.explore(&world, Scope::Everything, &limits).unwrap();
        for (config, location) in space.states().filter(|(config, _)| config.blocks == 0) {
            let dead = rooms.is_dead(location, config);
            assert_eq!(zoned.is_dead(location, config), dead, "{drawing}");
            assert!(dead || !vast.is_dead(location, config), "{drawing}");
        }
    }

    #[test]
    fn rooms_tell_what_zones_tell_and_vast_rooms_tell_nothing_wrong() {
        let mut dice = Random(7);
        let mut seen = Seen::default();
        for round in 0..600 * times() {
            compare(&mut dice, [Push::Once, Push::Free][round as usize % 2], &mut seen);
        }
        let Seen { with_softlock, vast, found } = seen;
        assert!(with_softlock > 40 && vast > 40 && found > 8, "{with_softlock} {vast} {found}");
    }
}

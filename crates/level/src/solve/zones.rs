//! The state space of a world with blocks, explored zone by zone.
//!
//! A *zone* is a configuration and a set of locations among which a player walks back and forth without changing it:
//! if one of its states is reachable, all are, and if one is dead, all are. Only *events* lead from one zone to
//! another: a push, a pick-up, a lock, a flip, a step that cannot be taken back. A room of a hundred cells in which
//! one block was pushed is one zone instead of a hundred states.
//!
//! A zone stores its locations as a set of bits. In a world in which blocks return, no zone extends beyond a room.
//! Invariant: the zones of one configuration are disjoint, and a winning state is a zone of its own.

use super::tables::Configs;
use crate::limits::{Clock, Limit, Limits};
use crate::rules::{Blocks, Config, Door, Location, Rows, World};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;

/// An index into the list of zones, in the order in which they were found.
pub(crate) type ZoneIndex = u32;
/// Marks the absence of a zone, and a location outside the ground.
const NONE: u32 = u32::MAX;

/// A configuration, and the set of locations that are connected in it.
#[derive(Clone, Copy, Debug)]
struct Zone {
    configuration: u32,
    /// The next zone of the same configuration, or [`NONE`].
    next: ZoneIndex,
    /// The zone from which it was found, or [`NONE`].
    parent: ZoneIndex,
    /// True if it is a winning state.
    wins: bool,
}

/// An exit of a room, open in the configuration of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exit {
    pub(crate) zone: ZoneIndex,
    /// The location that is left.
    pub(crate) from: Location,
    pub(crate) door: Door,
}

/// The zones found so far.
#[derive(Default)]
pub(crate) struct Zones<const W: usize> {
    ground: Ground,
    configs: Configs<W>,
    /// By configuration, its first zone, or [`NONE`].
    first: Vec<ZoneIndex>,
    zones: Vec<Zone>,
    /// The locations of each zone as bits, `words` words for each.
    members: Vec<u64>,
    words: usize,
    /// The number of states of all zones.
    states: u64,
    expanded: usize,
    /// The zone that is being expanded, or [`NONE`].
    from: ZoneIndex,
    /// By expanded zone, the end of its successors; they begin at the end of the previous zone's.
    ends: Vec<u32>,
    next: Vec<ZoneIndex>,
    /// The exits: the doors that reset blocks, if the ground is a room.
    exits: Vec<Exit>,
    /// Working memory: locations to process, and the states to which a zone leads.
    waiting: Vec<u32>,
    events: Vec<(Location, Config<W>)>,
}

impl<const W: usize> Zones<W> {
    /// An empty table for a whole world.
    pub(crate) fn of_world(world: &World<W>) -> Self {
        Self::of(Ground::of_world(world))
    }

    /// An empty table for some locations of a world, whose exits are the doors that reset blocks.
    pub(crate) fn of_room(world: &World<W>, locations: Vec<Location>) -> Self {
        Self::of(Ground::of_room(world, locations))
    }

    fn of(ground: Ground) -> Self {
        Self { words: ground.len().div_ceil(64).max(1), ground, from: NONE, ..Self::default() }
    }

    /// Explores a world from its start. Prepares `blocks` for it.
    pub(crate) fn explore(
        &mut self,
        world: &World<W>,
        blocks: &mut Blocks,
        limits: &Limits<'_>,
    ) -> Result<(), Limit> {
        if let Some((location, config)) = world.start(blocks) {
            self.enter(world, blocks, location, &config);
        }
        self.go_on(world, blocks, 0, u64::MAX, &Clock::start(limits))
    }

    /// Expands the waiting zones until more than `most` states are found. `kept` is the number of zones stored
    /// elsewhere.
    pub(crate) fn go_on(
        &mut self,
        world: &World<W>,
        blocks: &mut Blocks,
        kept: u64,
        most: u64,
        clock: &Clock<'_>,
    ) -> Result<(), Limit> {
        while self.expanded < self.zones.len() && self.states <= most {
            self.expand(world, blocks, kept, clock)?;
        }
        Ok(())
    }

    /// The zone of a state. A new zone is appended to the list and waits to be expanded.
    pub(crate) fn enter(
        &mut self,
        world: &World<W>,
        blocks: &Blocks,
        location: Location,
        config: &Config<W>,
    ) -> ZoneIndex {
        let configuration = self.configs.number(config);
        if configuration as usize == self.first.len() {
            self.first.push(NONE);
        }
        let Some(number) = self.ground.number(location) else { return NONE };
        if let Some(zone) = self.among(configuration, number) {
            return zone;
        }
        let zone = self.zones.len() as ZoneIndex;
        let wins = world.is_goal(location, config);
        let next = std::mem::replace(&mut self.first[configuration as usize], zone);
        let parent = self.from;
        self.zones.push(Zone { configuration, next, parent, wins });
        self.flood(world, blocks, number, config, wins);
        zone
    }

    /// The zone of a configuration that contains a location, by its number; `None` if it was not found.
    fn among(&self, configuration: u32, number: u32) -> Option<ZoneIndex> {
        let first = *self.first.get(configuration as usize)?;
        let next = |&zone: &ZoneIndex| {
            self.zones.get(zone as usize).map(|zone| zone.next).filter(|&next| next != NONE)
        };
        let mut zones = std::iter::successors(Some(first).filter(|&zone| zone != NONE), next);
        zones.find(|&zone| self.holds(zone, number))
    }

    #[inline]
    fn holds(&self, zone: ZoneIndex, number: u32) -> bool {
        let word = zone as usize * self.words + number as usize / 64;
        self.members[word] >> (number % 64) & 1 != 0
    }

    /// Adds the members of the last zone: the locations a player can walk to. A winning state has only itself.
    fn flood(
        &mut self,
        world: &World<W>,
        blocks: &Blocks,
        number: u32,
        config: &Config<W>,
        wins: bool,
    ) {
        let Self { ground, members, waiting, words, .. } = self;
        let begin = members.len();
        members.resize(begin + *words, 0);
        let members = &mut members[begin..];
        members[number as usize / 64] |= 1 << (number % 64);
        waiting.clear();
        waiting.extend((!wins).then_some(number));
        while let Some(at) = waiting.pop() {
            for &to in ground.beside(at) {
                let (word, bit) = (&mut members[to as usize / 64], 1 << (to % 64));
                if *word & bit == 0 && world.is_free(config, ground.location(to), blocks) {
                    *word |= bit;
                    waiting.push(to);
                }
            }
        }
        self.states += self.ground.weight(&self.members[begin..]);
    }

    /// Makes all moves out of the next zone. If a limit is reached, the zone waits as before.
    fn expand(
        &mut self,
        world: &World<W>,
        blocks: &mut Blocks,
        kept: u64,
        clock: &Clock<'_>,
    ) -> Result<(), Limit> {
        let zone = self.expanded as ZoneIndex;
        let Zone { configuration, wins, .. } = self.zones[zone as usize];
        let (row, exits) = (self.next.len(), self.exits.len());
        if !wins {
            let followed = self.follow(world, blocks, (zone, configuration), kept, clock);
            self.from = NONE;
            if let Err(limit) = followed {
                self.next.truncate(row);
                self.exits.truncate(exits);
                return Err(limit);
            }
        }
        self.expanded += 1;
        self.ends.push(self.next.len() as u32);
        Ok(())
    }

    /// Adds the zones to which the moves out of a zone lead.
    fn follow(
        &mut self,
        world: &World<W>,
        blocks: &mut Blocks,
        (zone, configuration): (ZoneIndex, u32),
        kept: u64,
        clock: &Clock<'_>,
    ) -> Result<(), Limit> {
        let config = *self.configs.get(configuration);
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        let members = self.members(zone).collect::<SmallVec<[u32; 128]>>();
        for &number in &members {
            self.expand_at(world, blocks, (zone, number), &config, &mut events);
        }
        let row = self.next.len();
        self.from = zone;
        let mut work = (members.len() + self.words) as u64;
        let mut ended = Ok(());
        for (location, after) in &events {
            let zones = self.zones.len();
            let to = self.enter(world, blocks, *location, after);
            if !self.next[row..].contains(&to) {
                self.next.push(to);
            }
            // A new zone was flooded; it is about as large as this one.
            work += if self.zones.len() > zones { (members.len() + self.words) as u64 } else { 1 };
            let kept = kept + self.zones.len() as u64;
            ended = clock.spend(std::mem::take(&mut work), kept, || self.bytes() + blocks.bytes());
            if ended.is_err() {
                break;
            }
        }
        self.events = events;
        ended
    }

    /// The numbers of a zone's locations, ascending.
    fn members(&self, zone: ZoneIndex) -> impl Iterator<Item = u32> + '_ {
        let begin = zone as usize * self.words;
        let words = (0..).step_by(64).zip(&self.members[begin..begin + self.words]);
        words.flat_map(|(first, &word)| {
            std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)))
                .take_while(|&word| word != 0)
                .map(move |word| first + word.trailing_zeros())
        })
    }

    /// Adds the states behind the moves out of one location of a zone, and its exits.
    fn expand_at(
        &mut self,
        world: &World<W>,
        blocks: &mut Blocks,
        (zone, number): (ZoneIndex, u32),
        config: &Config<W>,
        events: &mut Vec<(Location, Config<W>)>,
    ) {
        let at = self.ground.location(number);
        for &door in world.doors(at) {
            let is_out = self.ground.is_out(door);
            let to = self.ground.number(door.to);
            let is_within = !is_out && to.is_some_and(|to| self.holds(zone, to));
            if is_within && !world.uses_up(door) {
                continue;
            }
            let Some(after) = world.step(config, door, blocks) else { continue };
            if is_out {
                self.exits.push(Exit { zone, from: at, door });
            } else {
                events.push((door.to, after));
            }
        }
        let flipped = world.flips(at).iter().filter_map(|toggle| world.flip(config, toggle));
        events.extend(flipped.map(|after| (at, after)));
    }
}

// -------------------------------------------------------------------------------------------------
// The ground of a world that is explored: its locations, and the free steps between them.

/// Renumbered locations, and the steps between them that change nothing if no block stands and nothing lies there.
#[derive(Default)]
struct Ground {
    /// By location of the world, its number here, or [`NONE`].
    number: Vec<u32>,
    locations: Vec<Location>,
    /// By number, the neighbours to which and from which a player can walk.
    beside: Rows<u32>,
    /// Numbers that stand for no state or for more than one, each with the difference from one.
    heavy: Vec<(u32, i64)>,
    /// True if doors that reset blocks lead out.
    is_room: bool,
}

impl Ground {
    /// The ground of a whole world, including the doors that reset blocks.
    fn of_world<const W: usize>(world: &World<W>) -> Self {
        Self::of(world, (0..world.locations() as Location).collect(), false)
    }

    /// The ground of some locations; only doors that reset blocks lead out of it.
    fn of_room<const W: usize>(world: &World<W>, locations: Vec<Location>) -> Self {
        Self::of(world, locations, true)
    }

    fn of<const W: usize>(world: &World<W>, locations: Vec<Location>, is_room: bool) -> Self {
        let mut number = vec![NONE; world.locations()];
        for (n, &location) in (0..).zip(&locations) {
            number[location as usize] = n;
        }
        let stands = |at: Location| world.goes_on(at) && !world.is_passed(at);
        let walks = |from: Location, door: &Door| {
            let back = || world.doors(door.to).iter().any(|back| back.to == from && is_walk(back));
            is_walk(door) && stands(from) && stands(door.to) && back()
        };
        let mut steps = Vec::new();
        for (n, &from) in locations.iter().enumerate() {
            let doors = world.doors(from).iter().filter(|door| walks(from, door));
            steps.extend(doors.map(|door| (n, number[door.to as usize])));
        }
        let mut beside = Rows::default();
        beside.fill(locations.len(), steps.iter().copied().filter(|&(_, to)| to != NONE));
        let more = locations.iter().map(|&location| world.weight(location) as i64 - 1);
        let heavy = (0..).zip(more).filter(|(_, more)| *more != 0).collect();
        Self { number, locations, beside, heavy, is_room }
    }

    /// The number of states for which a set of numbers stands.
    fn weight(&self, members: &[u64]) -> u64 {
        let many: u32 = members.iter().map(|word| word.count_ones()).sum();
        let holds = |number: u32| members[number as usize / 64] >> (number % 64) & 1 != 0;
        let heavy = self.heavy.iter().filter(|(number, _)| holds(*number));
        (i64::from(many) + heavy.map(|(_, more)| more).sum::<i64>()) as u64
    }

    /// The number of locations.
    fn len(&self) -> usize {
        self.locations.len()
    }

    /// The number of a location; `None` if it is outside the ground.
    #[inline]
    fn number(&self, location: Location) -> Option<u32> {
        self.number.get(location as usize).copied().filter(|&number| number != NONE)
    }

    #[inline]
    fn location(&self, number: u32) -> Location {
        self.locations[number as usize]
    }

    /// The numbers of the neighbours of a location.
    #[inline]
    fn beside(&self, number: u32) -> &[u32] {
        self.beside.row(number as usize)
    }

    /// True if a door leads out of the ground.
    #[inline]
    fn is_out(&self, door: Door) -> bool {
        self.is_room && door.resets
    }
}

/// True if a door requires nothing and resets no block.
fn is_walk(door: &Door) -> bool {
    door.lock == 0 && !door.resets
}

// -------------------------------------------------------------------------------------------------
// The results of an exploration: zones, the states for which they stand, their connections, and the exits.

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

    /// The number of bytes used, without the arrangements of blocks.
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

    /// True if a zone is a winning state.
    pub(crate) fn wins(&self, zone: ZoneIndex) -> bool {
        self.zones[zone as usize].wins
    }

    /// True if a goal or an exit may be reachable from a zone, by a test that does not explore it.
    pub(crate) fn may_win_or_leave(
        &self,
        world: &World<W>,
        blocks: &Blocks,
        zone: ZoneIndex,
    ) -> bool {
        let first = self.members(zone).next().map(|number| self.ground.location(number));
        let out = |door| self.ground.is_out(door);
        first.is_none_or(|at| world.may_win_or_leave(at, self.config(zone), blocks, out))
    }

    pub(crate) fn locations(&self, zone: ZoneIndex) -> impl Iterator<Item = Location> + '_ {
        self.members(zone).map(|number| self.ground.location(number))
    }

    /// The number of states of the level for which a zone stands.
    pub(crate) fn weight(&self, zone: ZoneIndex) -> u64 {
        let begin = zone as usize * self.words;
        self.ground.weight(&self.members[begin..begin + self.words])
    }

    /// The number of states of the level for which all zones stand.
    pub(crate) fn states(&self) -> u64 {
        self.states
    }

    /// The zones on the path by which a zone was found, starting with the zone itself.
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

    /// All zones reachable from some zones, including themselves.
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

    /// A shortest path of zones from a zone to the nearest one that is `wanted`, including both; empty if there is
    /// none.
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

    /// The exits, in the order of their zones.
    pub(crate) fn exits(&self) -> &[Exit] {
        &self.exits
    }

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

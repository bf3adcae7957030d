//! Rooms whose blocks return, crossed in one move.
//!
//! After a player leaves such a room, only the gains of the visit remain. So a search need not walk through the room
//! cell by cell. From the location at which it enters, it continues with the *endings* of the visit: the locations
//! from which the player leaves, each with the possible changes and their least cost. Two visits that begin at the
//! same location with the same relevant bits have the same endings, which are computed once. Doors out of a room are
//! passed by the rules, as usual.
//!
//! Invariant: endings are reached by moves that the rules allow, and every plan after leaving a room is possible at
//! no more cost after one of the endings. A room in which visits take long is searched cell by cell instead; a search
//! may do both in the same room, one after another. The work is counted in states, never in time.

mod inside;
#[cfg(test)]
mod tests;

use super::heuristic::Distances;
use crate::plan::Cost;
use crate::rules::world::rooms::{Balance, Cover};
use crate::rules::{Arrangement, Bits, Blocks, Config, Door, Location, Rows, Way, World};
use inside::{Ending, Inside};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The rooms of a world, and their cached visits.
pub(super) struct Rooms<const W: usize> {
    most: VisitLimits,
    /// The locations of each room that was not entered yet, and the rooms that were entered.
    locations: Vec<Vec<Location>>,
    rooms: Vec<Option<Room<W>>>,
    places: Rc<[RoomPlace]>,
    known: FxHashMap<Visit<W>, Rc<[Ending<W>]>>,
    /// The number of endings of all visits.
    kept: usize,
    /// The number of states that were expanded in all visits.
    pub(super) looked: u64,
}

impl<const W: usize> Rooms<W> {
    /// The rooms of a world; `None` if they cannot be crossed in one move.
    pub(super) fn of(world: &World<W>, most: VisitLimits) -> Option<Self> {
        world.can_be_passed().then(|| Self::in_parts(world, world.rooms(), most))
    }

    /// The rooms of a world in which every door between rooms is marked as resetting blocks.
    pub(super) fn in_parts(
        world: &World<W>,
        locations: Vec<Vec<Location>>,
        most: VisitLimits,
    ) -> Self {
        let places = places(&locations, world.locations());
        Self::with(locations, places, most)
    }

    /// The same rooms without cached visits, with the locations of the given rooms only, whose world has changed.
    pub(super) fn renewed(&self, rooms: &[u32]) -> Self {
        let mut locations = vec![Vec::new(); self.locations.len()];
        for &number in rooms {
            locations[number as usize] = self.locations(number).to_vec();
        }
        Self::with(locations, Rc::clone(&self.places), self.most)
    }

    fn with(locations: Vec<Vec<Location>>, places: Rc<[RoomPlace]>, most: VisitLimits) -> Self {
        let rooms = locations.iter().map(|_| None).collect();
        let known = FxHashMap::default();
        Self { most, locations, rooms, places, known, kept: 0, looked: 0 }
    }

    /// The locations of a room, by its number.
    pub(super) fn locations(&self, number: u32) -> &[Location] {
        let room = self.rooms[number as usize].as_ref();
        room.map_or(&self.locations[number as usize], |room| &room.locations)
    }

    /// The number of rooms.
    pub(super) fn len(&self) -> usize {
        self.rooms.len()
    }

    /// The number of the room of a location.
    pub(super) fn number(&self, at: Location) -> u32 {
        self.places[at as usize].room
    }

    /// The endings of the visit that starts in a state; `None` for a room that is searched cell by cell. `bound` says
    /// from which locations no goal can be reached.
    pub(super) fn endings(
        &mut self,
        world: &World<W>,
        blocks: &mut Blocks,
        bound: &Distances,
        (at, config): (Location, &Config<W>),
    ) -> Option<Rc<[Ending<W>]>> {
        let number = self.number(at) as usize;
        let make = || {
            let locations = std::mem::take(&mut self.locations[number]);
            Room::of(world, bound, locations, &self.places)
        };
        let room = self.rooms[number].get_or_insert_with(make);
        let visit = room.visit(world, at, config)?;
        if let Some(known) = self.known.get(&visit) {
            return Some(Rc::clone(known));
        }
        let most = room.allowed(self.most);
        let mut inside = Inside::new(world, blocks, room, bound, (at, config));
        let endings = inside.endings(world, blocks, most);
        let (looked, work) = (inside.looked, inside.work());
        room.worked += work;
        room.is_open = endings.is_some();
        self.looked += looked;
        let endings: Rc<[Ending<W>]> = endings?.into();
        self.kept += endings.len();
        self.known.insert(visit, Rc::clone(&endings));
        Some(endings)
    }

    /// The configuration after an ending of a visit that started with `config`.
    pub(super) fn after(&self, config: &Config<W>, ending: &Ending<W>) -> Config<W> {
        let relevant = self.room(ending.at).map(|room| room.relevant).unwrap_or_default();
        let bits = config.bits.difference(&relevant).union(&ending.bits);
        Config { bits, blocks: ending.blocks }
    }

    /// The states of a cheapest path through a room, from the start of a visit to the state after it, including both;
    /// empty if there is none.
    pub(super) fn way(
        &self,
        world: &World<W>,
        blocks: &mut Blocks,
        bound: &Distances,
        (at, config): (Location, &Config<W>),
        next: (Location, &Config<W>),
    ) -> Vec<(Location, Config<W>)> {
        let Some(room) = self.room(at) else { return Vec::new() };
        let mut inside = Inside::new(world, blocks, room, bound, (at, config));
        let endings = inside.endings(world, blocks, self.most.visit).unwrap_or_default();
        let leading = endings.iter().filter_map(|ending| {
            let after = self.after(config, ending);
            let (cost, relaxed_met) = out(world, blocks, (ending.at, &after), next)?;
            Some(((ending.cost + cost, ending.relaxed_met.saturating_add(relaxed_met)), ending))
        });
        let Some((_, ending)) = leading.min_by_key(|(label, _)| *label) else { return Vec::new() };
        let mut way = inside.way(ending);
        if way.last().is_none_or(|(at, config)| (*at, config) != next) {
            way.push((next.0, *next.1));
        }
        way
    }

    /// The room of a location, if it was entered.
    fn room(&self, at: Location) -> Option<&Room<W>> {
        self.rooms[self.number(at) as usize].as_ref()
    }

    /// The number of bytes of the cached visits.
    pub(super) fn bytes(&self) -> u64 {
        let visits = self.known.len() * (size_of::<Visit<W>>() + 24);
        (visits + self.kept * size_of::<Ending<W>>()) as u64
    }
}

/// The cost of the move from the end of a visit to a state, and the number of relaxed blocks met; `None` if no door
/// out of the room leads there. A winning visit ends in that state itself.
fn out<const W: usize>(
    world: &World<W>,
    blocks: &mut Blocks,
    (at, after): (Location, &Config<W>),
    next: (Location, &Config<W>),
) -> Option<(u32, u16)> {
    if (at, after) == next {
        return Some((0, 0));
    }
    let doors = world.doors(at).iter().filter(|door| door.resets && door.to == next.0);
    let leading = doors.filter(|&&door| world.step(after, door, blocks) == Some(*next.1));
    leading.map(|&door| (Cost::of(door.way).straight as u32, world.relaxed_blocks_met(door))).min()
}

// -------------------------------------------------------------------------------------------------
// A room that is crossed, the distances in it, and the keys of its visits.

/// The distance of an unreachable location.
const FAR: u32 = u32::MAX;

/// The number of distances above which a room is too large to be crossed in one move.
const MOST_DISTANCES: usize = 1 << 18;

/// The numbers of states above which a room is searched cell by cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct VisitLimits {
    /// The number that one visit may expand.
    pub(super) visit: u64,
    /// The number that all visits of a room may expand for each crossing, in addition to those of one visit.
    pub(super) passage: u64,
}

/// Most visits end after a few hundred states, or do not end soon at all.
pub(super) const USUAL: VisitLimits = VisitLimits { visit: 30_000, passage: 128 };

/// The part of the state on entry that decides what the visit can do: the key of the cache.
#[derive(PartialEq, Eq, Hash)]
struct Visit<const W: usize> {
    at: Location,
    bits: Bits<W>,
    blocks: Arrangement,
    balance: Balance,
}

struct Room<const W: usize> {
    /// Its locations, ascending.
    locations: Vec<Location>,
    places: Rc<[RoomPlace]>,
    /// The bits that moves within it depend on or change, and the largest numbers of keys and bombs that they use up.
    relevant: Bits<W>,
    spends: Balance,
    /// The locations from which a player may leave, and those where a player may win.
    ends: Vec<End>,
    /// The gains and the plates, if visits of the room have no other effects; otherwise `None`.
    block_room: Option<BlockRoom<W>>,
    /// True if its visits are computed.
    is_open: bool,
    /// The number of times that it was crossed, and the work of its visits, in states.
    passed: u64,
    worked: u64,
}

/// The room of a location, and the index of the location in the room.
#[derive(Clone, Copy, Debug, Default)]
struct RoomPlace {
    room: u32,
    place: u32,
}

fn places(rooms: &[Vec<Location>], locations: usize) -> Rc<[RoomPlace]> {
    let mut places = vec![RoomPlace::default(); locations];
    for (room, of_room) in (0..).zip(rooms) {
        for (place, &location) in (0..).zip(of_room) {
            places[location as usize] = RoomPlace { room, place };
        }
    }
    places.into()
}

/// A location from which a player may leave a room, or where a player may win.
struct End {
    at: Location,
    /// By location of the room, in their order, the distance to it, ignoring locks and blocks.
    way: Vec<u32>,
}

/// A room whose visits have no effects but gains.
struct BlockRoom<const W: usize> {
    gains: Bits<W>,
    /// The bits of the plates that can be down during a visit.
    downs: Bits<W>,
    plates: Vec<Plate<W>>,
    /// The cells that can hold a block, by number in the push map.
    cells: Vec<Cell>,
}

/// A plate that gives something.
struct Plate<const W: usize> {
    gives: Bits<W>,
    /// By cell of the plate and cell that can hold a block, by number in the push map: the number of pushes from
    /// there, ignoring obstacles.
    pushes: Vec<Vec<u32>>,
    /// The locations, by index in the room, where a player may stand after the last push.
    last: Vec<u32>,
}

/// A cell that can hold a block.
struct Cell {
    cell: u32,
    /// By location of the room, in their order, the distance to it, ignoring locks and blocks.
    way: Vec<u32>,
}

impl<const W: usize> Room<W> {
    fn of(
        world: &World<W>,
        bound: &Distances,
        locations: Vec<Location>,
        places: &Rc<[RoomPlace]>,
    ) -> Self {
        let is_inner = |door: &Door| !door.resets;
        let leaves = |at: Location| world.doors(at).iter().any(|door| door.resets);
        let is_end = |at: &Location| {
            !bound.is_far(*at) && (leaves(*at) && world.goes_on(*at) || world.is_goal_location(*at))
        };
        let ends: Vec<Location> = locations.iter().copied().filter(is_end).collect();
        let cells = world.block_cells_of(&locations).count();
        let is_open = locations.len().saturating_mul(ends.len() + cells) <= MOST_DISTANCES;
        let steps = back(world, &locations);
        let end = |&at: &Location| End { at, way: distances(&steps, &locations, at) };
        Self {
            relevant: world.relevant(&locations, is_inner),
            spends: world.spends(&locations, is_inner),
            ends: if is_open { ends.iter().map(end).collect() } else { Vec::new() },
            block_room: if is_open { BlockRoom::of(world, &locations, &steps) } else { None },
            is_open,
            passed: 0,
            worked: 0,
            locations,
            places: Rc::clone(places),
        }
    }

    /// The cache key of a visit that starts here; `None` if visits of this room are not computed.
    fn visit(&mut self, world: &World<W>, at: Location, config: &Config<W>) -> Option<Visit<W>> {
        self.passed += 1;
        let bits = config.bits.intersection(&self.relevant);
        let balance = world.balance(&config.bits.difference(&self.relevant), self.spends);
        self.is_open.then_some(Visit { at, bits, blocks: config.blocks, balance })
    }

    /// The number of states that a visit may look at.
    fn allowed(&self, most: VisitLimits) -> u64 {
        (most.visit + most.passage * self.passed).saturating_sub(self.worked).min(most.visit)
    }

    /// The distance from a location, by index, to the nearest of some ends, ignoring locks and blocks.
    fn nearest(&self, ends: &[usize], place: usize) -> u32 {
        ends.iter().map(|&end| self.ends[end].way[place]).min().unwrap_or(FAR)
    }

    /// The index of a location in the room.
    #[inline]
    fn place(&self, location: Location) -> usize {
        self.places[location as usize].place as usize
    }
}

impl<const W: usize> BlockRoom<W> {
    fn of(world: &World<W>, locations: &[Location], steps: &Rows<(u32, Way)>) -> Option<Self> {
        let gains = world.only_gains(locations)?;
        let covers = world.covers(locations)?;
        let downs = covers.iter().map(|cover| cover.down).collect();
        let covers: Vec<_> = covers.iter().filter(|cover| !cover.gives.is_empty()).collect();
        let cells: Vec<(u32, Location)> = world.block_cells_of(locations).collect();
        let plate = |cover: &&Cover<W>| {
            let last = cover.cells.iter().flat_map(|&cell| world.pushed_from(cell));
            let last = last.filter_map(|from| cells.iter().find(|(cell, _)| *cell == from));
            Plate {
                gives: cover.gives,
                pushes: cover.cells.iter().map(|&cell| world.pushes_to(cell)).collect(),
                last: last.map(|(_, at)| place(locations, *at)).collect(),
            }
        };
        let plates: Vec<Plate<W>> = covers.iter().map(plate).collect();
        let cell =
            |&(cell, at): &(u32, Location)| Cell { cell, way: distances(steps, locations, at) };
        let cells = if plates.is_empty() { Vec::new() } else { cells.iter().map(cell).collect() };
        Some(Self { gains, downs, plates, cells })
    }
}

fn place(locations: &[Location], location: Location) -> u32 {
    locations.partition_point(|&other| other < location) as u32
}

/// By location of a room, the locations from which a player steps there, by index in the room.
fn back<const W: usize>(world: &World<W>, locations: &[Location]) -> Rows<(u32, Way)> {
    let mut steps = Vec::new();
    for (from, &at) in (0..).zip(locations) {
        for door in world.doors(at).iter().filter(|door| !door.resets) {
            steps.push((place(locations, door.to) as usize, (from, door.way)));
        }
    }
    let mut rows = Rows::default();
    rows.fill(locations.len(), steps.iter().copied());
    rows
}

/// By location of a room, the distance to one of them, ignoring locks and blocks.
fn distances(steps: &Rows<(u32, Way)>, locations: &[Location], to: Location) -> Vec<u32> {
    let mut far = vec![FAR; locations.len()];
    // The locations at one distance, and those at the next.
    let (mut here, mut next) = (vec![place(locations, to)], Vec::new());
    let mut cost = 0;
    while !here.is_empty() {
        while let Some(at) = here.pop() {
            if far[at as usize] <= cost {
                continue;
            }
            far[at as usize] = cost;
            for &(from, way) in steps.row(at as usize) {
                match way {
                    Way::Pass => here.push(from),
                    _ => next.push(from),
                }
            }
        }
        std::mem::swap(&mut here, &mut next);
        cost += 1;
    }
    far
}

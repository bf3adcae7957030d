//! Rooms whose blocks return, passed in one move.
//!
//! Of what happens to blocks between entering a room and leaving it nothing is left but what was gained. So a search
//! need not walk through a room cell by cell: from where it enters, it goes on to the *endings* of the visit, which are
//! the locations from which one leaves, each with what may have changed by then and the least cost of it. Two visits
//! that begin at the same location with the same bits that matter to moves within the room have the same endings, which
//! are worked out once. Doors out of a room are passed by the rules, as ever.
//!
//! Invariant: endings are reached by moves that the rules allow, and whatever can be done after leaving a room can be
//! done at no more cost after one of the endings. A room in which visits take long is left to the search itself, cell
//! by cell; both may be done to the same room one after another. How long is counted in states, never in time.

mod ahead;
mod inside;
mod room;

use super::heuristic::Distances;
use crate::plan::Cost;
use crate::rules::Location;
use crate::rules::blocks::Blocks;
use crate::rules::world::{Config, World};
use inside::{Ending, Inside};
pub(super) use room::{Most, USUAL};
use room::{Room, Seat, Visit, seats};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The rooms of a world, and the visits that are known.
pub(super) struct Rooms<const W: usize> {
    most: Most,
    /// The locations of each room, and the rooms that were entered.
    locations: Vec<Vec<Location>>,
    rooms: Vec<Option<Room<W>>>,
    seats: Rc<[Seat]>,
    known: FxHashMap<Visit<W>, Rc<[Ending<W>]>>,
    /// The number of endings of all visits.
    kept: usize,
    /// The number of states that were looked at in all visits.
    pub(super) looked: u64,
}

impl<const W: usize> Rooms<W> {
    /// The rooms of a world; `None` where they cannot be passed in one move.
    pub(super) fn of(world: &World<W>, most: Most) -> Option<Self> {
        world.can_be_passed().then(|| Self::in_parts(world, world.rooms(), most))
    }

    /// The rooms of a world whose doors out of rooms are marked as those at which blocks return.
    pub(super) fn in_parts(world: &World<W>, locations: Vec<Vec<Location>>, most: Most) -> Self {
        let seats = seats(&locations, world.locations());
        Self::with(locations, seats, most)
    }

    /// Rooms of which some are to be looked at anew, since the world is another there.
    pub(super) fn anew(&self, rooms: &[u32]) -> Self {
        let mut locations = vec![Vec::new(); self.locations.len()];
        for &number in rooms {
            locations[number as usize] = self.locations(number).to_vec();
        }
        Self::with(locations, Rc::clone(&self.seats), self.most)
    }

    fn with(locations: Vec<Vec<Location>>, seats: Rc<[Seat]>, most: Most) -> Self {
        let rooms = locations.iter().map(|_| None).collect();
        let known = FxHashMap::default();
        Self { most, locations, rooms, seats, known, kept: 0, looked: 0 }
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
        self.seats[at as usize].room
    }

    /// The endings of the visit that begins in a state; `None` for a room that is left to the search itself. `bound`
    /// tells from where no goal can be reached.
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
            Room::of(world, bound, locations, &self.seats)
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

    /// The configuration of an ending of a visit that began with another.
    pub(super) fn after(&self, config: &Config<W>, ending: &Ending<W>) -> Config<W> {
        let relevant = self.room(ending.at).map(|room| room.relevant).unwrap_or_default();
        let bits = config.bits.difference(&relevant).union(&ending.bits);
        Config { bits, blocks: ending.blocks }
    }

    /// The states of a cheapest way through a room, from the one in which a visit begins to the one after it, both
    /// included; empty where there is none.
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
            let (cost, shunned) = out(world, blocks, (ending.at, &after), next)?;
            Some(((ending.cost + cost, ending.shunned.saturating_add(shunned)), ending))
        });
        let Some((_, ending)) = leading.min_by_key(|(label, _)| *label) else { return Vec::new() };
        let mut way = inside.way(ending);
        if way.last().is_none_or(|(at, config)| (*at, config) != next) {
            way.push((next.0, *next.1));
        }
        way
    }

    /// The room of a location, once it was entered.
    fn room(&self, at: Location) -> Option<&Room<W>> {
        self.rooms[self.number(at) as usize].as_ref()
    }

    /// The number of bytes of the visits that are known.
    pub(super) fn bytes(&self) -> u64 {
        let visits = self.known.len() * (size_of::<Visit<W>>() + 24);
        (visits + self.kept * size_of::<Ending<W>>()) as u64
    }
}

/// The cost of going on from the end of a visit to a state, and the number of ghost blocks met; `None` where no door
/// out of the room leads there. Where one wins, the visit itself ends in that state.
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
    leading.map(|&door| (Cost::of(door.way).straight as u32, world.blocks_met(door))).min()
}

#[cfg(test)]
mod tests;

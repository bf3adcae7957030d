//! Rooms whose blocks return, passed in one move.
//!
//! Of what happens to blocks between entering a room and leaving it nothing is left but what was gained. So a search
//! need not walk through a room cell by cell: from where it enters, it goes on to the *endings* of the visit, which are
//! the locations from which one leaves, each with what may have changed by then and the least cost of it. Two visits
//! that begin at the same location with the same bits that matter to moves within the room have the same endings, which
//! are worked out once. Doors out of a room are passed by the rules, as ever.
//!
//! Invariant: endings are reached by moves that the rules allow, and whatever can be done after leaving a room can be
//! done at no more cost after one of the endings. A room in which visits take long is left to the search itself, cell by
//! cell; both may be done to the same room one after another.

mod ahead;
mod inside;
mod room;
mod visit;

use super::heuristic::Distances;
use crate::rules::Location;
use crate::rules::blocks::Blocks;
use crate::rules::world::{Config, World};
use inside::Inside;
use room::Room;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use visit::{Ending, Visit};
pub(super) use visit::{Most, USUAL};

/// The rooms of a world, and the visits that are known.
pub(super) struct Rooms<const W: usize> {
    most: Most,
    rooms: Vec<Room<W>>,
    /// By location: its room.
    room_of: Vec<u32>,
    known: FxHashMap<Visit<W>, Rc<[Ending<W>]>>,
    /// The number of endings of all visits.
    kept: usize,
    /// The number of states that were looked at in all visits.
    pub(super) looked: u64,
}

impl<const W: usize> Rooms<W> {
    /// The rooms of a world; `None` where they cannot be passed in one move. `bound` tells from where no goal can be
    /// reached.
    pub(super) fn of(world: &World<W>, bound: &Distances, most: Most) -> Option<Self> {
        if !world.can_be_passed() {
            return None;
        }
        let of = |locations| Room::of(world, bound, locations);
        let rooms: Vec<Room<W>> = world.rooms().into_iter().map(of).collect();
        let mut room_of = vec![0; world.locations()];
        for (number, room) in (0..).zip(&rooms) {
            room.locations.iter().for_each(|&location| room_of[location as usize] = number);
        }
        Some(Self { most, rooms, room_of, known: FxHashMap::default(), kept: 0, looked: 0 })
    }

    /// The endings of the visit that begins in a state; `None` for a room that is left to the search itself.
    pub(super) fn endings(
        &mut self,
        world: &World<W>,
        blocks: &mut Blocks,
        bound: &Distances,
        (at, config): (Location, &Config<W>),
    ) -> Option<Rc<[Ending<W>]>> {
        let room = self.rooms.get_mut(self.room_of[at as usize] as usize)?;
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
        let relevant = &self.rooms[self.room_of[ending.at as usize] as usize].relevant;
        let bits = config.bits.difference(relevant).union(&ending.bits);
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
        let room = &self.rooms[self.room_of[at as usize] as usize];
        let mut inside = Inside::new(world, blocks, room, bound, (at, config));
        let endings = inside.endings(world, blocks, self.most.visit).unwrap_or_default();
        let mut leading = endings.iter().filter(|ending| {
            let after = self.after(config, ending);
            let is_it = (ending.at, &after) == next;
            is_it
                || world.doors(ending.at).iter().any(|&door| {
                    door.resets
                        && door.to == next.0
                        && world.step(&after, door, blocks) == Some(*next.1)
                })
        });
        let Some(first) = leading.next() else { return Vec::new() };
        let ending = leading.fold(first, |best, one| {
            if (one.cost, one.shunned) < (best.cost, best.shunned) { one } else { best }
        });
        let mut way = inside.way(ending);
        if way.last().is_none_or(|(at, config)| (*at, config) != next) {
            way.push((next.0, *next.1));
        }
        way
    }

    /// The number of bytes of the visits that are known.
    pub(super) fn bytes(&self) -> u64 {
        let visits = self.known.len() * (size_of::<Visit<W>>() + 24);
        (visits + self.kept * size_of::<Ending<W>>()) as u64
    }
}

#[cfg(test)]
mod tests;

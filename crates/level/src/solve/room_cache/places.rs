//! The abstract places of a world: its ports and its pieces.
//!
//! Ports are the locations at which rooms are entered or something is taken, with the distances between them if no
//! lock and no block were in the way.

use crate::plan::Cost;
use crate::rules::{Bits, Door, Location, Rows, World};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The distance of an unreachable location; also marks the absence of a port.
pub(super) const FAR: u32 = u32::MAX;

/// A path from a port to the next: through its room and a door out of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub(super) to: u32,
    pub(super) cost: u32,
    /// The door, whose lock matters, and the location that it leaves.
    pub(super) door: Door,
    pub(super) from: Location,
}

/// The ports of a world.
pub(super) struct Ports {
    pub(super) all: Vec<Location>,
    /// By location, its port, or [`FAR`].
    number: Vec<u32>,
    /// By location, its room, and its index in the room.
    room: Vec<u32>,
    place: Vec<u32>,
    /// By room, its ports.
    of_room: Vec<Vec<u32>>,
    /// By port and index in its room, the distance.
    far: Vec<Vec<u32>>,
    /// By port.
    pub(super) exits: Rows<Exit>,
    /// By port, the exits that lead to it, each with the port that it leaves.
    entries: Rows<(u32, Exit)>,
}

impl Ports {
    /// The ports of a world that is divided into rooms.
    pub(super) fn of<const W: usize>(world: &World<W>, rooms: &[Vec<Location>]) -> Self {
        let many = world.locations();
        let mut is_port = vec![false; many];
        for from in 0..many as Location {
            let out = world.doors(from).iter().filter(|door| door.resets);
            out.for_each(|door| is_port[door.to as usize] = true);
            is_port[from as usize] |= !world.gives(from).is_empty();
        }
        world.start_location().into_iter().for_each(|start| is_port[start as usize] = true);
        let mut ports = Self {
            all: (0..many as Location).filter(|&at| is_port[at as usize]).collect(),
            number: vec![FAR; many],
            room: vec![FAR; many],
            place: vec![FAR; many],
            of_room: vec![Vec::new(); rooms.len()],
            far: Vec::new(),
            exits: Rows::default(),
            entries: Rows::default(),
        };
        for (number, room) in (0..).zip(rooms) {
            for (place, &at) in (0..).zip(room) {
                (ports.room[at as usize], ports.place[at as usize]) = (number, place);
            }
        }
        for (number, &at) in (0..).zip(&ports.all) {
            ports.number[at as usize] = number;
            ports.of_room[ports.room[at as usize] as usize].push(number);
        }
        ports.measure(world, rooms);
        ports
    }

    /// Computes distances and exits.
    fn measure<const W: usize>(&mut self, world: &World<W>, rooms: &[Vec<Location>]) {
        let mut exits: Vec<(usize, Exit)> = Vec::new();
        let mut waiting: Vec<(Location, u32)> = Vec::new();
        for (port, &at) in self.all.iter().enumerate() {
            let mut far = vec![FAR; rooms[self.room[at as usize] as usize].len()];
            far[self.place[at as usize] as usize] = 0;
            waiting.clear();
            waiting.push((at, 0));
            let mut next = 0;
            while let Some(&(from, cost)) = waiting.get(next) {
                next += 1;
                for &door in world.doors(from) {
                    let beyond = cost + Cost::of(door.way).straight as u32;
                    if door.resets {
                        let to = self.number[door.to as usize];
                        exits.push((port, Exit { to, cost: beyond, door, from }));
                        continue;
                    }
                    let known = &mut far[self.place[door.to as usize] as usize];
                    if *known == FAR {
                        *known = beyond;
                        waiting.push((door.to, beyond));
                    }
                }
            }
            self.far.push(far);
        }
        self.exits.fill(self.all.len(), exits.iter().copied());
        let back = exits.iter().map(|&(port, exit)| (exit.to as usize, (port as u32, exit)));
        self.entries.fill(self.all.len(), back);
    }

    /// The port of a location.
    pub(super) fn number(&self, at: Location) -> u32 {
        self.number[at as usize]
    }

    /// The distance from a port to a location of the same room; [`FAR`] for other locations.
    pub(super) fn within(&self, port: u32, to: Location) -> u32 {
        let room = self.room[self.all[port as usize] as usize];
        match room == self.room[to as usize] {
            true => self.far[port as usize][self.place[to as usize] as usize],
            false => FAR,
        }
    }

    /// By port, the distance to the nearest of some locations, through open doors (Dijkstra, 1959).
    pub(super) fn distances(&self, ends: &[Location], is_open: impl Fn(&Exit) -> bool) -> Vec<u32> {
        let mut far = vec![FAR; self.all.len()];
        let mut waiting = BinaryHeap::new();
        for &end in ends {
            for &port in &self.of_room[self.room[end as usize] as usize] {
                let cost = self.within(port, end);
                if cost < far[port as usize] {
                    far[port as usize] = cost;
                    waiting.push((Reverse(cost), port));
                }
            }
        }
        while let Some((Reverse(cost), port)) = waiting.pop() {
            if cost > far[port as usize] {
                continue;
            }
            for (from, exit) in self.entries.row(port as usize) {
                let through = cost + exit.cost;
                if through < far[*from as usize] && is_open(exit) {
                    far[*from as usize] = through;
                    waiting.push((Reverse(through), *from));
                }
            }
        }
        far
    }
}

// -------------------------------------------------------------------------------------------------
// Pieces: locations between which a player can always walk back and forth if no block is in the way. A location
// outside a flood over the pieces is unreachable, even if keys never run out, toggles are set at will, and every
// plate is pressed once its room was reached.

/// A connection from a piece to another.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: u32,
    /// One of its doors, and the location that it leaves.
    door: Door,
    from: Location,
}

/// The pieces of a world.
pub(super) struct Pieces<const W: usize> {
    /// By location, its piece.
    of: Vec<u32>,
    /// By piece.
    ways: Rows<Way>,
    many: usize,
    /// By piece, the locations where something is taken.
    pickups: Rows<Location>,
    /// By piece, its toggles, and the bits that the plates of its room set.
    sets: Vec<Bits<W>>,
    pressed: Vec<Bits<W>>,
}

/// The result of a flood.
pub(super) struct Flood<const W: usize> {
    pub(super) held: Bits<W>,
    /// True if a goal was reached.
    pub(super) wins: bool,
}

impl<const W: usize> Pieces<W> {
    /// The pieces of a world that is divided into rooms.
    pub(super) fn of(world: &World<W>, rooms: &[Vec<Location>]) -> Self {
        let of = pieces(world);
        let many = of.iter().max().map_or(0, |&last| last as usize + 1);
        let mut ways: Vec<(usize, Way)> = Vec::new();
        let mut pickups = Vec::new();
        let mut sets = vec![Bits::default(); many];
        let mut pressed = vec![Bits::default(); many];
        for from in 0..world.locations() as Location {
            let piece = of[from as usize];
            for &door in world.doors(from).iter().filter(|door| of[door.to as usize] != piece) {
                ways.push((piece as usize, Way { to: of[door.to as usize], door, from }));
            }
            if !world.gives(from).is_empty() {
                pickups.push((piece as usize, from));
            }
            let sets = &mut sets[piece as usize];
            *sets = world.flips(from).iter().fold(*sets, |sets, toggle| sets.union(toggle));
        }
        // Among equivalent doors, one is enough.
        let key = |(piece, way): &(usize, Way)| (*piece, way.to, way.door.lock);
        ways.sort_by_key(key);
        ways.dedup_by_key(|way| key(way));
        for (at, bits) in world.pressed() {
            let room = rooms.iter().find(|room| room.binary_search(&at).is_ok());
            for &at in room.into_iter().flatten() {
                let all = &mut pressed[of[at as usize] as usize];
                all.add(&bits);
            }
        }
        let mut pieces =
            Self { of, ways: Rows::default(), many, pickups: Rows::default(), sets, pressed };
        pieces.ways.fill(many, ways.iter().copied());
        pieces.pickups.fill(many, pickups.iter().copied());
        pieces
    }

    /// Floods the world from its start, without some bits.
    pub(super) fn flood(
        &self,
        world: &World<W>,
        is_closed: impl Fn(Location, Location) -> bool,
        without: Bits<W>,
    ) -> Flood<W> {
        let without = without.union(&world.banned());
        let mut flood = Flood { held: world.start_bits().difference(&without), wins: false };
        let mut met = vec![false; self.many];
        let mut waiting: Vec<u32> = Vec::new();
        let mut shut: Vec<Way> = Vec::new();
        if let Some(start) = world.start_location() {
            let start = self.of[start as usize];
            met[start as usize] = true;
            waiting.push(start);
        }
        loop {
            let before = flood.held;
            while let Some(piece) = waiting.pop() {
                let mut gains = self.sets[piece as usize];
                for &at in self.pickups.row(piece as usize) {
                    gains.add(&world.gives(at));
                }
                gains.add(&self.pressed[piece as usize]);
                flood.held.add(&gains.difference(&without));
                for &way in self.ways.row(piece as usize) {
                    if met[way.to as usize] || is_closed(way.from, way.door.to) {
                        continue;
                    }
                    if opens(world, &flood.held, way.door) {
                        met[way.to as usize] = true;
                        waiting.push(way.to);
                    } else {
                        shut.push(way);
                    }
                }
            }
            shut.retain(|way| !met[way.to as usize]);
            for way in &shut {
                if !met[way.to as usize] && opens(world, &flood.held, way.door) {
                    met[way.to as usize] = true;
                    waiting.push(way.to);
                }
            }
            if waiting.is_empty() && flood.held == before {
                flood.wins = world.goals().any(|at| met[self.of[at as usize] as usize]);
                return flood;
            }
        }
    }
}

/// True if a door can be passed with some bits held, in the relaxation.
pub(super) fn opens<const W: usize>(world: &World<W>, held: &Bits<W>, door: Door) -> bool {
    world.at_best(held, door).is_some_and(|keys| keys.is_empty() || world.keys_at_best(held) > 0)
}

/// By location, its piece.
fn pieces<const W: usize>(world: &World<W>) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let mut of = vec![NONE; world.locations()];
    let mut next = 0;
    let mut waiting = Vec::new();
    for first in 0..world.locations() as Location {
        if of[first as usize] != NONE {
            continue;
        }
        of[first as usize] = next;
        waiting.push(first);
        while let Some(at) = waiting.pop() {
            let is_free = |door: &Door| door.lock == 0 && !door.resets;
            for door in world.doors(at).iter().filter(|door| is_free(door)) {
                let known = &mut of[door.to as usize];
                let mut back = world.doors(door.to).iter().filter(|door| is_free(door));
                if *known == NONE && back.any(|back| back.to == at) {
                    *known = next;
                    waiting.push(door.to);
                }
            }
        }
        next += 1;
    }
    of
}

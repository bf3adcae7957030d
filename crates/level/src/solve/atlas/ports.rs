//! Ports: the locations at which rooms are entered, and those at which something is taken; and the distances between
//! them, were no lock and no block in the way.

use crate::plan::Cost;
use crate::rules::door::Door;
use crate::rules::world::World;
use crate::rules::{Location, Rows};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The distance of what cannot be reached, and the number of no port.
pub(super) const FAR: u32 = u32::MAX;

/// A way from a port to the next: through its room, and through a door out of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub(super) to: u32,
    pub(super) cost: u32,
    /// The door, of which the lock counts, and the region that it leaves.
    pub(super) door: Door,
    pub(super) from: Location,
}

/// The ports of a world.
pub(super) struct Ports {
    pub(super) all: Vec<Location>,
    /// By location: its port, or [`FAR`].
    number: Vec<u32>,
    /// By location: its room, and its place in it.
    room: Vec<u32>,
    place: Vec<u32>,
    /// By room: its ports.
    of_room: Vec<Vec<u32>>,
    /// By port, and place in its room: the distance.
    far: Vec<Vec<u32>>,
    /// By port.
    pub(super) exits: Rows<Exit>,
    /// By port: the exits that lead there, each with the port that it leaves.
    entries: Rows<(u32, Exit)>,
}

impl Ports {
    /// The ports of a world that falls into rooms.
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

    /// Works out distances and exits.
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

    /// The distance from a port to a location of the same room; far for another.
    pub(super) fn within(&self, port: u32, to: Location) -> u32 {
        let room = self.room[self.all[port as usize] as usize];
        match room == self.room[to as usize] {
            true => self.far[port as usize][self.place[to as usize] as usize],
            false => FAR,
        }
    }

    /// By port: the distance to the nearest of some locations, through doors that are open (Dijkstra, 1959).
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

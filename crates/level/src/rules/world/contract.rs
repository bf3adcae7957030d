//! The contracted world: a region graph of the open ground.
//!
//! For reachability, locations between which a player can walk back and forth without changing anything else are
//! merged into one. A room of a hundred cells becomes one location with a weight of a hundred states. Doors,
//! pick-ups, cells that blocks can stand on, and one-way steps remain.
//!
//! Invariant: a state of the contracted world is reachable exactly if all states that it stands for are reachable,
//! and dead exactly if they are dead.

use super::World;
use super::builder::WorldBuilder;
use crate::rules::{Bits, Door, Location};

/// A contracted world, and the location that stands for each location of the original.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contracted<const W: usize> {
    pub(crate) world: World<W>,
    /// By location of the original, the location that stands for it.
    pub(crate) stands_for: Vec<Location>,
}

impl<const W: usize> World<W> {
    /// Merges the open ground.
    pub(crate) fn contracted(&self) -> Contracted<W> {
        let stands_for = self.together();
        let locations = stands_for.iter().max().map_or(0, |last| *last as usize + 1);
        let mut builder = WorldBuilder::with_rules_of(self, locations);
        builder.start(self.start.map(|start| stands_for[start as usize]));
        for (location, &one) in (0..).zip(&stands_for) {
            if self.is_goal_location(location) {
                builder.goal(one);
            }
            builder.gain(one, &self.gives(location));
            builder.weigh(one, self.weight(location) as u32);
            if let Some(cell) = self.blocks.cell(location) {
                builder.block_cell(one, cell);
            }
        }
        for (one, door) in self.doors_between(&stands_for) {
            builder.put(one, door);
        }
        for (one, toggle) in self.flips_in(&stands_for) {
            builder.flip(one, toggle);
        }
        Contracted { world: builder.into_world(), stands_for }
    }

    /// True if a location is open ground: it has no contents, no block can stand there, and it is no goal.
    fn is_open(&self, location: Location, turns: &[bool]) -> bool {
        self.gives(location).is_empty()
            && turns.get(location as usize) != Some(&true)
            && !self.is_goal_location(location)
            && self.blocks.cell(location).is_none()
    }

    /// By location, true if the conditions that win anywhere can begin to hold here although there are no contents:
    /// at the start, by a flip, where blocks return, and where a warp lands that took something on its way. Empty if
    /// only locations win.
    fn turns(&self) -> Vec<bool> {
        if self.law.win.is_none() {
            return Vec::new();
        }
        let locations = 0..self.locations() as Location;
        let mut turns: Vec<bool> =
            locations.clone().map(|location| !self.flips(location).is_empty()).collect();
        let doors =
            locations.flat_map(|from| self.doors(from).iter().map(move |door| (from, door)));
        let arrives = |(from, door): &(Location, &Door)| door.resets || self.is_passed(*from);
        for to in doors.filter(arrives).map(|(_, door)| door.to).chain(self.start) {
            turns[to as usize] = true;
        }
        turns
    }

    /// By location, the number of its region; regions are numbered in the order of their first locations.
    fn together(&self) -> Vec<Location> {
        let turns = self.turns();
        let mut one = vec![Location::MAX; self.locations()];
        let mut next = 0;
        let mut waiting = Vec::new();
        for location in 0..self.locations() as Location {
            if one[location as usize] != Location::MAX {
                continue;
            }
            one[location as usize] = next;
            waiting.push(location);
            while let Some(at) = waiting.pop().filter(|&at| self.is_open(at, &turns)) {
                let (plain, _) = self.doors_by_kind(at);
                for door in plain {
                    let back = || self.doors_by_kind(door.to).0.iter().any(|back| back.to == at);
                    if one[door.to as usize] == Location::MAX
                        && self.is_open(door.to, &turns)
                        && self.is_passed(at) == self.is_passed(door.to)
                        && back()
                    {
                        one[door.to as usize] = next;
                        waiting.push(door.to);
                    }
                }
            }
            waiting.clear();
            next += 1;
        }
        one
    }

    /// The doors between different regions, each once.
    fn doors_between(&self, stands_for: &[Location]) -> Vec<(Location, Door)> {
        let mut doors: Vec<(Location, Door)> = Vec::new();
        for location in (0..self.locations() as Location).filter(|&location| self.goes_on(location))
        {
            let from = stands_for[location as usize];
            for &door in self.doors(location) {
                let to = stands_for[door.to as usize];
                if from != to || !door.plain {
                    doors.push((from, Door { to, ..door }));
                }
            }
        }
        let mut pushes = vec![false; stands_for.len()];
        for (location, &one) in (0..).zip(stands_for) {
            pushes[one as usize] |= self.blocks.cell(location).is_some();
        }
        // The direction of a door matters only if it can push a block.
        let key = |(from, door): &(Location, Door)| {
            (*from, door.to, door.lock, pushes[door.to as usize].then_some(door.way))
        };
        doors.sort_by_key(key);
        doors.dedup_by_key(|door| key(door));
        doors
    }

    /// The toggles of each region, each once.
    fn flips_in(&self, stands_for: &[Location]) -> Vec<(Location, Bits<W>)> {
        let mut flips = Vec::new();
        for location in 0..self.locations() as Location {
            let one = stands_for[location as usize];
            flips.extend(self.flips(location).iter().map(|&toggle| (one, toggle)));
        }
        flips.sort_unstable();
        flips.dedup();
        flips
    }
}

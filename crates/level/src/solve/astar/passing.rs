//! Rooms passed in one move, where that is possible.

use super::super::rooms::{Most, Rooms};
use super::{NONE, Node, Search};
use crate::plan::Move;
use crate::rules::Location;
use crate::rules::world::{Config, World};

impl<const W: usize> Search<W> {
    /// The same search, in which rooms whose blocks return are passed in one move.
    pub(in crate::solve) fn passing_rooms(mut self, world: &World<W>, most: Most) -> Self {
        self.rooms = Rooms::of(world, most).map(Box::new);
        self
    }

    /// The number of states that were expanded, on the way and within rooms.
    pub(in crate::solve) fn explored(&self) -> u64 {
        self.expanded + self.rooms.as_ref().map_or(0, |rooms| rooms.looked)
    }

    /// Goes on from a state to the other sides of all doors out of its room, and to the goals in it. False for a room
    /// that is left to single moves.
    pub(super) fn pass(&mut self, world: &World<W>, state: u32, full: &Config<W>) -> bool {
        let Some(mut rooms) = self.rooms.take() else { return false };
        let at = (self.nodes[state as usize].location, full);
        let endings = rooms.endings(world, &mut self.blocks, &self.order.bound, at);
        for ending in endings.iter().flat_map(|endings| endings.iter()) {
            let after = rooms.after(full, ending);
            let label = self.label(state).beyond(ending.cost, ending.shunned);
            if world.is_goal(ending.at, &after) {
                let number = self.number(world, &after);
                self.meet(world, (number, ending.at), state, label);
                continue;
            }
            for &door in world.doors(ending.at) {
                if !door.resets || self.order.bound.is_far(door.to) {
                    continue;
                }
                let Some(left) = world.step(&after, door, &mut self.blocks) else { continue };
                let number = self.number(world, &left);
                let label = label.after(door.way, world.blocks_met(door));
                self.meet(world, (number, door.to), state, label);
            }
        }
        self.rooms = Some(rooms);
        endings.is_some()
    }

    /// The moves by which a room is passed from one state to another.
    pub(super) fn moves_through(&mut self, world: &World<W>, from: u32, to: u32) -> Vec<Move> {
        let state = |state: u32| {
            let Node { config, location, .. } = self.nodes[state as usize];
            (location, *self.configs.get(config))
        };
        let ((at, config), (there, wanted)) = (state(from), state(to));
        let Some(rooms) = self.rooms.take() else { return Vec::new() };
        let bound = &self.order.bound;
        let way = rooms.way(world, &mut self.blocks, bound, (at, &config), (there, &wanted));
        self.rooms = Some(rooms);
        way.windows(2).filter_map(|pair| self.single(world, pair[0], pair[1])).collect()
    }

    /// The states that lead to a state, from the start on.
    pub(super) fn states_to(&self, state: u32) -> Vec<u32> {
        let before = |state: &u32| match self.nodes[*state as usize].parent {
            NONE => None,
            parent => Some(parent),
        };
        let mut states: Vec<u32> = std::iter::successors(Some(state), before).collect();
        states.reverse();
        states
    }
}

/// A state by its location and configuration.
pub(super) type Full<const W: usize> = (Location, Config<W>);

//! A world without blocks, explored state by state.

use super::sinks::sinks;
use super::space::{Counted, End, Explored};
use crate::check::dead;
use crate::limits::{Limit, Limits};
use crate::plan::Plan;
use crate::rules::Location;
use crate::rules::blocks::Blocks;
use crate::rules::world::{Config, World};
use crate::solve::explore::{Scope, Space, StateIndex};
use rustc_hash::FxHashSet;

/// The space, and what is dead in it.
pub(super) struct Flat<'a, const W: usize> {
    world: &'a World<W>,
    space: Space<W>,
    limit: Option<Limit>,
    /// By state, true if it is dead; empty where a limit came first.
    dead: Vec<bool>,
    /// The states on the way to the first goal.
    way: FxHashSet<(Location, u32)>,
}

impl<'a, const W: usize> Flat<'a, W> {
    pub(super) fn explore(world: &'a World<W>, limits: &Limits<'_>) -> Self {
        let mut space = Space::default();
        let limit = space.explore(world, Scope::Transitions, limits).err();
        let dead = if limit.is_none() { dead::dead(world, &space) } else { Vec::new() };
        let way =
            space.goal().map(|goal| space.way(goal)).unwrap_or_default().into_iter().collect();
        Self { world, space, limit, dead, way }
    }
}

impl<const W: usize> Explored<W> for Flat<'_, W> {
    fn limit(&self) -> Option<Limit> {
        self.limit
    }

    fn counted(&self) -> (Counted, u64) {
        let dead = self.limit.is_none().then_some(&self.dead[..]);
        (counted(self.world, &self.space, dead), self.space.len() as u64)
    }

    fn has_goal(&self) -> bool {
        self.space.goal().is_some()
    }

    fn has_dead(&self) -> bool {
        // A location that a warp only passes is nobody's state.
        let mut states = self.space.states().zip(&self.dead);
        states.any(|((_, location), dead)| *dead && self.world.weight(location) > 0)
    }

    fn is_dead(&self, location: Location, config: &Config<W>) -> bool {
        let state = self.space.state(config, location);
        state.is_some_and(|state| self.dead.get(state as usize) == Some(&true))
    }

    fn is_on_the_way(&self, location: Location, config: &Config<W>) -> bool {
        let configuration = self.space.configuration(config);
        configuration.is_some_and(|configuration| self.way.contains(&(location, configuration)))
    }

    fn cheapest(&self, end: End) -> Option<Plan> {
        // Over tiles it was the contracted world that was explored.
        let end = match end {
            _ if self.world.is_of_tiles() => None,
            End::Goal => self.space.goal(),
            End::Dead => self.dead.iter().position(|&dead| dead).map(|first| first as StateIndex),
        };
        end.map(|end| self.space.plan(end))
    }

    fn traps(&self, most: usize) -> Vec<Vec<Location>> {
        if self.limit.is_some() {
            return Vec::new();
        }
        let (first, next) = self.space.transitions();
        let row = |state: StateIndex| {
            &next[first[state as usize] as usize..first[state as usize + 1] as usize]
        };
        let at: Vec<Location> = self.space.states().map(|(_, location)| location).collect();
        let is_dead = |state: StateIndex| self.dead[state as usize];
        let sinks = sinks(self.dead.len(), is_dead, row, most).into_iter();
        let is_stood_in =
            |sink: &Vec<StateIndex>| sink.iter().any(|&s| self.world.weight(at[s as usize]) > 0);
        let trap = |sink: Vec<StateIndex>| {
            let way = sink.first().map(|&state| self.space.way(state)).unwrap_or_default();
            let way = way.into_iter().map(|(location, _)| location);
            way.chain(sink.iter().map(|&state| at[state as usize])).collect()
        };
        sinks.filter(is_stood_in).map(trap).collect()
    }

    fn blocks(&self) -> &Blocks {
        self.space.blocks()
    }
}

/// Counts what was explored; each location of a contracted world stands for many states.
fn counted<const W: usize>(world: &World<W>, space: &Space<W>, dead: Option<&[bool]>) -> Counted {
    let weight = |(_, location): (_, u32)| world.weight(location);
    let of_dead = |dead: &[bool]| {
        let states = space.states().zip(dead).filter(|(_, dead)| **dead);
        states.map(|(state, _)| weight(state)).sum()
    };
    Counted { states: space.states().map(weight).sum(), dead_states: dead.map(of_dead) }
}

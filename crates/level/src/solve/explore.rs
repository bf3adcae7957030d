//! The state space of a world, explored breadth first; and a depth-first probe.
//!
//! A state is a location and a configuration of the [`World`]. A configuration is stored once for all its states. At
//! room level every move costs 1, so states are found in the order of their cost, and their parents give a cheapest
//! plan. At tile level the contracted world is explored, to find the reachable and the dead states.
//!
//! Invariant: all moves of `states[i]` have been made for `i < expanded`.

use super::tables::{self, Configs, FLIP, Last, NONE};
use crate::limits::{Clock, Limit, Limits};
use crate::plan::Plan;
use crate::rules::{Blocks, Config, Door, Location, World};
use rustc_hash::FxHashSet;

/// The number of new slots after which memory is checked.
const MUCH: usize = 1 << 21;

/// The scope of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Until a goal is found.
    FirstGoal,
    /// All reachable states, with the moves that gained something and the closed doors that were met.
    Everything,
    /// All reachable states, with the successors of each.
    Transitions,
}

/// An index into the list of states, which is sorted by cost.
pub(crate) type StateIndex = u32;

/// A state, and the move by which it was found first.
#[derive(Clone, Copy)]
struct State {
    configuration: u32,
    location: Location,
    /// The state from which it was found, or [`NONE`].
    parent: StateIndex,
    /// The move: the number of a door of the parent's location, or [`FLIP`] and the number of a toggle.
    by: u32,
}

/// The states found so far. The table can be used again for another world, and then keeps its memory.
#[derive(Default)]
pub(crate) struct Space<const W: usize> {
    locations: usize,
    configs: Configs<W>,
    blocks: Blocks,
    /// By configuration and location, the state, or [`NONE`].
    slots: Vec<u32>,
    states: Vec<State>,
    /// The goal states, cheapest first.
    goals: Vec<StateIndex>,
    expanded: usize,
    /// The number of slots when the limits were last checked.
    looked_at: usize,
    /// The index of each state's first successor (compressed rows); filled only by [`Scope::Transitions`].
    first_next: Vec<u32>,
    next: Vec<StateIndex>,
    /// The moves through doors that changed more than the location.
    gains: Vec<(StateIndex, Door)>,
    /// The closed doors that were met.
    closed: Vec<(StateIndex, Door)>,
}

impl<const W: usize> Space<W> {
    /// Explores `world` from its start.
    pub(crate) fn explore(
        &mut self,
        world: &World<W>,
        scope: Scope,
        limits: &Limits<'_>,
    ) -> Result<(), Limit> {
        self.clear(world.locations());
        let start = world.start(&mut self.blocks);
        self.go_on(world, start, |_, _| false, scope, limits)
    }

    /// Explores `world`, which has no blocks, from given states. States that are known elsewhere are skipped, with
    /// everything behind them.
    pub(crate) fn explore_from(
        &mut self,
        world: &World<W>,
        from: impl IntoIterator<Item = (Location, Config<W>)>,
        known: impl Fn(Location, &Config<W>) -> bool,
        scope: Scope,
        limits: &Limits<'_>,
    ) -> Result<(), Limit> {
        self.clear(world.locations());
        self.go_on(world, from, known, scope, limits)
    }

    fn go_on(
        &mut self,
        world: &World<W>,
        from: impl IntoIterator<Item = (Location, Config<W>)>,
        known: impl Fn(Location, &Config<W>) -> bool,
        scope: Scope,
        limits: &Limits<'_>,
    ) -> Result<(), Limit> {
        let clock = Clock::start(limits);
        for (location, config) in from {
            if !known(location, &config) {
                let configuration = self.number(&config);
                self.find(world, configuration, location, NONE, 0);
            }
        }
        while self.expanded < self.states.len() {
            if scope == Scope::FirstGoal && !self.goals.is_empty() {
                return Ok(());
            }
            self.check(&clock)?;
            self.expand(world, scope, &known);
        }
        if scope == Scope::Transitions {
            self.first_next.push(self.next.len() as u32);
        }
        Ok(())
    }

    fn clear(&mut self, locations: usize) {
        self.locations = locations;
        self.configs.clear();
        self.slots.clear();
        self.states.clear();
        self.goals.clear();
        self.expanded = 0;
        self.looked_at = 0;
        self.first_next.clear();
        self.next.clear();
        self.gains.clear();
        self.closed.clear();
    }

    /// Checks the limits before a state is expanded: time only occasionally, and memory after much growth.
    #[inline]
    fn check(&mut self, clock: &Clock<'_>) -> Result<(), Limit> {
        clock.check_states(self.states.len() as u64)?;
        if !self.expanded.is_multiple_of(1024) && self.slots.len() < self.looked_at + MUCH {
            return Ok(());
        }
        self.looked_at = self.slots.len();
        clock.check_amounts(self.states.len() as u64, || self.bytes())
    }

    /// Makes all moves of the next state.
    #[inline]
    fn expand(
        &mut self,
        world: &World<W>,
        scope: Scope,
        known: &impl Fn(Location, &Config<W>) -> bool,
    ) {
        let from = self.expanded as StateIndex;
        self.expanded += 1;
        let recording = scope == Scope::Transitions;
        let noting = scope != Scope::FirstGoal;
        if recording {
            self.first_next.push(self.next.len() as u32);
        }
        let State { configuration, location, .. } = self.states[from as usize];
        let config = *self.configs.get(configuration);
        if world.is_goal(location, &config) {
            return;
        }
        let (plain, others) = world.doors_by_kind(location);
        for (by, door) in (0..).zip(plain) {
            if !known(door.to, &config) {
                let state = self.find(world, configuration, door.to, from, by);
                if recording {
                    self.next.push(state);
                }
            }
        }
        for (by, &door) in (plain.len() as u32..).zip(others) {
            let Some(after) = world.step(&config, door, &mut self.blocks) else {
                if noting {
                    self.closed.push((from, door));
                }
                continue;
            };
            if known(door.to, &after) {
                continue;
            }
            let changed = after != config;
            let number = if changed { self.number(&after) } else { configuration };
            let state = self.find(world, number, door.to, from, by);
            if recording {
                self.next.push(state);
            }
            if noting && changed {
                self.gains.push((from, door));
            }
        }
        for (by, toggle) in (0..).zip(world.flips(location)) {
            let Some(after) = world.flip(&config, toggle).filter(|after| !known(location, after))
            else {
                continue;
            };
            let number = self.number(&after);
            let state = self.find(world, number, location, from, FLIP | by);
            if recording {
                self.next.push(state);
            }
        }
    }

    /// The number of a configuration. A new one gets the next number, and slots for its states.
    #[inline]
    fn number(&mut self, config: &Config<W>) -> u32 {
        let number = self.configs.number(config);
        if self.slots.len() < self.configs.len() * self.locations {
            self.slots.resize(self.slots.len() + self.locations, NONE);
        }
        number
    }

    /// The state of a configuration and a location. A new state is appended to the list.
    #[inline(always)]
    fn find(
        &mut self,
        world: &World<W>,
        configuration: u32,
        location: Location,
        parent: StateIndex,
        by: u32,
    ) -> StateIndex {
        let slot = configuration as usize * self.locations + location as usize;
        if self.slots[slot] != NONE {
            return self.slots[slot];
        }
        let state = self.states.len() as StateIndex;
        self.slots[slot] = state;
        self.states.push(State { configuration, location, parent, by });
        if world.is_goal(location, self.configs.get(configuration)) {
            self.goals.push(state);
        }
        state
    }
}

// -------------------------------------------------------------------------------------------------
// The results of an exploration: states, goals, paths and plans, facts gained and locks closed.

impl<const W: usize> Space<W> {
    /// The number of states that were found.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// The number of expanded states.
    pub(crate) fn expanded(&self) -> usize {
        self.expanded
    }

    /// The number of bytes used.
    pub(crate) fn bytes(&self) -> u64 {
        let words = self.slots.len() + self.first_next.len() + self.next.len();
        let moves = (self.gains.len() + self.closed.len()) * size_of::<(StateIndex, Door)>();
        let states = self.states.len() * size_of::<State>();
        (words * 4 + moves + states) as u64 + self.configs.bytes() + self.blocks.bytes()
    }

    /// The cheapest goal state, if one was found.
    pub(crate) fn goal(&self) -> Option<StateIndex> {
        self.goals.first().copied()
    }

    /// The states, in the order in which they were found: each with its configuration and its location.
    pub(crate) fn states(&self) -> impl Iterator<Item = (&Config<W>, Location)> {
        self.states.iter().map(|state| self.full(state))
    }

    /// The goal states.
    pub(crate) fn goals(&self) -> impl Iterator<Item = (&Config<W>, Location)> {
        self.goals.iter().map(|&goal| self.full(&self.states[goal as usize]))
    }

    /// True if a state was found.
    pub(crate) fn contains(&self, config: &Config<W>, location: Location) -> bool {
        self.state(config, location).is_some()
    }

    /// The state of a configuration and a location, if it was found.
    pub(crate) fn state(&self, config: &Config<W>, location: Location) -> Option<StateIndex> {
        let number = self.configs.find(config)?;
        let slot = *self.slots.get(number as usize * self.locations + location as usize)?;
        (slot != NONE).then_some(slot)
    }

    /// The arrangements of blocks that were met. Another search that starts with them shares their numbers.
    pub(crate) fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// The locations on the path to a state, each with the number of its configuration; the state itself comes first.
    pub(crate) fn way(&self, state: StateIndex) -> Vec<(Location, u32)> {
        let mut way = Vec::new();
        let mut at = state;
        while let Some(found) = self.states.get(at as usize) {
            way.push((found.location, found.configuration));
            at = found.parent;
        }
        way
    }

    /// The number of a configuration that was met.
    pub(crate) fn configuration(&self, config: &Config<W>) -> Option<u32> {
        self.configs.find(config)
    }

    /// The successors of each state, in rows: `next[first[i]..first[i + 1]]` for state `i`. Empty unless everything
    /// was explored with [`Scope::Transitions`](Scope::Transitions).
    pub(crate) fn transitions(&self) -> (&[u32], &[StateIndex]) {
        (&self.first_next, &self.next)
    }

    /// The moves through doors that took, opened or paid for something.
    pub(crate) fn gains(&self) -> impl Iterator<Item = (&Config<W>, Location, Door)> {
        self.gains.iter().map(|&(state, door)| self.at(state, door))
    }

    /// The closed doors that were met.
    pub(crate) fn closed(&self) -> impl Iterator<Item = (&Config<W>, Location, Door)> {
        self.closed.iter().map(|&(state, door)| self.at(state, door))
    }

    fn at(&self, state: StateIndex, door: Door) -> (&Config<W>, Location, Door) {
        let (config, location) = self.full(&self.states[state as usize]);
        (config, location, door)
    }

    fn full(&self, state: &State) -> (&Config<W>, Location) {
        (self.configs.get(state.configuration), state.location)
    }

    /// A plan to a state; at room level, a cheapest one.
    pub(crate) fn plan(&self, state: StateIndex) -> Plan {
        tables::plan(state, |at| {
            let &State { location, parent, by, .. } = self.states.get(at as usize)?;
            Some(Last { location, parent, by })
        })
    }
}

// -------------------------------------------------------------------------------------------------
// A depth-first probe for a way to win.
//
// It spends keys and bombs last. If a win is possible, the probe usually finds one within a few hundred states. An
// exploration in the order of cost would try all ways to spend the items.

/// The number of states after which the probe gives up.
const MOST_PROBED: usize = 20_000;

/// True if a world can be won; `None` if the probe gave up.
pub(crate) fn depth_first_probe<const W: usize>(world: &World<W>) -> Option<bool> {
    let mut blocks = Blocks::default();
    let start = world.start(&mut blocks);
    let mut met: FxHashSet<(Location, Config<W>)> = start.into_iter().collect();
    let mut waiting: Vec<(Location, Config<W>)> = start.into_iter().collect();
    while let Some((at, config)) = waiting.pop() {
        if world.is_goal(at, &config) {
            return Some(true);
        }
        if met.len() > MOST_PROBED {
            return None;
        }
        let mut add = |to: Location, after: Config<W>| {
            if met.insert((to, after)) {
                waiting.push((to, after));
            }
        };
        let spends = |door: &&Door| world.uses_up(**door);
        let doors = world.doors(at).iter();
        // The last state added is followed first.
        for &door in doors.clone().filter(spends).chain(doors.filter(|door| !spends(door))) {
            if let Some(after) = world.step(&config, door, &mut blocks) {
                add(door.to, after);
            }
        }
        for after in world.flips(at).iter().filter_map(|toggle| world.flip(&config, toggle)) {
            add(at, after);
        }
    }
    Some(false)
}

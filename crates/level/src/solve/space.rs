//! The state space of a world, explored breadth first.
//!
//! A state is a place and a configuration of the [`World`], which is kept once for all states that share
//! it. At room level every move costs 1, so that the order in which states are found is the order of
//! their cost, and the state each was found from gives a cheapest plan into it. At tile level it is the
//! contracted world that is explored, to know what can be reached and where a player is stuck.
//!
//! Invariant: `states[i]` for `i < expanded` has had all its moves made.

use super::configs::Configs;
use crate::plan::{Move, Plan};
use crate::rules::blocks::Blocks;
use crate::rules::world::{Config, Door, Place, World};
use std::fmt::{self, Display};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a search may spend. The default has no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// The most states.
    pub states: Option<u64>,
    /// The longest time.
    pub time: Option<Duration>,
    /// The most memory for states, in bytes.
    pub memory: Option<u64>,
    /// Set from outside to stop.
    pub cancel: Option<&'a AtomicBool>,
    /// Told now and then how many states were met.
    pub progress: Option<&'a AtomicU64>,
}

impl Limits<'_> {
    /// The limits for one part of a task that began at `begin`: what is left of the time.
    #[must_use]
    pub fn since(&self, begin: Instant) -> Self {
        let time = self.time.map(|time| time.saturating_sub(begin.elapsed()));
        Self { time, ..*self }
    }
}

/// Which limit came first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The number of states.
    States,
    /// The time.
    Time,
    /// The memory.
    Memory,
    /// It was told to stop.
    Cancelled,
}

impl Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::States => "the limit on states",
            Limit::Time => "the limit on time",
            Limit::Memory => "the limit on memory",
            Limit::Cancelled => "an interrupt",
        })
    }
}

/// How far to explore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Until a goal is found.
    FirstGoal,
    /// Everything that can be reached; what was gained and what was closed is noted.
    Everything,
    /// Everything, and remember what each state leads to.
    Transitions,
}

/// A place in the list of states found, which is sorted by cost.
pub type StateIndex = u32;
const NONE: u32 = u32::MAX;

/// A state, and how it was found first.
#[derive(Clone, Copy)]
struct State {
    configuration: u32,
    place: Place,
    /// The state it was found from, or [`NONE`].
    parent: StateIndex,
    /// The move: a door of the parent's place by its number, or [`FLIP`] and the place of a toggle.
    by: u32,
}

/// The mark of a flip among moves.
const FLIP: u32 = 1 << 31;

/// The states found so far. It can be used again for another world; its memory is kept.
#[derive(Default)]
pub struct Space<const W: usize> {
    places: usize,
    configs: Configs<W>,
    blocks: Blocks,
    /// By configuration and place: the state, or [`NONE`].
    slots: Vec<u32>,
    states: Vec<State>,
    /// The goal states, cheapest first.
    goals: Vec<StateIndex>,
    expanded: usize,
    /// How many slots there were when the limits were last looked at.
    looked_at: usize,
    /// What each state leads to, in rows by state; only after [`Scope::Transitions`].
    first_next: Vec<u32>,
    next: Vec<StateIndex>,
    /// The moves through doors that changed more than the node.
    gains: Vec<(StateIndex, Door)>,
    /// The doors that were met closed.
    closed: Vec<(StateIndex, Door)>,
}

impl<const W: usize> Space<W> {
    /// Explores `world` from its start.
    ///
    /// # Errors
    /// The limit that came first; what was found until then can be asked for.
    pub fn explore(
        &mut self,
        world: &World<W>,
        scope: Scope,
        limits: &Limits<'_>,
    ) -> Result<(), Limit> {
        self.clear(world.places());
        let start = world.start(&mut self.blocks);
        self.go_on(world, start, |_, _| false, scope, limits)
    }

    /// Explores `world`, which has no blocks, from given states. States that are known elsewhere are passed
    /// over, and so is what lies behind them.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn explore_from(
        &mut self,
        world: &World<W>,
        from: impl IntoIterator<Item = (Place, Config<W>)>,
        known: impl Fn(Place, &Config<W>) -> bool,
        scope: Scope,
        limits: &Limits<'_>,
    ) -> Result<(), Limit> {
        self.clear(world.places());
        self.go_on(world, from, known, scope, limits)
    }

    fn go_on(
        &mut self,
        world: &World<W>,
        from: impl IntoIterator<Item = (Place, Config<W>)>,
        known: impl Fn(Place, &Config<W>) -> bool,
        scope: Scope,
        limits: &Limits<'_>,
    ) -> Result<(), Limit> {
        let clock = Clock::start(limits);
        for (place, config) in from {
            if !known(place, &config) {
                let configuration = self.number(&config);
                self.find(world, configuration, place, NONE, 0);
            }
        }
        while self.expanded < self.states.len() {
            if scope == Scope::FirstGoal && !self.goals.is_empty() {
                return Ok(());
            }
            clock.check(self)?;
            self.expand(world, scope, &known);
        }
        if scope == Scope::Transitions {
            self.first_next.push(self.next.len() as u32);
        }
        Ok(())
    }

    fn clear(&mut self, places: usize) {
        self.places = places;
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

    /// Makes all moves of the next state.
    #[inline]
    fn expand(
        &mut self,
        world: &World<W>,
        scope: Scope,
        known: &impl Fn(Place, &Config<W>) -> bool,
    ) {
        let from = self.expanded as StateIndex;
        self.expanded += 1;
        let recording = scope == Scope::Transitions;
        let noting = scope != Scope::FirstGoal;
        if recording {
            self.first_next.push(self.next.len() as u32);
        }
        let State { configuration, place, .. } = self.states[from as usize];
        let config = *self.configs.get(configuration);
        if world.is_goal(place, &config) {
            return;
        }
        let (plain, others) = world.doors_by_kind(place);
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
        for (by, toggle) in (0..).zip(world.flips(place)) {
            let Some(after) = world.flip(&config, toggle).filter(|after| !known(place, after))
            else {
                continue;
            };
            let number = self.number(&after);
            let state = self.find(world, number, place, from, FLIP | by);
            if recording {
                self.next.push(state);
            }
        }
    }

    /// The number of a configuration; a new one gets the next, and room for its states.
    #[inline]
    fn number(&mut self, config: &Config<W>) -> u32 {
        let number = self.configs.number(config);
        if self.slots.len() < self.configs.len() * self.places {
            self.slots.resize(self.slots.len() + self.places, NONE);
        }
        number
    }

    /// The state of a configuration and a place; a new one is put at the end of the list.
    #[inline(always)]
    fn find(
        &mut self,
        world: &World<W>,
        configuration: u32,
        place: Place,
        parent: StateIndex,
        by: u32,
    ) -> StateIndex {
        let slot = configuration as usize * self.places + place as usize;
        if self.slots[slot] != NONE {
            return self.slots[slot];
        }
        let state = self.states.len() as StateIndex;
        self.slots[slot] = state;
        self.states.push(State { configuration, place, parent, by });
        if world.is_goal_place(place) && world.is_goal(place, self.configs.get(configuration)) {
            self.goals.push(state);
        }
        state
    }

    /// How many states were found.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether nothing was explored yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// How many states had their moves made.
    #[must_use]
    pub fn expanded(&self) -> usize {
        self.expanded
    }

    /// How many bytes the states take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let words = self.slots.len() + self.first_next.len() + self.next.len();
        let moves = (self.gains.len() + self.closed.len()) * size_of::<(StateIndex, Door)>();
        let states = self.states.len() * size_of::<State>();
        (words * 4 + moves + states) as u64 + self.configs.bytes() + self.blocks.bytes()
    }

    /// The cheapest goal state, if one was found.
    #[must_use]
    pub fn goal(&self) -> Option<StateIndex> {
        self.goals.first().copied()
    }

    /// The states, in the order in which they were found: each with its configuration and its place.
    pub fn states(&self) -> impl Iterator<Item = (&Config<W>, Place)> {
        self.states.iter().map(|state| self.told(state))
    }

    /// The goal states.
    pub fn goals(&self) -> impl Iterator<Item = (&Config<W>, Place)> {
        self.goals.iter().map(|&goal| self.told(&self.states[goal as usize]))
    }

    /// Whether a state was found.
    #[must_use]
    pub fn contains(&self, config: &Config<W>, place: Place) -> bool {
        self.state(config, place).is_some()
    }

    /// The state of a configuration and a place, if it was found.
    #[must_use]
    pub fn state(&self, config: &Config<W>, place: Place) -> Option<StateIndex> {
        let number = self.configs.find(config)?;
        let slot = *self.slots.get(number as usize * self.places + place as usize)?;
        (slot != NONE).then_some(slot)
    }

    /// The arrangements of blocks that were met; another search that begins with them shares their numbers.
    #[must_use]
    pub fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    /// The places and configurations of a way into a state, from the start on.
    #[must_use]
    pub fn way(&self, state: StateIndex) -> Vec<(Place, Config<W>)> {
        let mut way = Vec::new();
        let mut at = state;
        while let Some(found) = self.states.get(at as usize) {
            way.push((found.place, *self.configs.get(found.configuration)));
            at = found.parent;
        }
        way.reverse();
        way
    }

    /// What each state leads to, in rows by state: `next[first[i]..first[i + 1]]` for state `i`. Empty
    /// unless everything was explored with [`Scope::Transitions`].
    #[must_use]
    pub fn transitions(&self) -> (&[u32], &[StateIndex]) {
        (&self.first_next, &self.next)
    }

    /// The moves through doors that took something, opened something or paid for something.
    pub fn gains(&self) -> impl Iterator<Item = (&Config<W>, Place, Door)> {
        self.gains.iter().map(|&(state, door)| self.at(state, door))
    }

    /// The doors that were met closed.
    pub fn closed(&self) -> impl Iterator<Item = (&Config<W>, Place, Door)> {
        self.closed.iter().map(|&(state, door)| self.at(state, door))
    }

    fn at(&self, state: StateIndex, door: Door) -> (&Config<W>, Place, Door) {
        let (config, place) = self.told(&self.states[state as usize]);
        (config, place, door)
    }

    fn told(&self, state: &State) -> (&Config<W>, Place) {
        (self.configs.get(state.configuration), state.place)
    }

    /// A plan into a state, at room level a cheapest one.
    #[must_use]
    pub fn plan(&self, state: StateIndex) -> Plan {
        let mut moves = Vec::new();
        let mut at = state;
        while let Some(&State { place, parent, by, .. }) = self.states.get(at as usize)
            && parent != NONE
        {
            moves.push(match by & FLIP {
                0 => Move::Goto { to: place, door: by },
                _ => Move::Flip { flip: by & !FLIP },
            });
            at = parent;
        }
        moves.reverse();
        Plan { moves }
    }
}

/// The limits, made ready to be asked for often.
pub(crate) struct Clock<'a> {
    states: usize,
    memory: u64,
    deadline: Option<Instant>,
    cancel: Option<&'a AtomicBool>,
    progress: Option<&'a AtomicU64>,
}

/// So many slots more are a reason to look at the memory.
const MUCH: usize = 1 << 21;

/// States are numbered in 32 bits, one number of which means "none".
pub(super) const MOST_STATES: usize = NONE as usize - 1;

impl<'a> Clock<'a> {
    pub(crate) fn start(limits: &Limits<'a>) -> Self {
        let states = limits.states.and_then(|n| usize::try_from(n).ok()).unwrap_or(MOST_STATES);
        Self {
            states: states.min(MOST_STATES),
            memory: limits.memory.unwrap_or(u64::MAX),
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            cancel: limits.cancel,
            progress: limits.progress,
        }
    }

    /// Asked before each state is expanded; looks at the clock only now and then, and at the memory when much
    /// more is taken.
    #[inline]
    fn check<const W: usize>(&self, space: &mut Space<W>) -> Result<(), Limit> {
        if space.states.len() > self.states {
            return Err(Limit::States);
        }
        if !space.expanded.is_multiple_of(1024) && space.slots.len() < space.looked_at + MUCH {
            return Ok(());
        }
        space.looked_at = space.slots.len();
        self.check_amounts(space.states.len() as u64, || space.bytes())
    }

    /// The same limits, but for fewer states.
    pub(crate) fn at_most(&self, states: usize) -> Self {
        Self { states: self.states.min(states), ..*self }
    }

    /// Whether there are more states than allowed.
    #[inline]
    pub(crate) fn check_states(&self, states: u64) -> Result<(), Limit> {
        if states > self.states as u64 { Err(Limit::States) } else { Ok(()) }
    }

    /// Whether any limit has been reached by so many states and bytes.
    pub(crate) fn check_amounts(&self, states: u64, bytes: impl Fn() -> u64) -> Result<(), Limit> {
        if let Some(progress) = self.progress {
            progress.store(states, Ordering::Relaxed);
        }
        if states > self.states as u64 {
            Err(Limit::States)
        } else if self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            Err(Limit::Cancelled)
        } else if self.memory < u64::MAX && bytes() > self.memory {
            Err(Limit::Memory)
        } else if self.deadline.is_some_and(|end| Instant::now() >= end) {
            Err(Limit::Time)
        } else {
            Ok(())
        }
    }
}

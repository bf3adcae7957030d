//! The state space of a world, explored breadth first.
//!
//! A state is a node and the bits of [`World`]. Bits change seldom, so that they are kept once for all
//! states that share them: a *configuration* has a number, and a state is a configuration and a node.
//! Every move costs 1, so the order in which states are found is the order of their cost, and the
//! state each was found from gives a cheapest plan into it.
//!
//! Invariant: `states[i]` for `i < expanded` has had all its moves made.

use crate::graph::NodeIndex;
use crate::plan::{Move, Plan};
use crate::rules::bits::Bits;
use crate::rules::room::{Door, World};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
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
    node: NodeIndex,
    /// The state it was found from, or [`NONE`].
    parent: StateIndex,
    /// The move: a door of the parent's node by its place, or [`FLIP`] and the place of a toggle.
    by: u32,
}

/// The mark of a flip among moves.
const FLIP: u32 = 1 << 31;

/// The states found so far. It can be used again for another world; its memory is kept.
#[derive(Default)]
pub struct Space<const W: usize> {
    nodes: usize,
    configurations: Vec<Bits<W>>,
    numbers: HashTable<u32>,
    /// By configuration and node: the state, or [`NONE`].
    slots: Vec<u32>,
    states: Vec<State>,
    /// The goal states, cheapest first.
    goals: Vec<StateIndex>,
    expanded: usize,
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
        self.explore_from(world, world.start(), |_, _| false, scope, limits)
    }

    /// Explores `world` from given states. States that are known elsewhere are passed over, and so is
    /// what lies behind them.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn explore_from(
        &mut self,
        world: &World<W>,
        from: impl IntoIterator<Item = (NodeIndex, Bits<W>)>,
        known: impl Fn(NodeIndex, &Bits<W>) -> bool,
        scope: Scope,
        limits: &Limits<'_>,
    ) -> Result<(), Limit> {
        self.clear(world.nodes());
        let clock = Clock::start(limits);
        for (node, bits) in from {
            if !known(node, &bits) {
                let configuration = self.number(&bits);
                self.find(world, configuration, node, NONE, 0);
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

    fn clear(&mut self, nodes: usize) {
        self.nodes = nodes;
        self.configurations.clear();
        self.numbers.clear();
        self.slots.clear();
        self.states.clear();
        self.goals.clear();
        self.expanded = 0;
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
        known: &impl Fn(NodeIndex, &Bits<W>) -> bool,
    ) {
        let from = self.expanded as StateIndex;
        self.expanded += 1;
        let recording = scope == Scope::Transitions;
        let noting = scope != Scope::FirstGoal;
        if recording {
            self.first_next.push(self.next.len() as u32);
        }
        let State { configuration, node, .. } = self.states[from as usize];
        if world.is_goal(node) {
            return;
        }
        let bits = self.configurations[configuration as usize];
        let (plain, others) = world.doors_by_kind(node);
        for (by, door) in (0..).zip(plain) {
            if !known(door.to, &bits) {
                let state = self.find(world, configuration, door.to, from, by);
                if recording {
                    self.next.push(state);
                }
            }
        }
        for (by, &door) in (plain.len() as u32..).zip(others) {
            let Some(after) = world.step(&bits, door) else {
                if noting {
                    self.closed.push((from, door));
                }
                continue;
            };
            if known(door.to, &after) {
                continue;
            }
            let changed = after != bits;
            let number = if changed { self.number(&after) } else { configuration };
            let state = self.find(world, number, door.to, from, by);
            if recording {
                self.next.push(state);
            }
            if noting && changed {
                self.gains.push((from, door));
            }
        }
        for (by, toggle) in (0..).zip(world.flips(node)) {
            let Some(after) = world.flip(&bits, toggle).filter(|after| !known(node, after)) else {
                continue;
            };
            let number = self.number(&after);
            let state = self.find(world, number, node, from, FLIP | by);
            if recording {
                self.next.push(state);
            }
        }
    }

    /// The number of a configuration; a new one gets the next.
    fn number(&mut self, bits: &Bits<W>) -> u32 {
        let Self { numbers, configurations, .. } = self;
        let known = numbers.find(hash(bits), |&n| configurations[n as usize] == *bits);
        if let Some(&number) = known {
            return number;
        }
        let number = configurations.len() as u32;
        configurations.push(*bits);
        numbers.insert_unique(hash(bits), number, |&n| hash(&configurations[n as usize]));
        self.slots.resize(self.slots.len() + self.nodes, NONE);
        number
    }

    /// The state of a configuration and a node; a new one is put at the end of the list.
    #[inline(always)]
    fn find(
        &mut self,
        world: &World<W>,
        configuration: u32,
        node: NodeIndex,
        parent: StateIndex,
        by: u32,
    ) -> StateIndex {
        let slot = configuration as usize * self.nodes + node as usize;
        if self.slots[slot] != NONE {
            return self.slots[slot];
        }
        let state = self.states.len() as StateIndex;
        self.slots[slot] = state;
        self.states.push(State { configuration, node, parent, by });
        if world.is_goal(node) {
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
        let moves = self.gains.len() + self.closed.len();
        (words * 4 + moves * 12 + self.states.len() * 16 + self.configurations.len() * (8 * W + 8))
            as u64
    }

    /// The cheapest goal state, if one was found.
    #[must_use]
    pub fn goal(&self) -> Option<StateIndex> {
        self.goals.first().copied()
    }

    /// The states, cheapest first: each with its bits and its node.
    pub fn states(&self) -> impl Iterator<Item = (&Bits<W>, NodeIndex)> {
        self.states.iter().map(|state| self.told(state))
    }

    /// The goal states.
    pub fn goals(&self) -> impl Iterator<Item = (&Bits<W>, NodeIndex)> {
        self.goals.iter().map(|&goal| self.told(&self.states[goal as usize]))
    }

    /// Whether a state was found.
    #[must_use]
    pub fn contains(&self, bits: &Bits<W>, node: NodeIndex) -> bool {
        let configurations = &self.configurations;
        let number = self.numbers.find(hash(bits), |&n| configurations[n as usize] == *bits);
        number.is_some_and(|&n| self.slots[n as usize * self.nodes + node as usize] != NONE)
    }

    /// What each state leads to, in rows by state: `next[first[i]..first[i + 1]]` for state `i`. Empty
    /// unless everything was explored with [`Scope::Transitions`].
    #[must_use]
    pub fn transitions(&self) -> (&[u32], &[StateIndex]) {
        (&self.first_next, &self.next)
    }

    /// The moves through doors that took something, opened something or paid for something.
    pub fn gains(&self) -> impl Iterator<Item = (&Bits<W>, NodeIndex, Door)> {
        self.gains.iter().map(|&(state, door)| self.at(state, door))
    }

    /// The doors that were met closed.
    pub fn closed(&self) -> impl Iterator<Item = (&Bits<W>, NodeIndex, Door)> {
        self.closed.iter().map(|&(state, door)| self.at(state, door))
    }

    fn at(&self, state: StateIndex, door: Door) -> (&Bits<W>, NodeIndex, Door) {
        let (bits, node) = self.told(&self.states[state as usize]);
        (bits, node, door)
    }

    fn told(&self, state: &State) -> (&Bits<W>, NodeIndex) {
        (&self.configurations[state.configuration as usize], state.node)
    }

    /// A cheapest plan into a state.
    #[must_use]
    pub fn plan(&self, state: StateIndex) -> Plan {
        let mut moves = Vec::new();
        let mut at = state;
        while let Some(&State { node, parent, by, .. }) = self.states.get(at as usize)
            && parent != NONE
        {
            moves.push(match by & FLIP {
                0 => Move::Goto { to: node, door: by },
                _ => Move::Flip { flip: by & !FLIP },
            });
            at = parent;
        }
        moves.reverse();
        Plan { moves }
    }
}

pub(crate) fn hash<const W: usize>(bits: &Bits<W>) -> u64 {
    let mut hasher = FxHasher::default();
    bits.hash(&mut hasher);
    hasher.finish()
}

/// The limits, made ready to be asked for often.
pub(crate) struct Clock<'a> {
    states: usize,
    memory: u64,
    deadline: Option<Instant>,
    cancel: Option<&'a AtomicBool>,
}

/// States are numbered in 32 bits, one number of which means "none".
const MOST_STATES: usize = NONE as usize - 1;

impl<'a> Clock<'a> {
    pub(crate) fn start(limits: &Limits<'a>) -> Self {
        let states = limits.states.and_then(|n| usize::try_from(n).ok()).unwrap_or(MOST_STATES);
        Self {
            states: states.min(MOST_STATES),
            memory: limits.memory.unwrap_or(u64::MAX),
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            cancel: limits.cancel,
        }
    }

    /// Asked before each state is expanded; looks at the clock only now and then.
    #[inline]
    fn check<const W: usize>(&self, space: &Space<W>) -> Result<(), Limit> {
        if space.states.len() > self.states {
            return Err(Limit::States);
        }
        if !space.expanded.is_multiple_of(1024) {
            return Ok(());
        }
        self.check_amounts(space.states.len() as u64, || space.bytes())
    }

    /// Whether any limit has been reached by so many states and bytes.
    pub(crate) fn check_amounts(&self, states: u64, bytes: impl Fn() -> u64) -> Result<(), Limit> {
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

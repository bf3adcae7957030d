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
    /// Everything that can be reached.
    Everything,
    /// Everything, and remember what each state leads to.
    Transitions,
}

/// A place in the list of states found, which is sorted by cost.
pub type StateIndex = u32;
const NONE: u32 = u32::MAX;

/// The states found so far. It can be used again for another world; its memory is kept.
#[derive(Default)]
pub struct Space<const W: usize> {
    nodes: usize,
    configurations: Vec<Bits<W>>,
    numbers: HashTable<u32>,
    /// By configuration and node: the state, or [`NONE`].
    slots: Vec<u32>,
    states: Vec<(u32, NodeIndex)>,
    parents: Vec<StateIndex>,
    /// The goal states, cheapest first.
    goals: Vec<StateIndex>,
    expanded: usize,
    /// What each state leads to, in rows by state; only after [`Scope::Transitions`], like the rest.
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
        self.explore_from(world, [world.start()], |_, _| false, scope, limits)
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
                self.find(world, configuration, node, NONE);
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
        self.parents.clear();
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
        if recording {
            self.first_next.push(self.next.len() as u32);
        }
        let (configuration, node) = self.states[from as usize];
        if world.is_goal(node) {
            return;
        }
        let bits = self.configurations[configuration as usize];
        for &door in world.doors(node) {
            let Some(after) = world.step(&bits, door) else {
                if recording {
                    self.closed.push((from, door));
                }
                continue;
            };
            if known(door.to, &after) {
                continue;
            }
            let changed = after != bits;
            let number = if changed { self.number(&after) } else { configuration };
            let state = self.find(world, number, door.to, from);
            if recording {
                self.next.push(state);
                if changed {
                    self.gains.push((from, door));
                }
            }
        }
        for toggle in world.flips(node) {
            let Some(after) = world.flip(&bits, toggle).filter(|after| !known(node, after)) else {
                continue;
            };
            let number = self.number(&after);
            let state = self.find(world, number, node, from);
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
    #[inline]
    fn find(
        &mut self,
        world: &World<W>,
        configuration: u32,
        node: NodeIndex,
        parent: StateIndex,
    ) -> StateIndex {
        let slot = configuration as usize * self.nodes + node as usize;
        if self.slots[slot] != NONE {
            return self.slots[slot];
        }
        let state = self.states.len() as StateIndex;
        self.slots[slot] = state;
        self.states.push((configuration, node));
        self.parents.push(parent);
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
        let words = self.slots.len() + self.parents.len() + self.first_next.len() + self.next.len();
        let moves = self.gains.len() + self.closed.len();
        (words * 4 + moves * 12 + self.states.len() * 8 + self.configurations.len() * (8 * W + 8))
            as u64
    }

    /// The cheapest goal state, if one was found.
    #[must_use]
    pub fn goal(&self) -> Option<StateIndex> {
        self.goals.first().copied()
    }

    /// The states, cheapest first: each with its bits and its node.
    pub fn states(&self) -> impl Iterator<Item = (&Bits<W>, NodeIndex)> {
        self.states.iter().map(|&(c, node)| (&self.configurations[c as usize], node))
    }

    /// The goal states.
    pub fn goals(&self) -> impl Iterator<Item = (&Bits<W>, NodeIndex)> {
        self.goals.iter().map(|&goal| {
            let (configuration, node) = self.states[goal as usize];
            (&self.configurations[configuration as usize], node)
        })
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
        let (configuration, node) = self.states[state as usize];
        (&self.configurations[configuration as usize], node, door)
    }

    /// The node of a state.
    #[must_use]
    pub fn node(&self, state: StateIndex) -> NodeIndex {
        self.states.get(state as usize).map_or(0, |&(_, node)| node)
    }

    /// A cheapest plan into a state.
    #[must_use]
    pub fn plan(&self, world: &World<W>, state: StateIndex) -> Plan {
        let mut moves = Vec::new();
        let mut at = state;
        while let Some(&parent) = self.parents.get(at as usize).filter(|&&p| p != NONE) {
            moves.extend(self.action(world, parent, at));
            at = parent;
        }
        moves.reverse();
        Plan { moves }
    }

    /// The move that leads from one state to another.
    fn action(&self, world: &World<W>, from: StateIndex, to: StateIndex) -> Option<Move> {
        let (before, from) = self.states[from as usize];
        let (after, to) = self.states[to as usize];
        let before = &self.configurations[before as usize];
        let after = Some(self.configurations[after as usize]);
        let door = (0..)
            .zip(world.doors(from))
            .find(|(_, door)| door.to == to && world.step(before, **door) == after);
        if let Some((door, _)) = door {
            return Some(Move::Goto { to, door });
        }
        let mut flips = (0..).zip(world.flips(from));
        flips
            .find(|(_, toggle)| world.flip(before, toggle) == after)
            .map(|(flip, _)| Move::Flip { flip })
    }
}

fn hash<const W: usize>(bits: &Bits<W>) -> u64 {
    let mut hasher = FxHasher::default();
    bits.hash(&mut hasher);
    hasher.finish()
}

/// The limits, made ready to be asked for often.
struct Clock<'a> {
    states: usize,
    memory: u64,
    deadline: Option<Instant>,
    cancel: Option<&'a AtomicBool>,
}

/// States are numbered in 32 bits, one number of which means "none".
const MOST_STATES: usize = NONE as usize - 1;

impl<'a> Clock<'a> {
    fn start(limits: &Limits<'a>) -> Self {
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
        if space.expanded.is_multiple_of(1024) { self.check_slowly(space) } else { Ok(()) }
    }

    #[cold]
    fn check_slowly<const W: usize>(&self, space: &Space<W>) -> Result<(), Limit> {
        if self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            Err(Limit::Cancelled)
        } else if space.bytes() > self.memory {
            Err(Limit::Memory)
        } else if self.deadline.is_some_and(|end| Instant::now() >= end) {
            Err(Limit::Time)
        } else {
            Ok(())
        }
    }
}

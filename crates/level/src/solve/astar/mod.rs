//! A*: states in the order of what a plan through them promises to cost (Hart, Nilsson and Raphael, 1968).
//!
//! A state is the number of its configuration and its location; what it cost and where it was reached from
//! are kept beside. The moves themselves are not: when a goal is reached, they are asked from the rules
//! again. A state that was found to cost less than before is expanded again.
//!
//! A state is *dominated* when the same location was reached at no more cost with the same locks open, the same
//! toggles and blocks, and more taken: whatever can be done from it can be done from the other. Dominated
//! states are not expanded. Comparing what was taken alone would not do: a key that was taken and spent is
//! gone, so that the locks must be the same.

mod plan;
mod passing;
mod promise;
mod richer;

use super::configs::Configs;
use super::heuristic;
use super::order::{Label, MOST_STRAIGHT, Order};
use super::queue::Queue;
use super::rooms::Rooms;
use super::slots::{NONE, Slots};
use crate::limits::{Clock, Limit};
use crate::plan::Cost;
use crate::rules::blocks::Blocks;
use crate::rules::world::{Config, World};
use crate::rules::{Location, Way};
use richer::Richer;

/// A state that was met.
struct Node {
    config: u32,
    location: Location,
    parent: u32,
    /// The number of straight moves the plan to here has; the bit [`CLOSED`] says that it has been expanded since.
    straight: u32,
}

const CLOSED: u32 = MOST_STRAIGHT + 1;

/// A search. It can be stopped by a limit and gone on with.
pub(super) struct Search<const W: usize> {
    order: Order<W>,
    configs: Configs<W>,
    blocks: Blocks,
    slots: Slots,
    nodes: Vec<Node>,
    /// By state, the number of diagonal steps of its plan; empty without diagonals.
    diagonal: Vec<u32>,
    /// By state, the number of ghost blocks that its plan meets; empty where there are none.
    shunned: Vec<u16>,
    queue: Queue,
    /// Links between configurations that differ by one pick-up, for dominance pruning.
    richer: Richer<W>,
    /// By configuration: the penalty that is added to the distance.
    penalties: Vec<f64>,
    /// By configuration, where there are errands: the least tree that joins them.
    trees: Vec<f64>,
    prune: bool,
    /// Rooms that are passed in one move, where they are.
    rooms: Option<Box<Rooms<W>>>,
    pub(super) expanded: u64,
    pub(super) pruned: u64,
    /// The number of explored states at which time and memory are looked at again.
    look: u64,
    most_waiting: u64,
    /// Cost of the best plan known: only cheaper ones are looked for.
    ceiling: Cost,
}

impl<const W: usize> Search<W> {
    /// A search from the start of a world. `prune` says whether dominated states are passed over, which is
    /// only right when it is a goal that is looked for. It is to be asked of the same world again.
    pub(super) fn new(world: &World<W>, order: Order<W>, prune: bool, blocks: Blocks) -> Self {
        let buckets = order.is_exact() && !order.tie_break && !world.has_diagonals();
        let queue = match (buckets, world.shuns()) {
            (true, true) => Queue::sparse(),
            (true, false) => Queue::buckets(),
            (false, _) => Queue::heap(),
        };
        let mut search = Self {
            order,
            configs: Configs::default(),
            blocks,
            slots: Slots::new(world.locations(), world.has_blocks()),
            nodes: Vec::new(),
            diagonal: Vec::new(),
            shunned: Vec::new(),
            queue,
            richer: Richer::new(world.boons()),
            penalties: Vec::new(),
            trees: Vec::new(),
            prune,
            rooms: None,
            expanded: 0,
            pruned: 0,
            look: 0,
            most_waiting: 0,
            ceiling: Cost { straight: u64::MAX >> 1, diagonal: 0 },
        };
        search.begin(world);
        search
    }

    /// Meets the state that a player begins in.
    fn begin(&mut self, world: &World<W>) {
        let mut blocks = std::mem::take(&mut self.blocks);
        let start = match blocks.is_empty() {
            true => world.start(&mut blocks),
            // The arrangements are those of another search of the same world.
            false => world.start(&mut Blocks::default()),
        };
        self.blocks = blocks;
        if let Some((location, config)) = start {
            let config = self.number(world, &config);
            let label = Label { straight: 0, diagonal: 0, shunned: 0 };
            self.meet(world, (config, location), NONE, label);
        }
    }

    /// Goes on until a state is about to be expanded that is `wanted`, and returns it; `None` when nothing
    /// is left. Only states that are `allowed` are met.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn run(
        &mut self,
        world: &World<W>,
        clock: &Clock<'_>,
        mut wanted: impl FnMut(Location, &Config<W>) -> bool,
        allowed: impl Fn(Location, &Config<W>) -> bool,
    ) -> Result<Option<u32>, Limit> {
        while let Some((promise, state)) = self.queue.pop() {
            let Node { config, location, straight, .. } = self.nodes[state as usize];
            if straight & CLOSED != 0 || self.is_stale(state, promise) {
                continue;
            }
            let full = self.configs.get(config);
            if wanted(location, full) && self.cost(state) < self.ceiling {
                self.enqueue(state);
                return Ok(Some(state));
            }
            if let Err(limit) = self.check(clock) {
                self.enqueue(state);
                return Err(limit);
            }
            self.nodes[state as usize].straight |= CLOSED;
            if self.is_of_no_use(state) {
                continue;
            }
            if self.prune && self.is_dominated(state) {
                self.pruned += 1;
                continue;
            }
            self.expanded += 1;
            let full = *full_of(&self.configs, config);
            if !world.is_goal(location, &full) && !self.pass(world, state, &full) {
                self.expand(world, state, &full, &allowed);
            }
        }
        Ok(None)
    }

    /// The least that any plan not found yet can cost, where distances are bounds.
    pub(super) fn least(&self) -> Option<f64> {
        self.queue.least()
    }

    /// Sets the cost below which plans are of use.
    pub(super) fn undercut(&mut self, cost: Cost) {
        self.ceiling = cost;
    }

    /// The largest number of states that waited at one time.
    pub(super) fn most_waiting(&self) -> u64 {
        self.most_waiting.max(self.queue.len() as u64)
    }

    /// The cost of a plan to a state.
    pub(super) fn cost(&self, state: u32) -> Cost {
        self.label(state).cost()
    }

    #[inline(always)]
    fn label(&self, state: u32) -> Label {
        Label {
            straight: self.nodes[state as usize].straight & !CLOSED,
            diagonal: self.diagonal.get(state as usize).copied().unwrap_or(0),
            shunned: self.shunned.get(state as usize).copied().unwrap_or(0),
        }
    }

    /// The number of states that were met.
    pub(super) fn met(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// The number of bytes they take.
    pub(super) fn bytes(&self) -> u64 {
        let states = self.nodes.len() * size_of::<Node>() + self.diagonal.len() * 4;
        let states = states + self.shunned.len() * 2;
        (states + self.penalties.len() * 8) as u64
            + self.richer.bytes()
            + self.configs.bytes()
            + self.blocks.bytes()
            + self.slots.bytes()
            + self.queue.bytes()
            + self.rooms.as_ref().map_or(0, |rooms| rooms.bytes())
    }

    fn check(&mut self, clock: &Clock<'_>) -> Result<(), Limit> {
        let states = self.nodes.len() as u64;
        clock.check_states(states)?;
        if self.explored() < self.look {
            return Ok(());
        }
        self.look = self.explored() + 1024;
        self.most_waiting = self.most_waiting.max(self.queue.len() as u64);
        clock.check_amounts(states, || self.bytes())
    }

    /// Makes all moves of a state.
    #[inline]
    fn expand(
        &mut self,
        world: &World<W>,
        state: u32,
        full: &Config<W>,
        allowed: &impl Fn(Location, &Config<W>) -> bool,
    ) {
        let Node { config, location, .. } = self.nodes[state as usize];
        let label = self.label(state);
        let (plain, others) = world.doors_by_kind(location);
        for door in plain {
            if allowed(door.to, full) {
                let label = label.after(door.way, world.blocks_met(*door));
                self.meet(world, (config, door.to), state, label);
            }
        }
        for &door in others {
            // A location from which no goal can be reached is not worth a look.
            if self.order.bound.is_far(door.to) {
                continue;
            }
            let Some(after_it) = world.step(full, door, &mut self.blocks) else { continue };
            if allowed(door.to, &after_it) {
                let number = if after_it == *full { config } else { self.number(world, &after_it) };
                let label = label.after(door.way, world.blocks_met(door));
                self.meet(world, (number, door.to), state, label);
            }
        }
        for toggle in world.flips(location) {
            let flipped = world.flip(full, toggle).filter(|after| allowed(location, after));
            if let Some(flipped) = flipped {
                let number = self.number(world, &flipped);
                let label = label.after(Way::Goto, 0);
                self.meet(world, (number, location), state, label);
            }
        }
    }

    /// Meets a state: a new one waits to be expanded, and so does one that costs less than before.
    #[inline(always)]
    fn meet(&mut self, world: &World<W>, at: (u32, Location), parent: u32, label: Label) {
        let (config, location) = at;
        if self.order.bound.is_far(location) {
            return;
        }
        let next = self.nodes.len() as u32;
        let nodes = &self.nodes;
        let of = |state: u32| (nodes[state as usize].config, nodes[state as usize].location);
        let Some(known) = self.slots.meet(at, next, of) else {
            self.nodes.push(Node { config, location, parent, straight: label.straight });
            if world.has_diagonals() {
                self.diagonal.push(label.diagonal);
            }
            if world.shuns() {
                self.shunned.push(label.shunned);
            }
            self.enqueue(next);
            return;
        };
        if !label.is_better(self.label(known)) {
            return;
        }
        let node = &mut self.nodes[known as usize];
        node.straight = label.straight;
        node.parent = parent;
        if let Some(diagonal) = self.diagonal.get_mut(known as usize) {
            *diagonal = label.diagonal;
        }
        if let Some(shunned) = self.shunned.get_mut(known as usize) {
            *shunned = label.shunned;
        }
        self.enqueue(known);
    }

    /// The number of a configuration; a new one gets its penalty, and learns which are richer.
    #[inline]
    fn number(&mut self, world: &World<W>, config: &Config<W>) -> u32 {
        let number = self.configs.number(config);
        if (number as usize) < self.richer.len().max(self.penalties.len()) {
            return number;
        }
        if let Some(errands) = &self.order.errands
            && number as usize == self.trees.len()
        {
            self.trees.push(errands.tree(&config.bits));
        }
        if let Some(kind) = self.order.penalty {
            let boost = self.order.key_boost;
            let taken = f64::from(self.richer.taken(config));
            let scale = heuristic::scale(kind);
            let penalty = heuristic::penalty(kind, world, config);
            self.penalties.push(penalty * scale - boost * taken);
        }
        if self.prune {
            self.richer.learn(&self.configs, number, config);
        }
        number
    }
}

/// Borrows the configurations alone.
fn full_of<const W: usize>(configs: &Configs<W>, config: u32) -> &Config<W> {
    configs.get(config)
}

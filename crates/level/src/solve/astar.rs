//! A*: expands states in the order of the estimated cost of a plan through them (Hart, Nilsson and Raphael, 1968).
//!
//! A state is the number of its configuration and its location. The search stores its cost and its parent, but not
//! the move: when a goal is reached, the moves are found again by the rules. A state that is reached at a lower cost
//! than before is expanded again.
//!
//! A state is *dominated* if the same location was reached at no more cost with the same locks open, the same toggles
//! and blocks, and more pick-ups taken: every continuation of the state is possible from the other one. Dominated
//! states are not expanded. The locks must be equal, because a key that was taken and spent is no longer held.

use super::heuristic::{self, Distances};
use super::queue::{Entry, Estimate, Label, MOST_STRAIGHT, Order, Queue};
use super::rooms::{Rooms, VisitLimits};
use super::tables::{self, Configs, NONE, Slots};
use crate::limits::{Clock, Limit};
use crate::plan::{Cost, Move, Plan};
use crate::rules::{Bits, Blocks, Config, Location, Way, World};
use std::rc::Rc;

/// A state that was met.
struct Node {
    config: u32,
    location: Location,
    parent: u32,
    /// The number of straight moves of the plan to this state. The bit [`CLOSED`] is set once the state is expanded.
    straight: u32,
}

const CLOSED: u32 = MOST_STRAIGHT + 1;

/// A search. It can be stopped by a limit and continued.
pub(super) struct Search<const W: usize> {
    order: Order<W>,
    configs: Configs<W>,
    blocks: Blocks,
    slots: Slots,
    nodes: Vec<Node>,
    /// By state, the number of diagonal steps of its plan; empty without diagonals.
    diagonal: Vec<u32>,
    /// By state, the number of relaxed blocks that its plan meets; empty where there are none.
    relaxed_met: Vec<u16>,
    queue: Queue,
    /// Links between configurations that differ by one pick-up, for dominance pruning.
    richer: Richer<W>,
    /// By configuration: the penalty that is added to the distance.
    penalties: Vec<f64>,
    /// By configuration, if there are landmarks: the cost of the minimum spanning tree of the missing ones.
    trees: Vec<f64>,
    prune: bool,
    /// Rooms that are crossed in one move, if there are any.
    rooms: Option<Box<Rooms<W>>>,
    pub(super) expanded: u64,
    pub(super) pruned: u64,
    /// The number of explored states at which time and memory are checked again.
    look: u64,
    most_waiting: u64,
    /// The cost of the best plan known: the search looks only for cheaper ones.
    ceiling: Cost,
}

impl<const W: usize> Search<W> {
    /// A search from the start of a world. With `prune`, dominated states are skipped, which is correct only in a
    /// search for a goal. All calls must use the same world.
    pub(super) fn new(world: &World<W>, order: Order<W>, prune: bool, blocks: Blocks) -> Self {
        let buckets = order.is_exact() && !order.tie_break && !world.has_diagonals();
        let queue = match (buckets, world.has_relaxed_blocks()) {
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
            relaxed_met: Vec::new(),
            queue,
            richer: Richer::new(world.monotone_pickups()),
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

    /// Adds the first state of the player.
    fn begin(&mut self, world: &World<W>) {
        let mut blocks = std::mem::take(&mut self.blocks);
        let start = match blocks.is_empty() {
            true => world.start(&mut blocks),
            // The arrangements belong to another search of the same world.
            false => world.start(&mut Blocks::default()),
        };
        self.blocks = blocks;
        if let Some((location, config)) = start {
            let config = self.number(world, &config);
            let label = Label { straight: 0, diagonal: 0, relaxed_met: 0 };
            self.meet(world, (config, location), NONE, label);
        }
    }

    /// Continues until the next state to expand satisfies `wanted`, and returns it; `None` if no states are left.
    /// Adds only states that satisfy `allowed`.
    pub(super) fn run(
        &mut self,
        world: &World<W>,
        clock: &Clock<'_>,
        mut wanted: impl FnMut(Location, &Config<W>) -> bool,
        allowed: impl Fn(Location, &Config<W>) -> bool,
    ) -> Result<Option<u32>, Limit> {
        while let Some((priority, state)) = self.queue.pop() {
            let Node { config, location, straight, .. } = self.nodes[state as usize];
            if straight & CLOSED != 0 || self.is_stale(state, priority) {
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

    /// A lower bound on the cost of any plan not found yet, if the estimates are bounds.
    pub(super) fn least(&self) -> Option<f64> {
        self.queue.least()
    }

    /// Sets the cost that further plans must be below.
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
            relaxed_met: self.relaxed_met.get(state as usize).copied().unwrap_or(0),
        }
    }

    /// The number of states that were met.
    pub(super) fn met(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// The number of bytes used.
    pub(super) fn bytes(&self) -> u64 {
        let states = self.nodes.len() * size_of::<Node>() + self.diagonal.len() * 4;
        let states = states + self.relaxed_met.len() * 2;
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
                let label = label.after(door.way, world.relaxed_blocks_met(*door));
                self.meet(world, (config, door.to), state, label);
            }
        }
        for &door in others {
            // No goal can be reached from this location.
            if self.order.bound.is_far(door.to) {
                continue;
            }
            let Some(after_it) = world.step(full, door, &mut self.blocks) else { continue };
            if allowed(door.to, &after_it) {
                let number = if after_it == *full { config } else { self.number(world, &after_it) };
                let label = label.after(door.way, world.relaxed_blocks_met(door));
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

    /// Adds a state to the queue if it is new, or if it costs less than before.
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
            if world.has_relaxed_blocks() {
                self.relaxed_met.push(label.relaxed_met);
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
        if let Some(relaxed_met) = self.relaxed_met.get_mut(known as usize) {
            *relaxed_met = label.relaxed_met;
        }
        self.enqueue(known);
    }

    /// The number of a configuration. For a new one, also computes its penalty and its links to richer ones.
    #[inline]
    fn number(&mut self, world: &World<W>, config: &Config<W>) -> u32 {
        let number = self.configs.number(config);
        if (number as usize) < self.richer.len().max(self.penalties.len()) {
            return number;
        }
        if let Some(landmarks) = &self.order.landmarks
            && number as usize == self.trees.len()
        {
            self.trees.push(landmarks.tree(&config.bits));
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

/// Borrows only the configurations.
fn full_of<const W: usize>(configs: &Configs<W>, config: u32) -> &Config<W> {
    configs.get(config)
}

// -------------------------------------------------------------------------------------------------
// The estimated cost of a plan through a state (`f = g + h` of A*), and its place in the queue.

impl<const W: usize> Search<W> {
    /// Puts a state into the queue.
    #[inline(always)]
    fn enqueue(&mut self, state: u32) {
        let label = self.label(state);
        match &self.queue {
            Queue::Heap(_) => {
                let priority = self.priority(state);
                let hash = if self.order.tie_break { self.hash(state) } else { 0 };
                self.queue.push(Entry { priority, relaxed_met: label.relaxed_met, hash, state });
            }
            _ => {
                let Node { config, location, .. } = self.nodes[state as usize];
                let ahead = match self.order.estimate {
                    Estimate::Zero => 0,
                    _ if self.order.landmarks.is_some() => self.ahead(config, location) as u32,
                    _ => self.order.bound.straight(location),
                };
                self.queue.put(label.straight + ahead, label.relaxed_met, state);
            }
        }
    }

    /// True if no plan through a state can be cheaper than the best one known.
    fn is_of_no_use(&self, state: u32) -> bool {
        let location = self.nodes[state as usize].location;
        let least = self.cost(state).plus(self.order.bound.cost(location));
        least >= self.ceiling
    }

    /// True if the state is dominated: its location was reached at no more cost with more pick-ups taken.
    fn is_dominated(&self, state: u32) -> bool {
        let Node { config, location, .. } = self.nodes[state as usize];
        let of =
            |state: u32| (self.nodes[state as usize].config, self.nodes[state as usize].location);
        self.richer.than(config).any(|richer| {
            let other = self.slots.get((richer, location), of);
            other.is_some_and(|other| self.cost(other) <= self.cost(state))
        })
    }

    /// True if a state was put into the queue again with a better priority. With buckets, the better entry comes
    /// first, and the state is closed by then.
    fn is_stale(&self, state: u32, priority: f64) -> bool {
        matches!(self.queue, Queue::Heap(_)) && priority > self.priority(state) + 1e-9
    }

    /// A lower bound of the remaining cost.
    fn ahead(&self, config: u32, location: Location) -> f64 {
        let bound = self.order.bound.value(location);
        let tree = self.trees.get(config as usize);
        let landmarks = self.order.landmarks.as_ref().zip(tree).map(|(landmarks, tree)| {
            landmarks.ahead(&self.configs.get(config).bits, location, *tree)
        });
        bound.max(landmarks.unwrap_or(0.0))
    }

    fn priority(&self, state: u32) -> f64 {
        let Node { config, location, .. } = self.nodes[state as usize];
        // A sum of whole numbers, so that equal priorities compare as equal.
        let estimate = match &self.order.estimate {
            Estimate::Bound if self.order.is_exact() && self.order.landmarks.is_none() => {
                return self.cost(state).plus(self.order.bound.cost(location)).value();
            }
            Estimate::Bound => self.ahead(config, location),
            Estimate::Zero => 0.0,
            Estimate::Guess(guess) if self.order.landmarks.is_none() => guess[location as usize],
            Estimate::Guess(guess) => guess[location as usize].max(self.ahead(config, location)),
        };
        let penalty = self.penalties.get(config as usize).copied().unwrap_or(0.0);
        self.cost(state).value() + self.order.weight * (estimate + penalty)
    }

    fn hash(&self, state: u32) -> u64 {
        let Node { config, location, .. } = self.nodes[state as usize];
        let words = self.configs.get(config).bits.iter().fold(u64::from(location), |sum, bit| {
            (sum ^ bit as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        words.wrapping_mul(0xff51_afd7_ed55_8ccd)
    }
}

// -------------------------------------------------------------------------------------------------
// Pairs of configurations that differ in one pick-up, which the richer one has.

/// Links from configurations to those with one pick-up more.
struct Richer<const W: usize> {
    /// The bits that are only ever gained and whose absence no lock requires.
    pickups: Bits<W>,
    /// By configuration, its first link, or [`NONE`].
    first: Vec<u32>,
    /// A richer configuration, and the next link of the same poorer one.
    links: Vec<(u32, u32)>,
}

impl<const W: usize> Richer<W> {
    /// An empty set of links.
    fn new(pickups: Bits<W>) -> Self {
        Self { pickups, first: Vec::new(), links: Vec::new() }
    }

    /// The number of configurations with links.
    fn len(&self) -> usize {
        self.first.len()
    }

    /// The number of bytes the links take.
    fn bytes(&self) -> u64 {
        (self.first.len() * 4 + self.links.len() * 8) as u64
    }

    /// The number of pick-ups that were taken.
    fn taken(&self, config: &Config<W>) -> u32 {
        config.bits.intersection(&self.pickups).count()
    }

    /// Adds the links between a new configuration and those with one pick-up more or less.
    fn learn(&mut self, configs: &Configs<W>, number: u32, config: &Config<W>) {
        self.first.push(NONE);
        for bit in self.pickups.iter() {
            let one = Bits::one(bit);
            let bits = config.bits.symmetric_difference(&one);
            let Some(other) = configs.find(&Config { bits, ..*config }) else { continue };
            let has_it = config.bits.meets(&one);
            let (poorer, richer) = if has_it { (other, number) } else { (number, other) };
            let link = self.links.len() as u32;
            self.links.push((richer, std::mem::replace(&mut self.first[poorer as usize], link)));
        }
    }

    /// The configurations with one pick-up more.
    fn than(&self, config: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.first.get(config as usize).copied().unwrap_or(NONE);
        let link = |link: u32| self.links.get(link as usize).copied();
        std::iter::successors(link(first), move |&(_, next)| link(next)).map(|(richer, _)| richer)
    }
}

// -------------------------------------------------------------------------------------------------
// Rooms that are crossed in one move, if possible.

impl<const W: usize> Search<W> {
    /// The same search, in which rooms whose blocks return are crossed in one move.
    pub(super) fn passing_rooms(mut self, world: &World<W>, most: VisitLimits) -> Self {
        self.rooms = Rooms::of(world, most).map(Box::new);
        self
    }

    /// The number of expanded states, between and within rooms.
    pub(super) fn explored(&self) -> u64 {
        self.expanded + self.rooms.as_ref().map_or(0, |rooms| rooms.looked)
    }

    /// Adds the states behind all doors out of a state's room, and the goals in the room. Returns false for a room
    /// that is searched by single moves.
    fn pass(&mut self, world: &World<W>, state: u32, full: &Config<W>) -> bool {
        let Some(mut rooms) = self.rooms.take() else { return false };
        let at = (self.nodes[state as usize].location, full);
        let endings = rooms.endings(world, &mut self.blocks, &self.order.bound, at);
        for ending in endings.iter().flat_map(|endings| endings.iter()) {
            let after = rooms.after(full, ending);
            let label = self.label(state).beyond(ending.cost, ending.relaxed_met);
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
                let label = label.after(door.way, world.relaxed_blocks_met(door));
                self.meet(world, (number, door.to), state, label);
            }
        }
        self.rooms = Some(rooms);
        endings.is_some()
    }

    /// The moves through a room from one state to another.
    fn moves_through(&mut self, world: &World<W>, from: u32, to: u32) -> Vec<Move> {
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
}

/// A state as its location and configuration.
type Full<const W: usize> = (Location, Config<W>);

// -------------------------------------------------------------------------------------------------
// The plan that leads to a state: its moves are found again by the rules.

impl<const W: usize> Search<W> {
    /// The plan that leads to a state: for every state on the path, the move by which the rules lead to it, or the
    /// moves through a room.
    pub(super) fn plan(&mut self, world: &World<W>, state: u32) -> Plan {
        let states = tables::way(state, |state| self.nodes[state as usize].parent);
        let mut moves = Vec::with_capacity(states.len());
        for pair in states.windows(2) {
            let [from, to] = [pair[0], pair[1]].map(|state| {
                let Node { config, location, .. } = self.nodes[state as usize];
                (location, *self.configs.get(config))
            });
            match self.single(world, from, to) {
                Some(single) => moves.push(single),
                None => moves.extend(self.moves_through(world, pair[0], pair[1])),
            }
        }
        Plan { moves }
    }

    /// The cheapest move that leads from one state to another.
    fn single(&mut self, world: &World<W>, from: Full<W>, to: Full<W>) -> Option<Move> {
        let ((location, config), (there, wanted)) = (from, to);
        let mut doors: Vec<_> =
            (0..).zip(world.doors(location)).filter(|(_, d)| d.to == there).collect();
        doors.sort_by_key(|(_, door)| Cost::of(door.way));
        for (number, &door) in doors {
            if world.step(&config, door, &mut self.blocks) == Some(wanted) {
                return Some(Move::Goto { to: there, door: number });
            }
        }
        let mut flips = (0..).zip(world.flips(location));
        let leads = |toggle| there == location && world.flip(&config, toggle) == Some(wanted);
        let flip = flips.find(|(_, toggle)| leads(*toggle));
        flip.map(|(flip, _)| Move::Flip { flip })
    }
}

/// A cheapest plan to a state that is `wanted`, through states that are `allowed`; `None` if there is none. If the
/// states come from another search of the same world, `blocks` are its arrangements.
pub(crate) fn cheapest<const W: usize>(
    world: &World<W>,
    blocks: &Blocks,
    clock: &Clock<'_>,
    wanted: impl FnMut(Location, &Config<W>) -> bool,
    allowed: impl Fn(Location, &Config<W>) -> bool,
) -> Result<Option<Plan>, Limit> {
    let order = Order::exact(Rc::new(Distances::zero(world.locations())));
    let mut search = Search::new(world, order, false, blocks.clone());
    let found = search.run(world, clock, wanted, allowed)?;
    Ok(found.map(|state| search.plan(world, state)))
}

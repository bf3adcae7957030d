//! A*: states in the order of what a plan through them promises to cost (Hart, Nilsson and Raphael, 1968).
//!
//! A state is the number of its configuration and its place; what it cost and where it was reached from
//! are kept beside. The moves themselves are not: when a goal is reached, they are asked from the rules
//! again. A state that was found to cost less than before is expanded again.
//!
//! A state is *dominated* when the same place was reached at no more cost with the same locks open, the same
//! toggles and blocks, and more taken: whatever can be done from it can be done from the other. Dominated
//! states are not expanded. Comparing what was taken alone would not do: a key that was taken and spent is
//! gone, so that the locks must be the same.

use super::configs::Configs;
use super::heuristic;
use super::order::{Estimate, Label, Order};
use super::queue::{Entry, Queue};
use super::slots::{NONE, Slots};
use crate::limits::{Clock, Limit};
use crate::plan::{Cost, Move, Plan};
use crate::rules::bits::Bits;
use crate::rules::blocks::Blocks;
use crate::rules::door::Door;
use crate::rules::world::{Config, World};
use crate::rules::{Location, Way};

/// A state that was met.
struct Node {
    config: u32,
    place: Location,
    parent: u32,
    /// How many straight moves the plan to here has; the upper bit says that it has been expanded since.
    straight: u32,
}

const CLOSED: u32 = 1 << 31;

/// A search. It can be stopped by a limit and gone on with.
pub(super) struct Search<const W: usize> {
    order: Order<W>,
    configs: Configs<W>,
    blocks: Blocks,
    slots: Slots,
    nodes: Vec<Node>,
    /// By state how many diagonal steps its plan has; empty without diagonals.
    diagonal: Vec<u32>,
    /// By state how many blocks that stop nobody its plan meets; empty where there are none.
    shunned: Vec<u16>,
    queue: Queue,
    /// By configuration: the first of its links to those with one pick-up more, or [`NONE`].
    first_richer: Vec<u32>,
    /// Links: a configuration, and the next link of the same poorer one.
    richer: Vec<(u32, u32)>,
    /// By configuration: what is added to the distance.
    penalties: Vec<f64>,
    /// By configuration, where there are errands: the least tree that joins them.
    trees: Vec<f64>,
    /// The bits that are only ever gained, and never asked to be missing.
    pickups: Bits<W>,
    prune: bool,
    pub(super) expanded: u64,
    pub(super) pruned: u64,
    most_waiting: u64,
    /// A plan that costs as much is known: only cheaper ones are of use.
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
            slots: Slots::new(world.places(), world.has_blocks()),
            nodes: Vec::new(),
            diagonal: Vec::new(),
            shunned: Vec::new(),
            queue,
            first_richer: Vec::new(),
            richer: Vec::new(),
            penalties: Vec::new(),
            trees: Vec::new(),
            pickups: world.pickups(),
            prune,
            expanded: 0,
            pruned: 0,
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
        if let Some((place, config)) = start {
            let config = self.number(world, &config);
            let label = Label { straight: 0, diagonal: 0, shunned: 0 };
            self.meet(world, (config, place), NONE, label);
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
            let Node { config, place, straight, .. } = self.nodes[state as usize];
            if straight & CLOSED != 0 || self.is_stale(state, promise) {
                continue;
            }
            let full = self.configs.get(config);
            if wanted(place, full) && self.cost(state) < self.ceiling {
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
            if !world.is_goal(place, &full) {
                self.expand(world, state, &full, &allowed);
            }
        }
        Ok(None)
    }

    /// The least that any plan not found yet can cost, where distances are bounds.
    pub(super) fn least(&self) -> Option<f64> {
        self.queue.least()
    }

    /// From now on only plans that cost less are of use.
    pub(super) fn undercut(&mut self, cost: Cost) {
        self.ceiling = cost;
    }

    /// The most states that waited at one time.
    pub(super) fn most_waiting(&self) -> u64 {
        self.most_waiting.max(self.queue.len() as u64)
    }

    /// What a state costs.
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

    /// How many states were met.
    pub(super) fn met(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// How many bytes they take.
    pub(super) fn bytes(&self) -> u64 {
        let richer = self.first_richer.len() * 4 + self.richer.len() * 8;
        let states = self.nodes.len() * size_of::<Node>() + self.diagonal.len() * 4;
        let states = states + self.shunned.len() * 2;
        (states + richer + self.penalties.len() * 8) as u64
            + self.configs.bytes()
            + self.blocks.bytes()
            + self.slots.bytes()
            + self.queue.bytes()
    }

    fn check(&mut self, clock: &Clock<'_>) -> Result<(), Limit> {
        let states = self.nodes.len() as u64;
        clock.check_states(states)?;
        if !self.expanded.is_multiple_of(1024) {
            return Ok(());
        }
        self.most_waiting = self.most_waiting.max(self.queue.len() as u64);
        clock.check_amounts(states, || self.bytes())
    }

    /// Whether no plan through a state can cost less than one that is known.
    fn is_of_no_use(&self, state: u32) -> bool {
        let place = self.nodes[state as usize].place;
        let least = self.cost(state).plus(self.order.bound.cost(place));
        least >= self.ceiling
    }

    /// Whether a state was put into the queue again since, with a better promise. In buckets the state is
    /// expanded from the better one first, and is closed by then.
    fn is_stale(&self, state: u32, promise: f64) -> bool {
        matches!(self.queue, Queue::Heap(_)) && promise > self.promise(state) + 1e-9
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
        let Node { config, place, .. } = self.nodes[state as usize];
        let label = self.label(state);
        let (plain, others) = world.doors_by_kind(place);
        for door in plain {
            if allowed(door.to, full) {
                let label = after(world, label, *door);
                self.meet(world, (config, door.to), state, label);
            }
        }
        for &door in others {
            // A place from which no goal can be reached is not worth a look.
            if self.order.bound.is_far(door.to) {
                continue;
            }
            let Some(after_it) = world.step(full, door, &mut self.blocks) else { continue };
            if allowed(door.to, &after_it) {
                let number = if after_it == *full { config } else { self.number(world, &after_it) };
                let label = after(world, label, door);
                self.meet(world, (number, door.to), state, label);
            }
        }
        for toggle in world.flips(place) {
            let flipped = world.flip(full, toggle).filter(|after| allowed(place, after));
            if let Some(flipped) = flipped {
                let number = self.number(world, &flipped);
                let label = Label { straight: (label.straight + 1).min(CLOSED - 1), ..label };
                self.meet(world, (number, place), state, label);
            }
        }
    }

    /// Meets a state: a new one waits to be expanded, and so does one that costs less than before.
    #[inline(always)]
    fn meet(&mut self, world: &World<W>, at: (u32, Location), parent: u32, label: Label) {
        let (config, place) = at;
        if self.order.bound.is_far(place) {
            return;
        }
        let next = self.nodes.len() as u32;
        let nodes = &self.nodes;
        let of = |state: u32| (nodes[state as usize].config, nodes[state as usize].place);
        let Some(known) = self.slots.meet(at, next, of) else {
            self.nodes.push(Node { config, place, parent, straight: label.straight });
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

    /// Puts a state into the queue.
    #[inline(always)]
    fn enqueue(&mut self, state: u32) {
        let label = self.label(state);
        match &self.queue {
            Queue::Heap(_) => {
                let promise = self.promise(state);
                let hash = if self.order.tie_break { self.hash(state) } else { 0 };
                self.queue.push(Entry { promise, shunned: label.shunned, hash, state });
            }
            _ => {
                let Node { config, place, .. } = self.nodes[state as usize];
                let ahead = match self.order.estimate {
                    Estimate::Nothing => 0,
                    _ if self.order.errands.is_some() => self.ahead(config, place) as u32,
                    _ => self.order.bound.straight(place),
                };
                self.queue.put(label.straight + ahead, label.shunned, state);
            }
        }
    }

    /// A bound of what is still to be paid.
    fn ahead(&self, config: u32, place: Location) -> f64 {
        let bound = self.order.bound.value(place);
        let tree = self.trees.get(config as usize);
        let errands =
            self.order.errands.as_ref().zip(tree).map(|(errands, tree)| {
                tree + errands.nearest(&self.configs.get(config).bits, place)
            });
        bound.max(errands.unwrap_or(0.0))
    }

    fn promise(&self, state: u32) -> f64 {
        let Node { config, place, .. } = self.nodes[state as usize];
        // A sum of whole numbers, so that equal promises are equal.
        let estimate = match &self.order.estimate {
            Estimate::Bound if self.order.is_exact() && self.order.errands.is_none() => {
                return self.cost(state).plus(self.order.bound.cost(place)).value();
            }
            Estimate::Bound => self.ahead(config, place),
            Estimate::Nothing => 0.0,
            Estimate::Guess(guess) if self.order.errands.is_none() => guess[place as usize],
            Estimate::Guess(guess) => guess[place as usize].max(self.ahead(config, place)),
        };
        let penalty = self.penalties.get(config as usize).copied().unwrap_or(0.0);
        self.cost(state).value() + self.order.weight * (estimate + penalty)
    }

    /// A number that depends on the state alone.
    fn hash(&self, state: u32) -> u64 {
        let Node { config, place, .. } = self.nodes[state as usize];
        let words = self.configs.get(config).bits.iter().fold(u64::from(place), |sum, bit| {
            (sum ^ bit as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        words.wrapping_mul(0xff51_afd7_ed55_8ccd)
    }

    /// The number of a configuration; a new one gets its penalty, and learns which are richer.
    #[inline]
    fn number(&mut self, world: &World<W>, config: &Config<W>) -> u32 {
        let number = self.configs.number(config);
        if (number as usize) < self.first_richer.len().max(self.penalties.len()) {
            return number;
        }
        if let Some(errands) = &self.order.errands
            && number as usize == self.trees.len()
        {
            self.trees.push(errands.tree(&config.bits));
        }
        if let Some(kind) = self.order.penalty {
            let boost = self.order.key_boost;
            let taken = f64::from(config.bits.intersection(&self.pickups).count());
            let scale = heuristic::scale(kind);
            let penalty = heuristic::penalty(kind, world, config);
            self.penalties.push(penalty * scale - boost * taken);
        }
        if self.prune {
            self.compare(number, config);
        }
        number
    }

    /// Finds the configurations that have one pick-up more or less than a new one.
    fn compare(&mut self, number: u32, config: &Config<W>) {
        self.first_richer.push(NONE);
        for bit in self.pickups.iter() {
            let one = Bits::one(bit);
            let bits = config.bits.symmetric_difference(&one);
            let Some(other) = self.configs.find(&Config { bits, ..*config }) else { continue };
            let has_it = config.bits.meets(&one);
            let (poorer, richer) = if has_it { (other, number) } else { (number, other) };
            let link = self.richer.len() as u32;
            self.richer
                .push((richer, std::mem::replace(&mut self.first_richer[poorer as usize], link)));
        }
    }

    /// Whether the same place was reached at no more cost with more taken.
    fn is_dominated(&self, state: u32) -> bool {
        let Node { config, place, .. } = self.nodes[state as usize];
        let of = |state: u32| (self.nodes[state as usize].config, self.nodes[state as usize].place);
        let first = self.first_richer.get(config as usize).copied().unwrap_or(NONE);
        let link = |link: u32| self.richer.get(link as usize).copied();
        let mut richer = std::iter::successors(link(first), |&(_, next)| link(next));
        richer.any(|(richer, _)| {
            let other = self.slots.get((richer, place), of);
            other.is_some_and(|other| self.cost(other) <= self.cost(state))
        })
    }

    /// The plan that leads to a state: for every state on the way, the move by which the rules lead on to it.
    pub(super) fn plan(&mut self, world: &World<W>, state: u32) -> Plan {
        let mut states = vec![state];
        while let Some(&last) = states.last()
            && self.nodes[last as usize].parent != NONE
        {
            states.push(self.nodes[last as usize].parent);
        }
        states.reverse();
        let mut moves = Vec::with_capacity(states.len());
        for pair in states.windows(2) {
            moves.extend(self.move_between(world, pair[0], pair[1]));
        }
        Plan { moves }
    }

    /// The cheapest move that leads from one state to another.
    fn move_between(&mut self, world: &World<W>, from: u32, to: u32) -> Option<Move> {
        let Node { config, place, .. } = self.nodes[from as usize];
        let Node { config: wanted, place: there, .. } = self.nodes[to as usize];
        let config = *full_of(&self.configs, config);
        let wanted = *full_of(&self.configs, wanted);
        let mut doors: Vec<_> =
            (0..).zip(world.doors(place)).filter(|(_, d)| d.to == there).collect();
        doors.sort_by_key(|(_, door)| Cost::of(door.way));
        for (number, &door) in doors {
            if world.step(&config, door, &mut self.blocks) == Some(wanted) {
                return Some(Move::Goto { to: there, door: number });
            }
        }
        let mut flips = (0..).zip(world.flips(place));
        let flip = flips.find(|(_, toggle)| world.flip(&config, toggle) == Some(wanted));
        flip.map(|(flip, _)| Move::Flip { flip })
    }
}

/// What a plan costs after a step. Costs stop far below where they would run over.
#[inline(always)]
fn after<const W: usize>(world: &World<W>, label: Label, door: Door) -> Label {
    let Label { straight, diagonal, shunned } = label;
    let shunned = shunned.saturating_add(world.blocks_met(door));
    match door.way {
        Way::Pass => Label { shunned, ..label },
        way if way.is_diagonal() => Label { diagonal: diagonal + 1, shunned, ..label },
        _ => Label { straight: (straight + 1).min(CLOSED - 1), diagonal, shunned },
    }
}

/// Borrows the configurations alone.
fn full_of<const W: usize>(configs: &Configs<W>, config: u32) -> &Config<W> {
    configs.get(config)
}

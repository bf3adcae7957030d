//! A search between rooms: its states, in the order of a lower bound on the cost of a plan through them, and that
//! bound.

use super::places::{Exit, FAR, Flood, Pieces, Ports, opens};
use super::{ChangedRooms, Question, RoomCache};
use crate::plan::Cost;
use crate::rules::{Bits, Blocks, Config, Door, Location, World};
use crate::solve::queue::Queue;
use crate::solve::tables::{self, NONE};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// A state that was met.
struct Node<const W: usize> {
    at: Location,
    config: Config<W>,
    cost: u32,
    /// The previous state, or [`NONE`].
    parent: u32,
    /// True if it is dominated, or was expanded.
    is_over: bool,
    wins: bool,
}

/// The end of a search.
#[derive(Clone, Copy, Debug)]
pub(super) enum SearchEnd {
    /// At a goal, given by its state.
    Goal(u32),
    /// All states were expanded.
    Exhausted,
    /// There were too many states.
    TooMany,
    /// A room takes too long.
    TooLong,
}

/// The states of a search.
pub(super) struct States<const W: usize> {
    nodes: Vec<Node<W>>,
    /// By location and the bits that must be equal, the states that are not dominated.
    best: FxHashMap<(Location, Bits<W>), SmallVec<[u32; 4]>>,
    /// The bits that are never a disadvantage.
    monotone: Bits<W>,
    queue: Queue,
    guide: Guide<W>,
    pub(super) end: SearchEnd,
}

impl<const W: usize> States<W> {
    /// Searches the changed world of a room cache.
    pub(super) fn search(
        room_cache: &mut RoomCache<W>,
        changed: &mut ChangedRooms<W>,
        guide: Guide<W>,
        question: &Question<W>,
        most: usize,
    ) -> Self {
        let monotone =
            room_cache.world.monotone_pickups().union(&room_cache.world.monotone_plate_symbols());
        let mut states = Self {
            nodes: Vec::new(),
            best: FxHashMap::default(),
            monotone,
            queue: Queue::buckets(),
            guide,
            end: SearchEnd::Exhausted,
        };
        if let Some((at, config)) = room_cache.world.start(&mut Blocks::default()) {
            states.meet(room_cache, at, config, (0, NONE));
        }
        while let Some((_, state)) = states.queue.pop() {
            let node = &mut states.nodes[state as usize];
            if std::mem::replace(&mut node.is_over, true) {
                continue;
            }
            let (at, config) = (node.at, node.config);
            if node.wins || room_cache.world.is_goal(at, &config) {
                states.end = SearchEnd::Goal(state);
                break;
            }
            if states.nodes.len() > most {
                states.end = SearchEnd::TooMany;
                break;
            }
            if !states.pass(room_cache, changed, question, state) {
                states.end = SearchEnd::TooLong;
                break;
            }
        }
        states
    }

    /// The number of states that were met.
    pub(super) fn met(&self) -> u64 {
        self.nodes.len() as u64
    }

    pub(super) fn cost(&self, state: u32) -> u32 {
        self.nodes[state as usize].cost
    }

    /// The states on the path to a state, from the start.
    pub(super) fn way(&self, state: u32) -> Vec<(Location, Config<W>)> {
        let states = tables::way(state, |state| self.nodes[state as usize].parent).into_iter();
        let nodes = states.map(|state| &self.nodes[state as usize]);
        nodes.map(|node| (node.at, node.config)).collect()
    }

    /// Adds the states behind all doors out of a state's room, and the goals in the room. Returns false if that takes
    /// too long.
    fn pass(
        &mut self,
        room_cache: &mut RoomCache<W>,
        changed: &mut ChangedRooms<W>,
        question: &Question<W>,
        state: u32,
    ) -> bool {
        let Node { at, config, cost, .. } = self.nodes[state as usize];
        let world = &room_cache.world;
        let is_changed = changed.is_changed[room_cache.rooms.number(at) as usize];
        // The cached visits of a room use the arrangement numbers of the room cache, the states those of the changed
        // world.
        let (rooms, endings, begin) = if is_changed {
            let endings =
                changed.rooms.endings(world, &mut changed.blocks, &room_cache.bound, (at, &config));
            (&changed.rooms, endings, config)
        } else {
            let blocks = room_cache.blocks.like(&changed.blocks, config.blocks);
            let begin = Config { blocks, ..config };
            let endings = room_cache.rooms.endings(
                world,
                &mut room_cache.blocks,
                &room_cache.bound,
                (at, &begin),
            );
            (&room_cache.rooms, endings, begin)
        };
        let Some(endings) = endings else { return false };
        let blocks = &mut changed.blocks;
        let mut onward: SmallVec<[(Location, Config<W>, u32, bool); 16]> = SmallVec::new();
        for ending in endings.iter() {
            let mut after = rooms.after(&begin, ending);
            if !is_changed {
                after.blocks = blocks.like(&room_cache.blocks, after.blocks);
            }
            let cost = cost + ending.cost;
            if world.is_goal(ending.at, &after) {
                onward.push((ending.at, after, cost, true));
                continue;
            }
            for &door in world.doors(ending.at).iter().filter(|door| door.resets) {
                if is_closed(&room_cache.regions, question, ending.at, door) {
                    continue;
                }
                if let Some(left) = world.step(&after, door, blocks) {
                    onward.push((door.to, left, cost + Cost::of(door.way).straight as u32, false));
                }
            }
        }
        for (at, config, cost, wins) in onward {
            if wins {
                self.wait(Node { at, config, cost, parent: state, is_over: false, wins }, cost);
            } else {
                self.meet(room_cache, at, config, (cost, state));
            }
        }
        true
    }

    /// Adds a state to the queue, unless it is dominated or leads nowhere. Removes the states that it dominates.
    fn meet(
        &mut self,
        room_cache: &RoomCache<W>,
        at: Location,
        config: Config<W>,
        (cost, parent): (u32, u32),
    ) {
        let rest = self.guide.least(room_cache.ports.number(at), &config.bits);
        if rest == FAR {
            return;
        }
        let Self { nodes, best, monotone, .. } = self;
        let bits = config.bits;
        let alike = best.entry((at, bits.difference(monotone))).or_default();
        let outdoes = |other: &u32| {
            let other = &nodes[*other as usize];
            other.cost <= cost && other.config.bits.contains(&bits)
        };
        if alike.iter().any(outdoes) {
            return;
        }
        let next = nodes.len() as u32;
        alike.retain(|other| {
            let other = &mut nodes[*other as usize];
            let is_outdone = other.cost >= cost && bits.contains(&other.config.bits);
            other.is_over |= is_outdone;
            !is_outdone
        });
        alike.push(next);
        self.wait(Node { at, config, cost, parent, is_over: false, wins: false }, cost + rest);
    }

    fn wait(&mut self, node: Node<W>, priority: u32) {
        self.queue.put(priority, 0, self.nodes.len() as u32);
        self.nodes.push(node);
    }
}

fn is_closed<const W: usize>(
    regions: &[u32],
    question: &Question<W>,
    from: Location,
    door: Door,
) -> bool {
    let [a, b] = [from, door.to].map(|at| regions[at as usize]);
    question.closed.contains(&(a.min(b), a.max(b)))
}

// -------------------------------------------------------------------------------------------------
// A lower bound on the remaining cost of a plan: a path through all missing needs, in a possible order, and on to a
// goal.
//
// A need is a thing that no plan can do without, even if all locks but its own were open. The distances between needs
// ignore locks. The cheapest order is computed backwards from the goal (Held and Karp, 1962), once for each set of
// missing needs. Invariant: the bound never exceeds the remaining cost.

/// The largest number of needs.
const MOST_NEEDED: usize = 30;
/// The largest number of sets of missing needs whose orders are computed. For further sets, the farthest need gives
/// the bound.
const MOST_SETS: usize = 30_000;

/// A thing that every plan needs.
struct Need<const W: usize> {
    bit: Bits<W>,
    /// By port, the distance to it.
    to: Vec<u32>,
    /// The distance from it to each other need, and from it to a goal.
    onward: Vec<u32>,
    goal: u32,
    /// The needs that are certainly met before it, as bits.
    before: u32,
}

/// The lower bound.
pub(super) struct Guide<const W: usize> {
    needs: Vec<Need<W>>,
    /// By port, the distance to a goal.
    goal: Vec<u32>,
    /// By set of missing needs, those that can be next, each with the cost of the rest from there.
    orders: FxHashMap<u32, Rc<[(u8, u32)]>>,
}

impl<const W: usize> Guide<W> {
    /// The bound in a world that can be won in the relaxation.
    pub(super) fn of(
        world: &World<W>,
        (ports, pieces): (&Ports, &Pieces<W>),
        is_closed: impl Fn(Location, Location) -> bool + Copy,
        (reached, without): (&Flood<W>, Bits<W>),
    ) -> Self {
        let is_open = |exit: &Exit| {
            !is_closed(exit.from, exit.door.to) && opens(world, &reached.held, exit.door)
        };
        let goals: Vec<Location> = world.goals().collect();
        let goal = ports.distances(&goals, is_open);
        let takeable: Bits<W> = ports.all.iter().map(|&at| world.gives(at)).collect();
        let mut needs: Vec<Need<W>> = Vec::new();
        let mut lies: Vec<Vec<Location>> = Vec::new();
        let mut had: Vec<Bits<W>> = Vec::new();
        let start = world.start_location().map_or_else(Bits::default, |at| world.gives(at));
        let asked = takeable.intersection(&reached.held).difference(&start);
        for bit in asked.iter().map(Bits::one).take(MOST_NEEDED) {
            let lacking = pieces.flood(world, is_closed, without.union(&bit));
            if lacking.wins {
                continue;
            }
            let gives = |at: &Location| world.gives(*at).meets(&bit);
            let ends: Vec<Location> = ports.all.iter().copied().filter(gives).collect();
            let to = ports.distances(&ends, is_open);
            needs.push(Need { bit, to, onward: Vec::new(), goal: FAR, before: 0 });
            lies.push(ends);
            had.push(lacking.held);
        }
        let from = |ends: &[Location], to: &[u32]| {
            ends.iter().map(|&end| to[ports.number(end) as usize]).min().unwrap_or(FAR)
        };
        for number in 0..needs.len() {
            let ends = &lies[number];
            let onward = needs.iter().map(|need| from(ends, &need.to)).collect();
            let before = (0..)
                .zip(&had)
                .filter(|(other, had)| *other != number && !had.meets(&needs[number].bit));
            needs[number].before = before.fold(0, |all, (other, _)| all | 1 << other);
            (needs[number].onward, needs[number].goal) = (onward, from(ends, &goal));
        }
        Self { needs, goal, orders: FxHashMap::default() }
    }

    /// A lower bound on the cost from a port with some bits held; [`FAR`] if no goal can be reached.
    pub(super) fn least(&mut self, port: u32, held: &Bits<W>) -> u32 {
        let goal = self.goal[port as usize];
        let missing = (0..).zip(&self.needs).filter(|(_, need)| !held.meets(&need.bit));
        let missing = missing.fold(0, |all: u32, (number, _)| all | 1 << number);
        if missing == 0 || goal == FAR {
            return goal;
        }
        let order = self.order(missing);
        let through = order
            .iter()
            .map(|&(next, rest)| self.needs[next as usize].to[port as usize].saturating_add(rest));
        through.min().unwrap_or(FAR).max(goal)
    }

    /// The missing needs that can be next, each with the least cost of the rest from there.
    fn order(&mut self, missing: u32) -> Rc<[(u8, u32)]> {
        if let Some(known) = self.orders.get(&missing) {
            return Rc::clone(known);
        }
        let is_full = self.orders.len() >= MOST_SETS;
        let each = (0..self.needs.len()).filter(|next| missing >> next & 1 == 1);
        let first: Vec<usize> =
            each.filter(|&next| self.needs[next].before & missing == 0).collect();
        let order: Rc<[(u8, u32)]> = first
            .into_iter()
            .map(|next| {
                let left = missing & !(1 << next);
                let rest = if is_full { self.farthest(next, left) } else { self.after(next, left) };
                (next as u8, rest)
            })
            .collect();
        if !is_full {
            self.orders.insert(missing, Rc::clone(&order));
        }
        order
    }

    /// The least cost from a need through all that are left.
    fn after(&mut self, from: usize, left: u32) -> u32 {
        if left == 0 {
            return self.needs[from].goal;
        }
        let order = self.order(left);
        let onward = &self.needs[from].onward;
        let through = order.iter().map(|&(next, rest)| onward[next as usize].saturating_add(rest));
        through.min().unwrap_or(FAR)
    }

    /// A lower bound on that cost: the path through the farthest need.
    fn farthest(&self, from: usize, left: u32) -> u32 {
        let through = (0..).zip(&self.needs).filter(|(other, _)| left >> other & 1 == 1);
        let need = &self.needs[from];
        let through =
            through.map(|(other, next): (usize, _)| need.onward[other].saturating_add(next.goal));
        through.max().unwrap_or(need.goal)
    }
}

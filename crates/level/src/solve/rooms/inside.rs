//! One visit of a room: states in the order of what endings through them cost at least.

use super::super::configs::Configs;
use super::super::heuristic::Distances;
use super::super::queue::Queue;
use super::super::slots::{NONE, Slots};
use super::ahead::Ahead;
use super::room::{FAR, Room};
use crate::plan::Cost;
use crate::rules::bits::Bits;
use crate::rules::blocks::{Arrangement, Blocks};
use crate::rules::world::{Config, World};
use crate::rules::{Location, Way};
use rustc_hash::FxHashMap;

/// A state, and how it is reached best.
struct Node {
    config: u32,
    location: Location,
    parent: u32,
    cost: u32,
    shunned: u16,
    is_closed: bool,
    /// What the rest costs at least, and after how many changes of what is wanted that was worked out; [`NONE`] where it
    /// was not.
    ahead: u32,
    bound_at: u32,
}

/// The end of a visit: a state from which the room is left, or one that wins.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Ending<const W: usize> {
    pub(in super::super) at: Location,
    /// The bits that matter to moves within the room.
    pub(super) bits: Bits<W>,
    pub(super) blocks: Arrangement,
    /// The least cost, and the number of ghost blocks met.
    pub(in super::super) cost: u32,
    pub(in super::super) shunned: u16,
}

/// A visit.
pub(super) struct Inside<'a, const W: usize> {
    room: &'a Room<W>,
    bound: &'a Distances,
    ahead: Option<Ahead<'a, W>>,
    configs: Configs<W>,
    slots: Slots,
    nodes: Vec<Node>,
    queue: Queue,
    /// The endings, each with its state, and by location and bits.
    endings: Vec<(Ending<W>, u32)>,
    ending_of: FxHashMap<(Location, Bits<W>), usize>,
    /// The number of states that were looked at.
    pub(super) looked: u64,
}

impl<'a, const W: usize> Inside<'a, W> {
    /// A visit that begins in a state.
    pub(super) fn new(
        world: &World<W>,
        blocks: &Blocks,
        room: &'a Room<W>,
        bound: &'a Distances,
        (at, config): (Location, &Config<W>),
    ) -> Self {
        let mut inside = Self {
            room,
            bound,
            ahead: Ahead::of(world, blocks, room, (at, config)),
            configs: Configs::default(),
            slots: Slots::new(room.locations.len(), true),
            nodes: Vec::new(),
            queue: if world.shuns() { Queue::sparse() } else { Queue::buckets() },
            endings: Vec::new(),
            ending_of: FxHashMap::default(),
            looked: 0,
        };
        let config = inside.configs.number(config);
        let node = Node {
            config,
            location: at,
            parent: NONE,
            cost: 0,
            shunned: 0,
            is_closed: false,
            ahead: 0,
            bound_at: NONE,
        };
        inside.meet(node);
        inside
    }

    /// The work of the visit, in states: those that were looked at, and the locations that were looked at before.
    pub(super) fn work(&self) -> u64 {
        self.looked + self.ahead.as_ref().map_or(0, |ahead| ahead.hoped)
    }

    /// All endings of the visit that are wanted; `None` if more than so many states had to be looked at.
    pub(super) fn endings(
        &mut self,
        world: &World<W>,
        blocks: &mut Blocks,
        most: u64,
    ) -> Option<Vec<Ending<W>>> {
        while let Some((promise, state)) = self.queue.pop() {
            let Node { config, location, cost, shunned, is_closed, ahead, bound_at, .. } =
                self.nodes[state as usize];
            if is_closed {
                continue;
            }
            let config = *self.configs.get(config);
            let changes = self.changes();
            let ahead = match bound_at == changes {
                true => ahead,
                false => self.ahead(world, blocks, location, &config),
            };
            if ahead == FAR {
                continue;
            }
            let node = &mut self.nodes[state as usize];
            (node.ahead, node.bound_at) = (ahead, changes);
            // Fewer ends are left than when it was put there.
            if f64::from(cost + ahead) > promise {
                self.queue.put(cost + ahead, shunned, state);
                continue;
            }
            node.is_closed = true;
            self.looked += 1;
            if self.looked > most {
                return None;
            }
            let wins = world.is_goal(location, &config);
            self.note(state, location, &config, wins);
            if self.ahead.as_ref().is_some_and(Ahead::is_over) {
                break;
            }
            if !wins {
                self.expand(world, blocks, state, &config);
            }
        }
        Some(self.endings.iter().map(|(ending, _)| *ending).collect())
    }

    /// The states of the way to an ending, first to last.
    pub(super) fn way(&self, ending: &Ending<W>) -> Vec<(Location, Config<W>)> {
        let found = self.ending_of.get(&(ending.at, ending.bits));
        let mut state = found.map_or(NONE, |&ending| self.endings[ending].1);
        let mut way = Vec::new();
        while let Some(node) = self.nodes.get(state as usize) {
            way.push((node.location, *self.configs.get(node.config)));
            state = node.parent;
        }
        way.reverse();
        way
    }

    /// The number of times that less was wanted.
    fn changes(&self) -> u32 {
        self.ahead.as_ref().map_or(0, |ahead| ahead.changes)
    }

    fn ahead(
        &mut self,
        world: &World<W>,
        blocks: &Blocks,
        location: Location,
        config: &Config<W>,
    ) -> u32 {
        let place = self.room.place(location);
        match &mut self.ahead {
            Some(ahead) => ahead.bound(world, blocks, place, config),
            None => 0,
        }
    }

    /// Notes the ending of a state, if it is one that was not reached better.
    fn note(&mut self, state: u32, at: Location, config: &Config<W>, wins: bool) {
        let Some(end) = self.room.ends.iter().position(|end| end.at == at) else { return };
        let Node { cost, shunned, .. } = self.nodes[state as usize];
        let bits = config.bits.intersection(&self.room.relevant);
        let ending = Ending { at, bits, blocks: config.blocks, cost, shunned };
        let next = self.endings.len();
        let known = *self.ending_of.entry((at, bits)).or_insert(next);
        match self.endings.get_mut(known) {
            None => self.endings.push((ending, state)),
            Some((best, by)) if (cost, shunned) < (best.cost, best.shunned) => {
                (*best, *by) = (ending, state);
            }
            Some(_) => {}
        }
        if let Some(ahead) = &mut self.ahead {
            ahead.reach(end, &bits, wins);
        }
    }

    /// Makes all moves of a state that do not leave the room.
    fn expand(&mut self, world: &World<W>, blocks: &mut Blocks, state: u32, config: &Config<W>) {
        let Node { config: number, location, cost, shunned, .. } = self.nodes[state as usize];
        let changes = self.changes();
        let reached = |config, location, way, met: u16, ahead| Node {
            config,
            location,
            parent: state,
            cost: cost + Cost::of(way).straight as u32,
            shunned: shunned.saturating_add(met),
            is_closed: false,
            ahead,
            bound_at: changes,
        };
        for &door in world.doors(location) {
            if door.resets || self.bound.is_far(door.to) {
                continue;
            }
            let Some(after) = world.step(config, door, blocks) else { continue };
            let ahead = self.ahead(world, blocks, door.to, &after);
            let number = if after == *config { number } else { self.configs.number(&after) };
            self.meet(reached(number, door.to, door.way, world.blocks_met(door), ahead));
        }
        for toggle in world.flips(location) {
            let Some(after) = world.flip(config, toggle) else { continue };
            let number = self.configs.number(&after);
            let flipped = reached(number, location, Way::Goto, 0, 0);
            self.meet(Node { bound_at: NONE, ..flipped });
        }
    }

    /// Meets a state: a new one waits to be looked at, and so does one that costs less than before.
    fn meet(&mut self, node: Node) {
        if node.ahead == FAR {
            return;
        }
        let next = self.nodes.len() as u32;
        let nodes = &self.nodes;
        let of = |state: u32| (nodes[state as usize].config, nodes[state as usize].location);
        let known = self.slots.meet((node.config, node.location), next, of);
        let (promise, shunned) = (node.cost + node.ahead, node.shunned);
        match known.and_then(|known| self.nodes.get_mut(known as usize)) {
            None => self.nodes.push(node),
            Some(old) if (node.cost, shunned) < (old.cost, old.shunned) => *old = node,
            Some(_) => return,
        }
        self.queue.put(promise, shunned, known.unwrap_or(next));
    }
}

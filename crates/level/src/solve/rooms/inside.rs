//! One visit of a room: states in the order of a lower bound on the cost of endings through them.

use super::{BlockRoom, FAR, Plate, Room};
use crate::plan::Cost;
use crate::rules::{Arrangement, Bits, Blocks, Config, Location, Way, World};
use crate::solve::heuristic::Distances;
use crate::solve::queue::Queue;
use crate::solve::tables::{Configs, NONE, Slots};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// A state, and the best way to reach it.
struct Node {
    config: u32,
    location: Location,
    parent: u32,
    cost: u32,
    relaxed_met: u16,
    is_closed: bool,
    /// A lower bound on the remaining cost, and the number of changes of the wanted endings when it was computed;
    /// [`NONE`] if it was not computed.
    ahead: u32,
    bound_at: u32,
}

/// An ending of a visit: a state from which the room is left, or a winning state.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Ending<const W: usize> {
    pub(in super::super) at: Location,
    /// The bits that are relevant to moves within the room.
    pub(super) bits: Bits<W>,
    pub(super) blocks: Arrangement,
    /// The least cost, and the number of relaxed blocks met.
    pub(in super::super) cost: u32,
    pub(in super::super) relaxed_met: u16,
}

/// A visit in progress.
pub(super) struct Inside<'a, const W: usize> {
    room: &'a Room<W>,
    bound: &'a Distances,
    ahead: Option<Ahead<'a, W>>,
    configs: Configs<W>,
    slots: Slots,
    nodes: Vec<Node>,
    queue: Queue,
    /// The endings, each with its state; and their indices by location and bits.
    endings: Vec<(Ending<W>, u32)>,
    ending_of: FxHashMap<(Location, Bits<W>), usize>,
    /// The number of states that were expanded.
    pub(super) looked: u64,
}

impl<'a, const W: usize> Inside<'a, W> {
    /// A visit that starts in a state.
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
            queue: if world.has_relaxed_blocks() { Queue::sparse() } else { Queue::buckets() },
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
            relaxed_met: 0,
            is_closed: false,
            ahead: 0,
            bound_at: NONE,
        };
        inside.meet(node);
        inside
    }

    /// The work of the visit, in states: the expanded states, and the locations that were examined before it began.
    pub(super) fn work(&self) -> u64 {
        self.looked + self.ahead.as_ref().map_or(0, |ahead| ahead.prepared)
    }

    /// All wanted endings of the visit; `None` if more than `most` states would have to be expanded.
    pub(super) fn endings(
        &mut self,
        world: &World<W>,
        blocks: &mut Blocks,
        most: u64,
    ) -> Option<Vec<Ending<W>>> {
        while let Some((priority, state)) = self.queue.pop() {
            let Node { config, location, cost, relaxed_met, is_closed, ahead, bound_at, .. } =
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
            // Fewer endings are wanted than when this entry was added.
            if f64::from(cost + ahead) > priority {
                self.queue.put(cost + ahead, relaxed_met, state);
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

    /// The states on the path to an ending, first to last.
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

    /// The number of times that the set of wanted endings shrank.
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

    /// Records the ending of a state, unless it was reached in a better way.
    fn note(&mut self, state: u32, at: Location, config: &Config<W>, wins: bool) {
        let Some(end) = self.room.ends.iter().position(|end| end.at == at) else { return };
        let Node { cost, relaxed_met, .. } = self.nodes[state as usize];
        let bits = config.bits.intersection(&self.room.relevant);
        let ending = Ending { at, bits, blocks: config.blocks, cost, relaxed_met };
        let next = self.endings.len();
        let known = *self.ending_of.entry((at, bits)).or_insert(next);
        match self.endings.get_mut(known) {
            None => self.endings.push((ending, state)),
            Some((best, by)) if (cost, relaxed_met) < (best.cost, best.relaxed_met) => {
                (*best, *by) = (ending, state);
            }
            Some(_) => {}
        }
        if let Some(ahead) = &mut self.ahead {
            ahead.reach(end, &bits, wins);
        }
    }

    /// Makes all moves of a state that stay in the room.
    fn expand(&mut self, world: &World<W>, blocks: &mut Blocks, state: u32, config: &Config<W>) {
        let Node { config: number, location, cost, relaxed_met, .. } = self.nodes[state as usize];
        let changes = self.changes();
        let reached = |config, location, way, met: u16, ahead| Node {
            config,
            location,
            parent: state,
            cost: cost + Cost::of(way).straight as u32,
            relaxed_met: relaxed_met.saturating_add(met),
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
            self.meet(reached(number, door.to, door.way, world.relaxed_blocks_met(door), ahead));
        }
        for toggle in world.flips(location) {
            let Some(after) = world.flip(config, toggle) else { continue };
            let number = self.configs.number(&after);
            let flipped = reached(number, location, Way::Goto, 0, 0);
            self.meet(Node { bound_at: NONE, ..flipped });
        }
    }

    /// Adds a state to the queue if it is new, or if it costs less than before.
    fn meet(&mut self, node: Node) {
        if node.ahead == FAR {
            return;
        }
        let next = self.nodes.len() as u32;
        let nodes = &self.nodes;
        let of = |state: u32| (nodes[state as usize].config, nodes[state as usize].location);
        let known = self.slots.meet((node.config, node.location), next, of);
        let (priority, relaxed_met) = (node.cost + node.ahead, node.relaxed_met);
        match known.and_then(|known| self.nodes.get_mut(known as usize)) {
            None => self.nodes.push(node),
            Some(old) if (node.cost, relaxed_met) < (old.cost, old.relaxed_met) => *old = node,
            Some(_) => return,
        }
        self.queue.put(priority, relaxed_met, known.unwrap_or(next));
    }
}

// -------------------------------------------------------------------------------------------------
// A lower bound on the remaining cost of a visit, up to a wanted ending.
//
// An ending is wanted if it gained something that no cheaper ending at the same location gained. A player who has
// pressed no plate yet has two options. Leaving without pressing one is useless once an ending with all other gains
// was found. Otherwise the player walks to a block, pushes blocks onto all cells of a plate, each at least as often
// as its distance requires, and then walks to an exit.

/// The largest number of plate cells for which blocks are matched with cells one by one.
const MOST_MATCHED: usize = 4;

/// The bound, and the ends at which more gains are wanted.
pub(super) struct Ahead<'a, const W: usize> {
    room: &'a Room<W>,
    block_room: &'a BlockRoom<W>,
    /// All bits that a visit can end with.
    most: Bits<W>,
    /// The bits that plates can give and that are not held yet.
    pressed: Bits<W>,
    /// The ends, by index, that were not yet reached with all gains except those of plates; and the ends that were
    /// not yet reached with all gains.
    unpressed: Vec<usize>,
    all: Vec<usize>,
    /// The least distance to one of the latter ends from a position after the last push onto a plate.
    last: u32,
    /// The number of times that the set of wanted endings shrank.
    pub(super) changes: u32,
    /// By arrangement, the number of pushes needed to press a plate, and the blocks, by index among the cells of the
    /// room.
    pushes: FxHashMap<Arrangement, (u32, SmallVec<[u32; 4]>)>,
    /// The number of locations that were examined before the visit began.
    pub(super) prepared: u64,
}

impl<'a, const W: usize> Ahead<'a, W> {
    /// The bound of a visit that starts in a state; `None` for a room in which other things change too.
    pub(super) fn of(
        world: &World<W>,
        blocks: &Blocks,
        room: &'a Room<W>,
        (at, config): (Location, &Config<W>),
    ) -> Option<Self> {
        let block_room = room.block_room.as_ref()?;
        let most = config.bits.union(&block_room.gains);
        let reachable =
            world.may_reach_within((at, config), &most.union(&block_room.downs), blocks);
        let pressed: Bits<W> = block_room.plates.iter().map(|plate| plate.gives).collect();
        let may_reach = |&end: &usize| reachable.has(room.ends[end].at);
        let ends: Vec<usize> = (0..room.ends.len()).filter(may_reach).collect();
        let mut ahead = Self {
            room,
            block_room,
            most: most.intersection(&room.relevant),
            pressed: pressed.difference(&config.bits),
            unpressed: ends.clone(),
            all: ends,
            last: 0,
            changes: 0,
            pushes: FxHashMap::default(),
            prepared: reachable.many,
        };
        ahead.set_last();
        Some(ahead)
    }

    /// The bound of a state, whose location is given by its index in the room.
    pub(super) fn bound(
        &mut self,
        world: &World<W>,
        blocks: &Blocks,
        place: usize,
        config: &Config<W>,
    ) -> u32 {
        if config.bits.meets(&self.pressed) {
            return self.room.nearest(&self.all, place);
        }
        let without = self.room.nearest(&self.unpressed, place);
        if self.pressed.is_empty() {
            return without;
        }
        without.min(self.up_to_a_plate(world, blocks, place, config.blocks))
    }

    /// Records that a state at an end was reached. If nothing more can be gained there, the end is no longer wanted.
    pub(super) fn reach(&mut self, end: usize, bits: &Bits<W>, wins: bool) {
        let unpressed = self.most.difference(&self.pressed);
        if wins || bits.contains(&unpressed) {
            self.unpressed.retain(|&left| left != end);
            self.changes += 1;
        }
        if wins || bits.contains(&self.most) {
            self.all.retain(|&left| left != end);
            self.set_last();
            self.changes += 1;
        }
    }

    /// True if nothing more is wanted.
    pub(super) fn is_over(&self) -> bool {
        self.all.is_empty()
    }

    fn set_last(&mut self) {
        let last = self.block_room.plates.iter().flat_map(|plate| &plate.last);
        let nearest = |&place: &u32| self.room.nearest(&self.all, place as usize);
        self.last = last.map(nearest).min().unwrap_or(FAR);
    }

    /// The least cost of pressing a plate that gives something new, and of leaving after that.
    fn up_to_a_plate(
        &mut self,
        world: &World<W>,
        blocks: &Blocks,
        place: usize,
        arrangement: Arrangement,
    ) -> u32 {
        let Self { block_room, pressed, pushes, .. } = self;
        let (pushes, stand) = pushes.entry(arrangement).or_insert_with(|| {
            let stands = |cell: u32| world.holds_block(arrangement, cell, blocks);
            let cells = (0..).zip(&block_room.cells).filter(|(_, cell)| stands(cell.cell));
            let (places, cells): (SmallVec<[u32; 4]>, SmallVec<[u32; 4]>) =
                cells.map(|(place, cell)| (place, cell.cell)).unzip();
            let wanted = block_room.plates.iter().filter(|plate| plate.gives.meets(pressed));
            (wanted.map(|plate| plate.pushes_from(&cells)).min().unwrap_or(FAR), places)
        });
        if *pushes == 0 || *pushes == FAR {
            return *pushes;
        }
        let ways = stand.iter().map(|&cell| block_room.cells[cell as usize].way[place]);
        let walk = ways.min().unwrap_or(FAR).saturating_sub(1);
        pushes.saturating_add(walk).saturating_add(self.last)
    }
}

impl<const W: usize> Plate<W> {
    /// The least number of pushes that bring blocks from some cells onto all cells of the plate, ignoring obstacles.
    fn pushes_from(&self, blocks: &[u32]) -> u32 {
        match self.pushes.len() {
            ..=MOST_MATCHED => matched(&self.pushes, blocks),
            _ => {
                let nearest = |pushes: &Vec<u32>| {
                    blocks.iter().map(|&block| pushes[block as usize]).min().unwrap_or(FAR)
                };
                self.pushes.iter().map(nearest).max().unwrap_or(FAR)
            }
        }
    }
}

/// The least number of pushes that bring a different block onto each of a few cells; the pushes of each cell are
/// given by block.
fn matched(cells: &[Vec<u32>], blocks: &[u32]) -> u32 {
    // By set of cells, the least number of pushes that fill it with the blocks so far.
    let mut filled: SmallVec<[u32; 1 << MOST_MATCHED]> = smallvec![FAR; 1 << cells.len()];
    filled[0] = 0;
    for &block in blocks {
        for set in (0..filled.len()).rev() {
            for (cell, pushes) in cells.iter().enumerate().filter(|(cell, _)| set >> cell & 1 == 0)
            {
                let with = filled[set].saturating_add(pushes[block as usize]);
                let of = &mut filled[set | 1 << cell];
                *of = with.min(*of);
            }
        }
    }
    filled.last().copied().unwrap_or(FAR)
}

//! Plans with the fewest pushes, and among those a plan with the fewest moves.
//!
//! A cheapest-first search over cells and nodes (Dijkstra, 1959) that compares pushes before moves. A push is a move
//! that displaces blocks; blocks that return to their starting cells do not count as pushed.

use super::tables::{self, Configs, FLIP, Last, NONE, Slots};
use super::verdict::{CostModel, Solution, Verdict};
use super::{Task, proved};
use crate::limits::{Clock, Limit};
use crate::plan::Plan;
use crate::rules::{Blocks, Config, Location, Way, World};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Pushes, then moves.
type Worth = (u32, u32);

/// A state, and the best way to reach it.
struct Node {
    config: u32,
    location: Location,
    worth: Worth,
    /// The previous state, or [`NONE`].
    parent: u32,
    /// The move from there: the number of a door, or [`FLIP`] and the number of a toggle.
    by: u32,
}

/// The states met so far.
struct Search<const W: usize> {
    nodes: Vec<Node>,
    configs: Configs<W>,
    blocks: Blocks,
    slots: Slots,
    waiting: BinaryHeap<Reverse<(Worth, u32)>>,
    expanded: u64,
    most_waiting: u64,
}

/// Finds a plan with the fewest pushes, or proves that there is none.
pub(super) fn fewest_pushes<const W: usize>(task: &Task<'_, W>) -> Solution {
    let mut search = Search::new(task.world);
    let verdict = match search.run(task.world, &Clock::start(&task.left(0))) {
        Ok(Some(state)) => proved(task.world, search.plan(state), true),
        Ok(None) => Verdict::Unsolvable,
        Err(limit) => Verdict::Unknown(limit),
    };
    Solution {
        cost: CostModel::Pushes,
        explored: search.expanded,
        most_waiting: search.most_waiting,
        met: search.nodes.len() as u64,
        bytes: search.bytes(),
        ..Solution::of(verdict)
    }
}

impl<const W: usize> Search<W> {
    fn new(world: &World<W>) -> Self {
        let mut search = Self {
            nodes: Vec::new(),
            configs: Configs::default(),
            blocks: Blocks::default(),
            slots: Slots::new(world.locations(), world.has_blocks()),
            waiting: BinaryHeap::new(),
            expanded: 0,
            most_waiting: 0,
        };
        if let Some((location, config)) = world.start(&mut search.blocks) {
            search.meet(location, &config, (0, 0), NONE, 0);
        }
        search
    }

    /// The best winning state, once all better states are expanded.
    fn run(&mut self, world: &World<W>, clock: &Clock<'_>) -> Result<Option<u32>, Limit> {
        while let Some(Reverse((worth, state))) = self.waiting.pop() {
            let Node { config, location, worth: best, .. } = self.nodes[state as usize];
            if worth > best {
                continue;
            }
            let config = *self.configs.get(config);
            if world.is_goal(location, &config) {
                return Ok(Some(state));
            }
            clock.check_states(self.nodes.len() as u64)?;
            if self.expanded.is_multiple_of(1024) {
                clock.check_amounts(self.nodes.len() as u64, || self.bytes())?;
            }
            self.expanded += 1;
            self.expand(world, state, &config);
            self.most_waiting = self.most_waiting.max(self.waiting.len() as u64);
        }
        Ok(None)
    }

    fn expand(&mut self, world: &World<W>, state: u32, config: &Config<W>) {
        let Node { location, worth: (pushes, moves), .. } = self.nodes[state as usize];
        for (by, &door) in (0..).zip(world.doors(location)) {
            let Some(after) = world.step(config, door, &mut self.blocks) else { continue };
            let pushed = world.pushed(config, door, &self.blocks).is_some();
            let worth = (pushes + u32::from(pushed), moves + u32::from(door.way != Way::Pass));
            self.meet(door.to, &after, worth, state, by);
        }
        for (by, toggle) in (0..).zip(world.flips(location)) {
            if let Some(after) = world.flip(config, toggle) {
                self.meet(location, &after, (pushes, moves + 1), state, FLIP | by);
            }
        }
    }

    /// Adds a state, or replaces its path if the new one is better.
    fn meet(&mut self, location: Location, config: &Config<W>, worth: Worth, parent: u32, by: u32) {
        let config = self.configs.number(config);
        let next = self.nodes.len() as u32;
        let nodes = &self.nodes;
        let of = |state: u32| (nodes[state as usize].config, nodes[state as usize].location);
        let known = self.slots.meet((config, location), next, of);
        let node = Node { config, location, worth, parent, by };
        match known {
            Some(state) if self.nodes[state as usize].worth <= worth => return,
            Some(state) => self.nodes[state as usize] = node,
            None => self.nodes.push(node),
        }
        self.waiting.push(Reverse((worth, known.unwrap_or(next))));
    }

    fn plan(&self, state: u32) -> Plan {
        tables::plan(state, |at| {
            let &Node { location, parent, by, .. } = self.nodes.get(at as usize)?;
            Some(Last { location, parent, by })
        })
    }

    fn bytes(&self) -> u64 {
        let nodes = self.nodes.len() * size_of::<Node>();
        let waiting = self.waiting.len() * size_of::<Reverse<(Worth, u32)>>();
        (nodes + waiting) as u64 + self.configs.bytes() + self.blocks.bytes() + self.slots.bytes()
    }
}

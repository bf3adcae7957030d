//! The world of a graph: what nodes give, doors in rows by node, locks told apart.
//!
//! Edges that ask for the same share a lock. Invariant: a world is a function of the graph and the rules.

use super::bits::Bits;
use super::blocks::BlockMap;
use super::layout::{Layout, Meaning, pair};
use super::lock::{Counter, Lock, Means};
use super::world::{Door, Way, World};
use super::{OneWay, Rules};
use crate::graph::{Content, Edge, Graph, NodeIndex, Requirement};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// What tells locks apart: the requirements, in whatever order they were written, and for those used up
/// once a pair, the pair.
pub(super) type Asked = (SmallVec<[Requirement; 2]>, Option<(NodeIndex, NodeIndex)>);

impl<const W: usize> World<W> {
    /// The world of `graph` under `rules`; `layout` is [`Layout::of`] the same two, and its bits fit
    /// into `W` words.
    #[must_use]
    pub fn new(graph: &Graph, rules: &Rules, layout: &Layout) -> Self {
        let mut world = Self::default();
        world.set(graph, rules, layout);
        world
    }

    /// Makes this the world of another graph; its memory is kept.
    pub fn set(&mut self, graph: &Graph, rules: &Rules, layout: &Layout) {
        let nodes = graph.nodes.len();
        self.start = graph.start;
        self.goal.clear();
        self.goal.resize(nodes, false);
        for &goal in &graph.goals {
            self.goal[goal as usize] = true;
        }
        self.gain.clear();
        self.gain.resize(nodes, Bits::default());
        self.first_flip.clear();
        self.flips.clear();
        self.locks.clear();
        self.laid.clear();
        self.kinds.clear();
        self.meanings.clear();
        self.meanings.extend_from_slice(layout.meanings());
        self.keys = Counter { start: rules.start.keys, each: 1, ..Counter::default() };
        let bombs = (rules.start.bombs, rules.bomb_pickup);
        self.bombs = Counter { start: bombs.0, each: bombs.1, ..Counter::default() };
        self.means = Means::default();
        self.collect = Bits::default();
        self.cells.clear();
        self.passed.clear();
        self.weights.clear();
        self.blocks = BlockMap::default();
        self.shunned.clear();
        self.banned = Bits::default();
        self.rules.clone_from(rules);
        self.fill_nodes(graph, layout);
        self.fill_doors(graph, layout);
    }

    /// A goal asks for these bits too.
    pub(super) fn collect_too(&mut self, bits: impl Iterator<Item = Bits<W>>) {
        self.collect = bits.fold(self.collect, |all, bits| all.union(&bits));
    }

    /// Sets what each node gives and flips, and the counters.
    fn fill_nodes(&mut self, graph: &Graph, layout: &Layout) {
        let bombs_held = layout.bit(Meaning::BombsHeld).map(Bits::one);
        for (n, node) in (0..).zip(&graph.nodes) {
            self.first_flip.push(self.flips.len() as u32);
            if node.contents.is_empty() {
                continue;
            }
            let taken = layout.one(Meaning::Taken(n));
            let mut gain = taken;
            let bombs = bombs_held.unwrap_or(taken);
            for content in &node.contents {
                match *content {
                    Content::Key => self.keys.from = self.keys.from.union(&taken),
                    Content::BossKey => {
                        self.means.boss_keys = self.means.boss_keys.union(&taken);
                    }
                    Content::Switch => self.means.switches = self.means.switches.union(&taken),
                    Content::KeyItem | Content::ItemMinor => {
                        if content == &Content::KeyItem {
                            self.means.key_items = self.means.key_items.union(&taken);
                        }
                        gain = gain.union(&bombs);
                        self.bombs.from = self.bombs.from.union(&bombs);
                    }
                    Content::Symbol(id) => gain = gain.union(&layout.one(Meaning::Symbol(id))),
                    Content::Toggle(id) => self.flips.push(layout.one(Meaning::Toggle(id))),
                    Content::Start | Content::Goal | Content::Enemy => {}
                    Content::Boss | Content::Puzzle => {}
                }
            }
            if let Some(slot) = self.gain.get_mut(n as usize) {
                *slot = gain;
            }
        }
        self.first_flip.push(self.flips.len() as u32);
        self.count_used_up();
    }

    /// Tells the counters which bits are locks that use something up.
    pub(super) fn count_used_up(&mut self) {
        for (bit, meaning) in self.meanings.iter().enumerate() {
            let counter = match meaning {
                Meaning::KeyPair(..) | Meaning::KeyDoor(_) => &mut self.keys,
                Meaning::BombPair(..) | Meaning::BombDoor(_) => &mut self.bombs,
                _ => continue,
            };
            counter.used = counter.used.union(&Bits::one(bit));
        }
    }

    /// Lays the doors in rows by the node they leave, in the order of the edges.
    fn fill_doors(&mut self, graph: &Graph, layout: &Layout) {
        self.locks.push(Lock::default());
        let walkable = self.walkable(graph);
        for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
            let lock =
                if edge.requires.iter().all(|r| free(*r)) { 0 } else { self.lock_of(edge, layout) };
            self.laid.push((edge.from, self.door(edge.to, lock, Way::Goto)));
            if edge.asks(Requirement::SoftLocked)
                && walkable.as_ref().is_some_and(|ways| !ways.contains(&(edge.to, edge.from)))
            {
                self.laid.push((edge.to, self.door(edge.from, lock, Way::Goto)));
            }
        }
        let back = |pair: &[(NodeIndex, Door)]| match pair {
            [(a, on), (b, back)] => (*a, *b, on.lock) == (back.to, on.to, back.lock),
            _ => false,
        };
        self.reversible = self.laid.chunks(2).all(back) && !self.locks.iter().any(Lock::uses_up);
        self.lay(graph.nodes.len());
    }

    /// The number of the lock on an edge; edges that ask for the same share one.
    fn lock_of(&mut self, edge: &Edge, layout: &Layout) -> u32 {
        let next = self.locks.len() as u32;
        let lock = *self.kinds.entry(asked(edge)).or_insert(next);
        if lock == next {
            self.locks.push(self.lock(edge, layout));
        }
        lock
    }

    /// Where one-way doors may be crossed back: the ways the graph has, stairs aside.
    fn walkable(&self, graph: &Graph) -> Option<FxHashSet<(NodeIndex, NodeIndex)>> {
        (self.rules.one_way == OneWay::Ignored).then(|| ways(graph))
    }

    fn lock(&self, edge: &Edge, layout: &Layout) -> Lock<W> {
        let mut lock = Lock::default();
        let (a, b) = pair(edge.from, edge.to);
        for &requirement in &edge.requires {
            lock.ask(requirement, used_up(requirement, a, b), &self.means, layout, &self.rules);
        }
        lock
    }
}

/// The lock of a pair of nodes that a small key or a bomb opens for good.
pub(super) fn used_up(requirement: Requirement, a: NodeIndex, b: NodeIndex) -> Option<Meaning> {
    match requirement {
        Requirement::KeyLocked => Some(Meaning::KeyPair(a, b)),
        Requirement::Bombable => Some(Meaning::BombPair(a, b)),
        _ => None,
    }
}

/// The ways that a graph has, stairs aside.
pub(super) fn ways(graph: &Graph) -> FxHashSet<(NodeIndex, NodeIndex)> {
    let ways = graph.edges.iter().filter(|edge| !edge.asks(Requirement::Stair));
    ways.map(|edge| (edge.from, edge.to)).collect()
}

fn asked(edge: &Edge) -> Asked {
    let mut requires = SmallVec::from_slice(&edge.requires);
    requires.retain(|requirement| *requirement != Requirement::Stair);
    requires.sort_unstable();
    let by_pair = edge.asks(Requirement::KeyLocked) || edge.asks(Requirement::Bombable);
    (requires, by_pair.then(|| pair(edge.from, edge.to)))
}

/// Whether a requirement asks for nothing.
fn free(requirement: Requirement) -> bool {
    matches!(requirement, Requirement::SoftLocked | Requirement::Stair)
}

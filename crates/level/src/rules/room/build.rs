//! Makes a world of a graph: what nodes give, doors in rows, locks told apart.

use super::{Counter, Door, Lock, World};
use crate::graph::{Content, Edge, Graph, NodeIndex, Requirement};
use crate::rules::bits::Bits;
use crate::rules::layout::{Layout, Meaning, pair};
use crate::rules::{OneWay, Rules, Switches};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// What tells locks apart: the requirements, in whatever order they were written, and for those used up
/// once a pair, the pair.
pub(super) type Asked = (SmallVec<[Requirement; 2]>, Option<(NodeIndex, NodeIndex)>);

impl<const W: usize> World<W> {
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
        self.boss_keys = Bits::default();
        self.key_items = Bits::default();
        self.banned = Bits::default();
        self.rules.clone_from(rules);
        let switches = self.fill_nodes(graph, layout);
        self.fill_doors(graph, layout, &switches);
    }

    /// Sets what each node gives and flips, and the counters; returns the bits of switches.
    fn fill_nodes(&mut self, graph: &Graph, layout: &Layout) -> Bits<W> {
        let mut switches = Bits::default();
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
                    Content::BossKey => self.boss_keys = self.boss_keys.union(&taken),
                    Content::Switch => switches = switches.union(&taken),
                    Content::KeyItem | Content::ItemMinor => {
                        if content == &Content::KeyItem {
                            self.key_items = self.key_items.union(&taken);
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
        for (bit, meaning) in self.meanings.iter().enumerate() {
            match meaning {
                Meaning::KeyPair(..) => self.keys.used = self.keys.used.union(&Bits::one(bit)),
                Meaning::BombPair(..) => self.bombs.used = self.bombs.used.union(&Bits::one(bit)),
                _ => {}
            }
        }
        switches
    }

    /// Lays the doors in rows by the node they leave, in the order of the edges.
    fn fill_doors(&mut self, graph: &Graph, layout: &Layout, switches: &Bits<W>) {
        self.locks.push(Lock::open());
        let walkable = self.walkable(graph);
        for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
            let lock = if edge.requires.iter().all(|r| free(*r)) {
                0
            } else {
                self.lock_of(edge, layout, switches)
            };
            self.laid.push((edge.from, self.door(edge.to, lock)));
            if edge.asks(Requirement::SoftLocked)
                && walkable.as_ref().is_some_and(|ways| !ways.contains(&(edge.to, edge.from)))
            {
                self.laid.push((edge.to, self.door(edge.from, lock)));
            }
        }
        let back = |pair: &[(NodeIndex, Door)]| match pair {
            [(a, on), (b, back)] => (*a, *b, on.lock) == (back.to, on.to, back.lock),
            _ => false,
        };
        let used_up = |lock: &Lock<W>| !lock.key.is_empty() || !lock.bomb.is_empty();
        self.reversible = self.laid.chunks(2).all(back) && !self.locks.iter().any(used_up);
        self.lay(graph.nodes.len());
    }

    /// The number of the lock on an edge; edges that ask for the same share one.
    fn lock_of(&mut self, edge: &Edge, layout: &Layout, switches: &Bits<W>) -> u32 {
        let next = self.locks.len() as u32;
        let lock = *self.kinds.entry(asked(edge)).or_insert(next);
        if lock == next {
            self.locks.push(self.lock(edge, layout, switches));
        }
        lock
    }

    /// Where one-way doors may be crossed back: the ways the graph has, stairs aside.
    fn walkable(&self, graph: &Graph) -> Option<FxHashSet<(NodeIndex, NodeIndex)>> {
        (self.rules.one_way == OneWay::Ignored).then(|| {
            let ways = graph.edges.iter().filter(|edge| !edge.asks(Requirement::Stair));
            ways.map(|edge| (edge.from, edge.to)).collect()
        })
    }

    /// Sorts the doors into rows by node, in each row the plain ones first; otherwise they keep their
    /// order.
    fn lay(&mut self, nodes: usize) {
        let Self { laid, doors, first_door, .. } = self;
        let half = |from: NodeIndex, door: &Door| 2 * from as usize + usize::from(!door.plain);
        first_door.clear();
        first_door.resize(2 * nodes + 1, 0);
        for (from, door) in &*laid {
            first_door[half(*from, door)] += 1;
        }
        let mut end = 0;
        for count in &mut *first_door {
            end += *count;
            *count = end;
        }
        // Each number is where its row ends, and goes back door by door to where it begins.
        doors.clear();
        doors.resize(laid.len(), Door { to: 0, lock: 0, plain: false });
        for &(from, door) in laid.iter().rev() {
            let place = &mut first_door[half(from, &door)];
            *place -= 1;
            doors[*place as usize] = door;
        }
    }

    fn door(&self, to: NodeIndex, lock: u32) -> Door {
        let plain = lock == 0 && self.gain.get(to as usize).is_some_and(Bits::is_empty);
        Door { to, lock, plain }
    }

    fn lock(&self, edge: &Edge, layout: &Layout, switches: &Bits<W>) -> Lock<W> {
        let mut lock = Lock::open();
        let (a, b) = pair(edge.from, edge.to);
        let start = &self.rules.start;
        for requirement in &edge.requires {
            match *requirement {
                Requirement::KeyLocked => lock.key = layout.one(Meaning::KeyPair(a, b)),
                Requirement::Bombable => match layout.bit(Meaning::BombsHeld) {
                    None => lock.bomb = layout.one(Meaning::BombPair(a, b)),
                    Some(_) if start.bombs > 0 => {}
                    Some(bit) => lock.set = lock.set.union(&Bits::one(bit)),
                },
                Requirement::BossLocked if start.boss_key => {}
                Requirement::BossLocked => lock.any.push(self.boss_keys),
                Requirement::ItemLocked if start.key_item => {}
                Requirement::ItemLocked => lock.any.push(self.key_items),
                Requirement::Switch if self.rules.switches == Switches::Free => {}
                Requirement::Switch => lock.any.push(*switches),
                Requirement::Symbol(id) => match layout.bit(Meaning::Symbol(id)) {
                    Some(bit) => lock.set = lock.set.union(&Bits::one(bit)),
                    None => lock.never = true,
                },
                Requirement::Toggle(id, on) => match (layout.bit(Meaning::Toggle(id)), on) {
                    (Some(bit), true) => lock.set = lock.set.union(&Bits::one(bit)),
                    (Some(bit), false) => lock.unset = lock.unset.union(&Bits::one(bit)),
                    (None, true) => lock.never = true,
                    (None, false) => {}
                },
                Requirement::SoftLocked | Requirement::Stair => {}
            }
        }
        lock
    }
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

impl<const W: usize> Lock<W> {
    fn open() -> Self {
        Self {
            never: false,
            set: Bits::default(),
            unset: Bits::default(),
            any: SmallVec::new(),
            key: Bits::default(),
            bomb: Bits::default(),
        }
    }
}

//! The graph as rooms and passages: pairs of different rooms with an edge in either direction.

use crate::model::graph::{Edge, Graph, NodeIndex};
use crate::rules::facts::pair;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The edges between two rooms: those from the one with the lower number, and those from the other.
#[derive(Default)]
pub(crate) struct Passage<'a> {
    pub(crate) ways: [Vec<&'a Edge>; 2],
}

/// Rooms and passages.
pub(crate) struct Links<'a> {
    /// The passages by their rooms, the lower number first.
    pub(crate) passages: BTreeMap<(NodeIndex, NodeIndex), Passage<'a>>,
    /// The neighbours of each room.
    near: Vec<Vec<NodeIndex>>,
}

impl<'a> Links<'a> {
    /// The links of a graph.
    pub(crate) fn of(graph: &'a Graph) -> Self {
        let mut passages: BTreeMap<_, Passage<'a>> = BTreeMap::new();
        for edge in graph.edges.iter().filter(|edge| edge.from != edge.to) {
            let passage = passages.entry(pair(edge.from, edge.to)).or_default();
            passage.ways[usize::from(edge.from > edge.to)].push(edge);
        }
        let mut near = vec![Vec::new(); graph.nodes.len()];
        for &(a, b) in passages.keys() {
            near[a as usize].push(b);
            near[b as usize].push(a);
        }
        Self { passages, near }
    }

    /// Number of rooms.
    pub(crate) fn rooms(&self) -> usize {
        self.near.len()
    }

    /// The neighbours of a room, in order.
    pub(crate) fn near(&self, room: NodeIndex) -> &[NodeIndex] {
        &self.near[room as usize]
    }

    /// True if a room has one neighbour.
    pub(crate) fn is_dead_end(&self, room: usize) -> bool {
        self.near[room].len() == 1
    }

    /// The fewest passages from a room to each; `None` where there is no way.
    pub(crate) fn steps(&self, from: NodeIndex) -> Vec<Option<usize>> {
        let mut steps = vec![None; self.near.len()];
        let mut queue = VecDeque::from([(from, 0)]);
        steps[from as usize] = Some(0);
        while let Some((room, step)) = queue.pop_front() {
            for &next in &self.near[room as usize] {
                if steps[next as usize].is_none() {
                    steps[next as usize] = Some(step + 1);
                    queue.push_back((next, step + 1));
                }
            }
        }
        steps
    }

    /// Number of independent cycles: passages, less rooms, and one for each component.
    pub(crate) fn cycles(&self) -> usize {
        let (trees, _) = self.forest();
        self.passages.len() + trees - self.near.len()
    }

    /// Number of rooms that a passage ends at which is no bridge.
    pub(crate) fn on_cycle(&self) -> usize {
        let (_, bridges) = self.forest();
        let no_bridge = |room: NodeIndex| {
            let mut passages = self.near[room as usize].iter().map(|&next| pair(room, next));
            passages.any(|passage| !bridges.contains(&passage))
        };
        (0..self.near.len() as NodeIndex).filter(|&room| no_bridge(room)).count()
    }

    /// The number of components, and the bridges: passages without which there would be one more.
    fn forest(&self) -> (usize, BTreeSet<(NodeIndex, NodeIndex)>) {
        let mut search =
            Search { near: &self.near, met: vec![0; self.near.len()], low: Vec::new(), clock: 0 };
        search.low.clone_from(&search.met);
        let mut bridges = Default::default();
        let mut trees = 0;
        for root in 0..self.near.len() as NodeIndex {
            if search.met[root as usize] == 0 {
                trees += 1;
                search.tree(root, &mut bridges);
            }
        }
        (trees, bridges)
    }
}

/// A search in depth that finds bridges.
struct Search<'a> {
    near: &'a [Vec<NodeIndex>],
    /// The time at which each room was met, from 1; 0 where it was not.
    met: Vec<usize>,
    /// The earliest room that is reached from it or from rooms met after it, over one passage that led to no new room.
    low: Vec<usize>,
    clock: usize,
}

impl Search<'_> {
    /// Goes through the component of a room.
    fn tree(&mut self, root: NodeIndex, bridges: &mut BTreeSet<(NodeIndex, NodeIndex)>) {
        let mut stack = vec![(root, root, 0)];
        self.meet(root);
        while let Some((room, parent, next)) = stack.pop() {
            let here = room as usize;
            let Some(&to) = self.near[here].get(next) else {
                self.low[parent as usize] = self.low[parent as usize].min(self.low[here]);
                if self.low[here] > self.met[parent as usize] {
                    bridges.insert(pair(parent, room));
                }
                continue;
            };
            stack.push((room, parent, next + 1));
            if self.met[to as usize] == 0 {
                self.meet(to);
                stack.push((to, room, 0));
            } else if to != parent {
                self.low[here] = self.low[here].min(self.met[to as usize]);
            }
        }
    }

    fn meet(&mut self, room: NodeIndex) {
        self.clock += 1;
        self.met[room as usize] = self.clock;
        self.low[room as usize] = self.clock;
    }
}

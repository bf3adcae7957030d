//! From the minimal automaton of the words to the minimal GADDAG.
//!
//! Letters x that stand in the middle of words act on the automaton: from some states they can be read, and
//! lead to others. Two strings of letters can be told apart by what may stand before and after them exactly
//! if they act differently. So the leftward nodes of the minimal GADDAG *are* the different actions, and
//! they are found without listing a single word: to put the letter a before x is to read a first, which
//! turns each pair (s, t) of x into a pair (p, t) for each arc a from p to s. Where x can be read from the
//! root it begins a word, and the turn leads to the state that it then reaches.
//!
//! Invariant: an action is a list of pairs ordered by their first state; no two nodes have equal lists.

use super::dawg::Dawg;
use super::graph::{Arc, Graph, GraphError};
use super::table::Table;

/// A state with, in the lowest bit, whether a word ends there.
type Reached = u32;

/// A leftward node in the making.
#[derive(Clone, Copy)]
struct Node {
    /// Where its pairs begin in the list of all.
    first: u32,
    pairs: u32,
    /// Its letters, and where its children begin.
    mask: u32,
    children: u32,
}

/// The arcs that lead to each state.
struct Incoming {
    /// By state, where its arcs begin; one more entry than states.
    first: Vec<u32>,
    /// Letter and source of each arc, as `letter << 32 | source`, ascending within a state.
    arcs: Vec<u64>,
}

impl Incoming {
    fn of(dawg: &Dawg) -> Self {
        let mut first = vec![0u32; dawg.len() + 1];
        let each = |visit: &mut dyn FnMut(usize, u64)| {
            for source in 0..dawg.len() as u32 {
                for (letter, target, _) in dawg.arcs_of(source) {
                    visit(target as usize, u64::from(letter.number()) << 32 | u64::from(source));
                }
            }
        };
        each(&mut |target, _| first[target + 1] += 1);
        for state in 1..first.len() {
            first[state] += first[state - 1];
        }
        let mut next = first.clone();
        let mut arcs = vec![0; dawg.arcs()];
        each(&mut |target, arc| {
            arcs[next[target] as usize] = arc;
            next[target] += 1;
        });
        Self { first, arcs }
    }

    fn to(&self, state: u32) -> &[u64] {
        let state = state as usize;
        &self.arcs[self.first[state] as usize..self.first[state + 1] as usize]
    }
}

/// All leftward nodes, in the order in which they were found, by length of what they stand for.
struct Actions<'a> {
    dawg: &'a Dawg,
    incoming: Incoming,
    /// State from which, and what is reached: `from << 32 | reached`.
    pairs: Vec<u64>,
    nodes: Vec<Node>,
    children: Vec<u32>,
    known: Table,
    /// The nodes of one pair, by that pair.
    singles: Table,
    /// By letter, the pairs of the node that is about to be.
    draft: [Vec<u64>; 32],
}

impl<'a> Actions<'a> {
    fn of(dawg: &'a Dawg) -> Self {
        let incoming = Incoming::of(dawg);
        let mut actions = Self {
            dawg,
            incoming,
            pairs: Vec::new(),
            nodes: Vec::new(),
            children: Vec::new(),
            known: Table::default(),
            singles: Table::default(),
            draft: Default::default(),
        };
        // The single letters; node 0 stands for no letters at all, and its pairs are never asked for.
        actions.nodes.push(Node { first: 0, pairs: 0, mask: 0, children: 0 });
        for source in 0..dawg.len() as u32 {
            for (letter, target, ends) in dawg.arcs_of(source) {
                let reached = target << 1 | u32::from(ends);
                let pair = u64::from(source) << 32 | u64::from(reached);
                actions.draft[usize::from(letter.number())].push(pair);
            }
        }
        actions.close(0);
        let mut node = 1;
        while node < actions.nodes.len() {
            actions.open(node);
            actions.close(node);
            node += 1;
        }
        actions
    }

    /// Puts every letter before a node: the pairs of its children.
    fn open(&mut self, node: usize) {
        let Node { first, pairs, .. } = self.nodes[node];
        for at in first..first + pairs {
            let pair = self.pairs[at as usize];
            let reached = pair & 0xffff_ffff;
            for &arc in self.incoming.to((pair >> 32) as u32) {
                self.draft[(arc >> 32) as usize & 31].push(arc << 32 | reached);
            }
        }
    }

    /// Makes nodes of the drafted pairs, or finds those that say the same: the children of `node`.
    fn close(&mut self, node: usize) {
        let (mut mask, children) = (0, self.children.len() as u32);
        for letter in 0..32 {
            if self.draft[letter].is_empty() {
                continue;
            }
            let mut draft = std::mem::take(&mut self.draft[letter]);
            draft.sort_unstable();
            mask |= 1 << letter;
            let child = self.node(&draft);
            self.children.push(child);
            draft.clear();
            self.draft[letter] = draft;
        }
        self.nodes[node].mask = mask;
        self.nodes[node].children = children;
    }

    /// The node with these pairs.
    fn node(&mut self, pairs: &[u64]) -> u32 {
        // A single pair is told by its hash alone, which spares two looks far away; up to half of all nodes have one.
        let single = matches!(pairs, [_]);
        let hash = match pairs {
            [pair] => Table::mix(*pair),
            _ => Table::hash(pairs.iter().copied()),
        };
        let same = |n: u32| {
            let Node { first, pairs: length, .. } = self.nodes[n as usize];
            self.pairs[first as usize..(first + length) as usize] == *pairs
        };
        let found = match single {
            true => self.singles.find(hash, |_| true),
            false => self.known.find(hash, same),
        };
        if let Some(known) = found {
            return known;
        }
        let number = self.nodes.len() as u32;
        let first = self.pairs.len() as u32;
        self.pairs.extend_from_slice(pairs);
        self.nodes.push(Node { first, pairs: pairs.len() as u32, mask: 0, children: 0 });
        let table = if single { &mut self.singles } else { &mut self.known };
        table.insert(hash, number);
        number
    }

    /// What the letters of a node reach from the root, if they begin a word.
    fn reached(&self, node: u32) -> Option<Reached> {
        let Node { first, pairs, .. } = self.nodes[node as usize];
        let last = (first + pairs).checked_sub(1).filter(|_| pairs > 0)?;
        // The root has the highest number of all states, so its pair comes last.
        let pair = self.pairs[last as usize];
        ((pair >> 32) as u32 == self.dawg.root()).then_some(pair as u32)
    }
}

/// The graph of an automaton.
pub(crate) fn expand(dawg: &Dawg, letters: u32) -> Result<Graph, GraphError> {
    let actions = Actions::of(dawg);
    let (bases, forward) = forward_bases(dawg);
    let forward_arc = |reached: Reached| {
        let target = reached >> 1;
        Arc::new(dawg.state(target).mask, bases[target as usize] as usize, reached & 1 == 1)
    };
    let mut left_bases = vec![0; actions.nodes.len()];
    let mut end = forward;
    for (n, node) in actions.nodes.iter().enumerate() {
        if node.mask != 0 {
            end += usize::from(actions.reached(n as u32).is_some());
            left_bases[n] = end;
            end += node.mask.count_ones() as usize;
        }
    }
    let left_arc = |n: u32| {
        let node = actions.nodes[n as usize];
        match actions.reached(n) {
            Some(reached) if node.mask == 0 => forward_arc(reached).turned(),
            turn => {
                let ends = turn.is_some_and(|reached| reached & 1 == 1);
                let arc = Arc::new(node.mask, left_bases[n as usize].max(forward), ends);
                if turn.is_some() { arc.with_turn() } else { arc }
            }
        }
    };
    // Made once in their order: children lie far apart, and what they need of others still farther.
    let left_arcs: Vec<Arc> = (0..actions.nodes.len() as u32).map(left_arc).collect();
    let mut arcs = Vec::with_capacity(end);
    for state in 0..dawg.len() as u32 {
        for (_, target, ends) in dawg.arcs_of(state) {
            arcs.push(forward_arc(target << 1 | u32::from(ends)));
        }
    }
    for (n, node) in actions.nodes.iter().enumerate().filter(|(_, node)| node.mask != 0) {
        arcs.extend(actions.reached(n as u32).map(|reached| forward_arc(reached).turned()));
        let children = node.children as usize;
        let children = &actions.children[children..children + node.mask.count_ones() as usize];
        arcs.extend(children.iter().map(|&child| left_arcs[child as usize]));
    }
    let root = forward_arc(dawg.root() << 1);
    let left_root = left_arcs[0];
    Graph::new(arcs, forward, root, left_root, letters)
}

/// Where the arcs of each state begin, and how many there are in all.
fn forward_bases(dawg: &Dawg) -> (Vec<u32>, usize) {
    let mut end = 0;
    let mut bases = Vec::with_capacity(dawg.len());
    for state in 0..dawg.len() as u32 {
        bases.push(end);
        end += dawg.state(state).mask.count_ones();
    }
    (bases, end as usize)
}

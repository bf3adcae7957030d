//! The locks of a graph: edges between one pair of nodes that ask for the same things, both directions
//! together.

use crate::graph::{Graph, NodeIndex, Requirement};
use crate::rules::layout::pair;
use crate::rules::room::World;
use crate::solve::space::Space;
use std::collections::BTreeMap;

/// A lock.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lock {
    /// The two nodes, the lower index first.
    pub between: (NodeIndex, NodeIndex),
    /// What it asks for, in a fixed order; stairs aside.
    pub requires: Vec<Requirement>,
    /// The edges it is on, as places in the graph.
    pub edges: Vec<u32>,
}

/// The locks of a graph, by pair and requirements. A one-way edge is a lock too.
#[must_use]
pub fn locks(graph: &Graph) -> Vec<Lock> {
    let mut groups: BTreeMap<_, Vec<u32>> = BTreeMap::new();
    for (i, edge) in (0..).zip(&graph.edges) {
        let asked = edge.requires.iter().copied().filter(|r| *r != Requirement::Stair);
        let mut requires: Vec<_> = asked.collect();
        requires.sort_unstable();
        if edge.from != edge.to && !requires.is_empty() {
            groups.entry((pair(edge.from, edge.to), requires)).or_default().push(i);
        }
    }
    let lock = |((between, requires), edges)| Lock { between, requires, edges };
    groups.into_iter().map(lock).collect()
}

/// How many locks are redundant: the states that can be reached are the same with the lock taken
/// away. Locks that use something up are never counted.
///
/// A lock is not redundant exactly when some reachable state meets it closed and passing it all the
/// same would lead to a state that cannot be reached otherwise; if there is none, the reachable states
/// are closed under passing it freely.
pub(crate) fn redundant<const W: usize>(world: &World<W>, space: &Space<W>) -> usize {
    let mut locked: Vec<((NodeIndex, NodeIndex), u32)> = Vec::new();
    for node in 0..world.nodes() as NodeIndex {
        let (_, others) = world.doors_by_kind(node);
        let kept = others.iter().filter(|door| door.lock != 0 && !world.uses_up(**door));
        locked.extend(kept.map(|door| (pair(node, door.to), door.lock)));
    }
    locked.sort_unstable();
    locked.dedup();
    let mut useful = vec![false; locked.len()];
    for (bits, node, door) in space.closed() {
        let Ok(lock) = locked.binary_search(&(pair(node, door.to), door.lock)) else { continue };
        if !useful[lock] {
            useful[lock] = !space.contains(&world.step_unasked(bits, door), door.to);
        }
    }
    useful.iter().filter(|&&useful| !useful).count()
}

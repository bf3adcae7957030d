//! The locks of a level: edges between one pair of nodes that ask for the same things, both directions
//! together; doors of tiles; doorways that ask for symbols and toggles.

use crate::model::graph::{Graph, NodeIndex, Requirement};
use crate::model::grid::Cell;
use crate::model::level::Level;
use crate::model::tile::Tile;
use crate::rules::Rules;
use crate::rules::facts::pair;
use crate::rules::tiles;
use crate::rules::world::World;
use crate::solve::explore::Space;
use std::collections::BTreeMap;

/// A lock.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lock {
    /// Edges of the graph. A one-way edge is a lock too.
    Edges {
        /// The two nodes, the lower index first.
        between: (NodeIndex, NodeIndex),
        /// Their requirements, in a fixed order; stairs aside.
        requires: Vec<Requirement>,
        /// The edges, as places in the graph.
        edges: Vec<u32>,
    },
    /// A door of tiles that the graph does not open.
    Door {
        /// The tile it is made of.
        tile: Tile,
        /// Its cells, in reading order.
        cells: Vec<Cell>,
    },
    /// A doorway that asks for symbols and toggles, as a place in the level's list.
    Doorway(u32),
}

impl Lock {
    /// The requirements of the lock.
    #[must_use]
    pub fn requires(&self, level: &Level) -> Vec<Requirement> {
        match self {
            Lock::Edges { requires, .. } => requires.clone(),
            Lock::Door { tile, .. } => tile.asks().into_iter().collect(),
            Lock::Doorway(lock) => {
                let locks = level.tiles.iter().flat_map(|tiles| &tiles.locks);
                locks.skip(*lock as usize).take(1).flat_map(|lock| lock.needs.clone()).collect()
            }
        }
    }
}

/// The locks of a level: those of its graph, then those of its tiles.
#[must_use]
pub fn locks(level: &Level, rules: &Rules) -> Vec<Lock> {
    let mut locks = edge_locks(&level.graph);
    if let Some(tiles) = &level.tiles {
        let doors = tiles::doorways(level, tiles, rules).into_iter().filter(|door| !door.is_open);
        locks.extend(doors.map(|door| Lock::Door { tile: door.tile, cells: door.cells }));
        let asking = (0..).zip(&tiles.locks).filter(|(_, lock)| !lock.needs.is_empty());
        locks.extend(asking.map(|(i, _)| Lock::Doorway(i)));
    }
    locks
}

/// The locks of a graph, by pair and requirements.
#[must_use]
pub fn edge_locks(graph: &Graph) -> Vec<Lock> {
    let mut groups: BTreeMap<_, Vec<u32>> = BTreeMap::new();
    for (i, edge) in (0..).zip(&graph.edges) {
        let asked = edge.requires.iter().copied().filter(|r| *r != Requirement::Stair);
        let mut requires: Vec<_> = asked.collect();
        requires.sort_unstable();
        if edge.from != edge.to && !requires.is_empty() {
            groups.entry((pair(edge.from, edge.to), requires)).or_default().push(i);
        }
    }
    let lock = |((between, requires), edges)| Lock::Edges { between, requires, edges };
    groups.into_iter().map(lock).collect()
}

/// The number of locks that are redundant: the states that can be reached are the same with the lock taken
/// away. Locks that use something up are never counted.
///
/// A lock is not redundant exactly when some reachable state meets it closed and passing it all the
/// same would lead to a state that cannot be reached otherwise; if there is none, the reachable states
/// are closed under passing it freely.
pub(crate) fn redundant<const W: usize>(world: &World<W>, space: &Space<W>) -> usize {
    let mut locked: Vec<((NodeIndex, NodeIndex), u32)> = Vec::new();
    for node in 0..world.locations() as NodeIndex {
        let (_, others) = world.doors_by_kind(node);
        let kept = others.iter().filter(|door| door.lock != 0 && !world.uses_up(**door));
        locked.extend(kept.map(|door| (pair(node, door.to), door.lock)));
    }
    locked.sort_unstable();
    locked.dedup();
    let mut useful = vec![false; locked.len()];
    for (config, node, door) in space.closed() {
        let Ok(lock) = locked.binary_search(&(pair(node, door.to), door.lock)) else { continue };
        if !useful[lock] {
            useful[lock] = !space.contains(&world.step_unasked(config, door), door.to);
        }
    }
    useful.iter().filter(|&&useful| !useful).count()
}

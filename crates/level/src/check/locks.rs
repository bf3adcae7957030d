//! The locks and the things of a level.
//!
//! A lock is one of: the edges between a pair of nodes with the same requirements, both directions together; a door of
//! tiles; a doorway with requirements.

use crate::model::{Cell, Content, Graph, Level, NodeIndex, PlateId, Requirement, Tile, Tiles};
use crate::rules::{Position, Rules, World, pair, tiles};
use crate::solve::explore::Space;
use std::collections::BTreeMap;

/// A lock of a level.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lock {
    /// Edges of the graph. A one-way edge is a lock too.
    Edges {
        /// The two nodes, the lower index first.
        between: (NodeIndex, NodeIndex),
        /// The requirements in a fixed order, without stairs.
        requires: Vec<Requirement>,
        /// The edges, as indices into the graph's edges.
        edges: Vec<u32>,
    },
    /// A door of tiles that no edge of the graph opens.
    Door {
        /// The tile of its cells.
        tile: Tile,
        /// Its cells, in reading order.
        cells: Vec<Cell>,
    },
    /// A doorway that requires symbols and toggles, as an index into the level's locks.
    Doorway(u32),
}

impl Lock {
    /// The requirements of the lock.
    #[must_use]
    pub fn requires(&self, level: &Level) -> Vec<Requirement> {
        match self {
            Lock::Edges { requires, .. } => requires.clone(),
            Lock::Door { tile, .. } => tile.requirement().into_iter().collect(),
            Lock::Doorway(lock) => {
                level.locks().get(*lock as usize).map_or_else(Vec::new, |lock| lock.needs.clone())
            }
        }
    }
}

/// The locks of a level: those of its graph, then those of its tiles.
#[must_use]
pub fn locks(level: &Level, rules: &Rules) -> Vec<Lock> {
    let mut locks = edge_locks(&level.graph);
    if let Some(tiles) = &level.tiles {
        let doors = tiles::shut_doors(level, tiles, rules).into_iter();
        locks.extend(doors.map(|(tile, cells)| Lock::Door { tile, cells }));
        let asking = (0..).zip(&tiles.locks).filter(|(_, lock)| !lock.needs.is_empty());
        locks.extend(asking.map(|(i, _)| Lock::Doorway(i)));
    }
    locks
}

/// The locks of a graph, sorted by pair and requirements.
#[must_use]
pub fn edge_locks(graph: &Graph) -> Vec<Lock> {
    let mut groups: BTreeMap<_, Vec<u32>> = BTreeMap::new();
    for (i, edge) in (0..).zip(&graph.edges) {
        let required = edge.requires.iter().copied().filter(|r| *r != Requirement::Stair);
        let mut requires: Vec<_> = required.collect();
        requires.sort_unstable();
        if edge.from != edge.to && !requires.is_empty() {
            groups.entry((pair(edge.from, edge.to), requires)).or_default().push(i);
        }
    }
    let lock = |((between, requires), edges)| Lock::Edges { between, requires, edges };
    groups.into_iter().map(lock).collect()
}

/// Number of redundant locks. Removing a redundant lock leaves the set of reachable states unchanged. Locks that use
/// something up never count.
///
/// A lock is not redundant if and only if, in some reachable state, it is closed and passing it would lead to an
/// unreachable state. Otherwise the set of reachable states is closed under passing the lock freely.
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
            useful[lock] = !space.contains(&world.step_unchecked(config, door), door.to);
        }
    }
    useful.iter().filter(|&&useful| !useful).count()
}

// -------------------------------------------------------------------------------------------------
// The things of a level: pick-ups, switches, symbols and toggles, each with its position.
//
// At room level these are the contents of the nodes. At tile level these are the things on tiles, the switches of nodes
// with a rectangle, and all things of nodes without one, which a warp takes as it passes.

/// True if a rule can require a content.
fn matters(content: Content) -> bool {
    !matches!(
        content,
        Content::Start | Content::Goal | Content::Enemy | Content::Boss | Content::Puzzle
    )
}

/// The things of a level, in the order of the file.
pub(crate) fn things(level: &Level) -> Vec<(Position, Content)> {
    let in_nodes = (0..).zip(&level.graph.nodes).flat_map(|(n, node)| {
        let contents = node.contents.iter().copied().filter(|content| matters(*content));
        contents.map(move |content| (Position::Node(n), content))
    });
    match &level.tiles {
        None => in_nodes.collect(),
        Some(tiles) => {
            let counts = |(position, content): &(Position, Content)| match position {
                Position::Node(node) => {
                    *content == Content::Switch || level.rectangle(*node).is_none()
                }
                Position::Cell(_) => true,
            };
            on_cells(tiles).chain(in_nodes.filter(counts)).collect()
        }
    }
}

/// The pressure plates that have cells, in the order of the file, each with the level's tiles.
pub(super) fn plates(level: &Level) -> impl Iterator<Item = (PlateId, &Tiles)> {
    level.tiles.iter().flat_map(|tiles| {
        let numbered = (0..).zip(&tiles.plates);
        numbered.filter(|(_, plate)| !plate.cells.is_empty()).map(move |(id, _)| (id, tiles))
    })
}

fn on_cells(tiles: &Tiles) -> impl Iterator<Item = (Position, Content)> + '_ {
    let items = tiles.cells().filter_map(|(cell, tile)| Some((cell, tile.gives()?)));
    let marks = tiles.marks.iter().map(|mark| (mark.cell, mark.gives));
    items.chain(marks).map(|(cell, content)| (Position::Cell(cell), content))
}

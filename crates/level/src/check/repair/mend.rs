//! Changes that mend a level, and the level with some of them made.

use crate::check::edit;
use crate::check::what_if::Freeable;
use crate::model::graph::{Content, NodeIndex};
use crate::model::grid::Cell;
use crate::model::level::Level;
use crate::model::tile::Tile;
use crate::rules::{BlockReset, Position, Rules};

/// The most changes of a repair.
pub const MOST_CHANGES: usize = 3;

/// A change that a designer could make to mend a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mend {
    /// Make an edge two-way, given as a place in the graph: it is not one-way any more, and where there is no edge back
    /// one is added with what else it asks for.
    TwoWay(u32),
    /// Lay a pick-up on a FLOOR cell, or in a node.
    Add(Position, Content),
    /// Make a lock free.
    Free(Freeable),
    /// Move a pick-up to a FLOOR cell, or to a node, of the sphere before its own.
    Move {
        /// The place where it lies.
        from: Position,
        /// The place where it is to lie.
        to: Position,
        /// The pick-up.
        content: Content,
    },
    /// Let blocks return when their room is left: the rule `blocks=reset`.
    Reset,
}

impl Mend {
    /// The number of its kind, from 1.
    #[must_use]
    pub fn kind(&self) -> u32 {
        match self {
            Mend::TwoWay(_) => 1,
            Mend::Add(..) => 2,
            Mend::Free(_) => 3,
            Mend::Move { .. } => 4,
            Mend::Reset => 5,
        }
    }
}

/// A level and the rules by which it is judged, with changes made one after another; `None` where they do not go
/// together, such as two pick-ups on one cell.
#[must_use]
pub fn mended(level: &Level, rules: &Rules, changes: &[&Mend]) -> Option<(Level, Rules)> {
    let (mut level, mut rules) = (level.clone(), rules.clone());
    // Locks are numbered anew when one is made free: all at once.
    let free = |mend: &&Mend| if let Mend::Free(lock) = mend { Some(lock.clone()) } else { None };
    let mut freed: Vec<Freeable> = changes.iter().filter_map(free).collect();
    for change in changes {
        match change {
            Mend::TwoWay(edge) => edit::two_way(&mut level, *edge)?,
            Mend::Add(at, content) => lay(&mut level, *at, *content)?,
            Mend::Free(_) => {
                let locks = std::mem::take(&mut freed);
                if !locks.is_empty() {
                    level = Freeable::free(&level, &locks.iter().collect::<Vec<_>>());
                }
            }
            Mend::Move { from, to, content } => {
                take(&mut level, *from, *content)?;
                lay(&mut level, *to, *content)?;
            }
            Mend::Reset => {
                rules.blocks = BlockReset::Reset;
                level.rules.get_or_insert_default().blocks = BlockReset::Reset;
            }
        }
    }
    Some((level, rules))
}

/// Lays a pick-up on a bare cell, or in a node that holds none of its kind.
fn lay(level: &mut Level, at: Position, content: Content) -> Option<()> {
    match at {
        Position::Node(node) => {
            let contents = &mut level.graph.nodes.get_mut(node as usize)?.contents;
            (!contents.contains(&content)).then(|| contents.push(content))
        }
        Position::Cell(cell) => replace(level, cell, Tile::Floor, tile_of(content)?),
    }
}

fn take(level: &mut Level, at: Position, content: Content) -> Option<()> {
    match at {
        Position::Node(node) => {
            let contents = &mut level.graph.nodes.get_mut(node as usize)?.contents;
            let many = contents.len();
            contents.retain(|held| *held != content);
            (contents.len() < many).then_some(())
        }
        Position::Cell(cell) => replace(level, cell, tile_of(content)?, Tile::Floor),
    }
}

/// Lays a tile in place of another, if that lies there.
fn replace(level: &mut Level, cell: Cell, old: Tile, new: Tile) -> Option<()> {
    let grid = level.tiles.as_mut()?.floors.get_mut(cell.floor as usize)?;
    (grid.get(cell.row, cell.col) == Some(old)).then(|| grid.set(cell.row, cell.col, new))
}

/// The pick-ups, in the order of their tiles.
pub(super) const PICKUPS: [Tile; 4] =
    [Tile::KeySmall, Tile::KeyBoss, Tile::KeyItem, Tile::ItemMinor];

/// The tile that gives a content.
fn tile_of(content: Content) -> Option<Tile> {
    PICKUPS.into_iter().find(|&tile| tile.gives() == Some(content))
}

/// True if what lies in a node can be taken there: at tile level warps take it where it has no rectangle.
pub(super) fn is_taken_in(level: &Level, node: NodeIndex) -> bool {
    level.tiles.as_ref().is_none_or(|tiles| tiles.rooms.iter().all(|room| room.node != node))
}

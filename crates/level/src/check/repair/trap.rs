//! Changes that can undo a trap, and all others, which cannot.
//!
//! A trap is a way into a dead state and all that this state leads to. A change that touches none of its places leaves
//! every move in it as it was, and adds none: whatever else is changed, the trap stays. Where in doubt, a change is said
//! to touch it.

use super::mend::{Mend, PICKUPS, is_taken_in};
use crate::check::what_if::LockPlace;
use crate::model::graph::{Content, NodeIndex, Requirement};
use crate::model::grid::Cell;
use crate::model::level::Level;
use crate::model::tile::Tile;
use crate::rules::{Position, Push, Rules};
use rustc_hash::FxHashSet;

/// A level, as far as it matters to which changes can undo a trap.
pub(super) struct Ground<'a> {
    level: &'a Level,
    /// True if blocks may be pushed: then what lies on a cell matters to them too.
    has_blocks: bool,
    /// True if warps may land where a door that was made free was shut.
    has_warps: bool,
    /// The pick-ups that something asks for.
    useful: FxHashSet<Content>,
}

/// The places of a trap.
struct Places {
    cells: FxHashSet<Cell>,
    nodes: FxHashSet<NodeIndex>,
}

impl<'a> Ground<'a> {
    pub(super) fn of(level: &'a Level, rules: &Rules) -> Self {
        let has = |tile| level.tiles.iter().any(|tiles| tiles.holding(tile).next().is_some());
        let asks = |wanted| level.graph.edges.iter().any(|edge| edge.asks(wanted));
        let bombs = has(Tile::DoorBomb) || asks(Requirement::Bombable);
        let item = bombs || has(Tile::Element) || asks(Requirement::ItemLocked);
        let useful = [
            (Content::Key, has(Tile::DoorLocked) || asks(Requirement::KeyLocked)),
            (Content::BossKey, has(Tile::DoorBoss) || asks(Requirement::BossLocked)),
            (Content::KeyItem, item),
            (Content::ItemMinor, bombs),
        ];
        let useful = useful.into_iter().filter(|(_, asked)| *asked).map(|(content, _)| content);
        Self {
            level,
            has_blocks: rules.push != Push::Off && has(Tile::Block),
            has_warps: rules.warps.doors || rules.warps.stairs && has(Tile::Stair),
            useful: useful.collect(),
        }
    }

    /// True if whatever mends with a change mends without it, or with one that comes before it in the list: it lays
    /// what nothing asks for. On a cell that keeps blocks off, and there the first of such pick-ups does as well.
    pub(super) fn is_idle(&self, mend: &Mend) -> bool {
        let is_useless = |content: &Content| !self.useful.contains(content);
        match mend {
            Mend::Add(Position::Cell(_), content) if self.has_blocks => {
                let mut useless = PICKUPS.into_iter().filter_map(Tile::gives).filter(is_useless);
                is_useless(content) && useless.next() != Some(*content)
            }
            Mend::Move { from: Position::Cell(_), .. }
            | Mend::Move { to: Position::Cell(_), .. }
                if self.has_blocks =>
            {
                false
            }
            Mend::Add(_, content) | Mend::Move { content, .. } => is_useless(content),
            Mend::TwoWay(_) | Mend::Free(_) | Mend::Reset => false,
        }
    }

    /// By change, true if it may undo a trap.
    pub(super) fn may_undo(&self, trap: &[Position], mends: &[Mend]) -> Vec<bool> {
        let mut places = Places { cells: FxHashSet::default(), nodes: FxHashSet::default() };
        let rooms = self.level.tiles.iter().flat_map(|tiles| &tiles.rooms);
        for place in trap {
            match *place {
                Position::Cell(cell) => _ = places.cells.insert(cell),
                Position::Node(node) => _ = places.nodes.insert(node),
            }
        }
        let met = rooms.filter(|room| room.cells().any(|cell| places.cells.contains(&cell)));
        let met: Vec<NodeIndex> = met.map(|room| room.node).collect();
        places.nodes.extend(met);
        mends.iter().map(|mend| self.touches(&places, mend)).collect()
    }

    fn touches(&self, places: &Places, mend: &Mend) -> bool {
        let lies = |at: Position, content: &Content| match at {
            Position::Cell(cell) if self.has_blocks => places.are_near(cell, 2),
            Position::Cell(cell) => self.useful.contains(content) && places.cells.contains(&cell),
            Position::Node(node) => {
                self.useful.contains(content)
                    && (self.level.tiles.is_some() || places.nodes.contains(&node))
            }
        };
        match mend {
            Mend::TwoWay(edge) => {
                self.level.graph.edges.get(*edge as usize).is_none_or(|edge| {
                    self.is_met(places, edge.from) || self.is_met(places, edge.to)
                })
            }
            Mend::Add(at, content) => lies(*at, content),
            Mend::Free(lock) => match lock.place() {
                LockPlace::Between(a, b) => self.is_met(places, a) || self.is_met(places, b),
                LockPlace::Entry(lock) => {
                    let locks = self.level.tiles.iter().flat_map(|tiles| &tiles.locks);
                    let mut cells = locks.skip(lock).take(1).flat_map(|lock| &lock.cells);
                    cells.any(|&cell| places.are_near(cell, 2))
                }
                LockPlace::Door(cells) => {
                    self.has_warps || cells.iter().any(|&cell| places.are_near(cell, 2))
                }
            },
            Mend::Move { from, to, content } => lies(*from, content) || lies(*to, content),
            Mend::Reset => true,
        }
    }

    /// True if a trap has to do with a node: it was entered, or at tile level warps may pass it.
    fn is_met(&self, places: &Places, node: NodeIndex) -> bool {
        places.nodes.contains(&node) || self.level.tiles.is_some() && is_taken_in(self.level, node)
    }
}

impl Places {
    /// True if a cell lies at most so many rows and columns from one of the trap.
    fn are_near(&self, cell: Cell, most: i32) -> bool {
        let mut near = (-most..=most).flat_map(|rows| (-most..=most).map(move |cols| (rows, cols)));
        near.any(|(rows, cols)| {
            cell.offset(rows, cols).is_some_and(|near| self.cells.contains(&near))
        })
    }
}

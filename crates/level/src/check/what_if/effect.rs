//! The effect of a question on the level.

use crate::check::edit;
use crate::model::graph::{Content, NodeIndex, PlateId, Requirement, SymbolId};
use crate::model::grid::Cell;
use crate::model::level::{Level, TileLock, Tiles};
use crate::model::tile::Tile;
use crate::rules::Position;
use rustc_hash::FxHashSet;

/// The four kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Without,
    Free,
    Goal,
    Wall,
}

impl Asked {
    /// The name of the list that asks it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Asked::Without => "without",
            Asked::Free => "free",
            Asked::Goal => "goal",
            Asked::Wall => "wall",
        }
    }
}

/// A thing of a level that a question can be about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Effect {
    /// The pick-up of a cell.
    Item(Cell),
    /// A content of a node.
    Content(NodeIndex, Content),
    /// A symbol.
    Symbol(SymbolId),
    /// A toggle.
    Toggle(u32),
    /// The block of a cell.
    Block(Cell),
    /// A pressure plate.
    Plate(PlateId),
    /// A door of tiles.
    Door(Vec<Cell>),
    /// All edges between two nodes.
    Passage(NodeIndex, NodeIndex),
    /// An entry of the level's locks.
    Lock(usize),
    /// A node that one can stand in.
    Room(NodeIndex),
}

/// The level with all changes made: locks and plates last, since numbers change with them.
pub(super) fn changed(level: &Level, effects: &[(Asked, Effect)]) -> Level {
    let mut level = level.clone();
    let mut shared = Shared::default();
    for (asked, effect) in effects {
        match asked {
            Asked::Without => without(&mut level, effect, &mut shared),
            Asked::Free => free(&mut level, effect, &mut shared),
            Asked::Goal => aim(&mut level, effect),
            Asked::Wall => wall(&mut level, effect),
        }
    }
    let freed = effects.iter().filter_map(|change| match change {
        (Asked::Free, Effect::Lock(lock)) => Some(*lock),
        _ => None,
    });
    let freed: FxHashSet<usize> = freed.collect();
    if let Some(tiles) = &mut level.tiles {
        let mut number = 0..;
        tiles.locks.retain(|_| !number.next().is_some_and(|lock| freed.contains(&lock)));
    }
    level
}

/// What the changes of one question share.
#[derive(Default)]
struct Shared {
    unheld: Option<SymbolId>,
    has_blocks: Option<bool>,
}

impl Shared {
    /// A symbol that nobody ever holds.
    fn nowhere(&mut self, level: &mut Level) -> SymbolId {
        *self.unheld.get_or_insert_with(|| edit::unheld(level, "nowhere"))
    }

    /// True if some block is left by what is not there.
    fn has_blocks(&mut self, level: &Level) -> bool {
        let mut tiles = level.tiles.iter();
        let has = |tiles: &Tiles| tiles.holding(Tile::Block).next().is_some();
        *self.has_blocks.get_or_insert_with(|| tiles.any(has))
    }
}

fn without(level: &mut Level, effect: &Effect, shared: &mut Shared) {
    match effect {
        Effect::Item(cell) => edit::clear(level, &[*cell]),
        Effect::Content(node, content) => edit::remove(level, Position::Node(*node), *content),
        Effect::Symbol(id) => {
            edit::remove_all(level, Content::Symbol(*id));
            for plate in level.tiles.iter_mut().flat_map(|tiles| &mut tiles.plates) {
                plate.gives = plate.gives.filter(|given| given != id);
            }
        }
        Effect::Toggle(number) => edit::remove_all(level, Content::Toggle(*number)),
        Effect::Block(cell) => edit::lay(level, &[*cell], Tile::Floor),
        Effect::Plate(id) => edit::lift(level, *id),
        Effect::Door(cells) => {
            let need = Requirement::Symbol(shared.nowhere(level));
            lock(&mut level.tiles, cells, need);
        }
        Effect::Passage(a, b) => {
            let nowhere = Requirement::Symbol(shared.nowhere(level));
            let between = |from, to| (from, to) == (*a, *b) || (from, to) == (*b, *a);
            let edges = level.graph.edges.iter_mut();
            let edges = edges.filter(|edge| between(edge.from, edge.to));
            edges.for_each(|edge| edge.requires.push(nowhere));
            level.graph.cut.push((*a, *b));
        }
        Effect::Lock(_) | Effect::Room(_) => {}
    }
}

fn free(level: &mut Level, effect: &Effect, shared: &mut Shared) {
    match effect {
        Effect::Passage(a, b) => {
            for edge in &mut level.graph.edges {
                if (edge.from, edge.to) == (*a, *b) || (edge.from, edge.to) == (*b, *a) {
                    let stays =
                        |r: &Requirement| matches!(r, Requirement::SoftLocked | Requirement::Stair);
                    edge.requires.retain(|requirement| stays(requirement));
                }
            }
        }
        Effect::Door(cells) => {
            // A puzzle door is open, and stands in the way of diagonal steps as the locked one did. A condition that
            // always holds keeps blocks off it, as they were kept off the locked one.
            edit::lay(level, cells, Tile::DoorPuzzle);
            if shared.has_blocks(level) {
                let holds = Requirement::Lacks(shared.nowhere(level));
                lock(&mut level.tiles, cells, holds);
            }
        }
        _ => {}
    }
}

/// Makes a thing the only goal.
fn aim(level: &mut Level, effect: &Effect) {
    level.win.clear();
    level.graph.goals.clear();
    let given = level.tiles.as_mut().and_then(|tiles| tiles.goals.replace(Vec::new()));
    if given.is_none() {
        // No goals any more, but no floor that blocks go onto either.
        let tiles = level.tiles.iter();
        let triforce: Vec<Cell> = tiles.flat_map(|tiles| tiles.holding(Tile::Triforce)).collect();
        edit::clear(level, &triforce);
    }
    let place = |level: &mut Level, cells: Vec<Cell>| {
        if let Some(tiles) = &mut level.tiles {
            tiles.goals = Some(cells);
        }
    };
    match *effect {
        // Whoever stands on its cell has taken it, and nobody else has.
        Effect::Item(cell) => place(level, vec![cell]),
        Effect::Symbol(id) => level.win.push(Requirement::Symbol(id)),
        Effect::Content(node, _) | Effect::Room(node) => {
            let room = level.tiles.iter().flat_map(|tiles| &tiles.rooms);
            let room = room.clone().find(|room| room.node == node).copied();
            match (&level.tiles, room) {
                (None, _) => level.graph.goals.push(node),
                (Some(_), Some(room)) => place(level, room.cells().collect()),
                // A warp passes the node: what lies there is held when it lands.
                (Some(_), None) => {
                    let taken = edit::unheld(level, "nowhere");
                    level.graph.nodes[node as usize].contents.push(Content::Symbol(taken));
                    level.win.push(Requirement::Symbol(taken));
                }
            }
        }
        _ => {}
    }
}

fn wall(level: &mut Level, effect: &Effect) {
    if let Effect::Block(cell) = effect {
        edit::lay(level, &[*cell], Tile::Wall);
    }
}

/// Adds a lock to cells.
fn lock(tiles: &mut Option<Tiles>, cells: &[Cell], need: Requirement) {
    tiles.iter_mut().for_each(|tiles| {
        tiles.locks.push(TileLock { cells: cells.to_vec(), needs: vec![need] });
    });
}

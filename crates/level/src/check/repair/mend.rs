//! Changes that mend a level: what each does, the level with some of them made, the list of those that are tried, and the
//! answer with the set that was found.

use crate::check::things::things;
use crate::check::what_if::Freeable;
use crate::check::{edit, spheres};
use crate::limits::Limit;
use crate::model::graph::{Content, NodeIndex};
use crate::model::grid::Cell;
use crate::model::level::Level;
use crate::model::tile::Tile;
use crate::rules::{BlockReset, Position, Push, Rules, TooManyBits};
use rustc_hash::FxHashSet;

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

// -------------------------------------------------------------------------------------------------
// The list of changes that could mend a level, in the order in which they are tried.

/// The changes that could mend a level: by kind, and within a kind in the order of the file, cells floor by floor in
/// reading order before nodes.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn mends(level: &Level, rules: &Rules) -> Result<Vec<Mend>, TooManyBits> {
    let places = places(level);
    let mut all: Vec<Mend> = level.graph.one_way().map(Mend::TwoWay).collect();
    let pickups = || PICKUPS.into_iter().filter_map(Tile::gives);
    for &place in &places {
        let lacking = pickups().filter(|&content| !holds(level, place, content));
        all.extend(lacking.map(|content| Mend::Add(place, content)));
    }
    all.extend(Freeable::all(level, rules).into_iter().map(Mend::Free));
    all.extend(moves(level, rules, &places)?);
    all.extend(can_reset(level, rules).then_some(Mend::Reset));
    Ok(all)
}

/// The places on which a pick-up can be laid: FLOOR cells, plates aside, and nodes whose contents are taken.
fn places(level: &Level) -> Vec<Position> {
    let mut plates: FxHashSet<Cell> = FxHashSet::default();
    plates.extend(level.tiles.iter().flat_map(|tiles| &tiles.plates).flat_map(|p| &p.cells));
    let floor = level.tiles.iter().flat_map(|tiles| tiles.holding(Tile::Floor));
    let floor = floor.filter(|cell| !plates.contains(cell)).map(Position::Cell);
    let nodes = (0..level.graph.nodes.len() as NodeIndex).filter(|&n| is_taken_in(level, n));
    floor.chain(nodes.map(Position::Node)).collect()
}

fn holds(level: &Level, place: Position, content: Content) -> bool {
    match place {
        Position::Cell(_) => false,
        Position::Node(node) => {
            level.graph.nodes.get(node as usize).is_some_and(|n| n.contents.contains(&content))
        }
    }
}

/// Each pick-up with each place of the sphere before its own.
fn moves(level: &Level, rules: &Rules, places: &[Position]) -> Result<Vec<Mend>, TooManyBits> {
    let is_pickup = |(_, content): &(Position, Content)| {
        PICKUPS.into_iter().any(|tile| tile.gives() == Some(*content))
    };
    let pickups: Vec<_> = things(level).into_iter().filter(is_pickup).collect();
    let mut asked: Vec<Position> = places.to_vec();
    asked.extend(pickups.iter().map(|(at, _)| *at));
    let spheres = spheres::numbers(level, rules, &asked)?;
    let (of_places, of_pickups) = spheres.split_at(places.len());
    let mut all = Vec::new();
    for (&(from, content), &sphere) in pickups.iter().zip(of_pickups) {
        let Some(before) = sphere.and_then(|sphere| sphere.checked_sub(1)) else { continue };
        let targets = places.iter().zip(of_places);
        let targets =
            targets.filter(|&(&to, &at)| at == Some(before) && !holds(level, to, content));
        all.extend(targets.map(|(&to, _)| Mend::Move { from, to, content }));
    }
    Ok(all)
}

/// True if blocks could return: there are some that can be pushed, and rooms.
fn can_reset(level: &Level, rules: &Rules) -> bool {
    let tiles = level.tiles.as_ref();
    rules.blocks == BlockReset::Keep
        && rules.push != Push::Off
        && tiles.is_some_and(|tiles| {
            !tiles.rooms.is_empty() && tiles.holding(Tile::Block).next().is_some()
        })
}

// -------------------------------------------------------------------------------------------------
// The answer to the question for a repair.

/// The answer to the question for a repair.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The changes that mend the level.
    Mended(Box<Repair>),
    /// Nothing is to be mended: the level cannot be lost.
    Needless,
    /// The level cannot be won, so that there is nothing to be lost; [`why_not`](crate::check::why_not) tells what would help.
    NotWinnable,
    /// No set of changes mends it: proved.
    Impossible,
    /// No repair was found before this limit came.
    Unknown(Limit),
}

/// A repair.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Repair {
    /// The changes, in the order of the list.
    pub changes: Vec<Mend>,
    /// True if it is proved that no repair comes before it.
    pub smallest: bool,
    /// The mended level.
    pub level: Level,
}

//! Softlock repair: the smallest change after which a level is softlock-free.
//!
//! The candidates are changes of five kinds ([`RepairChange`]). Sets of at most three are tried in order: fewer changes
//! first, then a smaller sum of kind numbers, then the order of the file. The answer is the first set after which the
//! level is winnable and softlock-free, hence a smallest one. A set is skipped if an earlier question shows that it
//! leaves a trap untouched, that is, a path into a dead state and all states reachable from there.

mod search;

use super::locks::things;
use super::what_if::{Freeable, LockPlace};
use super::{Check, Safety, change, spheres};
use crate::limits::{Limit, Limits};
use crate::model::{Cell, Content, Level, NodeIndex, Requirement, Tile};
use crate::rules::{BlockReset, Position, Push, Rules, TooManyBits};
use crate::solve::Verdict;
use rustc_hash::FxHashSet;

/// Searches for the smallest repair of a level that was checked under the same rules and limits.
///
/// The limits apply to each question. The time limit applies to all questions together as well. All questions together
/// may keep six times as many states as one check. Without a limit on states the search is exhaustive.
///
/// ```
/// use quandary_level::check::{check, repair};
/// // One key, and a side room on the left whose door wastes it.
/// let level = quandary_level::formats::text::read("#########\n#.+.@k+*#\n#########\n")?;
/// let (rules, limits) = Default::default();
/// let found = repair::repair(&level, &rules, &check(&level, &rules, &limits)?, &limits);
/// let repair::Outcome::Mended(repair) = found else { panic!("{found:?}") };
/// assert!(repair.smallest);
/// assert!(check(&repair.level, &rules, &limits)?.is_softlock_free());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn repair(level: &Level, rules: &Rules, check: &Check, limits: &Limits<'_>) -> Outcome {
    match (&check.verdict, &check.safety) {
        (Verdict::Unsolvable, _) => Outcome::NotWinnable,
        (Verdict::Solvable { .. }, Safety::SoftlockFree) => Outcome::Needless,
        (Verdict::Solvable { .. }, Safety::Softlock(_)) => search::search(level, rules, limits),
        (Verdict::Unknown(limit), _) | (_, Safety::Unknown(limit)) => Outcome::Unknown(*limit),
    }
}

// -------------------------------------------------------------------------------------------------
// The candidate changes, their effects, and the result of a search.

/// Limit on changes of a repair.
pub const MOST_CHANGES: usize = 3;

/// A change that can repair a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepairChange {
    /// Make an edge two-way, given as an index into the graph's edges. It loses its one-way requirement; if there is no
    /// edge back, one with the remaining requirements is added.
    TwoWay(u32),
    /// Add a pick-up on a FLOOR cell or in a node.
    Add(Position, Content),
    /// Make a lock free.
    Free(Freeable),
    /// Move a pick-up to a FLOOR cell or a node of the sphere before its own.
    Move {
        /// The old position.
        from: Position,
        /// The new position.
        to: Position,
        /// The pick-up.
        content: Content,
    },
    /// Set the rule `blocks=reset`: blocks return when the player leaves their room.
    Reset,
}

impl RepairChange {
    /// The number of the kind, from 1.
    #[must_use]
    pub fn kind(&self) -> u32 {
        match self {
            RepairChange::TwoWay(_) => 1,
            RepairChange::Add(..) => 2,
            RepairChange::Free(_) => 3,
            RepairChange::Move { .. } => 4,
            RepairChange::Reset => 5,
        }
    }
}

/// The level and its rules after the changes; `None` if the changes conflict, such as two pick-ups on one cell.
#[must_use]
pub fn mended(level: &Level, rules: &Rules, changes: &[&RepairChange]) -> Option<(Level, Rules)> {
    let (mut level, mut rules) = (level.clone(), rules.clone());
    // Freeing a lock renumbers the others, so all are freed at once.
    let free = |change: &&RepairChange| {
        if let RepairChange::Free(lock) = change { Some(lock.clone()) } else { None }
    };
    let mut freed: Vec<Freeable> = changes.iter().filter_map(free).collect();
    for change in changes {
        match change {
            RepairChange::TwoWay(edge) => change::two_way(&mut level, *edge)?,
            RepairChange::Add(at, content) => lay(&mut level, *at, *content)?,
            RepairChange::Free(_) => {
                let locks = std::mem::take(&mut freed);
                if !locks.is_empty() {
                    level = Freeable::free(&level, &locks.iter().collect::<Vec<_>>());
                }
            }
            RepairChange::Move { from, to, content } => {
                take(&mut level, *from, *content)?;
                lay(&mut level, *to, *content)?;
            }
            RepairChange::Reset => {
                rules.blocks = BlockReset::Reset;
                level.rules.get_or_insert_default().blocks = BlockReset::Reset;
            }
        }
    }
    Some((level, rules))
}

/// Adds a pick-up on a bare cell, or in a node that holds none of its kind.
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
            let one = contents.iter().position(|held| *held == content)?;
            contents.remove(one);
            Some(())
        }
        Position::Cell(cell) => replace(level, cell, tile_of(content)?, Tile::Floor),
    }
}

/// Replaces a tile; `None` if the cell holds another tile.
fn replace(level: &mut Level, cell: Cell, old: Tile, new: Tile) -> Option<()> {
    let grid = level.tiles.as_mut()?.floors.get_mut(cell.floor as usize)?;
    (grid.get(cell.row, cell.col) == Some(old)).then(|| grid.set(cell.row, cell.col, new))
}

/// The tiles of pick-ups, in their order.
const PICKUPS: [Tile; 4] = [Tile::KeySmall, Tile::KeyBoss, Tile::KeyItem, Tile::ItemMinor];

fn tile_of(content: Content) -> Option<Tile> {
    PICKUPS.into_iter().find(|&tile| tile.gives() == Some(content))
}

/// True if the contents of a node can be taken: at tile level a warp takes them if the node has no rectangle.
fn is_taken_in(level: &Level, node: NodeIndex) -> bool {
    level.rectangle(node).is_none()
}

// -------------------------------------------------------------------------------------------------
// The candidate changes, in the order in which they are tried.

/// The candidate changes by kind, and within a kind in the order of the file. Cells come before nodes, floor by floor
/// in reading order.
///
/// # Errors
/// [`TooManyBits`] for a level that keeps track of too many things.
pub fn repair_changes(level: &Level, rules: &Rules) -> Result<Vec<RepairChange>, TooManyBits> {
    let places = places(level);
    let mut all: Vec<RepairChange> = level.graph.one_way().map(RepairChange::TwoWay).collect();
    let pickups = || PICKUPS.into_iter().filter_map(Tile::gives);
    for &place in &places {
        let lacking = pickups().filter(|&content| !holds(level, place, content));
        all.extend(lacking.map(|content| RepairChange::Add(place, content)));
    }
    all.extend(Freeable::all(level, rules).into_iter().map(RepairChange::Free));
    all.extend(moves(level, rules, &places)?);
    all.extend(can_reset(level, rules).then_some(RepairChange::Reset));
    Ok(all)
}

/// The positions where a pick-up can be added: FLOOR cells without a plate, and nodes whose contents can be taken.
fn places(level: &Level) -> Vec<Position> {
    let mut plates: FxHashSet<Cell> = FxHashSet::default();
    plates.extend(level.plates().iter().flat_map(|plate| &plate.cells));
    let floor =
        level.holding(Tile::Floor).filter(|cell| !plates.contains(cell)).map(Position::Cell);
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

/// Each pick-up with each position of the sphere before its own.
fn moves(
    level: &Level,
    rules: &Rules,
    places: &[Position],
) -> Result<Vec<RepairChange>, TooManyBits> {
    let is_pickup = |(_, content): &(Position, Content)| {
        PICKUPS.into_iter().any(|tile| tile.gives() == Some(*content))
    };
    let pickups: Vec<_> = things(level).into_iter().filter(is_pickup).collect();
    let mut positions: Vec<Position> = places.to_vec();
    positions.extend(pickups.iter().map(|(at, _)| *at));
    let spheres = spheres::numbers(level, rules, &positions)?;
    let (of_places, of_pickups) = spheres.split_at(places.len());
    let mut all = Vec::new();
    for (&(from, content), &sphere) in pickups.iter().zip(of_pickups) {
        let Some(before) = sphere.and_then(|sphere| sphere.checked_sub(1)) else { continue };
        let targets = places.iter().zip(of_places);
        let targets =
            targets.filter(|&(&to, &at)| at == Some(before) && !holds(level, to, content));
        all.extend(targets.map(|(&to, _)| RepairChange::Move { from, to, content }));
    }
    Ok(all)
}

/// True if the rule `blocks=reset` would have an effect: the level has rooms and movable blocks.
fn can_reset(level: &Level, rules: &Rules) -> bool {
    let can_be_pushed = rules.push != Push::Off && level.has(Tile::Block);
    rules.blocks == BlockReset::Keep && can_be_pushed && !level.rooms().is_empty()
}

// -------------------------------------------------------------------------------------------------

/// The outcome of a search for a repair.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The changes that repair the level.
    Mended(Box<Repair>),
    /// The level is softlock-free already.
    Needless,
    /// The level cannot be won; see [`why_not`](crate::check::why_not) for changes that would help.
    NotWinnable,
    /// It is proved that no set of changes repairs it.
    Impossible,
    /// This limit came before a repair was found.
    Unknown(Limit),
}

/// A repair.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Repair {
    /// The changes, in the order of the candidates.
    pub changes: Vec<RepairChange>,
    /// True if it is proved that no repair comes earlier in the order.
    pub smallest: bool,
    /// The repaired level.
    pub level: Level,
}

// -------------------------------------------------------------------------------------------------
// Changes that may undo a trap.
//
// A trap is a path into a dead state and all states reachable from there. A change that touches no position of a trap
// changes no move in it and adds none, so the trap remains. In cases of doubt a change counts as touching.

/// The parts of a level that decide which changes may undo a trap.
struct Ground<'a> {
    level: &'a Level,
    /// True if blocks can be pushed. Then the contents of a cell affect blocks too.
    has_blocks: bool,
    /// True if a warp may land on a freed door.
    has_warps: bool,
    /// The pick-ups that some requirement names.
    useful: FxHashSet<Content>,
}

/// The positions of a trap.
struct Places {
    cells: FxHashSet<Cell>,
    nodes: FxHashSet<NodeIndex>,
}

impl<'a> Ground<'a> {
    fn of(level: &'a Level, rules: &Rules) -> Self {
        let (has, asks) = (|tile| level.has(tile), |wanted| level.graph.requires(wanted));
        let bombs = has(Tile::DoorBomb) || asks(Requirement::Bombable);
        let item = bombs || has(Tile::Element) || asks(Requirement::ItemLocked);
        let useful = [
            (Content::Key, has(Tile::DoorLocked) || asks(Requirement::KeyLocked)),
            (Content::BossKey, has(Tile::DoorBoss) || asks(Requirement::BossLocked)),
            (Content::KeyItem, item),
            (Content::ItemMinor, bombs),
        ];
        let useful =
            useful.into_iter().filter(|(_, is_useful)| *is_useful).map(|(content, _)| content);
        Self {
            level,
            has_blocks: rules.push != Push::Off && has(Tile::Block),
            has_warps: rules.warps.doors || rules.warps.stairs && has(Tile::Stair),
            useful: useful.collect(),
        }
    }

    /// True if every repair with the change has a counterpart without it, or with an earlier change: the change adds a
    /// pick-up that nothing requires. Such a pick-up on a cell keeps blocks off, and the first of its kind in the list
    /// does the same.
    fn is_idle(&self, change: &RepairChange) -> bool {
        let is_useless = |content: &Content| !self.useful.contains(content);
        match change {
            RepairChange::Add(Position::Cell(_), content) if self.has_blocks => {
                let mut useless = PICKUPS.into_iter().filter_map(Tile::gives).filter(is_useless);
                is_useless(content) && useless.next() != Some(*content)
            }
            RepairChange::Move { from: Position::Cell(_), .. }
            | RepairChange::Move { to: Position::Cell(_), .. }
                if self.has_blocks =>
            {
                false
            }
            RepairChange::Add(_, content) | RepairChange::Move { content, .. } => {
                is_useless(content)
            }
            RepairChange::TwoWay(_) | RepairChange::Free(_) | RepairChange::Reset => false,
        }
    }

    /// By change, true if it may undo a trap.
    fn may_undo(&self, trap: &[Position], changes: &[RepairChange]) -> Vec<bool> {
        let mut places = Places { cells: FxHashSet::default(), nodes: FxHashSet::default() };
        for place in trap {
            match *place {
                Position::Cell(cell) => _ = places.cells.insert(cell),
                Position::Node(node) => _ = places.nodes.insert(node),
            }
        }
        let met = self
            .level
            .rooms()
            .iter()
            .filter(|room| room.cells().any(|cell| places.cells.contains(&cell)));
        let met: Vec<NodeIndex> = met.map(|room| room.node).collect();
        places.nodes.extend(met);
        changes.iter().map(|change| self.touches(&places, change)).collect()
    }

    fn touches(&self, places: &Places, change: &RepairChange) -> bool {
        let lies = |at: Position, content: &Content| match at {
            Position::Cell(cell) if self.has_blocks => places.are_near(cell, 2),
            Position::Cell(cell) => self.useful.contains(content) && places.cells.contains(&cell),
            Position::Node(node) => {
                self.useful.contains(content)
                    && (self.level.tiles.is_some() || places.nodes.contains(&node))
            }
        };
        match change {
            RepairChange::TwoWay(edge) => {
                self.level.graph.edges.get(*edge as usize).is_none_or(|edge| {
                    self.is_met(places, edge.from) || self.is_met(places, edge.to)
                })
            }
            RepairChange::Add(at, content) => lies(*at, content),
            RepairChange::Free(lock) => match lock.place() {
                LockPlace::Between(a, b) => self.is_met(places, a) || self.is_met(places, b),
                LockPlace::Entry(lock) => {
                    let mut cells = self.level.locks().get(lock).into_iter().flat_map(|l| &l.cells);
                    cells.any(|&cell| places.are_near(cell, 2))
                }
                LockPlace::Door(cells) => {
                    self.has_warps || cells.iter().any(|&cell| places.are_near(cell, 2))
                }
            },
            RepairChange::Move { from, to, content } => lies(*from, content) || lies(*to, content),
            RepairChange::Reset => true,
        }
    }

    /// True if a trap involves a node: the node was entered, or at tile level a warp may pass it.
    fn is_met(&self, places: &Places, node: NodeIndex) -> bool {
        places.nodes.contains(&node) || self.level.tiles.is_some() && is_taken_in(self.level, node)
    }
}

impl Places {
    /// True if a cell lies within so many rows and columns of a cell of the trap.
    fn are_near(&self, cell: Cell, most: i32) -> bool {
        let mut near = (-most..=most).flat_map(|rows| (-most..=most).map(move |cols| (rows, cols)));
        near.any(|(rows, cols)| {
            cell.offset(rows, cols).is_some_and(|near| self.cells.contains(&near))
        })
    }
}

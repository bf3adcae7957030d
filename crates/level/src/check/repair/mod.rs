//! Softlock repair: the smallest change after which a level that can be lost cannot be lost any more.
//!
//! There is a list of changes that a designer could make, of five kinds ([`Mend`]). Sets of at most three of them are
//! tried in order: fewer changes first, then the least sum of the kinds' numbers, then the order of the list, which is
//! that of the file. The first set after which the level can be won and cannot be lost is the answer, so that it is a
//! smallest one. A set is passed over where an earlier question shows that the level would still be losable: where it
//! leaves untouched a way into a dead state, and all that this state leads to.

mod search;

use super::locks::things;
use super::what_if::{Freeable, LockPlace};
use super::{Check, Safety, change, spheres};
use crate::limits::{Limit, Limits};
use crate::model::{Cell, Content, Level, NodeIndex, Requirement, Tile};
use crate::rules::{BlockReset, Position, Push, Rules, TooManyBits};
use crate::solve::Verdict;
use rustc_hash::FxHashSet;

/// Looks for the smallest repair of a level that was checked under the same rules and limits.
///
/// Each question is within the limits, and the time is that of all of them together. So are states, of which all
/// questions together may keep six times as many as one check; without a limit on states the search goes on to its end.
///
/// ```
/// use quandary_level::check::{check, repair};
/// // One key, and a cupboard on the left that wastes it.
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
// Changes that mend a level: what each does, the level with some of them made, the list of those that are tried, and the
// answer with the set that was found.

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
            Mend::TwoWay(edge) => change::two_way(&mut level, *edge)?,
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
const PICKUPS: [Tile; 4] = [Tile::KeySmall, Tile::KeyBoss, Tile::KeyItem, Tile::ItemMinor];

fn tile_of(content: Content) -> Option<Tile> {
    PICKUPS.into_iter().find(|&tile| tile.gives() == Some(content))
}

/// True if what lies in a node can be taken there: at tile level warps take it where it has no rectangle.
fn is_taken_in(level: &Level, node: NodeIndex) -> bool {
    level.rectangle(node).is_none()
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
    let can_be_pushed = rules.push != Push::Off && level.has(Tile::Block);
    rules.blocks == BlockReset::Keep && can_be_pushed && !level.rooms().is_empty()
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

// -------------------------------------------------------------------------------------------------
// Changes that can undo a trap, and all others, which cannot.
//
// A trap is a way into a dead state and all that this state leads to. A change that touches none of its places leaves
// every move in it as it was, and adds none: whatever else is changed, the trap stays. Where in doubt, a change is said
// to touch it.

/// A level, as far as it matters to which changes can undo a trap.
struct Ground<'a> {
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
    fn is_idle(&self, mend: &Mend) -> bool {
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
    fn may_undo(&self, trap: &[Position], mends: &[Mend]) -> Vec<bool> {
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
                    let mut cells = self.level.locks().get(lock).into_iter().flat_map(|l| &l.cells);
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

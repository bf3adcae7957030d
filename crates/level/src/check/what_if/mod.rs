//! What-if questions: a level without a thing, with a free lock, with another goal, or with a walled-in block.
//!
//! A question names things, such as `item:3,4`, `plate:north` or `passage:1-2`. Each kind of question has its own list
//! of things. The answer is a changed level, which is checked like any other. Invariant: a question changes only what
//! it names, so states are counted as in the original level.

mod batch;

use super::change;
use crate::model::{
    Cell, Content, Level, NodeId, NodeIndex, PlateId, Requirement, SymbolId, Tile, TileLock, Tiles,
    named,
};
use crate::rules::{Locks, Position, Rules};
pub use batch::{Answer, Batch};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Questions about a level, as changes to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhatIf {
    /// Things to remove: `item:ROW,COL`, `item:KIND@NODE`, `symbol:NAME`, `toggle:N`, `block:ROW,COL`, `plate:NAME`,
    /// `door:ROW,COL`, `passage:A-B`.
    pub without: Vec<String>,
    /// Locks without requirements: `passage:A-B`, `lock:N`, `door:ROW,COL`.
    pub free: Vec<String>,
    /// The only goal: `item:ROW,COL`, `item:KIND@NODE`, `symbol:NAME`, `room:ID`.
    pub goal: Option<String>,
    /// Blocks to replace by walls at their start cells: `block:ROW,COL`.
    pub wall: Vec<String>,
}

/// An unknown thing. The message lists the known things.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct UnknownThing {
    question: &'static str,
    message: String,
}

impl UnknownThing {
    /// The field of [`WhatIf`] that named it: `without`, `free`, `goal` or `wall`.
    #[must_use]
    pub fn question(&self) -> &'static str {
        self.question
    }
}

/// A lock that can be freed, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Freeable {
    /// Its first name: `passage:A-B`, `lock:N` or `door:ROW,COL`.
    pub name: String,
    effect: Effect,
}

impl Freeable {
    /// The locks of a level that can be freed, in the order of the file, each under one name.
    #[must_use]
    pub fn all(level: &Level, rules: &Rules) -> Vec<Self> {
        let mut whole = WholeThings::of(level, rules);
        let things = things(level, QuestionKind::Free);
        let first = things.filter_map(|(name, effect)| Some((name, whole.first(&effect)?)));
        first.map(|(name, effect)| Self { name, effect }).collect()
    }

    pub(super) fn free(level: &Level, locks: &[&Self]) -> Level {
        let effects = locks.iter().map(|lock| (QuestionKind::Free, lock.effect.clone()));
        changed(level, &effects.collect::<Vec<_>>())
    }

    pub(super) fn place(&self) -> LockPlace<'_> {
        match &self.effect {
            Effect::Passage(a, b) => LockPlace::Between(*a, *b),
            Effect::Lock(lock) => LockPlace::Entry(*lock),
            Effect::Door(cells) => LockPlace::Door(cells),
            _ => LockPlace::Door(&[]),
        }
    }
}

/// The position of a lock that can be freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LockPlace<'a> {
    /// Between two nodes.
    Between(NodeIndex, NodeIndex),
    /// An index into the level's locks.
    Entry(usize),
    Door(&'a [Cell]),
}

/// Limit on names listed in an error.
const MOST_LISTED: usize = 40;

impl WhatIf {
    /// True if there is no question.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The non-empty lists of names.
    fn lists(&self) -> impl Iterator<Item = (QuestionKind, &[String])> {
        let lists = [
            (QuestionKind::Without, &self.without[..]),
            (QuestionKind::Free, &self.free),
            (QuestionKind::Goal, self.goal.as_slice()),
            (QuestionKind::Wall, &self.wall),
        ];
        lists.into_iter().filter(|(_, names)| !names.is_empty())
    }

    /// The changed level. `rules` decide which tiles form one door.
    ///
    /// # Errors
    /// [`UnknownThing`] for a name that the level does not have, or that this kind of question does not allow.
    ///
    /// ```
    /// use quandary_level::check::what_if::WhatIf;
    /// use quandary_level::{Rules, Verdict, check};
    /// let level = quandary_level::formats::text::read("######\n#@k+*#\n######\n")?;
    /// let rules = Rules::default();
    /// let question = WhatIf { without: vec!["item:1,2".to_owned()], ..WhatIf::default() };
    /// assert_eq!(check(&question.of(&level, &rules)?, &rules, &Default::default())?.verdict, Verdict::Unsolvable);
    /// let question = WhatIf { free: vec!["door:1,3".to_owned()], ..question };
    /// assert_ne!(check(&question.of(&level, &rules)?, &rules, &Default::default())?.verdict, Verdict::Unsolvable);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(&self, level: &Level, rules: &Rules) -> Result<Level, UnknownThing> {
        let mut all = Vec::new();
        for (kind, names) in self.lists() {
            let named = effects(level, rules, kind, names);
            let named = named.map_err(|name| UnknownThing::of(level, kind, name))?;
            all.extend(named.into_iter().map(|effect| (kind, effect)));
        }
        Ok(changed(level, &all))
    }
}

impl UnknownThing {
    /// The error of an unknown name. It lists the things of the same kind, or all things if there are none.
    fn of(level: &Level, kind: QuestionKind, name: &str) -> Self {
        let prefix = |name: &str| name.split(':').next().map(str::to_owned);
        let own = prefix(name);
        let listed = |is_listed: &dyn Fn(&str) -> bool| {
            let (mut listed, mut many) = (Vec::new(), 0);
            for (known, _) in things(level, kind).filter(|(known, _)| is_listed(known)) {
                if listed.len() < MOST_LISTED {
                    listed.push(known);
                }
                many += 1;
            }
            (many - listed.len(), listed)
        };
        let (mut more, mut known) = listed(&|known| prefix(known) == own);
        if known.is_empty() {
            (more, known) = listed(&|_| true);
        }
        let message = match (known.is_empty(), more) {
            (true, _) => {
                let name = diagnostics::short(name);
                format!("unknown thing {name:?}; the level has none to ask about")
            }
            (false, 0) => diagnostics::unknown("thing", name, &known),
            (false, more) => {
                format!("{} and {more} more", diagnostics::unknown("thing", name, &known))
            }
        };
        Self { question: kind.name(), message }
    }
}

// -------------------------------------------------------------------------------------------------
// The things of a level, by the names used in questions.

/// Named things, generated lazily: a level may have one per cell.
type Things<'a> = Box<dyn Iterator<Item = (String, Effect)> + 'a>;

/// The things that a kind of question can name, in the order of the file.
fn things(level: &Level, kind: QuestionKind) -> Things<'_> {
    match kind {
        QuestionKind::Without => Box::new(
            items(level)
                .chain(symbols(level))
                .chain(toggles(level))
                .chain(blocks(level))
                .chain(plates(level))
                .chain(doors(level, Tile::is_door))
                .chain(passages(level)),
        ),
        QuestionKind::Free => {
            let locks = 0..level.locks().len();
            let locks = locks.map(|lock| (format!("lock:{lock}"), Effect::Lock(lock)));
            let doors = doors(level, |tile| tile.requirement().is_some());
            Box::new(passages(level).chain(locks).chain(doors))
        }
        QuestionKind::Goal => {
            let rooms =
                (0..).zip(&level.graph.nodes).filter(|(node, _)| can_be_stood_in(level, *node));
            let rooms =
                rooms.map(|(node, n)| (format!("room:{}", n.id.bare()), Effect::Room(node)));
            Box::new(items(level).chain(symbols(level)).chain(rooms))
        }
        QuestionKind::Wall => Box::new(blocks(level)),
    }
}

/// The effects of some names in their order, each once and on the whole thing; or the first unknown name.
fn effects<'a>(
    level: &Level,
    rules: &Rules,
    kind: QuestionKind,
    names: &'a [String],
) -> Result<Vec<Effect>, &'a str> {
    let wanted: FxHashSet<&str> = names.iter().map(String::as_str).collect();
    let mut known: FxHashMap<String, Effect> = FxHashMap::default();
    for (name, effect) in things(level, kind) {
        if wanted.contains(name.as_str()) {
            known.entry(name).or_insert(effect);
        }
    }
    let mut whole = WholeThings::of(level, rules);
    let mut effects = Vec::new();
    for name in names {
        let effect = known.get(name).ok_or(name.as_str())?;
        effects.extend(whole.first(effect));
    }
    Ok(effects)
}

/// The name of a cell: row and column, preceded by the floor if there are several.
pub(crate) fn place(tiles: &Tiles, cell: Cell) -> String {
    match tiles.floors.len() {
        0 | 1 => format!("{},{}", cell.row, cell.col),
        _ => format!("{},{},{}", cell.floor, cell.row, cell.col),
    }
}

/// True if a player can stand in a node: at tile level only if it has a rectangle.
fn can_be_stood_in(level: &Level, node: NodeIndex) -> bool {
    level.tiles.is_none() || level.rectangle(node).is_some()
}

/// Pick-ups on tiles, and things in nodes.
fn items(level: &Level) -> impl Iterator<Item = (String, Effect)> + '_ {
    let cells = level.tiles.iter().flat_map(|tiles| tiles.cells().map(move |cell| (tiles, cell)));
    let on_cells = cells.filter(|(_, (_, tile))| tile.gives().is_some());
    let on_cells = on_cells
        .map(|(tiles, (cell, _))| (format!("item:{}", place(tiles, cell)), Effect::Item(cell)));
    let in_nodes = (0..).zip(&level.graph.nodes).flat_map(move |(node, holder)| {
        let items = holder.contents.iter().filter(|content| is_item(content));
        items.map(move |&content| {
            let kind = level.graph.content_name(content);
            let name = format!("item:{kind}@{}", holder.id.bare());
            (name, Effect::Content(node, content))
        })
    });
    on_cells.chain(in_nodes)
}

fn is_item(content: &Content) -> bool {
    matches!(
        content,
        Content::Key | Content::BossKey | Content::KeyItem | Content::ItemMinor | Content::Switch
    )
}

fn symbols(level: &Level) -> impl Iterator<Item = (String, Effect)> + '_ {
    let names = (0..).zip(&level.graph.symbols);
    names.map(|(symbol, name)| (format!("symbol:{name}"), Effect::Symbol(symbol)))
}

/// The toggles that lie somewhere.
fn toggles(level: &Level) -> impl Iterator<Item = (String, Effect)> + use<> {
    let in_nodes = level.graph.nodes.iter().flat_map(|node| node.contents.iter().copied());
    let marks = level.marks().iter().map(|mark| mark.gives);
    let toggle = |content| if let Content::Toggle(n) = content { Some(n) } else { None };
    let numbers: BTreeSet<u32> = in_nodes.chain(marks).filter_map(toggle).collect();
    numbers.into_iter().map(|n| (format!("toggle:{n}"), Effect::Toggle(n)))
}

fn blocks(level: &Level) -> impl Iterator<Item = (String, Effect)> + '_ {
    level.tiles.iter().flat_map(|tiles| {
        let name = |cell| format!("block:{}", place(tiles, cell));
        tiles.holding(Tile::Block).map(move |cell| (name(cell), Effect::Block(cell)))
    })
}

fn plates(level: &Level) -> impl Iterator<Item = (String, Effect)> + '_ {
    let names = (0..).zip(&level.graph.plates);
    names.map(|(plate, name)| (format!("plate:{name}"), Effect::Plate(plate)))
}

/// The doors of tiles, one entry per cell.
fn doors(
    level: &Level,
    is_door: impl Fn(Tile) -> bool + Copy,
) -> impl Iterator<Item = (String, Effect)> {
    level.tiles.iter().flat_map(move |tiles| {
        let doors = tiles.cells().filter(move |&(_, tile)| is_door(tile));
        let name = |cell| format!("door:{}", place(tiles, cell));
        doors.map(move |(cell, _)| (name(cell), Effect::Door(vec![cell])))
    })
}

/// Effects on whole things, each thing once. Every cell of a door names the whole door, and either end names a passage.
/// A door is traversed once, however many of its cells are named.
struct WholeThings<'a> {
    level: &'a Level,
    are_doorways: bool,
    met: FxHashSet<Effect>,
    /// By floor and cell index, true for the cells of doors found; empty until the first door.
    cells: Vec<Vec<bool>>,
}

impl<'a> WholeThings<'a> {
    /// No thing found yet.
    fn of(level: &'a Level, rules: &Rules) -> Self {
        let are_doorways = rules.locks == Locks::Doorway;
        Self { level, are_doorways, met: FxHashSet::default(), cells: Vec::new() }
    }

    /// The effect on the whole thing; `None` if the thing was found before.
    fn first(&mut self, effect: &Effect) -> Option<Effect> {
        match effect {
            Effect::Door(cells) => {
                let (cell, tiles) = (*cells.first()?, self.level.tiles.as_ref()?);
                if *self.is_met(tiles, cell)? {
                    return None;
                }
                let cells = if self.are_doorways { tiles.piece(cell) } else { vec![cell] };
                for &cell in &cells {
                    *self.is_met(tiles, cell)? = true;
                }
                Some(Effect::Door(cells))
            }
            other => self.met.insert(other.clone()).then(|| other.clone()),
        }
    }

    fn is_met(&mut self, tiles: &Tiles, cell: Cell) -> Option<&mut bool> {
        if self.cells.is_empty() {
            let floors = tiles.floors.iter();
            self.cells = floors.map(|grid| vec![false; grid.tiles().len()]).collect();
        }
        let cols = tiles.floors.get(cell.floor as usize)?.cols();
        self.cells.get_mut(cell.floor as usize)?.get_mut((cell.row * cols + cell.col) as usize)
    }
}

/// The pairs of nodes joined by an edge, in both orders.
fn passages(level: &Level) -> impl Iterator<Item = (String, Effect)> + '_ {
    let graph = &level.graph;
    let edges = graph.edges.iter().filter(|edge| edge.from != edge.to);
    let pairs: BTreeSet<_> =
        edges.map(|edge| (edge.from.min(edge.to), edge.from.max(edge.to))).collect();
    let name = |node| graph.id(node).map(NodeId::bare).unwrap_or_default();
    pairs.into_iter().flat_map(move |(a, b)| {
        [(a, b), (b, a)].map(|(first, second)| {
            (format!("passage:{}-{}", name(first), name(second)), Effect::Passage(a, b))
        })
    })
}

// -------------------------------------------------------------------------------------------------
// Effects of a question on the level.

named! {
    /// The four kinds of questions.
    enum QuestionKind {
        Without = "without",
        Free = "free",
        Goal = "goal",
        Wall = "wall",
    }
}

/// A thing that a question can name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Effect {
    /// The pick-up on a cell.
    Item(Cell),
    Content(NodeIndex, Content),
    Symbol(SymbolId),
    Toggle(u32),
    Block(Cell),
    Plate(PlateId),
    /// A door of tiles.
    Door(Vec<Cell>),
    /// All edges between two nodes.
    Passage(NodeIndex, NodeIndex),
    /// An index into the level's locks.
    Lock(usize),
    /// A node in which a player can stand.
    Room(NodeIndex),
}

/// The level with all changes. Freed locks are removed last, because removal renumbers locks.
fn changed(level: &Level, effects: &[(QuestionKind, Effect)]) -> Level {
    let mut level = level.clone();
    let mut shared = Shared::default();
    for (kind, effect) in effects {
        match kind {
            QuestionKind::Without => without(&mut level, effect, &mut shared),
            QuestionKind::Free => free(&mut level, effect, &mut shared),
            QuestionKind::Goal => aim(&mut level, effect),
            QuestionKind::Wall => wall(&mut level, effect),
        }
    }
    let freed = effects.iter().filter_map(|change| match change {
        (QuestionKind::Free, Effect::Lock(lock)) => Some(*lock),
        _ => None,
    });
    let freed: FxHashSet<usize> = freed.collect();
    if let Some(tiles) = &mut level.tiles {
        let mut number = 0..;
        tiles.locks.retain(|_| !number.next().is_some_and(|lock| freed.contains(&lock)));
    }
    level
}

/// State shared by the changes of one question.
#[derive(Default)]
struct Shared {
    unheld: Option<SymbolId>,
    has_blocks: Option<bool>,
}

impl Shared {
    /// A symbol that can never be held.
    fn nowhere(&mut self, level: &mut Level) -> SymbolId {
        *self.unheld.get_or_insert_with(|| change::unheld(level, "nowhere"))
    }

    /// True if a block remains after the removals.
    fn has_blocks(&mut self, level: &Level) -> bool {
        *self.has_blocks.get_or_insert_with(|| level.has(Tile::Block))
    }
}

fn without(level: &mut Level, effect: &Effect, shared: &mut Shared) {
    match effect {
        Effect::Item(cell) => change::clear(level, &[*cell]),
        Effect::Content(node, content) => change::remove(level, Position::Node(*node), *content),
        Effect::Symbol(id) => {
            change::remove_all(level, Content::Symbol(*id));
            for plate in level.tiles.iter_mut().flat_map(|tiles| &mut tiles.plates) {
                plate.gives = plate.gives.filter(|given| given != id);
            }
        }
        Effect::Toggle(number) => change::remove_all(level, Content::Toggle(*number)),
        Effect::Block(cell) => level.set_tile(&[*cell], Tile::Floor),
        Effect::Plate(id) => change::lift(level, *id),
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
            // A puzzle door is open and, like the locked door, blocks diagonal steps. A condition that always holds
            // keeps blocks off it, as off the locked door.
            level.set_tile(cells, Tile::DoorPuzzle);
            if shared.has_blocks(level) {
                let holds = Requirement::Lacks(shared.nowhere(level));
                lock(&mut level.tiles, cells, holds);
            }
        }
        _ => {}
    }
}

/// The level in which a thing at a position is the only goal.
pub(super) fn aimed(level: &Level, position: Position, content: Content) -> Level {
    let mut level = level.clone();
    let effect = match position {
        Position::Cell(cell) => Effect::Item(cell),
        Position::Node(node) => Effect::Content(node, content),
    };
    aim(&mut level, &effect);
    level
}

/// Makes a thing the only goal.
fn aim(level: &mut Level, effect: &Effect) {
    level.win.clear();
    level.graph.goals.clear();
    let given = level.tiles.as_mut().and_then(|tiles| tiles.goals.replace(Vec::new()));
    if given.is_none() {
        // The cells stay closed to blocks, as before.
        let triforce: Vec<Cell> = level.holding(Tile::Goal).collect();
        change::clear(level, &triforce);
    }
    let place = |level: &mut Level, cells: Vec<Cell>| {
        if let Some(tiles) = &mut level.tiles {
            tiles.goals = Some(cells);
        }
    };
    match *effect {
        // A player has taken the thing exactly when standing on this cell.
        Effect::Item(cell) => place(level, vec![cell]),
        Effect::Symbol(id) => level.win.push(Requirement::Symbol(id)),
        Effect::Content(node, _) | Effect::Room(node) => {
            let room = level.rectangle(node).copied();
            match (&level.tiles, room) {
                (None, _) => level.graph.goals.push(node),
                (Some(_), Some(room)) => place(level, room.cells().collect()),
                // The node is passed by a warp. Its contents are held when the warp lands.
                (Some(_), None) => {
                    let taken = change::unheld(level, "nowhere");
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
        level.set_tile(&[*cell], Tile::Wall);
    }
}

fn lock(tiles: &mut Option<Tiles>, cells: &[Cell], need: Requirement) {
    tiles.iter_mut().for_each(|tiles| {
        tiles.locks.push(TileLock { cells: cells.to_vec(), needs: vec![need] });
    });
}

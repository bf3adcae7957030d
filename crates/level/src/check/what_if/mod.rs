//! A level judged as it is not: without a thing, with a lock free, with another goal, with a block walled in.
//!
//! The questions are asked by name, such as `item:3,4`, `plate:north` or `passage:1-2`, and each kind of question has
//! its own list of things. The answer is a changed level, which is judged like any other. Invariant: a question
//! changes what it names and nothing else, so that states are counted as those of the level that was asked about.

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

/// Questions about a level: what if it were so changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhatIf {
    /// Things that are not there: `item:ROW,COL`, `item:KIND@NODE`, `symbol:NAME`, `toggle:N`, `block:ROW,COL`,
    /// `plate:NAME`, `door:ROW,COL`, `passage:A-B`.
    pub without: Vec<String>,
    /// Locks that ask for nothing: `passage:A-B`, `lock:N`, `door:ROW,COL`.
    pub free: Vec<String>,
    /// The only goal: `item:ROW,COL`, `item:KIND@NODE`, `symbol:NAME`, `room:ID`.
    pub goal: Option<String>,
    /// Blocks that are walls where they start: `block:ROW,COL`.
    pub wall: Vec<String>,
}

/// A thing that is not in the level, with those that are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct UnknownThing {
    question: &'static str,
    message: String,
}

impl UnknownThing {
    /// The question that named it, as the fields of [`WhatIf`] are named: `without`, `free`, `goal` or `wall`.
    #[must_use]
    pub fn question(&self) -> &'static str {
        self.question
    }
}

/// A lock that can be made free, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Freeable {
    /// Its name, as it is asked about: `passage:A-B`, `lock:N`, `door:ROW,COL`; of several the first.
    pub name: String,
    effect: Effect,
}

impl Freeable {
    /// The locks of a level that can be made free, in the order of the file, each by one name.
    #[must_use]
    pub fn all(level: &Level, rules: &Rules) -> Vec<Self> {
        let mut whole = Whole::of(level, rules);
        let things = things(level, Asked::Free);
        let first = things.filter_map(|(name, effect)| Some((name, whole.first(&effect)?)));
        first.map(|(name, effect)| Self { name, effect }).collect()
    }

    pub(super) fn free(level: &Level, locks: &[&Self]) -> Level {
        let effects = locks.iter().map(|lock| (Asked::Free, lock.effect.clone()));
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

/// The place of a lock that can be made free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LockPlace<'a> {
    /// Between two nodes.
    Between(NodeIndex, NodeIndex),
    /// An entry of the level's locks.
    Entry(usize),
    Door(&'a [Cell]),
}

/// The most names that an error lists.
const MOST_LISTED: usize = 40;

impl WhatIf {
    /// True if nothing is asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The lists of names that are not empty.
    fn lists(&self) -> impl Iterator<Item = (Asked, &[String])> {
        let lists = [
            (Asked::Without, &self.without[..]),
            (Asked::Free, &self.free),
            (Asked::Goal, self.goal.as_slice()),
            (Asked::Wall, &self.wall),
        ];
        lists.into_iter().filter(|(_, names)| !names.is_empty())
    }

    /// The level as it is to be judged. `rules` say which tiles are one door.
    ///
    /// # Errors
    /// A name that is no thing of this level, or none that the question can be about, with those that are.
    ///
    /// ```
    /// use quandary_level::check::what_if::WhatIf;
    /// use quandary_level::{Rules, Verdict, check};
    /// let level = quandary_level::formats::text::read("######\n#@k+*#\n######\n")?;
    /// let rules = Rules::default();
    /// let asked = WhatIf { without: vec!["item:1,2".to_owned()], ..WhatIf::default() };
    /// assert_eq!(check(&asked.of(&level, &rules)?, &rules, &Default::default())?.verdict, Verdict::Unsolvable);
    /// let asked = WhatIf { free: vec!["door:1,3".to_owned()], ..asked };
    /// assert_ne!(check(&asked.of(&level, &rules)?, &rules, &Default::default())?.verdict, Verdict::Unsolvable);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(&self, level: &Level, rules: &Rules) -> Result<Level, UnknownThing> {
        let mut all = Vec::new();
        for (asked, names) in self.lists() {
            let named = effects(level, rules, asked, names);
            let named = named.map_err(|name| UnknownThing::of(level, asked, name))?;
            all.extend(named.into_iter().map(|effect| (asked, effect)));
        }
        Ok(changed(level, &all))
    }
}

impl UnknownThing {
    /// The error of an unknown name: those of its kind are listed, or where there is none of them, all.
    fn of(level: &Level, asked: Asked, name: &str) -> Self {
        let kind = |name: &str| name.split(':').next().map(str::to_owned);
        let own = kind(name);
        let listed = |is_listed: &dyn Fn(&str) -> bool| {
            let (mut listed, mut many) = (Vec::new(), 0);
            for (known, _) in things(level, asked).filter(|(known, _)| is_listed(known)) {
                if listed.len() < MOST_LISTED {
                    listed.push(known);
                }
                many += 1;
            }
            (many - listed.len(), listed)
        };
        let (mut more, mut known) = listed(&|known| kind(known) == own);
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
        Self { question: asked.name(), message }
    }
}

// -------------------------------------------------------------------------------------------------
// The things of a level by the names under which a question can be asked about them.

/// Things, each with its name: a level has up to one a cell, so that they are made one after another.
type Things<'a> = Box<dyn Iterator<Item = (String, Effect)> + 'a>;

/// The things that a question can be about, in the order of the file.
fn things(level: &Level, asked: Asked) -> Things<'_> {
    match asked {
        Asked::Without => Box::new(
            items(level)
                .chain(symbols(level))
                .chain(toggles(level))
                .chain(blocks(level))
                .chain(plates(level))
                .chain(doors(level, Tile::is_door))
                .chain(passages(level)),
        ),
        Asked::Free => {
            let locks = 0..level.locks().len();
            let locks = locks.map(|lock| (format!("lock:{lock}"), Effect::Lock(lock)));
            let doors = doors(level, |tile| tile.requirement().is_some());
            Box::new(passages(level).chain(locks).chain(doors))
        }
        Asked::Goal => {
            let rooms =
                (0..).zip(&level.graph.nodes).filter(|(node, _)| can_be_stood_in(level, *node));
            let rooms =
                rooms.map(|(node, n)| (format!("room:{}", n.id.bare()), Effect::Room(node)));
            Box::new(items(level).chain(symbols(level)).chain(rooms))
        }
        Asked::Wall => Box::new(blocks(level)),
    }
}

/// The effects of some names, each once and on all of its thing, in the order of the names; else the first name that no
/// thing has.
fn effects<'a>(
    level: &Level,
    rules: &Rules,
    asked: Asked,
    names: &'a [String],
) -> Result<Vec<Effect>, &'a str> {
    let wanted: FxHashSet<&str> = names.iter().map(String::as_str).collect();
    let mut known: FxHashMap<String, Effect> = FxHashMap::default();
    for (name, effect) in things(level, asked) {
        if wanted.contains(name.as_str()) {
            known.entry(name).or_insert(effect);
        }
    }
    let mut whole = Whole::of(level, rules);
    let mut effects = Vec::new();
    for name in names {
        let effect = known.get(name).ok_or(name.as_str())?;
        effects.extend(whole.first(effect));
    }
    Ok(effects)
}

/// The name of a cell: row and column, with the floor before them where there are several.
pub(crate) fn place(tiles: &Tiles, cell: Cell) -> String {
    match tiles.floors.len() {
        0 | 1 => format!("{},{}", cell.row, cell.col),
        _ => format!("{},{},{}", cell.floor, cell.row, cell.col),
    }
}

/// True if a player can stand in a node: at tile level it has a rectangle.
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

/// The toggles that stand somewhere.
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

/// The doors of tiles, each by every cell of it.
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

/// Effects on whole things, each thing once: a door of several cells is named by each of them, a passage from either
/// end. A door is gone over once, however many of its cells are named.
struct Whole<'a> {
    level: &'a Level,
    are_doorways: bool,
    met: FxHashSet<Effect>,
    /// By floor and place in it, the cells of the doors that were met; empty until one was.
    cells: Vec<Vec<bool>>,
}

impl<'a> Whole<'a> {
    /// Nothing was met yet.
    fn of(level: &'a Level, rules: &Rules) -> Self {
        let are_doorways = rules.locks == Locks::Doorway;
        Self { level, are_doorways, met: FxHashSet::default(), cells: Vec::new() }
    }

    /// The effect on the whole thing; `None` if that was met before.
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

/// The pairs of nodes that an edge joins, by either end first.
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
// The effect of a question on the level.

named! {
    /// The four kinds of questions.
    enum Asked {
        Without = "without",
        Free = "free",
        Goal = "goal",
        Wall = "wall",
    }
}

/// A thing of a level that a question can be about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Effect {
    /// The pick-up of a cell.
    Item(Cell),
    Content(NodeIndex, Content),
    Symbol(SymbolId),
    Toggle(u32),
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
fn changed(level: &Level, effects: &[(Asked, Effect)]) -> Level {
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
        *self.unheld.get_or_insert_with(|| change::unheld(level, "nowhere"))
    }

    /// True if some block is left by what is not there.
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
            // A puzzle door is open, and stands in the way of diagonal steps as the locked one did. A condition that
            // always holds keeps blocks off it, as they were kept off the locked one.
            level.set_tile(cells, Tile::DoorPuzzle);
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
        let triforce: Vec<Cell> = level.holding(Tile::Goal).collect();
        change::clear(level, &triforce);
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
            let room = level.rectangle(node).copied();
            match (&level.tiles, room) {
                (None, _) => level.graph.goals.push(node),
                (Some(_), Some(room)) => place(level, room.cells().collect()),
                // A warp passes the node: what lies there is held when it lands.
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

//! The text game of a dungeon, by the rules of its room graph: rooms, the ways between them, the things in them, and
//! the reasons why a dungeon cannot be played in words.
//!
//! A [`Mirror`] follows a game on the tiles and describes it in words; [`onto_tiles`] repeats a text game on the
//! tiles. One command, `push stones`, solves a block room, and `pull` one with a bridge: the text game has no tiles. Taking, pulling and pushing
//! cannot be reversed except by `undo`. A command opens a lock for good, and a small key is used up by it.
//!
//! Invariant: node i of the level is room i, and the rooms of an edge lie side by side or one above the other.

mod state;
mod describe;
mod ways;
mod bridges;
mod verbs;
mod actions;
mod understand;
mod game;
mod tiles;
mod advice;

pub use super::play::HintSource;
pub use game::{effort, share};
pub use tiles::{
    Mirror, NotOnTiles, Step, commands, is_won, onto_tiles, room_at, steps, steps_of, walkthrough,
};

use super::reply::list;
use crate::dungeon::ProvedDungeon;
use crate::dungeon::plan::site::Place;
use crate::dungeon::rooms::Family;
use crate::dungeon::texts::{Note, family_of};
use crate::layout::Direction;
use bridges::BRIDGE_WORDS;
use diagnostics::counted;
use level::rules::Bombs;
use level::{Content, Graph, Level, Requirement, Rules, SymbolId};
use std::collections::{BTreeMap, BTreeSet};

/// A game of a dungeon.
pub type Game<'a> = super::Game<'a, Scene>;

/// A room in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneRoom {
    /// Its cells: one, or several connected ones.
    pub cells: Vec<Place>,
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Sentences that are true for a part of the game only.
    pub notes: Vec<Note>,
    /// The names of its enemies.
    pub foes: Vec<String>,
}

/// The name and text of a thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThingWords {
    /// Its name with an article, such as `the cook's key`.
    pub name: String,
    /// A sentence about it; empty if there is none.
    pub text: String,
}

/// A dungeon in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneWords {
    /// The name of the place, if it has one.
    pub name: Option<String>,
    /// The thing to be found, with an article, if it has a name.
    pub goal: Option<String>,
    /// The text after winning; empty if there is none.
    pub ending: String,
    /// The names of things, by their names in the level.
    pub things: BTreeMap<String, ThingWords>,
    /// The rooms, in the order of the nodes of the level.
    pub rooms: Vec<SceneRoom>,
}

/// A way out of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// The room that it leaves.
    pub(super) from: usize,
    /// The room that it leads to.
    pub(super) to: usize,
    /// The side on which it leaves.
    pub(super) direction: Direction,
    /// Its requirements, without stairs.
    pub(super) needs: Vec<Requirement>,
}

/// A dungeon for the text game. It does not change.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    words: SceneWords,
    graph: Graph,
    rules: Rules,
    start: usize,
    goals: BTreeSet<usize>,
    ways: Vec<Vec<Way>>,
    /// The levers beyond pits, each with the number of blocks in its room.
    bridges: BTreeMap<SymbolId, usize>,
}

impl Scene {
    /// The scene of a generated dungeon.
    ///
    /// # Errors
    /// Fails if rooms and level do not match.
    pub fn of(made: &ProvedDungeon) -> Result<Self, SceneError> {
        let flavour = &made.flavour;
        let described = flavour.rooms.iter().zip(&made.candidate.plan.site.rooms).enumerate();
        let rooms = described.map(|(id, (room, cells))| SceneRoom {
            cells: cells.clone(),
            name: room.name.clone(),
            text: room.text.clone(),
            notes: room.notes.clone(),
            foes: made.foes(id).into_iter().map(|(_, name)| name.to_owned()).collect(),
        });
        let things = flavour.things.iter().map(|named| {
            let text = named.text.clone().unwrap_or_default();
            (named.thing.clone(), ThingWords { name: named.name.clone(), text })
        });
        let words = SceneWords {
            name: flavour.place.clone(),
            goal: Some(flavour.goal.clone()),
            ending: flavour.ending.clone(),
            things: things.collect(),
            rooms: rooms.collect(),
        };
        Self::new(words, &made.candidate.tiled.level)
    }

    /// The scene of rooms in words and a level, whose nodes are these rooms.
    ///
    /// # Errors
    /// Fails if they do not match.
    pub fn new(words: SceneWords, level: &Level) -> Result<Self, SceneError> {
        let graph = level.graph.clone();
        let (nodes, rooms) = (graph.nodes.len(), words.rooms.len());
        if nodes != rooms {
            return Err(SceneError::Nodes { nodes, rooms });
        }
        let room_of = rooms_of_cells(&words.rooms)?;
        let goals: BTreeSet<usize> = match graph.goals.as_slice() {
            [] => graph.holding(Content::Goal).map(|node| node as usize).collect(),
            goals => goals.iter().map(|&node| node as usize).collect(),
        };
        if goals.is_empty() {
            return Err(SceneError::Goal);
        }
        let start = graph.start.or_else(|| graph.holding(Content::Start).next());
        let start = start.ok_or(SceneError::Start)? as usize;
        let ways = ways(&graph, &words.rooms, &room_of)?;
        let (rules, bridges) = (level.rules_under(None), bridges::bridges(level));
        Ok(Self { words, graph, rules, start, goals, ways, bridges })
    }

    /// The room where the player starts.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// True if entering the room wins.
    pub(super) fn is_goal(&self, room: usize) -> bool {
        self.goals.contains(&room)
    }

    /// The dungeon in words.
    #[must_use]
    pub fn words(&self) -> &SceneWords {
        &self.words
    }

    /// The room graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Number of bombs in a pick-up; `None` if bombs never run out.
    pub(super) fn bombs(&self) -> Option<u32> {
        (self.rules.bombs == Bombs::Consumed).then_some(self.rules.bomb_pickup)
    }

    pub(super) fn room(&self, room: usize) -> Option<&SceneRoom> {
        self.words.rooms.get(room)
    }

    /// The ways out of a room.
    pub(super) fn ways(&self, room: usize) -> &[Way] {
        self.ways.get(room).map_or(&[], Vec::as_slice)
    }

    /// All ways.
    fn all_ways(&self) -> impl Iterator<Item = &Way> {
        self.ways.iter().flatten()
    }

    /// The way from a room to another.
    pub(super) fn way(&self, from: usize, to: usize) -> Option<&Way> {
        self.ways(from).iter().find(|way| way.to == to)
    }

    /// The names of the enemies of a room.
    pub(super) fn foes(&self, room: usize) -> &[String] {
        self.room(room).map_or(&[], |room| room.foes.as_slice())
    }

    /// The room of the boss, and its name.
    pub(super) fn boss(&self) -> Option<(usize, &str)> {
        let room = self.graph.holding(Content::Boss).next()? as usize;
        Some((room, self.foes(room).first()?))
    }

    /// A number that varies the wording between places.
    pub(super) fn salt(&self) -> usize {
        let name = self.words.name.as_deref().unwrap_or_default();
        name.bytes().map(usize::from).sum()
    }

    /// The family of the place, as far as its texts show it.
    pub(super) fn family(&self) -> Option<Family> {
        self.words.rooms.iter().find_map(|room| family_of(&room.text))
    }

    /// The contents of a room.
    pub(super) fn contents(&self, room: usize) -> &[Content] {
        self.graph.nodes.get(room).map_or(&[], |node| node.contents.as_slice())
    }

    /// The treasures, each with its room.
    fn treasures(&self) -> impl Iterator<Item = (usize, Content)> {
        let nodes = self.graph.nodes.iter().enumerate();
        let all = nodes.flat_map(|(room, node)| node.contents.iter().map(move |&it| (room, it)));
        all.filter(|&(_, thing)| self.is_treasure(thing))
    }

    /// The name of a symbol.
    pub(super) fn symbol(&self, id: SymbolId) -> &str {
        self.graph.symbol_name(id)
    }

    /// The name of a room, or its number if it has none.
    pub(super) fn name(&self, room: usize) -> String {
        match self.room(room) {
            Some(SceneRoom { name, .. }) if !name.is_empty() => name.clone(),
            _ => format!("Room {room}"),
        }
    }

    /// The rooms with a one-way drop into a room, with the side on which they lie.
    pub(super) fn drops_into(&self, room: usize) -> impl Iterator<Item = (usize, Direction)> + '_ {
        let into = self.all_ways().filter(move |way| way.to == room);
        let drops = into.filter(move |way| self.way(room, way.from).is_none());
        drops.map(|way| (way.from, way.direction.opposite()))
    }
}

/// The largest absolute coordinate of a cell.
const FARTHEST: i32 = 1_000_000;

/// The room of each cell. Fails if cells are far away, shared, missing or not connected.
fn rooms_of_cells(rooms: &[SceneRoom]) -> Result<BTreeMap<Place, usize>, SceneError> {
    let mut room_of = BTreeMap::new();
    for (room, SceneRoom { cells, .. }) in rooms.iter().enumerate() {
        let fault = |why| Err(SceneError::Cells { room, why });
        if cells.iter().flatten().any(|along| along.unsigned_abs() > FARTHEST as u32) {
            return fault("a cell is more than 1,000,000 from [0, 0, 0]");
        }
        if cells.iter().any(|&cell| room_of.insert(cell, room).is_some()) {
            return fault("a cell stands twice");
        }
        if !hang_together(cells) {
            return fault(if cells.is_empty() { "is empty" } else { "the cells lie apart" });
        }
    }
    Ok(room_of)
}

/// True if there is at least one cell, and all are connected on their floors.
fn hang_together(cells: &[Place]) -> bool {
    let all: BTreeSet<Place> = cells.iter().copied().collect();
    let mut seen: BTreeSet<Place> = cells.first().copied().into_iter().collect();
    let mut open: Vec<Place> = seen.iter().copied().collect();
    while let Some(cell) = open.pop() {
        let level = Direction::ALL.into_iter().filter(|way| way.step([0; 3])[2] == 0);
        let next = level.map(|way| way.step(cell)).filter(|next| all.contains(next));
        open.extend(next.filter(|&next| seen.insert(next)));
    }
    !cells.is_empty() && seen.len() == all.len()
}

/// The ways out of each room, in the order of their directions.
fn ways(
    graph: &Graph,
    rooms: &[SceneRoom],
    room_of: &BTreeMap<Place, usize>,
) -> Result<Vec<Vec<Way>>, SceneError> {
    let mut ways: Vec<Vec<Way>> = vec![Vec::new(); rooms.len()];
    for (number, edge) in graph.edges.iter().enumerate() {
        let (from, to) = (edge.from as usize, edge.to as usize);
        for requirement in &edge.requires {
            if let Requirement::Plate(id) = *requirement {
                let plate = graph.plates.get(id as usize).cloned().unwrap_or_default();
                return Err(SceneError::Plate { edge: number, plate });
            }
        }
        let cells = rooms.get(from).map_or(&[][..], |room| &room.cells);
        let direction = Direction::ALL.into_iter().find(|way| {
            cells.iter().any(|&cell| room_of.get(&way.step(cell)) == Some(&to) && from != to)
        });
        let direction = direction.ok_or(SceneError::Apart { edge: number, from, to })?;
        let needs = edge.requires.iter().copied();
        let free = [Requirement::Stair, Requirement::SoftLocked];
        let needs = needs.filter(|need| !free.contains(need)).collect();
        let Some(out) = ways.get_mut(from) else { continue };
        if out.iter().any(|way| way.to == to) {
            return Err(SceneError::Twice { edge: number, from, to });
        }
        out.push(Way { from, to, direction, needs });
    }
    ways.iter_mut().for_each(|out| out.sort_by_key(|way| (way.direction, way.to)));
    Ok(ways)
}

/// Reason why a dungeon cannot be played in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The numbers of rooms and nodes differ.
    #[error("has {}, and the dungeon {}; each room is a node", counted(*nodes as u64, "node", "nodes"), counted(*rooms as u64, "room", "rooms"))]
    Nodes {
        /// Number of nodes.
        nodes: usize,
        /// Number of rooms.
        rooms: usize,
    },
    /// There is no start.
    #[error("no node holds \"start\"")]
    Start,
    /// There is no goal.
    #[error("no node holds \"goal\"")]
    Goal,
    /// A room has no cells, or they are not connected.
    #[error("{why}; a room has cells [x, y, z] side by side, and each belongs to one room")]
    Cells {
        /// The room.
        room: usize,
        /// Its fault.
        why: &'static str,
    },
    /// An edge between rooms that do not touch.
    #[error("leads from room {from} to room {to}, which do not touch")]
    Apart {
        /// The edge.
        edge: usize,
        /// The room it leaves.
        from: usize,
        /// The room it leads to.
        to: usize,
    },
    /// A second edge between the same rooms in the same direction.
    #[error("leads from room {from} to room {to}, as another edge does")]
    Twice {
        /// The edge.
        edge: usize,
        /// The room it leaves.
        from: usize,
        /// The room it leads to.
        to: usize,
    },
    /// An edge requires a plate that is pressed only at times.
    #[error(
        "asks for plate:{plate}; in words only plates that give a symbol can be played, asked for as symbol:NAME"
    )]
    Plate {
        /// The edge.
        edge: usize,
        /// The plate.
        plate: String,
    },
}

impl SceneError {
    /// The field of `quandary/dungeon/2` that is wrong.
    #[must_use]
    pub fn field(&self) -> String {
        match self {
            Self::Nodes { .. } | Self::Start | Self::Goal => "level.graph.nodes".to_owned(),
            Self::Cells { room, .. } => format!("rooms[{room}].cells"),
            Self::Apart { edge, .. } | Self::Twice { edge, .. } => {
                format!("level.graph.edges[{edge}]")
            }
            Self::Plate { edge, .. } => format!("level.graph.edges[{edge}].requires"),
        }
    }
}

/// The kind of a thing in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// It can be taken.
    Portable,
    /// It can be pulled, once.
    Lever,
    /// Stones that can be pushed onto their plates, once.
    Stones,
    /// It can be flipped any number of times.
    Switch,
    /// Nothing can be done with it.
    Mark,
}

/// Prefixes of symbol names that tell the kind of thing; symbols without one are keys.
const LEVER: &str = "puzzle:";
const STONES: &str = "plate:";
const TREASURE: &str = "treasure:";
const ITEM: &str = "item:";

/// Words for stones and their plates.
const STONE_WORDS: &[&str] =
    &["stone", "blocks", "rocks", "boulders", "crates", "plates", "slabs", "plate"];

/// Words for a lever.
const LEVER_WORDS: &[&str] = &["lever", "handle"];

/// A requirement of a way, as the player meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Barrier {
    /// A lock, which a key opens for good.
    Lock,
    /// A lock that uses a small key up.
    SmallLock,
    /// A wall, which a bomb opens for good.
    Wall,
    /// Water, or whatever else a carried item crosses.
    Item,
    /// Bars that a lever opens.
    Lever(SymbolId),
    /// A portcullis that stones on plates raise.
    Portcullis(SymbolId),
    /// Shut for a player who has a symbol.
    Shutter(SymbolId),
    /// Open while a switch has this position.
    Gate(u32, bool),
    /// Open once the player has entered a room with a switch.
    Pressed,
}

impl Scene {
    /// The kind of a thing.
    pub(super) fn sort(&self, content: Content) -> Sort {
        match content {
            Content::Start
            | Content::Goal
            | Content::Enemy
            | Content::Boss
            | Content::Puzzle
            | Content::Switch => Sort::Mark,
            Content::Key | Content::BossKey | Content::KeyItem | Content::ItemMinor => {
                Sort::Portable
            }
            Content::Toggle(_) => Sort::Switch,
            Content::Symbol(id) => match self.symbol(id) {
                name if name.starts_with(LEVER) => Sort::Lever,
                name if name.starts_with(STONES) => Sort::Stones,
                _ => Sort::Portable,
            },
        }
    }

    /// True for a treasure.
    pub(super) fn is_treasure(&self, content: Content) -> bool {
        matches!(content, Content::Symbol(id) if self.symbol(id).starts_with(TREASURE))
    }

    /// The own name of a thing, if it has one.
    fn called(&self, content: Content) -> Option<&ThingWords> {
        self.words().things.get(&self.graph().content_name(content))
    }

    /// The short name of a thing, for lists: `key A`, `silver ewer`.
    pub(super) fn thing(&self, content: Content) -> String {
        match self.called(content) {
            Some(called) if !self.is_key(content) => bare(&called.name).to_owned(),
            _ => self.plain(content),
        }
    }

    /// The name of a thing with its article: `the cook's key (key A)`, `the silver ewer`, `lever 1`.
    pub(super) fn the(&self, content: Content) -> String {
        let plain = self.plain(content);
        match (self.called(content), self.sort(content)) {
            (Some(called), _) if self.is_key(content) => format!("{} ({plain})", called.name),
            (Some(called), _) => called.name.clone(),
            (None, Sort::Lever | Sort::Switch) => plain,
            (None, _) if self.is_key(content) => plain,
            (None, _) => format!("the {plain}"),
        }
    }

    /// Other names of a thing that the game understands.
    pub(super) fn other_names(&self, content: Content) -> Vec<String> {
        let (thing, plain) = (self.thing(content), self.plain(content));
        let named = self.called(content).map(|called| bare(&called.name).to_owned());
        let last = |name: &str| {
            let last = name.rsplit(' ').next().filter(|word| word.parse::<u32>().is_err());
            last.map(str::to_owned)
        };
        let lasts: Vec<String> =
            named.iter().chain([&thing]).filter_map(|name| last(name)).collect();
        let sorts = match self.sort(content) {
            Sort::Stones => STONE_WORDS,
            Sort::Lever => LEVER_WORDS,
            _ => &[],
        };
        let bridge = self.bridge(content).map_or(&[][..], |_| BRIDGE_WORDS);
        let sorts = sorts.iter().chain(bridge).map(|&word| word.to_owned());
        [thing.clone(), plain].into_iter().chain(named).chain(lasts).chain(sorts).collect()
    }

    /// The sentence about a thing, if it has one.
    pub(super) fn about(&self, content: Content) -> Option<&str> {
        let called = self.called(content)?;
        Some(called.text.as_str()).filter(|text| !text.is_empty())
    }

    /// True for a key with a name of its own, which is not used up.
    pub(super) fn is_key(&self, content: Content) -> bool {
        match content {
            Content::Symbol(id) => {
                let name = self.symbol(id);
                [LEVER, STONES, TREASURE, ITEM].iter().all(|sort| !name.starts_with(sort))
            }
            _ => false,
        }
    }

    /// The name of a thing by its kind.
    fn plain(&self, content: Content) -> String {
        match content {
            Content::Key => "small key".to_owned(),
            Content::BossKey => "boss key".to_owned(),
            Content::KeyItem => "ladder".to_owned(),
            Content::ItemMinor => "bombs".to_owned(),
            Content::Toggle(number) => format!("switch {number}"),
            Content::Symbol(id) => named(self.symbol(id)),
            other => self.graph().content_name(other),
        }
    }

    /// The barrier of a requirement; `None` if it bars nothing in the text game.
    pub(super) fn barrier(&self, need: Requirement) -> Option<Barrier> {
        Some(match need {
            Requirement::KeyLocked => Barrier::SmallLock,
            Requirement::BossLocked => Barrier::Lock,
            Requirement::Bombable => Barrier::Wall,
            Requirement::ItemLocked => Barrier::Item,
            Requirement::Switch => Barrier::Pressed,
            Requirement::Lacks(id) => Barrier::Shutter(id),
            Requirement::Toggle(number, on) => Barrier::Gate(number, on),
            Requirement::Symbol(id) => match self.symbol(id) {
                name if name.starts_with(LEVER) => Barrier::Lever(id),
                name if name.starts_with(STONES) => Barrier::Portcullis(id),
                name if name.starts_with(ITEM) => Barrier::Item,
                _ => Barrier::Lock,
            },
            Requirement::SoftLocked | Requirement::Stair | Requirement::Plate(_) => return None,
        })
    }
}

/// The thing that a requirement needs.
pub(super) fn asked(need: Requirement) -> Option<Content> {
    match need {
        Requirement::KeyLocked => Some(Content::Key),
        Requirement::BossLocked => Some(Content::BossKey),
        Requirement::Bombable => Some(Content::ItemMinor),
        Requirement::ItemLocked => Some(Content::KeyItem),
        Requirement::Switch => Some(Content::Switch),
        Requirement::Symbol(id) => Some(Content::Symbol(id)),
        Requirement::Toggle(number, _) => Some(Content::Toggle(number)),
        _ => None,
    }
}

/// The words for a symbol's name: `treasure:silver-ewer` is a silver ewer, `A` is key A.
fn named(symbol: &str) -> String {
    let spaced = |name: &str| name.replace(['-', '_'], " ");
    if let Some(number) = symbol.strip_prefix(LEVER) {
        return format!("lever {number}");
    }
    if symbol.starts_with(STONES) {
        return "stones".to_owned();
    }
    match symbol.strip_prefix(TREASURE).or_else(|| symbol.strip_prefix(ITEM)) {
        Some(name) => spaced(name),
        None if symbol.to_lowercase().split(' ').any(|word| word == "key") => symbol.to_owned(),
        None => format!("key {symbol}"),
    }
}

/// A name without its article.
fn bare(name: &str) -> &str {
    name.strip_prefix("the ").unwrap_or(name)
}

/// The full names of the things that requirements need, as a list.
pub(super) fn all_named(scene: &Scene, needs: &[Requirement]) -> String {
    let things = needs.iter().filter_map(|&need| asked(need));
    let names: Vec<String> = things.map(|thing| scene.the(thing)).collect();
    list(&names, "and")
}

/// The short names of the things that requirements need, as a list.
pub(super) fn all_asked(scene: &Scene, needs: &[Requirement]) -> String {
    let names: Vec<String> =
        needs.iter().filter_map(|&need| asked(need)).map(|thing| scene.thing(thing)).collect();
    list(&names, "and")
}

/// The position of a switch, in a word.
pub(super) fn position(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

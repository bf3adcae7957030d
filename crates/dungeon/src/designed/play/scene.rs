//! The scene that is played: the rooms of a dungeon in words, the ways between them, the room graph of its level, and
//! the reasons for which a dungeon cannot be played in words.
//!
//! Invariant: nodes and rooms have the same numbers; whoever can walk from a room to another finds them side by side,
//! or one above the other; so a game never looks for what is not there.

use crate::designed::Designed;
use crate::designed::plan::site::Place;
use crate::designed::rooms::Family;
use crate::designed::texts::{Note, family_of};
use crate::layout::Direction;
use level::rules::Bombs;
use level::{Content, Graph, Level, Requirement, Rules, SymbolId};
use std::collections::{BTreeMap, BTreeSet};
use voice::counted;

/// A room in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// Its cells: one, or several that hang together.
    pub cells: Vec<Place>,
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Sentences that are true of it for a time.
    pub notes: Vec<Note>,
    /// The names of its enemies.
    pub foes: Vec<String>,
}

/// The name of a thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Called {
    /// Its name with an article, such as `the cook's key`.
    pub name: String,
    /// A sentence about it; empty if there is none.
    pub text: String,
}

/// A dungeon in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The name of the place, if it has one.
    pub name: Option<String>,
    /// The thing that is sought, with an article, if it has a name.
    pub goal: Option<String>,
    /// The text for whoever wins; empty if there is none.
    pub ending: String,
    /// The names of things, by those that they have in the level.
    pub things: BTreeMap<String, Called>,
    /// The rooms, in the order of the nodes of the level.
    pub rooms: Vec<Room>,
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
    /// Its requirements, stairs left out.
    pub(super) needs: Vec<Requirement>,
}

/// A dungeon as it is played. It does not change.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    words: Words,
    graph: Graph,
    rules: Rules,
    start: usize,
    goals: BTreeSet<usize>,
    ways: Vec<Vec<Way>>,
}

impl Scene {
    /// The scene of a dungeon that was made.
    ///
    /// # Errors
    /// When rooms and level do not fit together.
    pub fn of(made: &Designed) -> Result<Self, SceneError> {
        let tale = &made.tale;
        let told = tale.rooms.iter().zip(&made.draft.plan.site.rooms).enumerate();
        let rooms = told.map(|(id, (told, cells))| Room {
            cells: cells.clone(),
            name: told.name.clone(),
            text: told.text.clone(),
            notes: told.notes.clone(),
            foes: made.foes(id).into_iter().map(|(_, name)| name.to_owned()).collect(),
        });
        let things = tale.things.iter().map(|named| {
            let text = named.text.clone().unwrap_or_default();
            (named.thing.clone(), Called { name: named.name.clone(), text })
        });
        let words = Words {
            name: tale.place.clone(),
            goal: Some(tale.goal.clone()),
            ending: tale.ending.clone(),
            things: things.collect(),
            rooms: rooms.collect(),
        };
        Self::new(words, &made.draft.tiled.level)
    }

    /// The scene of rooms in words, and of a level of which they are the nodes.
    ///
    /// # Errors
    /// When they do not fit together.
    pub fn new(words: Words, level: &Level) -> Result<Self, SceneError> {
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
        Ok(Self { words, graph, rules: level.rules_under(None), start, goals, ways })
    }

    /// The room in which the player begins.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// True if the dungeon is won in a room.
    pub(super) fn is_goal(&self, room: usize) -> bool {
        self.goals.contains(&room)
    }

    /// The dungeon in words.
    #[must_use]
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// The rooms, what is found in them, and the ways between them.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Number of bombs that lie where bombs do; `None` where they never run out.
    pub(super) fn bombs(&self) -> Option<u32> {
        (self.rules.bombs == Bombs::Consumed).then_some(self.rules.bomb_pickup)
    }

    pub(super) fn room(&self, room: usize) -> Option<&Room> {
        self.words.rooms.get(room)
    }

    /// The ways out of a room.
    pub(super) fn ways(&self, room: usize) -> &[Way] {
        self.ways.get(room).map_or(&[], Vec::as_slice)
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

    /// A number of this place, by which it is told of in other words than others.
    pub(super) fn salt(&self) -> usize {
        let name = self.words.name.as_deref().unwrap_or_default();
        name.bytes().map(usize::from).sum()
    }

    /// The family of the place, as far as its texts tell.
    pub(super) fn family(&self) -> Option<Family> {
        self.words.rooms.iter().find_map(|room| family_of(&room.text))
    }

    /// The contents of a room.
    pub(super) fn contents(&self, room: usize) -> &[Content] {
        self.graph.nodes.get(room).map_or(&[], |node| node.contents.as_slice())
    }

    /// The name of a symbol.
    pub(super) fn symbol(&self, id: SymbolId) -> &str {
        self.graph.symbol_name(id)
    }

    /// The name of a room; of one without a name, its number.
    pub(super) fn name(&self, room: usize) -> String {
        match self.room(room) {
            Some(Room { name, .. }) if !name.is_empty() => name.clone(),
            _ => format!("Room {room}"),
        }
    }

    /// The rooms from which one can come into a room but not go back, with the side on which they lie.
    pub(super) fn drops_into(&self, room: usize) -> impl Iterator<Item = (usize, Direction)> + '_ {
        let into = (0..self.ways.len()).filter_map(move |from| Some((from, self.way(from, room)?)));
        into.filter(move |(from, _)| self.way(room, *from).is_none())
            .map(|(from, way)| (from, way.direction.opposite()))
    }
}

/// The farthest that a cell may be from the middle, along each axis.
const FARTHEST: i32 = 1_000_000;

/// The room of each cell.
fn rooms_of_cells(rooms: &[Room]) -> Result<BTreeMap<Place, usize>, SceneError> {
    let mut room_of = BTreeMap::new();
    for (room, Room { cells, .. }) in rooms.iter().enumerate() {
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

/// True if there are cells, and each can be reached from the first over the others.
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
    rooms: &[Room],
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

/// Reason for which a dungeon cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// Rooms and nodes are not as many.
    #[error("has {}, and the dungeon {}; each room is a node", counted(*nodes as u64, "node", "nodes"), counted(*rooms as u64, "room", "rooms"))]
    Nodes {
        /// Number of nodes.
        nodes: usize,
        /// Number of rooms.
        rooms: usize,
    },
    /// There is no room to begin in.
    #[error("no node holds \"start\"")]
    Start,
    /// Nothing is to be reached.
    #[error("no node holds \"goal\"")]
    Goal,
    /// A room has no cells, or they lie apart.
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
    /// An edge beside another one.
    #[error("leads from room {from} to room {to}, as another edge does")]
    Twice {
        /// The edge.
        edge: usize,
        /// The room it leaves.
        from: usize,
        /// The room it leads to.
        to: usize,
    },
    /// An edge asks for a plate that is down at times.
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

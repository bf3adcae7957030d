//! The scene that is played: the rooms of a dungeon in words, and the room graph of its level.
//!
//! Invariant: nodes and rooms have the same numbers; whoever can walk from a room to another finds them side by side, or
//! one above the other; so a game never looks for what is not there.

use super::fault::SceneError;
use super::ground::{rooms_of_cells, ways};
use super::parts::{Called, Room, Way, Words};
use crate::designed::Designed;
use crate::designed::rooms::Family;
use crate::designed::texts::family_of;
use crate::layout::Direction;
use level::rules::Bombs;
use level::{Content, Graph, Level, Rules, SymbolId};
use std::collections::BTreeSet;

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

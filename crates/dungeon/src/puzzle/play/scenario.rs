//! The scenario that is played: an area, and for a whole dungeon the mission's locks, keys and switches in it.
//!
//! Invariant: whatever a scenario names is there, so that a game of it never looks for what is not.

use super::fold;
use super::quest::{Lock, Quest, ScenarioError, Thing};
use crate::layout::{Direction, Room};
use crate::mission::symbol::Symbol;
use crate::puzzle::{Area, Chest, Holder, Kind, Puzzle, RoomIndex};
use std::collections::{BTreeMap, BTreeSet};

/// A barrier in a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Barrier {
    /// A puzzle, by its place in the area.
    Puzzle(usize),
    /// A lock, by its place in the quest.
    Lock(usize),
}

/// An area and a quest as they are played. They do not change.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    area: Area,
    quest: Quest,
    goal: Option<RoomIndex>,
    /// The rooms that must be entered where there is no goal.
    aims: BTreeSet<RoomIndex>,
    barriers: BTreeMap<(RoomIndex, Direction), Vec<Barrier>>,
    things: Vec<RoomIndex>,
}

impl Scenario {
    /// An area, and what a mission puts in it: nothing by default.
    ///
    /// # Errors
    /// When something is named that is not there, or two puzzles go by one name.
    pub fn new(area: Area, quest: Quest) -> Result<Self, ScenarioError> {
        let rooms = area.layout.rooms.len();
        if rooms == 0 || u32::try_from(rooms).is_err() {
            return Err(ScenarioError::Rooms(rooms));
        }
        let mut scenario = Self {
            goal: quest
                .goal
                .map(|at| area.layout.index(at).ok_or(ScenarioError::Goal(at)))
                .transpose()?,
            aims: BTreeSet::new(),
            barriers: BTreeMap::new(),
            things: quest
                .things
                .iter()
                .map(|thing| lies(&area, thing))
                .collect::<Result<_, _>>()?,
            area,
            quest,
        };
        scenario.place_puzzles()?;
        scenario.place_locks()?;
        scenario.place_chests()?;
        for item in &scenario.area.items {
            if scenario.room(item.room).is_none() {
                return Err(ScenarioError::Item(item.name.clone()));
            }
            if let Holder::Chest(chest) = item.holder
                && scenario.chest(chest).is_none_or(|chest| chest.room != item.room)
            {
                return Err(ScenarioError::Holder(item.name.clone()));
            }
        }
        if scenario.goal.is_none() {
            scenario.aims.extend(scenario.area.last_room());
        }
        Ok(scenario)
    }

    fn place_puzzles(&mut self) -> Result<(), ScenarioError> {
        let mut names = BTreeSet::new();
        for (i, puzzle) in self.area.puzzles.iter().enumerate() {
            let wrong = |why| ScenarioError::Puzzle { name: puzzle.name.clone(), why };
            if !sound(&puzzle.kind) {
                return Err(wrong("cannot be solved: it lacks an answer, or its order is none"));
            }
            if !takes(&mut names, [&puzzle.name, &puzzle.id]) {
                return Err(wrong("has no name of its own, or no id of its own"));
            }
            let far =
                self.beside(puzzle.room, puzzle.direction).ok_or(wrong("blocks no passage"))?;
            self.aims.insert(far);
            let sides = [(puzzle.room, puzzle.direction), (far, puzzle.direction.opposite())];
            for side in sides {
                self.barriers.entry(side).or_default().push(Barrier::Puzzle(i));
            }
        }
        Ok(())
    }

    fn place_chests(&self) -> Result<(), ScenarioError> {
        let puzzles = self.area.puzzles.iter().flat_map(|puzzle| [&puzzle.name, &puzzle.id]);
        let mut names: BTreeSet<String> = puzzles.map(|name| fold::name(name)).collect();
        for chest in &self.area.chests {
            let wrong = |why| ScenarioError::Chest { name: chest.name.clone(), why };
            if self.room(chest.room).is_none() {
                return Err(wrong("stands in no room of the area"));
            }
            if fold::name(&chest.key).is_empty() {
                return Err(wrong("cannot be opened: its key has no name"));
            }
            if !takes(&mut names, [&chest.name, &chest.id]) {
                return Err(wrong("has no name of its own, or no id of its own"));
            }
        }
        Ok(())
    }

    fn place_locks(&mut self) -> Result<(), ScenarioError> {
        for (i, &Lock { from, to, symbol }) in self.quest.locks.iter().enumerate() {
            let wrong = |why| ScenarioError::Lock { symbol, from, to, why };
            if !symbol.is_lock() {
                return Err(wrong("is no lock; locks ask for a key or for a position of a switch"));
            }
            let direction = Direction::ALL.into_iter().find(|way| step(*way, from) == Some(to));
            let joined = direction.and_then(|way| {
                let [near, far] = [self.area.layout.index(from)?, self.area.layout.index(to)?];
                self.room(near)?
                    .connections
                    .has(way)
                    .then_some([(near, way), (far, way.opposite())])
            });
            for side in joined.ok_or(wrong("is on no passage of the area"))? {
                self.barriers.entry(side).or_default().push(Barrier::Lock(i));
            }
        }
        Ok(())
    }

    /// The area.
    #[must_use]
    pub fn area(&self) -> &Area {
        &self.area
    }

    /// The mission's part.
    #[must_use]
    pub fn quest(&self) -> &Quest {
        &self.quest
    }

    /// The room that must be entered to win, if there is such a one.
    pub(super) fn goal(&self) -> Option<RoomIndex> {
        self.goal
    }

    /// The rooms that must have been entered to win, where there is no goal.
    pub(super) fn aims(&self) -> &BTreeSet<RoomIndex> {
        &self.aims
    }

    pub(super) fn room(&self, at: RoomIndex) -> Option<&Room> {
        self.area.layout.rooms.get(at as usize)
    }

    pub(super) fn puzzle(&self, at: usize) -> Option<&Puzzle> {
        self.area.puzzles.get(at)
    }

    pub(super) fn chest(&self, at: usize) -> Option<&Chest> {
        self.area.chests.get(at)
    }

    /// The chests that stand in a room.
    pub(super) fn chests_in(&self, at: RoomIndex) -> impl Iterator<Item = (usize, &Chest)> {
        self.area.chests.iter().enumerate().filter(move |(_, chest)| chest.room == at)
    }

    pub(super) fn lock(&self, at: usize) -> Option<Lock> {
        self.quest.locks.get(at).copied()
    }

    /// The room behind a connection.
    pub(super) fn beside(&self, at: RoomIndex, direction: Direction) -> Option<RoomIndex> {
        let room = self.room(at)?;
        let place = step(direction, room.coords)?;
        room.connections.has(direction).then(|| self.area.layout.index(place))?
    }

    /// The barriers that stand or stood in a passage.
    pub(super) fn barriers(&self, at: RoomIndex, direction: Direction) -> &[Barrier] {
        self.barriers.get(&(at, direction)).map_or(&[], Vec::as_slice)
    }

    /// The puzzles that stand in a room, in the order of the directions they block.
    pub(super) fn puzzles_in(&self, at: RoomIndex) -> impl Iterator<Item = (usize, &Puzzle)> {
        let barriers = Direction::ALL.into_iter().flat_map(move |way| self.barriers(at, way));
        barriers.filter_map(move |barrier| match *barrier {
            Barrier::Puzzle(i) => self.puzzle(i).filter(|p| p.room == at).map(|p| (i, p)),
            Barrier::Lock(_) => None,
        })
    }

    /// The locks on the passages of a room, with their directions.
    pub(super) fn locks_in(&self, at: RoomIndex) -> impl Iterator<Item = (usize, Direction, Lock)> {
        let sides = Direction::ALL.into_iter();
        let all = sides.flat_map(move |way| self.barriers(at, way).iter().map(move |b| (way, b)));
        all.filter_map(|(way, barrier)| match *barrier {
            Barrier::Lock(i) => self.lock(i).map(|lock| (i, way, lock)),
            Barrier::Puzzle(_) => None,
        })
    }

    /// The things that the mission has put in rooms, with the rooms.
    pub(super) fn things(&self) -> impl Iterator<Item = (usize, Symbol, RoomIndex)> {
        let things = self.quest.things.iter().zip(&self.things);
        things.enumerate().map(|(i, (thing, &room))| (i, thing.symbol, room))
    }
}

/// Takes names that nothing else goes by; false where one is taken, or is none.
fn takes(names: &mut BTreeSet<String>, own: [&String; 2]) -> bool {
    let own: BTreeSet<String> = own.map(|text| fold::name(text)).into();
    own.into_iter().all(|name| !name.is_empty() && names.insert(name))
}

/// The place one step on, unless it is out of all bounds.
fn step(direction: Direction, place: [i32; 3]) -> Option<[i32; 3]> {
    // A step from the edge of the numbers leads nowhere.
    let inside = place.into_iter().all(|number| number.unsigned_abs() < i32::MAX.unsigned_abs());
    inside.then(|| direction.step(place))
}

/// True if a puzzle of this kind can be solved at all.
fn sound(kind: &Kind) -> bool {
    match kind {
        Kind::LockedDoor { key } => !fold::name(key).is_empty(),
        Kind::Lever | Kind::PressurePlate => true,
        Kind::Riddle { answers, .. } => answers.iter().any(|text| !fold::answer(text).is_empty()),
        Kind::Sequence { objects, order, .. } => {
            let names: BTreeSet<String> = objects.iter().map(|name| fold::name(name)).collect();
            let places: BTreeSet<usize> = order.iter().map(|&place| place.into()).collect();
            !objects.is_empty()
                && names.len() == objects.len()
                && order.len() == objects.len()
                && places.into_iter().eq(0..objects.len())
        }
    }
}

fn lies(area: &Area, &Thing { place, symbol }: &Thing) -> Result<RoomIndex, ScenarioError> {
    let wrong = |why| ScenarioError::Thing { symbol, place, why };
    if !symbol.is_thing() {
        return Err(wrong("is neither a key nor the object of a switch"));
    }
    area.layout.index(place).ok_or(wrong("lies in no room of the area"))
}

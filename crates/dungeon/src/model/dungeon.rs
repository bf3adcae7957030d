//! Rooms and passages: a mission and an area joined once, by where their rooms lie.
//!
//! Invariant: every room of the mission is one of the layout's, and every passage an edge of the mission.

use super::joined::{passages_of_mission, rooms_of_mission};
use crate::layout::{self, Direction, RoomIndex};
use crate::mission::{self, Condition, Mission, RoomId, Symbol};
use crate::puzzle::{Area, Item, Placement, Puzzle};
use std::fmt::{self, Debug};
use std::ops::Deref;

/// Parts of a dungeon.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// The lock-and-key graph. Its rooms lie where those of the area's layout do.
    pub mission: Mission,
    /// The rooms, with the passages that the mission uses, and the puzzles.
    pub area: Area,
    /// Number of puzzles asked for and placed, and the reason for which others are lacking.
    pub placement: Placement,
}

/// A dungeon: rooms and passages. It derefs to the parts that it was made of.
///
/// ```
/// use quandary_dungeon::{Lock, Options, generate};
/// let request = quandary_dungeon::Request::of("temple")?;
/// let report = generate(&request, search::Seed::new(7)?, Options::default())?;
/// let dungeon = &report.found[0].draft.dungeon;
/// let mut locks = 0;
/// for room in dungeon.rooms() {
///     for passage in room.passages() {
///         assert!(passage.to().passages().any(|back| back.to().id == room.id));
///         locks += usize::from(passage.lock().is_some());
///     }
/// }
/// assert!(locks > 0);
/// assert_eq!(dungeon.start().key_level(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Dungeon {
    parts: Parts,
    rooms: Vec<Place>,
    passages: Vec<Link>,
    /// Of each room of the mission its number here.
    of_mission: Vec<RoomIndex>,
}

/// A room, as it is kept: where it stands in the mission, and its passages.
#[derive(Clone, Debug, Default, PartialEq)]
struct Place {
    in_mission: RoomId,
    passages: Vec<u32>,
}

/// A passage, as it is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Link {
    ends: [RoomIndex; 2],
    direction: Direction,
    symbol: Option<Symbol>,
    puzzle: Option<usize>,
}

impl Dungeon {
    /// Joins a mission and an area whose rooms lie at the same places.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        let Parts { mission, area, .. } = &parts;
        let of_mission = rooms_of_mission(mission, &area.layout);
        let mut rooms = vec![Place::default(); area.layout.rooms.len()];
        for (number, &id) in (0..).zip(&of_mission) {
            if let Some(room) = rooms.get_mut(id as usize) {
                room.in_mission = number;
            }
        }
        let mut passages = Vec::with_capacity(mission.edges.len());
        for (ends, direction, symbol) in passages_of_mission(mission, &area.layout, &of_mission) {
            let blocks = |puzzle: &Puzzle| {
                [(ends[0], direction), (ends[1], direction.opposite())]
                    .contains(&(puzzle.room, puzzle.direction))
            };
            let puzzle = area.puzzles.iter().position(blocks);
            for end in ends {
                let number = passages.len() as u32;
                rooms.get_mut(end as usize).into_iter().for_each(|room| room.passages.push(number));
            }
            passages.push(Link { ends, direction, symbol, puzzle });
        }
        Self { parts, rooms, passages, of_mission }
    }

    /// All rooms, in the order of their ids.
    pub fn rooms(&self) -> impl ExactSizeIterator<Item = Room<'_>> {
        (0..self.rooms.len() as RoomIndex).map(|id| Room { dungeon: self, id })
    }

    /// All passages, each from one of its sides.
    pub fn passages(&self) -> impl ExactSizeIterator<Item = Passage<'_>> {
        self.passages.iter().map(|link| Passage { dungeon: self, link, turned: false })
    }

    /// The room with an id; `None` where there is none.
    #[must_use]
    pub fn room(&self, id: RoomIndex) -> Option<Room<'_>> {
        ((id as usize) < self.rooms.len()).then_some(Room { dungeon: self, id })
    }

    /// The room that is entered first.
    #[must_use]
    pub fn start(&self) -> Room<'_> {
        self.of_mission(self.parts.mission.start)
    }

    /// The room that ends the play.
    #[must_use]
    pub fn goal(&self) -> Room<'_> {
        self.of_mission(self.parts.mission.goal)
    }

    /// The room of the last fight.
    #[must_use]
    pub fn boss(&self) -> Room<'_> {
        self.of_mission(self.parts.mission.boss)
    }

    /// The room with a number of the mission.
    pub(crate) fn of_mission(&self, number: RoomId) -> Room<'_> {
        let id = self.of_mission.get(number as usize).copied().unwrap_or(0);
        Room { dungeon: self, id }
    }

    /// The rooms in the order of the mission.
    pub(crate) fn in_mission_order(&self) -> impl Iterator<Item = Room<'_>> {
        self.of_mission.iter().map(|&id| Room { dungeon: self, id })
    }
}

impl Deref for Dungeon {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.parts
    }
}

/// A room of a dungeon. Its `Debug` is its coordinates.
#[derive(Clone, Copy)]
pub struct Room<'a> {
    dungeon: &'a Dungeon,
    /// Its id: its place among the rooms.
    pub id: RoomIndex,
}

impl<'a> Room<'a> {
    fn place(self) -> Option<&'a Place> {
        self.dungeon.rooms.get(self.id as usize)
    }

    fn in_layout(self) -> Option<&'a layout::Room> {
        self.dungeon.parts.area.layout.rooms.get(self.id as usize)
    }

    pub(crate) fn in_mission(self) -> Option<&'a mission::Room> {
        let number = self.place().map_or(0, |place| place.in_mission);
        self.dungeon.parts.mission.rooms.get(number as usize)
    }

    /// x to the east, y to the north, and the floor.
    #[must_use]
    pub fn coords(self) -> [i32; 3] {
        self.in_layout().map_or([0; 3], |room| room.coords)
    }

    /// Its purpose.
    #[must_use]
    pub fn kind(self) -> layout::Kind {
        self.in_layout().map_or(layout::Kind::Chamber, |room| room.kind)
    }

    /// Number of steps from the entry, whatever is locked.
    #[must_use]
    pub fn distance(self) -> u32 {
        self.in_layout().map_or(0, |room| room.distance)
    }

    /// The mission's symbol in it: a key, the object of a switch, start, boss or goal.
    #[must_use]
    pub fn item(self) -> Option<Symbol> {
        self.in_mission()?.item
    }

    /// The keys of puzzles and chests in it.
    pub fn keys(self) -> impl Iterator<Item = &'a Item> {
        self.dungeon.parts.area.items.iter().filter(move |item| item.room == self.id)
    }

    /// The puzzles that stand in it.
    pub fn puzzles(self) -> impl Iterator<Item = &'a Puzzle> {
        self.dungeon.parts.area.puzzles.iter().filter(move |puzzle| puzzle.room == self.id)
    }

    /// The condition on the mission's keys and switches that holds for whoever is in it.
    #[must_use]
    pub fn condition(self) -> Condition {
        self.in_mission().map_or(Condition::default(), |room| room.precondition)
    }

    /// Number of the mission's keys that whoever is in it has found.
    #[must_use]
    pub fn key_level(self) -> usize {
        self.condition().key_level()
    }

    /// Relative difficulty, from 0 to 1.
    #[must_use]
    pub fn intensity(self) -> f64 {
        self.in_mission().map_or(0.0, |room| room.intensity)
    }

    /// The passages that lead out of it.
    pub fn passages(self) -> impl Iterator<Item = Passage<'a>> {
        let dungeon = self.dungeon;
        let numbers = self.place().map_or(&[][..], |place| &place.passages);
        numbers.iter().filter_map(move |&number| {
            let link = dungeon.passages.get(number as usize)?;
            Some(Passage { dungeon, link, turned: link.ends[0] != self.id })
        })
    }

    /// The passage that leads out of it in a direction.
    #[must_use]
    pub fn passage(self, direction: Direction) -> Option<Passage<'a>> {
        self.passages().find(|passage| passage.direction() == direction)
    }
}

/// A passage of a dungeon, seen from one of its rooms. It leads both ways, and is locked both ways.
#[derive(Clone, Copy)]
pub struct Passage<'a> {
    dungeon: &'a Dungeon,
    link: &'a Link,
    turned: bool,
}

impl Debug for Room<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, floor] = self.coords();
        write!(f, "({x}, {y}, {floor})")
    }
}

impl Debug for Passage<'_> {
    /// `(0, 0, 0) East (1, 0, 0)`, and its lock.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?} {:?}", self.from(), self.direction(), self.to())?;
        match self.lock() {
            Some(Lock::Symbol(symbol)) => write!(f, ", asks for {symbol}"),
            Some(Lock::Puzzle(puzzle)) => write!(f, ", blocked by {}", puzzle.name),
            None => Ok(()),
        }
    }
}

/// Lock of a passage.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Lock<'a> {
    /// A lock of the mission: a key or a position of a switch is asked for.
    Symbol(Symbol),
    /// A puzzle of the area, to be solved from the room that it stands in.
    Puzzle(&'a Puzzle),
}

impl<'a> Passage<'a> {
    /// The room that it is seen from.
    #[must_use]
    pub fn from(self) -> Room<'a> {
        Room { dungeon: self.dungeon, id: self.link.ends[usize::from(self.turned)] }
    }

    /// The room that it leads to.
    #[must_use]
    pub fn to(self) -> Room<'a> {
        Room { dungeon: self.dungeon, id: self.link.ends[usize::from(!self.turned)] }
    }

    /// The way it leads.
    #[must_use]
    pub fn direction(self) -> Direction {
        if self.turned { self.link.direction.opposite() } else { self.link.direction }
    }

    /// Its lock; `None` for an open passage.
    #[must_use]
    pub fn lock(self) -> Option<Lock<'a>> {
        let puzzle = || self.dungeon.parts.area.puzzles.get(self.link.puzzle?).map(Lock::Puzzle);
        self.link.symbol.map(Lock::Symbol).or_else(puzzle)
    }

    /// The lock of the mission on it.
    pub(crate) fn symbol(self) -> Option<Symbol> {
        self.link.symbol
    }

    /// The same passage, seen from its other room.
    #[must_use]
    pub fn back(self) -> Self {
        Self { turned: !self.turned, ..self }
    }
}

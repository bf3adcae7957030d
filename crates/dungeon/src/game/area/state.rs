//! The state of a game of an area, its actions and their effects, and the things around the player with all names that
//! the player can use for them.
//!
//! Invariant: a refused action changes nothing; the same actions lead to the same state.
//!
//! Invariant: everything that is listed in a room has a name that the player can use, at least its id.

use super::Scenario;
use crate::game::normalise;
use crate::game::play::Effect;
use crate::game::reply::Candidate;
use crate::layout::Direction;
use crate::puzzle::{Chest, Hint, Holder, Item, Kind, Puzzle, RoomIndex};
use std::collections::{BTreeMap, BTreeSet};

/// A puzzle or a chest, as a thing that a key may open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Door {
    /// A puzzle.
    Puzzle(usize),
    /// A chest.
    Chest(usize),
}

impl Door {
    /// True if an item is a key that opens it; `item` is an index into the items of the area.
    pub(super) fn takes(self, item: usize, scenario: &Scenario) -> bool {
        let item = scenario.area().items.get(item).map(|item| normalise::name(&item.name));
        item.is_some() && item == self.key(scenario).map(normalise::name)
    }

    /// The name of the key that opens it, if a key does.
    pub(super) fn key(self, scenario: &Scenario) -> Option<&str> {
        match self {
            Self::Puzzle(i) => scenario.puzzle(i)?.kind.key(),
            Self::Chest(i) => Some(&scenario.chest(i)?.key),
        }
    }
}

/// An action of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Walk.
    Go(Direction),
    /// Pick an item up.
    Take(usize),
    /// Open a door or a chest with a key.
    Open {
        /// The door that is opened.
        door: Door,
        /// The key, an index into the items.
        key: usize,
    },
    /// Solve a lever, a plate or a riddle.
    Solve(usize),
    /// Touch an object of a sequence.
    Touch {
        /// The puzzle.
        puzzle: usize,
        /// The object.
        object: usize,
    },
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) room: RoomIndex,
    pub(super) entered: BTreeSet<RoomIndex>,
    /// The items taken, including those used up.
    taken: BTreeSet<usize>,
    spent: BTreeSet<usize>,
    /// The puzzles solved and the chests opened.
    open: BTreeSet<Door>,
    /// The number of steps done, by sequence.
    steps: BTreeMap<usize, usize>,
}

impl State {
    pub(super) fn new(scenario: &Scenario) -> Self {
        let room = scenario.area().layout.entry();
        Self {
            room,
            entered: [room].into(),
            taken: BTreeSet::new(),
            spent: BTreeSet::new(),
            open: BTreeSet::new(),
            steps: BTreeMap::new(),
        }
    }

    pub(super) fn is_solved(&self, puzzle: usize) -> bool {
        self.open.contains(&Door::Puzzle(puzzle))
    }

    /// True if a chest was opened.
    pub(super) fn is_unlocked(&self, chest: usize) -> bool {
        self.open.contains(&Door::Chest(chest))
    }

    /// Number of steps of a sequence that are done.
    pub(super) fn steps(&self, puzzle: usize) -> usize {
        self.steps.get(&puzzle).copied().unwrap_or(0)
    }

    /// The unsolved puzzles on a passage.
    pub(super) fn blocking(
        &self,
        scenario: &Scenario,
        at: RoomIndex,
        direction: Direction,
    ) -> Vec<usize> {
        let all = scenario.barriers(at, direction).iter().copied();
        all.filter(|&puzzle| !self.is_solved(puzzle)).collect()
    }

    /// The items that can be taken in a room: those in the open, and those in opened chests.
    pub(super) fn lying(&self, scenario: &Scenario, at: RoomIndex) -> Vec<usize> {
        let is_free = |item: &Item| match item.holder {
            Holder::Open => true,
            Holder::Chest(chest) => self.is_unlocked(chest),
        };
        let items = scenario.area().items.iter().enumerate();
        let here = items.filter(|(_, item)| item.room == at && is_free(item)).map(|(i, _)| i);
        here.filter(|item| !self.taken.contains(item)).collect()
    }

    /// The items that the player carries.
    pub(super) fn held(&self) -> Vec<usize> {
        self.taken.difference(&self.spent).copied().collect()
    }

    /// Applies an action; `None` if it is not possible now.
    pub(super) fn apply(&mut self, scenario: &Scenario, action: Action) -> Option<Effect> {
        match action {
            Action::Go(direction) => {
                let next = scenario.beside(self.room, direction)?;
                self.blocking(scenario, self.room, direction).is_empty().then_some(())?;
                self.room = next;
                self.entered.insert(next);
            }
            Action::Take(what) => {
                self.lying(scenario, self.room).contains(&what).then_some(())?;
                self.taken.insert(what);
            }
            Action::Open { door, key } => {
                let is_shut = match door {
                    Door::Puzzle(i) => self.unsolved(scenario, i).is_some(),
                    Door::Chest(i) => scenario.chest(i)?.room == self.room && !self.is_unlocked(i),
                };
                let fits = self.held().contains(&key) && door.takes(key, scenario);
                (is_shut && fits).then_some(())?;
                self.spent.insert(key);
                self.open.insert(door);
            }
            Action::Solve(puzzle) => {
                let kind = self.unsolved(scenario, puzzle)?;
                matches!(kind, Kind::Lever | Kind::PressurePlate | Kind::Riddle { .. })
                    .then_some(())?;
                self.open.insert(Door::Puzzle(puzzle));
            }
            Action::Touch { puzzle, object } => return self.touch(scenario, puzzle, object),
        }
        Some(Effect::Done)
    }

    fn touch(&mut self, scenario: &Scenario, puzzle: usize, object: usize) -> Option<Effect> {
        let Kind::Sequence { order, objects, .. } = self.unsolved(scenario, puzzle)? else {
            return None;
        };
        objects.get(object)?;
        let steps = self.steps(puzzle);
        if order.get(steps).map(|&place| usize::from(place)) != Some(object) {
            self.steps.remove(&puzzle);
            return Some(Effect::Reset { lost: steps > 0 });
        }
        self.steps.insert(puzzle, steps + 1);
        if steps + 1 < order.len() {
            return Some(Effect::Step(steps + 1));
        }
        self.open.insert(Door::Puzzle(puzzle));
        Some(Effect::Done)
    }

    /// The kind of an unsolved puzzle in the room.
    fn unsolved<'a>(&self, scenario: &'a Scenario, at: usize) -> Option<&'a Kind> {
        let puzzle = scenario.puzzle(at).filter(|puzzle| puzzle.room == self.room)?;
        (!self.is_solved(at)).then_some(&puzzle.kind)
    }
}

/// The players who see the order of sequences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clues {
    /// Players with INT enough for the hint.
    #[default]
    Hidden,
    /// All players.
    Open,
}

/// The INT of a player, and the clues that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    pub(super) int: u8,
    pub(super) clues: Clues,
}

impl Player {
    /// True if the player sees a hint.
    pub(super) fn sees(self, hint: &Hint) -> bool {
        self.int >= hint.threshold
    }
}

/// A thing that can be examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// A puzzle in the room.
    Puzzle(usize),
    /// A puzzle on the other side of a passage, which it blocks.
    Beyond(usize, Direction),
    /// A chest.
    Chest(usize),
    /// An item that lies here or is carried.
    Item(usize),
}

/// The state of a game, with its scenario and player.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) state: &'a State,
    pub(super) player: Player,
}

impl<'a> Here<'a> {
    /// The puzzles in the room.
    pub(super) fn puzzles(self) -> impl Iterator<Item = (usize, &'a Puzzle)> {
        self.scenario.puzzles_in(self.state.room)
    }

    /// The puzzles in the room of some kind, either solved or unsolved.
    pub(super) fn kind(self, solved: bool, is: fn(&Kind) -> bool) -> Vec<Candidate<usize>> {
        let all = self
            .puzzles()
            .filter(|&(i, puzzle)| is(&puzzle.kind) && self.state.is_solved(i) == solved);
        all.map(|(i, puzzle)| named(i, puzzle, &[])).collect()
    }

    /// The items that lie here; of several with one name, the first.
    pub(super) fn lying(self) -> Vec<Candidate<usize>> {
        self.items(self.state.lying(self.scenario, self.state.room))
    }

    /// The carried items; of several with one name, the first.
    pub(super) fn held(self) -> Vec<Candidate<usize>> {
        self.items(self.state.held())
    }

    fn items(self, all: Vec<usize>) -> Vec<Candidate<usize>> {
        let mut names = BTreeSet::new();
        let all = all.into_iter().map(|item| (item, self.name(item)));
        let first = all.filter(|(_, name)| names.insert(normalise::name(name)));
        first.map(|(item, name)| Candidate::new(item, name, &[])).collect()
    }

    /// The name of an item.
    pub(super) fn name(self, item: usize) -> String {
        self.scenario.area().items.get(item).map_or(String::new(), |item| item.name.clone())
    }

    /// The chests in the room.
    pub(super) fn chests(self) -> impl Iterator<Item = (usize, &'a Chest)> {
        self.scenario.chests_in(self.state.room)
    }

    /// The shut doors and chests in the room.
    pub(super) fn doors(self) -> Vec<Candidate<Door>> {
        let shut = |&(i, puzzle): &(usize, &Puzzle)| {
            puzzle.kind.key().is_some() && !self.state.is_solved(i)
        };
        let puzzles = self.puzzles().filter(shut);
        let puzzles = puzzles.map(|(i, puzzle)| {
            let way = puzzle.direction.name();
            named(Door::Puzzle(i), puzzle, &[way, &format!("{way} door")])
        });
        let chests = self.chests().filter(|&(i, _)| !self.state.is_unlocked(i));
        let chests = chests.map(|(i, chest)| chest_named(Door::Chest(i), chest));
        puzzles.chain(chests).collect()
    }

    /// Everything that can be examined.
    pub(super) fn sights(self) -> Vec<Candidate<Sight>> {
        let mut all: Vec<_> =
            self.puzzles().map(|(i, p)| named(Sight::Puzzle(i), p, &[])).collect();
        all.extend(self.beyond().map(|(i, way, puzzle)| named(Sight::Beyond(i, way), puzzle, &[])));
        all.extend(self.chests().map(|(i, chest)| chest_named(Sight::Chest(i), chest)));
        let mut keys = self.state.lying(self.scenario, self.state.room);
        keys.extend(self.state.held());
        let keys = self.items(keys).into_iter();
        all.extend(keys.map(|key| Candidate::new(Sight::Item(key.value), key.shown, &[])));
        all
    }

    /// The puzzles on the other side of a passage from here.
    pub(super) fn beyond(self) -> impl Iterator<Item = (usize, Direction, &'a Puzzle)> {
        let Self { scenario, state, .. } = self;
        Direction::ALL.into_iter().flat_map(move |way| {
            let barriers = scenario.barriers(state.room, way).iter();
            barriers.filter_map(move |&i| {
                let there = scenario.puzzle(i).filter(|puzzle| puzzle.room != state.room);
                there.map(|puzzle| (i, way, puzzle))
            })
        })
    }
}

fn named<T>(value: T, puzzle: &Puzzle, others: &[&str]) -> Candidate<T> {
    let others: Vec<&str> = [puzzle.id.as_str()].iter().chain(others).copied().collect();
    Candidate::new(value, puzzle.name.clone(), &others)
}

fn chest_named<T>(value: T, chest: &Chest) -> Candidate<T> {
    Candidate::new(value, chest.name.clone(), &[&chest.id])
}

//! The actions of a player in a game, the state of the game, and what each action does to it.
//!
//! Invariant: an action that is refused changes nothing; the same actions lead to the same state.

use super::fold;
use super::scenario::Scenario;
use crate::layout::Direction;
use crate::puzzle::{Holder, Item, Kind, RoomIndex};
use std::collections::BTreeSet;

/// The whereabouts of something that can be carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whereabouts {
    /// In the room where it was put.
    Lying,
    /// With the player.
    Held,
    /// Used up.
    Spent,
}

/// A door or a chest that can be unlocked, or at least be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Door {
    Puzzle(usize),
    Chest(usize),
}

impl Door {
    /// True if an item, by its place in the area, is a key that opens it.
    pub(super) fn takes(self, item: usize, scenario: &Scenario) -> bool {
        let item = scenario.area().items.get(item).map(|item| fold::name(&item.name));
        item.is_some() && item == self.key(scenario).map(fold::name)
    }

    /// The name of the key that a locked door or a chest asks for.
    pub(super) fn key(self, scenario: &Scenario) -> Option<&str> {
        match self {
            Self::Puzzle(i) => scenario.puzzle(i)?.kind.key(),
            Self::Chest(i) => Some(&scenario.chest(i)?.key),
        }
    }
}

/// An action of a player upon the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Walk.
    Go(Direction),
    /// Pick an item up.
    Take(usize),
    /// Open a door or a chest with a key.
    Open {
        /// The door that is opened.
        door: Door,
        /// The key, an item.
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

/// The effect of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It could not be done.
    Refused,
    /// Done.
    Done,
    /// A right step of a sequence: so many are done.
    Step(usize),
    /// A wrong step of a sequence. It is as at the beginning; whether it was before is told.
    Reset {
        /// True if steps were lost.
        lost: bool,
    },
}

impl Effect {
    /// True if the state is another one now.
    pub(super) fn changed(self) -> bool {
        !matches!(self, Self::Refused | Self::Reset { lost: false })
    }
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) room: RoomIndex,
    pub(super) entered: BTreeSet<RoomIndex>,
    items: Vec<Whereabouts>,
    solved: Vec<bool>,
    /// Of each sequence, how many steps are done.
    steps: Vec<usize>,
    /// Of each chest, whether it was opened.
    chests: Vec<bool>,
}

impl State {
    pub(super) fn new(scenario: &Scenario) -> Self {
        let area = scenario.area();
        Self {
            room: area.layout.entry(),
            entered: [area.layout.entry()].into(),
            items: vec![Whereabouts::Lying; area.items.len()],
            solved: vec![false; area.puzzles.len()],
            steps: vec![0; area.puzzles.len()],
            chests: vec![false; area.chests.len()],
        }
    }

    /// True if the game is won.
    pub(super) fn won(&self, scenario: &Scenario) -> bool {
        scenario.aims().is_subset(&self.entered)
    }

    pub(super) fn is_solved(&self, puzzle: usize) -> bool {
        self.solved.get(puzzle).copied().unwrap_or(true)
    }

    /// True if a chest was opened.
    pub(super) fn is_unlocked(&self, chest: usize) -> bool {
        self.chests.get(chest).copied().unwrap_or(true)
    }

    /// Number of steps of a sequence that are done.
    pub(super) fn steps(&self, puzzle: usize) -> usize {
        self.steps.get(puzzle).copied().unwrap_or(0)
    }

    /// What became of an item.
    pub(super) fn whereabouts(&self, item: usize) -> Whereabouts {
        self.items.get(item).copied().unwrap_or(Whereabouts::Spent)
    }

    /// The puzzles that still block a passage.
    pub(super) fn blocking(
        &self,
        scenario: &Scenario,
        at: RoomIndex,
        direction: Direction,
    ) -> Vec<usize> {
        let all = scenario.barriers(at, direction).iter().copied();
        all.filter(|&puzzle| !self.is_solved(puzzle)).collect()
    }

    /// The items that can be taken in a room: those that lie in the open there, and in chests that were opened.
    pub(super) fn lying(&self, scenario: &Scenario, at: RoomIndex) -> Vec<usize> {
        let items = scenario.area().items.iter().enumerate();
        let free = |item: &Item| match item.holder {
            Holder::Open => true,
            Holder::Chest(chest) => self.is_unlocked(chest),
        };
        let here = items.filter(|(_, item)| item.room == at && free(item)).map(|(i, _)| i);
        here.filter(|&item| self.whereabouts(item) == Whereabouts::Lying).collect()
    }

    /// The items that the player carries.
    pub(super) fn held(&self) -> Vec<usize> {
        let all = 0..self.items.len();
        all.filter(|&item| self.whereabouts(item) == Whereabouts::Held).collect()
    }

    /// Does an action, if it can be done here and now.
    pub(super) fn apply(&mut self, scenario: &Scenario, action: Action) -> Effect {
        self.try_apply(scenario, action).unwrap_or(Effect::Refused)
    }

    fn try_apply(&mut self, scenario: &Scenario, action: Action) -> Option<Effect> {
        match action {
            Action::Go(direction) => {
                let next = scenario.beside(self.room, direction)?;
                let free = self.blocking(scenario, self.room, direction).is_empty();
                free.then(|| {
                    self.room = next;
                    self.entered.insert(next);
                })?;
            }
            Action::Take(what) => {
                self.lying(scenario, self.room).contains(&what).then_some(())?;
                self.put(what, Whereabouts::Held);
            }
            Action::Open { door, key } => self.open(scenario, door, key)?,
            Action::Solve(puzzle) => {
                let kind = self.unsolved(scenario, puzzle)?;
                matches!(kind, Kind::Lever | Kind::PressurePlate | Kind::Riddle { .. })
                    .then_some(())?;
                *self.solved.get_mut(puzzle)? = true;
            }
            Action::Touch { puzzle, object } => return self.touch(scenario, puzzle, object),
        }
        Some(Effect::Done)
    }

    /// Opens what is here and shut with a key that is held, which is used up.
    fn open(&mut self, scenario: &Scenario, door: Door, key: usize) -> Option<()> {
        let shut = match door {
            Door::Puzzle(i) => self.unsolved(scenario, i).is_some(),
            Door::Chest(i) => scenario.chest(i)?.room == self.room && !self.is_unlocked(i),
        };
        let held = self.whereabouts(key) == Whereabouts::Held;
        (shut && held && door.takes(key, scenario)).then_some(())?;
        self.put(key, Whereabouts::Spent);
        let open = match door {
            Door::Puzzle(i) => self.solved.get_mut(i),
            Door::Chest(i) => self.chests.get_mut(i),
        };
        *open? = true;
        Some(())
    }

    fn touch(&mut self, scenario: &Scenario, puzzle: usize, object: usize) -> Option<Effect> {
        let Kind::Sequence { order, objects, .. } = self.unsolved(scenario, puzzle)? else {
            return None;
        };
        objects.get(object)?;
        let steps = self.steps.get_mut(puzzle)?;
        if order.get(*steps).map(|&place| usize::from(place)) != Some(object) {
            let lost = *steps > 0;
            *steps = 0;
            return Some(Effect::Reset { lost });
        }
        *steps += 1;
        if *steps < order.len() {
            return Some(Effect::Step(*steps));
        }
        *self.solved.get_mut(puzzle)? = true;
        Some(Effect::Done)
    }

    /// The kind of a puzzle that stands here and is not solved.
    fn unsolved<'a>(&self, scenario: &'a Scenario, at: usize) -> Option<&'a Kind> {
        let puzzle = scenario.puzzle(at).filter(|puzzle| puzzle.room == self.room)?;
        (!self.is_solved(at)).then_some(&puzzle.kind)
    }

    fn put(&mut self, item: usize, where_: Whereabouts) {
        if let Some(place) = self.items.get_mut(item) {
            *place = where_;
        }
    }
}

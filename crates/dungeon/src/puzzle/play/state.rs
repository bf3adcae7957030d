//! The state of a game, and what each action does to it.
//!
//! Invariant: an action that is refused changes nothing; the same actions lead to the same state.

use super::action::{Action, Door, Effect, Portable, Whereabouts};
use super::quest::Lock;
use super::scenario::{Barrier, Scenario};
use crate::layout::Direction;
use crate::mission::symbol::{Position, Symbol};
use crate::puzzle::{Holder, Item, Kind, RoomIndex};
use std::collections::BTreeSet;

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) room: RoomIndex,
    pub(super) entered: BTreeSet<RoomIndex>,
    items: Vec<Whereabouts>,
    things: Vec<Whereabouts>,
    solved: Vec<bool>,
    /// Of each sequence, how many steps are done.
    steps: Vec<usize>,
    opened: Vec<bool>,
    /// Of each chest, whether it was opened.
    chests: Vec<bool>,
    /// The switches that are on.
    on: BTreeSet<u8>,
}

impl State {
    pub(super) fn new(scenario: &Scenario) -> Self {
        let (area, quest) = (scenario.area(), scenario.quest());
        Self {
            room: area.layout.entry(),
            entered: [area.layout.entry()].into(),
            items: vec![Whereabouts::Lying; area.items.len()],
            things: vec![Whereabouts::Lying; quest.things.len()],
            solved: vec![false; area.puzzles.len()],
            steps: vec![0; area.puzzles.len()],
            opened: vec![false; quest.locks.len()],
            chests: vec![false; area.chests.len()],
            on: BTreeSet::new(),
        }
    }

    /// True if the game is won.
    pub(super) fn won(&self, scenario: &Scenario) -> bool {
        match scenario.goal() {
            Some(goal) => self.entered.contains(&goal),
            None => scenario.aims().is_subset(&self.entered),
        }
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

    pub(super) fn position(&self, switch: u8) -> Position {
        if self.on.contains(&switch) { Position::On } else { Position::Off }
    }

    pub(super) fn whereabouts(&self, what: Portable) -> Whereabouts {
        let found = match what {
            Portable::Item(i) => self.items.get(i),
            Portable::Thing(i) => self.things.get(i),
        };
        found.copied().unwrap_or(Whereabouts::Spent)
    }

    /// True if a lock lets one through.
    pub(super) fn is_open(&self, at: usize, lock: Lock) -> bool {
        match lock.symbol {
            Symbol::Switch(switch, position) => self.position(switch) == position,
            _ => self.opened.get(at).copied().unwrap_or(true),
        }
    }

    /// True if a barrier still blocks.
    pub(super) fn blocks(&self, scenario: &Scenario, barrier: Barrier) -> bool {
        match barrier {
            Barrier::Puzzle(i) => !self.is_solved(i),
            Barrier::Lock(i) => scenario.lock(i).is_some_and(|lock| !self.is_open(i, lock)),
        }
    }

    /// The barriers that still block a passage.
    pub(super) fn blocking(
        &self,
        scenario: &Scenario,
        at: RoomIndex,
        direction: Direction,
    ) -> Vec<Barrier> {
        let all = scenario.barriers(at, direction).iter().copied();
        all.filter(|&barrier| self.blocks(scenario, barrier)).collect()
    }

    /// The things that can be taken in a room: those that lie in the open there, and in chests that were opened.
    pub(super) fn lying(&self, scenario: &Scenario, at: RoomIndex) -> Vec<Portable> {
        let items = scenario.area().items.iter().enumerate();
        let free = |item: &Item| match item.holder {
            Holder::Open => true,
            Holder::Chest(chest) => self.is_unlocked(chest),
        };
        let items = items.filter(|(_, item)| item.room == at && free(item));
        let items = items.map(|(i, _)| Portable::Item(i));
        let things = scenario
            .things()
            .filter(|&(_, symbol, room)| room == at && !matches!(symbol, Symbol::SwitchObject(_)));
        let all = items.chain(things.map(|(i, ..)| Portable::Thing(i)));
        all.filter(|&what| self.whereabouts(what) == Whereabouts::Lying).collect()
    }

    /// The things that the player carries.
    pub(super) fn held(&self) -> Vec<Portable> {
        let items = (0..self.items.len()).map(Portable::Item);
        let all = items.chain((0..self.things.len()).map(Portable::Thing));
        all.filter(|&what| self.whereabouts(what) == Whereabouts::Held).collect()
    }

    /// The switches whose objects stand in a room.
    pub(super) fn switches(scenario: &Scenario, at: RoomIndex) -> BTreeSet<u8> {
        let here = scenario.things().filter(|&(.., room)| room == at);
        let switch = |symbol| match symbol {
            Symbol::SwitchObject(switch) => Some(switch),
            _ => None,
        };
        here.filter_map(|(_, symbol, _)| switch(symbol)).collect()
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
            Action::Flip(switch) => {
                Self::switches(scenario, self.room).contains(&switch).then_some(())?;
                if !self.on.remove(&switch) {
                    self.on.insert(switch);
                }
            }
        }
        Some(Effect::Done)
    }

    /// Opens what is here and shut with a key that is held; all but the named keys of a mission are used up.
    fn open(&mut self, scenario: &Scenario, door: Door, key: Portable) -> Option<()> {
        let shut = match door {
            Door::Puzzle(i) => self.unsolved(scenario, i).is_some(),
            Door::Chest(i) => scenario.chest(i)?.room == self.room && !self.is_unlocked(i),
            Door::Lock(at) => {
                scenario.locks_in(self.room).any(|(i, _, lock)| i == at && !self.is_open(i, lock))
            }
        };
        let held = self.whereabouts(key) == Whereabouts::Held;
        (shut && held && key.fits(door, scenario)).then_some(())?;
        let kept = match key {
            Portable::Item(_) => false,
            Portable::Thing(i) => scenario.quest().things.get(i)?.symbol != Symbol::SmallKey,
        };
        if !kept {
            self.put(key, Whereabouts::Spent);
        }
        let open = match door {
            Door::Puzzle(i) => self.solved.get_mut(i),
            Door::Chest(i) => self.chests.get_mut(i),
            Door::Lock(i) => self.opened.get_mut(i),
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

    fn put(&mut self, what: Portable, where_: Whereabouts) {
        let place = match what {
            Portable::Item(i) => self.items.get_mut(i),
            Portable::Thing(i) => self.things.get_mut(i),
        };
        if let Some(place) = place {
            *place = where_;
        }
    }
}

//! From a judge's plan to the commands that win.
//!
//! Invariant: every command is one that the game understands where it is typed; keys that fit several doors
//! are used on the doors that the plan walks through.

use super::state::{Action, Door};
use super::{Game, Scenario};
use crate::game::fold;
use crate::game::map::shortest;
use crate::layout::Direction;
use crate::puzzle::{Kind, RoomIndex};

/// The commands of a plan of steps: in each room every key is taken and every puzzle solved that can be, and doors
/// whose keys are alike are opened when they are walked through.
///
/// A step of the plan that cannot be done has its command all the same.
#[must_use]
pub fn walkthrough(scenario: &Scenario, steps: &[Direction]) -> Vec<String> {
    let mut walk = Walk::new(scenario);
    steps.iter().for_each(|&way| walk.go(&[way]));
    walk.commands
}

/// A plan without a judge: the nearest room that was not entered yet or has a chest for a key in hand, again and
/// again, until every room is entered that can be.
///
/// It uses keys of one name on the nearest doors; so it wins whatever can be won and cannot be lost.
#[must_use]
pub fn explore(scenario: &Scenario) -> Vec<Direction> {
    let mut walk = Walk::new(scenario);
    let mut steps = Vec::new();
    while let Some(way) = walk.nearest() {
        walk.go(&way);
        steps.extend(way);
    }
    steps
}

/// A game, and all that was to be done in it.
struct Walk<'a> {
    scenario: &'a Scenario,
    game: Game<'a>,
    commands: Vec<String>,
}

impl<'a> Walk<'a> {
    fn new(scenario: &'a Scenario) -> Self {
        // The knowledge of a player does not matter to what can be done.
        let mut walk = Self { scenario, game: Game::new(scenario, 0), commands: Vec::new() };
        walk.settle();
        walk
    }

    /// Does an action by its command.
    fn act(&mut self, action: Action) {
        let (_, command) = self.game.lead(action);
        self.commands.push(command);
    }

    /// Walks some way, opens what is locked on it, and takes and solves what is at its end.
    fn go(&mut self, way: &[Direction]) {
        for &way in way {
            let state = &self.game.state;
            for puzzle in state.blocking(self.scenario, state.room, way) {
                self.unlock(Door::Puzzle(puzzle));
            }
            self.act(Action::Go(way));
        }
        self.settle();
    }

    /// Takes and solves what is here.
    fn settle(&mut self) {
        let room = self.game.state.room;
        self.take(room);
        for (chest, _) in self.scenario.chests_in(room) {
            if !self.game.state.is_unlocked(chest) {
                self.unlock(Door::Chest(chest));
            }
        }
        self.take(room);
        for (puzzle, _) in self.scenario.puzzles_in(room) {
            self.solve(puzzle);
        }
    }

    /// Takes everything that can be taken in a room.
    fn take(&mut self, room: RoomIndex) {
        for what in self.game.state.lying(self.scenario, room) {
            self.act(Action::Take(what));
        }
    }

    fn solve(&mut self, at: usize) {
        let Some(puzzle) = self.scenario.puzzle(at) else { return };
        if self.game.state.is_solved(at) {
            return;
        }
        match &puzzle.kind {
            // Which of several doors is opened matters: the plan says.
            Kind::LockedDoor { key } if is_shared(self.scenario, key) => {}
            Kind::LockedDoor { .. } => self.unlock(Door::Puzzle(at)),
            Kind::Lever | Kind::PressurePlate | Kind::Riddle { .. } => self.act(Action::Solve(at)),
            Kind::Sequence { order, .. } => {
                for &object in order {
                    self.act(Action::Touch { puzzle: at, object: object.into() });
                }
            }
        }
    }

    /// A key in hand that opens a door.
    fn key(&self, door: Door) -> Option<usize> {
        self.game.state.held().into_iter().find(|&key| door.takes(key, self.scenario))
    }

    /// Opens a door with a key in hand, if there is one that fits.
    fn unlock(&mut self, door: Door) {
        if let Some(key) = self.key(door) {
            self.act(Action::Open { door, key });
        }
    }

    /// The shortest way to a room that was not entered, or has a chest for a key in hand; only its last passage may have
    /// to be opened.
    fn nearest(&self) -> Option<Vec<Direction>> {
        let (scenario, state) = (self.scenario, &self.game.state);
        let is_new = |at| !state.entered.contains(&at);
        let ways = |at| {
            let free = Direction::ALL.into_iter().filter_map(move |way| {
                let next = scenario.beside(at, way)?;
                let blocking = state.blocking(scenario, at, way);
                let is_free = blocking.is_empty() || is_new(next) && self.can_open(at, &blocking);
                is_free.then_some((way, next))
            });
            free.collect::<Vec<_>>()
        };
        let can_unlock = |(i, _)| !state.is_unlocked(i) && self.key(Door::Chest(i)).is_some();
        let has_use = |at| is_new(at) || scenario.chests_in(at).any(can_unlock);
        let way = shortest(state.room, ways, has_use)?;
        Some(way.into_iter().map(|(way, _)| way).collect())
    }

    /// True if a room's puzzles are doors that can be opened with what is held.
    fn can_open(&self, at: RoomIndex, puzzles: &[usize]) -> bool {
        puzzles.iter().all(|&puzzle| {
            let stands_here = self.scenario.puzzle(puzzle).is_none_or(|puzzle| puzzle.room == at);
            stands_here && self.key(Door::Puzzle(puzzle)).is_some()
        })
    }
}

/// True if several doors ask for keys of this name.
fn is_shared(scenario: &Scenario, name: &str) -> bool {
    let name = fold::name(name);
    let keys = scenario.area().puzzles.iter().filter_map(|puzzle| puzzle.kind.key());
    keys.filter(|key| fold::name(key) == name).count() > 1
}

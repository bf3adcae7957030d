//! From a judge's plan to the commands that win.
//!
//! Invariant: every command is one that the game understands where it is typed; keys that fit several doors
//! are used on the doors that the plan walks through.

use super::fold;
use super::game::Game;
use super::scenario::Scenario;
use super::state::{Action, Door};
use crate::layout::Direction;
use crate::puzzle::{Kind, RoomIndex};
use std::collections::{BTreeMap, VecDeque};

/// The commands of a plan of steps: in each room every key is taken and every puzzle solved that can be, and doors
/// whose keys are alike are opened when they are walked through.
///
/// A step of the plan that cannot be done has its command all the same.
#[must_use]
pub fn walkthrough(scenario: &Scenario, steps: &[Direction]) -> Vec<String> {
    // The knowledge of a player does not matter to what can be done.
    let mut walk = Walk { game: Game::new(scenario, 0), commands: Vec::new() };
    walk.settle();
    for &way in steps {
        walk.open(way);
        walk.act(Action::Go(way));
        walk.settle();
    }
    walk.commands
}

struct Walk<'a> {
    game: Game<'a>,
    commands: Vec<String>,
}

impl Walk<'_> {
    /// Does an action by its command.
    fn act(&mut self, action: Action) {
        let command = self.game.command(action);
        self.game.advance(action, command.clone());
        self.commands.push(command);
    }

    /// Takes and solves what is here.
    fn settle(&mut self) {
        let scenario = self.game.scenario();
        let room = self.game.state().room;
        self.take(room);
        for (chest, _) in scenario.chests_in(room) {
            if !self.game.state().is_unlocked(chest) {
                self.unlock(Door::Chest(chest));
            }
        }
        self.take(room);
        let puzzles: Vec<usize> = scenario.puzzles_in(room).map(|(i, _)| i).collect();
        for puzzle in puzzles {
            self.solve(puzzle);
        }
    }

    /// Takes everything that can be taken in a room.
    fn take(&mut self, room: RoomIndex) {
        for what in self.game.state().lying(self.game.scenario(), room) {
            self.act(Action::Take(what));
        }
    }

    fn solve(&mut self, at: usize) {
        let scenario = self.game.scenario();
        let Some(puzzle) = scenario.puzzle(at) else { return };
        if self.game.state().is_solved(at) {
            return;
        }
        match &puzzle.kind {
            // Which of several doors is opened matters: the plan says.
            Kind::LockedDoor { key } if !is_shared(scenario, key) => self.unlock(Door::Puzzle(at)),
            Kind::LockedDoor { .. } => {}
            Kind::Lever | Kind::PressurePlate | Kind::Riddle { .. } => self.act(Action::Solve(at)),
            Kind::Sequence { order, .. } => {
                for &object in order {
                    self.act(Action::Touch { puzzle: at, object: object.into() });
                }
            }
        }
    }

    /// Opens what is locked on the way.
    fn open(&mut self, way: Direction) {
        let (scenario, state) = (self.game.scenario(), self.game.state());
        for puzzle in state.blocking(scenario, state.room, way) {
            self.unlock(Door::Puzzle(puzzle));
        }
    }

    /// Opens a door with a key in hand, if there is one that fits.
    fn unlock(&mut self, door: Door) {
        let (scenario, state) = (self.game.scenario(), self.game.state());
        if let Some(key) = state.held().into_iter().find(|&key| door.takes(key, scenario)) {
            self.act(Action::Open { door, key });
        }
    }
}

/// True if several doors ask for keys of this name.
fn is_shared(scenario: &Scenario, name: &str) -> bool {
    let name = fold::name(name);
    let keys = scenario.area().puzzles.iter().filter_map(|puzzle| puzzle.kind.key());
    keys.filter(|key| fold::name(key) == name).count() > 1
}

/// A plan without a judge: the nearest room that was not entered yet or has a chest for a key in hand, again and
/// again, until every room is entered that can be.
///
/// It uses keys of one name on the nearest doors; so it wins whatever can be won and cannot be lost.
#[must_use]
pub fn explore(scenario: &Scenario) -> Vec<Direction> {
    let mut walk = Walk { game: Game::new(scenario, 0), commands: Vec::new() };
    walk.settle();
    let mut steps = Vec::new();
    while let Some(way) = walk.nearest() {
        for direction in way {
            walk.open(direction);
            walk.act(Action::Go(direction));
            steps.push(direction);
        }
        walk.settle();
    }
    steps
}

impl Walk<'_> {
    /// True if a key in hand opens a chest in a room.
    fn has_key_for(&self, room: RoomIndex) -> bool {
        let (scenario, state) = (self.game.scenario(), self.game.state());
        let fits = |i| state.held().into_iter().any(|key| Door::Chest(i).takes(key, scenario));
        scenario.chests_in(room).any(|(i, _)| !state.is_unlocked(i) && fits(i))
    }

    /// The shortest way to a room that was not entered, or has something to be opened; only its last passage
    /// may have to be opened.
    fn nearest(&self) -> Option<Vec<Direction>> {
        let (scenario, state) = (self.game.scenario(), self.game.state());
        let mut before = BTreeMap::from([(state.room, None)]);
        let mut queue = VecDeque::from([state.room]);
        while let Some(at) = queue.pop_front() {
            for direction in Direction::ALL {
                let Some(next) = scenario.beside(at, direction) else { continue };
                let blocking = state.blocking(scenario, at, direction);
                let new = !state.entered.contains(&next);
                let free = blocking.is_empty() || new && self.can_open(at, &blocking);
                if before.contains_key(&next) || !free {
                    continue;
                }
                before.insert(next, Some((at, direction)));
                if new || self.has_key_for(next) {
                    return Some(way(&before, next));
                }
                queue.push_back(next);
            }
        }
        None
    }

    /// True if a room's puzzles are doors that can be opened with what is held.
    fn can_open(&self, at: RoomIndex, puzzles: &[usize]) -> bool {
        let (scenario, state) = (self.game.scenario(), self.game.state());
        puzzles.iter().all(|&puzzle| {
            let stands_here = scenario.puzzle(puzzle).is_none_or(|puzzle| puzzle.room == at);
            let fits = |key| Door::Puzzle(puzzle).takes(key, scenario);
            stands_here && state.held().into_iter().any(fits)
        })
    }
}

/// The way to a room, from what was before each.
fn way(
    before: &BTreeMap<RoomIndex, Option<(RoomIndex, Direction)>>,
    to: RoomIndex,
) -> Vec<Direction> {
    let last = |at| before.get(&at).copied().flatten();
    let steps = std::iter::successors(last(to), |&(at, _)| last(at));
    let mut way: Vec<Direction> = steps.map(|(_, direction)| direction).collect();
    way.reverse();
    way
}

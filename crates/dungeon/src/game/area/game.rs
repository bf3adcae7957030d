//! A game of an area: what comes of each line, what a save of it tells, and the commands that win, from a judge's plan.
//!
//! Invariant: every command of the history is one that means its action where it was done, by names, or where names
//! mislead by ids; keys that fit several doors are used on the doors that the plan walks through.

use super::state::{Action, Clues, Door, Here, State, Wit};
use super::understand::{Meaning, meaning};
use super::{Game, Scenario, tell};
use crate::game::play::{Effect, Fnv, SavedPlayer, World, fingerprint};
use crate::game::reply::{Outcome, Reply};
use crate::game::{normalise, shortest};
use crate::layout::Direction;
use crate::puzzle::{Chest, Holder, Kind, Puzzle, RoomIndex};
use std::fmt::{self, Write};

/// The INT of a player who does not say otherwise: enough for two hints in ten in areas, which lie below the ground, and
/// four in ten in dungeons of one floor.
pub const USUAL_INT: u8 = 14;

impl World for Scenario {
    type State = State;
    type Action = Action;
    type Player = Wit;

    fn begin(&self) -> State {
        State::new(self)
    }

    fn apply(&self, state: &mut State, action: Action) -> Effect {
        state.apply(self, action).unwrap_or(Effect::Refused)
    }

    fn is_won(&self, state: &State) -> bool {
        self.aims().is_subset(&state.entered)
    }

    fn room(state: &State) -> usize {
        state.room as usize
    }

    fn describe(&self, sum: &mut Fnv) -> fmt::Result {
        for room in &self.area().layout.rooms {
            write!(sum, "room {:?} {} {};", room.coords, room.kind.name(), room.entry)?;
            room.connections.iter().try_for_each(|way| write!(sum, "{},", way.name()))?;
        }
        for puzzle in &self.area().puzzles {
            let Puzzle { id, name, room, direction, kind, .. } = puzzle;
            let way = direction.name();
            write!(sum, "puzzle {id:?} {name:?} {room} {way} {};", kind.name())?;
            match kind {
                Kind::LockedDoor { key } => write!(sum, "{key:?}")?,
                Kind::Lever | Kind::PressurePlate => {}
                Kind::Riddle { text: _, answers } => write!(sum, "{answers:?}")?,
                Kind::Sequence { objects, order, .. } => write!(sum, "{objects:?} {order:?}")?,
            }
        }
        for item in &self.area().items {
            write!(sum, "item {:?} {};", item.name, item.room)?;
            if let Holder::Chest(chest) = item.holder {
                write!(sum, "in {chest};")?;
            }
        }
        for Chest { id, name, room, key, .. } in &self.area().chests {
            write!(sum, "chest {id:?} {name:?} {room} {key:?};")?;
        }
        // So that saves stay what they were when a scenario could have a goal.
        sum.write_str("goal None")
    }

    fn aim(game: &Game<'_>) -> Vec<String> {
        vec![tell::aim(game.here())]
    }

    fn look(game: &Game<'_>) -> Vec<String> {
        tell::look(game.here())
    }

    fn command(game: &Game<'_>, action: Action) -> String {
        let means = |text: &String| meaning(game.here(), text) == Meaning::Do(action);
        let mut all = game.words(action).into_iter().map(|text| one_line(&text));
        let first = all.next().unwrap_or_default();
        if means(&first) { first } else { all.find(means).unwrap_or(first) }
    }

    fn player(SavedPlayer { int, open_clues, .. }: SavedPlayer) -> Wit {
        Wit { int, clues: if open_clues { Clues::Open } else { Clues::Hidden } }
    }

    fn save_player(&Wit { int, clues }: &Wit) -> SavedPlayer {
        SavedPlayer { int, open_clues: clues == Clues::Open, hints: 0 }
    }

    fn replay(game: &mut Game<'_>, command: &str) -> Outcome {
        game.play(command).outcome
    }
}

impl Scenario {
    /// A number that tells scenarios apart: of all that decides how one plays, not of how it looks.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        fingerprint(self)
    }
}

impl<'a> Game<'a> {
    /// A new game, at the entry, of a player with this INT.
    #[must_use]
    pub fn new(scenario: &'a Scenario, int: u8) -> Self {
        Self::with_clues(scenario, int, Clues::default())
    }

    /// The same, where it is said who is told the order of a sequence.
    #[must_use]
    pub fn with_clues(scenario: &'a Scenario, int: u8, clues: Clues) -> Self {
        Self::begin(scenario, Wit { int, clues })
    }

    /// Does what a line says, or says why not.
    pub fn play(&mut self, line: &str) -> Reply {
        match meaning(self.here(), line) {
            Meaning::Say(reply) => reply,
            Meaning::Undo => self.undo(1),
            Meaning::Do(action) => self.act(action),
        }
    }

    /// The player's INT: it decides which hints are seen.
    #[must_use]
    pub fn int(&self) -> u8 {
        self.player.int
    }

    /// The players that are told the order of a sequence.
    #[must_use]
    pub fn clues(&self) -> Clues {
        self.player.clues
    }

    /// The place of the room that the player is in.
    #[must_use]
    pub fn place(&self) -> [i32; 3] {
        self.world.room(self.state.room).map_or([0; 3], |room| room.coords)
    }

    pub(super) fn here(&self) -> Here<'_> {
        Here { scenario: self.world, state: &self.state, wit: self.player }
    }

    fn act(&mut self, action: Action) -> Reply {
        let before = tell::number_left(self.here());
        let (effect, _) = self.lead(action);
        let mut reply = self.told(action, effect);
        match tell::number_left(self.here()) {
            left if left == before => {}
            0 => {
                reply.outcome = Outcome::Won;
                reply.say(&tell::won(self.here()));
            }
            _ => reply.say(&tell::left(self.here())),
        }
        reply
    }

    fn told(&self, action: Action, effect: Effect) -> Reply {
        let here = self.here();
        let (outcome, text) = match (effect, action) {
            (Effect::Refused, _) => {
                (Outcome::Refused, "That cannot be done here and now.".to_owned())
            }
            (_, Action::Go(_)) => return Reply::new(Outcome::Done, tell::look(here)),
            (_, Action::Take(what)) => (Outcome::Done, format!("You take {}.", here.name(what))),
            (Effect::Step(steps), Action::Touch { puzzle, object }) => {
                let (name, of) = self.object(puzzle, object);
                (Outcome::Done, format!("{name} answers: {steps} of {of} steps are done."))
            }
            (Effect::Reset { .. }, Action::Touch { puzzle, object }) => {
                let name = self.object(puzzle, object).0;
                let text = format!("{name} stays silent: a wrong step. The sequence is reset.");
                (Outcome::Wrong, text)
            }
            (_, Action::Open { door: Door::Chest(chest), .. }) => {
                (Outcome::Done, tell::unlocked(here, chest))
            }
            (_, Action::Open { door: Door::Puzzle(puzzle), .. } | Action::Solve(puzzle))
            | (_, Action::Touch { puzzle, .. }) => (Outcome::Done, tell::solved(here, puzzle)),
        };
        Reply::of(outcome, text)
    }

    /// The name of an object, and how many the sequence has.
    fn object(&self, puzzle: usize, object: usize) -> (&str, usize) {
        match self.world.puzzle(puzzle).map(|puzzle| &puzzle.kind) {
            Some(Kind::Sequence { objects, .. }) => {
                (objects.get(object).map_or("", String::as_str), objects.len())
            }
            _ => ("", 0),
        }
    }

    /// Several ways to say an action, the best first.
    fn words(&self, action: Action) -> Vec<String> {
        let name = |item| self.here().name(item);
        let names = |door| match door {
            Door::Puzzle(i) => self.world.puzzle(i).map_or([""; 2], |it| [&*it.name, &*it.id]),
            Door::Chest(i) => self.world.chest(i).map_or([""; 2], |it| [&*it.name, &*it.id]),
        };
        match action {
            Action::Go(way) => vec![format!("go {}", way.name())],
            Action::Take(what) => vec![format!("take {}", name(what))],
            Action::Open { door, key } => {
                let verb = if matches!(door, Door::Chest(_)) { "open" } else { "unlock" };
                let with_key = names(door).map(|it| format!("{verb} {it} with {}", name(key)));
                let alone = names(door).map(|it| format!("{verb} {it}"));
                with_key.into_iter().chain(alone).collect()
            }
            Action::Solve(i) => {
                let (verb, text) = match self.world.puzzle(i).map(|puzzle| &puzzle.kind) {
                    Some(Kind::Riddle { answers, .. }) => {
                        let first = answers.iter().find(|text| !normalise::answer(text).is_empty());
                        ("answer", first.map_or("", String::as_str))
                    }
                    Some(Kind::PressurePlate) => ("step", ""),
                    _ => ("pull", ""),
                };
                names(Door::Puzzle(i)).map(|it| format!("{verb} {it} {text}")).into()
            }
            Action::Touch { puzzle, object } => {
                let (name, id) = (self.object(puzzle, object).0, format!("o{}", object + 1));
                let all = [name, &id].into_iter().flat_map(|object| {
                    names(Door::Puzzle(puzzle)).map(|puzzle| format!("activate {puzzle} {object}"))
                });
                all.collect()
            }
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

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
    let name = normalise::name(name);
    let keys = scenario.area().puzzles.iter().filter_map(|puzzle| puzzle.kind.key());
    keys.filter(|key| normalise::name(key) == name).count() > 1
}

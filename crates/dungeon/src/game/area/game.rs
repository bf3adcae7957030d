//! A game of an area: the reply to each line, the contents of a save, and the commands of a plan.
//!
//! Invariant: every command of the history means its action in the state where it was done. Commands use names, or ids
//! if names are ambiguous. A key that fits several doors is used on the door that the plan walks through.

use super::state::{Action, Clues, Door, Here, Player, State};
use super::understand::{Meaning, meaning};
use super::{Game, Scenario, describe};
use crate::game::play::{Effect, Fnv, SavedPlayer, World, fingerprint};
use crate::game::reply::{Outcome, Reply};
use crate::game::{normalise, shortest};
use crate::layout::Direction;
use crate::puzzle::{Chest, Holder, Kind, Puzzle, RoomIndex};
use std::fmt::{self, Write};

/// The default INT of a player. It shows about two hints in ten in areas, which lie below the ground, and four in ten
/// on a single floor.
pub const USUAL_INT: u8 = 14;

impl World for Scenario {
    type State = State;
    type Action = Action;
    type Player = Player;

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
        // Kept for the fingerprints of existing saves.
        sum.write_str("goal None")
    }

    fn aim(game: &Game<'_>) -> Vec<String> {
        vec![describe::aim(game.here())]
    }

    fn look(game: &Game<'_>) -> Vec<String> {
        describe::look(game.here())
    }

    fn command(game: &Game<'_>, action: Action) -> String {
        let means = |text: &String| meaning(game.here(), text) == Meaning::Do(action);
        let mut all = game.words(action).into_iter().map(|text| one_line(&text));
        let first = all.next().unwrap_or_default();
        if means(&first) { first } else { all.find(means).unwrap_or(first) }
    }

    fn player(SavedPlayer { int, open_clues, .. }: SavedPlayer) -> Player {
        Player { int, clues: if open_clues { Clues::Open } else { Clues::Hidden } }
    }

    fn save_player(&Player { int, clues }: &Player) -> SavedPlayer {
        SavedPlayer { int, open_clues: clues == Clues::Open, hints: 0 }
    }

    fn replay(game: &mut Game<'_>, command: &str) -> Outcome {
        game.play(command).outcome
    }
}

impl Scenario {
    /// A fingerprint of everything that decides how the scenario plays, not of its texts.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        fingerprint(self)
    }
}

impl<'a> Game<'a> {
    /// A new game at the entry, for a player with this INT.
    #[must_use]
    pub fn new(scenario: &'a Scenario, int: u8) -> Self {
        Self::with_clues(scenario, int, Clues::default())
    }

    /// A new game with a choice of who sees the order of sequences.
    #[must_use]
    pub fn with_clues(scenario: &'a Scenario, int: u8, clues: Clues) -> Self {
        Self::begin(scenario, Player { int, clues })
    }

    /// Does the command of a line, or replies why not.
    pub fn play(&mut self, line: &str) -> Reply {
        match meaning(self.here(), line) {
            Meaning::Say(reply) => reply,
            Meaning::Undo => self.undo(1),
            Meaning::Do(action) => self.act(action),
        }
    }

    /// The player's INT, which decides which hints are shown.
    #[must_use]
    pub fn int(&self) -> u8 {
        self.player.int
    }

    /// The players who see the order of sequences.
    #[must_use]
    pub fn clues(&self) -> Clues {
        self.player.clues
    }

    /// The coordinates of the room that the player is in.
    #[must_use]
    pub fn place(&self) -> [i32; 3] {
        self.world.room(self.state.room).map_or([0; 3], |room| room.coords)
    }

    pub(super) fn here(&self) -> Here<'_> {
        Here { scenario: self.world, state: &self.state, player: self.player }
    }

    fn act(&mut self, action: Action) -> Reply {
        let before = describe::number_left(self.here());
        let (effect, _) = self.lead(action);
        let mut reply = self.reply_to(action, effect);
        match describe::number_left(self.here()) {
            left if left == before => {}
            0 => {
                reply.outcome = Outcome::Won;
                reply.say(&describe::won(self.here()));
            }
            _ => reply.say(&describe::left(self.here())),
        }
        reply
    }

    fn reply_to(&self, action: Action, effect: Effect) -> Reply {
        let here = self.here();
        let (outcome, text) = match (effect, action) {
            (Effect::Refused, _) => {
                (Outcome::Refused, "That cannot be done here and now.".to_owned())
            }
            (_, Action::Go(_)) => return Reply::new(Outcome::Done, describe::look(here)),
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
                (Outcome::Done, describe::unlocked(here, chest))
            }
            (_, Action::Open { door: Door::Puzzle(puzzle), .. } | Action::Solve(puzzle))
            | (_, Action::Touch { puzzle, .. }) => (Outcome::Done, describe::solved(here, puzzle)),
        };
        Reply::of(outcome, text)
    }

    /// The name of an object, and the number of objects of its sequence.
    fn object(&self, puzzle: usize, object: usize) -> (&str, usize) {
        match self.world.puzzle(puzzle).map(|puzzle| &puzzle.kind) {
            Some(Kind::Sequence { objects, .. }) => {
                (objects.get(object).map_or("", String::as_str), objects.len())
            }
            _ => ("", 0),
        }
    }

    /// Possible commands for an action, the best first.
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

/// The commands of a plan. In each room every possible key is taken and every possible puzzle solved; doors that share
/// a key name are opened when the plan walks through them.
///
/// A step that is not possible still has its command.
#[must_use]
pub fn walkthrough(scenario: &Scenario, steps: &[Direction]) -> Vec<String> {
    let mut walk = Walk::new(scenario);
    steps.iter().for_each(|&way| walk.go(&[way]));
    walk.commands
}

/// A plan without the verifier: repeatedly walks to the nearest room that is not entered yet, or has a chest whose key
/// is in hand, until no such room is left.
///
/// Keys of one name are used on the nearest doors. It wins every winnable, softlock-free area.
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

/// A game that acts on everything it meets.
struct Walk<'a> {
    scenario: &'a Scenario,
    game: Game<'a>,
    commands: Vec<String>,
}

impl<'a> Walk<'a> {
    fn new(scenario: &'a Scenario) -> Self {
        // INT does not affect which actions are possible.
        let mut walk = Self { scenario, game: Game::new(scenario, 0), commands: Vec::new() };
        walk.settle();
        walk
    }

    /// Does an action, and records its command.
    fn act(&mut self, action: Action) {
        let (_, command) = self.game.lead(action);
        self.commands.push(command);
    }

    /// Walks a path, opens its locked doors, and acts on everything at its end.
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

    /// Takes and solves everything in the room.
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
            // Several doors share the key: the plan decides which one is opened.
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

    /// A carried key that opens a door.
    fn key(&self, door: Door) -> Option<usize> {
        self.game.state.held().into_iter().find(|&key| door.takes(key, self.scenario))
    }

    /// Opens a door if a carried key fits.
    fn unlock(&mut self, door: Door) {
        if let Some(key) = self.key(door) {
            self.act(Action::Open { door, key });
        }
    }

    /// The shortest path to a room that is not entered, or has a chest whose key is in hand. Only its last passage may
    /// need opening.
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

    /// True if puzzles on a passage of a room are doors that a carried key opens.
    fn can_open(&self, at: RoomIndex, puzzles: &[usize]) -> bool {
        puzzles.iter().all(|&puzzle| {
            let stands_here = self.scenario.puzzle(puzzle).is_none_or(|puzzle| puzzle.room == at);
            stands_here && self.key(Door::Puzzle(puzzle)).is_some()
        })
    }
}

/// True if several doors need keys of this name.
fn is_shared(scenario: &Scenario, name: &str) -> bool {
    let name = normalise::name(name);
    let keys = scenario.area().puzzles.iter().filter_map(|puzzle| puzzle.kind.key());
    keys.filter(|key| normalise::name(key) == name).count() > 1
}

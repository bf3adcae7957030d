//! A game of an area: what comes of each line, and what a save of it tells.
//!
//! Invariant: every command of the history is one that means its action where it was done, by names, or where names
//! mislead by ids.

use super::state::{Action, Clues, Door, Here, State, Wit};
use super::understand::{Meaning, meaning};
use super::{Game, Scenario, tell};
use crate::game::fold;
use crate::game::play::{Effect, Fnv, Kept, World, fingerprint};
use crate::game::reply::{Outcome, Reply};
use crate::puzzle::{Chest, Holder, Kind, Puzzle};
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

    fn player(Kept { int, open_clues, .. }: Kept) -> Wit {
        Wit { int, clues: if open_clues { Clues::Open } else { Clues::Hidden } }
    }

    fn kept(&Wit { int, clues }: &Wit) -> Kept {
        Kept { int, open_clues: clues == Clues::Open, hints: 0 }
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
                        let first = answers.iter().find(|text| !fold::answer(text).is_empty());
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

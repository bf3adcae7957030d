//! A game: a scenario, how far one is in it, and how one got there.
//!
//! Invariant: the state is what the actions of the history lead to from the beginning; so taking one
//! back, and saving them, is all it takes.

use super::here::{Clues, Here, Wit};
use super::reply::{Outcome, Reply};
use super::scenario::Scenario;
use super::state::{Action, Door, Effect, State};
use super::understand::{Meaning, meaning};
use super::{fold, tell};
use crate::puzzle::Kind;

/// The INT of a player who does not say otherwise: enough for two hints in ten in areas, which lie below the ground, and
/// four in ten in dungeons of one floor.
pub const USUAL_INT: u8 = 14;

/// A game that is being played.
#[derive(Clone, Debug, PartialEq)]
pub struct Game<'a> {
    scenario: &'a Scenario,
    wit: Wit,
    state: State,
    history: Vec<Action>,
    /// The history, in the words that say it again.
    commands: Vec<String>,
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
        let (wit, state) = (Wit { int, clues }, State::new(scenario));
        Self { scenario, wit, state, history: Vec::new(), commands: Vec::new() }
    }

    /// The reply at the beginning: the aim, and where one is.
    #[must_use]
    pub fn opening(&self) -> Reply {
        let aim = format!("{} `help` lists the commands.", tell::aim(self.here()));
        let mut reply = Reply::of(Outcome::Told, aim);
        tell::look(self.here()).iter().for_each(|text| reply.say(text));
        reply
    }

    /// Does what a line says, or says why not.
    pub fn play(&mut self, line: &str) -> Reply {
        match meaning(self.here(), self.wit, line) {
            Meaning::Say(reply) => reply,
            Meaning::Undo => self.undo(),
            Meaning::Do(action) => self.act(action),
        }
    }

    /// True if the game is won.
    #[must_use]
    pub fn won(&self) -> bool {
        self.state.won(self.scenario)
    }

    /// The player's INT: it decides which hints are seen.
    #[must_use]
    pub fn int(&self) -> u8 {
        self.wit.int
    }

    /// The players that are told the order of a sequence.
    #[must_use]
    pub fn clues(&self) -> Clues {
        self.wit.clues
    }

    /// The commands that led here, in full words.
    #[must_use]
    pub fn commands(&self) -> &[String] {
        &self.commands
    }

    /// The place of the room that the player is in.
    #[must_use]
    pub fn place(&self) -> [i32; 3] {
        self.scenario.room(self.state.room).map_or([0; 3], |room| room.coords)
    }

    pub(super) fn scenario(&self) -> &'a Scenario {
        self.scenario
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    pub(super) fn here(&self) -> Here<'_> {
        Here { scenario: self.scenario, state: &self.state }
    }

    fn act(&mut self, action: Action) -> Reply {
        let command = self.command(action);
        let before = tell::number_left(self.here());
        let effect = self.advance(action, command);
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

    fn undo(&mut self) -> Reply {
        self.commands.pop();
        let Some(last) = self.history.pop() else {
            return Reply::of(Outcome::Refused, "There is nothing to take back.");
        };
        let mut state = State::new(self.scenario);
        for &action in &self.history {
            state.apply(self.scenario, action);
        }
        self.state = state;
        let mut reply = Reply::of(Outcome::Done, "Taken back.");
        if matches!(last, Action::Go(_)) {
            tell::look(self.here()).iter().for_each(|text| reply.say(text));
        }
        reply
    }

    fn told(&self, action: Action, effect: Effect) -> Reply {
        let here = self.here();
        let (outcome, lines) = match (effect, action) {
            (Effect::Refused, _) => {
                (Outcome::Refused, vec!["That cannot be done here and now.".to_owned()])
            }
            (Effect::Step(steps), Action::Touch { puzzle, object }) => {
                let (name, of) = self.object(puzzle, object);
                (Outcome::Done, vec![format!("{name} answers: {steps} of {of} steps are done.")])
            }
            (Effect::Reset { .. }, Action::Touch { puzzle, object }) => {
                let name = self.object(puzzle, object).0;
                let text = format!("{name} stays silent: a wrong step. The sequence is reset.");
                (Outcome::Wrong, vec![text])
            }
            (_, Action::Go(_)) => (Outcome::Done, tell::look(here)),
            (_, Action::Take(what)) => (Outcome::Done, vec![tell::taken(here, what)]),
            (_, Action::Open { door: Door::Puzzle(puzzle), .. } | Action::Solve(puzzle))
            | (_, Action::Touch { puzzle, .. }) => {
                (Outcome::Done, vec![tell::solved(here, puzzle)])
            }
            (_, Action::Open { door: Door::Chest(chest), .. }) => {
                (Outcome::Done, vec![tell::unlocked(here, chest)])
            }
        };
        Reply::new(outcome, lines)
    }

    /// The name of an object, and how many the sequence has.
    fn object(&self, puzzle: usize, object: usize) -> (&str, usize) {
        match self.scenario.puzzle(puzzle).map(|puzzle| &puzzle.kind) {
            Some(Kind::Sequence { objects, .. }) => {
                (objects.get(object).map_or("", String::as_str), objects.len())
            }
            _ => ("", 0),
        }
    }

    /// Does an action by its command, and tells nothing.
    pub(super) fn advance(&mut self, action: Action, command: String) -> Effect {
        let effect = self.state.apply(self.scenario, action);
        if effect.changed() {
            self.history.push(action);
            self.commands.push(command);
        }
        effect
    }

    /// The words that mean an action, here and now: by names, or where names mislead by ids.
    pub(super) fn command(&self, action: Action) -> String {
        let means = |text: &String| meaning(self.here(), self.wit, text) == Meaning::Do(action);
        let mut all = self.words(action).into_iter().map(|text| one_line(&text));
        let first = all.next().unwrap_or_default();
        if means(&first) { first } else { all.find(means).unwrap_or(first) }
    }

    /// Several ways to say an action, the best first.
    fn words(&self, action: Action) -> Vec<String> {
        let here = self.here();
        let puzzle = |i: usize| self.scenario.puzzle(i);
        let names = |i| puzzle(i).map_or([""; 2], |puzzle| [&*puzzle.name, &*puzzle.id]);
        let chest_names =
            |i| self.scenario.chest(i).map_or([""; 2], |chest| [&*chest.name, &*chest.id]);
        let each = |i, form: &dyn Fn(&str) -> String| names(i).into_iter().map(form).collect();
        match action {
            Action::Go(way) => vec![format!("go {}", way.name())],
            Action::Take(what) => vec![format!("take {}", here.name(what))],
            Action::Open { door, key } => {
                let (verb, names) = match door {
                    Door::Chest(i) => ("open", chest_names(i)),
                    Door::Puzzle(i) => ("unlock", names(i)),
                };
                let key = here.name(key);
                let with_key = names.map(|name| format!("{verb} {name} with {key}"));
                with_key.into_iter().chain(names.map(|name| format!("{verb} {name}"))).collect()
            }
            Action::Solve(i) => match puzzle(i).map(|puzzle| &puzzle.kind) {
                Some(Kind::Riddle { answers, .. }) => {
                    let first = answers.iter().find(|text| !fold::answer(text).is_empty());
                    let first = first.map_or("", String::as_str);
                    each(i, &|name| format!("answer {name} {first}"))
                }
                Some(Kind::PressurePlate) => each(i, &|name| format!("step {name}")),
                _ => each(i, &|name| format!("pull {name}")),
            },
            Action::Touch { puzzle, object } => {
                let name = self.object(puzzle, object).0;
                let by_name = names(puzzle).map(|puzzle| format!("activate {puzzle} {name}"));
                let by_id =
                    names(puzzle).map(|puzzle| format!("activate {puzzle} o{}", object + 1));
                by_name.into_iter().chain(by_id).collect()
            }
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

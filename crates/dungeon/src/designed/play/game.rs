//! A game of a scene: how far one is in it, and how one got there.
//!
//! Invariant: the state is what the actions of the history lead to from the beginning; so taking one back, and saving
//! them, is all it takes.

use super::here::Here;
use super::scene::{Scene, Way};
use super::state::{Action, State};
use super::tell;
use super::thing::{Sort, all_asked};
use super::understand::{Meaning, meaning};
use crate::designed::texts::spoils;
use crate::puzzle::play::reply::{Outcome, Reply, sentence};
use level::{Content, Requirement};

/// A game that is being played.
#[derive(Clone, Debug, PartialEq)]
pub struct Game<'a> {
    scene: &'a Scene,
    state: State,
    history: Vec<Action>,
    /// The history, in the words that say it again.
    commands: Vec<String>,
}

/// The facts before an action that its reply depends on.
struct Before {
    won: bool,
    /// The locks that it opens.
    locks: Vec<Requirement>,
    /// True if it leads into a room that was never entered.
    is_new: bool,
}

impl<'a> Game<'a> {
    /// A new game, in the room where the scene begins.
    #[must_use]
    pub fn new(scene: &'a Scene) -> Self {
        Self { scene, state: State::new(scene), history: Vec::new(), commands: Vec::new() }
    }

    /// The reply at the beginning: the place, the aim, and where one is.
    #[must_use]
    pub fn opening(&self) -> Reply {
        let place = self.scene.words().name.iter().map(|name| format!("{}.", sentence(name)));
        let aim = "Find the way to the goal. `help` lists the commands.".to_owned();
        let lines = place.chain([aim]).chain(tell::look(self.here()));
        Reply::new(Outcome::Told, lines)
    }

    /// Does what a line says, or says why not.
    pub fn play(&mut self, line: &str) -> Reply {
        match meaning(self.here(), line) {
            Meaning::Say(reply) => reply,
            Meaning::Undo => self.undo(),
            Meaning::Do(actions) => match actions[..] {
                [action] => self.act(action),
                _ => {
                    let replies = actions.into_iter().map(|action| self.act(action));
                    let lines: Vec<String> = replies.flat_map(|reply| reply.lines).collect();
                    Reply::new(Outcome::Done, lines)
                }
            },
        }
    }

    /// True if the game is won.
    #[must_use]
    pub fn won(&self) -> bool {
        self.state.won(self.scene)
    }

    /// The commands that led here, in full words.
    #[must_use]
    pub fn commands(&self) -> &[String] {
        &self.commands
    }

    /// The number of the room that the player is in.
    #[must_use]
    pub fn room(&self) -> usize {
        self.state.room
    }

    pub(super) fn scene(&self) -> &'a Scene {
        self.scene
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }

    fn here(&self) -> Here<'_> {
        Here { scene: self.scene, state: &self.state }
    }

    fn act(&mut self, action: Action) -> Reply {
        let before = Before {
            won: self.won(),
            locks: self.locks(action),
            is_new: matches!(action, Action::Go(to) if !self.state.entered.contains(&to)),
        };
        if !self.advance(action) {
            return Reply::of(Outcome::Refused, "That cannot be done here and now.");
        }
        let mut reply = Reply::new(Outcome::Done, self.told(action, &before));
        if self.won() && !before.won {
            reply.outcome = Outcome::Won;
            self.ending().iter().for_each(|line| reply.say(line));
        }
        reply
    }

    /// The lines for whoever wins.
    fn ending(&self) -> Vec<String> {
        let ending = self.scene.words().ending.clone();
        let rooms = 0..self.scene.words().rooms.len();
        let treasures = rooms.flat_map(|room| {
            let all = self.scene.contents(room).iter().copied();
            all.filter(|&thing| self.scene.is_treasure(thing)).map(move |thing| (room, thing))
        });
        let (found, missed): (Vec<_>, Vec<_>) =
            treasures.partition(|&(room, thing)| self.state.is_done(room, thing));
        let all = found.len() + missed.len();
        let names: Vec<String> =
            found.into_iter().map(|(_, thing)| self.scene.thing(thing)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let spoils = spoils(&names, all);
        let last = "You have won. You may go on looking around, or `quit`.".to_owned();
        [ending].into_iter().filter(|text| !text.is_empty()).chain(spoils).chain([last]).collect()
    }

    fn undo(&mut self) -> Reply {
        self.commands.pop();
        let Some(last) = self.history.pop() else {
            return Reply::of(Outcome::Refused, "There is nothing to take back.");
        };
        let mut state = State::new(self.scene);
        for &action in &self.history {
            state.apply(self.scene, action);
        }
        self.state = state;
        let room = matches!(last, Action::Go(_)).then(|| tell::look(self.here()));
        let lines = ["Taken back.".to_owned()].into_iter().chain(room.into_iter().flatten());
        Reply::new(Outcome::Done, lines)
    }

    /// The locks that an action opens.
    fn locks(&self, action: Action) -> Vec<Requirement> {
        let way = match action {
            Action::Unlock(to) => self.scene.way(self.state.room, to),
            _ => None,
        };
        way.map(|way| self.state.locks(self.scene, way)).unwrap_or_default()
    }

    /// The lines about an action that was done.
    fn told(&self, action: Action, before: &Before) -> Vec<String> {
        let (here, locks) = (self.here(), &before.locks);
        let name = |to| self.way(to).map(|way| here.way_name(way)).unwrap_or_default();
        vec![match action {
            Action::Go(_) if before.is_new => return tell::look(here),
            Action::Go(_) => return tell::look_again(here),
            Action::Take(thing) => format!("You take {}.", self.scene.thing(thing)),
            Action::Unlock(to) => {
                let keys = sentence(&all_asked(self.scene, locks));
                let verb = if locks.len() == 1 { "opens" } else { "open" };
                let spent = locks.contains(&Requirement::KeyLocked);
                let end = if spent { " The small key breaks in the lock." } else { "" };
                format!("{keys} {verb} the way {}.{end}", name(to))
            }
            Action::Bomb(to) => format!("The cracked wall falls. The way {} is open.", name(to)),
            Action::Work(thing) => tell::worked(here, thing),
            Action::Flip(switch) => {
                let position = tell::position(self.state.is_on(switch));
                format!("Switch {switch} is {position} now.")
            }
        }]
    }

    fn way(&self, to: usize) -> Option<&Way> {
        self.scene.way(self.state.room, to)
    }

    /// Does an action, and tells nothing; false if it cannot be done.
    pub(super) fn advance(&mut self, action: Action) -> bool {
        let command = self.command(action);
        let done = self.state.apply(self.scene, action);
        if done {
            self.history.push(action);
            self.commands.push(command);
        }
        done
    }

    /// The words that mean an action, here and now.
    pub(super) fn command(&self, action: Action) -> String {
        let here = self.here();
        let name = |to| self.way(to).map(|way| here.way_name(way)).unwrap_or_default();
        match action {
            Action::Go(to) => format!("go {}", name(to)),
            Action::Take(thing) => format!("take {}", self.scene.thing(thing)),
            Action::Unlock(to) => match self.locks(action)[..] {
                [lock] => {
                    format!("unlock {} with {}", name(to), all_asked(self.scene, &[lock]))
                }
                _ => format!("unlock {}", name(to)),
            },
            Action::Bomb(to) => format!("bomb {}", name(to)),
            Action::Work(thing) if self.scene.sort(thing) == Sort::Stones => {
                "push stones".to_owned()
            }
            Action::Work(thing) => format!("pull {}", self.scene.thing(thing)),
            Action::Flip(switch) => {
                format!("pull {}", self.scene.thing(Content::Toggle(switch)))
            }
        }
    }
}

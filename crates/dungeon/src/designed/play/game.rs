//! A game of a scene: how far one is in it, how one got there, and the hints that a judge gave.
//!
//! Invariant: the state is what the actions of the history lead to from the beginning; so taking one back, and saving
//! them, is all it takes.
//!
//! Invariant: loading plays the commands again, so that no save leads where playing does not.

use super::ending::{self, Before, told};
use super::here::Here;
use super::scene::{Scene, Way};
use super::state::{Action, Meaning, State};
use super::thing::{Sort, all_asked};
use super::understand::{Recent, meaning};
use super::{foes, tell, verbs};
use crate::designed::texts::quest;
use crate::puzzle::play::reply::{Outcome, Reply, sentence};
use crate::puzzle::play::save::{Save, fingerprint};
use crate::puzzle::play::{Clues, SaveError, USUAL_INT};
use level::hint::Rung;
use level::rules::Rules;
use level::{Content, Level};
use std::fmt::Write;

/// A game that is being played.
#[derive(Clone, Debug, PartialEq)]
pub struct Game<'a> {
    scene: &'a Scene,
    state: State,
    history: Vec<Action>,
    /// The history, in the words that say it again.
    commands: Vec<String>,
    /// The actions that were taken back; the one that was last to be taken back is last.
    undone: Vec<Action>,
    pub(super) hints: Hints<'a>,
    /// The things that were spoken of.
    recent: Recent,
}

/// Number of commands of a line that are done.
const COMMANDS: usize = 40;

impl<'a> Game<'a> {
    /// A new game, in the room where the scene begins.
    #[must_use]
    pub fn new(scene: &'a Scene) -> Self {
        Self {
            scene,
            state: State::new(scene),
            history: Vec::new(),
            commands: Vec::new(),
            undone: Vec::new(),
            hints: Hints::default(),
            recent: Recent::default(),
        }
    }

    /// The reply at the beginning: the place, the aim, and where one is.
    #[must_use]
    pub fn opening(&self) -> Reply {
        let aim = self.aim();
        let (last, place) = aim.split_last().map_or((String::new(), &[][..]), |(last, place)| {
            (format!("{last} `help` lists the commands."), place)
        });
        let lines = place.iter().cloned().chain([last]).chain(tell::look(self.here()));
        Reply::new(Outcome::Told, lines)
    }

    /// The place, if it has a name, and the aim.
    pub(super) fn aim(&self) -> Vec<String> {
        let words = self.scene.words();
        let place = words.name.iter().map(|name| format!("{}.", sentence(name)));
        let sought = words.goal.as_deref().and_then(|goal| {
            let place = words.name.as_deref().unwrap_or("this place");
            quest(place, goal, self.scene.boss().map(|(_, boss)| boss))
        });
        let sought = sought.unwrap_or_else(|| "Find the way to the goal.".to_owned());
        place.chain([sought]).collect()
    }

    /// Does what a line says, one command after another, or says why not.
    pub fn play(&mut self, line: &str) -> Reply {
        let mut queue: Vec<String> = verbs::commands(line).into_iter().map(str::to_owned).collect();
        queue.reverse();
        let mut said = Reply::new(Outcome::Told, []);
        for _ in 0..COMMANDS {
            let Some(command) = queue.pop() else { return said };
            let reply = self.play_one(&command);
            let linked = verbs::linked(&command);
            let failed =
                matches!(reply.outcome, Outcome::Unknown | Outcome::Refused | Outcome::Ambiguous);
            if failed && !linked.is_empty() {
                queue.extend(linked.into_iter().rev());
                continue;
            }
            said.lines.extend(reply.lines);
            let goes_on = matches!(reply.outcome, Outcome::Done | Outcome::Told);
            // A game that was won is so, whatever is looked at afterwards.
            if said.outcome != Outcome::Won || !goes_on {
                said.outcome = reply.outcome;
            }
            if !goes_on && said.outcome != Outcome::Won {
                break;
            }
        }
        if !queue.is_empty() {
            said.say("The rest of the line was left.");
        }
        said
    }

    /// Does what one command says, or says why not.
    fn play_one(&mut self, command: &str) -> Reply {
        let command = match self.recent.filled(self.here(), command) {
            Ok(command) => command,
            Err(reply) => return reply,
        };
        let mut recent = std::mem::take(&mut self.recent);
        let meant = meaning(self.here(), &command);
        if matches!(meant, Meaning::Say(_)) {
            recent.note_command(self.here(), &command);
        }
        self.recent = recent;
        self.obey(meant)
    }

    /// Does what is meant.
    fn obey(&mut self, meant: Meaning) -> Reply {
        match meant {
            Meaning::Say(reply) => reply,
            Meaning::Advice(alone) => self.advise(alone),
            Meaning::Undo(many) => self.undo(many),
            Meaning::Redo(many) => self.redo(many),
            Meaning::Restart => self.restart(),
            Meaning::Again => match self.commands.last().cloned() {
                Some(last) => self.play_one(&last),
                None => Reply::of(Outcome::Refused, "Nothing was done yet."),
            },
            Meaning::Score => {
                Reply::new(Outcome::Told, ending::score(self.here(), self.commands.len()))
            }
            Meaning::Do(actions) => self.act_all(&actions),
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

    /// The actions that led here.
    pub(super) fn history(&self) -> &[Action] {
        &self.history
    }

    pub(super) fn here(&self) -> Here<'_> {
        Here { scene: self.scene, state: &self.state }
    }

    /// Does actions one after another; of several steps only the last room is told.
    fn act_all(&mut self, actions: &[Action]) -> Reply {
        self.undone.clear();
        if let [action] = actions {
            return self.act(*action);
        }
        let walks = actions.iter().all(|action| matches!(action, Action::Go(_)));
        let replies: Vec<Reply> = actions.iter().map(|&action| self.act(action)).collect();
        let skipped = if walks { actions.len().saturating_sub(1) } else { 0 };
        let done = self.commands.len().saturating_sub(actions.len());
        let path = self.commands.get(done..).unwrap_or_default().join(", ");
        let first = walks.then(|| format!("You go there: {path}."));
        let lines = replies.into_iter().skip(skipped).flat_map(|reply| reply.lines);
        Reply::new(Outcome::Done, first.into_iter().chain(lines))
    }

    fn act(&mut self, action: Action) -> Reply {
        let before = Before::of(self.here(), action);
        if !self.advance(action) {
            return Reply::of(Outcome::Refused, "That cannot be done here and now.");
        }
        self.speak_of(action);
        let mut reply = Reply::new(Outcome::Done, told(self.here(), action, &before));
        if self.won() && !before.won {
            reply.outcome = Outcome::Won;
            let (moves, hints) = (self.commands.len(), self.hints.given);
            ending::ending(self.here(), moves, hints).iter().for_each(|line| reply.say(line));
        }
        reply
    }

    /// Takes back so many actions.
    pub(super) fn undo(&mut self, many: usize) -> Reply {
        let many = many.min(self.history.len());
        if many == 0 {
            return Reply::of(Outcome::Refused, "There is nothing to take back.");
        }
        self.hints.rung = None;
        let left = self.history.len() - many;
        let room = self.state.room;
        self.undone.extend(self.history.drain(left..).rev());
        self.commands.truncate(left);
        self.state = State::new(self.scene);
        for &action in &self.history {
            self.state.apply(self.scene, action);
        }
        let moved = (self.state.room != room).then(|| tell::look(self.here()));
        let said =
            if many == 1 { "Taken back.".to_owned() } else { format!("Taken back: {many} moves.") };
        Reply::new(Outcome::Done, [said].into_iter().chain(moved.into_iter().flatten()))
    }

    /// Does so many of the actions that were taken back again.
    fn redo(&mut self, many: usize) -> Reply {
        let mut reply = Reply::of(Outcome::Refused, "Nothing was taken back.");
        for _ in 0..many {
            let Some(action) = self.undone.pop() else { break };
            reply = self.act(action);
        }
        reply
    }

    /// Takes back everything.
    fn restart(&mut self) -> Reply {
        let done = self.history.len();
        if done == 0 {
            return Reply::of(Outcome::Refused, "You are at the beginning.");
        }
        let mut reply = self.undo(done);
        let all = format!("From the beginning. `redo {done}` brings it all back.");
        reply.lines = [all].into_iter().chain(tell::look(self.here())).collect();
        reply
    }

    /// Speaks of what an action was done to.
    fn speak_of(&mut self, action: Action) {
        let (scene, here) = (self.scene, self.here());
        let way = |to| scene.way(here.state.room, to).map(|way| here.way_name(way));
        let name = match action {
            Action::Go(_) => None,
            Action::Take(thing) | Action::Work(thing) => Some(scene.thing(thing)),
            Action::Flip(switch) => Some(scene.thing(Content::Toggle(switch))),
            Action::Unlock(to) | Action::Bomb(to) => way(to),
            Action::Fight => Some(foes::the(scene.foes(here.state.room))),
        };
        if let Some(name) = name {
            self.recent.note(name);
        }
    }

    fn way(&self, to: usize) -> Option<&Way> {
        self.scene.way(self.state.room, to)
    }

    /// Does an action, and tells nothing; false if it cannot be done.
    pub(super) fn advance(&mut self, action: Action) -> bool {
        let command = self.command(action);
        let done = self.state.apply(self.scene, action);
        if done {
            self.hints.rung = None;
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
            Action::Unlock(to) => match ending::locks(here, action)[..] {
                [lock] => {
                    format!("unlock {} with {}", name(to), all_asked(self.scene, &[lock]))
                }
                _ => format!("unlock {}", name(to)),
            },
            Action::Bomb(to) => format!("bomb {}", name(to)),
            Action::Fight => "attack".to_owned(),
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

/// The level of a scene with the rules that it is played by: what a hint is asked of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judge<'a> {
    /// The level, with the tiles.
    pub level: &'a Level,
    /// The rules.
    pub rules: &'a Rules,
}

/// The hints of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Hints<'a> {
    /// The number of hints that were given.
    pub(super) given: usize,
    /// The judge who gives them, if there is one.
    pub(super) judge: Option<Judge<'a>>,
    /// The rung of the hint that was given last, if nothing was done since.
    pub(super) rung: Option<Rung>,
}

impl<'a> Game<'a> {
    /// The game as JSON, ended by a newline.
    #[must_use]
    pub fn save(&self) -> String {
        let print = self.scene().fingerprint();
        let save = Save::new(print, USUAL_INT, Clues::Hidden, self.commands());
        save.with_hints(self.hints()).print()
    }

    /// The game of a save.
    ///
    /// # Errors
    /// When it is no save, is damaged, or is one of another dungeon.
    pub fn load(scene: &'a Scene, text: &str) -> Result<Self, SaveError> {
        let mut game = Self::new(scene);
        let save = Save::read(text, scene.fingerprint())?;
        let hints = save.hints();
        save.replay(|command| (game.play_one(command).outcome, game.commands().len()))?;
        Ok(game.with_hints(hints))
    }
}

impl Scene {
    /// A number that tells scenes apart: of all that decides how one plays, not of how it reads.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let graph = self.graph();
        fingerprint(|sum| {
            for (room, node) in graph.nodes.iter().enumerate() {
                write!(sum, "room {room} {};", self.is_goal(room))?;
                for &content in &node.contents {
                    write!(sum, "{},", graph.content_name(content))?;
                }
                for way in self.ways(room) {
                    write!(sum, "to {} {};", way.to, way.direction.name())?;
                    let mut needs = way.needs.iter();
                    needs.try_for_each(|&need| write!(sum, "{},", graph.requirement_name(need)))?;
                }
            }
            write!(sum, "start {} bombs {:?}", self.start(), self.bombs())
        })
    }
}

//! A game of a dungeon: the reply to each line, the ending, and the contents of a save.
//!
//! Invariant: every command of the history means its action in the state where it was done.

use super::state::{Action, Here, State};
use super::understand::{Meaning, Recent, meaning};
use super::{Game, Scene, Sort, all_asked, all_named, describe, position, verbs};
use crate::dungeon::texts::{bested, quest, spoils};
use crate::game::area::USUAL_INT;
use crate::game::play::{Effect, Fnv, SavedPlayer, World, fingerprint};
use crate::game::reply::{Outcome, Reply, sentence};
use level::hint::HintLevel;
use level::{Content, Requirement};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Data about the player outside the state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Player {
    /// The number of hints that were given.
    pub(super) hints: usize,
    /// The level of the last hint, unless an action followed it.
    pub(super) rung: Option<HintLevel>,
    /// The actions that were taken back, in the order of taking back.
    undone: Vec<Action>,
    /// The recent objects.
    recent: Recent,
}

impl World for Scene {
    type State = State;
    type Action = Action;
    type Player = Player;

    fn begin(&self) -> State {
        State::new(self)
    }

    fn apply(&self, state: &mut State, action: Action) -> Effect {
        if state.apply(self, action) { Effect::Done } else { Effect::Refused }
    }

    fn is_won(&self, state: &State) -> bool {
        Here { scene: self, state }.won()
    }

    fn room(state: &State) -> usize {
        state.room
    }

    fn describe(&self, sum: &mut Fnv) -> fmt::Result {
        let graph = self.graph();
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
    }

    /// The name of the place, if it has one, and the aim.
    fn aim(game: &Game<'_>) -> Vec<String> {
        let scene = game.world;
        let words = scene.words();
        let place = words.name.iter().map(|name| format!("{}.", sentence(name)));
        let sought = words.goal.as_deref().and_then(|goal| {
            let place = words.name.as_deref().unwrap_or("this place");
            quest(place, goal, scene.boss().map(|(_, boss)| boss))
        });
        let sought = sought.unwrap_or_else(|| "Find the way to the goal.".to_owned());
        place.chain([sought]).collect()
    }

    fn look(game: &Game<'_>) -> Vec<String> {
        describe::look(game.here())
    }

    fn command(game: &Game<'_>, action: Action) -> String {
        let (here, scene) = (game.here(), game.world);
        let name = |to| here.way(to).map(|way| here.way_name(way)).unwrap_or_default();
        match action {
            Action::Go(to) => format!("go {}", name(to)),
            Action::Take(thing) => format!("take {}", scene.thing(thing)),
            Action::Unlock(to) => match locks(here, action)[..] {
                [lock] => format!("unlock {} with {}", name(to), all_asked(scene, &[lock])),
                _ => format!("unlock {}", name(to)),
            },
            Action::Bomb(to) => format!("bomb {}", name(to)),
            Action::Fight => "attack".to_owned(),
            Action::Work(thing) if scene.sort(thing) == Sort::Stones => "push stones".to_owned(),
            Action::Work(thing) => format!("pull {}", scene.thing(thing)),
            Action::Flip(switch) => format!("pull {}", scene.thing(Content::Toggle(switch))),
        }
    }

    fn player(SavedPlayer { hints, .. }: SavedPlayer) -> Player {
        Player { hints, ..Player::default() }
    }

    fn save_player(player: &Player) -> SavedPlayer {
        SavedPlayer { int: USUAL_INT, open_clues: false, hints: player.hints }
    }

    fn replay(game: &mut Game<'_>, command: &str) -> Outcome {
        game.play_one(command).outcome
    }

    fn changed(player: &mut Player, taken_back: Vec<Action>) {
        player.rung = None;
        player.undone.extend(taken_back);
    }
}

impl Scene {
    /// A fingerprint of everything that decides how the scene plays, not of its texts.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        fingerprint(self)
    }
}

/// The largest number of commands of a line that are done.
const COMMANDS: usize = 40;

impl<'a> Game<'a> {
    /// A new game in the start room.
    #[must_use]
    pub fn new(scene: &'a Scene) -> Self {
        Self::begin(scene, Player::default())
    }

    /// The number of the room that the player is in.
    #[must_use]
    pub fn room(&self) -> usize {
        self.state.room
    }

    pub(super) fn here(&self) -> Here<'_> {
        Here { scene: self.world, state: &self.state }
    }

    /// Does the commands of a line one after another, or replies why not.
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
            // Once won, the outcome stays so.
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

    /// Does one command, or replies why not.
    fn play_one(&mut self, command: &str) -> Reply {
        let command = match self.player.recent.filled(self.here(), command) {
            Ok(command) => command,
            Err(reply) => return reply,
        };
        let mut recent = std::mem::take(&mut self.player.recent);
        let meant = meaning(self.here(), &command);
        if matches!(meant, Meaning::Say(_)) {
            recent.note_command(self.here(), &command);
        }
        self.player.recent = recent;
        self.obey(meant)
    }

    /// Acts on the meaning of a command.
    fn obey(&mut self, meant: Meaning) -> Reply {
        match meant {
            Meaning::Say(reply) => reply,
            Meaning::Advice(alone) => self.advise(alone),
            Meaning::Undo(many) => self.undo(many),
            Meaning::Redo(many) => self.redo(many),
            Meaning::Restart => self.restart(),
            Meaning::Again => match self.commands().last().cloned() {
                Some(last) => self.play_one(&last),
                None => Reply::of(Outcome::Refused, "Nothing was done yet."),
            },
            Meaning::Score => Reply::new(Outcome::Told, score(self.here(), self.commands().len())),
            Meaning::Do(actions) => self.act_all(&actions),
        }
    }

    /// Does actions one after another. After several walks only the last room is described.
    fn act_all(&mut self, actions: &[Action]) -> Reply {
        self.player.undone.clear();
        if let [action] = actions {
            return self.act(*action);
        }
        let walks = actions.iter().all(|action| matches!(action, Action::Go(_)));
        let replies: Vec<Reply> = actions.iter().map(|&action| self.act(action)).collect();
        let skipped = if walks { actions.len().saturating_sub(1) } else { 0 };
        let done = self.commands().len().saturating_sub(actions.len());
        let path = self.commands().get(done..).unwrap_or_default().join(", ");
        let first = walks.then(|| format!("You go there: {path}."));
        let lines = replies.into_iter().skip(skipped).flat_map(|reply| reply.lines);
        Reply::new(Outcome::Done, first.into_iter().chain(lines))
    }

    fn act(&mut self, action: Action) -> Reply {
        let here = self.here();
        let (was_won, locks) = (here.won(), locks(here, action));
        let is_new = matches!(action, Action::Go(to) if !here.state.entered.contains(&to));
        if !self.lead(action).0.changed() {
            return Reply::of(Outcome::Refused, "That cannot be done here and now.");
        }
        self.speak_of(action);
        let mut reply = Reply::new(Outcome::Done, lines_after(self.here(), action, &locks, is_new));
        if self.won() && !was_won {
            reply.outcome = Outcome::Won;
            let (moves, hints) = (self.commands().len(), self.player.hints);
            ending(self.here(), moves, hints).iter().for_each(|line| reply.say(line));
        }
        reply
    }

    /// Repeats up to `many` actions that were taken back.
    fn redo(&mut self, many: usize) -> Reply {
        let mut reply = Reply::of(Outcome::Refused, "Nothing was taken back.");
        for _ in 0..many {
            let Some(action) = self.player.undone.pop() else { break };
            reply = self.act(action);
        }
        reply
    }

    /// Takes back all actions.
    fn restart(&mut self) -> Reply {
        let done = self.history.len();
        if done == 0 {
            return Reply::of(Outcome::Refused, "You are at the beginning.");
        }
        let mut reply = self.undo(done);
        let all = format!("From the beginning. `redo {done}` brings it all back.");
        reply.lines = [all].into_iter().chain(describe::look(self.here())).collect();
        reply
    }

    /// Remembers the object of an action.
    fn speak_of(&mut self, action: Action) {
        let (here, scene) = (self.here(), self.world);
        let name = match action {
            Action::Go(_) => None,
            Action::Take(thing) | Action::Work(thing) => Some(scene.thing(thing)),
            Action::Flip(switch) => Some(scene.thing(Content::Toggle(switch))),
            Action::Unlock(to) | Action::Bomb(to) => here.way(to).map(|way| here.way_name(way)),
            Action::Fight => Some(describe::the_foes(here.all_foes())),
        };
        name.into_iter().for_each(|name| self.player.recent.note(name));
    }
}

/// The locks that an action opens.
fn locks(here: Here<'_>, action: Action) -> Vec<Requirement> {
    let Action::Unlock(to) = action else { return Vec::new() };
    here.way(to).map(|way| here.locks(way)).unwrap_or_default()
}

/// The lines after an action. `locks` are the locks that it opened; `is_new` is true if it led into an unvisited room.
fn lines_after(here: Here<'_>, action: Action, locks: &[Requirement], is_new: bool) -> Vec<String> {
    let name = |to| here.way(to).map(|way| here.way_name(way)).unwrap_or_default();
    vec![match action {
        Action::Go(_) if is_new => return describe::look(here),
        Action::Go(to) => {
            // On returning to the goal, the treasures and secrets found are listed.
            let found = tally(here).into_iter().chain(secrets(here));
            let found = found.filter(|_| here.scene.is_goal(to));
            return describe::look_again(here).into_iter().chain(found).collect();
        }
        Action::Take(thing) => return describe::taken(here, thing),
        Action::Fight => describe::fight_won(here),
        Action::Unlock(to) => {
            let keys = sentence(&all_named(here.scene, locks));
            let verb = if locks.len() == 1 { "opens" } else { "open" };
            let spent = locks.contains(&Requirement::KeyLocked);
            let end = if spent { " The small key breaks in the lock." } else { "" };
            format!("{keys} {verb} the way {}.{end}", name(to))
        }
        Action::Bomb(to) => format!("The cracked wall falls. The way {} is open.", name(to)),
        Action::Work(thing) => describe::worked(here, thing),
        Action::Flip(switch) => flipped(here.state, switch),
    }]
}

/// The sentence about a switch that was just flipped.
pub(super) fn flipped(state: &State, switch: u32) -> String {
    format!("Switch {switch} is {} now.", position(state.is_on(switch)))
}

/// The lines after winning, with the numbers of moves and hints.
fn ending(here: Here<'_>, moves: usize, hints: usize) -> Vec<String> {
    let last = "You have won. You may go on looking around, or `quit`.".to_owned();
    let effort = [effort(moves, hints)].into_iter().chain(secrets(here));
    story(here).into_iter().chain(effort).chain([last]).collect()
}

/// The story at the end: the ending of the place, the boss, the treasures.
pub(super) fn story(here: Here<'_>) -> Vec<String> {
    let Here { scene, state } = here;
    let ending = scene.words().ending.clone();
    let boss = scene.boss().and_then(|(room, boss)| {
        let met = state.entered.contains(&room);
        if met { bested(boss, state.is_beaten(room)) } else { None }
    });
    let ending = [ending].into_iter().filter(|text| !text.is_empty());
    ending.chain(boss).chain(tally(here)).collect()
}

/// The sentence about moves and hints.
#[must_use]
pub fn effort(moves: usize, hints: usize) -> String {
    let moves = diagnostics::counted(moves as u64, "move", "moves");
    match hints {
        0 => format!("It took {moves} and no hint."),
        _ => {
            format!("It took {moves} and {}.", diagnostics::counted(hints as u64, "hint", "hints"))
        }
    }
}

/// The sentence about secrets: cracked walls opened, out of all; none if the place has none.
pub(super) fn secrets(here: Here<'_>) -> Option<String> {
    let walls = here.scene.all_ways().filter(|way| way.needs.contains(&Requirement::Bombable));
    let pairs: BTreeMap<(usize, usize), bool> = walls
        .map(|way| ((way.from.min(way.to), way.from.max(way.to)), !here.is_walled(way)))
        .collect();
    let opened = pairs.values().filter(|is_open| **is_open).count();
    share(opened, pairs.len())
}

/// The sentence about secrets found, out of all; none if there are none.
#[must_use]
pub fn share(found: usize, all: usize) -> Option<String> {
    let percent = (found * 100).checked_div(all)?;
    Some(format!("Secrets found: {found} of {all}, {percent} %."))
}

/// The sentence about the treasures, found and missed.
fn tally(here: Here<'_>) -> Option<String> {
    let found = here.scene.treasures().filter(|&(room, thing)| here.state.is_done(room, thing));
    let names: Vec<String> = found.map(|(_, thing)| here.scene.the(thing)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    spoils(&names, here.scene.treasures().count())
}

/// The lines of the score, after `moves` moves.
fn score(here: Here<'_>, moves: usize) -> Vec<String> {
    let Here { scene, state } = here;
    let counted = |n: usize, word: &str| diagnostics::counted(n as u64, word, &format!("{word}s"));
    let all = scene.treasures().count();
    let held = here.holdings().into_iter();
    let held = held.filter(|(thing, _)| scene.is_treasure(*thing)).count();
    let goal = if here.won() { "You have won. " } else { "" };
    let seen = counted(state.entered.len(), "room");
    let treasures = match all {
        0 => String::new(),
        all => format!(" and hold {held} of {}", counted(all, "treasure")),
    };
    let moves = counted(moves, "move");
    let line = format!("{goal}You have seen {seen}{treasures}, after {moves}; looking is none.");
    [line].into_iter().chain(secrets(here)).collect()
}

//! A level in words: the player types steps, as `quandary hint --at` reads them, and the result of each is printed.
//!
//! This serves graphs of rooms, which have no map, and scripts, which have no terminal. Invariant: the verifier
//! defines the steps, and a line with an impossible step still performs the steps before it.

use super::opened::Place;
use super::{saves, told};
use crate::cli::exit::invalid;
use anyhow::Result;
use diagnostics::shown;
use draw::dungeon_signs::thing_words;
use dungeon::game::dungeon::effort;
use dungeon::game::{Outcome, Reply};
use level::hint::{HintLevel, hint};
use level::play::{Command, Game, Step, step};
use level::report::names::PlaceJson;
use level::{Content, Limits};
use std::time::Duration;

/// Time limit of a hint.
const LOOK: Duration = Duration::from_secs(5);

const HELP: &str = "\
Steps are typed, several on a line if you like: `goto ID` to a room, `up`, `down`, `left`, `right` over tiles (`right 3`), `warp ID` by \
a stair or a door, `flip N`.
What lies somewhere is taken by going there, and what is locked is opened by going through.
  look                        where you are, and every step that you can take
  inventory                   what you hold
  hint                        how things stand; asked again, where to go, what for, and the next steps
  undo [N], restart           take steps back
  save [FILE], load [FILE]    save the game, and go on with it
  quit                        end the game";

/// A game of a level in words.
pub(super) struct Steps<'a> {
    place: &'a Place,
    game: Game<'a>,
    hints: usize,
    /// Level of the last hint in this state, if there was one.
    rung: Option<HintLevel>,
}

fn reply(outcome: Outcome, lines: impl IntoIterator<Item = String>) -> Reply {
    Reply { outcome, lines: lines.into_iter().map(|line| shown(&line).into_owned()).collect() }
}

impl<'a> Steps<'a> {
    /// A new game.
    ///
    /// # Errors
    /// If the level cannot be played.
    pub(super) fn new(place: &'a Place) -> Result<Self> {
        let game = Game::of(&place.level, &place.rules);
        let game = game.map_err(|error| invalid(format_args!("{}: {error}", place.name)))?;
        Ok(Self { place, game, hints: 0, rung: None })
    }

    /// The game of a save.
    ///
    /// # Errors
    /// If it is not a save, is damaged, or belongs to another level or other rules.
    pub(super) fn load(place: &'a Place, text: &str) -> Result<Self> {
        let loaded = saves::read(place, text)?;
        let mut new = Self::new(place)?;
        new.game
            .follow(&loaded.steps)
            .map_err(|error| invalid(format_args!("the saved game is damaged: {error}")))?;
        new.hints = loaded.hints;
        Ok(new)
    }

    pub(super) fn save(&self) -> String {
        saves::print(self.place, self.game.steps(), self.hints)
    }

    pub(super) fn won(&self) -> bool {
        self.game.is_won()
    }

    pub(super) fn opening(&self) -> Reply {
        let name = format!("{}. `help` lists the commands.", self.place.name);
        reply(Outcome::Told, [name].into_iter().chain(self.look()))
    }

    /// Handles a line, or prints why it is not possible.
    pub(super) fn play(&mut self, line: &str) -> Reply {
        let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let file = (!rest.is_empty()).then(|| rest.to_owned());
        match verb.to_lowercase().as_str() {
            "look" | "l" | "exits" => reply(Outcome::Told, self.look()),
            "inventory" | "i" => reply(Outcome::Told, [self.inventory()]),
            "help" | "?" => reply(Outcome::Told, HELP.lines().map(str::to_owned)),
            "hint" => self.advise(),
            "undo" => self.undo(rest),
            "restart" if self.game.steps().is_empty() => {
                reply(Outcome::Refused, ["You are at the beginning.".to_owned()])
            }
            "restart" => {
                self.game.restart();
                self.rung = None;
                reply(
                    Outcome::Done,
                    ["From the beginning.".to_owned()].into_iter().chain(self.look()),
                )
            }
            "save" => reply(Outcome::Save { file }, []),
            "load" => reply(Outcome::Load { file }, []),
            "quit" | "exit" | "q" => {
                let lost = "What was not saved is gone; `save` keeps a game.";
                reply(Outcome::Quit, (!self.won()).then(|| lost.to_owned()))
            }
            "go" | "walk" => self.walk(rest),
            _ => self.steps(line),
        }
    }

    /// The steps after `go`: unchanged, or the name of a room.
    fn walk(&mut self, rest: &str) -> Reply {
        match step::read(&self.place.level, rest) {
            Ok(steps) => self.take(&steps),
            Err(_) => self.steps(&format!("goto {rest}")),
        }
    }

    fn steps(&mut self, line: &str) -> Reply {
        match step::read(&self.place.level, line) {
            Ok(steps) => self.take(&steps),
            Err(error) => reply(Outcome::Unknown, [format!("{error}; `help` lists the commands.")]),
        }
    }

    fn take(&mut self, steps: &[Step]) -> Reply {
        let level = &self.place.level;
        let mut said = reply(Outcome::Done, []);
        for &step in steps {
            let record = match self.game.step(step) {
                Ok(record) => record,
                Err(refusal) => {
                    let why = refusal.words(level);
                    said.lines.push(format!("`{}` is not allowed: {why}.", step.words(level)));
                    said.outcome = Outcome::Refused;
                    return said;
                }
            };
            self.rung = None;
            said.lines.extend(told::of_record(level, &self.place.rules, &record, false));
            said.lines.extend(told::filled(level, self.game.tiles(), &record));
            if self.won() {
                break;
            }
        }
        said.lines.push(self.here());
        if self.won() {
            said.outcome = Outcome::Won;
            let effort = effort(self.game.steps().len(), self.hints);
            said.lines.extend(["You have won.".to_owned(), effort]);
        }
        said
    }

    fn undo(&mut self, rest: &str) -> Reply {
        let many = if rest.is_empty() { Ok(1) } else { rest.parse::<usize>() };
        let Ok(many) = many else {
            return reply(Outcome::Refused, [format!("{rest:?} is no number of moves.")]);
        };
        let back = (0..many).take_while(|_| self.game.undo()).count();
        if back == 0 {
            return reply(Outcome::Refused, ["There is nothing to take back.".to_owned()]);
        }
        self.rung = None;
        reply(Outcome::Done, ["Taken back.".to_owned(), self.here()])
    }

    /// Gives a hint, one level higher than the last one in this state.
    fn advise(&mut self) -> Reply {
        let higher =
            |rung: HintLevel| HintLevel::of_number(u64::from(rung.number()) + 1).unwrap_or(rung);
        let rung = self.rung.map_or(HintLevel::Standing, higher);
        let limits = Limits { time: Some(LOOK), ..Limits::default() };
        let words = hint(&self.game, rung, &limits).words(&self.place.level);
        (self.rung, self.hints) = (Some(rung), self.hints + 1);
        reply(Outcome::Told, words.lines().last().map(str::to_owned))
    }

    fn here(&self) -> String {
        format!("You are at {}.", PlaceJson::of(&self.place.level, self.game.position()))
    }

    fn inventory(&self) -> String {
        let Place { level, rules, .. } = self.place;
        let named = |content| match content {
            Content::KeyItem => Some("key item".to_owned()),
            _ => Some(thing_words(&level.graph, content)),
        };
        let held = told::held(level, rules, &self.game.holdings(), named);
        if held.is_empty() {
            "You hold nothing.".to_owned()
        } else {
            format!("You hold: {}.", held.join(", "))
        }
    }

    /// The position, and every possible step.
    fn look(&self) -> Vec<String> {
        let level = &self.place.level;
        let choices = self.game.choices();
        let steps: Vec<String> =
            choices.iter().map(|choice| format!("`{}`", choice.step.words(level))).collect();
        let shut = self.shut(&choices.iter().map(|choice| choice.step.command).collect::<Vec<_>>());
        let ways = match steps[..] {
            [] => "There is no step from here.".to_owned(),
            _ => format!("You can: {}.", steps.join(", ")),
        };
        [self.here(), ways].into_iter().chain(shut).collect()
    }

    /// The adjacent rooms that cannot be entered now, with the reasons.
    fn shut(&self, open: &[Command]) -> Vec<String> {
        let level = &self.place.level;
        let level::Position::Node(here) = self.game.position() else { return Vec::new() };
        let mut shut: Vec<u32> = level
            .graph
            .edges
            .iter()
            .filter(|edge| edge.from == here && !open.contains(&Command::Goto(edge.to)))
            .map(|edge| edge.to)
            .collect();
        shut.sort_unstable();
        shut.dedup();
        let tried = shut.into_iter().filter_map(|to| {
            let step = Step::from(Command::Goto(to));
            let mut game = Game::of(level, &self.place.rules).ok()?;
            game.follow(self.game.steps()).ok()?;
            let refusal = game.step(step).err()?;
            Some(format!("`{}`: {}.", step.words(level), refusal.words(level)))
        });
        tried.collect()
    }
}

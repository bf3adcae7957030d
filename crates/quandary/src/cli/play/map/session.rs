//! A game on the map: the game of the verifier, the explored cells, and the messages.
//!
//! Invariant: only steps of the verifier change the position of the player; exploring, messages and questions do not.

use super::super::opened::Place;
use super::super::told;
use super::fog::Fog;
use super::keys::{Pressed, on_pad};
use super::screen::Over;
use crate::cli::exit::invalid;
use crate::cli::terminal::{self, Message, Tone};
use anyhow::Result;
use dungeon::game::dungeon::{Mirror, room_at, steps_of};
use level::hint::HintLevel;
use level::play::{Choice, Command, Game, Step};
use level::rules::{Position, Way};
use level::{Cell, Tile};
use std::collections::BTreeSet;

/// A game on the map.
pub(super) struct Session<'a> {
    pub(super) place: &'a Place,
    pub(super) game: Game<'a>,
    /// The same game in words, if the rooms have texts.
    pub(super) mirror: Option<Mirror<'a>>,
    /// Number of actions of the mirror before each step.
    pub(super) mirrored: Vec<usize>,
    /// The undone steps; the last undone step is last.
    pub(super) undone: Vec<Step>,
    pub(super) fog: Fog,
    pub(super) messages: Vec<Message>,
    pub(super) hints: usize,
    /// Level of the last hint in this state, if there was one.
    pub(super) rung: Option<HintLevel>,
    pub(super) over: Over,
    pub(super) question: Option<Question>,
    /// Number of steps at the last save.
    saved: usize,
}

/// A question that the next key answers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Question {
    /// Quit, and lose unsaved steps?
    Quit,
    /// Undo this number of steps, to the last winnable state?
    Back(usize),
    /// Which of these choices?
    Which(Vec<Choice>),
}

/// The next action outside of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing.
    Stay,
    /// A step was taken: the referee checks the state.
    Stepped,
    /// Give a hint.
    Hint,
    Save,
    Load,
    /// The end.
    Quit,
    Interrupt,
}

impl<'a> Session<'a> {
    /// A new game.
    ///
    /// # Errors
    /// If the level cannot be played.
    pub(super) fn new(place: &'a Place) -> Result<Self> {
        let name = &place.name;
        let game = Game::of(&place.level, &place.rules);
        let game = game.map_err(|error| invalid(format_args!("{name}: {error}")))?;
        let tiles = place.level.tiles.clone().unwrap_or_default();
        let mut session = Self {
            place,
            game,
            mirror: place.scene.as_ref().map(Mirror::new),
            mirrored: Vec::new(),
            undone: Vec::new(),
            fog: Fog::new(&tiles),
            messages: Vec::new(),
            hints: 0,
            rung: None,
            over: Over::Nothing,
            question: None,
            saved: 0,
        };
        session.arrive();
        let opening = session.mirror.as_ref().map(Mirror::opening);
        let opening = opening.unwrap_or_else(|| vec![session.aim().to_owned()]);
        opening.into_iter().for_each(|line| session.say(Tone::Event, line));
        Ok(session)
    }

    /// The goal of a level without texts, as a sentence.
    fn aim(&self) -> &'static str {
        let level = &self.place.level;
        let goals = level.tiles.as_ref().map_or(0, |tiles| tiles.goal_cells().len());
        match (goals, level.win.is_empty()) {
            (0, _) => "Meet all conditions of the level.",
            (_, true) => "Find the way to the goal (*).",
            (_, false) => "Find the goal (*), or meet all conditions of the level.",
        }
    }

    /// Adds a message.
    pub(super) fn say(&mut self, tone: Tone, text: impl Into<String>) {
        terminal::say(&mut self.messages, tone, text);
    }

    /// The cell of the player.
    pub(super) fn cell(&self) -> Cell {
        match self.game.position() {
            Position::Cell(cell) => cell,
            Position::Node(_) => Cell::default(),
        }
    }

    /// Handles a key.
    pub(super) fn press(&mut self, pressed: Pressed) -> Next {
        match pressed {
            Pressed::Interrupt => return Next::Interrupt,
            Pressed::End => return Next::Quit,
            Pressed::Save => return Next::Save,
            _ => {}
        }
        if let Some(question) = self.question.take() {
            return self.answer(question, pressed);
        }
        if self.over != Over::Nothing {
            return self.look(pressed);
        }
        match pressed {
            Pressed::Walk(way) => self.walk(way),
            Pressed::Digit(digit) => on_pad(digit).map_or(Next::Stay, |way| self.walk(way)),
            Pressed::Act => self.act(),
            Pressed::Undo => self.undo(),
            Pressed::Redo => self.redo(),
            Pressed::Reset => self.reset(),
            Pressed::Map => self.show(Over::Map(self.cell().floor)),
            Pressed::Help => self.show(Over::Keys),
            Pressed::Hint => Next::Hint,
            Pressed::Load => Next::Load,
            Pressed::Quit if self.is_unsaved() => {
                self.question = Some(Question::Quit);
                Next::Stay
            }
            Pressed::Quit => Next::Quit,
            _ => Next::Stay,
        }
    }

    fn show(&mut self, over: Over) -> Next {
        self.over = over;
        Next::Stay
    }

    /// A key while a map or the list of keys is shown.
    fn look(&mut self, pressed: Pressed) -> Next {
        let floors = self.game.tiles().map_or(0, |tiles| tiles.floors.len()) as u32;
        self.over = match (self.over, pressed) {
            (Over::Map(floor), Pressed::Floor(1) | Pressed::Walk(Way::Up)) => {
                Over::Map((floor + 1).min(floors.saturating_sub(1)))
            }
            (Over::Map(floor), Pressed::Floor(_) | Pressed::Walk(Way::Down)) => {
                Over::Map(floor.saturating_sub(1))
            }
            (Over::Map(floor), Pressed::Walk(_)) => Over::Map(floor),
            _ => Over::Nothing,
        };
        Next::Stay
    }

    /// The answer to a question. Any other key means no.
    fn answer(&mut self, question: Question, pressed: Pressed) -> Next {
        match (question, pressed) {
            (Question::Quit, Pressed::Quit | Pressed::Yes | Pressed::Act) => Next::Quit,
            (Question::Back(steps), Pressed::Yes | Pressed::Act) => self.undo_many(steps),
            (Question::Which(choices), Pressed::Digit(digit)) => {
                let choice = usize::from(digit).checked_sub(1).and_then(|at| choices.get(at));
                choice.map_or(Next::Stay, |choice| self.take(choice.step))
            }
            (Question::Quit | Question::Which(_), _) => Next::Stay,
            (Question::Back(_), Pressed::Escape) => Next::Stay,
            (Question::Back(_), pressed) => self.press(pressed),
        }
    }

    fn walk(&mut self, way: Way) -> Next {
        self.take(Step::from(Command::Go(way)))
    }

    /// Takes a step of the player, or prints why it is not possible.
    fn take(&mut self, step: Step) -> Next {
        self.undone.clear();
        match self.step(step) {
            Ok(()) => Next::Stepped,
            Err(words) => {
                self.say(Tone::Refused, words);
                Next::Stay
            }
        }
    }

    /// Takes a step, and prints its result.
    ///
    /// # Errors
    /// The reason as a sentence.
    pub(super) fn step(&mut self, step: Step) -> Result<(), String> {
        let here = room_at(&self.place.level, self.game.position());
        let record = match self.game.step(step) {
            Ok(record) => record,
            Err(refusal) => return Err(sentence(&refusal.words(&self.place.level))),
        };
        self.rung = None;
        self.mirrored.push(self.mirror.as_ref().map_or(0, Mirror::done));
        let mut lines =
            told::of_record(&self.place.level, &self.place.rules, &record, self.mirror.is_some());
        lines.extend(told::filled(&self.place.level, self.game.tiles(), &record));
        if let Some(mirror) = &mut self.mirror {
            let steps = steps_of(&self.place.level, here, &record);
            lines.extend(steps.into_iter().filter_map(|step| mirror.follow(step)));
        }
        lines.into_iter().for_each(|line| self.say(Tone::Event, line));
        self.arrive();
        if self.game.is_won() {
            self.ending().into_iter().for_each(|line| self.say(Tone::Won, line));
        }
        Ok(())
    }

    /// Updates the explored cells and the messages for the current position.
    fn arrive(&mut self) {
        let cell = self.cell();
        let is_new = self.fog.enter(cell);
        let foes = self.mirror.as_ref().filter(|_| is_new).map(|mirror| mirror.foes().to_vec());
        if let Some(foes) = foes.filter(|foes| !foes.is_empty()) {
            self.say(Tone::Event, format!("Here: {}.", counted(&foes)));
        }
        if self.game.is_won() {
            return;
        }
        let choices = self.game.choices();
        let flips = choices.iter().any(|choice| matches!(choice.step.command, Command::Flip(_)));
        let warps = choices.iter().any(|choice| matches!(choice.step.command, Command::Warp(_)));
        if flips {
            self.say(Tone::Event, "A switch: Enter flips it.");
        }
        if warps {
            let is_stair =
                self.game.tiles().and_then(|tiles| tiles.tile(cell)) == Some(Tile::Stair);
            let what = if is_stair { "A stair" } else { "This leads elsewhere" };
            self.say(Tone::Event, format!("{what}: Enter takes it."));
        }
    }

    /// Flips a switch or takes a stair; asks if there are several.
    fn act(&mut self) -> Next {
        let mut choices = self.game.choices();
        choices.retain(|choice| !matches!(choice.step.command, Command::Go(_)));
        match &choices[..] {
            [] => self.say(Tone::Refused, "There is nothing to flip or to climb here."),
            [choice] => return self.take(choice.step),
            _ => {
                choices.truncate(9);
                self.question = Some(Question::Which(choices));
            }
        }
        Next::Stay
    }

    /// True if unsaved steps would be lost.
    fn is_unsaved(&self) -> bool {
        self.game.steps().len() != self.saved && !self.game.is_won()
    }

    /// Records the current state as saved.
    pub(super) fn is_saved(&mut self) {
        self.saved = self.game.steps().len();
    }
}

/// A text as a sentence.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).chain(['.']).collect()
}

/// Names, each once, with its count.
fn counted(names: &[String]) -> String {
    let different: BTreeSet<&String> = names.iter().collect();
    let told =
        different.into_iter().map(|name| match names.iter().filter(|one| *one == name).count() {
            1 => name.clone(),
            many => format!("{many} × {name}"),
        });
    told.collect::<Vec<_>>().join(", ")
}

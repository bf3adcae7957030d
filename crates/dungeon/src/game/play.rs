//! A game of any place: how far one is in it, how one got there, and `quandary/save/1`, the commands that led there with
//! a number that tells the place from others.
//!
//! Invariant: the state is what the actions of the history lead to from the beginning; so taking one back, and saving
//! them, is all it takes.
//!
//! Invariant: loading plays the commands again, so that no save leads where playing does not; what is damaged, or
//! belongs to another place, is refused with a reason.

use super::reply::{Outcome, Reply};
use fnv::FnvHasher;
use level::Level;
use level::rules::Rules;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Debug, Write};
use std::hash::Hasher;

/// A place that is played in: its rules, and the words for it. It does not change.
pub trait World: Debug + PartialEq + Sized {
    /// How far one is.
    type State: Clone + Debug + PartialEq;
    /// Something that is done.
    type Action: Copy + Debug + PartialEq;
    /// What games of this kind know of whoever plays, besides what was done.
    type Player: Clone + Debug + PartialEq;

    /// The state at the beginning.
    fn begin(&self) -> Self::State;

    /// Does an action, if it can be done here and now.
    fn apply(&self, state: &mut Self::State, action: Self::Action) -> Effect;

    /// True if a game is won.
    fn is_won(&self, state: &Self::State) -> bool;

    /// The number of the room that the player is in.
    fn room(state: &Self::State) -> usize;

    /// Writes all that decides how one plays, not how it looks.
    ///
    /// # Errors
    /// When writing fails.
    fn describe(&self, sum: &mut Fnv) -> fmt::Result;

    /// What is sought, in one line or several.
    fn aim(game: &Game<'_, Self>) -> Vec<String>;

    /// The room that the player is in.
    fn look(game: &Game<'_, Self>) -> Vec<String>;

    /// The words that mean an action, here and now.
    fn command(game: &Game<'_, Self>, action: Self::Action) -> String;

    /// The player that a save tells of.
    fn player(saved: SavedPlayer) -> Self::Player;

    /// What a save tells of a player.
    fn save_player(player: &Self::Player) -> SavedPlayer;

    /// Does a command of a save.
    fn replay(game: &mut Game<'_, Self>, command: &str) -> Outcome;

    /// Lets the player know that something was done, or that some actions were taken back, the last one first.
    fn changed(_: &mut Self::Player, _taken_back: Vec<Self::Action>) {}
}

/// The effect of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It could not be done.
    Refused,
    /// Done.
    Done,
    /// A right step of a sequence: so many are done.
    Step(usize),
    /// A wrong step of a sequence. It is as at the beginning; whether it was before is told.
    Reset {
        /// True if steps were lost.
        lost: bool,
    },
}

impl Effect {
    /// True if the state is another one now.
    pub(super) fn changed(self) -> bool {
        !matches!(self, Self::Refused | Self::Reset { lost: false })
    }
}

/// A game that is being played.
#[derive(Clone, Debug, PartialEq)]
pub struct Game<'a, W: World> {
    pub(super) world: &'a W,
    pub(super) state: W::State,
    pub(super) player: W::Player,
    /// The judge of whom hints are asked, where there is one.
    pub(super) hint_source: Option<HintSource<'a>>,
    pub(super) history: Vec<W::Action>,
    /// The history, in the words that say it again.
    commands: Vec<String>,
}

impl<'a, W: World> Game<'a, W> {
    /// A new game, where the place begins.
    pub(super) fn begin(world: &'a W, player: W::Player) -> Self {
        let state = world.begin();
        Self { world, state, player, hint_source: None, history: Vec::new(), commands: Vec::new() }
    }

    /// The reply at the beginning: the aim, and where one is.
    #[must_use]
    pub fn opening(&self) -> Reply {
        let mut lines = W::aim(self);
        lines.iter_mut().last().into_iter().for_each(|aim| *aim += " `help` lists the commands.");
        Reply::new(Outcome::Told, lines.into_iter().chain(W::look(self)))
    }

    /// True if the game is won.
    #[must_use]
    pub fn won(&self) -> bool {
        self.world.is_won(&self.state)
    }

    /// The commands that led here, in full words.
    #[must_use]
    pub fn commands(&self) -> &[String] {
        &self.commands
    }

    /// Does an action, and tells nothing but its command.
    pub(super) fn lead(&mut self, action: W::Action) -> (Effect, String) {
        let command = W::command(self, action);
        let effect = self.world.apply(&mut self.state, action);
        if effect.changed() {
            W::changed(&mut self.player, Vec::new());
            self.history.push(action);
            self.commands.push(command.clone());
        }
        (effect, command)
    }

    /// Takes back so many actions.
    pub(super) fn undo(&mut self, many: usize) -> Reply {
        let many = many.min(self.history.len());
        if many == 0 {
            return Reply::of(Outcome::Refused, "There is nothing to take back.");
        }
        let (left, room) = (self.history.len() - many, W::room(&self.state));
        W::changed(&mut self.player, self.history.drain(left..).rev().collect());
        self.commands.truncate(left);
        self.state = self.world.begin();
        for &action in &self.history {
            self.world.apply(&mut self.state, action);
        }
        let moved = (W::room(&self.state) != room).then(|| W::look(self));
        let said =
            if many == 1 { "Taken back.".to_owned() } else { format!("Taken back: {many} moves.") };
        Reply::new(Outcome::Done, [said].into_iter().chain(moved.into_iter().flatten()))
    }

    /// The game as JSON, ended by a newline.
    #[must_use]
    pub fn save(&self) -> String {
        let SavedPlayer { int, open_clues, hints } = W::save_player(&self.player);
        let scenario = written(fingerprint(self.world));
        let commands = self.commands.clone();
        let save = Save { format: FORMAT.to_owned(), scenario, int, open_clues, hints, commands };
        // A structure of strings and numbers is always JSON.
        serde_json::to_string_pretty(&save).unwrap_or_default() + "\n"
    }

    /// The game of a save.
    ///
    /// # Errors
    /// When it is no save, is damaged, or is one of another place.
    pub fn load(world: &'a W, text: &str) -> Result<Self, SaveError> {
        let Save { int, open_clues, hints, commands, .. } = read(text, fingerprint(world))?;
        let mut game = Self::begin(world, W::player(SavedPlayer { int, open_clues, hints }));
        for (at, command) in commands.into_iter().enumerate() {
            let outcome = W::replay(&mut game, &command);
            let is_done = matches!(outcome, Outcome::Done | Outcome::Won | Outcome::Wrong);
            if !is_done || game.commands.len() != at + 1 {
                return Err(SaveError::Command { at, command });
            }
        }
        Ok(game)
    }
}

/// The level of a place with the rules that it is played by: what a hint is asked of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HintSource<'a> {
    /// The level, with the tiles.
    pub level: &'a Level,
    /// The rules.
    pub rules: &'a Rules,
}

/// The name of the format.
pub const FORMAT: &str = "quandary/save/1";

/// Reason for which a save cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// Not JSON, or not of this form.
    #[error("the save is damaged: {0}")]
    Json(String),
    /// Another format.
    #[error("format: is {0:?}; {FORMAT:?} is read here")]
    Format(String),
    /// A save of another scenario.
    #[error("the save belongs to another dungeon, or this one was changed since it was saved")]
    Scenario,
    /// A command that does not do what it did.
    #[error("commands[{at}]: {command:?} does nothing here; the save is damaged")]
    Command {
        /// Its place.
        at: usize,
        /// The command.
        command: String,
    },
}

/// What a save tells of whoever plays.
#[derive(Clone, Copy, Debug)]
pub struct SavedPlayer {
    pub(super) int: u8,
    /// True if clues are told to whoever looks.
    pub(super) open_clues: bool,
    /// The number of hints that were given.
    pub(super) hints: usize,
}

/// A saved game. What is missing says that clues are hidden, and that no hint was given.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Save {
    format: String,
    scenario: String,
    int: u8,
    #[serde(default, skip_serializing_if = "is_usual")]
    open_clues: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    hints: usize,
    commands: Vec<String>,
}

/// True of what need not be written.
fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The save of a game of what has this fingerprint.
fn read(text: &str, fingerprint: u64) -> Result<Save, SaveError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let save: Save = serde_json::from_str(text).map_err(|error: serde_json::Error| {
        SaveError::Json(diagnostics::of_json_at(error.line(), error.column(), &error.to_string()))
    })?;
    if save.format != FORMAT {
        return Err(SaveError::Format(save.format));
    }
    if save.scenario != written(fingerprint) {
        return Err(SaveError::Scenario);
    }
    Ok(save)
}

/// A fingerprint, as it is written.
fn written(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}

/// A number that tells places apart: of all that decides how one plays, not of how it looks.
pub(super) fn fingerprint(world: &impl World) -> u64 {
    let mut sum = Fnv::default();
    // Writing to a sum does not fail.
    let _ = world.describe(&mut sum);
    sum.0.finish()
}

/// FNV-1a of what is written: the same on every machine, for ever.
#[derive(Default)]
pub struct Fnv(FnvHasher);

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

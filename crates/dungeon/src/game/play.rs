//! The state of a game of any place, its history, and the format `quandary/save/1`: the commands of the history, with
//! a fingerprint of the place.
//!
//! Invariant: the state is the result of applying the history to the initial state. Undo and save therefore need
//! nothing but the history.
//!
//! Invariant: loading plays the commands again, so a save cannot lead to a state that play does not reach. A damaged
//! save and a save of another place are refused with a reason.

use super::reply::{Outcome, Reply};
use fnv::FnvHasher;
use level::Level;
use level::rules::Rules;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Debug, Write};
use std::hash::Hasher;

/// A place to play in: its rules and its texts. It does not change.
pub trait World: Debug + PartialEq + Sized {
    /// The state of a game.
    type State: Clone + Debug + PartialEq;
    /// An action of the player.
    type Action: Copy + Debug + PartialEq;
    /// Data about the player that is not part of the state, such as the number of hints.
    type Player: Clone + Debug + PartialEq;

    /// The initial state.
    fn begin(&self) -> Self::State;

    /// Applies an action if it is possible now.
    fn apply(&self, state: &mut Self::State, action: Self::Action) -> Effect;

    /// True if the game is won in this state.
    fn is_won(&self, state: &Self::State) -> bool;

    /// Index of the room that the player is in.
    fn room(state: &Self::State) -> usize;

    /// Writes everything that decides how the place plays, and nothing about its looks.
    ///
    /// # Errors
    /// Fails if the writer fails.
    fn describe(&self, sum: &mut Fnv) -> fmt::Result;

    /// The aim of the game, in one or more lines.
    fn aim(game: &Game<'_, Self>) -> Vec<String>;

    /// The description of the room that the player is in.
    fn look(game: &Game<'_, Self>) -> Vec<String>;

    /// The command that means an action in the present state.
    fn command(game: &Game<'_, Self>, action: Self::Action) -> String;

    /// The player data from a save.
    fn player(saved: SavedPlayer) -> Self::Player;

    /// The player data for a save.
    fn save_player(player: &Self::Player) -> SavedPlayer;

    /// Plays a command of a save.
    fn replay(game: &mut Game<'_, Self>, command: &str) -> Outcome;

    /// Called after an action, and after an undo with the actions that were taken back, the last one first.
    fn changed(_: &mut Self::Player, _taken_back: Vec<Self::Action>) {}
}

/// The effect of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The action was not possible.
    Refused,
    /// Done.
    Done,
    /// A right step of a sequence; the value is the number of steps done.
    Step(usize),
    /// A wrong step of a sequence, which starts over.
    Reset {
        /// True if steps were lost.
        lost: bool,
    },
}

impl Effect {
    /// True if the state has changed.
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
    /// The source of hints, if there is one.
    pub(super) hint_source: Option<HintSource<'a>>,
    pub(super) history: Vec<W::Action>,
    /// The history as commands.
    commands: Vec<String>,
}

impl<'a, W: World> Game<'a, W> {
    /// A new game in the initial state.
    pub(super) fn begin(world: &'a W, player: W::Player) -> Self {
        let state = world.begin();
        Self { world, state, player, hint_source: None, history: Vec::new(), commands: Vec::new() }
    }

    /// The first reply: the aim, and the room.
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

    /// The commands that led to this state, in full words.
    #[must_use]
    pub fn commands(&self) -> &[String] {
        &self.commands
    }

    /// Applies an action and returns its effect and its command.
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

    /// Takes back the last `many` actions.
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
        // A structure of strings and numbers always serialises.
        serde_json::to_string_pretty(&save).unwrap_or_default() + "\n"
    }

    /// The game of a save.
    ///
    /// # Errors
    /// Fails if the text is not a save, is damaged, or belongs to another place.
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

/// The level of a place and its rules, from which hints are computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HintSource<'a> {
    /// The level, with its tiles.
    pub level: &'a Level,
    /// The rules.
    pub rules: &'a Rules,
}

/// The name of the format.
pub const FORMAT: &str = "quandary/save/1";

/// Reason why a save cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// Not JSON, or a wrong field.
    #[error("the save is damaged: {0}")]
    Json(String),
    /// Another format.
    #[error("format: is {0:?}; {FORMAT:?} is read here")]
    Format(String),
    /// The save of another place.
    #[error("the save belongs to another dungeon, or this one was changed since it was saved")]
    Scenario,
    /// A command that does not act as it did when it was saved.
    #[error("commands[{at}]: {command:?} does nothing here; the save is damaged")]
    Command {
        /// Its index.
        at: usize,
        /// The command.
        command: String,
    },
}

/// The player data that a save holds.
#[derive(Clone, Copy, Debug)]
pub struct SavedPlayer {
    pub(super) int: u8,
    /// True if the order of sequences is shown to every player.
    pub(super) open_clues: bool,
    /// The number of hints given.
    pub(super) hints: usize,
}

/// A save. Missing fields mean: clues hidden, no hint given.
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

/// True for a default value, which is not written.
fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Reads a save and checks its format and fingerprint.
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

/// A fingerprint in hexadecimal.
fn written(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}

/// A fingerprint of everything that decides how a place plays, not of its looks.
pub(super) fn fingerprint(world: &impl World) -> u64 {
    let mut sum = Fnv::default();
    // Writing to a hasher cannot fail.
    let _ = world.describe(&mut sum);
    sum.0.finish()
}

/// FNV-1a of the written text: stable across machines and versions.
#[derive(Default)]
pub struct Fnv(FnvHasher);

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

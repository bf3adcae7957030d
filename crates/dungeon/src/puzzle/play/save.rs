//! `quandary/save/1`: a game as the commands that led to it, with a number that tells its scenario from others.
//!
//! Invariant: loading plays the commands again, so that no save leads where playing does not; what is
//! damaged, or belongs to another dungeon, is refused with a reason.

use super::game::Game;
use super::here::Clues;
use super::reply::Outcome;
use super::scenario::Scenario;
use crate::puzzle::{Chest, Holder, Kind, Puzzle};
use fnv::FnvHasher;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write};
use std::hash::Hasher;

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

/// A saved game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Save {
    format: String,
    scenario: String,
    int: u8,
    /// True if clues are told to whoever looks; missing where they are not.
    #[serde(default, skip_serializing_if = "is_hidden")]
    open_clues: bool,
    /// The number of hints that were given; missing where there were none.
    #[serde(default, skip_serializing_if = "is_none")]
    hints: usize,
    commands: Vec<String>,
}

/// True if no hint was given.
fn is_none(hints: &usize) -> bool {
    *hints == 0
}

/// True if there is nothing to say of clues.
fn is_hidden(open: &bool) -> bool {
    !open
}

/// A fingerprint, as it is written.
fn written(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}

impl Save {
    /// A game of what has this fingerprint.
    pub(crate) fn new(fingerprint: u64, int: u8, clues: Clues, commands: &[String]) -> Self {
        Self {
            format: FORMAT.to_owned(),
            scenario: written(fingerprint),
            int,
            open_clues: clues == Clues::Open,
            hints: 0,
            commands: commands.to_vec(),
        }
    }

    /// The same after so many hints.
    pub(crate) fn with_hints(self, hints: usize) -> Self {
        Self { hints, ..self }
    }

    /// The number of hints that were given.
    pub(crate) fn hints(&self) -> usize {
        self.hints
    }

    /// The JSON, ended by a newline.
    pub(crate) fn print(&self) -> String {
        // A structure of strings and numbers is always JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads a game of what has this fingerprint.
    ///
    /// # Errors
    /// When it is no save, is damaged, or is one of another scenario.
    pub(crate) fn read(text: &str, fingerprint: u64) -> Result<Self, SaveError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let save: Self = serde_json::from_str(text).map_err(|error: serde_json::Error| {
            SaveError::Json(voice::of_json_at(error.line(), error.column(), &error.to_string()))
        })?;
        if save.format != FORMAT {
            return Err(SaveError::Format(save.format));
        }
        if save.scenario != written(fingerprint) {
            return Err(SaveError::Scenario);
        }
        Ok(save)
    }

    /// Has a new game play the commands again; `play` says what came of one, and the number of commands in the game then.
    ///
    /// # Errors
    /// When a command does not do what it did when the game was saved.
    pub(crate) fn replay(
        self,
        mut play: impl FnMut(&str) -> (Outcome, usize),
    ) -> Result<(), SaveError> {
        for (at, command) in self.commands.into_iter().enumerate() {
            let (outcome, number) = play(&command);
            let is_done = matches!(outcome, Outcome::Done | Outcome::Won | Outcome::Wrong);
            if !is_done || number != at + 1 {
                return Err(SaveError::Command { at, command });
            }
        }
        Ok(())
    }
}

impl<'a> Game<'a> {
    /// The game as JSON, ended by a newline.
    #[must_use]
    pub fn save(&self) -> String {
        let print = self.scenario().fingerprint();
        Save::new(print, self.int(), self.clues(), self.commands()).print()
    }

    /// The game of a save.
    ///
    /// # Errors
    /// When it is no save, is damaged, or is one of another scenario.
    pub fn load(scenario: &'a Scenario, text: &str) -> Result<Self, SaveError> {
        let save = Save::read(text, scenario.fingerprint())?;
        let clues = if save.open_clues { Clues::Open } else { Clues::Hidden };
        let mut game = Self::with_clues(scenario, save.int, clues);
        save.replay(|command| (game.play(command).outcome, game.commands().len()))?;
        Ok(game)
    }
}

impl Scenario {
    /// A number that tells scenarios apart: of all that decides how one plays, not of how it looks.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        fingerprint(|sum| self.describe(sum))
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
}

/// The number of a description.
pub(crate) fn fingerprint(describe: impl FnOnce(&mut Fnv) -> fmt::Result) -> u64 {
    let mut sum = Fnv::default();
    // Writing to a sum does not fail.
    let _ = describe(&mut sum);
    sum.0.finish()
}

/// FNV-1a of what is written: the same on every machine, for ever.
#[derive(Default)]
pub(crate) struct Fnv(FnvHasher);

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

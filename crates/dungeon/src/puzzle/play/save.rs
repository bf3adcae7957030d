//! `quandary/save/1`: a game as the commands that led to it.
//!
//! Invariant: loading plays the commands again, so that no save leads where playing does not; what is
//! damaged, or belongs to another dungeon, is refused with a reason.

use super::game::{Clues, Game};
use super::reply::Outcome;
use super::scenario::Scenario;
use serde::{Deserialize, Serialize};

/// The name of the format.
pub const FORMAT: &str = "quandary/save/1";

/// Why a save cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
        /// What it is.
        command: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Save {
    format: String,
    scenario: String,
    int: u8,
    /// Whether clues are told to whoever looks; missing where they are not.
    #[serde(default, skip_serializing_if = "is_hidden")]
    open_clues: bool,
    commands: Vec<String>,
}

/// Whether there is nothing to say of clues.
fn is_hidden(open: &bool) -> bool {
    !open
}

/// The fingerprint, as it is written.
fn fingerprint(scenario: &Scenario) -> String {
    format!("{:016x}", scenario.fingerprint())
}

impl<'a> Game<'a> {
    /// The game as JSON, ended by a newline.
    #[must_use]
    pub fn save(&self) -> String {
        let save = Save {
            format: FORMAT.to_owned(),
            scenario: fingerprint(self.scenario()),
            int: self.int(),
            open_clues: self.clues() == Clues::Open,
            commands: self.commands().to_vec(),
        };
        // A structure of strings and numbers is always JSON.
        serde_json::to_string_pretty(&save).unwrap_or_default() + "\n"
    }

    /// The game of a save.
    ///
    /// # Errors
    /// When it is no save, is damaged, or is one of another scenario.
    pub fn load(scenario: &'a Scenario, text: &str) -> Result<Self, SaveError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let save: Save = serde_json::from_str(text).map_err(|error: serde_json::Error| {
            SaveError::Json(voice::of_json_at(error.line(), error.column(), &error.to_string()))
        })?;
        if save.format != FORMAT {
            return Err(SaveError::Format(save.format));
        }
        if save.scenario != fingerprint(scenario) {
            return Err(SaveError::Scenario);
        }
        let clues = if save.open_clues { Clues::Open } else { Clues::Hidden };
        let mut game = Self::with_clues(scenario, save.int, clues);
        for (at, command) in save.commands.into_iter().enumerate() {
            let before = game.commands().len();
            let outcome = game.play(&command).outcome;
            let done = matches!(outcome, Outcome::Done | Outcome::Won | Outcome::Wrong);
            if !done || game.commands().len() != before + 1 {
                return Err(SaveError::Command { at, command });
            }
        }
        Ok(game)
    }
}

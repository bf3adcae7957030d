//! `quandary/walk/1`: a game as the steps that led to it, with a number that tells its level from others.
//!
//! Invariant: whoever loads it takes the steps again, so that no save leads where playing does not.

use super::step::{self, Step};
use crate::formats::json;
use crate::model::Level;
use crate::rules::{Rules, RulesSummary};
use serde::{Deserialize, Serialize};

/// The name of the format.
pub const FORMAT: &str = "quandary/walk/1";

/// The reason why a state cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// Not JSON, or not of this form.
    #[error("the saved game is damaged: {0}")]
    Json(String),
    /// Another format.
    #[error("format: is {0:?}; a state is steps, or a saved game of the format {FORMAT:?}")]
    Format(String),
    /// A save of another level.
    #[error("the saved game belongs to another level, or this one was changed since it was saved")]
    Level,
    /// A save of a game by other rules.
    #[error("the saved game was played by other rules: {0}; go on with it by the same")]
    Rules(String),
    /// A step that is none.
    #[error(transparent)]
    Step(#[from] step::StepError),
}

/// A saved game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    format: String,
    level: String,
    /// The rules, where they are not those of the level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    moves: String,
    /// The number of hints that the player was given; missing where there were none.
    #[serde(default, skip_serializing_if = "is_none")]
    hints: usize,
}

/// True if there is nothing to say of hints.
fn is_none(hints: &usize) -> bool {
    *hints == 0
}

/// A saved game as JSON, ended by a newline.
#[must_use]
pub fn print(level: &Level, steps: &[Step]) -> String {
    print_under(level, &level.rules_under(None), steps, 0)
}

/// The same of a player who plays by some rules, and was given so many hints.
#[must_use]
pub fn print_under(level: &Level, rules: &Rules, steps: &[Step], hints: usize) -> String {
    let (rules, moves) = (told(level, rules), step::write(level, steps));
    let saved = Saved { format: FORMAT.to_owned(), level: fingerprint(level), rules, moves, hints };
    // A structure of strings is always JSON.
    serde_json::to_string(&saved).map(|json| json + "\n").unwrap_or_default()
}

/// The steps of a state: a saved game, or steps in words.
///
/// # Errors
/// A text that is neither, and a save of another level.
pub fn read(level: &Level, text: &str) -> Result<Vec<Step>, StateError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') {
        return Ok(step::read(level, text)?);
    }
    Ok(step::read(level, &saved(level, text)?.moves)?)
}

/// The steps of a state that is played on by some rules, and the number of hints that were given on the way.
///
/// # Errors
/// A text that is neither a saved game nor steps, and a save of another level, or of a game by other rules.
pub fn read_under(
    level: &Level,
    rules: &Rules,
    text: &str,
) -> Result<(Vec<Step>, usize), StateError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') {
        return Ok((step::read(level, text)?, 0));
    }
    let saved = saved(level, text)?;
    if saved.rules != told(level, rules) {
        let own = || "those of the level".to_owned();
        return Err(StateError::Rules(saved.rules.unwrap_or_else(own)));
    }
    Ok((step::read(level, &saved.moves)?, saved.hints))
}

/// The saved game of a text.
fn saved(level: &Level, text: &str) -> Result<Saved, StateError> {
    let damaged =
        |error: serde_json::Error| StateError::Json(diagnostics::of_json(&error.to_string()));
    let value: serde_json::Value = serde_json::from_str(text).map_err(damaged)?;
    match value.get("format").and_then(serde_json::Value::as_str) {
        Some(FORMAT) => {}
        other => return Err(StateError::Format(diagnostics::short(other.unwrap_or_default()))),
    }
    let saved: Saved = serde_json::from_value(value).map_err(damaged)?;
    if saved.level != fingerprint(level) {
        return Err(StateError::Level);
    }
    Ok(saved)
}

/// Rules in words, where they are not those of the level.
fn told(level: &Level, rules: &Rules) -> Option<String> {
    let is_other = *rules != level.rules_under(None);
    is_other.then(|| RulesSummary { relevant: Vec::new(), ..rules.summary(level) }.to_string())
}

/// A number that tells levels apart, by all but their name and history (FNV-1a: Fowler, Noll and Vo, 1991).
fn fingerprint(level: &Level) -> String {
    let bare = Level { name: None, provenance: None, ..level.clone() };
    let fold = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let sum = json::print(&bare).bytes().fold(0xcbf2_9ce4_8422_2325, fold);
    format!("{sum:016x}")
}

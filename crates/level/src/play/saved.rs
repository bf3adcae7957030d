//! `quandary/walk/1`: a saved game, as its steps and a fingerprint of its level.
//!
//! Invariant: loading replays the steps, so a save cannot contain a state that play cannot reach.

use super::step::{self, Step};
use crate::formats::json;
use crate::model::Level;
use crate::rules::{Rules, RulesSummary};
use serde::{Deserialize, Serialize};

/// The name of the format.
pub const FORMAT: &str = "quandary/walk/1";

/// The reason why a saved game cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// Not JSON, or not of this form.
    #[error("the saved game is damaged: {0}")]
    Json(String),
    /// Another format.
    #[error("format: is {0:?}; a state is steps, or a saved game of the format {FORMAT:?}")]
    Format(String),
    /// A saved game of another level.
    #[error("the saved game belongs to another level, or this one was changed since it was saved")]
    Level,
    /// A saved game under other rules.
    #[error("the saved game was played by other rules: {0}; go on with it by the same")]
    Rules(String),
    /// A text that is no step.
    #[error(transparent)]
    Step(#[from] step::StepError),
}

/// A saved game.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    format: String,
    level: String,
    /// The rules, if they differ from the level's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
    moves: String,
    /// Number of hints given; absent if 0.
    #[serde(default, skip_serializing_if = "is_none")]
    hints: usize,
}

/// True if the number of hints is omitted.
fn is_none(hints: &usize) -> bool {
    *hints == 0
}

/// A saved game as JSON, ended by a newline.
#[must_use]
pub fn print(level: &Level, steps: &[Step]) -> String {
    print_under(level, &level.rules_under(None), steps, 0)
}

/// The same for a game under some rules and with a number of hints given.
#[must_use]
pub fn print_under(level: &Level, rules: &Rules, steps: &[Step], hints: usize) -> String {
    let (rules, moves) = (other_rules(level, rules), step::write(level, steps));
    let saved = Saved { format: FORMAT.to_owned(), level: fingerprint(level), rules, moves, hints };
    // A struct of strings always serialises.
    serde_json::to_string(&saved).map(|json| json + "\n").unwrap_or_default()
}

/// Reads the steps of a saved game, or steps in words.
///
/// # Errors
/// [`StateError`] for any other text, and for a saved game of another level.
pub fn read(level: &Level, text: &str) -> Result<Vec<Step>, StateError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with('{') {
        return Ok(step::read(level, text)?);
    }
    Ok(step::read(level, &saved(level, text)?.moves)?)
}

/// Reads the steps and the number of hints of a game to continue under some rules.
///
/// # Errors
/// [`StateError`] for a text that is neither a saved game nor steps, and for a saved game of another level or under
/// other rules.
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
    if saved.rules != other_rules(level, rules) {
        let own = || "those of the level".to_owned();
        return Err(StateError::Rules(saved.rules.unwrap_or_else(own)));
    }
    Ok((step::read(level, &saved.moves)?, saved.hints))
}

/// Parses a saved game.
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

/// The rules in words; `None` if they are the level's.
fn other_rules(level: &Level, rules: &Rules) -> Option<String> {
    let is_other = *rules != level.rules_under(None);
    is_other.then(|| RulesSummary { relevant: Vec::new(), ..rules.summary(level) }.to_string())
}

/// A fingerprint of a level without its name and history (FNV-1a: Fowler, Noll and Vo, 1991).
fn fingerprint(level: &Level) -> String {
    let bare = Level { name: None, provenance: None, ..level.clone() };
    let fold = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let sum = json::print(&bare).bytes().fold(0xcbf2_9ce4_8422_2325, fold);
    format!("{sum:016x}")
}

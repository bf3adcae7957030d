//! A level of anybody's, read and judged.

use super::error::Error;
use dungeon::json::judged;
use level::formats::text;
use level::report::text::Terms;
use level::{Check, Level, Limits, Rules, Verdict};
use std::fmt::{self, Display};

/// Reads a level: a drawing, or JSON of a level, an area or a dungeon.
///
/// # Errors
/// The fault of the text, with its place.
pub fn read_level(level: &str) -> Result<Level, Error> {
    match level.trim_start().starts_with('{') {
        true => Ok(judged::read(level)?),
        false => Ok(text::read(level)?),
    }
}

/// Verdicts of the judge on a level. It prints itself in words.
#[derive(Debug)]
pub struct Judgement<'a> {
    level: &'a Level,
    rules: Rules,
    /// All that was found out.
    pub check: Check,
}

/// Judges a level by its own rules, or where it has none by the strict ones, with no limit but memory.
///
/// # Errors
/// When it has more keys, locks and blocks than a state can hold.
pub fn check(level: &Level) -> Result<Judgement<'_>, Error> {
    check_with(level, level.rules_under(None), &Limits::default())
}

/// Judges a level by other rules, and within limits. A verdict that a limit cut short is unknown.
///
/// # Errors
/// When it has more keys, locks and blocks than a state can hold.
pub fn check_with<'a>(
    level: &'a Level,
    rules: Rules,
    limits: &Limits<'_>,
) -> Result<Judgement<'a>, Error> {
    let check = level::check(level, &rules, limits)?;
    Ok(Judgement { level, rules, check })
}

impl Judgement<'_> {
    /// True if it is proved that the goal can be reached.
    #[must_use]
    pub fn is_winnable(&self) -> bool {
        matches!(self.check.verdict, Verdict::Solvable { .. })
    }

    /// True if it is proved that the level has no softlock: the goal can be reached from every state a player
    /// can get into.
    #[must_use]
    pub fn is_softlock_free(&self) -> bool {
        self.check.is_softlock_free()
    }
}

impl Display for Judgement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms = Terms { rules: &self.rules, limits: &Limits::default() };
        f.write_str(&level::report::text::check(self.level, terms, &self.check))
    }
}

//! What is said at the end of a dungeon.

use super::shared::{Endings, Shared};
use super::slots::{Slots, capital, list, number};
use search::Stream;

/// Number of treasures that are called by their names.
const NAMED: usize = 3;

/// What was won.
#[derive(Clone, Copy, Debug)]
pub struct Won<'a> {
    /// Name of the place.
    pub place: &'a str,
    /// Name of what was to be won, with an article.
    pub goal: &'a str,
    /// Name of the boss that was beaten.
    pub boss: Option<&'a str>,
    /// Names of the treasures that were found, without articles.
    pub found: &'a [&'a str],
    /// Number of treasures that there are.
    pub treasures: usize,
}

/// A text that says what was won.
pub(super) fn ending(won: &Won<'_>, stream: &mut Stream) -> String {
    let endings = &Shared::phrases().endings;
    let left = won.treasures.saturating_sub(won.found.len());
    let slots = Slots::default()
        .with("place", Some(won.place))
        .with("goal", Some(won.goal))
        .with("boss", won.boss)
        .with("list", Some(found(won.found)))
        .with("rest", Some(rest(left, won.found.is_empty())));
    let parts = [
        Some(&endings.goal),
        won.boss.map(|_| &endings.boss),
        treasures(endings, won.found.len(), left),
        Some(&endings.last),
    ];
    let said = parts.into_iter().flatten().filter_map(|part| slots.fill(stream.pick(part)?));
    said.map(|sentence| capital(&sentence)).collect::<Vec<_>>().join(" ")
}

/// A sentence about the treasures of a dungeon, of which some were found; `None` where there is none.
#[must_use]
pub fn spoils(found: &[&str], all: usize) -> Option<String> {
    let left = all.saturating_sub(found.len());
    let phrases = treasures(&Shared::phrases().endings, found.len(), left)?;
    let slots = Slots::default()
        .with("list", Some(self::found(found)))
        .with("rest", Some(rest(left, found.is_empty())));
    // Another number is told in other words.
    let phrase = phrases.get((all + found.len()) % phrases.len().max(1))?;
    slots.fill(phrase).map(|sentence| capital(&sentence))
}

fn treasures(endings: &Endings, found: usize, left: usize) -> Option<&Vec<String>> {
    match (found, left) {
        (0, 0) => None,
        (_, 0) => Some(&endings.all),
        (0, _) => Some(&endings.none),
        _ => Some(&endings.some),
    }
}

/// Treasures in words: `the ring, the bell and 3 more`.
fn found(names: &[&str]) -> String {
    let named = names.iter().take(NAMED).map(|name| format!("the {name}"));
    let more = names.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("{} more", number(more)));
    list(&named.chain(more).collect::<Vec<_>>())
}

/// What was not found: `one treasure`, `two more`.
fn rest(left: usize, is_all: bool) -> String {
    let things = match (is_all, left) {
        (true, 1) => "treasure",
        (true, _) => "treasures",
        (false, _) => "more",
    };
    format!("{} {things}", number(left))
}

//! Sentences of the game: about what a player tries and looks at, and about a dungeon as a whole and what became of it.
//!
//! They depend on what is looked at alone, so that nothing is drawn for them.

use super::data::{Endings, Shared, Texts};
use super::phrases::{Slots, capital, list, number};
use crate::dungeon::rooms::Family;
use crate::named::named;
use search::Stream;

named! {
    /// A sense.
    pub enum Sense {
        /// One listens.
        Listen = "listen",
        /// One smells.
        Smell = "smell",
        /// One feels.
        Feel = "feel",
    }
}

/// The phrase at a place, counted round and round, with its slots filled.
fn told(phrases: &[String], at: usize, slots: &Slots) -> Option<String> {
    let phrase = phrases.get(at % phrases.len().max(1))?;
    slots.fill(phrase).map(|sentence| capital(&sentence))
}

/// The family of a room of this text, by the clause that it begins with.
#[must_use]
pub fn family_of(text: &str) -> Option<Family> {
    let begins = |clause: &String| text.starts_with(clause.as_str());
    Family::ALL.into_iter().find(|&family| Texts::of(family).openings.iter().any(begins))
}

/// A sentence about what one hears, smells or feels in a place; the one that is told is that with this place.
#[must_use]
pub fn sensed(family: Option<Family>, sense: Sense, at: usize) -> Option<String> {
    let own = family.and_then(|family| Texts::of(family).senses.get(sense.name()));
    let phrases = own.or_else(|| Shared::phrases().senses.get(sense.name()))?;
    told(phrases, at, &Slots::default())
}

/// The family of a boss, and its place among the masters of the family; none for a lesser one.
fn family_of_boss(boss: &str) -> Option<(&'static Texts, Option<usize>)> {
    Family::ALL.into_iter().map(Texts::of).find_map(|texts| {
        let is_master = |first: &String| {
            let last = boss.strip_prefix(first.as_str()).and_then(|rest| rest.strip_prefix(' '));
            last.is_some_and(|rest| texts.masters.last.iter().any(|last| rest.starts_with(last)))
        };
        let master = texts.masters.first.iter().position(is_master);
        let is_lesser = || texts.lesser.iter().any(|lesser| boss.starts_with(lesser.as_str()));
        (master.is_some() || is_lesser()).then_some((texts, master))
    })
}

/// A sentence about a boss that is looked at; none of one that no family knows.
#[must_use]
pub fn portrait(boss: &str) -> Option<String> {
    let (texts, master) = family_of_boss(boss)?;
    let slots = Slots::default().with("boss", Some(boss));
    match master {
        Some(at) => told(&texts.portraits, at, &slots),
        None => told(&Shared::phrases().seconds, boss.len(), &slots),
    }
}

/// A sentence about a boss that is there; none of one that no family knows.
#[must_use]
pub fn presence(boss: &str) -> Option<String> {
    let (texts, _) = family_of_boss(boss)?;
    told(&texts.presences, boss.len(), &Slots::default().with("boss", Some(boss)))
}

/// A sentence about what was won, looked at; none of what no family has.
#[must_use]
pub fn prize(goal: &str) -> Option<String> {
    Family::ALL.into_iter().map(Texts::of).find_map(|texts| {
        let at = texts.goals.iter().position(|known| known == goal)?;
        texts.prizes.get(at).cloned()
    })
}

/// A sentence about enemies that are spoken to.
#[must_use]
pub fn parley(foes: &str, at: usize) -> Option<String> {
    told(&Shared::phrases().answers, at, &Slots::default().with("foe", Some(foes)))
}

/// A sentence about so many enemies that look on while something is taken.
#[must_use]
pub fn watched(foes: &str, number: usize, at: usize) -> Option<String> {
    let shared = Shared::phrases();
    let phrases = if number == 1 { &shared.watcher } else { &shared.watchers };
    told(phrases, at, &Slots::default().with("foe", Some(foes)))
}

/// A sentence of a room's text about something that is looked at, with what to make of it.
#[must_use]
pub fn glanced(sentence: &str, at: usize) -> Option<String> {
    told(&Shared::phrases().glances, at, &Slots::default().with("seen", Some(sentence)))
}

/// Number of treasures that are called by their names.
const NAMED: usize = 3;

/// A text that says what was won, and where; `goal` has an article.
pub(super) fn ending(place: &str, goal: &str, stream: &mut Stream) -> String {
    let endings = &Shared::phrases().endings;
    let slots = Slots::default().with("place", Some(place)).with("goal", Some(goal));
    let parts = [&endings.goal, &endings.last];
    let said = parts.into_iter().filter_map(|part| slots.fill(stream.pick(part)?));
    said.map(|sentence| capital(&sentence)).collect::<Vec<_>>().join(" ")
}

/// A sentence about a boss that was beaten, or was let be.
#[must_use]
pub fn bested(boss: &str, beaten: bool) -> Option<String> {
    let endings = &Shared::phrases().endings;
    let phrases = if beaten { &endings.beaten } else { &endings.spared };
    told(phrases, boss.len(), &Slots::default().with("boss", Some(boss)))
}

/// A sentence about a fight that was won against so many; `foes` has an article. The one that is told is that with this
/// place.
#[must_use]
pub fn fought(foes: &str, number: usize, is_boss: bool, at: usize) -> Option<String> {
    let fights = &Shared::phrases().fights;
    let phrases = match (is_boss, number) {
        (true, _) => &fights.boss,
        (false, 1) => &fights.one,
        (false, _) => &fights.several,
    };
    told(phrases, at, &Slots::default().with("foe", Some(foes)))
}

/// A sentence about so many enemies that are there; the one that is told is that with this place.
#[must_use]
pub fn company(foes: &str, number: usize, at: usize) -> Option<String> {
    let shared = Shared::phrases();
    let phrases = if number == 1 { &shared.foe } else { &shared.foes };
    told(phrases, at, &Slots::default().with("foe", Some(foes)))
}

/// A sentence that says what is sought, and who guards it.
#[must_use]
pub fn quest(place: &str, goal: &str, boss: Option<&str>) -> Option<String> {
    let shared = Shared::phrases();
    let phrases = if boss.is_some() { &shared.quests } else { &shared.errand_quests };
    let slots = Slots::default().with("place", Some(place)).with("goal", Some(goal));
    told(phrases, place.len() + goal.len(), &slots.with("boss", boss))
}

/// A sentence about a treasure that is looked at.
#[must_use]
pub fn appraisal(at: usize) -> Option<String> {
    told(&Shared::phrases().appraisals, at, &Slots::default())
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
    told(phrases, all + found.len(), &slots)
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
    let named = names.iter().take(NAMED).map(|name| (*name).to_owned());
    let more = names.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("{} more", number(more)));
    list(&named.chain(more).collect::<Vec<_>>())
}

/// The words for what was not found: `one treasure`, `two more`.
fn rest(left: usize, is_all: bool) -> String {
    let things = match (is_all, left) {
        (true, 1) => "treasure",
        (true, _) => "treasures",
        (false, _) => "more",
    };
    format!("{} {things}", number(left))
}

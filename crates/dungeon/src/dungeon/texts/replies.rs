//! Sentences of the game: replies to the player's actions, and about a dungeon as a whole and its outcome.
//!
//! They depend only on their arguments; nothing is random.

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

/// The phrase at an index, modulo their number, with its slots filled.
fn phrase(phrases: &[String], at: usize, slots: &Slots) -> Option<String> {
    let found = phrases.get(at % phrases.len().max(1))?;
    slots.fill(found).map(|sentence| capital(&sentence))
}

/// The family of a room's description, recognised by its first clause.
#[must_use]
pub fn family_of(text: &str) -> Option<Family> {
    let begins = |clause: &String| text.starts_with(clause.as_str());
    Family::ALL.into_iter().find(|&family| Texts::of(family).openings.iter().any(begins))
}

/// A sentence about sounds, smells or touch in a place; `at` selects it.
#[must_use]
pub fn sensed(family: Option<Family>, sense: Sense, at: usize) -> Option<String> {
    let own = family.and_then(|family| Texts::of(family).senses.get(sense.name()));
    let phrases = own.or_else(|| Shared::phrases().senses.get(sense.name()))?;
    phrase(phrases, at, &Slots::default())
}

/// The family of a boss, and its index among the masters of the family; no index for a lesser boss.
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

/// A description of a boss; none for an unknown boss.
#[must_use]
pub fn portrait(boss: &str) -> Option<String> {
    let (texts, master) = family_of_boss(boss)?;
    let slots = Slots::default().with("boss", Some(boss));
    match master {
        Some(at) => phrase(&texts.portraits, at, &slots),
        None => phrase(&Shared::phrases().seconds, boss.len(), &slots),
    }
}

/// A sentence about a boss that is present; none for an unknown boss.
#[must_use]
pub fn presence(boss: &str) -> Option<String> {
    let (texts, _) = family_of_boss(boss)?;
    phrase(&texts.presences, boss.len(), &Slots::default().with("boss", Some(boss)))
}

/// A description of the goal item; none for an unknown item.
#[must_use]
pub fn prize(goal: &str) -> Option<String> {
    Family::ALL.into_iter().map(Texts::of).find_map(|texts| {
        let at = texts.goals.iter().position(|known| known == goal)?;
        texts.prizes.get(at).cloned()
    })
}

/// A reply of enemies that are spoken to.
#[must_use]
pub fn parley(foes: &str, at: usize) -> Option<String> {
    phrase(&Shared::phrases().answers, at, &Slots::default().with("foe", Some(foes)))
}

/// A sentence about enemies that watch while something is taken.
#[must_use]
pub fn watched(foes: &str, number: usize, at: usize) -> Option<String> {
    let shared = Shared::phrases();
    let phrases = if number == 1 { &shared.watcher } else { &shared.watchers };
    phrase(phrases, at, &Slots::default().with("foe", Some(foes)))
}

/// A reply that quotes the sentence of a room's description about the thing looked at.
#[must_use]
pub fn glanced(sentence: &str, at: usize) -> Option<String> {
    phrase(&Shared::phrases().glances, at, &Slots::default().with("seen", Some(sentence)))
}

/// Maximum number of treasures listed by name.
const NAMED: usize = 3;

/// The text on winning, with the place and the goal item; `goal` has an article.
pub(super) fn ending(place: &str, goal: &str, stream: &mut Stream) -> String {
    let endings = &Shared::phrases().endings;
    let slots = Slots::default().with("place", Some(place)).with("goal", Some(goal));
    let parts = [&endings.goal, &endings.last];
    let said = parts.into_iter().filter_map(|part| slots.fill(stream.pick(part)?));
    said.map(|sentence| capital(&sentence)).collect::<Vec<_>>().join(" ")
}

/// A sentence about a boss that was beaten or spared.
#[must_use]
pub fn bested(boss: &str, beaten: bool) -> Option<String> {
    let endings = &Shared::phrases().endings;
    let phrases = if beaten { &endings.beaten } else { &endings.spared };
    phrase(phrases, boss.len(), &Slots::default().with("boss", Some(boss)))
}

/// A sentence about a fight won against `number` enemies; `foes` has an article. `at` selects the sentence.
#[must_use]
pub fn fought(foes: &str, number: usize, is_boss: bool, at: usize) -> Option<String> {
    let fights = &Shared::phrases().fights;
    let phrases = match (is_boss, number) {
        (true, _) => &fights.boss,
        (false, 1) => &fights.one,
        (false, _) => &fights.several,
    };
    phrase(phrases, at, &Slots::default().with("foe", Some(foes)))
}

/// A sentence about enemies that are present; `at` selects it.
#[must_use]
pub fn company(foes: &str, number: usize, at: usize) -> Option<String> {
    let shared = Shared::phrases();
    let phrases = if number == 1 { &shared.foe } else { &shared.foes };
    phrase(phrases, at, &Slots::default().with("foe", Some(foes)))
}

/// A sentence about the quest and the boss.
#[must_use]
pub fn quest(place: &str, goal: &str, boss: Option<&str>) -> Option<String> {
    let shared = Shared::phrases();
    let phrases = if boss.is_some() { &shared.quests } else { &shared.errand_quests };
    let slots = Slots::default().with("place", Some(place)).with("goal", Some(goal));
    phrase(phrases, place.len() + goal.len(), &slots.with("boss", boss))
}

/// A description of a treasure; `at` selects it.
#[must_use]
pub fn appraisal(at: usize) -> Option<String> {
    phrase(&Shared::phrases().appraisals, at, &Slots::default())
}

/// A sentence about the treasures found; `None` if the dungeon has none.
#[must_use]
pub fn spoils(found: &[&str], all: usize) -> Option<String> {
    let left = all.saturating_sub(found.len());
    let phrases = treasures(&Shared::phrases().endings, found.len(), left)?;
    let slots = Slots::default()
        .with("list", Some(self::found(found)))
        .with("rest", Some(rest(left, found.is_empty())));
    // The number of treasures selects the sentence.
    phrase(phrases, all + found.len(), &slots)
}

fn treasures(endings: &Endings, found: usize, left: usize) -> Option<&Vec<String>> {
    match (found, left) {
        (0, 0) => None,
        (_, 0) => Some(&endings.all),
        (0, _) => Some(&endings.none),
        _ => Some(&endings.some),
    }
}

/// A list of treasures: `the ring, the bell and 3 more`.
fn found(names: &[&str]) -> String {
    let named = names.iter().take(NAMED).map(|name| (*name).to_owned());
    let more = names.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("{} more", number(more)));
    list(&named.chain(more).collect::<Vec<_>>())
}

/// The number of treasures not found: `one treasure`, `two more`.
fn rest(left: usize, is_all: bool) -> String {
    let things = match (is_all, left) {
        (true, 1) => "treasure",
        (true, _) => "treasures",
        (false, _) => "more",
    };
    format!("{} {things}", number(left))
}

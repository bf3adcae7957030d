//! Sentences about what a player tries and looks at: the senses, bosses, what is won, scenery.
//!
//! They depend on what is looked at alone, so that nothing is drawn for them.

use super::data::Texts;
use super::shared::Shared;
use super::slots::{Slots, capital};
use crate::designed::rooms::Family;
use crate::named::named;

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
pub(super) fn told(phrases: &[String], at: usize, slots: &Slots) -> Option<String> {
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

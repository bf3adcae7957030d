//! The decks of phrases for a dungeon's descriptions, and descriptions put together from them. Phrases are dealt like
//! cards: none repeats before all others are used. A phrase has slots, such as `{key}`.
//!
//! Invariant: a description is always true; a sentence that is true for some time is a note with that time.

use super::data::{Shared, Texts};
use super::facts::{Feature, Note, NoteTime, RoomFacts, VisibleGate, side, towards};
use crate::purpose::{Holder, Purpose};
use search::Stream;
use std::collections::{BTreeMap, BTreeSet};

/// Probability that a description mentions blocks, water and similar features instead of something else.
const MENTIONED: f64 = 0.6;
/// Maximum number of gated passages with notes.
const BARRED: usize = 2;
/// Maximum number of characters of a description.
pub(super) const LONGEST: usize = 180;

/// The decks for the descriptions of a dungeon.
#[derive(Clone, Debug)]
pub(super) struct Phrases {
    wall: &'static str,
    openings: Deck<'static>,
    details: Deck<'static>,
    /// For purposes, holders and visible features.
    decks: BTreeMap<&'static str, Deck<'static>>,
    /// Nouns for gates of each kind.
    gates: BTreeMap<&'static str, Deck<'static>>,
    used: BTreeSet<String>,
}

impl Phrases {
    pub(super) fn of(texts: &'static Texts) -> Self {
        let shared = Shared::phrases();
        let both = |purpose: Purpose| {
            let [own, all] = [&texts.lines, &shared.lines].map(|lines| lines.get(purpose.name()));
            (purpose.name(), Deck::of(own.into_iter().chain(all).flatten()))
        };
        let decks = |map: &'static BTreeMap<String, Vec<String>>| {
            map.iter().map(|(name, phrases)| (name.as_str(), Deck::of(phrases)))
        };
        Self {
            wall: &texts.wall,
            openings: Deck::of(&texts.openings),
            details: Deck::of(&texts.details),
            decks: Purpose::ALL
                .into_iter()
                .map(both)
                .chain(decks(&shared.holders))
                .chain(feature_decks(texts, shared))
                .collect(),
            gates: decks(&shared.gates).collect(),
            used: BTreeSet::new(),
        }
    }

    /// The description of a room: one or two sentences that are always true.
    pub(super) fn text(&mut self, facts: &RoomFacts<'_>, stream: &mut Stream) -> String {
        let line = match facts.purpose {
            Purpose::Entrance
            | Purpose::Goal
            | Purpose::Secret
            | Purpose::Vista
            | Purpose::Rest
            | Purpose::Hub
            | Purpose::Passage => self.unused(facts.purpose.name(), &Slots::default(), stream),
            _ => None,
        };
        let left = LONGEST - line.as_ref().map_or(0, |line| line.chars().count() + 1);
        let first = self.first(facts, left, stream);
        let text: Vec<String> = [first].into_iter().chain(line).collect();
        text.join(" ")
    }

    /// A new sentence of two clauses, with at most `left` characters if possible.
    fn first(&mut self, facts: &RoomFacts<'_>, left: usize, stream: &mut Stream) -> String {
        let hint = self.hint(facts, stream);
        let long = hint.as_ref().map_or(left * 3 / 5, |hint| left.saturating_sub(hint.len() + 7));
        let opening = self.openings.deal_fitting(stream, |opening| opening.len() <= long);
        let and = stream.chance(0.5) && !opening.contains(" and ") && !opening.contains(',');
        let links = if and { [", and ", "; "] } else { ["; ", ", and "] };
        let used = &self.used;
        // The second link is for sentences already used with the first.
        let whole = |detail: &str| {
            let both = links.map(|link| format!("{}{link}{detail}.", capital(opening)));
            let unused = both.iter().find(|sentence| !used.contains(*sentence)).cloned();
            (
                unused.is_some(),
                unused.unwrap_or_else(|| both.into_iter().next().unwrap_or_default()),
            )
        };
        let fits = |detail: &str| {
            let (is_new, sentence) = whole(detail);
            is_new && sentence.chars().count() <= left
        };
        let sentence = match hint {
            Some(hint) => whole(&hint).1,
            None => whole(self.details.deal_fitting(stream, fits)).1,
        };
        self.used.insert(sentence.clone());
        sentence
    }

    /// A clause about a drop or an errand, or sometimes about another permanent feature.
    fn hint(&mut self, facts: &RoomFacts<'_>, stream: &mut Stream) -> Option<String> {
        let always =
            |feature: &&Feature<'_>| matches!(feature, Feature::Drop(_) | Feature::Errand(_));
        let always = facts.features.iter().find(always);
        let rest: Vec<&Feature<'_>> =
            facts.features.iter().filter(|feature| topic(feature).is_some()).collect();
        let feature = match always {
            Some(feature) => feature,
            None if stream.chance(MENTIONED) => *stream.pick(&rest)?,
            None => return None,
        };
        let slots = match feature {
            Feature::Drop(side) => Slots::default().with("side", Some(towards(*side))),
            Feature::Errand(errand) => Slots::default().with("errand", Some(*errand)),
            _ => Slots::default(),
        };
        self.unused(topic(feature)?, &slots, stream)
    }

    /// The notes of a room: about its purpose and about its gated passages.
    pub(super) fn notes(&mut self, facts: &RoomFacts<'_>, stream: &mut Stream) -> Vec<Note> {
        let mut notes: Vec<Note> = self.about(facts, stream).into_iter().collect();
        notes.extend(self.bridge(facts, stream));
        let is_block_room = facts.purpose == Purpose::Puzzle && facts.lever.is_none();
        let barred = facts.features.iter().filter(|feature| match feature {
            Feature::Crack(..) | Feature::Gate(..) => true,
            Feature::Plate(_) => !is_block_room,
            _ => false,
        });
        for feature in barred.take(BARRED) {
            notes.extend(self.barred(facts.purpose, feature, stream));
        }
        notes
    }

    /// The note about the purpose of a room.
    fn about(&mut self, facts: &RoomFacts<'_>, stream: &mut Stream) -> Option<Note> {
        if let (Purpose::Puzzle, Some(lever)) = (facts.purpose, facts.lever) {
            let during = NoteTime::Holds(lever.thing.to_owned());
            let text = lever.line.to_owned();
            return self.used.insert(text.clone()).then_some(Note { during, text });
        }
        let name = facts.purpose.name();
        let plate = facts.features.iter().find_map(|feature| match feature {
            Feature::Plate(to) => Some(*to),
            _ => None,
        });
        let (during, deck) = match facts.purpose {
            Purpose::Key => (
                NoteTime::Holds(facts.key?.thing.to_owned()),
                facts.holder.map_or(name, Holder::name),
            ),
            Purpose::Treasure => (NoteTime::Holds(facts.treasure?.thing.to_owned()), name),
            Purpose::Puzzle => (NoteTime::Barred(plate?), "stones"),
            Purpose::Boss | Purpose::MiniBoss | Purpose::Fight if facts.guarded => {
                (NoteTime::Foes, name)
            }
            _ => return None,
        };
        let slots = Slots::default()
            .with("boss", facts.boss)
            .with("key", facts.key.map(|key| key.name))
            .with("treasure", facts.treasure.map(|treasure| treasure.name));
        self.unused(deck, &slots, stream).map(|text| Note { during, text: capital(&text) })
    }

    /// The note about pits and blocks before the lever of a room.
    fn bridge(&mut self, facts: &RoomFacts<'_>, stream: &mut Stream) -> Option<Note> {
        let lever = facts.lever.filter(|_| facts.features.contains(&Feature::Bridge))?;
        let text = self.unused("bridges", &Slots::default(), stream)?;
        Some(Note { during: NoteTime::Holds(lever.thing.to_owned()), text })
    }

    /// The note about a gated passage.
    fn barred(
        &mut self,
        purpose: Purpose,
        feature: &Feature<'_>,
        stream: &mut Stream,
    ) -> Option<Note> {
        let (to, text) = match *feature {
            Feature::Crack(way, to) => {
                let walls = format!("the {} {}", side(way), self.wall);
                let slots = Slots::default().with("walls", Some(walls));
                (to, self.unused("cracks", &slots, stream))
            }
            Feature::Plate(to) => (to, self.unused("plates", &Slots::default(), stream)),
            Feature::Gate(gate, way, to) => {
                let words = self.gates.get_mut(gate.name())?.next(stream);
                let slots =
                    Slots::default().with("gate", Some(words)).with("side", Some(towards(way)));
                let is_lock = matches!(
                    gate,
                    VisibleGate::Lock | VisibleGate::SmallLock | VisibleGate::BossLock
                );
                let line = if purpose == Purpose::LockView && is_lock {
                    self.unused(purpose.name(), &slots, stream)
                } else {
                    None
                };
                (to, line.or_else(|| self.unused("locks", &slots, stream)))
            }
            _ => return None,
        };
        let text = capital(&text?);
        let text = if text.ends_with('.') { text } else { format!("{text}.") };
        Some(Note { during: NoteTime::Barred(to), text })
    }

    /// An unused phrase with its slots filled; none if all were used.
    fn unused(&mut self, deck: &str, slots: &Slots, stream: &mut Stream) -> Option<String> {
        let deck = self.decks.get_mut(deck)?;
        for _ in 0..deck.len() {
            let filled = slots.fill(deck.next(stream));
            if let Some(filled) = filled.filter(|filled| self.used.insert(filled.clone())) {
                return Some(filled);
            }
        }
        None
    }
}

/// The decks about visible features.
fn feature_decks(
    texts: &'static Texts,
    shared: &'static Shared,
) -> impl Iterator<Item = (&'static str, Deck<'static>)> {
    [
        ("cracks", Deck::of(texts.cracks.iter().chain(&shared.cracks))),
        ("locks", Deck::of(&shared.locks)),
        ("drops", Deck::of(&shared.drops)),
        ("plates", Deck::of(&shared.plates)),
        ("stones", Deck::of(&shared.stones)),
        ("bridges", Deck::of(&shared.bridges)),
        ("blocks", Deck::of(&shared.blocks)),
        ("water", Deck::of(&shared.water)),
        ("void", Deck::of(&shared.void)),
        ("errands", Deck::of(&shared.errands)),
    ]
    .into_iter()
}

/// The deck for a permanent feature.
fn topic(feature: &Feature<'_>) -> Option<&'static str> {
    Some(match feature {
        Feature::Drop(_) => "drops",
        Feature::Blocks => "blocks",
        Feature::Water => "water",
        Feature::Void => "void",
        Feature::Errand(_) => "errands",
        Feature::Crack(..) | Feature::Gate(..) | Feature::Plate(_) | Feature::Bridge => {
            return None;
        }
    })
}

/// Phrases that are dealt like cards.
#[derive(Clone, Debug, Default)]
pub(super) struct Deck<'a> {
    phrases: Vec<&'a str>,
    dealt: usize,
}

impl<'a> Deck<'a> {
    /// A deck of phrases.
    pub(super) fn of(phrases: impl IntoIterator<Item = &'a String>) -> Self {
        Self { phrases: phrases.into_iter().map(String::as_str).collect(), dealt: 0 }
    }

    /// Number of phrases.
    pub(super) fn len(&self) -> usize {
        self.phrases.len()
    }

    /// The next phrase, and how often it was dealt before; none for an empty deck.
    pub(super) fn deal(&mut self, stream: &mut Stream) -> Option<(&'a str, usize)> {
        let count = self.phrases.len().max(1);
        let (round, at) = (self.dealt / count, self.dealt % count);
        if at == 0 {
            stream.shuffle(&mut self.phrases);
        }
        self.dealt += 1;
        self.phrases.get(at).map(|phrase| (*phrase, round))
    }

    /// The next unused phrase that fits; otherwise any that fits; otherwise the next one; empty for an empty deck.
    pub(super) fn deal_fitting(
        &mut self,
        stream: &mut Stream,
        fits: impl Fn(&str) -> bool,
    ) -> &'a str {
        let count = self.phrases.len().max(1);
        if self.dealt.is_multiple_of(count) {
            stream.shuffle(&mut self.phrases);
        }
        let at = self.dealt % count;
        let left = self.phrases.get(at..).unwrap_or_default();
        if let Some(found) = left.iter().position(|phrase| fits(phrase)) {
            self.phrases.swap(at, at + found);
        } else if let Some(other) = self.phrases.iter().find(|phrase| fits(phrase)) {
            // This phrase repeats early; no other is skipped.
            return other;
        }
        self.dealt += 1;
        self.phrases.get(at).copied().unwrap_or("")
    }

    /// The next phrase; empty for an empty deck.
    pub(super) fn next(&mut self, stream: &mut Stream) -> &'a str {
        self.deal(stream).map_or("", |(phrase, _)| phrase)
    }
}

/// The texts for the slots of a phrase.
#[derive(Clone, Debug, Default)]
pub(super) struct Slots(Vec<(&'static str, String)>);

impl Slots {
    /// Adds the text for a slot, if there is one.
    pub(super) fn with(mut self, slot: &'static str, text: Option<impl Into<String>>) -> Self {
        self.0.extend(text.map(|text| (slot, text.into())));
        self
    }

    fn of(&self, slot: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| *name == slot).map(|(_, text)| text.as_str())
    }

    /// A phrase with its slots filled; none if a slot has no text.
    pub(super) fn fill(&self, phrase: &str) -> Option<String> {
        let mut filled = String::new();
        let mut rest = phrase;
        while let Some((before, after)) = rest.split_once('{') {
            let (slot, behind) = after.split_once('}')?;
            filled.push_str(before);
            filled.push_str(self.of(slot)?);
            rest = behind;
        }
        filled.push_str(rest);
        Some(filled)
    }
}

/// The phrase with an initial capital.
pub(super) fn capital(phrase: &str) -> String {
    let mut letters = phrase.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A list: `a, b and c`.
pub(super) fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}

/// A number as a word, up to twelve.
pub(super) fn number(n: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_filled_whole_or_not_at_all() {
        let slots = Slots::default().with("key", Some("the cook's key")).with("foe", None::<&str>);
        assert_eq!(slots.fill("{key} is here.").unwrap(), "the cook's key is here.");
        assert_eq!(slots.fill("Here is {key}.").unwrap(), "Here is the cook's key.");
        assert_eq!(slots.fill("Here is {foe}."), None);
        assert_eq!(slots.fill("Here is {key."), None);
        assert_eq!(slots.fill("Nothing.").unwrap(), "Nothing.");
    }

    #[test]
    fn lists_numbers_and_capitals_are_words() {
        let parts = ["a cup", "a ring", "a bell"].map(str::to_owned);
        assert_eq!(list(&parts), "a cup, a ring and a bell");
        assert_eq!(list(&parts[..1]), "a cup");
        assert_eq!((number(2), number(40)), ("two".to_owned(), "40".to_owned()));
        assert_eq!((capital("öl"), capital("")), ("Öl".to_owned(), String::new()));
    }
}

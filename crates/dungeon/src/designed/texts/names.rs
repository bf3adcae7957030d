//! Names of rooms.

use super::data::Texts;
use super::deck::Deck;
use super::facts::{RoomFacts, Seen};
use super::shared::Shared;
use crate::purpose::Purpose;
use search::Stream;
use std::collections::{BTreeMap, BTreeSet};

/// The share of names by what the family has, where a room has a purpose of its own.
const BY_FAMILY: f64 = 0.5;
/// The share of names such as `The Nave of Ashes`.
const WITH_TAIL: f64 = 0.3;
/// The share of rooms with water whose name says so.
const WET: f64 = 0.5;
/// Number of names that are tried before one is told apart by a number.
const TRIES: usize = 48;

/// Names of a dungeon's rooms.
#[derive(Clone, Debug)]
pub(super) struct RoomNames {
    adjectives: Deck<'static>,
    wet: Deck<'static>,
    nouns: Deck<'static>,
    tails: Deck<'static>,
    by_purpose: BTreeMap<&'static str, Deck<'static>>,
    ordinals: &'static [String],
    used: BTreeSet<String>,
}

impl RoomNames {
    pub(super) fn of(texts: &'static Texts) -> Self {
        let shared = Shared::phrases();
        let by_purpose = shared.nouns.iter().map(|(name, nouns)| (name.as_str(), Deck::of(nouns)));
        Self {
            adjectives: Deck::of(&texts.adjectives),
            wet: Deck::of(&shared.wet),
            nouns: Deck::of(&texts.nouns),
            tails: Deck::of(&texts.tails),
            by_purpose: by_purpose.collect(),
            ordinals: &shared.ordinals,
            used: BTreeSet::new(),
        }
    }

    /// A name that no room has yet.
    pub(super) fn name(&mut self, facts: &RoomFacts<'_>, stream: &mut Stream) -> String {
        let mut name = self.draw(facts, stream);
        for _ in 0..TRIES {
            if !self.used.contains(&name) {
                break;
            }
            name = self.draw(facts, stream);
        }
        let name = self.apart(&name);
        self.used.insert(name.clone());
        format!("The {name}")
    }

    fn draw(&mut self, facts: &RoomFacts<'_>, stream: &mut Stream) -> String {
        let purpose = facts.purpose;
        if purpose != Purpose::Passage && !stream.chance(BY_FAMILY) {
            let nouns = self.by_purpose.get_mut(purpose.name());
            let noun = nouns.map_or("", |deck| deck.next(stream));
            return format!("{} {noun}", self.adjective(facts, stream));
        }
        let noun = self.nouns.next(stream);
        if stream.chance(WITH_TAIL) {
            return format!("{noun} of {}", self.tails.next(stream));
        }
        format!("{} {noun}", self.adjective(facts, stream))
    }

    fn adjective(&mut self, facts: &RoomFacts<'_>, stream: &mut Stream) -> &'static str {
        let is_wet = facts.seen.contains(&Seen::Water) && stream.chance(WET);
        if is_wet { self.wet.next(stream) } else { self.adjectives.next(stream) }
    }

    /// The name, or one that is told apart from it: `Second Mossy Nave`, at last `Mossy Nave 12`.
    fn apart(&self, name: &str) -> String {
        let free = |one: &String| !self.used.contains(one);
        let ordinals = self.ordinals.iter().map(|ordinal| format!("{ordinal} {name}"));
        let numbers = (self.ordinals.len() + 2..).map(|n| format!("{name} {n}"));
        let mut all = std::iter::once(name.to_owned()).chain(ordinals).chain(numbers);
        all.find(free).unwrap_or_default()
    }
}

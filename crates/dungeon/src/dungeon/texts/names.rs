//! Names of rooms and of things: treasures, keys, puzzles, bosses, places.

use super::data::{Lever, Pairs, Shared, Texts};
use super::facts::{Feature, RoomFacts};
use super::phrases::Deck;
use crate::dungeon::rooms::Family;
use crate::purpose::Purpose;
use search::Stream;
use std::collections::{BTreeMap, BTreeSet};

/// The share of names from the family for rooms with a particular purpose.
const BY_FAMILY: f64 = 0.5;
/// The share of names such as `The Nave of Ashes`.
const WITH_TAIL: f64 = 0.3;
/// The share of rooms with water whose name mentions it.
const WET: f64 = 0.5;
/// Number of names tried before a number makes one unique.
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

    /// An unused name.
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
        let is_wet = facts.features.contains(&Feature::Water) && stream.chance(WET);
        if is_wet { self.wet.next(stream) } else { self.adjectives.next(stream) }
    }

    /// The name, or a variant of it: `Second Mossy Nave`, finally `Mossy Nave 12`.
    fn apart(&self, name: &str) -> String {
        let free = |one: &String| !self.used.contains(one);
        let ordinals = self.ordinals.iter().map(|ordinal| format!("{ordinal} {name}"));
        let numbers = (self.ordinals.len() + 2..).map(|n| format!("{name} {n}"));
        let mut all = std::iter::once(name.to_owned()).chain(ordinals).chain(numbers);
        all.find(free).unwrap_or_default()
    }
}

/// A name as part of a symbol: `silver ewer` is `silver-ewer`.
#[must_use]
pub fn symbol(name: &str) -> String {
    let plain = |letter: char| if letter == '\'' { None } else { Some(letter) };
    let hyphens = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    name.chars().filter_map(plain).flat_map(char::to_lowercase).map(hyphens).collect()
}

/// The plural of a kind of enemy; with an `s` if the kind is unknown.
#[must_use]
pub fn plural(kind: &str) -> String {
    let all = Family::ALL.into_iter().flat_map(|family| Texts::of(family).enemies());
    let known = all.into_iter().find(|known| known.name == kind);
    known.map_or_else(|| format!("{kind}s"), |known| known.plural.clone())
}

/// A name, with a number if it was used before.
fn numbered(name: &str, round: usize) -> String {
    if round == 0 { name.to_owned() } else { format!("{name} {}", round + 1) }
}

/// Unique names of one sort.
#[derive(Clone, Debug)]
pub(super) struct Names(Deck<'static>);

impl Names {
    pub(super) fn of(names: &'static [String]) -> Self {
        Self(Deck::of(names))
    }

    /// The next name, with a number once all were used; none if there are no names.
    pub(super) fn next(&mut self, stream: &mut Stream) -> Option<String> {
        let (name, round) = self.0.deal(stream)?;
        Some(numbered(name, round))
    }

    /// The next name; none once all were used, for names with which a number makes no sense.
    pub(super) fn once(&mut self, stream: &mut Stream) -> Option<String> {
        self.0.deal(stream).filter(|&(_, round)| round == 0).map(|(name, _)| name.to_owned())
    }
}

/// Unique names of two parts.
#[derive(Clone, Debug)]
pub(super) struct Paired {
    pairs: &'static Pairs,
    order: Vec<(usize, usize)>,
    dealt: usize,
}

impl Paired {
    pub(super) fn of(pairs: &'static Pairs) -> Self {
        let all = |first| (0..pairs.last.len()).map(move |last| (first, last));
        Self { pairs, order: (0..pairs.first.len()).flat_map(all).collect(), dealt: 0 }
    }

    /// The next name, with a number once all were used; none if there are no names.
    pub(super) fn next(&mut self, stream: &mut Stream) -> Option<String> {
        let count = self.order.len().max(1);
        let (round, at) = (self.dealt / count, self.dealt % count);
        if at == 0 {
            stream.shuffle(&mut self.order);
        }
        self.dealt += 1;
        let &(first, last) = self.order.get(at)?;
        let name = format!("{} {}", self.pairs.first[first], self.pairs.last[last]);
        Some(numbered(&name, round))
    }
}

/// Levers; none repeats before all were used.
#[derive(Clone, Debug)]
pub(super) struct Levers {
    all: &'static [Lever],
    names: Deck<'static>,
}

impl Levers {
    pub(super) fn of(texts: &'static Texts) -> Self {
        let names = Deck::of(texts.levers.iter().map(|lever| &lever.name));
        Self { all: &texts.levers, names }
    }

    /// The next lever and its name, with a number once all were used; none if there are no levers.
    pub(super) fn next(&mut self, stream: &mut Stream) -> Option<(String, &'static Lever)> {
        let (name, round) = self.names.deal(stream)?;
        let lever = self.all.iter().find(|lever| lever.name == name)?;
        Some((numbered(name, round), lever))
    }
}

/// Names of keys by their owners.
#[derive(Clone, Debug)]
pub(super) struct Keys(Deck<'static>);

impl Keys {
    pub(super) fn of(texts: &'static Texts) -> Self {
        Self(Deck::of(&texts.keepers))
    }

    /// The next name, such as `the cook's key`.
    pub(super) fn next(&mut self, stream: &mut Stream) -> String {
        let (keeper, round) = self.0.deal(stream).unwrap_or(("keeper", 0));
        let forms = &Shared::phrases().key_forms;
        let whose = format!("the {keeper}'s");
        forms
            .get(round)
            .map_or_else(|| format!("{whose} key {}", round + 1), |form| format!("{whose} {form}"))
    }
}

/// Name of a place in a category, such as `Oldmere Priory`.
pub(super) fn place(texts: &Texts, category: &str, stream: &mut Stream) -> Option<String> {
    let syllables = &Shared::phrases().places;
    let noun = stream.pick(texts.places.get(category)?)?;
    let lower = noun.to_lowercase();
    let differs = |part: &str| !lower.contains(&part.to_lowercase());
    let apart = |parts: &'static [String]| -> Vec<&str> {
        parts.iter().map(String::as_str).filter(|part| differs(part)).collect()
    };
    let [first, second] = [&syllables.first, &syllables.last].map(|parts| apart(parts));
    let (first, second) = (stream.pick(&first)?, stream.pick(&second)?);
    Some(format!("{first}{second} {noun}"))
}

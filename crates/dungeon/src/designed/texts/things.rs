//! Names of things: treasures, keys, puzzles, bosses, places.

use super::data::{Lever, Pairs, Texts};
use super::deck::Deck;
use super::shared::Shared;
use crate::designed::rooms::Family;
use search::Stream;

/// A name as part of a symbol: `silver ewer` is `silver-ewer`.
#[must_use]
pub fn symbol(name: &str) -> String {
    let plain = |letter: char| if letter == '\'' { None } else { Some(letter) };
    let hyphens = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    name.chars().filter_map(plain).flat_map(char::to_lowercase).map(hyphens).collect()
}

/// The name of several enemies of a kind; of a kind that no family has, with an `s`.
#[must_use]
pub fn plural(kind: &str) -> String {
    let all = Family::ALL.into_iter().flat_map(|family| Texts::of(family).enemies());
    let known = all.into_iter().find(|known| known.name == kind);
    known.map_or_else(|| format!("{kind}s"), |known| known.plural.clone())
}

/// A name, with a number where it came before.
fn numbered(name: &str, round: usize) -> String {
    if round == 0 { name.to_owned() } else { format!("{name} {}", round + 1) }
}

/// Names of one sort, of which none comes twice.
#[derive(Clone, Debug)]
pub(super) struct Names(Deck<'static>);

impl Names {
    pub(super) fn of(names: &'static [String]) -> Self {
        Self(Deck::of(names))
    }

    /// The next name, with a number once all were used; none where there are none.
    pub(super) fn next(&mut self, stream: &mut Stream) -> Option<String> {
        let (name, round) = self.0.deal(stream)?;
        Some(numbered(name, round))
    }

    /// The next name; none once all were used, for what a number would make no sense of.
    pub(super) fn once(&mut self, stream: &mut Stream) -> Option<String> {
        self.0.deal(stream).filter(|&(_, round)| round == 0).map(|(name, _)| name.to_owned())
    }
}

/// Names of two parts, of which none comes twice.
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

    /// The next name, with a number once all were used; none where there are none.
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

/// Levers, of which none comes twice before all came.
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

    /// The next lever, and its name, with a number once all were used; none where there are none.
    pub(super) fn next(&mut self, stream: &mut Stream) -> Option<(String, &'static Lever)> {
        let (name, round) = self.names.deal(stream)?;
        let lever = self.all.iter().find(|lever| lever.name == name)?;
        Some((numbered(name, round), lever))
    }
}

/// Names of keys, by those who kept them.
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

/// Name of a place of a category, such as `Oldmere Priory`.
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

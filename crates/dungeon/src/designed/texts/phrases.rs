//! The decks of a dungeon's room texts, and a text put together from them.

use super::data::Texts;
use super::deck::Deck;
use super::facts::{Gate, RoomFacts, Seen, foes, sides, towards};
use super::shared::Shared;
use super::slots::{Slots, capital};
use crate::designed::holder::Holder;
use crate::designed::purpose::Purpose;
use crate::layout::Direction;
use search::Stream;
use std::collections::BTreeMap;

/// The share of rooms in which enemies, blocks, water and the like are told where something else could be.
const TOLD: f64 = 0.6;
/// The share of rooms whose key, treasure or the like is called by its name.
const NAMED: f64 = 0.6;

/// What must be told, the first before all else.
const DUE: [&str; 4] = ["cracks", "locks", "plates", "drops"];

/// The decks of a dungeon's room texts.
#[derive(Clone, Debug)]
pub(super) struct Phrases {
    wall: &'static [String; 2],
    openings: Deck<'static>,
    details: Deck<'static>,
    lines: BTreeMap<&'static str, Lines>,
    hints: BTreeMap<&'static str, Deck<'static>>,
    gates: BTreeMap<&'static str, Deck<'static>>,
}

impl Phrases {
    pub(super) fn of(texts: &'static Texts) -> Self {
        let shared = Shared::phrases();
        let both = |purpose: Purpose| {
            let [own, all] = [&texts.lines, &shared.lines].map(|lines| lines.get(purpose.name()));
            (purpose.name(), Lines::of(own.into_iter().chain(all).flatten()))
        };
        let decks = |map: &'static BTreeMap<String, Vec<String>>| {
            map.iter().map(|(name, phrases)| (name.as_str(), Deck::of(phrases)))
        };
        let holders =
            shared.holders.iter().map(|(name, all)| (name.as_str(), Lines::of(all.iter())));
        Self {
            wall: &texts.wall,
            openings: Deck::of(&texts.openings),
            details: Deck::of(&texts.details),
            lines: Purpose::ALL.into_iter().map(both).chain(holders).collect(),
            hints: hints(texts, shared),
            gates: decks(&shared.gates).collect(),
        }
    }

    /// A text of a room, of two sentences, the first of which has one clause or two.
    pub(super) fn text(
        &mut self,
        facts: &RoomFacts<'_>,
        clauses: usize,
        stream: &mut Stream,
    ) -> String {
        let slots = self.slots(facts, stream);
        let mut hints = self.clauses(facts, &slots, stream);
        hints.truncate(clauses);
        let first = match hints.as_slice() {
            [one] if clauses == 1 => capital(one),
            _ if clauses == 1 => self.openings.next(stream).to_owned(),
            [one, two] => joined(one, two, stream),
            [one] => joined(self.openings.next(stream), one, stream),
            _ => joined(self.openings.next(stream), self.details.next(stream), stream),
        };
        let line = self.line(facts.purpose, facts.holder, &slots, stream);
        format!("{first}. {line}")
    }

    fn slots(&mut self, facts: &RoomFacts<'_>, stream: &mut Stream) -> Slots {
        let mut cracks: Vec<Direction> = facts.seen.iter().filter_map(crack).collect();
        cracks.sort_unstable();
        cracks.dedup();
        let drop = facts.seen.iter().find_map(|seen| match seen {
            Seen::Drop(direction) => Some(towards(*direction)),
            _ => None,
        });
        let errand = facts.seen.iter().find_map(|seen| match seen {
            Seen::Errand(errand) => Some(*errand),
            _ => None,
        });
        let wall = &self.wall[usize::from(cracks.len() > 1)];
        Slots::default()
            .with("walls", (!cracks.is_empty()).then(|| format!("the {} {wall}", sides(&cracks))))
            .with("side", drop)
            .with("errand", errand)
            .with("gate", facts.gate().map(|gate| self.gate(gate, stream)))
            .with("foe", foes(facts.foes))
            .with("boss", facts.boss)
            .with("key", facts.key)
            .with("treasure", facts.treasure.map(|name| format!("the {name}")))
            .with("puzzle", facts.puzzle)
    }

    fn gate(&mut self, gate: Gate, stream: &mut Stream) -> String {
        self.gates.get_mut(gate.name()).map_or("", |deck| deck.next(stream)).to_owned()
    }

    /// Clauses about what is seen: what must be told, or else one of the rest now and then.
    fn clauses(
        &mut self,
        facts: &RoomFacts<'_>,
        slots: &Slots,
        stream: &mut Stream,
    ) -> Vec<String> {
        let is_view = facts.purpose == Purpose::LockView;
        let (mut due, mut rest): (Vec<_>, Vec<_>) = facts
            .seen
            .iter()
            .filter(|seen| !(is_view && matches!(seen, Seen::Gate(_))))
            .map(topic)
            .partition(|topic| DUE.contains(topic));
        if !facts.foes.is_empty() && facts.purpose != Purpose::Fight {
            rest.push("foes");
        }
        due.sort_by_key(|topic| DUE.iter().position(|known| known == topic));
        due.dedup();
        if due.is_empty() && stream.chance(TOLD) {
            due.extend(stream.pick(&rest));
        }
        due.into_iter().filter_map(|topic| self.hint(topic, slots, stream)).collect()
    }

    fn hint(&mut self, topic: &str, slots: &Slots, stream: &mut Stream) -> Option<String> {
        let phrase = self.hints.get_mut(topic)?.next(stream);
        slots.fill(phrase).filter(|hint| !hint.is_empty())
    }

    /// A sentence about the purpose of a room, or about the holder of its key.
    fn line(
        &mut self,
        purpose: Purpose,
        holder: Option<Holder>,
        slots: &Slots,
        stream: &mut Stream,
    ) -> String {
        let Some(lines) = self.lines.get_mut(holder.map_or(purpose.name(), Holder::name)) else {
            return String::new();
        };
        let tries = if stream.chance(NAMED) { lines.named.len() } else { 0 };
        let named = (0..tries).find_map(|_| slots.fill(lines.named.next(stream)));
        named.map_or_else(|| lines.plain.next(stream).to_owned(), |line| capital(&line))
    }
}

/// Sentences: those that call something by its name, and those that do not.
#[derive(Clone, Debug)]
struct Lines {
    named: Deck<'static>,
    plain: Deck<'static>,
}

impl Lines {
    fn of(phrases: impl Iterator<Item = &'static String>) -> Self {
        let (named, plain): (Vec<_>, Vec<_>) = phrases.partition(|phrase| phrase.contains('{'));
        Self { named: Deck::of(named), plain: Deck::of(plain) }
    }
}

/// The decks of clauses about what is seen.
fn hints(texts: &'static Texts, shared: &'static Shared) -> BTreeMap<&'static str, Deck<'static>> {
    [
        ("cracks", Deck::of(texts.cracks.iter().chain(&shared.cracks))),
        ("locks", Deck::of(&shared.locks)),
        ("drops", Deck::of(&shared.drops)),
        ("plates", Deck::of(&shared.plates)),
        ("blocks", Deck::of(&shared.blocks)),
        ("water", Deck::of(&shared.water)),
        ("void", Deck::of(&shared.void)),
        ("errands", Deck::of(&shared.errands)),
        ("foes", Deck::of(&shared.foes)),
    ]
    .into()
}

/// The deck for something that is seen.
fn topic(seen: &Seen<'_>) -> &'static str {
    match seen {
        Seen::Crack(_) => "cracks",
        Seen::Gate(_) => "locks",
        Seen::Drop(_) => "drops",
        Seen::Plate => "plates",
        Seen::Blocks => "blocks",
        Seen::Water => "water",
        Seen::Void => "void",
        Seen::Errand(_) => "errands",
    }
}

fn crack(seen: &Seen<'_>) -> Option<Direction> {
    match seen {
        Seen::Crack(direction) => Some(*direction),
        _ => None,
    }
}

/// Two clauses as one.
fn joined(first: &str, second: &str, stream: &mut Stream) -> String {
    let and = stream.chance(0.5) && !first.contains(" and ") && !first.contains(',');
    let link = if and { ", and " } else { "; " };
    format!("{}{link}{second}", capital(first))
}

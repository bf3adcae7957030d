//! The reason why a lock, a key or a room is needed, in at most five sentences.
//!
//! The explanation uses none of the generator's data. The level is solved without the thing. A cheapest plan with the
//! thing is then followed in the level without it, until the rules stop it. The remaining aims of that plan are the
//! chain of reasons.

use super::words::{at, command};
use crate::check::what_if::{self, WhatIf};
use crate::limits::{Limit, Limits};
use crate::model::{Level, NodeIndex, Room, Tile, Tiles};
use crate::plan::Cost;
use crate::play::{Aim, Game, Goal, Outlook, Purpose, Unplayable, want};
use crate::rules::Rules;
use clock::Instant;
use serde::Serialize;

/// Limit on sentences.
pub const MOST_SENTENCES: usize = 5;

/// Limit on names listed in an error.
const MOST_LISTED: usize = 40;

/// The reason why a thing is needed, or the statement that it is not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The full name of the thing.
    pub thing: String,
    /// True if the level can be won with the thing; `None` if undecided.
    pub winnable: Option<bool>,
    /// True if the level can be won with the thing and not without it; `None` if undecided.
    pub needed: Option<bool>,
    /// The chain of reasons.
    pub sentences: Vec<String>,
}

/// A thing that cannot be explained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unexplained {
    /// Unknown thing. The message lists the known ones.
    #[error("{0}")]
    Unknown(String),
    /// The level cannot be played.
    #[error(transparent)]
    Unplayable(#[from] Unplayable),
}

/// Explains why a thing is needed.
///
/// `thing` is a name that `--without` takes, `lock:N` or `room:ID`. A bare name is that of a symbol, else of a room,
/// else of the only pick-up of its kind (`bombs`, `key`, `boss_key`, `key_item`). The limit on states applies to each
/// of the two searches, the time limit to both together.
///
/// # Errors
/// [`Unexplained`] for an unknown name, or a level that cannot be played.
///
/// ```
/// use quandary_level::hint::explain::explain;
/// let level = quandary_level::formats::text::read("######\n#@k+*#\n######\n")?;
/// let explained = explain(&level, &Default::default(), "item:1,2", &Default::default())?;
/// assert_eq!(explained.needed, Some(true));
/// assert!(explained.sentences[1].ends_with("it asks for a small key."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(
    level: &Level,
    rules: &Rules,
    thing: &str,
    limits: &Limits<'_>,
) -> Result<Explanation, Unexplained> {
    let begin = Instant::now();
    let thing = &full_name(level, thing)?;
    let changed = without(level, rules, thing)?;
    let game = Game::of(level, rules)?;
    let (steps, plan, cost) = match game.outlook(limits) {
        Outlook::Winnable { steps, plan, cost, .. } => (steps, plan, cost),
        Outlook::Lost => {
            let sentence = format!("The level cannot be won, with {thing} or without.");
            return Ok(explanation(thing, Some(false), Some(false), sentence));
        }
        Outlook::Unknown(limit) => {
            return Ok(explanation(thing, None, None, undecided(thing, limit)));
        }
    };
    let mut other = Game::of(&changed, rules)?;
    match other.outlook(&limits.since(begin)) {
        Outlook::Winnable { cost: dearer, optimal, .. } => {
            let sentence = not_needed(thing, cost, dearer, optimal);
            return Ok(explanation(thing, Some(true), Some(false), sentence));
        }
        Outlook::Unknown(limit) => {
            return Ok(explanation(thing, Some(true), None, undecided(thing, limit)));
        }
        Outlook::Lost => {}
    }
    let first = format!("{thing} is needed: without it the level cannot be won.");
    let mut explained = explanation(thing, Some(true), Some(true), first);
    let (from, end) = match other.follow(&steps) {
        // The walk stops at the refused step.
        Err(stopped) if is_held(thing) => (stopped.index, format!(": {}", stopped.reason)),
        Err(stopped) => (stopped.index, String::new()),
        Ok(()) => (steps.len(), ", and nothing is won there".to_owned()),
    };
    let place = at(level, other.position());
    explained.sentences.push(format!("Without it, a cheapest way to win ends {place}{end}."));
    explained.sentences.extend(chain(level, &game.aims(&plan), from));
    Ok(explained)
}

/// True for a thing that a player takes or sets, not a place that a player passes.
fn is_held(thing: &str) -> bool {
    ["item:", "symbol:", "toggle:", "plate:"].iter().any(|kind| thing.starts_with(kind))
}

fn explanation(
    thing: &str,
    winnable: Option<bool>,
    needed: Option<bool>,
    sentence: String,
) -> Explanation {
    Explanation { thing: thing.to_owned(), winnable, needed, sentences: vec![sentence] }
}

fn undecided(thing: &str, limit: Limit) -> String {
    format!("Whether {thing} is needed was not found out: {limit} came first.")
}

fn not_needed(thing: &str, with: Cost, without: Cost, is_least: bool) -> String {
    let most = if is_least { "" } else { "at most " };
    let cost = match without == with {
        true => format!("at the same cost, {with}"),
        false => format!("at a cost of {most}{without} in place of {with}"),
    };
    format!("{thing} is not needed: without it the level is won {cost}.")
}

/// The aims of a plan from a step on, up to the goal, within the remaining sentences.
fn chain(level: &Level, aims: &[Aim], from: usize) -> Vec<String> {
    let mut links = Vec::new();
    let mut next = from;
    while let Some(aim) = aims.iter().find(|aim| aim.step >= next) {
        next = match aim.purpose {
            Purpose::Lock { step, .. } => step.max(aim.step + 1),
            _ => aim.step + 1,
        };
        links.push(aim);
    }
    let most = MOST_SENTENCES - 2;
    let (shown, end) = match links.split_last() {
        Some((end, others)) if links.len() > most => (&others[..most - 1], Some(*end)),
        _ => (&links[..], None),
    };
    let mut sentences: Vec<String> = shown.iter().map(|aim| link(level, aim)).collect();
    sentences.extend(end.map(|end| {
        let left = (links.len() - 1 - shown.len()) as u64;
        let things = diagnostics::counted(left, "thing", "things");
        format!(
            "After {things} more it comes to its end {}, and wins.",
            at(level, end.record.position)
        )
    }));
    sentences
}

fn link(level: &Level, aim: &Aim) -> String {
    let command = command(level, aim);
    let why = match &aim.purpose {
        Purpose::Win if aim.thing != Goal::Win => ", without which nothing is won".to_owned(),
        Purpose::Win | Purpose::Way => String::new(),
        Purpose::Lock { at: place, asks, .. } => {
            let asks: Vec<String> = asks.iter().map(|&asked| want(level, asked)).collect();
            format!(": the way {} asks for {}", at(level, *place), asks.join(" and "))
        }
    };
    format!("From there it has to {command}{why}.")
}

/// The prefixes of full names.
const KINDS: [&str; 9] =
    ["item", "symbol", "toggle", "block", "plate", "door", "passage", "lock", "room"];

/// The full name of a thing. A bare name is that of a symbol, else of a room, else of the only pick-up of its kind. If
/// several pick-ups match, or the name resembles a known one, the error lists the candidates.
fn full_name(level: &Level, thing: &str) -> Result<String, Unexplained> {
    let kind = thing.split_once(':').map(|(kind, _)| kind);
    if kind.is_some_and(|kind| KINDS.contains(&kind)) {
        return Ok(thing.to_owned());
    }
    let graph = &level.graph;
    if graph.symbols.iter().any(|name| name == thing) {
        return Ok(format!("symbol:{thing}"));
    }
    if graph.nodes.iter().any(|node| node.id.bare() == thing) {
        return Ok(format!("room:{thing}"));
    }
    let kind = PICKUPS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(thing));
    let found = kind.map(|(_, tile)| pickups(level, tile)).unwrap_or_default();
    if let Some((one, others)) = found.split_first() {
        if others.is_empty() {
            return Ok(one.clone());
        }
        let listed = found.iter().take(MOST_LISTED).cloned().collect::<Vec<_>>().join(", ");
        let said = format!("there are {} of {thing:?}; ask about one: {listed}", found.len());
        return Err(Unexplained::Unknown(said));
    }
    let rooms = graph.nodes.iter().map(|node| node.id.bare());
    let bare: Vec<String> = graph.symbols.iter().cloned().chain(rooms).collect();
    match diagnostics::nearest(thing, &bare) {
        Some(_) => {
            let known = bare.iter().take(MOST_LISTED);
            Err(Unexplained::Unknown(diagnostics::unknown("thing", thing, known)))
        }
        None => Ok(thing.to_owned()),
    }
}

/// The tiles of pick-ups, by the names that the rules use.
const PICKUPS: [(&str, Tile); 5] = [
    ("bombs", Tile::ItemMinor),
    ("item_minor", Tile::ItemMinor),
    ("key", Tile::KeySmall),
    ("boss_key", Tile::KeyBoss),
    ("key_item", Tile::KeyItem),
];

/// The full names of all pick-ups of a kind on tiles.
fn pickups(level: &Level, tile: Tile) -> Vec<String> {
    let cells = level.tiles.iter().flat_map(|tiles| tiles.holding(tile).map(move |at| (tiles, at)));
    cells.map(|(tiles, cell)| format!("item:{}", what_if::place(tiles, cell))).collect()
}

/// The level with the cells of a lock replaced by walls. An unknown name gives an error that lists the locks.
fn without_lock(level: &Level, name: &str) -> Result<Level, Unexplained> {
    let mut changed = level.clone();
    let mut named = (0..level.locks().len()).map(|lock| format!("lock:{lock}"));
    let Some(lock) = named.clone().position(|known| known == name) else {
        let all = named.by_ref().take(MOST_LISTED);
        return Err(Unexplained::Unknown(diagnostics::unknown("thing", name, all)));
    };
    changed.set_tile(&level.locks()[lock].cells, Tile::Wall);
    Ok(changed)
}

fn without(level: &Level, rules: &Rules, thing: &str) -> Result<Level, Unexplained> {
    if thing.starts_with("lock:") {
        return without_lock(level, thing);
    }
    let Some(id) = thing.strip_prefix("room:") else {
        let asked = WhatIf { without: vec![thing.to_owned()], ..WhatIf::default() };
        return asked.of(level, rules).map_err(|error| Unexplained::Unknown(error.to_string()));
    };
    let mut nodes = (0..).zip(&level.graph.nodes);
    let rooms = level.graph.nodes.iter().map(|node| format!("room:{}", node.id.bare()));
    match nodes.find(|(_, node)| node.id.bare() == id) {
        Some((node, _)) => Ok(without_room(level, node)),
        None => {
            Err(Unexplained::Unknown(diagnostics::unknown("thing", thing, rooms.take(MOST_LISTED))))
        }
    }
}

/// The level without a room: its cells, except for the start, are walls, and its edges are removed.
fn without_room(level: &Level, node: NodeIndex) -> Level {
    let mut changed = level.clone();
    changed.graph.edges.retain(|edge| edge.from != node && edge.to != node);
    let start = level.tiles.as_ref().and_then(Tiles::start_cell);
    let cells = level.rectangle(node).into_iter().flat_map(Room::cells);
    changed.set_tile(&cells.filter(|cell| Some(*cell) != start).collect::<Vec<_>>(), Tile::Wall);
    changed
}

//! Tables of the words that commands begin with: each game has one.
//!
//! Invariant: the help is made of the same table that commands are read by.

use super::names::Candidate;
use super::reply::list;
use crate::layout::Direction;
use std::sync::OnceLock;

/// A verb, its words (the first is the one that is told), what follows it, and what it does.
pub(crate) type Row<V> = (V, &'static [&'static str], &'static str, &'static str);

/// The letter of a direction.
pub(crate) const fn letter(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "n",
        Direction::South => "s",
        Direction::East => "e",
        Direction::West => "w",
        Direction::Up => "u",
        Direction::Down => "d",
    }
}

/// The six directions as they can be named.
pub(crate) fn directions() -> &'static [Candidate<Direction>] {
    static DIRECTIONS: OnceLock<[Candidate<Direction>; 6]> = OnceLock::new();
    DIRECTIONS
        .get_or_init(|| Direction::ALL.map(|way| Candidate::new(way, way.name(), &[letter(way)])))
}

/// The verbs of a table by their words, and those that are a direction alone.
pub(crate) fn verbs<V: Copy>(rows: &[Row<V>], walk: fn(Direction) -> V) -> Vec<Candidate<V>> {
    let verbs = rows.iter().map(|&(verb, words, ..)| {
        let (first, others) = words.split_first().unwrap_or((&"", &[]));
        Candidate::new(verb, *first, others)
    });
    let walks = Direction::ALL.into_iter();
    let walks = walks.map(|way| Candidate::new(walk(way), way.name(), &[letter(way)]));
    verbs.chain(walks).collect()
}

/// The list of commands.
pub(crate) fn help<V>(rows: &[Row<V>]) -> Vec<String> {
    let lines = rows.iter().map(|(_, words, rest, what)| {
        let first = words.first().unwrap_or(&"");
        format!("  {:28}{what}", format!("{first} {rest}"))
    });
    let tail =
        "Names may be shortened to what is unlike the others; case and accents do not matter.";
    lines.chain([tail.to_owned()]).collect()
}

/// The names of all verbs, in words.
pub(crate) fn known<V>(rows: &[Row<V>]) -> String {
    let firsts = rows.iter().filter_map(|(_, words, ..)| words.first());
    let names: Vec<String> = firsts.map(|&word| word.to_owned()).collect();
    list(&names, "and")
}

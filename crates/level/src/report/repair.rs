//! Repairs of losable levels: as JSON and in words.

use super::place::Place;
use super::proved::proved;
use super::text::{Terms, at, ended_by};
use crate::check::repair::{MOST_CHANGES, Mend, Outcome};
use crate::model::graph::NodeIndex;
use crate::model::level::Level;
use crate::rules::Position;
use serde::Serialize;
use std::fmt::Write as _;

/// The answer to the question for a repair.
#[derive(Serialize)]
pub(crate) struct Mending<'a> {
    outcome: &'static str,
    /// The changes, if they were found.
    changes: Option<Vec<Mended<'a>>>,
    /// True if it is proved that no repair is smaller.
    smallest: bool,
}

/// A change of a level.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Mended<'a> {
    /// An edge made two-way.
    TwoWay { between: [Place<'a>; 2] },
    /// A pick-up laid.
    Add { at: Place<'a>, content: String },
    /// A lock made free.
    Free { thing: &'a str },
    /// A pick-up moved.
    Move { from: Place<'a>, to: Place<'a>, content: String },
    /// A rule added.
    Rule { rule: &'static str },
}

/// The rule under which blocks return.
const RESET: &str = "blocks=reset";

impl<'a> Mending<'a> {
    /// The JSON of an answer about a level.
    pub(crate) fn new(level: &'a Level, outcome: &'a Outcome) -> Self {
        let (changes, smallest) = match outcome {
            Outcome::Mended(repair) => {
                let changes = repair.changes.iter().map(|change| Mended::new(level, change));
                (Some(changes.collect()), repair.smallest)
            }
            _ => (None, false),
        };
        let outcome = match outcome {
            Outcome::Mended(_) => "mended",
            Outcome::Needless => "unlosable",
            Outcome::NotWinnable => "not_winnable",
            Outcome::Impossible => "impossible",
            Outcome::Unknown(_) => "unknown",
        };
        Self { outcome, changes, smallest }
    }
}

impl<'a> Mended<'a> {
    fn new(level: &'a Level, change: &'a Mend) -> Self {
        let place = |position: &Position| Place::of(level, *position);
        let content = |content: &_| level.graph.content_name(*content);
        match change {
            Mend::TwoWay(edge) => {
                Mended::TwoWay { between: ends(level, *edge).map(|node| Place::node(level, node)) }
            }
            Mend::Add(at, held) => Mended::Add { at: place(at), content: content(held) },
            Mend::Free(lock) => Mended::Free { thing: &lock.name },
            Mend::Move { from, to, content: held } => {
                Mended::Move { from: place(from), to: place(to), content: content(held) }
            }
            Mend::Reset => Mended::Rule { rule: RESET },
        }
    }

    fn words(&self) -> String {
        match self {
            Mended::TwoWay { between: [from, to] } => {
                format!("make the edge from {from} to {to} two-way")
            }
            Mended::Add { at: place, content } => format!("add {content} {} {place}", at(place)),
            Mended::Free { thing } => format!("free {thing}"),
            Mended::Move { from, to, content } => {
                format!("move {content} from {from} to {to}")
            }
            Mended::Rule { rule } => format!("play by --rule {rule}"),
        }
    }
}

/// The ends of an edge.
fn ends(level: &Level, edge: u32) -> [NodeIndex; 2] {
    let edge = level.graph.edges.get(edge as usize);
    edge.map_or([NodeIndex::MAX; 2], |edge| [edge.from, edge.to])
}

/// Text of the answer to the question for a repair.
pub fn text(level: &Level, terms: Terms<'_>, outcome: &Outcome) -> String {
    let mut text = String::new();
    _ = match outcome {
        Outcome::Mended(repair) => {
            let words = repair.changes.iter().map(|change| Mended::new(level, change).words());
            let kind = match repair.smallest {
                true => "smallest repair",
                false => "a repair, perhaps not the smallest",
            };
            writeln!(text, "{kind}: {}", words.collect::<Vec<_>>().join(", and "))
        }
        Outcome::Needless => writeln!(text, "repair: nothing is to be mended, for it is unlosable"),
        Outcome::NotWinnable => writeln!(
            text,
            "repair: only a level that can be won is mended; what would make it winnable is said after \"why not\""
        ),
        Outcome::Impossible => {
            let proved = proved(None);
            writeln!(text, "repair: no {MOST_CHANGES} changes or fewer make it unlosable {proved}")
        }
        Outcome::Unknown(limit) => {
            writeln!(text, "repair: not found within the limits: {}", ended_by(*limit, terms))
        }
    };
    text
}

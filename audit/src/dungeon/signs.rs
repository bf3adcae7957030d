//! The names that a level has for rooms, keys and puzzles.

use crate::category::Style;
use crate::read::area::Puzzle;

/// The symbol that a key of an area is where keys have names.
pub(crate) fn key(name: &str) -> String {
    format!("symbol:{name}")
}

/// The requirement of the passage of a puzzle.
pub(crate) fn puzzle(puzzle: &Puzzle, style: Style) -> String {
    match (&puzzle.required_key, style) {
        (Some(_), Style::Small) => "key_locked".to_owned(),
        (Some(name), Style::Named) => key(name),
        (None, _) => format!("symbol:solved {}", puzzle.name),
    }
}

/// The name of a room's node.
pub(crate) fn node([x, y, z]: [i64; 3]) -> String {
    format!("{x},{y},{z}")
}

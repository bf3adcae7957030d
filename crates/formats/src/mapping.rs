//! The table of what the names of a foreign file mean, as TOML: what `quandary map` writes, and `--map` reads.
//!
//! The table has each name of the file: with its meaning where one is known or guessed, and as a line to fill in where
//! nothing is known.

use crate::import::{Basis, ForeignName};
use std::fmt::Write as _;

/// A name with the number of its uses: `layer "Walls", 24 times, first in …`.
#[must_use]
pub fn described(found: &ForeignName) -> String {
    let ForeignName { name, kind, times, first, .. } = found;
    let times = diagnostics::counted(*times, "time", "times");
    let first = if first.is_empty() { String::new() } else { format!(", first {first}") };
    format!("{kind} {:?}, {times}{first}", diagnostics::short(name))
}

/// The table as TOML; `file` is the name of the file.
#[must_use]
pub fn table(file: &str, names: &[ForeignName]) -> String {
    let file = diagnostics::shown(file);
    let mut text = format!(
        "# What the names of {file} mean. Values are tiles (WALL, FLOOR, START, TRIFORCE, KEY_SMALL, DOOR_LOCKED, BLOCK,\n\
         # ...), several for one cell (\"BLOCK on TRIFORCE\"), \"lock needs=symbol:NAME\", \"key gives=symbol:NAME\", or\n\
         # \"nothing\". otherwise = \"FLOOR\" is for all names that are left out, empty = \"FLOOR\" for empty cells.\n"
    );
    for found in names.iter().filter(|found| found.kind != "place") {
        let why = match found.basis {
            Basis::Own | Basis::Given => String::new(),
            Basis::Guessed(why) => format!("; guessed: {why}"),
            Basis::Unknown => "; nothing says what it is".to_owned(),
        };
        let comment = diagnostics::shown(&(described(found) + &why)).into_owned();
        let fill = if found.basis == Basis::Unknown { "# " } else { "" };
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let (name, meaning) = (quoted(&found.name), quoted(&found.meaning.to_string()));
        let _ = writeln!(text, "\n# {comment}\n{fill}{name} = {meaning}");
    }
    text
}

//! The text form of a level: one character a tile, floors separated by a blank line.
//!
//! A drawing alone is a level. A header may stand before it: the name of the format, then a line for each
//! field, then a blank line. `legend` gives the characters, all other fields are written as in JSON:
//!
//! ```text
//! quandary/level/1
//! name: "Two rooms"
//! legend: # WALL  . FLOOR  @ START  * TRIFORCE
//! goals: [{"floor":0,"row":1,"col":3}]
//!
//! #####
//! #@..#
//! #####
//! ```
//!
//! The characters of a legend come on top of those of [`crate::model::tile::TILES`], or instead of them after the word
//! `only`; `SPACE` is a blank. Where the legend has a blank, short rows are filled with it, and a line of blanks alone
//! still ends a floor. Invariant: printing a level and reading it back gives an equal level.

mod header;
mod legend;
mod print;

pub use print::{draw, print};

use crate::formats::FORMAT;
use crate::formats::json::{RawLevel, ReadError, at, together};
use crate::model::grid::Grid;
use crate::model::level::Level;
use crate::model::tile::Tile;
use header::{field, json};
use legend::{legend, unknown};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The most tiles of a floor that short rows are filled up to.
const MOST_FILLED: usize = 1 << 26;

/// Reads a level.
///
/// # Errors
/// The fault of the text, with its line and column or its field.
///
/// ```
/// let level = quandary_level::formats::text::read("#####\n#@.*#\n#####\n")?;
/// let printed = quandary_level::formats::text::print(&level);
/// assert_eq!(quandary_level::formats::text::read(&printed)?, level);
/// # Ok::<(), quandary_level::formats::json::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Level, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().enumerate().peekable();
    let mut fields = BTreeMap::new();
    if lines.next_if(|(_, line)| line.trim_end() == FORMAT).is_some() {
        for (number, line) in lines.by_ref() {
            if line.trim().is_empty() {
                break;
            }
            field(number, line, &mut fields)?;
        }
    }
    let floors = floors(lines, &legend(fields.get("legend"))?)?;
    let raw = RawLevel {
        format: FORMAT.to_owned(),
        name: json(&fields, "name")?,
        graph: json(&fields, "graph")?,
        provenance: json(&fields, "provenance")?,
        floors: None,
        start: json(&fields, "start")?,
        goals: json(&fields, "goals")?,
        rooms: json(&fields, "rooms")?,
        marks: json(&fields, "marks")?,
        locks: json(&fields, "locks")?,
        plates: json(&fields, "plates")?,
        win: json(&fields, "win")?,
        rules: json(&fields, "rules")?,
    };
    if !floors.is_empty() {
        return together(raw, Some(floors));
    }
    if let Some(field) = raw.over_tiles() {
        let message = "is for levels that have floors, and none is drawn".to_owned();
        return Err(ReadError::Field { field: field.to_owned(), message });
    }
    if raw.graph.is_none() {
        return Err(at(0, 0, "nothing is drawn, and there is no graph".to_owned()));
    }
    together(raw, None)
}

fn floors<'a>(
    lines: impl Iterator<Item = (usize, &'a str)>,
    legend: &FxHashMap<char, Tile>,
) -> Result<Vec<Grid>, ReadError> {
    let mut floors = Vec::new();
    let mut rows: Vec<Vec<Tile>> = Vec::new();
    let mut finish = |rows: &mut Vec<Vec<Tile>>, line: usize| {
        if rows.is_empty() {
            return Ok(());
        }
        let first = line - rows.len();
        if let Some(&blank) = legend.get(&' ') {
            fill(rows, blank);
        }
        let grid = Grid::of_rows(rows).map_err(|ragged| {
            at(first + ragged.row, ragged.found.min(ragged.expected), ragged.to_string())
        })?;
        rows.clear();
        floors.push(grid);
        Ok::<(), ReadError>(())
    };
    let mut end = 0;
    for (number, line) in lines {
        let line = line.trim_end();
        end = number + 1;
        if line.is_empty() {
            finish(&mut rows, number)?;
            continue;
        }
        let tile = |(column, letter): (usize, char)| {
            let tile = legend.get(&letter).copied();
            tile.ok_or_else(|| at(number, column, unknown(letter, legend)))
        };
        rows.push(line.chars().enumerate().map(tile).collect::<Result<_, _>>()?);
    }
    finish(&mut rows, end)?;
    Ok(floors)
}

/// Makes all rows as long as the longest: blanks at the end of a line are easily lost.
fn fill(rows: &mut [Vec<Tile>], blank: Tile) {
    let cols = rows.iter().map(Vec::len).max().unwrap_or(0);
    // If that would be too many tiles, they stay ragged, and are refused.
    if cols * rows.len() <= MOST_FILLED {
        rows.iter_mut().for_each(|row| row.resize(cols, blank));
    }
}

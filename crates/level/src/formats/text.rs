//! The text form of a level: one character per tile, floors separated by a blank line.
//!
//! A drawing alone is a level. A header may precede it: the name of the format, one line for each field, and a blank
//! line. `legend` defines the characters; all other fields are written as in JSON:
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
//! The characters of a legend extend those of [`crate::model::tile::TILES`], or replace them after the word `only`.
//! `SPACE` is a blank. If the legend has a blank, short rows are filled with it, and a line of blanks only still ends
//! a floor. Invariant: printing a level and reading it back gives an equal level.

use super::FORMAT;
use super::json::{Fields, RawLevel, ReadError, at, message, over, together};
use crate::model::{Cell, Grid, Level, TILES, Tile, Tiles, tile};
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt::Write as _;

/// The largest number of tiles of a floor whose short rows are filled.
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

/// Extends all rows to the length of the longest, because blanks at the end of a line are easily lost.
fn fill(rows: &mut [Vec<Tile>], blank: Tile) {
    let cols = rows.iter().map(Vec::len).max().unwrap_or(0);
    // If there would be too many tiles, the rows stay ragged and are rejected.
    if cols * rows.len() <= MOST_FILLED {
        rows.iter_mut().for_each(|row| row.resize(cols, blank));
    }
}

// -------------------------------------------------------------------------------------------------
// The header of a drawing: a line for each field.

/// The fields of a header, in the order in which they are printed.
const FIELDS: [&str; 12] = [
    "name",
    "legend",
    "start",
    "goals",
    "rooms",
    "marks",
    "locks",
    "plates",
    "graph",
    "win",
    "rules",
    "provenance",
];

/// A line of the header: its position, and the text after its name.
struct Field<'a> {
    line: usize,
    column: usize,
    value: &'a str,
}

/// Reads a line of the header.
fn field<'a>(
    line: usize,
    text: &'a str,
    fields: &mut BTreeMap<&'static str, Field<'a>>,
) -> Result<(), ReadError> {
    let Some((name, rest)) = text.split_once(':') else {
        let known = FIELDS.join(", ");
        let message = format!("a line of the header is FIELD: VALUE; known are {known}");
        return Err(at(line, 0, message));
    };
    let Some(&name) = FIELDS.iter().find(|known| **known == name.trim()) else {
        return Err(at(line, 0, diagnostics::unknown("field", name.trim(), FIELDS)));
    };
    let column = text.chars().count() - rest.trim_start().chars().count();
    let field = Field { line, column, value: rest.trim() };
    if fields.insert(name, field).is_some() {
        return Err(at(line, 0, format!("the field {name:?} stands twice")));
    }
    Ok(())
}

/// The value of a field that is written as in JSON.
fn json<T: DeserializeOwned>(
    fields: &BTreeMap<&'static str, Field<'_>>,
    name: &'static str,
) -> Result<Option<T>, ReadError> {
    let Some(field) = fields.get(name) else { return Ok(None) };
    let mut json = serde_json::Deserializer::from_str(field.value);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = match error.path().to_string() {
            path if path == "." => name.to_owned(),
            path if path.starts_with('[') => format!("{name}{path}"),
            path => format!("{name}.{path}"),
        };
        json_error(field, path, error.inner())
    })?;
    json.end().map_err(|error| json_error(field, name.to_owned(), &error))?;
    Ok(Some(value))
}

fn json_error(field: &Field<'_>, path: String, error: &serde_json::Error) -> ReadError {
    let column = field.column + error.column();
    ReadError::Json { line: field.line + 1, column, field: path, message: message(error) }
}

// -------------------------------------------------------------------------------------------------
// The characters of a drawing, and their tiles.

/// The word before a legend that replaces the default characters.
const ONLY: &str = "only";
/// The word for a blank in a legend.
const SPACE: &str = "SPACE";

/// The tile of each character: those of a legend, which lists characters and names separated by blanks, and the
/// default ones.
fn legend(field: Option<&Field<'_>>) -> Result<FxHashMap<char, Tile>, ReadError> {
    let mut legend: FxHashMap<char, Tile> =
        TILES.iter().map(|&(tile, _, letter)| (letter, tile)).collect();
    let Some(field) = field else { return Ok(legend) };
    let mut own = FxHashMap::default();
    let mut words = field.value.split_whitespace().peekable();
    if words.next_if_eq(&ONLY).is_some() {
        legend.clear();
    }
    while let Some(word) = words.next() {
        let place = |word: &str| {
            let before = word.as_ptr() as usize - field.value.as_ptr() as usize;
            field.column + field.value.get(..before).map_or(0, |text| text.chars().count())
        };
        let mut letters = if word == SPACE { " " } else { word }.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            let message = format!("{word:?} is not one character; a legend is CHARACTER NAME …");
            return Err(at(field.line, place(word), message));
        };
        let name = words.next().unwrap_or("");
        let tile = Tile::from_name(name).ok_or_else(|| {
            let message = diagnostics::unknown("tile", name, tile::names());
            at(field.line, place(word), message)
        })?;
        if own.insert(letter, tile).is_some() {
            return Err(at(field.line, place(word), format!("{letter:?} stands twice")));
        }
    }
    legend.extend(own);
    Ok(legend)
}

/// The message for a character that is not in the legend.
fn unknown(letter: char, legend: &FxHashMap<char, Tile>) -> String {
    let known = TILES.iter().flat_map(|&(tile, name, usual)| {
        let mut letters: Vec<char> =
            legend.iter().filter(|(_, t)| **t == tile).map(|(c, _)| *c).collect();
        letters.sort_unstable_by_key(|&letter| (letter != usual, letter));
        letters.into_iter().map(move |letter| match letter {
            ' ' => format!("{SPACE} {name}"),
            letter => format!("{letter} {name}"),
        })
    });
    let known: Vec<_> = known.collect();
    format!("{letter:?} stands for no tile; known are {}", known.join(", "))
}

// -------------------------------------------------------------------------------------------------
// A level as a drawing.

/// Prints a level: a header, then the floors.
#[must_use]
pub fn print(level: &Level) -> String {
    let mut header = Header(format!("{FORMAT}\n"));
    if let Some(name) = &level.name {
        let Ok(()) = header.field("name", name);
    }
    if let Some(tiles) = &level.tiles {
        header.line("legend", &used(tiles));
    }
    let Ok(()) = over(level, &mut header);
    let Header(mut text) = header;
    for grid in level.tiles.iter().flat_map(|tiles| &tiles.floors) {
        text.push('\n');
        text += &draw(grid, |_, tile| tile.letter());
    }
    text
}

/// The lines before a drawing.
struct Header(String);

impl Header {
    fn line(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.0, "{name}: {value}");
    }
}

impl Fields for Header {
    type Error = Infallible;

    fn field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Infallible> {
        self.line(name, &serde_json::to_string(value).unwrap_or_default());
        Ok(())
    }
}

/// The drawing of a floor, with a character for each cell; the floor number of the cells is 0.
#[must_use]
pub fn draw(grid: &Grid, letter: impl Fn(Cell, Tile) -> char) -> String {
    let mut text = String::new();
    for (row, tiles) in (0..).zip(grid.iter_rows()) {
        text.extend((0..).zip(tiles).map(|(col, &tile)| letter(Cell::new(0, row, col), tile)));
        text.push('\n');
    }
    text
}

/// The legend for the tiles of a level.
fn used(tiles: &Tiles) -> String {
    let there = |tile: Tile| tiles.holding(tile).next().is_some();
    let used = TILES.iter().filter(|(tile, ..)| there(*tile));
    used.map(|(_, name, letter)| format!("{letter} {name}")).collect::<Vec<_>>().join("  ")
}

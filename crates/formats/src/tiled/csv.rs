//! A layer that Tiled exports as numbers (`.csv`): a line for each row, and -1 for an empty cell. A tile with the
//! property `name` has this name instead of its number.
//!
//! The file does not say what the numbers mean, so the table of names does: `"5" = "WALL"`.

use super::raw::unturned;
use super::{Read, TiledError, check_cells, wrong};
use crate::aliases::{Aliases, Empty, FloorBuilder, Notes, ours};
use crate::guess;
use crate::import::{Basis, ForeignName, ForeignNames, floor, named};
use level::formats::json::{LevelBuilder, ReadError};
use level::model::grid::Cell;
use level::model::level::{Plate, Tiles};
use level::model::tile::Tile;
use rustc_hash::FxHashMap;

/// The number of an empty cell.
const EMPTY: &str = "-1";

/// True if a text is rows of numbers between commas, of one length.
pub(super) fn is(text: &str) -> bool {
    let is_plain =
        |byte: u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || b",-".contains(&byte);
    text.bytes().all(is_plain)
        && is_rows(text)
        && cells(text).all(|cell| cell.parse::<i64>().is_ok())
}

/// True if a text is rows of numbers or names between commas, of one length.
#[must_use]
pub fn is_rows(text: &str) -> bool {
    let is_of_other = |letter: char| matches!(letter, '{' | '[' | '<' | '"' | '=');
    let mut rows = rows(text).map(|(_, row)| row.split(',').count());
    let first = rows.next().unwrap_or(0);
    first > 1 && !text.contains(is_of_other) && rows.all(|cells| cells == first)
}

/// The rows, each with the number of its line.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let rows = text.lines().enumerate().map(|(line, row)| (line + 1, row.trim()));
    rows.filter(|(_, row)| !row.is_empty())
        .map(|(line, row)| (line, row.strip_suffix(',').unwrap_or(row)))
}

fn cells(text: &str) -> impl Iterator<Item = &str> {
    rows(text).flat_map(|(_, row)| row.split(',').map(str::trim))
}

/// The name of a cell: its number without the bits for flips and rotations.
fn name(cell: &str) -> String {
    cell.parse::<u32>().map_or_else(|_| cell.to_owned(), |number| unturned(number).to_string())
}

/// The meaning of a number or a name.
fn meaning(name: &str, aliases: &Aliases) -> ForeignName {
    let found = |meaning, basis| named("number", name, meaning, basis);
    if let Some(meaning) = aliases.meaning(name) {
        return found(meaning.clone(), Basis::Given);
    }
    let is_number = name.parse::<i64>().is_ok();
    if let Some(tile) = ours(name).filter(|_| !is_number) {
        return found(tile.into(), Basis::Own);
    }
    if let Some(meaning) = aliases.otherwise() {
        return found(meaning.clone(), Basis::Given);
    }
    match guess::of_tiles(name) {
        Some(meaning) => found(meaning, Basis::Guessed("its name")),
        None => found(floor(), Basis::Unknown),
    }
}

/// Reads a layer as a level of one floor.
///
/// # Errors
/// A row of another length than the first; too many cells; a place that is not on the floor.
pub(super) fn read(text: &str, aliases: &Aliases) -> Result<Read, TiledError> {
    let cols = rows(text).next().map_or(0, |(_, row)| row.split(',').count());
    let many = rows(text).count();
    check_cells((many as u64).saturating_mul(cols as u64), "layer")?;
    let mut drawn =
        FloorBuilder::filled(many as u32, cols as u32, aliases.empty().unwrap_or_default());
    let (mut names, mut more) = (ForeignNames::default(), Vec::new());
    let mut known: FxHashMap<&str, ForeignName> = FxHashMap::default();
    for (row, (line, cells)) in (0..).zip(rows(text)) {
        let found = cells.split(',').count();
        if found != cols {
            let found = diagnostics::counted(found as u64, "cell", "cells");
            return Err(wrong(
                format!("line {line}"),
                format!("has {found}; the first row has {cols}"),
            ));
        }
        for (col, cell) in (0..).zip(cells.split(',').map(str::trim)) {
            if cell == EMPTY {
                continue;
            }
            let found = known.entry(cell).or_insert_with(|| meaning(&name(cell), aliases));
            names.used(found, || format!("row {row}, column {col}"));
            if found.meaning.is_nothing() {
                continue;
            }
            if found.meaning.plain().is_none() {
                more.push((Cell::new(0, row, col), found.clone()));
            }
            drawn.set(row, col, found.meaning.tile().unwrap_or(Tile::Floor));
        }
    }
    level(drawn, &more, names, aliases)
}

/// The level of a floor.
fn level(
    drawn: FloorBuilder,
    more: &[(Cell, ForeignName)],
    mut names: ForeignNames,
    aliases: &Aliases,
) -> Result<Read, TiledError> {
    let in_level = |error: ReadError| {
        let (ReadError::Json { field, message, .. } | ReadError::Field { field, message }) = error;
        wrong(field, message)
    };
    let mut notes = Notes::default();
    if aliases.empty().is_none() {
        let mut empty = Empty::default();
        empty.count(&drawn, "the layer");
        empty.note("floors").into_iter().for_each(|note| notes.add(note));
    }
    let mut builder = LevelBuilder::default();
    let mut tiles = Tiles { floors: vec![drawn.grid], ..Tiles::default() };
    for name in aliases.plates() {
        builder.names().add_plate(name);
        tiles.plates.push(Plate { cells: Vec::new(), gives: None });
    }
    for (cell, found) in more {
        let put = found.meaning.put(&[*cell], &mut tiles, &mut builder);
        put.map_err(|message| wrong(format!("--map: {:?}", found.name), message))?;
    }
    aliases.place(&mut tiles, &[]).map_err(in_level)?;
    guess::start(&mut tiles, &[], &mut names);
    let names = names.list();
    let used = names.iter().map(|found| found.name.as_str());
    aliases.unused(used, "no number of the layer").into_iter().for_each(|note| notes.add(note));
    builder.set_tiles(tiles);
    let level = builder.level(None, None).map_err(in_level)?;
    Ok(Read { level, notes: notes.list(), names })
}

//! A level as a drawing.

use crate::formats::FORMAT;
use crate::formats::json::{Fields, over};
use crate::model::grid::{Cell, Grid};
use crate::model::level::{Level, Tiles};
use crate::model::tile::{TILES, Tile};
use serde::Serialize;
use std::convert::Infallible;
use std::fmt::Write as _;

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

/// A floor as it is drawn, with a character for each cell; the cell's floor is 0.
#[must_use]
pub fn draw(grid: &Grid, letter: impl Fn(Cell, Tile) -> char) -> String {
    let mut text = String::new();
    for (row, tiles) in (0..).zip(grid.iter_rows()) {
        text.extend((0..).zip(tiles).map(|(col, &tile)| letter(Cell::new(0, row, col), tile)));
        text.push('\n');
    }
    text
}

/// The legend of the tiles that a level has.
fn used(tiles: &Tiles) -> String {
    let there = |tile: Tile| tiles.holding(tile).next().is_some();
    let used = TILES.iter().filter(|(tile, ..)| there(*tile));
    used.map(|(_, name, letter)| format!("{letter} {name}")).collect::<Vec<_>>().join("  ")
}

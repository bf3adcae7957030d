//! A level as a drawing.

use crate::formats::FORMAT;
use crate::formats::json::{Asked, Conditions, Locks, Marks, Plates, Rooms};
use crate::model::grid::{Cell, Grid};
use crate::model::level::{Level, Tiles};
use crate::model::tile::{TILES, Tile};
use std::fmt::Write as _;

/// Prints a level: a header, then the floors.
#[must_use]
pub fn print(level: &Level) -> String {
    let mut text = format!("{FORMAT}\n");
    let mut line = |name: &str, value: &dyn Fn() -> serde_json::Result<String>| {
        let _ = writeln!(text, "{name}: {}", value().unwrap_or_default());
    };
    if let Some(name) = &level.name {
        line("name", &|| serde_json::to_string(name));
    }
    if let Some(tiles) = &level.tiles {
        line("legend", &|| Ok(used(tiles)));
        if let Some(start) = &tiles.start {
            line("start", &|| serde_json::to_string(start));
        }
        if let Some(goals) = &tiles.goals {
            line("goals", &|| serde_json::to_string(goals));
        }
        if !tiles.rooms.is_empty() {
            line("rooms", &|| serde_json::to_string(&Rooms(tiles, &level.graph)));
        }
        if !tiles.marks.is_empty() {
            line("marks", &|| serde_json::to_string(&Marks(tiles, &level.graph)));
        }
        if !tiles.locks.is_empty() {
            line("locks", &|| serde_json::to_string(&Locks(tiles, &level.graph)));
        }
        if !tiles.plates.is_empty() {
            line("plates", &|| serde_json::to_string(&Plates(tiles, &level.graph)));
        }
    }
    if level.tiles.is_none() || !level.graph.nodes.is_empty() {
        line("graph", &|| serde_json::to_string(&level.graph));
    }
    if !level.win.is_empty() {
        line("win", &|| serde_json::to_string(&Conditions(&level.win, &level.graph)));
    }
    if let Some(rules) = &level.rules {
        line("rules", &|| serde_json::to_string(&Asked(rules)));
    }
    if let Some(provenance) = &level.provenance {
        line("provenance", &|| serde_json::to_string(provenance));
    }
    for grid in level.tiles.iter().flat_map(|tiles| &tiles.floors) {
        text.push('\n');
        text += &draw(grid, |_, tile| tile.letter());
    }
    text
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

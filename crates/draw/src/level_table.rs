//! One floor as a virtual table has it under its tokens.
//!
//! Invariant: every cell has its place, counted from the corner of the floor, whatever is blank at its edges.

use super::level_places::{Places, SIDE};
use super::level_svg::define;
use super::level_tiles::Shown;
use super::look::Look;
use super::svg::{Svg, number};
use level::{Tile, Tiles};

/// One floor in a look, as a table has it under its tokens: every cell in its place from the corner on, and nothing on
/// the ground but what cannot be carried away. None where there is no such floor.
pub fn svg(tiles: &Tiles, floor: usize, look: &Look) -> Option<String> {
    let mut grid = tiles.floors.get(floor)?.clone();
    for row in 0..grid.rows() {
        for col in 0..grid.cols() {
            let tile = grid.get(row, col).unwrap_or_default();
            grid.set(row, col, on_table(tile));
        }
    }
    let (cols, rows) = (grid.cols(), grid.rows());
    let start = Some(tiles.start.unwrap_or_default());
    let alone = Tiles { floors: vec![grid], start, goals: Some(Vec::new()), ..Tiles::default() };
    let (places, shown) = (Places::of(&alone.floors), Shown::with(&alone, look));
    let (left, top) = places.floor(0);
    let mut svg = Svg::clear(f64::from(cols) * SIDE, f64::from(rows) * SIDE);
    define(&mut svg, look);
    svg.put(&format!("<g transform=\"translate({} {})\">\n", number(-left), number(-top)));
    shown.ground(&mut svg, &places);
    shown.things(&mut svg, &places);
    svg.put("</g>\n");
    Some(svg.finish())
}

/// A tile as a table has it: doors and tokens are the table's own, and a secret is not shown.
fn on_table(tile: Tile) -> Tile {
    match tile {
        Tile::DoorBomb => Tile::Wall,
        tile if tile.is_door() => Tile::DoorOpen,
        tile if tile.is_item() => Tile::Floor,
        Tile::Enemy | Tile::Boss | Tile::Start | Tile::Triforce => Tile::Floor,
        other => other,
    }
}

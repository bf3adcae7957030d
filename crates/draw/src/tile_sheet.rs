//! The picture of the tile set that goes with a map of Tiled: every tile as it is drawn in pictures of levels.
//!
//! Tile `n` stands where `level::tiled` says that it does. Each is drawn amid floor and cut out. Invariant: the same
//! bytes each time.

use super::level_places::{Places, SIDE};
use super::level_png;
use super::level_svg::define;
use super::level_tiles::Shown;
use super::look::PLAIN;
use super::svg::{Svg, number};
use anyhow::Result;
use level::formats::tiled::{COLUMNS, ROWS};
use level::{Grid, TILES, Tile, Tiles};

/// The picture, as PNG.
///
/// # Errors
/// When it cannot be drawn.
pub fn png() -> Result<Vec<u8>> {
    level_png::clear(&svg(), level::formats::tiled::SIDE as f32 / SIDE as f32)
}

fn svg() -> String {
    let mut svg = Svg::clear(f64::from(COLUMNS) * SIDE, f64::from(ROWS) * SIDE);
    define(&mut svg, &PLAIN);
    for (tile, ..) in TILES.into_iter().filter(|(tile, ..)| *tile != Tile::Void) {
        let number_of = u32::from(tile.id());
        let (x, y) = (f64::from(number_of % COLUMNS) * SIDE, f64::from(number_of / COLUMNS) * SIDE);
        let mut amid = Grid::filled(3, 3, Tile::Floor);
        amid.set(1, 1, tile);
        let tiles = Tiles { floors: vec![amid], ..Tiles::default() };
        let (places, shown) = (Places::of(&tiles.floors), Shown::of(&tiles));
        svg.put(&format!(
            "<svg x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" viewBox=\"{SIDE} {SIDE} {SIDE} {SIDE}\">\n",
            number(x),
            number(y),
        ));
        shown.ground(&mut svg, &places);
        shown.things(&mut svg, &places);
        svg.put("</svg>\n");
    }
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pixels;

    #[test]
    fn every_tile_stands_in_its_place() {
        let bytes = png().unwrap();
        assert_eq!(bytes, png().unwrap());
        let sheet = pixels::read(&bytes, 9999).unwrap();
        let side = level::formats::tiled::SIDE;
        assert_eq!((sheet.width, sheet.height), (COLUMNS * side, ROWS * side));
        let pixels = |id: u32| {
            let (left, top) = (id % COLUMNS * side, id / COLUMNS * side);
            let at = move |i: u32| (left + i % side, top + i / side);
            (0..side * side).map(|i| sheet.at(at(i).0, at(i).1).unwrap()).collect::<Vec<_>>()
        };
        let mut seen = std::collections::BTreeSet::new();
        for id in 0..COLUMNS * ROWS {
            let is_tile = Tile::from_id(id.into()).is_some_and(|tile| tile != Tile::Void);
            assert!(pixels(id).iter().all(|pixel| (pixel[3] == 255) == is_tile), "{id}");
            assert!(!is_tile || seen.insert(pixels(id)), "{id} looks like another");
        }
    }
}

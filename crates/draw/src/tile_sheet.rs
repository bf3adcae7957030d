//! The picture of the tile set that belongs to files for engines: every tile as on pictures of levels, in the plain
//! look or in the look of a family.
//!
//! The position of each tile is that of `formats::tiled`. Each tile is drawn surrounded by floor and cut out.
//! Invariant: the bytes are the same each time.

use super::level_picture::{Places, SIDE};
use super::level_svg::define;
use super::level_tiles::TileView;
use super::look::{Look, PLAIN};
use super::svg::{Svg, number};
use super::{level_png, look_of};
use anyhow::Result;
use dungeon::dungeon::rooms::Family;
use formats::tiled::{COLUMNS, IMAGE, ROWS};
use level::{Grid, TILES, Tile, Tiles};

/// The picture in the plain look, as PNG.
///
/// # Errors
/// When it cannot be rendered.
pub fn png() -> Result<Vec<u8>> {
    of_family(None, formats::tiled::SIDE)
}

/// The picture as PNG, in the look of a family or in the plain one, with `side` pixels for the side of a tile.
///
/// # Errors
/// When it cannot be rendered.
pub fn of_family(family: Option<Family>, side: u32) -> Result<Vec<u8>> {
    level_png::clear(&svg_of(family), side as f32 / SIDE as f32)
}

/// The picture as SVG.
pub(crate) fn svg_of(family: Option<Family>) -> String {
    match family {
        Some(family) => svg(&look_of::plain_of(family)),
        None => svg(&PLAIN),
    }
}

/// The file name of the picture of a family, or of the plain one.
#[must_use]
pub fn file(family: Option<Family>, side: u32) -> String {
    let family = family.map_or_else(String::new, |family| format!("-{}", family.name()));
    let side = if side == formats::tiled::SIDE { String::new() } else { format!("-{side}") };
    IMAGE.replace(".png", &format!("{family}{side}.png"))
}

/// All pictures: the file name, the family, and the pixels of a tile's side.
pub fn all() -> impl Iterator<Item = (String, Option<Family>, u32)> {
    let families = std::iter::once(None).chain(Family::ALL.into_iter().map(Some));
    families.flat_map(|family| {
        [formats::tiled::SIDE, 16].map(|side| (file(family, side), family, side))
    })
}

fn svg(look: &Look) -> String {
    let mut svg = Svg::clear(f64::from(COLUMNS) * SIDE, f64::from(ROWS) * SIDE);
    define(&mut svg, look);
    for (tile, ..) in TILES.into_iter().filter(|(tile, ..)| *tile != Tile::Void) {
        let number_of = u32::from(tile.id());
        let (x, y) = (f64::from(number_of % COLUMNS) * SIDE, f64::from(number_of / COLUMNS) * SIDE);
        let mut amid = Grid::filled(3, 3, Tile::Floor);
        amid.set(1, 1, tile);
        let tiles = Tiles { floors: vec![amid], ..Tiles::default() };
        let (places, view) = (Places::of(&tiles.floors), TileView::bare(&tiles, look));
        svg.put(&format!(
            "<svg x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" viewBox=\"{SIDE} {SIDE} {SIDE} {SIDE}\">\n",
            number(x),
            number(y),
        ));
        view.ground(&mut svg, &places);
        view.things(&mut svg, &places);
        svg.put("</svg>\n");
    }
    svg.finish()
}

/// One floor in a look, as background for a virtual table: not cropped, and without items, enemies and ends. None if
/// there is no such floor.
pub fn table(tiles: &Tiles, floor: usize, look: &Look) -> Option<String> {
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
    let (places, view) = (Places::of(&alone.floors), TileView::with(&alone, look));
    let (left, top) = places.floor(0);
    let mut svg = Svg::clear(f64::from(cols) * SIDE, f64::from(rows) * SIDE);
    define(&mut svg, look);
    svg.put(&format!("<g transform=\"translate({} {})\">\n", number(-left), number(-top)));
    view.ground(&mut svg, &places);
    view.things(&mut svg, &places);
    svg.put("</g>\n");
    Some(svg.finish())
}

/// The tile in that background. Doors are open and tokens are missing, because the table has its own; secret doors are
/// walls.
fn on_table(tile: Tile) -> Tile {
    match tile {
        Tile::DoorBomb => Tile::Wall,
        tile if tile.is_door() => Tile::DoorOpen,
        tile if tile.is_item() => Tile::Floor,
        Tile::Enemy | Tile::Boss | Tile::Start | Tile::Goal => Tile::Floor,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pixels;

    #[test]
    fn every_tile_stands_in_its_place() {
        let bytes = png().unwrap();
        assert_eq!(bytes, png().unwrap());
        assert_eq!(bytes, of_family(None, 32).unwrap());
        tells_apart(&bytes, 32);
    }

    #[test]
    fn every_family_has_a_look_of_its_own() {
        let mut seen = std::collections::BTreeSet::new();
        for family in Family::ALL {
            for side in [16, 32] {
                let bytes = of_family(Some(family), side).unwrap();
                tells_apart(&bytes, side);
                assert!(seen.insert(bytes), "{family:?}");
            }
        }
        assert_eq!(file(Some(Family::Temple), 16), "quandary-tiles-temple-16.png");
        assert_eq!(
            [file(None, 32), file(Some(Family::Cave), 32)],
            [IMAGE, "quandary-tiles-cave.png"]
        );
    }

    fn tells_apart(bytes: &[u8], side: u32) {
        let sheet = pixels::read(bytes, 9999).unwrap();
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

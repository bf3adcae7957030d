//! Prints a level as a Tiled map.
//!
//! Floors are side by side, each with a layer of tiles and a layer of objects. The numbers of objects give the order of
//! rooms, marks, locks and plates. Objects that only describe tiles, such as doors and keys, are limited to
//! `objects::MOST_SHOWN`; all others are printed.

mod objects;

use super::fields::{Fields, Props, array, rows};
use super::raw::list;
use super::{
    COLUMNS, IMAGE, ROWS, SIDE, TILE_SET, TiledError, Way, check_cells, check_size, wrong,
};
use crate::place::Thing;
use level::model::grid::Grid;
use level::model::level::{Level, Tiles};
use level::model::tile::{TILES, Tile};
use level::rules::Preset;
use objects::Objects;
use serde_json::{Map, Value, json};

/// The distance between two floors, in cells.
const BETWEEN: u64 = 2;

/// Prints a level as a map of Tiled, with an optional way drawn over it.
///
/// # Errors
/// When the level has no tiles, or is larger than a map that can be read back.
///
/// ```
/// let level = level::formats::text::read("#####\n#@.*#\n#####\n")?;
/// let map = quandary_formats::tiled::print(&level, None)?;
/// assert_eq!(quandary_formats::tiled::read(&map, &quandary_formats::tiled::Read::no_files)?.level, level);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn print(level: &Level, way: Option<&Way>) -> Result<String, TiledError> {
    print_with(level, way, IMAGE, &[])
}

/// Prints a level as a map of Tiled with a picture of the tiles. The fields of its things become properties of its
/// objects.
///
/// # Errors
/// As [`print()`].
pub fn print_with(
    level: &Level,
    way: Option<&Way>,
    image: &str,
    things: &[Thing],
) -> Result<String, TiledError> {
    let Some(tiles) = &level.tiles else {
        return Err(wrong("floors", "is missing; only levels with tiles are Tiled maps"));
    };
    let cols = tiles.floors.iter().map(Grid::cols).max().unwrap_or(0);
    let rows = tiles.floors.iter().map(Grid::rows).max().unwrap_or(0);
    let floors = tiles.floors.len() as u64;
    check_cells((u64::from(cols) * u64::from(rows)).saturating_mul(floors), "floors")?;
    let mut objects = Objects::on(tiles.floors.len());
    objects.level(tiles, &level.graph);
    if let Some(way) = way {
        objects.way(way);
    }
    objects.tell(things);
    let (next, objects) = (objects.next(), objects.floors());
    let mut layers = Vec::new();
    for (floor, (grid, objects)) in (0u32..).zip(tiles.floors.iter().zip(&objects)) {
        layers.push(tile_layer(floor, grid, (rows, cols)));
        layers.push(object_layer(floor, objects, cols));
    }
    let said = said(level).text("quandary", &rest(level, tiles).to_string());
    let map = Fields::default()
        .put("compressionlevel", -1)
        .put("height", rows)
        .put("infinite", false)
        .raw("layers", array(&layers))
        .put("nextlayerid", layers.len() + 1)
        .put("nextobjectid", next)
        .put("orientation", "orthogonal")
        .properties(&said)
        .put("renderorder", "right-down")
        .put("tiledversion", "1.10.2")
        .put("tileheight", SIDE)
        .raw("tilesets", array(&[tile_set(image)]))
        .put("tilewidth", SIDE)
        .put("type", "map")
        .put("version", "1.10")
        .put("width", cols);
    let text = map.lines() + "\n";
    check_size(&text)?;
    Ok(text)
}

/// The properties `win` and `rules`, if the level has them.
fn said(level: &Level) -> Props {
    let mut said = Props::default();
    if !level.win.is_empty() {
        let names: Vec<String> =
            level.win.iter().map(|&need| level.graph.requirement_name(need)).collect();
        said = said.text("win", &list(&names));
    }
    if let Some(rules) = &level.rules {
        let (preset, others) = rules.by_preset();
        let preset = Some(("preset", preset.name().to_owned()))
            .filter(|_| preset != Preset::default() || others.is_empty());
        let sets = preset.into_iter().chain(others).map(|(name, value)| format!("{name}={value}"));
        said = said.text("rules", &sets.collect::<Vec<_>>().join(", "));
    }
    said
}

/// The parts of a level that neither tiles nor objects show, for the property `quandary`.
fn rest(level: &Level, tiles: &Tiles) -> Value {
    let mut rest = Map::new();
    if let Some(name) = &level.name {
        rest.insert("name".to_owned(), json!(name));
    }
    if !level.graph.nodes.is_empty() {
        rest.insert("graph".to_owned(), json!(level.graph));
    }
    if tiles.goals.as_ref().is_some_and(Vec::is_empty) {
        rest.insert("goals".to_owned(), json!([]));
    }
    if let Some(provenance) = &level.provenance {
        rest.insert("provenance".to_owned(), json!(provenance));
    }
    Value::Object(rest)
}

fn tile_layer(floor: u32, grid: &Grid, (high, wide): (u32, u32)) -> String {
    let gid = |tile: Tile| if tile == Tile::Void { 0 } else { u32::from(tile.id()) + 1 };
    let cell = |row, col| grid.get(row, col).map_or(0, gid);
    let row = |row| (0..wide).map(|col| cell(row, col)).collect();
    let mut properties = Props::default();
    if grid.cols() != wide {
        properties = properties.int("cols", grid.cols().into());
    }
    properties = properties.int("floor", floor.into());
    if grid.rows() != high {
        properties = properties.int("rows", grid.rows().into());
    }
    let layer = Fields::default()
        .raw("data", rows((0..high).map(row)))
        .put("height", high)
        .put("id", 2 * floor + 1)
        .put("name", format!("floor {floor}"));
    place(layer, floor, wide)
        .properties(&properties)
        .put("type", "tilelayer")
        .put("visible", true)
        .put("width", wide)
        .put("x", 0)
        .put("y", 0)
        .lines()
}

fn object_layer(floor: u32, objects: &[String], wide: u32) -> String {
    let layer = Fields::default()
        .put("draworder", "topdown")
        .put("id", 2 * floor + 2)
        .put("name", format!("objects {floor}"))
        .raw("objects", array(objects));
    place(layer, floor, wide)
        .properties(&Props::default().int("floor", floor.into()))
        .put("type", "objectgroup")
        .put("visible", true)
        .put("x", 0)
        .put("y", 0)
        .lines()
}

/// Adds the offset of a floor in pixels.
fn place(layer: Fields, floor: u32, wide: u32) -> Fields {
    let offset = u64::from(floor) * (u64::from(wide) + BETWEEN) * u64::from(SIDE);
    let layer = if floor == 0 { layer } else { layer.put("offsetx", offset).put("offsety", 0) };
    layer.put("opacity", 1)
}

/// The tile set of this project: tile `n` is the tile of number `n`.
fn tile_set(image: &str) -> String {
    let tile = |(tile, name, _): &(Tile, &str, char)| {
        let properties = Props::default().text("tile", name);
        Fields::default().put("id", tile.id()).properties(&properties).line()
    };
    let tiles: Vec<String> = TILES.iter().map(tile).collect();
    Fields::default()
        .put("columns", COLUMNS)
        .put("firstgid", 1)
        .put("image", image)
        .put("imageheight", ROWS * SIDE)
        .put("imagewidth", COLUMNS * SIDE)
        .put("margin", 0)
        .put("name", TILE_SET)
        .put("spacing", 0)
        .put("tilecount", COLUMNS * ROWS)
        .put("tileheight", SIDE)
        .raw("tiles", array(&tiles))
        .put("tilewidth", SIDE)
        .lines()
}

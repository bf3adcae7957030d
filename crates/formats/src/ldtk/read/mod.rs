//! Reads levels of the editor LDtk (<https://ldtk.io>).
//!
//! Everything in a cell has a name: the identifier of a value of an `IntGrid` layer, the value of an enum with which a
//! tile of a `Tiles` layer is tagged, or the identifier of an entity. A table of [aliases](Aliases) gives the tile of
//! each name, or no meaning. Names of tiles need no alias, in upper or lower case. A value without an identifier is
//! called `LAYER.VALUE`. Layers cover each other in the order of the file, the first on top. An empty cell is VOID,
//! with a note, or the tile that the table gives for `empty`. An entity fills all cells that it covers by more than
//! half. A single-cell tile, such as a key, is placed in the cell that the editor states. Tiles that the editor's rules
//! draw are ignored, because they follow from values.
//!
//! A project that was written from a level is read as that level, whatever names it has besides: floors at different
//! depths, things as entities, and in the field `quandary` of its first level the data that no entity shows. An entity
//! with a value in the field `tile` describes a tile that is drawn and must agree with it. Entities with other names
//! are ignored.
//!
//! Invariant: no text causes a panic, and at most [`MOST_CELLS`] cells are read.

mod own;
mod raw;

use crate::aliases::{Aliases, Empty, FloorBuilder};
use crate::check_cells;
use crate::ways::{covered, is_one, within};
use level::formats::json::{ReadError, parse, wrong};
use level::model::level::{Level, Tiles};
use level::model::tile::Tile;
use raw::{Entity, Layer, Project, RawLevel, size};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The most bytes of a project.
pub const MOST_BYTES: usize = 64 << 20;

/// The levels of a project, with notes for the user.
#[derive(Clone, Debug, PartialEq)]
pub struct LdtkImport {
    /// The levels.
    pub levels: Vec<Level>,
    /// Notes on data that was interpreted, one a line.
    pub notes: Vec<String>,
}

/// True if a text is a project that was written from a level.
#[must_use]
pub fn is_own(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with('{')
        && text.contains("\"__header__\"")
        && text.contains("\"quandary\"")
        && parse::<Project>(text).is_ok_and(|project| own::is_own(&project))
}

/// Reads all levels of a project.
///
/// # Errors
/// The fault of the project, with the level and the layer. If a name is no tile, the message lists the known ones.
pub fn read(text: &str, aliases: &Aliases) -> Result<LdtkImport, ReadError> {
    if text.len() > MOST_BYTES {
        let most = diagnostics::grouped(MOST_BYTES as u64);
        return Err(wrong("project", format!("has more than {most} bytes, the most of a project")));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let project: Project = parse(text)?;
    let moved = moved(&project);
    if own::is_own(&project) {
        return Ok(LdtkImport {
            levels: vec![own::read(&project)?],
            notes: moved.into_iter().collect(),
        });
    }
    let mut names = Names::of(&project, aliases);
    let levels: Vec<Level> =
        project.all().map(|level| names.level(level)).collect::<Result<_, _>>()?;
    if levels.is_empty() {
        return Err(wrong("levels", "there is none"));
    }
    let empty = names.empty.note("levels").filter(|_| aliases.empty().is_none());
    let unused = Aliases::note(&names.unused, "nothing of the project");
    Ok(LdtkImport { levels, notes: moved.into_iter().chain(empty).chain(unused).collect() })
}

/// A note about entities that were moved by another program than the editor.
fn moved(project: &Project) -> Option<String> {
    let mut first = None;
    let mut more = 0;
    for level in project.all() {
        for layer in level.layer_instances.iter().flatten() {
            for entity in layer.entity_instances.iter().filter(|entity| entity.is_moved(layer)) {
                more += u64::from(first.is_some());
                first.get_or_insert((level, layer, entity));
            }
        }
    }
    let (level, layer, entity) = first?;
    let [level, name] =
        [&level.identifier, &entity.identifier].map(|name| diagnostics::short(name));
    let ([col, row], [x, y]) = (entity.cell(layer), entity.grid);
    let note = format!(
        "level {level:?}, entity {name:?} lies in cell ({col}, {row}) by its pixels and in ({x}, {y}) by its \"__grid\"; the \
         pixels were taken"
    );
    Some(match more {
        0 => note,
        more => format!("{note}; so for {} more", diagnostics::counted(more, "entity", "entities")),
    })
}

/// The names of values and of tagged tiles, by their numbers.
struct Names<'a> {
    aliases: &'a Aliases,
    /// By layer and value.
    values: FxHashMap<(i64, i64), &'a str>,
    /// By tile set and tile.
    tags: FxHashMap<(i64, i64), Vec<&'a str>>,
    /// The names of the table that have not occurred yet.
    unused: BTreeSet<&'a str>,
    /// The number of cells of all levels and large entities.
    cells: u64,
    empty: Empty,
}

impl<'a> Names<'a> {
    fn of(project: &'a Project, aliases: &'a Aliases) -> Self {
        let mut names = Self {
            aliases,
            values: FxHashMap::default(),
            tags: FxHashMap::default(),
            unused: aliases.names().collect(),
            cells: 0,
            empty: Empty::default(),
        };
        for entity in &project.defs.entities {
            names.unused.remove(entity.identifier.as_str());
        }
        for layer in &project.defs.layers {
            for value in &layer.int_grid_values {
                if let Some(name) = value.identifier.as_deref().filter(|name| !name.is_empty()) {
                    names.unused.remove(name);
                    names.values.insert((layer.uid, value.value), name);
                }
            }
        }
        for set in &project.defs.tilesets {
            for tag in &set.enum_tags {
                names.unused.remove(tag.enum_value_id.as_str());
                for &tile in &tag.tile_ids {
                    names.tags.entry((set.uid, tile)).or_default().push(&tag.enum_value_id);
                }
            }
        }
        names
    }

    fn level(&mut self, raw: &RawLevel) -> Result<Level, ReadError> {
        let place = raw.place();
        let layers = raw.layers()?;
        let mut floor: Option<FloorBuilder> = None;
        for layer in layers.iter().rev() {
            let place = format!("{place}, layer {:?}", diagnostics::short(&layer.identifier));
            self.layer(layer, &mut floor).map_err(|message| wrong(place, message))?;
        }
        let Some(floor) = floor else {
            return Err(wrong(place, "no layer says what its cells are"));
        };
        self.empty.count(&floor, &place);
        let tiles = Tiles { floors: vec![floor.grid], ..Tiles::default() };
        let level = Level { name: Some(raw.identifier.clone()), ..Level::of_tiles(tiles) };
        level.checked().map_err(|error| wrong(format!("{place}, {}", error.field), error.message))
    }

    /// Draws a layer over the floor.
    fn layer(&mut self, layer: &Layer, floor: &mut Option<FloorBuilder>) -> Result<(), String> {
        let rects = self.rects(layer)?;
        if rects.is_empty() {
            return Ok(());
        }
        let (rows, cols) = (layer.rows, layer.cols);
        if floor.is_none() {
            self.count(rows, cols)?;
        }
        let empty = self.aliases.empty().unwrap_or_default();
        let floor = floor.get_or_insert_with(|| FloorBuilder::filled(rows, cols, empty));
        let grid = &floor.grid;
        if (grid.rows(), grid.cols()) != (rows, cols) {
            let (is, are) = (size(cols, rows), size(grid.cols(), grid.rows()));
            return Err(format!("has {is} cells, and the layers below it have {are}"));
        }
        rects.into_iter().for_each(|rect| rect.draw(floor));
        Ok(())
    }

    /// Counts cells, up to the limit of a file.
    fn count(&mut self, rows: u32, cols: u32) -> Result<(), String> {
        self.cells = self.cells.saturating_add(u64::from(rows) * u64::from(cols));
        check_cells(self.cells)
    }

    /// The tile of a name.
    fn tile(&mut self, name: &str) -> Result<Option<Tile>, String> {
        self.unused.remove(name);
        self.aliases.tile(name)
    }

    /// The tiles of a layer, with their cells.
    fn rects(&mut self, layer: &Layer) -> Result<Vec<TileRect>, String> {
        let mut rects = Vec::new();
        let one = |col: i64, row: i64, tile: Option<Tile>, what: &dyn Fn() -> String| {
            let Some(tile) = tile else { return Ok(None) };
            match (u32::try_from(row), u32::try_from(col)) {
                (Ok(row), Ok(col)) if row < layer.rows && col < layer.cols => {
                    Ok(Some(TileRect { row, col, rows: 1, cols: 1, tile }))
                }
                _ => {
                    let size = size(layer.cols, layer.rows);
                    Err(format!("{} stands in cell ({col}, {row}), and there are {size}", what()))
                }
            }
        };
        let cols = i64::from(layer.cols.max(1));
        for (at, tile) in self.valued(layer)? {
            rects.extend(one(at % cols, at / cols, tile, &|| format!("value {at}"))?);
        }
        let set = layer.other_set.or(layer.set).unwrap_or(-1);
        let side = layer.grid_size.max(1);
        for tile in &layer.grid_tiles {
            let [x, y] = tile.px.map(|at| at.div_euclid(side));
            rects.extend(one(x, y, self.tagged(set, tile.t)?, &|| format!("tile {}", tile.t))?);
        }
        for entity in &layer.entity_instances {
            let ([x, y], name) = (entity.cell(layer), &entity.identifier);
            let tile = self.tile(name)?;
            match tile.and_then(|tile| area(entity, layer, tile)) {
                Some(large) => {
                    self.count(large.rows, large.cols)?;
                    rects.push(large);
                }
                None => {
                    let what = || format!("entity {:?}", diagnostics::short(name));
                    rects.extend(one(x, y, tile, &what)?);
                }
            }
        }
        Ok(rects)
    }

    /// The tiles of the values of a layer, each with its index in reading order.
    fn valued(&mut self, layer: &Layer) -> Result<Vec<(i64, Option<Tile>)>, String> {
        if !layer.int_grid_csv.is_empty() {
            layer.check_values()?;
        }
        let mut known = FxHashMap::default();
        let mut tiles = Vec::new();
        for (at, &value) in (0..).zip(&layer.int_grid_csv).filter(|(_, value)| **value != 0) {
            let tile = match known.get(&value) {
                Some(&tile) => tile,
                None => {
                    let own = format!("{}.{value}", layer.identifier);
                    let name = self.values.get(&(layer.def, value)).copied().unwrap_or(&own);
                    let tile = self.tile(name)?;
                    known.insert(value, tile);
                    tile
                }
            };
            tiles.push((at, tile));
        }
        Ok(tiles)
    }

    /// The tile for the tags of a tile of a tile set.
    fn tagged(&self, set: i64, id: i64) -> Result<Option<Tile>, String> {
        let mut meant: Option<(Tile, &str)> = None;
        for &name in self.tags.get(&(set, id)).into_iter().flatten() {
            let Some(tile) = self.aliases.tile(name)? else { continue };
            if let Some((other, before)) = meant
                && other != tile
            {
                let [name, before] = [name, before].map(diagnostics::short);
                return Err(format!(
                    "tile {id} of its tile set is both {} ({before}) and {} ({name}); make one of them \"nothing\" by \
                     --aliases FILE",
                    other.name(),
                    tile.name()
                ));
            }
            meant = Some((tile, name));
        }
        Ok(meant.map(|(tile, _)| tile))
    }
}

/// A rectangle of one tile.
struct TileRect {
    row: u32,
    col: u32,
    rows: u32,
    cols: u32,
    tile: Tile,
}

impl TileRect {
    /// Draws it on a floor. It must lie on the floor.
    fn draw(&self, floor: &mut FloorBuilder) {
        for row in self.row..self.row + self.rows {
            for col in self.col..self.col + self.cols {
                floor.set(row, col, self.tile);
            }
        }
    }
}

/// The cells of its layer that an entity covers by more than half. `None` if it is no larger than a cell, or if
/// its tile is a single-cell tile.
fn area(entity: &Entity, layer: &Layer, tile: Tile) -> Option<TileRect> {
    let px = entity.px.filter(|_| !is_one(tile))?;
    let side = layer.grid_size.max(1) as f64;
    let span = |at: i64, pivot: f64, long: i64, many: u32| {
        let from = at as f64 - pivot * long as f64;
        let (first, end) = covered(from / side, (from + long as f64) / side);
        within((first, end), many).map(|(low, long)| (low, long, end - first))
    };
    let (col, cols, wide) = span(px[0], entity.pivot[0], entity.width, layer.cols)?;
    let (row, rows, high) = span(px[1], entity.pivot[1], entity.height, layer.rows)?;
    // An entity no larger than a cell is in the cell that the editor states.
    (wide > 1.0 || high > 1.0).then_some(TileRect { row, col, rows, cols, tile })
}

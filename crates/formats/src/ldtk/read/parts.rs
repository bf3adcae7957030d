//! The floors of a project that was written from a level: which levels lie on each, and where.

use super::raw::{Layer, Project, RawLevel, value};
use crate::MOST_CELLS;
use level::formats::json::{ReadError, parse, wrong};
use level::model::tile::{self, Tile};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The name of the layer of cells.
const CELLS: &str = "Cells";

/// What no entity shows: the fields of a level, and the floors it had.
#[derive(Deserialize)]
pub(super) struct Rest {
    #[serde(default)]
    floors: Vec<Size>,
    #[serde(flatten)]
    pub(super) level: Map<String, Value>,
}

/// A floor that was written.
#[derive(Clone, Copy, Deserialize)]
struct Size {
    depth: i64,
    rows: i64,
    cols: i64,
}

/// A floor that was read.
pub(super) struct Floor<'a> {
    /// Its rows.
    pub(super) grid: Vec<Vec<Tile>>,
    /// Its levels, each with the row and column of its corner.
    pub(super) levels: Vec<(&'a RawLevel, [i64; 2])>,
}

/// The field `quandary` of the levels.
///
/// # Errors
/// When no level has it, several say different things, or it is not of its form.
pub(super) fn rest(project: &Project) -> Result<Rest, ReadError> {
    let said = project.levels.iter().filter_map(|level| {
        let text = value(&level.field_instances, "quandary").as_str()?;
        Some((text, place(level)))
    });
    let mut said = said.filter(|(text, _)| !text.trim().is_empty());
    let Some((text, first)) = said.next() else {
        return Err(wrong(
            "levels",
            "none has the field \"quandary\", which holds the room graph and rules",
        ));
    };
    if let Some((_, other)) = said.find(|(other, _)| *other != text) {
        let message = format!("says something else than {first}; empty one of them");
        return Err(wrong(format!("{other}, field \"quandary\""), message));
    }
    parse(text).map_err(|error| wrong(format!("{first}, field \"quandary\""), error.to_string()))
}

/// A level in a message.
pub(super) fn place(level: &RawLevel) -> String {
    format!("level {:?}", voice::short(&level.identifier))
}

/// The layer of cells of a level.
pub(super) fn cells(level: &RawLevel) -> Result<&Layer, ReadError> {
    let Some(layers) = &level.layer_instances else {
        let message = "its layers are in a file of their own; in LDtk's project settings turn off \"save levels to \
                       separate files\"";
        return Err(wrong(place(level), message));
    };
    let found = layers.iter().find(|layer| layer.identifier == CELLS);
    found.ok_or_else(|| {
        wrong(place(level), format!("has no layer {CELLS:?}, whose values are tiles"))
    })
}

/// The floors: those that were written in their order, then others from the highest to the lowest.
///
/// # Errors
/// A level that lies off the grid, a value that is no tile, or too many cells.
pub(super) fn floors<'a>(project: &'a Project, rest: &Rest) -> Result<Vec<Floor<'a>>, ReadError> {
    let mut depths: Vec<i64> = rest.floors.iter().map(|floor| floor.depth).collect();
    let mut others: Vec<i64> = project.levels.iter().map(|level| level.world_depth).collect();
    others.retain(|depth| !depths.contains(depth));
    others.sort_unstable_by_key(|depth| std::cmp::Reverse(*depth));
    others.dedup();
    depths.extend(others);
    let mut left = MOST_CELLS;
    let floor = |depth: i64| {
        let size = rest.floors.iter().find(|floor| floor.depth == depth).copied();
        let levels = project.levels.iter().filter(|level| level.world_depth == depth);
        laid(project, levels.collect(), size, &mut left)
    };
    depths.into_iter().map(floor).collect()
}

/// Lays the levels of one floor.
fn laid<'a>(
    project: &Project,
    levels: Vec<&'a RawLevel>,
    size: Option<Size>,
    left: &mut u64,
) -> Result<Floor<'a>, ReadError> {
    let mut at = Vec::new();
    for level in levels {
        let layer = cells(level)?;
        let side = layer.grid_size.max(1);
        if level.world_x % side != 0 || level.world_y % side != 0 {
            let message = format!(
                "lies at {}, {} in the world; a level begins at a multiple of the {side} pixels of a cell",
                level.world_x, level.world_y
            );
            return Err(wrong(place(level), message));
        }
        at.push((level, layer, [level.world_y / side, level.world_x / side]));
    }
    // One level alone is the floor, wherever it was moved to; several lie as they were written, with what was added.
    let low = |axis: usize| at.iter().map(|(.., corner)| corner[axis]).min().unwrap_or(0);
    let origin = if at.len() == 1 { [low(0), low(1)] } else { [low(0).min(0), low(1).min(0)] };
    let end = |axis: usize, many: fn(&Layer) -> u32| {
        let ends =
            at.iter().map(|(_, layer, corner)| corner[axis].saturating_add(many(layer).into()));
        ends.max().unwrap_or(0)
    };
    let mut high = [end(0, |layer| layer.rows), end(1, |layer| layer.cols)];
    if let Some(size) = size.filter(|_| at.len() != 1) {
        high = [high[0].max(size.rows), high[1].max(size.cols)];
    }
    let many = |axis: usize| u64::try_from(high[axis].saturating_sub(origin[axis])).unwrap_or(0);
    let cells = many(0).saturating_mul(many(1));
    *left = left.checked_sub(cells).ok_or_else(|| {
        let most = voice::grouped(MOST_CELLS);
        wrong("levels", format!("make more than {most} cells, the most of a file"))
    })?;
    let mut grid = vec![vec![Tile::Void; many(1) as usize]; many(0) as usize];
    for (level, layer, corner) in &at {
        let offset = [corner[0] - origin[0], corner[1] - origin[1]];
        values(project, level, layer, offset, &mut grid)?;
    }
    let shifted = |(level, _, corner): (&'a RawLevel, &Layer, [i64; 2])| {
        (level, [corner[0] - origin[0], corner[1] - origin[1]])
    };
    Ok(Floor { grid, levels: at.into_iter().map(shifted).collect() })
}

/// Lays the values of a layer.
fn values(
    project: &Project,
    level: &RawLevel,
    layer: &Layer,
    offset: [i64; 2],
    grid: &mut [Vec<Tile>],
) -> Result<(), ReadError> {
    let fault = |message: String| wrong(format!("{}, layer {CELLS:?}", place(level)), message);
    let many = layer.int_grid_csv.len() as u64;
    if many != u64::from(layer.rows) * u64::from(layer.cols) {
        let values = voice::counted(many, "value", "values");
        return Err(fault(format!("has {values}, but {}x{} cells", layer.cols, layer.rows)));
    }
    let def = project.defs.layers.iter().find(|def| def.uid == layer.def);
    for (at, &number) in (0i64..).zip(&layer.int_grid_csv).filter(|(_, number)| **number != 0) {
        let named =
            def.and_then(|def| def.int_grid_values.iter().find(|value| value.value == number));
        let name = named.and_then(|value| value.identifier.as_deref()).unwrap_or_default();
        let tile = Tile::from_name(name).ok_or_else(|| {
            fault(match name {
                "" => format!("value {number} has no identifier that is a tile's name"),
                _ => format!("value {number}: {}", voice::unknown("tile", name, tile::names())),
            })
        })?;
        let cols = i64::from(layer.cols.max(1));
        let place = [offset[0] + at / cols, offset[1] + at % cols].map(usize::try_from);
        if let [Ok(row), Ok(col)] = place
            && let Some(cell) = grid.get_mut(row).and_then(|row| row.get_mut(col))
        {
            *cell = tile;
        }
    }
    Ok(())
}

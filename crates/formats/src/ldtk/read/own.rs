//! Reads a project that was written from a level.
//!
//! Layers and entities become the JSON of a level. The reader of that JSON does all checks.

use super::raw::{Entity, Layer, Project, RawLevel, value};
use crate::MOST_CELLS;
use level::formats::FORMAT;
use level::formats::json::{self, ReadError, parse, wrong};
use level::model::level::Level;
use level::model::tile::{self, Tile};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The things of a level, as in its JSON.
#[derive(Default)]
struct Over {
    start: Option<Value>,
    goals: Vec<Value>,
    rooms: Vec<Value>,
    marks: Vec<Value>,
    /// By number, with the requirements. Locks without a number come last.
    locks: Parted<i64>,
    /// By name, with the symbol that the plate gives.
    plates: Parted<String>,
}

/// The groups of entities with one key: the key, all cells, and the value they share.
type Parted<K> = Vec<(Option<K>, Vec<Value>, Value)>;

/// Adds an entity to the group of its key, or as a group of its own. If its value differs from the group's, the error
/// is `odd`.
fn add<K: PartialEq>(
    all: &mut Parted<K>,
    key: Option<K>,
    placed: &PlacedEntity<'_>,
    value: Value,
    odd: &str,
) -> Result<(), ReadError> {
    let cells = placed.cell_values()?;
    match all.iter_mut().find(|(other, ..)| key.is_some() && *other == key) {
        Some((.., other)) if *other != value => return Err(placed.wrong(odd)),
        Some((_, known, _)) => known.extend(cells),
        None => all.push((key, cells, value)),
    }
    Ok(())
}

/// An entity with its cells.
struct PlacedEntity<'a> {
    entity: &'a Entity,
    floor: usize,
    row: i64,
    col: i64,
    rows: i64,
    cols: i64,
    place: String,
}

/// True if levels have the field for the data that no entity shows.
pub(super) fn is_own(project: &Project) -> bool {
    project.defs.level_fields.iter().any(|field| field.identifier == "quandary")
}

/// Reads the level.
///
/// # Errors
/// The fault of the project, with its level and entity.
pub(super) fn read(project: &Project) -> Result<Level, ReadError> {
    let rest = rest(project)?;
    let floors = floors(project, &rest)?;
    let mut over = Over::default();
    for (floor, grid) in floors.iter().enumerate() {
        for (level, corner) in &grid.levels {
            entities(level, floor, *corner, &mut |placed| over.add(&placed, &floors, &rest.level))?;
        }
    }
    let level = over.level(&floors, rest.level);
    json::read(&level.to_string()).map_err(|error| {
        // The text was generated here; its line numbers mean nothing to the user.
        let (ReadError::Json { field, message, .. } | ReadError::Field { field, message }) = error;
        wrong(format!("the level of the project, {field}"), message)
    })
}

/// Calls a function for each entity of a level.
fn entities(
    level: &RawLevel,
    floor: usize,
    corner: [i64; 2],
    see: &mut dyn FnMut(PlacedEntity<'_>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let ground = cells(level)?;
    let side = ground.side();
    let layers = level.layer_instances.iter().flatten();
    for entity in layers.flat_map(|layer| &layer.entity_instances) {
        let whole = |pixels: i64| (pixels as f64 / side as f64).round().max(1.0) as i64;
        let [col, row] = entity.cell(ground);
        let name = diagnostics::short(&entity.identifier);
        see(PlacedEntity {
            entity,
            floor,
            row: row + corner[0],
            col: col + corner[1],
            rows: whole(entity.height),
            cols: whole(entity.width),
            place: format!("{}, entity {name:?} {}", level.place(), entity.iid),
        })?;
    }
    Ok(())
}

impl PlacedEntity<'_> {
    fn cell(&self) -> Value {
        json!({"floor": self.floor, "row": self.row, "col": self.col})
    }

    fn cells(&self) -> impl Iterator<Item = (i64, i64)> {
        let (row, col, cols) = (self.row, self.col, self.cols);
        (0..self.rows).flat_map(move |r| (0..cols).map(move |c| (row + r, col + c)))
    }

    fn cell_values(&self) -> Result<Vec<Value>, ReadError> {
        if self.rows.saturating_mul(self.cols) > crate::MOST_CELLS as i64 {
            return Err(wrong(self.place.clone(), "covers more cells than a file may have"));
        }
        Ok(self.cells().map(|(row, col)| json!([self.floor, row, col])).collect())
    }

    fn value(&self, name: &str) -> &Value {
        value(&self.entity.field_instances, name)
    }

    fn wrong(&self, message: impl Into<String>) -> ReadError {
        wrong(self.place.clone(), message)
    }

    /// Checks that the tiles under an entity are the tile in its field `tile`.
    fn agrees(&self, told: &str, floors: &[Floor<'_>]) -> Result<(), ReadError> {
        self.cell_values()?;
        for (row, col) in self.cells() {
            let grid = floors.get(self.floor).map(|floor| &floor.grid);
            let tile = |row: i64, col: i64| {
                let row = grid?.get(usize::try_from(row).ok()?)?;
                row.get(usize::try_from(col).ok()?).copied()
            };
            let here = tile(row, col).unwrap_or_default();
            if here.name() != told {
                return Err(self.wrong(format!(
                    "tells of {}, but the tile at floor {}, row {row}, column {col} is {here}: give the cell that value \
                     too, or delete the entity",
                    diagnostics::short(told),
                    self.floor
                )));
            }
        }
        Ok(())
    }
}

impl Over {
    fn add(
        &mut self,
        placed: &PlacedEntity<'_>,
        floors: &[Floor<'_>],
        rest: &Map<String, Value>,
    ) -> Result<(), ReadError> {
        if let Some(tile) = placed.value("tile").as_str() {
            return placed.agrees(tile, floors);
        }
        match placed.entity.identifier.as_str() {
            "Start" => self.begin(placed)?,
            "Goal" => self.goals.push(placed.cell()),
            "Room" => self.rooms.push(json!({
                "node": node(placed, rest)?,
                "floor": placed.floor,
                "row": placed.row,
                "col": placed.col,
                "rows": placed.rows,
                "cols": placed.cols,
            })),
            "Key" | "Item" | "Puzzle" | "Switch" => {
                let mut mark = placed.cell();
                mark["gives"] = gives(placed)?;
                self.marks.push(mark);
            }
            "Plate" => self.plate(placed)?,
            "Lock" => self.lock(placed)?,
            _ => {}
        }
        Ok(())
    }

    fn begin(&mut self, placed: &PlacedEntity<'_>) -> Result<(), ReadError> {
        match self.start.replace(placed.cell()) {
            Some(_) => Err(placed.wrong("is a second start; a level has one")),
            None => Ok(()),
        }
    }

    /// Adds a lock of the level: one with a number, or one that joins no rooms and therefore has no edge in the graph.
    fn lock(&mut self, placed: &PlacedEntity<'_>) -> Result<(), ReadError> {
        let number = placed.value("number").as_i64();
        if number.is_none() && !(placed.value("from").is_null() && placed.value("into").is_null()) {
            return Ok(());
        }
        let odd = "asks for something else than another part of the lock with its number";
        add(&mut self.locks, number, placed, placed.value("needs").clone(), odd)
    }

    fn plate(&mut self, placed: &PlacedEntity<'_>) -> Result<(), ReadError> {
        let Some(name) = placed.value("plate").as_str() else {
            let message = "has no name in its field \"plate\", by which a lock could ask for it";
            return Err(placed.wrong(message));
        };
        let odd = "gives something else than another part of the plate with its name";
        add(&mut self.plates, Some(name.to_owned()), placed, placed.value("gives").clone(), odd)
    }

    /// The JSON of the level.
    fn level(mut self, floors: &[Floor<'_>], rest: Map<String, Value>) -> Value {
        self.locks.sort_by_key(|(number, ..)| number.unwrap_or(i64::MAX));
        let grid = |floor: &Floor<'_>| json!({"grid": floor.grid});
        let mut level = rest;
        let mut put = |name: &str, value: Value| drop(level.insert(name.to_owned(), value));
        put("format", json!(FORMAT));
        put("floors", floors.iter().map(grid).collect());
        if let Some(start) = self.start {
            put("start", start);
        }
        if !self.goals.is_empty() {
            put("goals", Value::Array(self.goals));
        }
        for (name, things) in [("rooms", self.rooms), ("marks", self.marks)] {
            if !things.is_empty() {
                put(name, Value::Array(things));
            }
        }
        if !self.locks.is_empty() {
            let lock = |(_, cells, needs)| json!({"cells": cells, "needs": needs});
            put("locks", self.locks.into_iter().map(lock).collect());
        }
        if !self.plates.is_empty() {
            let plate = |(name, cells, gives): (Option<String>, Vec<Value>, Value)| match gives {
                Value::Null => json!({"name": name, "cells": cells}),
                gives => json!({"name": name, "cells": cells, "gives": gives}),
            };
            put("plates", self.plates.into_iter().map(plate).collect());
        }
        Value::Object(level)
    }
}

/// The content that an entity without a tile gives.
fn gives(placed: &PlacedEntity<'_>) -> Result<Value, ReadError> {
    let gives = placed.value("gives");
    if !gives.is_null() {
        return Ok(gives.clone());
    }
    if let Some(number) = placed.value("toggle").as_i64() {
        return Ok(json!(format!("toggle:{number}")));
    }
    Err(placed.wrong(format!(
        "does not say in its field \"gives\" what is taken, such as symbol:NAME; an item that is a tile, such as {}, says \
         so in the field \"tile\"",
        Tile::KeySmall
    )))
}

/// The node id of a room. It is a number if the graph has that number.
fn node(placed: &PlacedEntity<'_>, rest: &Map<String, Value>) -> Result<Value, ReadError> {
    let Some(text) = placed.value("node").as_str() else {
        return Err(
            placed.wrong("does not say in its field \"node\" which node of the room graph it is")
        );
    };
    let nodes = rest.get("graph").and_then(|graph| graph.get("nodes")).and_then(Value::as_array);
    let ids = nodes.into_iter().flatten().filter_map(|node| node.get("id"));
    let number = text.parse::<i64>().ok().map(Value::from);
    let is_number = number.as_ref().is_some_and(|number| ids.into_iter().any(|id| id == number));
    Ok(number.filter(|_| is_number).unwrap_or_else(|| json!(text)))
}

/// The most floors of a project.
pub(crate) const MOST_FLOORS: usize = 1024;

/// The name of the layer of cells.
const CELLS: &str = "Cells";

/// The data that no entity shows: fields of the level, and the floors as written.
#[derive(Deserialize)]
pub(super) struct Rest {
    #[serde(default)]
    floors: Vec<Size>,
    #[serde(flatten)]
    pub(super) level: Map<String, Value>,
}

/// The size of a floor when it was written.
#[derive(Clone, Copy, Deserialize)]
struct Size {
    depth: i64,
    rows: i64,
    cols: i64,
}

/// Reads a project that was constructed from a scene with the same things.
///
/// # Errors
/// The fault of a level or an entity.
pub(crate) fn read_own(project: Value) -> Result<Level, ReadError> {
    let project = serde_json::from_value(project);
    read(&project.map_err(|error| wrong("scene", error.to_string()))?)
}

/// The depth, rows and columns of each floor as written in the field `quandary`.
pub(crate) fn sizes(rest: &str) -> Vec<(i64, i64, i64)> {
    let sizes = parse::<Rest>(rest).map_or_else(|_| Vec::new(), |rest| rest.floors);
    sizes.into_iter().map(|Size { depth, rows, cols }| (depth, rows, cols)).collect()
}

/// A floor as read.
pub(super) struct Floor<'a> {
    /// Its tiles, row by row.
    pub(super) grid: Vec<Vec<Tile>>,
    /// Its levels, each with the row and column of its corner on the floor.
    pub(super) levels: Vec<(&'a RawLevel, [i64; 2])>,
}

/// Reads the field `quandary` of the levels.
///
/// # Errors
/// When no level has it, several have different values, or it has the wrong form.
pub(super) fn rest(project: &Project) -> Result<Rest, ReadError> {
    let said = project.levels.iter().filter_map(|level| {
        let text = value(&level.field_instances, "quandary").as_str()?;
        Some((text, level.place()))
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
    let place = format!("{first}, field \"quandary\"");
    let rest: Rest = parse(text).map_err(|error| wrong(place.clone(), error.to_string()))?;
    match rest.floors.len() {
        0..=MOST_FLOORS => Ok(rest),
        many => Err(wrong(
            place,
            format!("has {many} floors; {MOST_FLOORS} are the most that are read"),
        )),
    }
}

/// The layer of cells of a level.
pub(super) fn cells(level: &RawLevel) -> Result<&Layer, ReadError> {
    let layers = level.layers()?;
    let found = layers.iter().find(|layer| layer.identifier == CELLS);
    found.ok_or_else(|| {
        wrong(level.place(), format!("has no layer {CELLS:?}, whose values are tiles"))
    })
}

/// The floors: first those that were written, in their order, then others from the highest to the lowest.
///
/// # Errors
/// A level off the grid, a value that is no tile, or too many cells.
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
        floor_of(project, levels.collect(), size, &mut left)
    };
    depths.into_iter().map(floor).collect()
}

/// Joins the levels of one floor.
fn floor_of<'a>(
    project: &Project,
    levels: Vec<&'a RawLevel>,
    size: Option<Size>,
    left: &mut u64,
) -> Result<Floor<'a>, ReadError> {
    let mut at = Vec::new();
    for level in levels {
        let layer = cells(level)?;
        let side = layer.side();
        if level.world_x % side != 0 || level.world_y % side != 0 {
            let message = format!(
                "lies at {}, {} in the world; a level begins at a multiple of the {side} pixels of a cell",
                level.world_x, level.world_y
            );
            return Err(wrong(level.place(), message));
        }
        at.push((level, layer, [level.world_y / side, level.world_x / side]));
    }
    // A single level is the whole floor, wherever it was moved. Several keep their positions, and the floor grows to
    // hold added ones.
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
        let most = diagnostics::grouped(MOST_CELLS);
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

/// Copies the values of a layer into the grid.
fn values(
    project: &Project,
    level: &RawLevel,
    layer: &Layer,
    offset: [i64; 2],
    grid: &mut [Vec<Tile>],
) -> Result<(), ReadError> {
    let fault = |message: String| wrong(format!("{}, layer {CELLS:?}", level.place()), message);
    layer.check_values().map_err(fault)?;
    let def = project.defs.layers.iter().find(|def| def.uid == layer.def);
    for (at, &number) in (0i64..).zip(&layer.int_grid_csv).filter(|(_, number)| **number != 0) {
        let named =
            def.and_then(|def| def.int_grid_values.iter().find(|value| value.value == number));
        let name = named.and_then(|value| value.identifier.as_deref()).unwrap_or_default();
        let tile = Tile::from_name(name).ok_or_else(|| {
            fault(match name {
                "" => format!("value {number} has no identifier that is a tile's name"),
                _ => {
                    format!("value {number}: {}", diagnostics::unknown("tile", name, tile::names()))
                }
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

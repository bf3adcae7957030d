//! A project that was written from a level, read as that level.
//!
//! Layers and entities become the JSON of a level, so that what a level may be is said in one place.

use super::parts::{Floor, cells, floors, place, rest};
use super::raw::{Entity, Project, RawLevel, value};
use level::formats::FORMAT;
use level::formats::json::{self, ReadError, wrong};
use level::model::level::Level;
use level::model::tile::Tile;
use serde_json::{Map, Value, json};

/// The things of a level, as its JSON has them.
#[derive(Default)]
struct Over {
    start: Option<Value>,
    goals: Vec<Value>,
    rooms: Vec<Value>,
    marks: Vec<Value>,
    /// By number: the cells, and the needs. Locks without a number come last.
    locks: Vec<(Option<i64>, Vec<Value>, Value)>,
    /// By name: the cells, and what the plate gives.
    plates: Vec<(String, Vec<Value>, Value)>,
}

/// An entity, and the cells that it lies on.
struct Laid<'a> {
    entity: &'a Entity,
    floor: usize,
    row: i64,
    col: i64,
    rows: i64,
    cols: i64,
    place: String,
}

/// True if levels have the field that holds what no entity shows.
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
    for (floor, laid) in floors.iter().enumerate() {
        for (level, corner) in &laid.levels {
            entities(level, floor, *corner, &mut |laid| over.lay(&laid, &floors, &rest.level))?;
        }
    }
    let level = over.level(&floors, rest.level);
    json::read(&level.to_string()).map_err(|error| {
        // The text was made here: its lines tell nothing.
        let (ReadError::Json { field, message, .. } | ReadError::Field { field, message }) = error;
        wrong(format!("the level of the project, {field}"), message)
    })
}

/// Goes through the entities of a level.
fn entities(
    level: &RawLevel,
    floor: usize,
    corner: [i64; 2],
    see: &mut dyn FnMut(Laid<'_>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let ground = cells(level)?;
    let side = ground.grid_size.max(1);
    let layers = level.layer_instances.iter().flatten();
    for entity in layers.flat_map(|layer| &layer.entity_instances) {
        let whole = |pixels: i64| (pixels as f64 / side as f64).round().max(1.0) as i64;
        let [col, row] = entity.cell(ground);
        let name = voice::short(&entity.identifier);
        see(Laid {
            entity,
            floor,
            row: row + corner[0],
            col: col + corner[1],
            rows: whole(entity.height),
            cols: whole(entity.width),
            place: format!("{}, entity {name:?} {}", place(level), entity.iid),
        })?;
    }
    Ok(())
}

impl Laid<'_> {
    fn cell(&self) -> Value {
        json!({"floor": self.floor, "row": self.row, "col": self.col})
    }

    fn cells(&self) -> impl Iterator<Item = (i64, i64)> {
        let (row, col, cols) = (self.row, self.col, self.cols);
        (0..self.rows).flat_map(move |r| (0..cols).map(move |c| (row + r, col + c)))
    }

    fn listed(&self) -> Result<Vec<Value>, ReadError> {
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

    /// Checks that the tiles under an entity that tells of one are that tile.
    fn agrees(&self, told: &str, floors: &[Floor<'_>]) -> Result<(), ReadError> {
        self.listed()?;
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
                    voice::short(told),
                    self.floor
                )));
            }
        }
        Ok(())
    }
}

impl Over {
    fn lay(
        &mut self,
        laid: &Laid<'_>,
        floors: &[Floor<'_>],
        rest: &Map<String, Value>,
    ) -> Result<(), ReadError> {
        if let Some(tile) = laid.value("tile").as_str() {
            return laid.agrees(tile, floors);
        }
        match laid.entity.identifier.as_str() {
            "Start" => self.begin(laid)?,
            "Goal" => self.goals.push(laid.cell()),
            "Room" => self.rooms.push(json!({
                "node": node(laid, rest)?,
                "floor": laid.floor,
                "row": laid.row,
                "col": laid.col,
                "rows": laid.rows,
                "cols": laid.cols,
            })),
            "Key" | "Item" | "Puzzle" | "Switch" => {
                let mut mark = laid.cell();
                mark["gives"] = gives(laid)?;
                self.marks.push(mark);
            }
            "Plate" => self.plate(laid)?,
            "Lock" => self.lock(laid)?,
            _ => {}
        }
        Ok(())
    }

    fn begin(&mut self, laid: &Laid<'_>) -> Result<(), ReadError> {
        match self.start.replace(laid.cell()) {
            Some(_) => Err(laid.wrong("is a second start; a level has one")),
            None => Ok(()),
        }
    }

    /// A lock of the level: one with a number, or one that stands between no rooms, which is told of by no graph.
    fn lock(&mut self, laid: &Laid<'_>) -> Result<(), ReadError> {
        let number = laid.value("number").as_i64();
        if number.is_none() && !(laid.value("from").is_null() && laid.value("into").is_null()) {
            return Ok(());
        }
        let cells = laid.listed()?;
        let needs = laid.value("needs").clone();
        let known = self.locks.iter_mut().find(|(other, ..)| number.is_some() && *other == number);
        match known {
            Some((.., other)) if *other != needs => {
                Err(laid
                    .wrong("asks for something else than another part of the lock with its number"))
            }
            Some((_, all, _)) => {
                all.extend(cells);
                Ok(())
            }
            None => {
                self.locks.push((number, cells, needs));
                Ok(())
            }
        }
    }

    fn plate(&mut self, laid: &Laid<'_>) -> Result<(), ReadError> {
        let Some(name) = laid.value("plate").as_str() else {
            let message = "has no name in its field \"plate\", by which a lock could ask for it";
            return Err(laid.wrong(message));
        };
        let (cells, gives) = (laid.listed()?, laid.value("gives").clone());
        match self.plates.iter_mut().find(|(other, ..)| other == name) {
            Some((.., other)) if *other != gives => {
                Err(laid.wrong("gives something else than another part of the plate with its name"))
            }
            Some((_, all, _)) => {
                all.extend(cells);
                Ok(())
            }
            None => {
                self.plates.push((name.to_owned(), cells, gives));
                Ok(())
            }
        }
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
            let plate = |(name, cells, gives): (String, Vec<Value>, Value)| match gives {
                Value::Null => json!({"name": name, "cells": cells}),
                gives => json!({"name": name, "cells": cells, "gives": gives}),
            };
            put("plates", self.plates.into_iter().map(plate).collect());
        }
        Value::Object(level)
    }
}

/// What is taken from an entity that no tile shows.
fn gives(laid: &Laid<'_>) -> Result<Value, ReadError> {
    let gives = laid.value("gives");
    if !gives.is_null() {
        return Ok(gives.clone());
    }
    if let Some(number) = laid.value("toggle").as_i64() {
        return Ok(json!(format!("toggle:{number}")));
    }
    Err(laid.wrong(format!(
        "does not say in its field \"gives\" what is taken, such as symbol:NAME; an item that is a tile, such as {}, says \
         so in the field \"tile\"",
        Tile::KeySmall
    )))
}

/// The id of the node that a room is: a number where the graph has that number.
fn node(laid: &Laid<'_>, rest: &Map<String, Value>) -> Result<Value, ReadError> {
    let Some(text) = laid.value("node").as_str() else {
        return Err(
            laid.wrong("does not say in its field \"node\" which node of the room graph it is")
        );
    };
    let nodes = rest.get("graph").and_then(|graph| graph.get("nodes")).and_then(Value::as_array);
    let ids = nodes.into_iter().flatten().filter_map(|node| node.get("id"));
    let number = text.parse::<i64>().ok().map(Value::from);
    let is_number = number.as_ref().is_some_and(|number| ids.into_iter().any(|id| id == number));
    Ok(number.filter(|_| is_number).unwrap_or_else(|| json!(text)))
}

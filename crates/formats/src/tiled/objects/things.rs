//! Reads objects by class: start and goals, things, rooms and tiles; locks, with their requirements and the cells they
//! turn into doors; and plates, where all objects of one name form one plate.

use super::super::TiledError;
use super::super::layers::ObjectLayer;
use super::super::object::Object;
use super::super::raw::{names_of, of_kind};
use super::{Over, Placed};
use crate::Area;
use crate::import::Basis;
use crate::ways::is_one;
use indexmap::IndexSet;
use level::formats::json;
use level::formats::json::symbol;
use level::model::graph::{Content, NodeId, PlateId, Requirement};
use level::model::grid::Cell;
use level::model::level::{Mark, Room, TileLock};
use level::model::tile::Tile;
use rustc_hash::FxBuildHasher;
use serde_json::Value;
use std::rc::Rc;

/// The names in a room graph of things that are tiles.
const THINGS: [(Content, Tile); 4] = [
    (Content::Key, Tile::KeySmall),
    (Content::BossKey, Tile::KeyBoss),
    (Content::KeyItem, Tile::KeyItem),
    (Content::ItemMinor, Tile::ItemMinor),
];

impl Over<'_> {
    pub(super) fn start(&mut self, placed: &Placed<'_>) -> Result<(), TiledError> {
        let cell = self.cell(placed)?;
        if self.tiles.start.replace(cell).is_some() {
            let first = self.from.get(&("start", 0)).cloned().unwrap_or_default();
            return Err(placed.wrong(format!("is a second start; the first is {first}")));
        }
        self.from.insert(("start", 0), placed.place.clone());
        Ok(())
    }

    pub(super) fn goal(&mut self, placed: &Placed<'_>) -> Result<(), TiledError> {
        let cell = self.cell(placed)?;
        let goals = self.tiles.goals.get_or_insert_default();
        self.from.insert(("goals", goals.len()), placed.place.clone());
        goals.push(cell);
        Ok(())
    }

    /// Adds a key or another thing: a tile, or a mark.
    pub(super) fn gives(&mut self, placed: &Placed<'_>) -> Result<(), TiledError> {
        let cell = self.cell(placed)?;
        let said = match placed.text("gives")? {
            Some(said) => said.to_owned(),
            None if placed.object.name().is_empty() => self
                .tile_of(placed)?
                .filter(|found| found.basis != Basis::Unknown)
                .and_then(|found| found.meaning.tile())
                .map_or_else(String::new, |tile| tile.name().to_owned()),
            None => placed.object.name().to_owned(),
        };
        let known = "KEY_SMALL, KEY_BOSS, KEY_ITEM, ITEM_MINOR, key, boss_key, key_item, item_minor, \
                     symbol:NAME, toggle:N";
        let unknown = || {
            let what = if said.is_empty() {
                "does not say what it gives".to_owned()
            } else {
                format!("gives {said:?}, which is unknown")
            };
            placed.wrong(format!(
                "{what}; the property \"gives\", or else its name, is one of {known}"
            ))
        };
        if let Some(tile) = Tile::from_name(&said) {
            return if tile.is_item() { self.thing(placed, cell, tile) } else { Err(unknown()) };
        }
        let content = match json::content(&said, self.builder.names()) {
            Ok(content) => content,
            Err(message) if said.starts_with("symbol:") || said.starts_with("toggle:") => {
                return Err(placed.wrong(message));
            }
            Err(_) => return Err(unknown()),
        };
        match content {
            Content::Symbol(_) | Content::Toggle(_) => {
                let marks = &mut self.tiles.marks;
                self.from.insert(("marks", marks.len()), placed.place.clone());
                marks.push(Mark { cell, gives: content });
                Ok(())
            }
            _ => match THINGS.iter().find(|(thing, _)| *thing == content) {
                Some(&(_, tile)) => self.thing(placed, cell, tile),
                None => Err(unknown()),
            },
        }
    }

    /// Places a thing on the floor.
    fn thing(&mut self, placed: &Placed<'_>, cell: Cell, tile: Tile) -> Result<(), TiledError> {
        if let Some(first) = self.laid.insert(cell, Rc::from(placed.place.as_str())) {
            return Err(placed.wrong(format!("lies on the same cell as {first}")));
        }
        let here = self.tiles.tile(cell).unwrap_or_default();
        if here != tile && !matches!(here, Tile::Floor | Tile::ElementFloor) {
            let message = format!(
                "is {tile} on a cell that is {here} ({}); a thing lies on FLOOR or ELEMENT_FLOOR",
                self.floors.place(cell)
            );
            return Err(placed.wrong(message));
        }
        self.set(cell, tile);
        Ok(())
    }

    pub(super) fn room(&mut self, placed: &Placed<'_>) -> Result<(), TiledError> {
        let Area { corner, rows, cols } = self.area(placed)?;
        let id = match placed.object.property("node") {
            Some(Value::String(name)) => NodeId::Name(name.clone()),
            Some(value) if value.is_i64() => NodeId::Number(value.as_i64().unwrap_or_default()),
            Some(other) => {
                return Err(of_kind(
                    "node",
                    &placed.place,
                    other,
                    "the id of a node, a string or an int",
                ));
            }
            None => {
                let message =
                    "has no property \"node\", the id of the node of the room graph that it is";
                return Err(placed.wrong(message));
            }
        };
        let counted = || match &id {
            NodeId::Name(name) => self.builder.node(&NodeId::Number(name.parse().ok()?)),
            NodeId::Number(_) => None,
        };
        let node = self.builder.node(&id).or_else(counted);
        let node = node.ok_or_else(|| {
            placed.wrong(format!(
                "names node {id}, which the room graph does not have; the graph stands in the map's property \
                 \"quandary\""
            ))
        })?;
        self.from.insert(("rooms", self.tiles.rooms.len()), placed.place.clone());
        self.tiles.rooms.push(Room { node, corner, rows, cols });
        Ok(())
    }

    /// Draws an object that is a tile and has no class. It fills all cells that it covers, or one cell if its
    /// tile is a single-cell tile.
    pub(super) fn stamp(&mut self, placed: &Placed<'_>) -> Result<(), TiledError> {
        let cell = self.cell(placed);
        let Some(found) = self.tile_of(placed)? else { return cell.map(drop) };
        if found.basis == Basis::Unknown {
            let name = diagnostics::short(&found.name);
            let why = format!("nothing says what tile {name:?} is; --map FILE does");
            self.notes.passed(|| placed.place.clone(), why);
            self.sight(placed);
            return Ok(());
        }
        if found.basis != Basis::Own || found.meaning.plain().is_none() {
            return self.foreign(placed, &found);
        }
        let Some(tile) = found.meaning.tile() else { return cell.map(drop) };
        let area = match is_one(tile) {
            true => Area::of(cell?),
            false => {
                let covered = self.ground(placed)?.covered(placed.object);
                covered.map_err(|message| placed.wrong(message))?
            }
        };
        self.count(placed, &area)?;
        let place: Rc<str> = Rc::from(placed.place.as_str());
        for cell in area.cells() {
            let is_same = !is_one(tile) && self.tiles.tile(cell) == Some(tile);
            if let Some(first) = self.laid.insert(cell, Rc::clone(&place)).filter(|_| !is_same) {
                return Err(placed.wrong(format!("lies on the same cell as {first}")));
            }
            self.set(cell, tile);
        }
        Ok(())
    }

    /// Sets the tile of a cell.
    pub(super) fn set(&mut self, cell: Cell, tile: Tile) {
        if let Some(grid) = self.tiles.floors.get_mut(cell.floor as usize) {
            grid.set(cell.row, cell.col, tile);
        }
    }
}

impl Over<'_> {
    /// Adds a lock: cells, door tiles, or both.
    pub(super) fn lock(&mut self, placed: &Placed<'_>) -> Result<(), TiledError> {
        let (needs, door) = self.needs(placed)?;
        let cells: Vec<Cell> = match placed.text("cells")? {
            Some("none") => Vec::new(),
            _ => {
                let area = self.area(placed)?;
                self.count(placed, &area)?;
                area.cells().collect()
            }
        };
        if let Some(door) = door {
            for &cell in &cells {
                self.door(placed, cell, door)?;
            }
            if needs.is_empty() {
                return Ok(());
            }
        }
        let number = placed.object.int("lock", &placed.place)?;
        let number = number.map(|number| (placed.layer.source.number, number));
        if let Some(&at) = number.and_then(|number| self.locks.get(&number))
            && let Some(lock) = self.tiles.locks.get_mut(at)
        {
            if lock.needs != needs {
                let first = self.from.get(&("locks", at)).cloned().unwrap_or_default();
                return Err(placed.wrong(format!(
                    "needs something else than {first}, which has the same \"lock\""
                )));
            }
            lock.cells.extend(cells);
            return Ok(());
        }
        let at = self.tiles.locks.len();
        self.from.insert(("locks", at), placed.place.clone());
        self.tiles.locks.push(TileLock { cells, needs });
        if let Some(number) = number {
            self.locks.insert(number, at);
        }
        Ok(())
    }

    /// The requirements of a lock (symbols, toggles and plates), and its door tile if it has one.
    fn needs(
        &mut self,
        placed: &Placed<'_>,
    ) -> Result<(Vec<Requirement>, Option<Tile>), TiledError> {
        const LOCKS: [&str; 3] = ["key_locked", "boss_locked", "bombable"];
        let known = format!(
            "symbol:NAME, lacks:symbol:NAME, toggle:N=on, toggle:N=off, plate:NAME, {}",
            LOCKS.join(", ")
        );
        let names = match placed.object.property("needs") {
            None => Err(format!(
                "has no property \"needs\"; it is a list, separated by commas, of {known}"
            )),
            Some(value) => names_of(value).map_err(|message| format!("\"needs\" {message}")),
        };
        let names = names.map_err(|message| placed.wrong(message))?;
        let (mut needs, mut door) = (Vec::new(), None);
        for name in &names {
            let need = match json::requirement(name, self.builder.names()) {
                Err(message) if name.starts_with("plate:") => return Err(placed.wrong(message)),
                need => need.ok().flatten(),
            };
            match need {
                Some(need) if need.is_condition() => needs.push(need),
                other => {
                    let tile = Tile::from_name(name).filter(|&tile| tile.requirement().is_some());
                    let of_need = || door_of(other?);
                    match (tile.or_else(of_need), door) {
                        (Some(tile), None) => door = Some(tile),
                        (Some(tile), Some(first)) => {
                            let message =
                                format!("needs both {first} and {tile}; a tile is one of them");
                            return Err(placed.wrong(message));
                        }
                        (None, _) => {
                            let tip = diagnostics::did_you_mean(name, &LOCKS);
                            let message =
                                format!("needs {name:?}, which is unknown{tip}; known are {known}");
                            return Err(placed.wrong(message));
                        }
                    }
                }
            }
        }
        Ok((needs, door))
    }

    /// Turns a cell into a door.
    fn door(&mut self, placed: &Placed<'_>, cell: Cell, door: Tile) -> Result<(), TiledError> {
        let here = self.tiles.tile(cell).unwrap_or_default();
        let fits =
            matches!(here, Tile::Floor | Tile::ElementFloor | Tile::DoorOpen | Tile::DoorPuzzle);
        if here != door && !fits {
            let message = format!(
                "is {door} on a cell that is {here} ({}); such a lock lies on FLOOR, ELEMENT_FLOOR, \
                 DOOR_OPEN or DOOR_PUZZLE",
                self.floors.place(cell)
            );
            return Err(placed.wrong(message));
        }
        self.set(cell, door);
        Ok(())
    }
}

/// The door tile with a requirement.
fn door_of(requirement: Requirement) -> Option<Tile> {
    let doors = [Tile::DoorLocked, Tile::DoorBomb, Tile::DoorBoss];
    doors.into_iter().find(|&door| door.requirement() == Some(requirement))
}

/// The names of all plates, in the order of the numbers of their first objects.
pub(in super::super) fn plate_names(layers: &[ObjectLayer<'_>]) -> IndexSet<String, FxBuildHasher> {
    let objects = layers.iter().flat_map(|layer| &layer.objects);
    let mut plates: Vec<&Object<'_>> = objects.filter(|object| object.is_plate()).collect();
    plates.sort_by_key(|object| object.id);
    plates.into_iter().map(name).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The name of a plate: its property, or else the name of its object.
fn name<'a>(object: &'a Object<'_>) -> &'a str {
    let said = object.property("name").and_then(serde_json::Value::as_str);
    said.unwrap_or_else(|| object.name())
}

impl Over<'_> {
    /// Adds cells to a plate. All names of plates are known before, because a lock may refer to a plate first.
    pub(super) fn plate(&mut self, placed: &Placed<'_>) -> Result<(), TiledError> {
        placed.text("name")?;
        let name = name(placed.object);
        let Some(id) = self.builder.names().plate(name) else {
            let message =
                "has no name, by which a lock could ask for it; objects of one name are one plate";
            return Err(placed.wrong(message));
        };
        let area = self.area(placed)?;
        self.count(placed, &area)?;
        for cell in area.cells() {
            let tile = self.tiles.tile(cell).unwrap_or_default();
            if !self.tiles.bears_blocks(tile) {
                let message = format!(
                    "covers a cell that is {tile} ({}); a plate lies on FLOOR, ELEMENT_FLOOR or BLOCK",
                    self.floors.place(cell)
                );
                return Err(placed.wrong(message));
            }
            if !self.pressed.insert((id, cell)) {
                let message = format!(
                    "covers {}, which the plate {name:?} covers already",
                    self.floors.place(cell)
                );
                return Err(placed.wrong(message));
            }
        }
        self.gives_symbol(placed, id)?;
        if let Some(plate) = self.tiles.plates.get_mut(id as usize) {
            plate.cells.extend(area.cells());
        }
        Ok(())
    }

    /// Sets the symbol that a plate gives, if this object states it.
    fn gives_symbol(&mut self, placed: &Placed<'_>, id: PlateId) -> Result<(), TiledError> {
        let Some(said) = placed.text("gives")? else { return Ok(()) };
        let gives = symbol(said, self.builder.names()).map_err(|message| placed.wrong(message))?;
        let Some(plate) = self.tiles.plates.get_mut(id as usize) else { return Ok(()) };
        match plate.gives.replace(gives) {
            Some(other) if other != gives => {
                let first = self.from.get(&("plates", id as usize)).cloned().unwrap_or_default();
                Err(placed
                    .wrong(format!("gives something else than {first}, which has the same name")))
            }
            _ => {
                self.from.entry(("plates", id as usize)).or_insert_with(|| placed.place.clone());
                Ok(())
            }
        }
    }
}

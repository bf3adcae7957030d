//! Objects that give something or stand for something: start and goals, things, rooms, tiles.

use super::super::TiledError;
use super::super::raw::of_kind;
use super::{Over, Placed};
use crate::Area;
use crate::area::is_one;
use level::formats::json;
use level::model::graph::{Content, NodeId};
use level::model::grid::Cell;
use level::model::level::{Mark, Room};
use level::model::tile::Tile;
use serde_json::Value;
use std::rc::Rc;

/// The names by which a room graph calls things that are tiles.
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

    /// A key or another thing: a tile that is laid, or a mark.
    pub(super) fn gives(&mut self, placed: &Placed<'_>) -> Result<(), TiledError> {
        let cell = self.cell(placed)?;
        let said = match placed.text("gives")? {
            Some(said) => said.to_owned(),
            None if placed.object.name().is_empty() => {
                self.tile_of(placed)?.map_or_else(String::new, |tile| tile.name().to_owned())
            }
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
        let content = match json::content(&said, self.parts.names()) {
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

    /// Lays a thing on the floor.
    fn thing(&mut self, placed: &Placed<'_>, cell: Cell, tile: Tile) -> Result<(), TiledError> {
        if let Some(first) = self.laid.insert(cell, Rc::from(placed.place.as_str())) {
            return Err(placed.wrong(format!("lies on the same cell as {first}")));
        }
        let here = self.tiles.tile(cell).unwrap_or_default();
        if here != tile && !matches!(here, Tile::Floor | Tile::ElementFloor) {
            let message = format!(
                "is {tile} on a cell that is {here} (row {}, column {}); a thing lies on FLOOR or ELEMENT_FLOOR",
                cell.row, cell.col
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
            NodeId::Name(name) => self.parts.node(&NodeId::Number(name.parse().ok()?)),
            NodeId::Number(_) => None,
        };
        let node = self.parts.node(&id).or_else(counted);
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

    /// An object without a class that is a tile: it is laid where it stands, on all cells that it covers unless it is a
    /// thing that lies on one.
    pub(super) fn stamp(&mut self, placed: &Placed<'_>) -> Result<(), TiledError> {
        let cell = self.cell(placed);
        let Some(tile) = self.tile_of(placed)? else { return cell.map(drop) };
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

    /// Lays a tile on a cell.
    pub(super) fn set(&mut self, cell: Cell, tile: Tile) {
        if let Some(grid) = self.tiles.floors.get_mut(cell.floor as usize) {
            grid.set(cell.row, cell.col, tile);
        }
    }
}
